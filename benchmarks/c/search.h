// The alpha-beta of lazytree/compiler/texts/searches.py, by hand. A game defines Position, static_value, and
// EACH_CHILD(position, child, body); `first` says who moves. VALUE is the type of values, int64_t unless it is defined.
#include <stdint.h>
#include <string.h>

enum { WIN = 1000000, SURE = WIN - 10000 };
#define FAR (1LL << 40)
#ifndef VALUE
#define VALUE int64_t
#endif

static inline VALUE later(VALUE v) {
    if (v > SURE) return v - 1 > SURE ? v - 1 : SURE;
    if (v < -SURE) return v + 1 < -SURE ? v + 1 : -SURE;
    return v;
}

static inline VALUE sooner(VALUE v) { return v > SURE ? v + 1 : v < -SURE ? v - 1 : v; }

static inline VALUE most(VALUE a, VALUE b) { return a > b ? a : b; }
static inline VALUE least(VALUE a, VALUE b) { return a < b ? a : b; }

// what happens to a child's value; leaves the loop over children on a cutoff
#define BACK_UP(child)                                                                    \
    {                                                                                     \
        over = 0;                                                                         \
        VALUE value = later(search(child, depth - 1, sooner(alpha), sooner(beta), seen));  \
        if (first) { best = most(best, value); alpha = most(alpha, best); }               \
        else { best = least(best, value); beta = least(beta, best); }                     \
        if (alpha >= beta) return best;                                                   \
    }
