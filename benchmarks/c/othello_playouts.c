// Random games of Othello on bitboards: the rules of lazytree/games/othello_rules.py, 8x8.
#include <stdint.h>

enum { MOST_MOVES = 64, PASS = -1 };
typedef struct { uint64_t first, second; int mover; } Position;

#define NOT_LEFT 0xFEFEFEFEFEFEFEFEULL
#define NOT_RIGHT 0x7F7F7F7F7F7F7F7FULL

// the cells next to these in one of eight directions
static inline uint64_t step(uint64_t cells, int direction) {
    switch (direction) {
        case 0: return cells >> 8;
        case 1: return cells << 1 & NOT_LEFT;
        case 2: return cells << 8;
        case 3: return cells >> 1 & NOT_RIGHT;
        case 4: return cells >> 9 & NOT_RIGHT;
        case 5: return cells >> 7 & NOT_LEFT;
        case 6: return cells << 9 & NOT_LEFT;
        default: return cells << 7 & NOT_RIGHT;
    }
}

static inline uint64_t outflanking(uint64_t mine, uint64_t theirs) {
    uint64_t empty = ~(mine | theirs), found = 0;
    for (int direction = 0; direction < 8; direction++)
        for (uint64_t row = step(mine, direction) & theirs; row;) {
            uint64_t beyond = step(row, direction);
            found |= beyond & empty;
            row = beyond & theirs;
        }
    return found;
}

static inline uint64_t turned_over(uint64_t disc, uint64_t mine, uint64_t theirs) {
    uint64_t turned = 0;
    for (int direction = 0; direction < 8; direction++) {
        uint64_t row = 0, at = step(disc, direction);
        for (; at & theirs; at = step(at, direction)) row |= at;
        if (at & mine) turned |= row;
    }
    return turned;
}

static inline int moves_of(const Position *p, int *moves) {
    uint64_t mine = p->mover == 0 ? p->first : p->second, theirs = p->mover == 0 ? p->second : p->first;
    int count = 0;
    for (uint64_t left = outflanking(mine, theirs); left; left &= left - 1) moves[count++] = __builtin_ctzll(left);
    if (!count && outflanking(theirs, mine)) moves[count++] = PASS;
    return count;
}

static inline Position play(const Position *p, int move) {
    if (move == PASS) return (Position){p->first, p->second, 1 - p->mover};
    uint64_t mine = p->mover == 0 ? p->first : p->second, theirs = p->mover == 0 ? p->second : p->first;
    uint64_t disc = 1ULL << move, turned = turned_over(disc, mine, theirs);
    mine |= disc | turned, theirs ^= turned;
    return p->mover == 0 ? (Position){mine, theirs, 1} : (Position){theirs, mine, 0};
}

static inline int payoff(const Position *p) {
    int lead = __builtin_popcountll(p->first) - __builtin_popcountll(p->second);
    return (lead > 0) - (lead < 0);
}

#include "playouts.h"

int64_t run(uint64_t first, uint64_t second, int64_t mover, int64_t games, uint64_t seed, int64_t *plies) {
    return played((Position){first, second, (int)mover}, games, seed, plies);
}
