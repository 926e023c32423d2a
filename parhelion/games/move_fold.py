"""What follows from all moves of a game, kept move by move: the next scene asks for one more."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from parhelion.games.contract import PlayedMove

T = TypeVar("T")
KEPT = 8192


class MoveFold(Generic[T]):
    """A value that each move changes into another one.

    What was made of a move is found by the move itself, as an object: a match tells a move once,
    and what lies before it never changes.

    >>> count = MoveFold(0, lambda moves, move: moves + 1)
    >>> count([{"ply": 1}, {"ply": 2}])
    2
    """

    def __init__(self, start: T, step: Callable[[T, PlayedMove], T]) -> None:
        self._start, self._step = start, step
        self._kept: dict[int, tuple[PlayedMove, T]] = {}
        """By the id of the move. The move is kept too, so that no other object gets its id."""

    def __call__(self, moves: Sequence[PlayedMove]) -> T:
        """The value after some moves."""
        value, first = self._start, 0
        for number in reversed(range(len(moves))):
            kept = self._kept.get(id(moves[number]))
            if kept is not None:
                value, first = kept[1], number + 1
                break
        for move in moves[first:]:
            value = self._step(value, move)
            self._keep(move, value)
        return value

    def _keep(self, move: PlayedMove, value: T) -> None:
        if len(self._kept) >= KEPT:
            del self._kept[next(iter(self._kept))]  # the oldest
        self._kept[id(move)] = move, value
