"""A program in memory: its entries as Python functions that raise `Trapped` where a check fails."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeVar

from lazytree.core.errors import Trap, Trapped
from lazytree.searching.kernels.memory import NEVER, Flag, arena

from ..abi import ALLOWED, ARENA, CONTEXT_WORDS, OUT, ROOM, STACK, STOP, trap_of
from ..llvm import IN_TAB
from . import native, tab
from .boundary import NOT_PACKED, Unpacking, outside, packer
from .cache import Binary
from .waiting import POLLED, Answer, begun, interruptible

# ---- How far down the running thread's stack goes, as the system says: a setting may have changed since it was started


KEPT = 2**16  # bytes above the end that machine code leaves alone: signal handlers and the C library need some
MOST = 2**23  # bytes that machine code takes: the system may give a main thread less than it says
UNKNOWN = 2**62  # no address is above it: who does not know the stack's end calls nothing


_KNOWN = threading.local()


def lowest_address() -> int:
    """The lowest address on this thread's stack that machine code may use; UNKNOWN if the system does not say."""
    if IN_TAB:
        return tab.lowest_address()
    if not hasattr(_KNOWN, "lowest"):  # to ask for the main thread's takes long
        try:
            low, size = bounds()
            _KNOWN.lowest = max(low + KEPT, low + size - MOST)
        except (AttributeError, OSError):
            _KNOWN.lowest = UNKNOWN
    return _KNOWN.lowest  # type: ignore[no-any-return]


def bounds() -> tuple[int, int]:
    """Where this thread's stack begins, at its low end, and how many bytes it has."""
    if sys.platform == "win32":
        low, high = ctypes.c_size_t(), ctypes.c_size_t()
        ctypes.windll.kernel32.GetCurrentThreadStackLimits(ctypes.byref(low), ctypes.byref(high))
        return low.value, high.value - low.value
    library = ctypes.CDLL(None)
    this = ctypes.c_void_p(threading.get_ident())
    if sys.platform == "darwin":
        library.pthread_get_stackaddr_np.restype = ctypes.c_void_p
        library.pthread_get_stacksize_np.restype = ctypes.c_size_t
        size = library.pthread_get_stacksize_np(this)
        return library.pthread_get_stackaddr_np(this) - size, size
    return of_attributes(library, this)


def of_attributes(library: Any, thread: ctypes.c_void_p) -> tuple[int, int]:
    """The low end of a thread's stack and its bytes, as pthreads tell them; OSError if they do not."""
    attributes = ctypes.create_string_buffer(256)  # a pthread_attr_t has 56 bytes or so
    if library.pthread_getattr_np(thread, attributes):
        raise OSError("this thread has no stack that the system knows")
    low, size, guard = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_size_t()
    library.pthread_attr_getstack(attributes, ctypes.byref(low), ctypes.byref(size))
    library.pthread_attr_getguardsize(attributes, ctypes.byref(guard))
    library.pthread_attr_destroy(attributes)
    return (low.value or 0) + guard.value, size.value - guard.value


FIRST_ROOM = 512  # answers
AT_ONCE = tab.STEPS if IN_TAB else 2**26  # steps of a call in the thread that asks: some hundredths of a second
UNLIMITED = 2**62
PATIENCE = Trap.LONG, Trap.RECURSION  # why a call is made again, with more time and a larger stack


class Context:
    """What one thread hands to machine code: errors, limits, the stop flag, room for the result and for answers.

    The words are declared in `lazytree.compiler.abi`.
    """

    def __init__(self, answer_bytes: int, emitted_bytes: int, dicts: bool) -> None:
        self.words = (ctypes.c_int64 * CONTEXT_WORDS)()
        self.address = ctypes.addressof(self.words)
        self.words[STACK], self.words[STOP], self.words[ALLOWED] = lowest_address(), NEVER.address, AT_ONCE
        self.words[ARENA] = arena() if dicts else 0
        self.answer = ctypes.create_string_buffer(max(8, answer_bytes))
        self.answer_address = ctypes.addressof(self.answer)
        self.count = ctypes.c_int64.from_buffer(self.answer)  # if the answer is one
        self.emitted_bytes = emitted_bytes
        self.make_room(FIRST_ROOM)

    def make_room(self, answers: int) -> None:
        """Makes room for that many values that a function emits."""
        self.buffer = ctypes.create_string_buffer(max(8, self.emitted_bytes * answers))
        self.room = memoryview(self.buffer).cast("B")
        self.words[OUT], self.words[ROOM] = ctypes.addressof(self.buffer), answers


class Function:
    """One entry as a Python function; Trapped where a check fails.

    Safe to call from several threads: each has a context of its own.
    """

    def __init__(self, binary: Binary, loaded: native.Loaded | tab.Loaded, name: str) -> None:
        entry = binary.entries[name]
        self.binary, self.loaded = binary, loaded  # the code lives as long as its functions do
        self.call = loaded.function(name)
        self.pack = packer(entry.arguments, binary.cell)
        self.answer = Unpacking(entry.result, binary.cell)
        self.emitted = Unpacking(entry.emitted, binary.cell) if entry.emitted else None
        self.local = threading.local()

    def context(self) -> Context:
        """The context of the running thread."""
        try:
            return self.local.context  # type: ignore[no-any-return]
        except AttributeError:
            emitted = self.emitted.size if self.emitted else 0
            self.local.context = Context(self.answer.size, emitted, self.binary.dicts)
            return self.local.context  # type: ignore[no-any-return]

    def __call__(self, *arguments: Any, stop: Flag | None = None) -> Any:
        context = self.context()
        if stop is not None:
            trap = self.run(context, arguments, stop)
        else:  # as in `run`, without its cost
            try:
                given = self.pack(*arguments)
            except NOT_PACKED as error:
                raise outside(error) from None
            trap = self.call(context.address, given, context.answer_address)
        if trap:
            context = self.again(trap, arguments, stop)
        return self.answer.one(context.answer)

    def answers(self, *arguments: Any) -> Iterable[Any]:
        """The values that the function emits."""
        context = self.context()
        trap = self.run(context, arguments)
        if not trap and context.count.value > context.words[ROOM]:
            context.make_room(2 * context.count.value)
            trap = self.run(context, arguments)
        if trap:
            context = self.again(trap, arguments)
        assert self.emitted is not None
        return self.emitted.each(context.room, context.count.value)

    def run(self, context: Context, arguments: tuple[Any, ...], stop: Flag = NEVER) -> int:
        """Calls machine code, which leaves its answer in the context: the code of the trap that ended it, or 0."""
        try:
            given = self.pack(*arguments)
        except NOT_PACKED as error:
            raise outside(error) from None
        context.words[STOP] = stop.address
        trap: int = self.call(context.address, given, context.answer_address)
        context.words[STOP] = NEVER.address
        return trap

    def again(self, trap: int, arguments: tuple[Any, ...], stop: Flag | None = None) -> Context:
        """The context of a second call, in a thread of its own, where the first one ran out of steps or of stack.

        Trapped where it ended for another reason.
        """
        site, why = trap_of(trap)
        if why in PATIENCE and stop is None:
            flag = Flag()
            return interruptible(lambda: self.patiently(arguments, flag), flag, None)
        raise Trapped(why, self.binary.sites[site])

    def patiently(self, arguments: tuple[Any, ...], stop: Flag) -> Context:
        """Calls machine code with no limit of steps, in a thread whose stack is large."""
        context = self.context()
        context.words[ALLOWED] = UNLIMITED
        trap = self.run(context, arguments, stop)
        if not trap and self.emitted and context.count.value > context.words[ROOM]:
            context.make_room(context.count.value)
            trap = self.run(context, arguments, stop)
        return self.again(trap, arguments, stop) if trap else context


def functions(binary: Binary) -> dict[str, Function]:
    """The entries of a program, loaded into memory, as Python functions by name."""
    loaded = tab.Loaded(binary.code) if IN_TAB else native.Loaded(binary.code)
    return {name: Function(binary, loaded, name) for name in binary.entries}


# ---- Quick code that answers at once, while another thread makes the optimized code of the same program
#
# Both are the same text for LLVM, so that every answer is the same: only the time differs.


T = TypeVar("T")
PATIENT = 0.05  # seconds in quick code, after which the optimized code is waited for
BEFORE = 0.05  # seconds in which the first answer may come before the optimized code is begun: it would come later


class Improving:
    """A function in machine code: quick code until the optimized code is there.

    Once quick code has run for PATIENT seconds, the next call waits: a long one would lose more than that.
    """

    def __init__(
        self,
        quick: Function,
        better: Answer[Mapping[str, Function]],
        name: str,
        wanted: threading.Event | None = None,
        kept: dict[str, Any] | None = None,
    ) -> None:
        """`wanted` is set when the first answer is there, or the optimized code is waited for.

        `kept` holds functions by name: there the optimized code stands in place of this, once it is taken.
        """
        self.function, self.name, self.wanted = quick, name, wanted or threading.Event()
        self.better: Answer[Mapping[str, Function]] | None = better
        self.spent, self.process, self.kept = 0.0, os.getpid(), {} if kept is None else kept

    def __call__(self, *arguments: Any, stop: Flag | None = None) -> Any:
        return self.timed(lambda function: function(*arguments, stop=stop), stop)

    def answers(self, *arguments: Any) -> Any:
        """The values that the function emits."""
        return self.timed(lambda function: function.answers(*arguments), None)

    def timed(self, call: Callable[[Function], T], stop: Flag | None) -> T:
        """What a call of the function gives, in the code that is there; Trapped where the flag is set before."""
        if self.better is None or self.better.ended.is_set() or self.spent > PATIENT:
            return call(self.improved(stop))
        began = perf_counter()
        try:
            return call(self.function)
        finally:
            self.spent += perf_counter() - began
            self.wanted.set()

    def improved(self, stop: Flag | None) -> Function:
        """The function in optimized code, as soon as that is made; Trapped where the flag is set before.

        Quick code in the child of a fork, where no thread makes it, and where it cannot be made.
        """
        better = self.better
        if better is None:
            return self.function
        self.wanted.set()
        if os.getpid() == self.process:
            while not better.ended.wait(POLLED):
                if stop is not None and stop.is_set():
                    raise Trapped(Trap.STOPPED, self.name)
            with suppress(Exception):
                self.function = better.result[self.name]
        self.better = None
        self.kept[self.name] = self.function
        return self.function


def improving(quick: Mapping[str, Function], better: Callable[[], Binary]) -> Mapping[str, Any]:
    """Functions in quick code, by name, whose optimized code is made once the first has answered, and takes over."""
    wanted = threading.Event()

    def made() -> Mapping[str, Function]:
        wanted.wait(BEFORE)
        return functions(better())

    answer, kept = begun(made), dict[str, Any]()
    kept.update({name: Improving(function, answer, name, wanted, kept) for name, function in quick.items()})
    return kept
