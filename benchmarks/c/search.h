// The alpha-beta of lazytree/compiler/texts/searches.py, by hand. A game defines Position, static_value, and
// EACH_CHILD(position, child, body); `first` says who moves.
#include <stdint.h>
#include <string.h>

enum { WIN = 1000000, SURE = WIN - 10000 };
#define FAR (1LL << 40)

static inline int64_t later(int64_t v) {
    if (v > SURE) return v - 1 > SURE ? v - 1 : SURE;
    if (v < -SURE) return v + 1 < -SURE ? v + 1 : -SURE;
    return v;
}

static inline int64_t sooner(int64_t v) { return v > SURE ? v + 1 : v < -SURE ? v - 1 : v; }

static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// what happens to a child's value; leaves the loop over children on a cutoff
#define BACK_UP(child)                                                                    \
    {                                                                                     \
        over = 0;                                                                         \
        int64_t value = later(search(child, depth - 1, sooner(alpha), sooner(beta), seen)); \
        if (first) { best = most(best, value); alpha = most(alpha, best); }               \
        else { best = least(best, value); beta = least(beta, best); }                     \
        if (alpha >= beta) return best;                                                   \
    }
