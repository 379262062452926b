// Konane on bitboards: the algorithm of benchmarks/konane_sets.py with "mobility", after the opening.
#include "search.h"

enum { COLUMNS = 8 };
typedef struct { uint64_t first, second; int mover; } Position;

#define ROWS_FROM_2 0xFFFFFFFFFFFF0000ULL
#define ROWS_TO_5 0x0000FFFFFFFFFFFFULL
#define COLUMNS_FROM_2 0xFCFCFCFCFCFCFCFCULL
#define COLUMNS_TO_5 0x3F3F3F3F3F3F3F3FULL

#define AFTER(stones, step, room) ((stones) & (room) & enemy >> (step) & empty >> 2 * (step))
#define BEFORE(stones, step, room) ((stones) & (room) & enemy << (step) & empty << 2 * (step))

static inline uint64_t jumping(uint64_t own, uint64_t enemy, uint64_t empty) {
    return BEFORE(own, COLUMNS, ROWS_FROM_2) | BEFORE(own, 1, COLUMNS_FROM_2) | AFTER(own, 1, COLUMNS_TO_5) |
           AFTER(own, COLUMNS, ROWS_TO_5);
}

static inline int count(uint64_t own, uint64_t enemy, uint64_t empty) {
    int jumps = 0;
    for (uint64_t able = AFTER(own, 1, COLUMNS_TO_5); able; able = AFTER(able << 2, 1, COLUMNS_TO_5))
        jumps += __builtin_popcountll(able);
    for (uint64_t able = AFTER(own, COLUMNS, ROWS_TO_5); able; able = AFTER(able << 2 * COLUMNS, COLUMNS, ROWS_TO_5))
        jumps += __builtin_popcountll(able);
    for (uint64_t able = BEFORE(own, 1, COLUMNS_FROM_2); able; able = BEFORE(able >> 2, 1, COLUMNS_FROM_2))
        jumps += __builtin_popcountll(able);
    for (uint64_t able = BEFORE(own, COLUMNS, ROWS_FROM_2); able; able = BEFORE(able >> 2 * COLUMNS, COLUMNS, ROWS_FROM_2))
        jumps += __builtin_popcountll(able);
    return jumps;
}

static int64_t static_value(const Position *p) {
    uint64_t empty = ~(p->first | p->second);
    uint64_t able = p->mover == 0 ? jumping(p->first, p->second, empty) : jumping(p->second, p->first, empty);
    if (!able) return p->mover == 0 ? -WIN : WIN;
    return count(p->first, p->second, empty) - count(p->second, p->first, empty);
}

// the jumps of one stone in one direction
#define EACH_JUMP(able, shift, step)                                                                                   \
    for (uint64_t stone = 1ULL << source, taken = 0; able;) {                                                          \
        taken |= stone shift (step);                                                                                   \
        stone = stone shift 2 * (step);                                                                                \
        uint64_t moved = 1ULL << source | stone;                                                                       \
        Position child = {p->first ^ (first ? moved : taken), p->second ^ (first ? taken : moved), first};             \
        BACK_UP(&child)                                                                                                \
    }

static int64_t search(const Position *p, int depth, int64_t alpha, int64_t beta, int64_t *seen) {
    ++*seen;
    if (depth == 0) return static_value(p);
    int first = p->mover == 0, over = 1;
    int64_t best = first ? -FAR : FAR;
    uint64_t own = first ? p->first : p->second, enemy = first ? p->second : p->first, empty = ~(own | enemy);
    for (uint64_t left = jumping(own, enemy, empty); left; left &= left - 1) {
        int source = __builtin_ctzll(left);
        EACH_JUMP(BEFORE(stone, COLUMNS, ROWS_FROM_2), >>, COLUMNS)
        EACH_JUMP(AFTER(stone, 1, COLUMNS_TO_5), <<, 1)
        EACH_JUMP(AFTER(stone, COLUMNS, ROWS_TO_5), <<, COLUMNS)
        EACH_JUMP(BEFORE(stone, 1, COLUMNS_FROM_2), >>, 1)
    }
    return over ? (first ? -WIN : WIN) : best;
}

int64_t run(uint64_t first, uint64_t second, int64_t mover, int64_t depth, int64_t *seen) {
    Position p = {first, second, (int)mover};
    return search(&p, (int)depth, -FAR, FAR, seen);
}
