"""Lazy sequences: an item is made once, when it is looked at; no error and no interrupt makes a sequence end early."""

import dis
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from threading import Barrier, Thread
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.trees.lazy_sequences import lazy_sequence

INDEXES = st.integers(-12, 12)
SLICES = st.builds(slice, st.none() | INDEXES, st.none() | INDEXES, st.none() | INDEXES.filter(bool))
LOOKS = st.lists(
    st.one_of(
        st.tuples(st.just("index"), INDEXES),
        st.tuples(st.just("slice"), SLICES),
        st.tuples(st.just("read"), st.integers(0, 12)),
        st.sampled_from([("len", None), ("bool", None), ("all", None), ("reversed", None), ("in", 3)]),
    ),
    max_size=6,
)


def look(items: Any, how: str, argument: Any) -> Any:
    """What a reader sees who looks at a sequence in this way."""
    ways: dict[str, Callable[[], Any]] = {
        "index": lambda: items[argument],
        "slice": lambda: tuple(items[argument]),
        "read": lambda: list(islice(items, argument)),
        "len": lambda: len(items),
        "bool": lambda: bool(items),
        "all": lambda: list(items),
        "reversed": lambda: list(reversed(items)),
        "in": lambda: argument in items,
    }
    try:
        return ways[how]()
    except IndexError:
        return "no such item"


@given(st.lists(st.integers(0, 9), max_size=9), LOOKS, st.booleans())
def test_a_remembered_sequence_is_the_sequence(source, looks, one_shot):
    items = lazy_sequence(iter(source) if one_shot else source)
    for how, argument in looks:
        assert look(items, how, argument) == look(source, how, argument), (how, argument)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=6))
def test_only_what_is_looked_at_is_made_and_once(indexes):
    made: list[int] = []
    items = lazy_sequence(made.append(n) or n for n in count())  # type: ignore[func-returns-value]
    for index in indexes:
        assert items[index] == index
        assert list(islice(items, index + 1)) == list(range(index + 1))
        assert items[: index + 1] == tuple(range(index + 1))
    assert made == list(range(max(indexes) + 1))


def test_whether_there_is_anything_looks_at_one_item():
    items = lazy_sequence(iter([1, 2, 3]))
    assert items.seen == 0
    assert bool(items)
    assert items.seen == 1


def test_two_readers_share_what_was_made():
    made: list[int] = []
    items = lazy_sequence(made.append(n) or n for n in range(5))  # type: ignore[func-returns-value]
    one, other = iter(items), iter(items)
    assert [next(one), next(one), next(other), next(one), next(other)] == [0, 1, 0, 2, 1]
    assert list(other) == [2, 3, 4]
    assert list(one) == [3, 4]
    assert made == [0, 1, 2, 3, 4]


def test_an_item_that_is_none_or_false_is_an_item():
    assert list(lazy_sequence(iter([None, False, 0, ()]))) == [None, False, 0, ()]


def failing(source: list[int], at: int, error: BaseException, times: int = 1) -> Any:
    """An iterable that raises in place of the item at `at`, `times` times."""
    left = [times]

    class Failing:
        def __iter__(self) -> Iterator[int]:
            for index, item in enumerate(source):
                if index == at and left[0]:
                    left[0] -= 1
                    raise error
                yield item
            if at >= len(source) and left[0]:
                left[0] -= 1
                raise error

    return Failing()


ERRORS = [ValueError("lost the thread"), KeyboardInterrupt(), StopAsyncIteration()]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@given(st.lists(st.integers(), max_size=6), st.data())
def test_a_source_read_once_that_raised_raises_again(error, source, data):
    at = data.draw(st.integers(0, len(source)))
    items = lazy_sequence(iter(failing(source, at, error)))
    for ask in (list, len, lambda items: items[at], lambda items: items[-1], tuple):
        with pytest.raises(type(error)):
            ask(items)  # type: ignore[operator]
    assert list(islice(items, at)) == source[:at]
    assert items.seen == at


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@given(st.lists(st.integers(), max_size=6), st.data())
def test_a_source_that_can_be_asked_again_is_asked_afresh(error, source, data):
    at, times = data.draw(st.integers(0, len(source))), data.draw(st.integers(1, 3))
    items = lazy_sequence(failing(source, at, error, times))
    for _ in range(times):
        with pytest.raises(type(error)):
            list(items)
    assert list(items) == source


def test_a_reader_that_was_caught_by_an_error_reads_on_from_a_new_one():
    items = lazy_sequence(failing([1, 2, 3], 1, ValueError()))
    reader = iter(items)
    assert next(reader) == 1
    with pytest.raises(ValueError):
        next(reader)
    assert list(items) == [1, 2, 3]


class Interrupted(BaseException):
    """An error that only these tests raise; like KeyboardInterrupt it is no Exception."""


def interrupted_at(step: int, run: Callable[[], object], file: str) -> bool:
    """Runs it, interrupts it at the place of that number in this file; whether it came so far.

    The places are those where Python handles signals: where a function begins or goes on, after a call returns, and
    before a jump backwards.
    """
    left = [step]

    def place() -> None:
        left[0] -= 1
        if left[0] < 0:
            sys.settrace(None)
            raise Interrupted

    def begin(frame: FrameType, event: str, argument: object) -> Any:
        if not frame.f_code.co_filename.endswith(file):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        before = [""]

        def go_on(frame: FrameType, event: str, argument: object) -> Any:
            if event == "opcode":
                name = dis.opname[frame.f_code.co_code[frame.f_lasti]]
                called, before[0] = before[0].startswith("CALL"), name
                if called or name.startswith("JUMP_BACKWARD"):
                    place()
            return go_on

        place()
        return go_on

    outside = sys.gettrace()
    sys.settrace(begin)
    try:
        run()
    except Interrupted:
        return True
    finally:
        sys.settrace(outside)
    return False


@pytest.mark.parametrize("one_shot", [False, True])
def test_an_interrupt_anywhere_never_loses_an_item(one_shot):
    source = [3, 1, 4, 1, 5]
    step, more = 0, True
    while more:
        items = lazy_sequence(iter(source) if one_shot else source)
        more = interrupted_at(step, lambda: list(items), "trees/lazy_sequences.py")  # noqa: B023
        for _ in range(2):
            try:
                assert list(items) == source, f"interrupted at step {step}"
            except Interrupted:
                assert one_shot  # it may go on refusing; it may not end early
        step += 1
    assert step > 50


@pytest.fixture
def hasty():
    """Threads that take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(work: Callable[[], Any], threads: int = 4) -> list[Any]:
    """What each of some threads makes of the same work, begun at once; an error is an answer too."""
    answers: list[Any] = []
    together = Barrier(threads)

    def run() -> None:
        together.wait()
        try:
            answers.append(work())
        except BaseException as error:
            answers.append(error)

    crew = [Thread(target=run) for _ in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return answers


@pytest.mark.parametrize("one_shot", [False, True])
def test_threads_read_the_same_and_nothing_is_made_twice(hasty, one_shot):
    for _ in range(20):
        made: list[int] = []

        def source():
            for n in range(50):
                made.append(n)  # noqa: B023
                yield n

        class Again:
            def __iter__(self):
                return source()

        items = lazy_sequence(source() if one_shot else Again())
        assert in_threads(lambda: list(items)) == [list(range(50))] * 4  # noqa: B023
        assert made == list(range(50))
