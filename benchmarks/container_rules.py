"""Rules with lists, dicts, sets and generators, as newcomers write them. None is of a game of the library.

`board` has 64 cells of 0, 1, 2, in those of CONSTRUCTS 16; `n` is a number of rounds, or a seed. TIMED are raced by
`benchmarks/containers.py`, CONSTRUCTS are followed through the compiler by `benchmarks/constructs.py`, and
`tests/compiler/test_container_rules.py` says which of REFUSED run as machine code: they were refused, or trapped, while
the compiler had no value that is a container.
"""

# ruff: noqa: RUF005, UP028


def near(cell):
    r = cell // 8
    c = cell % 8
    if r > 0:
        yield cell - 8
    if r < 7:
        yield cell + 8
    if c > 0:
        yield cell - 1
    if c < 7:
        yield cell + 1


def distances(board, start):  # a dict and a queue
    far = {start: 0}
    ahead = [start]
    at = 0
    while at < len(ahead):
        here = ahead[at]
        at += 1
        for there in near(here):
            if board[there] == 0 and there not in far:
                far[there] = far[here] + 1
                ahead.append(there)
    return sum(far.values())


def all_distances(board, n):
    total = 0
    for start in range(n):
        total += distances(board, start & 63)
    return total


def group(board, start):  # a set and a stack
    seen = {start}
    ahead = [start]
    while ahead:
        here = ahead.pop()
        for there in near(here):
            if board[there] == board[start] and there not in seen:
                seen.add(there)
                ahead.append(there)
    return len(seen)


def all_groups(board, n):
    total = 0
    for start in range(n):
        total += group(board, start & 63)
    return total


def counted(board):  # a dict of counts, sorted
    votes = {}
    for x in board:
        votes[x] = votes.get(x, 0) + 1
    best = 0
    for x in sorted(votes, reverse=True):
        best = best * 100 + votes[x]
    return best


def all_counted(board, n):
    total = 0
    for i in range(n):
        total += counted(board) + i
    return total


def free(board):
    return [c for c in range(64) if board[c] == 0]


def one_list(board, i):  # a list given by a function, gone over twice and sorted
    total = 0
    cells = free(board)
    for c in cells:
        if c > i & 63:
            total += c
            break
    for c in sorted(cells, key=lambda c: 0 - c):
        total += c & i
        if c < 60:
            break
    return total


def all_lists(board, n):
    total = 0
    for i in range(n):
        total += one_list(board, i)
    return total


def moves(board, turn):  # a generator of moves, consumed by a plain loop: no container at all
    for c in range(64):
        if board[c] == 0:
            for there in near(c):
                if board[there] == turn:
                    yield c * 64 + there


def all_moves(board, n):
    total = 0
    for i in range(n):
        for m in moves(board, 1 + (i & 1)):
            total += m & i
    return total


def move_list(board, turn):
    found = []
    for c in range(64):
        if board[c] == 0:
            for there in near(c):
                if board[there] == turn:
                    found.append((c, there))
    return found


def one_move_list(board, i):
    total = 0
    for c, there in move_list(board, 1 + (i & 1)):
        total += (c * 64 + there) & i
    return total


def all_move_lists(board, n):  # a list of moves, gone over once: today it is never made
    total = 0
    for i in range(n):
        total += one_move_list(board, i)
    return total


# ---- one for each thing that is refused, or a trap, today


def alias(board, n):  # two names for one list, and a change of either
    a = [n]
    b = a
    for x in board:
        if x > 1:
            b.append(x)
        else:
            a.append(n)
    return len(a) * 1000 + len(b) + sum(a)


def push(stack, x):
    stack.append(x)
    return stack


def given_back(board, n):  # a function gives back what it was handed
    a = [1]
    b = push(a, n)
    b.append(2)
    return sum(a) * 10 + len(b)


def rows(board, n):  # lists in a list, of a number that varies
    piles = [[] for _ in range(n & 7)]
    piles.append([])
    for c in range(64):
        if board[c] > 0:
            piles[c % len(piles)].append(c)
    best = piles[0]
    for p in piles:
        if len(p) > len(best):
            best = p
    best.append(99)
    return sum(len(p) * (i + 1) for i, p in enumerate(piles)) + sum(best)


def graph(board, n):  # lists and sets in dicts
    links = {}
    for c in range(64):
        if board[c] != 0:
            links.setdefault(board[c], []).append(c)
    seen = {}
    for k in links:
        seen[k] = {x % (n & 7 | 1) for x in links[k]}
        seen[k].add(n)
    return sum(len(v) for v in links.values()) * 100 + sum(sum(s) for s in seen.values())


def in_order(board, n):  # the order of a set, as CPython has it
    cells = {c * 37 % 1009 - n for c in range(64) if board[c] != 1}
    for c in range(0, 64, 3):
        cells.discard(c * 37 % 1009 - n)
    code = 0
    for c in cells:
        code = (code * 31 + c) % 1000003
    return code


def pairs_in_order(board, n):
    cells = {(c // 8 - n, c % 8) for c in range(64) if board[c] != 1}
    code = 0
    for r, c in cells:
        code = (code * 31 + r * 8 + c) % 1000003
    return code


def late(board, n):  # a generator expression looks late
    k = n
    xs = [1, 2, 3]
    g = (x * k for x in xs)
    k = 5
    xs.append(n)
    return sum(g)


def twice(board, n):  # a generator is left, and gone on with
    g = near(n & 63)
    total = 0
    for x in g:
        total += x
        if x > 8:
            break
    for x in g:
        total += 100 * x
    return total


def even(board, ahead, at):  # functions that are handed a list call each other in circles
    if at >= 64:
        return 0
    if board[at] == 0:
        ahead.append(at)
    return odd(board, ahead, at + 1) + 1


def odd(board, ahead, at):
    if at >= 64:
        return 0
    return even(board, ahead, at + 2) + len(ahead)


def circles(board, n):
    return even(board, [n], 0)


def sets_given(board):
    ours = set()
    theirs = set()
    for c in range(64):
        if board[c] == 1:
            ours.add(c)
        if board[c] == 2:
            theirs.add(c)
    return ours, theirs


def two_given(board, n):  # two sets given at once
    a, b = sets_given(board)
    return len(a) * 1000 + len(b) + (n in a)


def effects(board, n):  # what is gone over changes in the loop
    ahead = [n & 63]
    total = 0
    for x in ahead:
        for y in near(x):
            if y not in ahead and len(ahead) < 30:
                ahead.append(y)
        total += x
    return total


def kept(board, n):  # a dict in a tuple, a tuple of lists
    state = ({1: n}, [n, 2])
    d, l = state
    d[2] = 7
    l.append(len(d))
    return sum(state[0].values()) + sum(state[1])


def paths(board, here, left, trail):  # a recursive generator that is handed a list
    if left == 0:
        yield sum(trail)
    else:
        for there in near(here):
            if there not in trail:
                trail.append(there)
                for each in paths(board, there, left - 1, trail):
                    yield each
                trail.pop()


def walks(board, n):
    return sum(paths(board, n & 63, 4, [n & 63]))


# ---- one construct each, beside a plain loop


def plain_loop(board, n):
    total = 0
    for c in range(16):
        if board[c] == 1:
            total += c & n
    return total


def of_kind(board, kind):
    return board.count(kind)


def plain_rule(board, n):  # no container, but what most rules have: calls, a method, loops, a generator expression
    total = sum(c & n for c in range(16) if board[c] == 1)
    for x in board:
        total += x
    at = 0
    while at < 15 and board[at] != 1:
        at += 1
    return total + of_kind(board, n & 1) * at if at < n else max(total, n)


def a_dict(board, n):
    votes = {}
    for x in board:
        votes[x] = votes.get(x, 0) + 1
    total = 0
    for k, v in votes.items():
        total += k * v
    return total


def sorted_over_a_set(board, n):
    cells = {c for c in range(16) if board[c] == 1}
    cells.add(n & 7)
    total = 0
    for c in sorted(cells):
        total += c & n
    return total


def a_list_comprehension_over_a_set(board, n):
    cells = {c for c in range(16) if board[c] == 1}
    cells.add(n & 7)
    return sum([c & n for c in cells])


def a_board_that_grows(board, n):
    trail = ()
    for c in range(16):
        if board[c] == 1:
            trail = trail + (c,)
    return sum(trail) + len(trail)


def a_list(board, n):
    ahead = [n & 7]
    while ahead:
        c = ahead.pop()
        if board[c] == 1:
            return c
        if c < 15:
            ahead.append(c + 1)
    return 0


def beside(c):
    if c > 0:
        yield c - 1
    if c < 15:
        yield c + 1


def a_generator(board, n):
    total = 0
    for c in range(16):
        for d in beside(c):
            if board[d] == 1:
                total += c & n
    return total


def replaced(trail, n):
    return trail[: n & 1] + (n & 7,) + trail[(n & 1) + 1 :]


def appended(trail, n):
    return trail + (n & 7,)


def removed(trail, n):
    return trail[: n & 1] + trail[(n & 1) + 1 :]


REFUSED = [
    alias,
    given_back,
    rows,
    graph,
    in_order,
    pairs_in_order,
    late,
    twice,
    circles,
    two_given,
    effects,
    kept,
    walks,
]
TIMED = [
    (all_distances, 2000),
    (all_groups, 2000),
    (all_counted, 5000),
    (all_lists, 5000),
    (all_moves, 5000),
    (all_move_lists, 5000),
]

CONSTRUCTS = [a_dict, a_list, sorted_over_a_set, a_list_comprehension_over_a_set, a_board_that_grows, a_generator]
GROWING = [appended, removed]
