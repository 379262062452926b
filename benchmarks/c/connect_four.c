// Connect four on bitboards: the algorithm of lazytree/games/connect_four_rules.py with "column_weights", 7x6.
#include "search.h"

enum { COLUMNS = 7, ROWS = 6, TALL = 7 };
typedef struct { uint64_t first, second; int mover; } Position;

#define COLUMN(c) (63ULL << ((c) * TALL))
static const uint64_t bands[4] = {
    COLUMN(0) | COLUMN(1) | COLUMN(2) | COLUMN(3) | COLUMN(4) | COLUMN(5) | COLUMN(6),
    COLUMN(1) | COLUMN(2) | COLUMN(3) | COLUMN(4) | COLUMN(5),
    COLUMN(2) | COLUMN(3) | COLUMN(4),
    COLUMN(3),
};

static inline int has_line(uint64_t stones) {
    static const int steps[4] = {1, TALL - 1, TALL, TALL + 1};
    for (int k = 0; k < 4; k++) {
        uint64_t pairs = stones & stones >> steps[k];
        if (pairs & pairs >> 2 * steps[k]) return 1;
    }
    return 0;
}

static inline int just_won(const Position *p) { return has_line(p->mover == 0 ? p->second : p->first); }

static inline int64_t end_value(const Position *p) { return !just_won(p) ? 0 : p->mover == 0 ? -WIN : WIN; }

static int64_t static_value(const Position *p) {
    uint64_t taken = p->first | p->second;
    int moves = 0;
    if (!just_won(p))
        for (int c = 0; c < COLUMNS && !moves; c++) moves = (taken & COLUMN(c)) != COLUMN(c);
    if (!moves) return end_value(p);
    int64_t weight = 0;
    for (int k = 0; k < 4; k++)
        weight += __builtin_popcountll(p->first & bands[k]) - __builtin_popcountll(p->second & bands[k]);
    return weight;
}

static int64_t search(const Position *p, int depth, int64_t alpha, int64_t beta, int64_t *seen) {
    ++*seen;
    if (depth == 0) return static_value(p);
    int first = p->mover == 0, over = 1;
    int64_t best = first ? -FAR : FAR;
    uint64_t taken = p->first | p->second;
    if (!just_won(p))
        for (int c = 0; c < COLUMNS; c++)
            if ((taken & COLUMN(c)) != COLUMN(c)) {
                uint64_t stone = (taken + (1ULL << c * TALL)) & COLUMN(c);
                Position child = {first ? p->first | stone : p->first, first ? p->second : p->second | stone, first};
                BACK_UP(&child)
            }
    return over ? end_value(p) : best;
}

int64_t run(uint64_t first, uint64_t second, int64_t mover, int64_t depth, int64_t *seen) {
    Position p = {first, second, (int)mover};
    return search(&p, depth, -FAR, FAR, seen);
}
