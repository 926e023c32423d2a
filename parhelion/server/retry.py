"""Commands that another server, or another request, was quicker with: they are decided again."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from parhelion.refusals import Refused
from parhelion.server.journal_writer import Conflict

ATTEMPTS = 20
P = ParamSpec("P")
T = TypeVar("T")


def retry_on_conflict(command: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Call a command again when it raises Conflict, a bounded number of times, then Refused."""

    @wraps(command)
    async def tried(*arguments: P.args, **named: P.kwargs) -> T:
        for _ in range(ATTEMPTS):
            try:
                return await command(*arguments, **named)
            except Conflict:
                continue
        raise Refused("move/stale")

    return tried
