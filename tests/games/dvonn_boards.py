"""What the tests of DVONN share: boards drawn by hand, and a twin that piles up letters in a dictionary."""

from __future__ import annotations

from lazytree.games import dvonn

GAME = dvonn()
NUMBERED = dvonn(notation="numbers")  # the source's text board


def stacks_of(position):
    """The 49 stacks as they are shown, in reading order."""
    return " ".join(NUMBERED.show(position).splitlines()[1:10:2]).split()


# A twin: pieces as letters, bottom first, on coordinates (x, y)

PLACES = [(x, y) for y in range(1, 6) for x in range(11) if max(0, y - 3) <= x <= min(10, 7 + y)]
AROUND = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)]


def twin_of(position):
    """As much as the text tells: the top, the height, whether a DVONN piece is inside."""
    piles = {}
    for place, stack in zip(PLACES, stacks_of(position), strict=True):
        if stack != "*":
            top, height = stack[0], int(stack.strip("wbr"))
            piles[place] = ("r" if stack[-1] == "r" else top) + top * (height - 1)
    return piles


def name(x, y):
    return f"{'ABCDEFGHIJK'[x]}{y}"


def near(x, y):
    return [(x + dx, y + dy) for dx, dy in AROUND]


def twin_moves(piles, top):
    found = set()
    for (x, y), pile in piles.items():
        if pile[-1] == top and not all(place in piles for place in near(x, y)):
            landings = [(x + len(pile) * dx, y + len(pile) * dy) for dx, dy in AROUND]
            found |= {((x, y), place) for place in landings if place in piles}
    return found


def twin_steps(piles):
    """How many steps over stacks each pile is from a DVONN piece; piles that are cut off are left out."""
    steps = {place: 0 for place, pile in piles.items() if "r" in pile}
    todo = list(steps)
    for x, y in todo:
        for place in near(x, y):
            if place in piles and place not in steps:
                steps[place] = steps[x, y] + 1
                todo.append(place)
    return steps


def twin_play(piles, source, target):
    after = {place: pile for place, pile in piles.items() if place != source}
    after[target] = piles[target] + piles[source]
    return {place: after[place] for place in twin_steps(after)}


def twin_stacks(piles):
    def text(pile):
        return f"{pile[-1]}{len(pile)}{'r' if 'r' in pile else ''}"

    return [text(piles[place]) if place in piles else "*" for place in PLACES]


# A move that loses half the board

HALF = """
      .     .     .     .     .     .     .     .     .
   b1    w1    b1    .     .     b1    .     .     .     .
w1    b1    b1    w1    w1    r1r   w1    b1    r1r   .     .
   w1    b1    .     .     .     w1    b1    .     .     .
      .     .     .     .     .     .     .     .     .
White to move
"""
HALF_LOST = """
      .     .     .     .     .     .     .     .     .
   .     .     .     .     .     b1    .     .     .     .
.     .     .     .     .     w2r   w1    b1    r1r   .     .
   .     .     .     .     .     w1    b1    .     .     .
      .     .     .     .     .     .     .     .     .
Black to move
"""
