// Andantino on bitboards of 361 bits: the algorithm of lazytree/games/andantino_rules.py with "weighed", side 10.
// Vector registers slow six words down: plain ones, and all in one function, are the fastest that we found.
#pragma GCC optimize("no-tree-vectorize")
#ifdef __x86_64__
#pragma GCC target("no-avx512f")
#endif
#include "search.h"

#define INLINE inline __attribute__((always_inline))

enum { WIDTH = 19, CELLS = WIDTH * WIDTH, WORDS = 6, NOBODY = -1 };
typedef struct { uint64_t word[WORDS]; } Set;
typedef struct { Set stones[2], rings[2]; int mover, winner; } Position;

static Set inside, border;
static int centre;

void setup(const uint64_t *all, const uint64_t *edge, int64_t middle) {
    memcpy(&inside, all, sizeof inside);
    memcpy(&border, edge, sizeof border);
    centre = (int)middle;
}

#define EACH_WORD(k) for (int k = 0; k < WORDS; k++)

static INLINE Set and(Set a, Set b) { EACH_WORD(k) a.word[k] &= b.word[k]; return a; }
static INLINE Set or(Set a, Set b) { EACH_WORD(k) a.word[k] |= b.word[k]; return a; }
static INLINE Set minus(Set a, Set b) { EACH_WORD(k) a.word[k] &= ~b.word[k]; return a; }

static INLINE int any(Set a) {
    uint64_t all = 0;
    EACH_WORD(k) all |= a.word[k];
    return all != 0;
}

static INLINE int same(Set a, Set b) {
    uint64_t apart = 0;
    EACH_WORD(k) apart |= a.word[k] ^ b.word[k];
    return !apart;
}

static INLINE int count(Set a) {
    int sum = 0;
    EACH_WORD(k) sum += __builtin_popcountll(a.word[k]);
    return sum;
}

// by a constant number of bits, once inlined; what a left shift carries beyond the board is masked by the callers
static INLINE Set up(Set a, int n) {
    Set b;
    int words = n / 64, bits = n % 64;
    for (int k = WORDS - 1; k >= 0; k--) {
        uint64_t here = k - words >= 0 ? a.word[k - words] : 0, below = k - words - 1 >= 0 ? a.word[k - words - 1] : 0;
        b.word[k] = bits ? here << bits | below >> (64 - bits) : here;
    }
    return b;
}

static INLINE Set down(Set a, int n) {
    Set b;
    int words = n / 64, bits = n % 64;
    for (int k = 0; k < WORDS; k++) {
        uint64_t here = k + words < WORDS ? a.word[k + words] : 0, above = k + words + 1 < WORDS ? a.word[k + words + 1] : 0;
        b.word[k] = bits ? here >> bits | above << (64 - bits) : here;
    }
    return b;
}

static INLINE Set with_neighbours(Set a) {
    Set after = or(a, up(a, 1)), before = or(a, down(a, 1));
    return or(or(after, up(after, WIDTH)), or(before, down(before, WIDTH)));
}

static INLINE Set grown(Set seed, Set room) {
    Set reached = and(seed, room);
    for (;;) {
        Set further = and(with_neighbours(reached), room);
        if (same(further, reached)) return reached;
        reached = further;
    }
}

static INLINE Set next_to_two(Set a) {
    Set near[6] = {up(a, 1), down(a, 1), up(a, WIDTH), down(a, WIDTH), up(a, WIDTH + 1), down(a, WIDTH + 1)};
    Set once = {{0}}, twice = {{0}};
    for (int k = 0; k < 6; k++) {
        twice = or(twice, and(once, near[k]));
        once = or(once, near[k]);
    }
    return twice;
}

static INLINE Set fives(Set a, int step) {
    Set two = and(a, down(a, step)), four = and(two, down(two, 2 * step));
    return and(four, down(a, 4 * step));
}

static INLINE int has_five(Set a) { return any(or(or(fives(a, 1), fives(a, WIDTH)), fives(a, WIDTH + 1))); }

// into how many groups the neighbours of a stone fall
static INLINE int parts_around(Set stone, Set own) {
    Set near = minus(and(with_neighbours(stone), own), stone);
    int pairs = count(and(near, down(near, 1))) + count(and(near, down(near, WIDTH))) + count(and(near, down(near, WIDTH + 1)));
    return count(near) - pairs;
}

static INLINE int line_and_loners(Set a) {
    Set along = and(a, down(a, 1)), falling = and(a, down(a, WIDTH)), across = and(a, down(a, WIDTH + 1));
    Set touching = or(or(or(along, up(along, 1)), or(falling, up(falling, WIDTH))), or(across, up(across, WIDTH + 1)));
    int length = any(a);
    while (any(or(or(along, falling), across))) {
        length++;
        along = and(along, down(along, 1));
        falling = and(falling, down(falling, WIDTH));
        across = and(across, down(across, WIDTH + 1));
    }
    return length - count(minus(a, touching));
}

static INLINE int count_fives(Set a) { return count(fives(a, 1)) + count(fives(a, WIDTH)) + count(fives(a, WIDTH + 1)); }

static int64_t weighed(const Position *p) {
    int longest = line_and_loners(p->stones[0]) - line_and_loners(p->stones[1]);
    return 10 * longest + count_fives(minus(inside, p->stones[1])) - count_fives(minus(inside, p->stones[0]));
}

static INLINE Set single(int cell) {
    Set a = {{0}};
    a.word[cell / 64] = 1ULL << cell % 64;
    return a;
}

static INLINE Set move_set(const Position *p) {
    Set stones = or(p->stones[0], p->stones[1]), none = {{0}};
    if (!any(stones)) return single(centre);
    if (count(stones) == 1) return minus(and(with_neighbours(stones), inside), stones);
    return p->winner == NOBODY ? minus(and(next_to_two(stones), inside), stones) : none;
}

static void play(const Position *p, int cell, Position *q) {
    int own = p->mover;
    Set stone = single(cell);
    *q = *p;
    q->stones[own] = or(p->stones[own], stone);
    if (parts_around(stone, q->stones[own]) > 1) {
        Set room = minus(inside, q->stones[own]);
        q->rings[own] = minus(room, grown(border, room));
    } else {
        q->rings[own] = minus(p->rings[own], stone);
    }
    int wins = has_five(q->stones[own]) ||
               (any(q->rings[own]) && any(and(grown(with_neighbours(stone), q->rings[own]), q->stones[1 - own])));
    q->winner = wins ? own : NOBODY;
    q->mover = 1 - own;
}

static int64_t end_value(const Position *p) { return p->winner == NOBODY ? 0 : p->winner == 0 ? WIN : -WIN; }

static int64_t static_value(const Position *p) {
    return any(move_set(p)) ? weighed(p) : end_value(p);
}

static int64_t search(const Position *p, int depth, int64_t alpha, int64_t beta, int64_t *seen) {
    ++*seen;
    if (depth == 0) return static_value(p);
    int first = p->mover == 0, over = 1;
    int64_t best = first ? -FAR : FAR;
    Set targets = move_set(p);
    for (int k = 0; k < WORDS; k++)
        for (uint64_t left = targets.word[k]; left; left &= left - 1) {
            Position child;
            play(p, 64 * k + __builtin_ctzll(left), &child);
            BACK_UP(&child)
        }
    return over ? end_value(p) : best;
}

int64_t run(const uint64_t *black, const uint64_t *white, const uint64_t *black_rings, const uint64_t *white_rings,
            int64_t mover, int64_t winner, int64_t depth, int64_t *seen) {
    Position p;
    memcpy(&p.stones[0], black, sizeof(Set));
    memcpy(&p.stones[1], white, sizeof(Set));
    memcpy(&p.rings[0], black_rings, sizeof(Set));
    memcpy(&p.rings[1], white_rings, sizeof(Set));
    p.mover = (int)mover, p.winner = (int)winner;
    return search(&p, (int)depth, -FAR, FAR, seen);
}
