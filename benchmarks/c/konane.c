// Konane on a mailbox of bytes: the algorithm of lazytree/games/konane_rules.py with "mobility", after the opening.
#include "search.h"

enum { CELLS = 64, EMPTY = -1 };
typedef struct { int8_t board[CELLS]; int8_t mover; } Position;

static int columns;
static int8_t line_count[CELLS], length[CELLS][4], over_cell[CELLS][4][8], land_cell[CELLS][4][8];

void setup(int width, const int8_t *counts, const int8_t *lengths, const int8_t *overs, const int8_t *lands) {
    columns = width;
    memcpy(line_count, counts, sizeof line_count);
    memcpy(length, lengths, sizeof length);
    memcpy(over_cell, overs, sizeof over_cell);
    memcpy(land_cell, lands, sizeof land_cell);
}

#define EACH_JUMP(board, player, ...)                                                              \
    for (int source = 0; source < CELLS; source++)                                                 \
        if ((board)[source] == (player))                                                           \
            for (int line = 0; line < line_count[source]; line++)                                  \
                for (int k = 0; k < length[source][line]; k++) {                                   \
                    int target = land_cell[source][line][k];                                       \
                    if ((board)[over_cell[source][line][k]] != 1 - (player) || (board)[target] != EMPTY) break; \
                    __VA_ARGS__                                                                    \
                }

static int jumps(const int8_t *board, int player) {
    int count = 0;
    EACH_JUMP(board, player, count++;)
    return count;
}

static int can_jump(const int8_t *board, int player) {
    EACH_JUMP(board, player, return 1;)
    return 0;
}

static int64_t static_value(const Position *p) {
    if (can_jump(p->board, p->mover)) return jumps(p->board, 0) - jumps(p->board, 1);
    return p->mover == 0 ? -WIN : WIN;
}

static int64_t search(const Position *p, int depth, int64_t alpha, int64_t beta, int64_t *seen) {
    ++*seen;
    if (depth == 0) return static_value(p);
    int first = p->mover == 0, over = 1;
    int64_t best = first ? -FAR : FAR;
    EACH_JUMP(p->board, p->mover, {
        Position child = *p;
        int step = (target > source ? target - source : source - target) < columns ? 1 : columns;
        if (target < source) step = -step;
        for (int cell = source; cell != target; cell += step) child.board[cell] = EMPTY;
        child.board[target] = p->mover;
        child.mover = 1 - p->mover;
        BACK_UP(&child)
    })
    return over ? (first ? -WIN : WIN) : best;
}

int64_t run(const int8_t *board, int64_t mover, int64_t depth, int64_t *seen) {
    Position p;
    memcpy(p.board, board, CELLS);
    p.mover = mover;
    return search(&p, depth, -FAR, FAR, seen);
}
