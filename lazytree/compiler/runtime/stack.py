"""How far down the running thread's stack goes, as the system says: a setting may have changed since it was started."""

from __future__ import annotations

import ctypes
import sys
import threading
from typing import Any

KEPT = 2**16  # bytes above the end that machine code leaves alone: signal handlers and the C library need some
MOST = 2**23  # bytes that machine code takes: the system may give a main thread less than it says
UNKNOWN = 2**62  # no address is above it: who does not know the stack's end calls nothing


_KNOWN = threading.local()


def lowest_address() -> int:
    """The lowest address on this thread's stack that machine code may use; UNKNOWN if the system does not say."""
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
