// The random games of lazytree/searching/kernels/playouts.py, by hand: the moves of a ply are kept in a list. A game
// defines Position, MOST_MOVES, `moves_of(position, list)`, `play(position, move)` and `payoff(position)`.
#include <stdint.h>

static inline uint64_t scrambled(uint64_t seed) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^ seed << 17;
}

// a number below `count`, each as likely as any other
static inline uint64_t drawn(uint64_t *seed, uint64_t count) {
    *seed = scrambled(*seed);
    uint64_t product = (*seed >> 32) * count;
    if ((uint32_t)product < count)
        for (uint64_t least = (1ULL << 32) % count; (uint32_t)product < least;) {
            *seed = scrambled(*seed);
            product = (*seed >> 32) * count;
        }
    return product >> 32;
}

// the payoffs of the first player over so many games, summed
static int64_t played(Position start, int64_t games, uint64_t seed, int64_t *plies) {
    int64_t total = 0;
    for (int64_t game = 0; game < games; game++) {
        Position here = start;
        for (;; ++*plies) {
            int moves[MOST_MOVES], count = moves_of(&here, moves);
            if (!count) break;
            here = play(&here, moves[drawn(&seed, count)]);
        }
        total += payoff(&here);
    }
    return total;
}
