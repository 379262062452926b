// Selfo for two, one step a turn, with passing and the swap rule: the rules of lazytree/games/selfo_rules/rules.py with
// "swarm" (lazytree/swarm/scores.py). Sums are not fused (-ffp-contract=off), so that values are equal to the last bit.
#define VALUE double
#include "search.h"

typedef unsigned __int128 Set;
typedef struct { Set sets[2]; int mover, passes, newcomers; } Position;

enum { MOST = 128, PLAYERS = 2 };
static int cells;
static Set near[MOST], everywhere;
static int64_t points[MOST][3];
static double law[MOST][MOST + 1]; // of a group of so many pieces, at each distance

static inline int count_of(Set set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

static inline int lowest(Set set) {
    return (uint64_t)set ? __builtin_ctzll((uint64_t)set) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline Set around(Set set) {
    Set found = 0;
    for (; set; set &= set - 1) found |= near[lowest(set)];
    return found;
}

static inline Set joined_to(Set start, Set room) {
    Set found = start;
    for (Set fresh = around(start) & room & ~found; fresh; fresh = around(fresh) & room & ~found) found |= fresh;
    return found;
}

static double strength_at(const double *strengths, Set spot, Set group, Set through) {
    if (group & spot) return strengths[0];
    Set seen = spot, ring = around(spot) & ~seen;
    for (int distance = 1; ring; distance++) {
        if (group & ring) return strengths[distance];
        seen |= ring, ring = around(ring & through) & ~seen;
    }
    return 0;
}

static Set loudest_at(Set spot, Set mine, Set through) {
    Set loudest = 0;
    double most = 0;
    for (Set left = mine; left;) {
        Set group = joined_to(left & -left, left);
        double strength = strength_at(law[count_of(group)], spot, group, through);
        if (!loudest || strength > most || (strength == most && count_of(group) > count_of(loudest)))
            loudest = group, most = strength;
        left &= ~group;
    }
    return loudest;
}

static double heard(const double *strengths, Set group, Set listeners, Set through) {
    double total = strengths[0] * count_of(group & listeners);
    Set waiting = listeners & ~group, seen = group, ring = around(group) & ~seen;
    for (int distance = 1; ring && waiting; distance++) {
        total += strengths[distance] * count_of(ring & waiting);
        waiting &= ~ring;
        seen |= ring, ring = around(ring & through) & ~seen;
    }
    return total;
}

static int centroid(Set mine) {
    int64_t count = 0, x = 0, y = 0, z = 0, least = -1;
    int nearest = 0;
    for (; mine; mine &= mine - 1) {
        const int64_t *point = points[lowest(mine)];
        count++, x += point[0], y += point[1], z += point[2];
    }
    for (int cell = 0; cell < cells; cell++) {
        int64_t a = count * points[cell][0] - x, b = count * points[cell][1] - y, c = count * points[cell][2] - z;
        int64_t distance = a * a + b * b + c * c;
        if (least < 0 || distance < least) nearest = cell, least = distance;
    }
    return nearest;
}

static double score(Set mine, Set theirs) {
    if (!mine) return 0;
    Set important = loudest_at((Set)1 << centroid(mine), mine, ~theirs);
    return heard(law[count_of(important)], important, mine, ~theirs) / count_of(mine);
}

static inline int has_won(const Position *p) { // the last who moved
    Set mine = p->sets[1 - p->mover];
    return joined_to(mine & -mine, mine) == mine;
}

static inline VALUE end_value(const Position *p) { return !has_won(p) ? 0 : p->mover == 0 ? -WIN : WIN; }

static inline int is_over(const Position *p) { return p->passes >= PLAYERS || has_won(p); }

static VALUE static_value(const Position *p) {
    if (is_over(p)) return end_value(p);
    return score(p->sets[0], p->sets[1]) - score(p->sets[1], p->sets[0]);
}

static VALUE search(const Position *p, int depth, VALUE alpha, VALUE beta, int64_t *seen) {
    ++*seen;
    if (depth == 0) return static_value(p);
    if (is_over(p)) return end_value(p);
    int first = p->mover == 0, over = 1, newcomers = p->newcomers > 0 ? p->newcomers - 1 : 0;
    VALUE best = first ? -FAR : FAR;
    Set mine = p->sets[p->mover], empty = everywhere & ~(p->sets[0] | p->sets[1]);
    for (Set left = mine; left; left &= left - 1) {
        int source = lowest(left);
        for (Set targets = near[source] & empty; targets; targets &= targets - 1) {
            Position child = {{p->sets[0], p->sets[1]}, 1 - p->mover, 0, newcomers};
            child.sets[p->mover] ^= (Set)1 << source | (targets & -targets);
            BACK_UP(&child)
        }
    }
    Position passed = {{p->sets[0], p->sets[1]}, 1 - p->mover, p->passes + 1, newcomers};
    BACK_UP(&passed)
    if (0 < p->newcomers && p->newcomers < PLAYERS) {
        Position swapped = {{p->sets[1], p->sets[0]}, 1 - p->mover, 0, newcomers};
        BACK_UP(&swapped)
    }
    return over ? end_value(p) : best;
}

static Set set_of(const uint64_t *words) { return (Set)words[1] << 64 | words[0]; }

void setup(int64_t number, const uint64_t *neighbours, const int64_t *places, int64_t pieces, const double *strengths) {
    cells = (int)number;
    everywhere = ((Set)1 << cells) - 1;
    for (int cell = 0; cell < cells; cell++) {
        near[cell] = set_of(neighbours + 2 * cell);
        for (int axis = 0; axis < 3; axis++) points[cell][axis] = places[3 * cell + axis];
    }
    for (int size = 0; size <= pieces; size++)
        for (int distance = 0; distance <= cells; distance++) law[size][distance] = strengths[size * (cells + 1) + distance];
}

double run(const uint64_t *first, const uint64_t *second, int64_t newcomers, int64_t depth, int64_t *seen) {
    Position p = {{set_of(first), set_of(second)}, 0, 0, (int)newcomers};
    return search(&p, (int)depth, -FAR, FAR, seen);
}
