"""Commands for which another server was quicker: they are tried again on what it committed."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from parhelion.refusals import Refused

ATTEMPTS = 5
P = ParamSpec("P")
T = TypeVar("T")


class Overtaken(Refused):
    """Another server committed something first, which is known here now."""

    def __init__(self) -> None:
        super().__init__("move/stale")


def again_if_overtaken(command: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """A command that checks again whether it is allowed when it was overtaken: who finds a seat
    gone is told so, and two who sit down on different seats both get theirs."""

    @wraps(command)
    async def tried(*arguments: P.args, **named: P.kwargs) -> T:
        for _ in range(ATTEMPTS - 1):
            try:
                return await command(*arguments, **named)
            except Overtaken:
                continue
        return await command(*arguments, **named)

    return tried
