"""The runtime of dicts, as Python runs it on a list of words: what Python's dict is after the same operations."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lazytree.compiler.frontend import container_words as w

KEYS = st.tuples(st.integers(0, 40), st.integers(-2, 2))
OPERATIONS = st.lists(st.one_of(
    st.tuples(st.just("put"), KEYS, st.integers()), st.tuples(st.just("drop"), KEYS, st.none()),
    st.tuples(st.just("last"), st.none(), st.none()), st.tuples(st.just("clear"), st.none(), st.none()),
), max_size=120)  # fmt: skip
SIZE = 4  # words of a place: of a key of two words, and a value


def placed(m: list[int], key: tuple[int, int]) -> None:
    m[w.KEY : w.KEY + 2] = key


def held(m: list[int], d: int) -> list[tuple[tuple[int, ...], int]]:
    """The keys and values of a dict, in their order."""
    starts = [m[d + w.PLACES] + number * SIZE for number in range(m[d + w.COUNT])]
    return [(tuple(m[at + 1 : at + 3]), m[at + 3]) for at in starts if m[at]]


@given(OPERATIONS)
def test_the_runtime_does_what_python_does(operations: list[tuple[str, tuple[int, int], int]]) -> None:
    m = [0] * 2**14
    m[w.TOP], m[w.SIZE] = w.FIRST, len(m)
    d, expected = w.made(m), dict[tuple[int, ...], int]()
    for how, key, value in operations:
        if how == "put":
            placed(m, key)
            number = w.place(m, d, 2, SIZE)
            m[m[d + w.PLACES] + number * SIZE + 3] = value
            expected[key] = value
        elif how == "drop":
            placed(m, key)
            at = w.find(m, d, 2, SIZE)
            assert (at >= 0) == (key in expected)
            if at >= 0:
                w.drop(m, d, at, SIZE)
                del expected[key]
        elif how == "last":
            at = w.last(m, d, SIZE)
            assert (at < 0) == (not expected)
            if at >= 0:
                w.drop(m, d, at, SIZE)
                expected.popitem()
        else:
            w.clear(m, d)
            expected.clear()
        assert held(m, d) == list(expected.items())
        assert m[d + w.LEN] == len(expected)


def test_keys_of_one_word_are_found_where_others_are() -> None:
    m = [0] * 2**12
    m[w.TOP], m[w.SIZE] = w.FIRST, len(m)
    d = w.made(m)
    assert [w.place_word(m, d, key * 7, 3) for key in (*range(30), *range(30))] == [*range(30), *range(30)]
    assert [w.find_word(m, d, key * 7, 3) for key in range(31)] == [*range(30), -1]
