// Random games of Hex 11x11 on sets of 121 cells: the rules of lazytree/games/hex_rules.py, without the swap.
#include <stdint.h>

enum { SIZE = 11, CELLS = SIZE * SIZE, MOST_MOVES = CELLS };
typedef unsigned __int128 Set;
typedef struct { Set first, second; int mover; } Position;

static Set near[CELLS], starts[2], goals[2], everywhere;

static inline int lowest(Set cells) {
    return (uint64_t)cells ? __builtin_ctzll((uint64_t)cells) : 64 + __builtin_ctzll((uint64_t)(cells >> 64));
}

static inline Set around(Set cells) {
    Set found = 0;
    for (; cells; cells &= cells - 1) found |= near[lowest(cells)];
    return found;
}

static inline int has_joined(Set stones, int player) {
    Set found = stones & starts[player];
    for (Set fresh = around(found) & stones & ~found; fresh; fresh = around(fresh) & stones & ~found) found |= fresh;
    return (found & goals[player]) != 0;
}

static inline int just_won(const Position *p) {
    return has_joined(p->mover == 0 ? p->second : p->first, 1 - p->mover);
}

static inline int moves_of(const Position *p, int *moves) {
    int count = 0;
    if (!just_won(p))
        for (Set left = everywhere & ~(p->first | p->second); left; left &= left - 1) moves[count++] = lowest(left);
    return count;
}

static inline Position play(const Position *p, int cell) {
    Set stone = (Set)1 << cell;
    return p->mover == 0 ? (Position){p->first | stone, p->second, 1} : (Position){p->first, p->second | stone, 0};
}

static inline int payoff(const Position *p) { return p->mover == 0 ? -1 : 1; }

#include "playouts.h"

void setup(void) {
    static const int around[6][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}};
    everywhere = ((Set)1 << CELLS) - 1;
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / SIZE, column = cell % SIZE;
        near[cell] = 0;
        for (int k = 0; k < 6; k++) {
            int r = row + around[k][0], c = column + around[k][1];
            if (r >= 0 && r < SIZE && c >= 0 && c < SIZE) near[cell] |= (Set)1 << (r * SIZE + c);
        }
        starts[0] |= (Set)(row == 0) << cell, goals[0] |= (Set)(row == SIZE - 1) << cell;
        starts[1] |= (Set)(column == 0) << cell, goals[1] |= (Set)(column == SIZE - 1) << cell;
    }
}

// from the empty board: ctypes has no ints of 128 bits
int64_t run(int64_t games, uint64_t seed, int64_t *plies) {
    return played((Position){0, 0, 0}, games, seed, plies);
}
