// Chess on sets of cells: the algorithm of lazytree/games/chess_rules by hand, for the usual board of eight by eight.
#include <stdint.h>
#include <stdlib.h>

typedef uint64_t Set;
typedef struct { Set own, enemy, pawns, knights, diagonals, straights, kings, castling, passed; int mover; } Position;
typedef struct { Set before, after, both; } Line;
enum { NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN };
static const int BECOMES[4] = {QUEEN, ROOK, BISHOP, KNIGHT};
static Set KNIGHTS[64], KINGS[64], PAWNS[2][64], BETWEEN[64][64];
static Line LINES[4][64]; // columns, rows, rising, falling

static inline int low(Set cells) { return __builtin_ctzll(cells); }
static inline int high(Set cells) { return 63 - __builtin_clzll(cells); }
#define EACH(cell, cells) for (Set rest_##cell = (cells), cell; rest_##cell && (cell = low(rest_##cell), 1); rest_##cell &= rest_##cell - 1)

static Set cell_at(int row, int column) {
    return row < 0 || row > 7 || column < 0 || column > 7 ? 0 : 1ULL << (8 * row + column);
}

void setup(void) {
    static const int ALONG[4][2] = {{1, 0}, {0, 1}, {-1, 1}, {1, 1}};
    for (int cell = 0; cell < 64; cell++) {
        int row = cell / 8, column = cell % 8;
        for (int down = -2; down <= 2; down++)
            for (int right = -2; right <= 2; right++) {
                Set target = cell_at(row + down, column + right);
                if (down * down + right * right == 5) KNIGHTS[cell] |= target;
                if (abs(down) < 2 && abs(right) < 2 && (down || right)) KINGS[cell] |= target;
                if (abs(down) == 1 && abs(right) == 1) PAWNS[down == 1][cell] |= target;
            }
        for (int line = 0; line < 4; line++)
            for (int way = -1; way <= 1; way += 2) {
                Set path = 0, next;
                for (int n = 1; (next = cell_at(row + way * n * ALONG[line][0], column + way * n * ALONG[line][1])); n++) {
                    BETWEEN[cell][low(next)] = path;
                    path |= next;
                }
                Line *it = &LINES[line][cell];
                it->both |= path;
                if (path && low(path) < cell) it->before = path;
                if (path && low(path) > cell) it->after = path;
            }
    }
}

static inline Set slide(Line line, Set taken) {
    Set above = taken & line.after;
    return line.both & (above ^ (above - (1ULL << high((taken & line.before) | 1))));
}
static inline Set straight(int cell, Set taken) { return slide(LINES[0][cell], taken) | slide(LINES[1][cell], taken); }
static inline Set diagonal(int cell, Set taken) { return slide(LINES[2][cell], taken) | slide(LINES[3][cell], taken); }

static inline Set attackers(const Position *p, int cell, Set taken) {
    Set found = (PAWNS[p->mover][cell] & p->pawns) | (KNIGHTS[cell] & p->knights) | (KINGS[cell] & p->kings);
    found |= (diagonal(cell, taken) & p->diagonals) | (straight(cell, taken) & p->straights);
    return found & p->enemy;
}

static inline Set goals(const Position *p, int king, Set taken) {
    Set found = ~0ULL;
    EACH(attacker, attackers(p, king, taken)) found &= BETWEEN[king][attacker] | 1ULL << attacker;
    return found;
}

static Set takers(const Position *p, int king) {
    if (!p->passed) return 0;
    Position left = *p;
    left.enemy &= ~(p->passed << 8 | p->passed >> 8);
    Set taken = left.own | left.enemy, found = 0;
    EACH(source, PAWNS[1 - p->mover][low(p->passed)] & p->pawns & p->own)
        if (p->passed & goals(&left, king, taken ^ 1ULL << source)) found |= 1ULL << source;
    return found;
}

static Set king_targets(const Position *p, int king, int is_free) {
    Set taken = (p->own | p->enemy) ^ 1ULL << king, found = 0;
    EACH(cell, KINGS[king] & ~p->own) if (!attackers(p, cell, taken)) found |= 1ULL << cell;
    EACH(rook, is_free ? p->castling & p->own : 0) {
        int corner = rook & ~7, to = (int)rook > king ? corner + 6 : corner + 2, rook_to = (int)rook > king ? to - 1 : to + 1;
        Set others = taken ^ 1ULL << rook, path = BETWEEN[king][to] | 1ULL << to;
        if ((path | BETWEEN[rook][rook_to] | 1ULL << rook_to) & others) continue;
        int attacked = 0;
        EACH(cell, path) attacked |= attackers(p, cell, others) != 0;
        if (!attacked) found |= 1ULL << rook;
    }
    return found;
}

static inline Set targets(const Position *p, int source) {
    Set bit = 1ULL << source, taken = p->own | p->enemy;
    if (bit & p->pawns) {
        Set one = (p->mover ? bit << 8 : bit >> 8) & ~taken;
        Set two = (p->mover ? (one & 0xFFULL << 16) << 8 : (one & 0xFFULL << 40) >> 8) & ~taken;
        return one | two | (PAWNS[p->mover][source] & p->enemy);
    }
    if (bit & p->knights) return KNIGHTS[source] & ~p->own;
    Set found = bit & p->diagonals ? diagonal(source, taken) : 0;
    return (found | (bit & p->straights ? straight(source, taken) : 0)) & ~p->own;
}

static inline Position play(const Position *p, int from, int to, int kind) {
    Set source = 1ULL << from, target = 1ULL << to, rook = 0, gone = source | target, passing = 0;
    if (p->own & target) {
        int corner = to & ~7;
        target = 1ULL << (to > from ? corner + 6 : corner + 2), rook = 1ULL << (to > from ? corner + 5 : corner + 3);
    }
    if (p->pawns & source && target == p->passed) gone |= (target << 8 | target >> 8) & p->enemy;
    if (p->pawns & source && abs(to - from) == 16) {
        Set beside = (target & 0xFEFEFEFEFEFEFEFEULL) >> 1 | (target & 0x7F7F7F7F7F7F7F7FULL) << 1;
        passing = beside & p->enemy & p->pawns ? 1ULL << (from + to) / 2 : 0;
    }
    Set pawns = p->pawns, knights = p->knights, diagonals = p->diagonals, straights = p->straights;
    if (kind != NONE) {
        pawns ^= source;
        if (kind == KNIGHT) knights |= source;
        if (kind == BISHOP || kind == QUEEN) diagonals |= source;
        if (kind == ROOK || kind == QUEEN) straights |= source;
    }
#define MOVED(pieces) (((pieces) & ~gone) | ((pieces) & source ? target : 0))
    return (Position){p->enemy & ~gone, MOVED(p->own) | rook, MOVED(pawns), MOVED(knights), MOVED(diagonals),
        MOVED(straights) | rook, MOVED(p->kings), (p->kings & source ? p->castling & p->enemy : p->castling) & ~gone,
        passing, 1 - p->mover};
}

// what is done with each legal move: `source`, `target` and `kind` are known
#define EACH_MOVE(p, work)                                                                                             \
    int king = high(p->kings & p->own);                                                                                \
    Set taken = p->own | p->enemy, safe = ~0ULL, shields = 0, passing = takers(p, king);                               \
    Set promoting = p->pawns & (p->mover ? 0xFFULL << 48 : 0xFFULL << 8);                                              \
    EACH(attacker, attackers(p, king, p->enemy)) {                                                                     \
        Set path = BETWEEN[king][attacker];                                                                            \
        shields |= path & p->own;                                                                                      \
        safe &= path & p->own ? ~0ULL : path | 1ULL << attacker;                                                       \
    }                                                                                                                  \
    EACH(source, p->own) {                                                                                             \
        Set found = (int)source == king ? king_targets(p, king, safe == ~0ULL)                                         \
                                        : targets(p, source) & (shields >> source & 1 ? goals(p, king, taken ^ 1ULL << source) : safe); \
        found |= passing >> source & 1 ? p->passed : 0;                                                                \
        int kinds = promoting >> source & 1 ? 4 : 1;                                                                   \
        EACH(target, found)                                                                                            \
            for (int at = 0; at < kinds; at++) { int kind = kinds == 4 ? BECOMES[at] : NONE; work }                    \
    }

// the lines of that many plies, the moves of the last one counted
int64_t counted(const Position *p, int depth) {
    int64_t total = 0;
    if (depth == 1) { EACH_MOVE(p, (void)target; (void)kind; total++;) return total; }
    EACH_MOVE(p, Position after = play(p, source, target, kind); total += counted(&after, depth - 1);)
    return total;
}

// the lines of that many plies, each leaf played and looked at
int64_t played(const Position *p, int depth) {
    if (depth == 0) {
        Set taken = p->own | p->enemy;
        return (p->pawns | p->knights | p->diagonals | p->straights | p->kings) == taken && !(p->castling & ~p->straights) && !(p->passed & taken);
    }
    int64_t total = 0;
    EACH_MOVE(p, Position after = play(p, source, target, kind); total += played(&after, depth - 1);)
    return total;
}
