"""What the tests of Konane share: games, boards as rows of marks, and the source's worked example."""

from __future__ import annotations

from hypothesis import strategies as st

from lazytree.games import konane

SIZES = st.integers(1, 6)
CHOICES = st.lists(st.integers(0, 1000), max_size=25)
OPENINGS = st.sampled_from(["corner or centre", "corner", "centre"])


@st.composite
def games(draw):
    rows, columns, opening = draw(SIZES), draw(SIZES), draw(OPENINGS)
    if opening != "corner or centre":
        return konane(rows, max(columns, 2), opening)
    odd = rows % 2 and columns % 2
    return konane(rows, columns, opening, first="dark" if odd else draw(st.sampled_from(["dark", "light"])))


def rows_of(game, position):
    """The board's rows of marks, as the sources print them."""
    *rows, _, _ = game.show(position).splitlines()
    return ["".join(row.split()[1:]) for row in rows]


# The source's worked example

EXAMPLE = (
    "remove(5,4); remove(5,5); jump(3,4,5,4); jump(5,7,5,5); jump(3,2,3,4); jump(5,3,3,3); jump(7,6,5,6);"
    " jump(6,4,6,6); jump(7,8,7,6); jump(2,4,4,4,6,4)"
)
LETTERS = "d5 e5 d3-d5 g5-e5 b3-d3 c5-c3 f7-f5 d6-f6 h7-f7 d2-d4-d6"
BOARDS = """\
XOXOXOXO OXOXOXOX XOXOXOXO OXO.OXOX XOXOXOXO OXOXOXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXOXOX XOXOXOXO OXO..XOX XOXOXOXO OXOXOXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXOXOX XOXOXOXO OXOX.XOX XOX.XOXO OXO.OXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXOXOX XOXOXOXO OXOXO..X XOX.XOXO OXO.OXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXOXOX XOXOXOXO OXOXO..X XOX.XOXO O..XOXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXOXOX XOXOXOXO OX.XO..X XO..XOXO O.OXOXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXO.OX XOXOX.XO OX.XOX.X XO..XOXO O.OXOXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXO.OX XOX..OXO OX.XOX.X XO..XOXO O.OXOXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXOX.. XOX..OXO OX.XOX.X XO..XOXO O.OXOXOX XOXOXOXO OXOXOXOX
XOXOXOXO OXOXOX.. XOXO.OXO OX..OX.X XO..XOXO O.O.OXOX XOX.XOXO OXOXOXOX
"""
