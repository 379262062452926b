"""The shell of a session: what it is now, all that changes it, one after the other, and one job at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from threading import Event, RLock, Thread, Timer
from time import monotonic, time
from typing import Any

from lazytree.compiler import is_compiling, is_installed
from lazytree.core.stopping import HAS_THREADS, Stop
from lazytree.searching.deepening import Progress

from .jobs import BotMove, Job, do_job, wanted_job, with_answer, with_failure
from .reducer import Asked, reduce
from .refusals import Refused, by_the_rules, in_line
from .session import Permissions, Session
from .words import thought_text

Work = Callable[[Stop], Any]
"""What is done in the background: a function of a flag that it polls, if it can."""


class Left(Exception):  # noqa: N818 - no error of ours
    """The result of work that no page waits for any more."""


class Task:
    """Work that runs, or waits for its turn. `done(task, result)` is called at its end; an error is a result, too.

    >>> Task(lambda stop: 6 * 7, lambda task, result: print(result)).run()
    42
    """

    def __init__(self, work: Work, done: Callable[[Any, Any], object]) -> None:
        self._work, self._done, self._stop = work, done, Event()
        self.dropped = False  # whether its result is no longer wanted, or was told already

    def stop(self) -> None:
        """Tells the work to come to its end: its result is what it has found by then."""
        self._stop.set()

    def drop(self) -> None:
        """Cancels the work: it is told to stop, and its result is not passed on."""
        self.dropped = True
        self._stop.set()

    def run(self) -> None:
        """Does the work, unless it was dropped."""
        if self.dropped:
            return
        try:
            result = self._work(self._stop.is_set)
        except BaseException as error:
            result = error
        self.end(result)

    def end(self, result: Any) -> None:
        """Tells the result, once, unless the task was dropped."""
        if not self.dropped:
            self.dropped = True
            self._done(self, result)


def in_thread(work: Work, done: Callable[[Task, Any], object]) -> Task:
    """A task that begins now, in a thread that ends with the program.

    In marimo the thread is one of marimo's, which may tell the page what is new.
    """
    task, kind = Task(work, done), Thread
    if (marimo := sys.modules.get("marimo")) is not None and marimo.running_in_notebook():
        kind = marimo.Thread
    kind(target=task.run, daemon=True).start()
    return task


OFTEN = 0.15  # seconds between two lines about a search
A_WHILE = 1.0  # seconds after which it is said that the engine is not ready yet
GETTING_READY = "the engine is getting ready: the rules are being compiled"

Keep = Callable[[Session, Session, str], object]
"""Called with the session before and after a change, and the name of the request; it may raise Refused."""


class SessionRunner:
    """A session that people and bots change, in any thread.

    `submit(work, done)` begins work beside others; `keep` is called before a change is made; `awake()` says whether a
    bot may begin to think.

    To be read: `session`, as it is now; `job`, what is thought about; `live`, what has been found so far, in a line;
    `stamp`, a number that grows with everything that a page shows but `live`.
    """

    def __init__(
        self,
        session: Session,
        bot_move: BotMove,
        random: Random,
        submit: Callable[[Work, Callable[[Task, Any], object]], Task] = in_thread,
        keep: Keep = lambda before, after, request_id: None,
        awake: Callable[[], object] = lambda: True,
    ) -> None:
        self.lock = RLock()
        self.session, self._bot_move, self._random = session, bot_move, random
        self._submit, self._keep, self._awake = submit, keep, awake
        self._running: Task | None = None
        self.job: Job | None = None
        self._listeners: set[Callable[[], object]] = set()
        self.stamp, self.live, self._told, self._busy = int(time() * 1000), "", 0.0, False

    @property
    def idle(self) -> bool:
        """Whether it has no listeners and no job."""
        return not self._listeners and self._running is None

    @property
    def listeners(self) -> int:
        """The number of listeners."""
        return len(self._listeners)

    def follow(self, listener: Callable[[], object]) -> Callable[[], None]:
        """Lets a listener be called at every change, in any thread; gives the function that ends this."""
        with self.lock:
            self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def tell_progress(self) -> None:
        """Lets all listeners know that the line about the search is another one."""
        self._changed(live_only=True)

    def tell_change(self) -> None:
        """Lets all listeners know that what a page shows beside the session is another one."""
        with self.lock:
            self._changed()

    def _changed(self, live_only: bool = False) -> None:
        if not live_only:
            self.stamp = max(self.stamp + 1, int(time() * 1000))
        for listener in list(self._listeners):
            listener()

    # ---- what changes it

    def act(self, asked: Asked, actor: Permissions, request_id: str = "") -> None:
        """Does what is asked for. Raises Refused, which says why, where it cannot be."""
        with self.lock:
            with by_the_rules(self.session.game.name):
                after = reduce(self.session, asked, actor, self._random)
            self.change(after, request_id)

    def change(self, after: Session, request_id: str = "") -> None:
        """Makes a change: first where it is kept, then here. Raises Refused where it cannot be kept."""
        with self.lock:
            with by_the_rules(after.game.name):  # where the rules raise an error in its position, it is not made
                wanted_job(after)
            self._keep(self.session, after, request_id)
            self._become(after)

    def replace(self, session: Session) -> None:
        """Goes on with another session, which is kept already."""
        with self.lock:
            self._drop()
            self._become(session)

    def wake(self) -> None:
        """Begins the job that is wanted, if it may begin now."""
        with self.lock:
            if self._running is None:
                if self._busy:
                    self.session = self.session._replace(rested=False)
                with by_the_rules(self.session.game.name):
                    wanted = wanted_job(self.session) if self._awake() else None
                if wanted is not None:
                    self._begin(wanted)
                    self._changed()

    def close(self) -> None:
        """Ends all thinking."""
        with self.lock:
            self._drop()

    def _become(self, session: Session) -> None:
        """Shows another session, and begins or ends what is thought about as it wants."""
        self.session = session
        wanted = wanted_job(session)
        if wanted != self.job:
            self._drop()
        if self._running is None and wanted is not None and self._awake():
            self._begin(wanted)
        elif self._running is not None and session.hurried:
            self._running.stop()
        self._changed()

    # ---- what is thought about

    def _begin(self, job: Job) -> None:
        session, self.live, self._busy = self.session, "", False

        def tell(progress: Progress[Any]) -> None:
            if self.job is job and monotonic() - self._told >= OFTEN:
                self._told = monotonic()
                self.live = in_line(thought_text(session.game, session.position, progress))
                self._changed(live_only=True)

        def show(values: Any) -> None:
            with self.lock:
                if self.job is job:
                    self.session = self.session._replace(values=values)
                    self._changed()

        def work(stop: Stop) -> Any:
            return do_job(session, job, self._bot_move, stop, tell, show)

        try:
            self.job = job
            self._running = self._submit(work, lambda running, result: self._done(running, job, result))
            self._tell_if_compiling(job)
        except Refused as busy:
            self.job, self._busy = None, True
            self.session = with_failure(session, job, busy)

    def _tell_if_compiling(self, job: Job) -> None:
        """Says that the engine gets ready, if its rules are still being compiled in a while."""
        if not is_installed() or not HAS_THREADS:
            return

        def tell() -> None:
            with self.lock:
                if self.job is job and not self.live and is_compiling():
                    self.live = GETTING_READY
                    self._changed(live_only=True)

        timer = Timer(A_WHILE, tell)
        timer.daemon = True
        timer.start()

    def _done(self, running: Task, job: Job, result: Any) -> None:
        """Takes what was found, or says what went wrong."""
        with self.lock:
            if running is not self._running:
                return
            self._running, self.job, before = None, None, self.session
            if isinstance(result, Left):  # no page waits for it: it begins again with the next one
                self._changed()
                return
            try:
                self._busy = isinstance(result, Refused)
                if isinstance(result, BaseException):
                    raise result
                found, said = result
                self.change(with_answer(before, job, found, said, self._random))
            except BaseException as error:
                if self.session is before:
                    self._become(with_failure(before, job, error))
                else:  # another one has changed it meanwhile
                    self._become(self.session._replace(said=str(error)))

    def _drop(self) -> None:
        """Lets no job run any more."""
        if self._running is not None:
            self._running.drop()
        self._running, self.job, self.live = None, None, ""
