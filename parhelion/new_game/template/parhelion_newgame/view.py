"""What people see of New Game."""

from typing import Any, TypedDict


class Table(TypedDict):
    """What lies on the table."""

    stones: int


def describe(state: Any) -> Table:
    """The table as JSON."""
    return {"stones": int(state.stones)}
