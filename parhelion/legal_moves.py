"""The legal moves of a position as a sequence."""

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from parhelion.errors import BadNotation
from parhelion.games import Game, Move


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in the order of their action ids.

    >>> import parhelion as ph
    >>> moves = ph.new("orion", seed=7, setup="symmetric-1").moves()
    >>> len(moves), moves[0].text, "star a1" in moves, "galaxy a1" in moves
    (1220, 'star a1', True, False)
    """

    def __init__(self, game: Game, actions: "array[int]") -> None:
        self._game, self._actions = game, actions

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._game.move(action) for action in self._actions[index]]
        return self._game.move(self._actions[index])

    def __iter__(self) -> Iterator[Move]:
        return map(self._game.all_moves.__getitem__, self._actions)

    def __contains__(self, move: object) -> bool:
        """Whether a move, given as such, in notation or as an action id, is legal."""
        if isinstance(move, str):
            try:
                move = self._game.move(move)
            except BadNotation:
                return False
        return (move.action if isinstance(move, Move) else move) in self._actions

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {', '.join(map(str, self[:4]))}{' …' * (len(self) > 4)}>"
