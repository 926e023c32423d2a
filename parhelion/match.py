"""A game in progress for Python users: moves, play, undo, views, records, replay.

    >>> import parhelion as ph
    >>> match = ph.new("orion", seed=7, setup="symmetric-1")
    >>> match.play("line e4 e5/e6")
    >>> match.turn, match.ply
    (1, 1)

This is the boundary: everything a user hands over is checked here, and what is refused
leaves the match as it was.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, cast, overload

import numpy as np

from parhelion import games, records, scene
from parhelion.errors import (
    BadDeal,
    BadNotation,
    BadOption,
    BadRecord,
    GameOver,
    IllegalMove,
    ParhelionError,
)
from parhelion.games import Json, Outcome, Span
from parhelion.kernel import machine_code, play, stream
from parhelion.kernel.warmup import ensure_compiled
from parhelion.scene import Layout, Scene
from parhelion.words import ENGLISH, Words


class Move(NamedTuple):
    """A move of one game: its action id and its notation."""

    action: int
    text: str

    def __str__(self) -> str:
        return self.text


class Moves(Sequence[Move]):
    """The legal moves of a position, each made when asked for."""

    def __init__(self, text: Callable[[int], str], actions: "array[int]") -> None:
        self.actions = actions
        self._text = text

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._move(action) for action in self.actions[index]]
        return self._move(self.actions[index])

    def __iter__(self) -> Iterator[Move]:
        return (self._move(action) for action in self.actions)

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {', '.join(map(str, self[:4]))}{' …' * (len(self) > 4)}>"

    def _move(self, action: int) -> Move:
        return Move(action, self._text(action))


Prepared = tuple[Mapping[str, str], bytes, Callable[..., tuple[int, int]]]


def _prepared(game: games.Game, given: Mapping[str, object]) -> Prepared:
    """All options of a game, a state with nothing but these, as bytes, and `play.advance`."""
    opened = {option.name: option.values for option in game.info.options if option.open}
    if any(given.get(name) not in (None, *values) for name, values in opened.items()):
        return _prepare.__wrapped__(game, tuple(given.items()))  # a file may change meanwhile
    try:
        return _prepare(game, tuple(given.items()))
    except TypeError:  # a value that cannot be hashed cannot be an option either
        game.options(given)
        raise


@cache
def _prepare(game: games.Game, given: tuple[tuple[str, object], ...]) -> Prepared:
    options = MappingProxyType(game.options(dict(given)))
    ensure_compiled(game.info.name, game.dtype)
    states = np.zeros(1, dtype=game.dtype)
    game.notation.write_options(states[0], options)
    actions = np.zeros(game.rules.ACTIONS, dtype=np.int32)
    return options, states.tobytes(), machine_code(play.advance, states, actions, 0, 0)


def _from_bytes(game: games.Game, state: bytes) -> Any:
    """An array of one state. Copies go through bytes: NumPy copies a record field by field."""
    return np.frombuffer(bytearray(state), dtype=game.dtype)


class Match:
    """A game from its deal to its end. Made by `new` or `replay`."""

    def __init__(
        self, game: games.Game, options: Mapping[str, object], seed: int | str, deal: Any = None
    ) -> None:
        self.game = game
        self.options, blank, self._advance = _prepared(game, options)
        self.seed = seed
        self.seats = game.seats(self.options)
        self.rivals = frozenset(
            seat for seat, title in enumerate(self.seats) if title in game.info.rivals
        )
        self._text = game.notation.text
        self._states = _from_bytes(game, blank)
        self._legal = array("i", bytes(4 * game.rules.ACTIONS))
        self._actions = np.frombuffer(self._legal, dtype=np.int32)
        self._played: list[int] = []
        self._told: list[Any] = []
        if deal is None:
            play.start(self._states, stream(seed, "deal"))
        else:
            game.notation.write_deal(self._states, deal)
        rng = stream(seed, "play")
        self._seat, self._count = play.begin(self._states, rng, self._actions)
        self._dealt = self._then = self._states.tobytes()

    @cached_property
    def deal(self) -> Json:
        """What was dealt, every hidden pile included, as JSON."""
        return self.game.notation.read_deal(_from_bytes(self.game, self._dealt)[0])

    # --- where the game stands

    @property
    def state(self) -> Any:
        """A copy of the record, for use with kernels: an array of one state."""
        return _from_bytes(self.game, self._states.tobytes())

    @property
    def turn(self) -> int | None:
        """The seat to move, None when the game is over."""
        return self._seat if self._seat >= 0 else None

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self._played)

    @property
    def firm(self) -> int:
        """How many of the moves can never be taken back: something hidden came to light with
        the last of them. See `revealed` in `parhelion.games`."""
        if not self.game.secrets:
            return 0
        states = _from_bytes(self.game, self._dealt)
        firm, revealed = 0, int(states[0].revealed)
        for ply, action in enumerate(self._played, start=1):
            play.retrace(states, np.array([action], dtype=np.int32))
            if states[0].revealed > revealed:
                firm, revealed = ply, int(states[0].revealed)
        return firm

    def copy(self) -> "Match":
        """The same match, played on by somebody else without touching this one."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._states = self.state
        twin._legal = self._legal[:]
        twin._actions = np.frombuffer(twin._legal, dtype=np.int32)
        twin._played, twin._told = self._played[:], self._told[:]
        return twin

    @property
    def dealt(self) -> bytes:
        """The position before the first move; the same bytes and moves are the same match."""
        return bytes(self._dealt)

    @property
    def played(self) -> list[int]:
        """The moves played, as action ids."""
        return self._played[:]

    @property
    def history(self) -> tuple[str, ...]:
        """The moves played, in notation."""
        return tuple(map(self.game.notation.text, self._played))

    # --- playing

    def moves(self) -> Moves:
        """The legal moves: a sequence with `len`, indexing and iteration."""
        return Moves(self._text, self.actions())

    def actions(self) -> "array[int]":
        """The legal moves as an ascending array of action ids, the fast way."""
        return self._legal[: self._count]

    def parse(self, text: str, lang: str = "en") -> Move:
        """The legal move that a text means; BadNotation or IllegalMove if there is none."""
        say = self.game.words(lang)
        action = self._action(text, say)
        if not play.listed(self._actions, self._count, action):
            raise self._why_illegal(action, say)
        return Move(action, self._text(action))

    def play(self, move: Move | str | int) -> None:
        """Play a legal move, given as such, in notation or as an action id."""
        action = move if type(move) is int else self._action(move)
        try:
            seat, count = self._advance(self._states, self._actions, self._count, action)
        except OverflowError:  # an id that no machine word holds
            seat, count = play.ILLEGAL, 0
        if seat == play.ILLEGAL:
            raise self._why_illegal(action)
        self._seat, self._count = seat, count
        self._played.append(action)

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves; the position is the same to the bit as before them."""
        if not 0 <= moves <= self.ply:
            raise IllegalMove(f"cannot undo {moves} of {self.ply} moves")
        del self._played[self.ply - moves :]
        self._states = _from_bytes(self.game, self._dealt)
        self._told, self._then = [], self._dealt
        play.retrace(self._states, np.array(self._played, dtype=np.int32))
        self._seat, self._count = play.survey(self._states, self._actions)

    def _action(self, move: object, say: Words = ENGLISH) -> int:
        """The action id of a move in any form, legal or not."""
        if isinstance(move, Move):
            return move.action
        if isinstance(move, str):
            return self.game.notation.parse(move, say)
        if isinstance(move, int | np.integer) and not isinstance(move, bool):
            return int(move)
        raise BadNotation(f"a move is a Move, a text or an action id, not {move!r}")

    def _why_illegal(self, action: int, say: Words = ENGLISH) -> IllegalMove:
        """The error for an action that is not legal now."""
        number = self.ply + 1
        if not 0 <= action < len(self._legal):
            return IllegalMove(f"move {number}: there is no action {action}")
        text = self._text(action)
        if self.turn is None:
            return GameOver(
                say("move {number} {text!r}: the game is over", number=number, text=text)
            )
        told = say(
            "move {number} {text!r} by {seat}: {why}",
            number=number,
            text=text,
            seat=say(self.seats[self._seat]),
            why=self.game.notation.why_illegal(self._veiled(self._seat), action, say),
        )
        return IllegalMove(told)

    # --- what people see

    def _veiled(self, seat: int | None) -> Any:
        """The state without what a seat, or for None a spectator, may not know."""
        if seat is not None and not 0 <= seat < len(self.seats):
            raise BadOption(f"there is no seat {seat}; there are {len(self.seats)}")
        hidden = self.state
        play.veil(hidden, -1 if seat is None else seat)
        return hidden[0]

    def view(self, seat: int | None = None) -> Json:
        """What a seat may know, as JSON; without a seat, what a spectator may."""
        return {
            "game": self.game.info.name,
            "options": dict(self.options),
            "seats": list(self.seats),
            "seat": seat,
            "ply": self.ply,
            "turn": self.turn,
            "moves": list(self.history),
            **self._events(),
            **self.game.view.describe(self._veiled(seat)),
            "result": self._told_result(),
        }

    def _events(self) -> Json:
        """For every move what everybody saw happen, if the game tells (see `parhelion.games`).
        What was told before is kept, with the state it leads to."""
        happened = getattr(self.game.view, "happened", None)
        if happened is None:
            return {}
        states = _from_bytes(self.game, self._then)
        for action in self._played[len(self._told) :]:
            play.retrace(states, np.array([action], dtype=np.int32))
            self._told.append(happened(states[0]))
        self._then = states.tobytes()
        return {"events": self._told[:]}

    def scene(
        self,
        seat: int | None = None,
        lang: str = "en",
        layout: Layout = "wide",
        *,
        choices: bool = True,
    ) -> Scene:
        """The table as a seat sees it, for drawing; without a seat, as a spectator does.
        The seat to move finds its legal moves in it, unless the choices are left out."""
        mine = choices and seat is not None and seat == self.turn
        legal = self.actions() if mine else ()
        return self.game.stage.scene(self.view(seat), legal, self.game.words(lang), layout)

    def _repr_svg_(self) -> str:
        """The table as a picture, for notebooks: as the seat to move sees it."""
        game = self.game
        symbols, theme = ((game.folder / name).read_text("utf-8") for name in games.ART)
        return scene.svg(self.scene(self.turn), game.info.name, symbols, theme)

    def why_illegal(self, seat: int, path: Sequence[str], lang: str = "en") -> str:
        """Why a seat has no legal move that begins with picking these items of its scene."""
        return self.game.stage.why_illegal(self._veiled(seat), path, self.game.words(lang))

    def board(self, lang: str = "en") -> list[list[Span]]:
        """The table as lines of styled text, for terminals: as the seat to move sees it."""
        return self.game.view.board(self._veiled(self.turn), self.game.words(lang))

    def __str__(self) -> str:
        lines = ("".join(text for text, _ in line).rstrip() for line in self.board())
        return "\n".join([*lines, self.status()])

    def __repr__(self) -> str:
        return f"<{self.game.info.title}, {self.ply} moves: {self.status()}>"

    def status(self, lang: str = "en") -> str:
        """Who is to move, or how the game ended."""
        say = self.game.words(lang)
        if self.turn is None:
            return self.game.view.sentence(self._states[0], say)
        return say("{seat} to move.", seat=say(self.seats[self.turn]))

    # --- the end

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat as they stand."""
        out = np.zeros(len(self.seats), dtype=np.int64)
        play.points(self._states, out)
        return tuple(out.tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share a victory, none while the game goes on."""
        if self.turn is not None:
            return ()
        if judged := getattr(self.game.view, "winners", None):
            return cast(tuple[int, ...], judged(self._states[0]))
        scores = self.scores
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, with the reason; None while it goes on."""
        if self.turn is not None:
            return None
        state, view = self._states[0], self.game.view
        return Outcome(
            self.scores, self.winners, view.reasons(state), view.details(state), self.status()
        )

    # --- records

    def _result(self) -> Json | None:
        if self.outcome is None:
            return None
        outcome = self.outcome
        return {
            "scores": list(outcome.scores),
            "winners": list(outcome.winners),
            "reason": list(outcome.reason),
        }

    def _told_result(self) -> Json | None:
        """The result with what else there is to show of the end."""
        result = self._result()
        return result and {**result, "details": self.game.view.details(self._states[0])}

    def record(self) -> Json:
        """The whole game as JSON; `replay` gives the same match back. See docs/records.md."""
        return {
            "format": records.FORMAT,
            "game": self.game.info.name,
            "rules": self.game.info.version,
            "options": dict(self.options),
            "seed": self.seed,
            "deal": self.deal,
            "moves": list(self.history),
            "result": self._result(),
        }


def new(game: str, *, seed: int | str | None = None, deal: Any = None, **options: object) -> Match:
    """A new game, dealt from a seed (random if none is given) or from an explicit deal.

    >>> new("orion", seed=7, setup="symmetric-1").moves()
    <1220 moves: star a1, pair a1 a2, duo a1/a2, duo a2/a1 …>
    """
    return Match(games.load(game), options, records.checked_seed(seed), deal)


def replay(record: Json, to: int | None = None) -> Match:
    """The match that a record tells, checked move by move; `to` stops after that many.

    BadRecord says which part or which move is wrong and why.
    """
    parts = records.check(record)
    if to is not None and not 0 <= to <= len(parts.moves):
        raise BadRecord(f"cannot replay to move {to}: the record has {len(parts.moves)}")
    try:
        match = Match(parts.game, parts.options, parts.seed, parts.deal)
    except (BadOption, BadDeal) as error:
        raise BadRecord(str(error)) from error
    for number, text in enumerate(parts.moves[:to], start=1):
        try:
            match.play(text)
        except ParhelionError as error:
            told = str(error) if isinstance(error, IllegalMove) else f"move {number} {error}"
            raise BadRecord(told) from error
    if to is None and match._result() != parts.result:
        raise BadRecord(records.result_differs(parts.result, match._result(), match.ply))
    return match
