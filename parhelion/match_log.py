"""The log of a match: each move with what everybody saw happen, what chance decided with it, and
how far nothing can be taken back."""

from typing import Any

from parhelion.games import Game, Move, PlayedMove, View
from parhelion.scene import LogEntry
from parhelion.words import Words


class MatchLog:
    """What is told of the moves of a match, move by move. A match adds moves when somebody asks
    for them, so the log may be shorter than the match."""

    def __init__(self, game: Game, start: bytes, revealed: int) -> None:
        self._game = game
        self.moves: list[PlayedMove] = []
        self.chances: list[str] = []
        """What chance decided with each move, in notation; empty if nothing."""
        self.after = start
        """The position after the moves told, as bytes."""
        self._revealed = [revealed]
        """The record's counter `revealed` at the start and after each move."""
        self._firm = [0]
        """How many moves were firm, at the start and after each move."""
        self._entries: dict[tuple[int | None, str, str], list[LogEntry]] = {}
        """By the viewer's seat, the language and the reader."""
        self._labels: dict[tuple[str, str], list[str]] = {}
        """The moves in words, by language and reader."""

    def copy(self) -> "MatchLog":
        """An independent copy. What was told of a move never changes and is shared."""
        twin = object.__new__(MatchLog)
        twin._game, twin.after = self._game, self.after
        twin.moves, twin.chances = self.moves[:], self.chances[:]
        twin._revealed, twin._firm = self._revealed[:], self._firm[:]
        twin._entries = {viewer: entries[:] for viewer, entries in self._entries.items()}
        twin._labels = {key: labels[:] for key, labels in self._labels.items()}
        return twin

    @property
    def firm(self) -> int:
        """How many of the moves can never be taken back: something hidden came to light with the
        last of them."""
        return self._firm[-1]

    def add(self, move: Move, seat: int, states: Any) -> None:
        """Tell one more move; `states` holds the position after it, which has its events."""
        ply, after = len(self.moves) + 1, states[0]
        self.moves.append(
            {
                "ply": ply,
                "seat": int(seat),
                "action": move.action,
                "verb": move.verb,
                "args": list(move.args),
                "text": move.text,
                "events": self._game.events(after),
            }
        )
        self.chances.append(self._game.notation.chance_text(after))
        revealed = int(after["revealed"]) if self._game.secrets else 0
        self._firm.append(ply if revealed > self._revealed[-1] else self.firm)
        self._revealed.append(revealed)

    def cut(self, ply: int, states: Any) -> None:
        """Forget all moves after the first `ply`; `states` holds the position there."""
        if ply >= len(self.moves):
            return
        del self.moves[ply:], self.chances[ply:]
        del self._revealed[ply + 1 :], self._firm[ply + 1 :]
        for entries in self._entries.values():
            del entries[ply:]
        for labels in self._labels.values():
            del labels[ply:]
        self.after = states.tobytes()

    def entries(self, view: View[Any], say: Words) -> tuple[LogEntry, ...]:
        """The moves as lines for a viewer. A line is made once: it says what was so when its move
        was played."""
        made = self._entries.setdefault((view["seat"], say.lang, say.reader), [])
        labels, drawing = self._labels.setdefault((say.lang, say.reader), []), self._game.drawing
        for move in self.moves[len(labels) :]:
            labels.append(drawing.label(view, move, say))
        for move in self.moves[len(made) :]:
            ply, items = move["ply"], drawing.items(view, move)
            made.append(LogEntry(ply, move["seat"], move["text"], labels[ply - 1], items))
        return tuple(made)
