// Random games of connect four on bitboards: the rules of lazytree/games/connect_four_rules.py, 7x6.
#include <stdint.h>

enum { COLUMNS = 7, TALL = 7, MOST_MOVES = 7 };
typedef struct { uint64_t first, second; int mover; } Position;

#define COLUMN(c) (63ULL << ((c) * TALL))

static inline int has_line(uint64_t stones) {
    static const int steps[4] = {1, TALL - 1, TALL, TALL + 1};
    for (int k = 0; k < 4; k++) {
        uint64_t pairs = stones & stones >> steps[k];
        if (pairs & pairs >> 2 * steps[k]) return 1;
    }
    return 0;
}

static inline int just_won(const Position *p) { return has_line(p->mover == 0 ? p->second : p->first); }

static inline int moves_of(const Position *p, int *moves) {
    int count = 0;
    uint64_t taken = p->first | p->second;
    if (!just_won(p))
        for (int c = 0; c < COLUMNS; c++)
            if ((taken & COLUMN(c)) != COLUMN(c)) moves[count++] = c;
    return count;
}

static inline Position play(const Position *p, int column) {
    uint64_t stone = ((p->first | p->second) + (1ULL << column * TALL)) & COLUMN(column);
    return p->mover == 0 ? (Position){p->first | stone, p->second, 1} : (Position){p->first, p->second | stone, 0};
}

static inline int payoff(const Position *p) { return !just_won(p) ? 0 : p->mover == 0 ? -1 : 1; }

#include "playouts.h"

int64_t run(uint64_t first, uint64_t second, int64_t mover, int64_t games, uint64_t seed, int64_t *plies) {
    return played((Position){first, second, (int)mover}, games, seed, plies);
}
