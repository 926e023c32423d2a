"""The decorators of kernels: `@kernel` for what only kernels call, `@entry_point` for what Python
calls too, `@jit` for kernels of your own outside a game.

The same source runs in three ways:

- **In a library.** All kernels of a game are compiled together, ahead of time, into one shared
  library (see `parhelion.kernel.kernels_to_library`); Python enters it through the entry points.
  This is how people play; it needs neither Numba nor LLVM.
- **By Numba's JIT**, when a function decorated with `@jit` is called: for experiments and tests
  that loop over a game's kernels themselves.
- **As plain Python**, with PARHELION_KERNELS=python: for debugging, and for measuring what tests
  reach. `@kernel` functions run like this, too, when Python calls one that is no entry point.

Kernels trust their caller: they neither check their arguments nor raise.
"""

import os
from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

COMPILED: bool = os.environ.get("PARHELION_KERNELS", "library") != "python"
"""False under PARHELION_KERNELS=python: the same source then runs as plain Python."""

ENTRY_POINTS: list["EntryPoint"] = []
"""All entry points of the modules imported so far."""


class Kernel:
    """A function that compiled code may call. Called from Python it runs as plain Python."""

    __name__: str
    contract: Callable[..., Any] | None = None
    """The function of the contract that it is for its game, if it is one."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *arguments: Any) -> Any:
        """Run as plain Python; a function of the contract runs in its game's library."""
        return (self.contract or self.py_func)(*arguments)

    @cached_property
    def _numba_type_(self) -> Any:
        """How Numba sees it when it compiles a caller."""
        from parhelion.kernel import numba_bridge

        return numba_bridge.callee_type(self)

    def for_state(self, _record: Any) -> "Kernel":
        """The kernel that is meant when the first argument has this Numba type: this one."""
        return self


class EntryPoint(Kernel):
    """A kernel that Python calls in the library of the game whose states it is given."""

    def __init__(self, function: Callable[..., Any], field: str = "") -> None:
        super().__init__(function)
        self.field = field
        """A field that records must have for this entry point."""
        self.calls: dict[Any, Callable[..., Any]] = {}
        """The functions of libraries, by the dtype of the game's record."""
        ENTRY_POINTS.append(self)

    def __call__(self, *arguments: Any) -> Any:
        """Run in the game's library; as plain Python if there is none."""
        first = arguments[0]
        dtype = first.dtype if hasattr(first, "dtype") else first.states.dtype
        if dtype not in self.calls:
            from parhelion.kernel import library

            self.calls[dtype] = library.entered(self, dtype)
        return self.calls[dtype](*arguments)


def kernel(function: F) -> F:
    """A function that kernels call."""
    return cast(F, Kernel(function)) if COMPILED else function


def entry_point(function: F) -> F:
    """A kernel that Python calls, too. Its annotations say what it takes and returns, in the words
    of `parhelion.kernel.arguments`."""
    return cast(F, EntryPoint(function)) if COMPILED else function


def entry_point_if(field: str) -> Callable[[F], F]:
    """An entry point for those games whose record has a field."""

    def decorate(function: F) -> F:
        return cast(F, EntryPoint(function, field)) if COMPILED else function

    return decorate


def jit(function: F) -> F:
    """A kernel of your own, or one that is no entry point: compiled by Numba when it is first
    called."""
    if not COMPILED:
        return function
    from parhelion.kernel import numba_bridge

    return cast(F, numba_bridge.jit(getattr(function, "py_func", function)))
