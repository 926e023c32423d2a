"""The `@kernel` decorator: Python that Numba compiles once and keeps on disk."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from parhelion.kernel import cache

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.config

COMPILED: bool = not config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: the same source then runs as plain Python."""


def kernel(function: F) -> F:
    """Compile on first call, cache on disk, release the GIL.

    Kernels trust their caller: they neither check their arguments nor raise.
    """
    if not COMPILED:
        return function
    before = config.CACHE_DIR  # restored, so other users of Numba keep their own cache
    config.CACHE_DIR = str(cache.directory())
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return cast(F, compiled)


def machine_code(function: F, *arguments: Any) -> F:
    """A kernel compiled for arguments of just these types.

    Calling it takes half the time, since the types are not looked up; nor are they checked,
    so the caller must never pass others.
    """
    if not COMPILED:
        return function
    dispatcher: Any = function
    typeof: Any = numba.typeof
    return cast(F, dispatcher.compile(tuple(typeof(argument) for argument in arguments)))
