// DVONN's movement on bitboards and a mailbox of heights: the algorithm of lazytree/games/dvonn_rules.py, "heights".
#include "search.h"

enum { CELLS = 55, WIDTH = 11, PIECES = 49 };
typedef struct { int8_t heights[CELLS]; uint64_t white, black, dvonns; int mover; } Position;

static uint64_t landings[CELLS][PIECES + 1];

void setup(const uint64_t *table) { memcpy(landings, table, sizeof landings); }

static inline uint64_t occupied(const Position *p) { return p->white | p->black | p->dvonns; }

static inline uint64_t surrounded(uint64_t cells) {
    uint64_t after = cells & cells << 1, before = cells & cells >> 1;
    return after & after << WIDTH & before & before >> WIDTH;
}

static inline uint64_t grown(uint64_t seed, uint64_t room) {
    uint64_t reached = seed & room;
    for (;;) {
        uint64_t after = reached | reached << 1, before = reached | reached >> 1;
        uint64_t further = (after | after << WIDTH | before | before >> WIDTH) & room;
        if (further == reached) return reached;
        reached = further;
    }
}

#define EACH(cell, cells, ...) \
    for (uint64_t left_##cell = (cells); left_##cell; left_##cell &= left_##cell - 1) { \
        int cell = __builtin_ctzll(left_##cell);                                        \
        __VA_ARGS__                                                                     \
    }

static inline uint64_t movable(const Position *p, int player) {
    return (player == 0 ? p->white : p->black) & ~surrounded(occupied(p));
}

static int can_move(const Position *p, int player) {
    EACH(cell, movable(p, player), if (landings[cell][p->heights[cell]] & occupied(p)) return 1;)
    return 0;
}

static int64_t lead(const Position *p) {
    int64_t sum = 0;
    EACH(cell, p->white, sum += p->heights[cell];)
    EACH(other, p->black, sum -= p->heights[other];)
    return sum;
}

static int64_t end_value(const Position *p) {
    int64_t sum = lead(p);
    return WIN * (int64_t)((sum > 0) - (sum < 0));
}

static int64_t static_value(const Position *p) {
    return can_move(p, p->mover) || can_move(p, 1 - p->mover) ? lead(p) : end_value(p);
}

static void play(const Position *p, int source, int target, Position *q) {
    *q = *p;
    q->heights[target] += q->heights[source];
    q->heights[source] = 0;
    uint64_t left = ~(1ULL << source), reached = 1ULL << target;
    if (p->mover == 0) { q->white = (q->white & left) | reached; q->black &= ~reached; }
    else { q->white &= ~reached; q->black = (q->black & left) | reached; }
    if (q->dvonns >> source & 1) q->dvonns = (q->dvonns & left) | reached;
    uint64_t kept = grown(q->dvonns, occupied(q));
    EACH(cell, (q->white | q->black) & ~kept, q->heights[cell] = 0;)
    q->white &= kept;
    q->black &= kept;
    q->mover = 1 - p->mover;
}

static int64_t search(const Position *p, int depth, int64_t alpha, int64_t beta, int64_t *seen) {
    ++*seen;
    if (depth == 0) return static_value(p);
    int first = p->mover == 0, over = 1;
    int64_t best = first ? -FAR : FAR;
    Position child;
    if (can_move(p, p->mover)) {
        EACH(source, movable(p, p->mover),
            EACH(target, landings[source][p->heights[source]] & occupied(p),
                play(p, source, target, &child);
                BACK_UP(&child)))
    } else if (can_move(p, 1 - p->mover)) {
        child = *p;
        child.mover = 1 - p->mover;
        BACK_UP(&child)
    }
    return over ? end_value(p) : best;
}

int64_t run(const int8_t *heights, uint64_t white, uint64_t black, uint64_t dvonns, int64_t mover, int64_t depth, int64_t *seen) {
    Position p;
    memcpy(p.heights, heights, CELLS);
    p.white = white, p.black = black, p.dvonns = dvonns, p.mover = (int)mover;
    return search(&p, depth, -FAR, FAR, seen);
}
