/* Solves connect four on 7 columns of 6 cells: one line of column numbers (0 to 6) a position on standard input; for
   each it prints who wins and when (the cells that stay empty, halved, below 0 if who is to move loses), the positions
   seen and the nanoseconds of the processor.

   Stones are bits, seven for each column, of which the highest stays empty. Techniques: Allis, A knowledge-based
   approach of connect-four (1988; threats); Tromp, Connect-4 8-ply database (1995; bits); Pons, Solving Connect 4: how
   to build a perfect AI (2015; null windows, moves that do not lose at once, moves that make most threats first). */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef uint64_t Bits;
enum { COLUMNS = 7, ROWS = 6, STEP = ROWS + 1, CELLS = COLUMNS * ROWS, ENTRIES = 1 << 22 };

static Bits ground, board, keys[ENTRIES];
static int8_t least[ENTRIES], most[ENTRIES];
static long seen;

/* The empty cells where one more stone makes four of these in a row. */
static Bits fourth(Bits stones, Bits taken) {
    Bits cells = stones << 1 & stones << 2 & stones << 3;
    for (int way = STEP - 1; way <= STEP + 1; way++) {
        Bits above = stones << way & stones << 2 * way, below = stones >> way & stones >> 2 * way;
        cells |= above & (stones << 3 * way | stones >> way);
        cells |= below & (stones >> 3 * way | stones << way);
    }
    return cells & board & ~taken;
}

/* Whether the value is above `low`: fail-soft, for a position in which no move wins at once. */
static int value(Bits mine, Bits taken, int count, int low) {
    seen++;
    int lost = -(CELLS - count) / 2, longest = -(CELLS - 2 - count) / 2, highest = (CELLS - 1 - count) / 2;
    Bits threats = fourth(taken ^ mine, taken), moves = taken + ground & board;
    if (moves & threats) {
        moves &= threats;
        if (moves & moves - 1) return lost;
    }
    moves &= ~(threats >> 1);
    if (!moves) return lost;
    if (count >= CELLS - 2) return 0;
    if (low < longest) return longest;
    if (low >= highest) return highest;
    Bits key = mine + taken + ground;
    Bits place = key * 0x9E3779B97F4A7C15u >> 42;
    if (keys[place] == key) {
        if (least[place] > low) return least[place];
        if (most[place] <= low) return most[place];
    }
    Bits sorted[COLUMNS];
    int weights[COLUMNS], found = 0;
    static const int inwards[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
    for (int i = 0; i < COLUMNS; i++) {
        Bits move = moves & ((Bits)1 << ROWS) - 1 << STEP * inwards[i];
        if (!move) continue;
        int weight = __builtin_popcountll(fourth(mine | move, taken | move)), at = found++;
        for (; at > 0 && weights[at - 1] < weight; at--) weights[at] = weights[at - 1], sorted[at] = sorted[at - 1];
        weights[at] = weight, sorted[at] = move;
    }
    int best = longest;
    for (int i = 0; i < found && best <= low; i++) {
        int reply = -value(taken ^ mine, taken | sorted[i], count + 1, -low - 1);
        if (reply > best) best = reply;
    }
    if (keys[place] != key) keys[place] = key, least[place] = -CELLS, most[place] = CELLS;
    if (best > low) least[place] = best;
    else most[place] = best;
    return best;
}

/* The exact value: who wins first, then how soon. */
static int solved(Bits mine, Bits taken, int count) {
    int lowest = -(CELLS - count) / 2, highest = (CELLS + 1 - count) / 2, middle = 0;
    if (fourth(mine, taken) & taken + ground) return highest;
    while (lowest < highest) {
        int found = value(mine, taken, count, middle);
        if (found > middle) lowest = found;
        else highest = found;
        middle = lowest >= 0 ? (lowest + highest) / 2 : highest <= 0 ? (lowest + highest - 1) / 2 : -1;
        if (middle >= highest) middle = highest - 1;
    }
    return lowest;
}

int main(void) {
    char line[CELLS + 2];
    for (int column = 0; column < COLUMNS; column++) ground |= (Bits)1 << STEP * column;
    board = ground * (((Bits)1 << ROWS) - 1);
    while (fgets(line, sizeof line, stdin)) {
        Bits mine = 0, taken = 0;
        int count = strcspn(line, "\n");
        for (int i = 0; i < count; i++) {
            mine ^= taken;
            taken |= taken + ((Bits)1 << STEP * (line[i] - '0'));
        }
        memset(keys, 0, sizeof keys);
        seen = 0;
        struct timespec began, ended;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
        int worth = solved(mine, taken, count);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
        long spent = (ended.tv_sec - began.tv_sec) * 1000000000L + ended.tv_nsec - began.tv_nsec;
        printf("%d %ld %ld\n", worth, seen, spent);
    }
}
