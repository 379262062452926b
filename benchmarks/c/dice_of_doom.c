// Rolled Dice of Doom on 3x3 hexes: the rules of lazytree/games/dice_of_doom_rules/rules.py (two players, at most 3
// dice, reinforcement by captured dice) with "score_board", in the expectimax of benchmarks/rolled.py.
#include <stdint.h>

enum { SIZE = 3, HEXES = SIZE * SIZE, MOST = 3, NOTHING = -1, UNIT = 65536, WIN = 1000000 };
typedef struct { int8_t board[HEXES], player, attacked; int captured, rolling; } Position;

static int beside[HEXES][6], count[HEXES];
static int64_t odds[MOST + 1][MOST + 1][2];

#define OWNER(stack) ((stack) & 3)
#define DICE(stack) ((stack) >> 2)
#define STACK(owner, dice) ((int8_t)((dice) << 2 | (owner)))

static inline int mover(const Position *p) { return p->rolling == NOTHING ? p->player : -1; }

static int hexes_of(const int8_t *board, int player) {
    int held = 0;
    for (int cell = 0; cell < HEXES; cell++) held += OWNER(board[cell]) == player;
    return held;
}

static int score_of(const int8_t *board, int player) {
    int score = 0;
    for (int cell = 0; cell < HEXES; cell++) {
        int stack = board[cell];
        if (OWNER(stack) != player) { score--; continue; }
        int threatened = 0;
        for (int k = 0; k < count[cell] && !threatened; k++) {
            int near = board[beside[cell][k]];
            threatened = OWNER(near) != player && DICE(near) > DICE(stack);
        }
        score += threatened ? 1 : 2;
    }
    return score;
}

static int can_attack(const Position *p) {
    for (int cell = 0; cell < HEXES; cell++)
        if (OWNER(p->board[cell]) == p->player && DICE(p->board[cell]) > 1)
            for (int k = 0; k < count[cell]; k++)
                if (OWNER(p->board[beside[cell][k]]) != p->player) return 1;
    return 0;
}

static int64_t end_value(const Position *p) {
    int lead = hexes_of(p->board, 0) - hexes_of(p->board, 1);
    return (int64_t)WIN * UNIT * ((lead > 0) - (lead < 0));
}

static int64_t static_value(const Position *p) {
    if (p->rolling == NOTHING && !p->attacked && !can_attack(p)) return end_value(p);
    return (int64_t)UNIT * (score_of(p->board, 0) - score_of(p->board, 1));
}

static void reinforce(Position *p) {
    for (int cell = 0, left = p->captured - 1; cell < HEXES && left > 0; cell++)
        if (OWNER(p->board[cell]) == p->player && DICE(p->board[cell]) < MOST)
            p->board[cell] = STACK(p->player, DICE(p->board[cell]) + 1), left--;
    p->player = 1 - p->player, p->captured = 0, p->attacked = 0;
}

static int64_t expectimax(const Position *p, int depth, int64_t *seen) {
    ++*seen;
    if (depth == 0) return static_value(p);
    if (p->rolling != NOTHING) {
        int source = p->rolling / HEXES, target = p->rolling % HEXES;
        int strength = DICE(p->board[source]), defence = DICE(p->board[target]);
        const int64_t *rolls = odds[strength][defence];
        int64_t sum = 0;
        for (int lost = 0; lost < 2; lost++) {
            if (!rolls[lost]) continue;
            Position child = *p;
            if (!lost) child.board[target] = STACK(p->player, strength - 1), child.captured += defence;
            child.board[source] = STACK(p->player, 1);
            child.attacked = 1, child.rolling = NOTHING;
            sum += rolls[lost] * expectimax(&child, depth - 1, seen);
        }
        int64_t total = rolls[0] + rolls[1], mean = sum / total;
        return mean - (sum % total < 0);
    }
    int first = p->player == 0, over = 1;
    int64_t best = 0;
#define BACK_UP(child)                                                                      \
    {                                                                                       \
        int64_t value = expectimax(child, depth - 1, seen);                                 \
        if (over || (first ? value > best : value < best)) best = value;                    \
        over = 0;                                                                           \
    }
    if (p->attacked) {
        Position child = *p;
        reinforce(&child);
        BACK_UP(&child)
    }
    for (int cell = 0; cell < HEXES; cell++)
        if (OWNER(p->board[cell]) == p->player && DICE(p->board[cell]) > 1)
            for (int k = 0; k < count[cell]; k++)
                if (OWNER(p->board[beside[cell][k]]) != p->player) {
                    Position child = *p;
                    child.attacked = 1, child.rolling = cell * HEXES + beside[cell][k];
                    BACK_UP(&child)
                }
    return over ? end_value(p) : best;
}

void setup(const int64_t *rolls) {
    static const int around[6][2] = {{-1, 0}, {1, 0}, {-1, -1}, {0, -1}, {0, 1}, {1, 1}};
    for (int k = 0; k < (MOST + 1) * (MOST + 1) * 2; k++) ((int64_t *)odds)[k] = rolls[k];
    for (int cell = 0; cell < HEXES; cell++) {
        count[cell] = 0;
        for (int k = 0; k < 6; k++) {
            int r = cell / SIZE + around[k][0], c = cell % SIZE + around[k][1];
            if (r >= 0 && r < SIZE && c >= 0 && c < SIZE) beside[cell][count[cell]++] = r * SIZE + c;
        }
    }
}

int64_t run(const int8_t *board, int64_t depth, int64_t *seen) {
    Position p = {.player = 0, .attacked = 0, .captured = 0, .rolling = NOTHING};
    for (int cell = 0; cell < HEXES; cell++) p.board[cell] = board[cell];
    return expectimax(&p, (int)depth, seen);
}
