"""Tasks on executors: each is done, none is lost when a worker dies, and what is wrong with a task is an error."""

import os
import signal
import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.core import executing
from lazytree.core.executing import WorkersDie, execute, in_processes, in_this_process, on_executor
from tests.helpers.waiting import LONG, until

from .test_resuming import alive


def flat(groups: Iterable[list[tuple[Any, Any]]]) -> list[tuple[Any, Any]]:
    return [each for group in groups for each in group]


def dies_once(task: tuple[int, str]) -> int:
    """The number, from a process that is killed the first time that it is asked for the number 3."""
    number, marks = task
    if number == 3:
        try:
            (Path(marks) / "killed").touch(exist_ok=False)
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def fails(task: int) -> int:
    raise ArithmeticError(f"task {task}")


def sleeps(task: float) -> int:
    time.sleep(task)
    return os.getpid()


@pytest.mark.process
def test_a_process_that_is_killed_loses_no_task(tmp_path: Path):
    tasks = [(number, str(tmp_path)) for number in range(8)]
    found = flat(in_processes(tasks, dies_once, 2))
    assert (tmp_path / "killed").exists()
    assert sorted(found) == [(task, task[0]) for task in tasks]


@pytest.mark.process
def test_processes_that_die_again_and_again_are_an_error():
    with pytest.raises(WorkersDie, match=r"the workers die \(BrokenProcessPool\).*__main__"):
        list(in_processes([1], dies, 2))


@pytest.mark.process
def test_what_is_left_unread_is_ended_with_its_processes():
    stream = in_processes([0.0, 2 * LONG, 2 * LONG], sleeps, 2)
    ((_, process),) = next(stream)
    stream.close()
    until(lambda: not alive(process), lambda: "a process lives on")


@given(st.lists(st.integers(), max_size=20), st.integers(1, 4))
def test_threads_do_each_task_once(tasks: list[int], threads: int):
    with ThreadPoolExecutor(threads) as executor:
        found = flat(on_executor(tasks, str, executor))
    assert sorted(found) == sorted((task, str(task)) for task in tasks)


@pytest.mark.parametrize("run", [in_this_process, lambda tasks, work: on_executor(tasks, work, ThreadPoolExecutor(1))])
def test_the_error_of_a_task_is_an_error(run: Callable[..., object]):
    with pytest.raises(ArithmeticError, match="task 7"):
        list(run([7], fails))  # type: ignore[call-overload]


class Breaking(Executor):
    """An executor that breaks at some of its submissions, and then at all, until another one is made."""

    broken = False

    def __init__(self, plan: list[bool]) -> None:
        self.plan = plan

    def submit(self, work, /, *arguments, **named):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        self.broken = self.broken or (bool(self.plan) and self.plan.pop())
        if self.broken:
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(work(*arguments))
        return future


@given(st.lists(st.booleans(), max_size=12).map(lambda plan: [each and at % 3 == 0 for at, each in enumerate(plan)]))
def test_however_pools_break_each_task_is_answered_once(plan: list[bool]):
    left = list(plan)
    found = flat(execute(range(6), str, lambda: Breaking(left), lambda met: 2, own=True))
    assert sorted(found) == [(task, str(task)) for task in range(6)]


def test_an_executor_of_ones_own_is_not_replaced():
    with pytest.raises(WorkersDie, match="can be made again with a new executor"):
        list(on_executor([1], str, Breaking([True])))


class ClosedClientError(Exception):
    """As Dask's: the scheduler is gone."""


class Gone(Executor):
    """An executor that takes one task, never answers, and refuses all others."""

    def __init__(self) -> None:
        self.taken = list[Future[object]]()

    def submit(self, work, /, *arguments, **named):  # type: ignore[no-untyped-def]
        if self.taken:
            raise ClosedClientError("Client is closed")
        self.taken.append(Future())
        return self.taken[0]


@pytest.mark.parametrize("tasks", [[1], [1, 2]])
def test_an_executor_that_is_gone_is_told_whether_it_answers_or_not(tasks: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(executing, "SILENCE", 0.01)
    with pytest.raises(WorkersDie, match=r"the workers die \(ClosedClientError\): what is done is in the store"):
        list(on_executor(tasks, str, Gone()))


def test_batches_grow_while_tasks_are_short_and_an_error_loses_no_result():
    """Task 40 fails: what its batch has done before it is answered first."""

    def work(task: int) -> int:
        return fails(task) if task == 40 else task

    found, sizes = list[tuple[int, int]](), list[int]()
    with ThreadPoolExecutor(1) as executor, pytest.raises(ArithmeticError, match="task 40"):
        for group in on_executor(range(60), work, executor):
            found += group
            sizes.append(len(group))
    assert {(task, task) for task in range(40)} <= {*found} and len({*found}) == len(found)
    assert max(sizes) > 1


class KilledWorker(Exception):  # noqa: N818 - as Dask calls it
    """As Dask's: one task has lost its workers."""


def test_a_task_that_has_lost_its_worker_is_done_again():
    left = [1, 1]

    def work(task: int) -> int:
        if task == 2 and left:
            left.pop()
            raise KilledWorker
        return task

    with ThreadPoolExecutor(1) as executor:
        assert sorted(flat(on_executor([1, 2, 3], work, executor))) == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="an alarm takes the place of Ctrl-C, which Windows has not"
)
def test_ctrl_c_at_any_moment_is_raised_as_such_and_leaves_the_executor_whole():
    """Raised inside `concurrent.futures` it leaves locks held or free: the executor hangs, or another error is told."""

    def heard(number: int, frame: object) -> None:
        ctrl_c = signal.getsignal(signal.SIGINT)
        assert callable(ctrl_c)
        ctrl_c(signal.SIGINT, None)

    random, before = Random(1), signal.signal(signal.SIGALRM, heard)
    try:
        with ThreadPoolExecutor(2) as executor:
            for _ in range(300):
                groups = on_executor(range(10**9), abs, executor)
                next(groups)
                signal.setitimer(signal.ITIMER_REAL, random.uniform(1e-4, 3e-3))
                with pytest.raises(KeyboardInterrupt):
                    flat(groups)
            assert sorted(flat(on_executor(range(50), abs, executor))) == [(task, task) for task in range(50)]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
