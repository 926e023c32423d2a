"""What people see: whose mark is on every cell."""

from typing import Any, TypedDict

from .notation import NAMES


class Board(TypedDict):
    """The board."""

    cells: dict[str, int]
    """By the name of the cell: the seat whose mark is there, -1 while it is free."""


def describe(state: Any) -> Board:
    """The board as JSON."""
    return {"cells": dict(zip(NAMES, state.cells.tolist(), strict=True))}
