"""A game in progress for Python users: moves, play, undo, views, scenes, records.

    >>> import parhelion as ph
    >>> match = ph.new("orion", seed=7, setup="symmetric-1")
    >>> match.play("line e4 e5/e6")
    >>> match.turn, match.ply
    (1, 1)

This is the boundary: everything a user hands over is checked here, and what is refused
leaves the match as it was.
"""

from array import array
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from parhelion import match_scene, records, scene
from parhelion.errors import (
    BadDeal,
    BadEdition,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    GameOver,
    IllegalMove,
    ParhelionError,
)
from parhelion.fair_shuffle import Shuffle
from parhelion.games import (
    Event,
    Game,
    Json,
    Move,
    Option,
    Outcome,
    Refusal,
    Result,
    Span,
    View,
    registry,
)
from parhelion.games.position_parts import own_copy
from parhelion.kernel import SPECTATOR, play, stream_bytes
from parhelion.kernel.game_memory import ACTION, ADVANCED, COUNT, SEAT, GameMemory
from parhelion.kernel.play import REFUSED
from parhelion.legal_moves import LegalMoves
from parhelion.match_log import MatchLog
from parhelion.previews import certain_events
from parhelion.scene import Layout, Scene
from parhelion.words import ENGLISH, Words

IF_COORDINATES = ":root[data-coordinates] "
"""Begins what a theme says for people who want to see coordinates."""
Prepared = tuple[Mapping[str, str], tuple[str, ...], GameMemory]


def _prepared(game: Game, given: Mapping[str, object]) -> Prepared:
    """All options of a game, the seats with them, and memory that holds nothing else, to copy."""
    for option in _open_options(game):
        if given.get(option.name) not in (None, *option.values):
            return _prepare.__wrapped__(game, tuple(given.items()))  # a file may change meanwhile
    try:
        return _prepare(game, tuple(given.items()))
    except TypeError:  # a value that cannot be hashed cannot be an option either
        game.complete_options(given)
        raise


@cache
def _open_options(game: Game) -> list[Option]:
    """The options whose values are not all listed."""
    return [option for option in game.options if option.open]


@cache
def _prepare(game: Game, given: tuple[tuple[str, object], ...]) -> Prepared:
    options = MappingProxyType(game.complete_options(dict(given)))
    record, legal = array("B", bytes(game.dtype.itemsize)), array("i", bytes(4 * game.actions))
    blank = GameMemory(game.dtype, record, legal)
    game.notation.write_options(blank.states[0], options)
    return options, game.seats_for(options), blank


@lru_cache(maxsize=1000)  # pictures are kept by the words that they were made with
def _words(
    game: Game, lang: str, seats: tuple[str, ...], names: tuple[str, ...], reader: int | None
) -> Words:
    named = {seat: name for seat, name in zip(seats, names, strict=False) if name}
    if not named and reader is None:
        return game.words(lang)
    return game.words(lang).calling(named, None if reader is None else seats[reader])


def _from_bytes(game: Game, state: "bytes | array[int]") -> Any:
    """An array of one state. Copies go through bytes: NumPy copies a record field by field."""
    return np.frombuffer(bytearray(state), dtype=game.dtype)


class Match:
    """A game from its start to its end. Made by `new`, `position`, `replay` or `load`.

    Matches can be copied, compared and pickled.

    >>> import parhelion as ph
    >>> match = ph.new("orion", seed=7, setup="symmetric-1")
    >>> twin = match.copy()
    >>> twin.play("star a1")
    >>> twin == match, twin.undo(), twin == match
    (False, [Move(action=0, verb='star', args=('a1',), text='star a1')], True)
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, object],
        seed: int | str,
        deal: Any = None,
        *,
        position: Any = None,
        rules: int = 0,
    ) -> None:
        self.game = game
        self.options, self.seats, blank = _prepared(game, options)
        self.seed = seed
        self.rules = rules or game.info.version
        """The version of the rules it is played by."""
        self.names: tuple[str, ...] = ()
        """What the players are called in sentences, seat by seat; empty: like their seats."""
        self.shuffle: Shuffle | None = None
        """What the seed was made of, if nobody could choose it; the record tells it."""
        self._position = position
        self._memory = blank.copy()
        if rules and rules != game.info.version and "rules" in game.dtype.names:
            self._states[0].rules = rules
        self._set_up(deal)
        self._memory.seed(stream_bytes(seed, "play"))
        self._survey()
        self._start = self._memory.record.tobytes()
        self._played: list[int] = []
        self._movers: list[int] = []
        self._chances: dict[int, str] = {}
        """What chance was told to decide, by ply."""
        self._log: MatchLog | None = None
        self._outcome: Outcome | None = None

    def _set_up(self, deal: Any) -> None:
        """Deal from the seed or as told, or set the position up."""
        if self._position is not None:
            if self.game.position is None:
                raise BadPosition(f"{self.game.title} has no positions that can be set up")
            self.game.position.write_position(self._states, self._position)
        elif deal is None or (deal == {} and not self.game.has_deals):
            self._memory.seed(stream_bytes(self.seed, "deal"))
            self._memory.deal()
            if self.rules < self.game.info.version:
                self._deal_as_then()
        else:
            self.game.notation.write_deal(self._states, deal)

    def _deal_as_then(self) -> None:
        """Turn what the newest rules deal into what the rules of this match dealt from its seed."""
        notation = self.game.notation
        now = notation.read_deal(self._states[0])
        then = notation.older_deal(self.options, now, self.rules)
        if then != now:
            notation.write_deal(self._states, then)

    def _survey(self) -> None:
        """Find out what is legal in the record, and whose turn it is."""
        self._memory.survey()
        seat = self._memory.words[SEAT]
        self.turn: int | None = seat if seat >= 0 else None
        """The seat to move, None when the game is over."""

    # --- where the game stands

    @property
    def _states(self) -> Any:
        """The record as an array of one state."""
        return self._memory.states

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self._played)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played."""
        return tuple(map(self.game.move, self._played))

    @property
    def movers(self) -> tuple[int, ...]:
        """The seat that played each move."""
        return tuple(self._movers)

    def last_move_of(self, seats: Collection[int]) -> int | None:
        """The ply before the last move of any of these seats; None if they have not moved."""
        movers = self._movers
        plies = (ply for ply in reversed(range(len(movers))) if movers[ply] in seats)
        return next(plies, None) if seats else None

    @cached_property
    def rivals(self) -> frozenset[int]:
        """The seats that the rules play by themselves."""
        rivals = self.game.info.rivals
        return frozenset(seat for seat, title in enumerate(self.seats) if title in rivals)

    @property
    def state(self) -> Any:
        """A copy of the record, for use with kernels: an array of one state."""
        return _from_bytes(self.game, self._memory.record)

    @property
    def start(self) -> Any:
        """The record before the first move: an array of one state."""
        return _from_bytes(self.game, self._start)

    @cached_property
    def deal(self) -> Json:
        """What was dealt, every hidden pile included, as JSON; empty if the seed or a position
        tells it."""
        return {} if self._position is not None else self.game.notation.read_deal(self.start[0])

    @property
    def firm(self) -> int:
        """How many of the moves can never be taken back: something hidden came to light with
        the last of them. See `revealed` in `parhelion.games`."""
        return self.log.firm if self.game.secrets else 0

    def firm_for(self, seats: Collection[int]) -> int:
        """How many of the moves whoever plays these seats can never take back: by the last of them
        they learnt something hidden. Beside what comes to light for everybody, that is what other
        seats play from their hands."""
        firm, verbs = self.firm, self.game.info.shown_by
        later = self.log.moves[firm:] if self.game.secrets else []
        shown = (
            move["ply"]
            for move in later
            if move["seat"] not in seats and (verbs is None or move["verb"] in verbs)
        )
        return max(shown, default=firm)

    # --- copies

    def copy(self) -> "Match":
        """The same match, played on by somebody else without touching this one."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._memory = self._memory.copy()
        twin._played, twin._movers = self._played[:], self._movers[:]
        twin._chances, twin._log = dict(self._chances), self._log and self._log.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Two matches are equal if they started alike, future chance included, and the same
        moves were played."""
        if not isinstance(other, Match):
            return NotImplemented
        mine, theirs = (
            (match.game.name, dict(match.options), match.rules, match._start, match._played)
            for match in (self, other)
        )
        return mine == theirs and self._memory.record == other._memory.record

    def __reduce__(self) -> tuple[Any, ...]:
        told = self.game, dict(self.options), self.seed, self.rules, self._position, self._start
        moves = self._played, self._movers, self._chances
        return _unpickled, (*told, self.names, self.shuffle, *moves)

    # --- playing

    def moves(self) -> LegalMoves:
        """The legal moves: a sequence with `len`, indexing, iteration and `in`."""
        return LegalMoves(self.game, self.actions())

    def actions(self) -> "array[int]":
        """The legal moves as an ascending array of action ids, the fast way."""
        memory = self._memory
        return memory.legal[: memory.words[COUNT]]

    def parse(self, text: str, lang: str = "en") -> Move:
        """The legal move that a text means; BadNotation or IllegalMove if there is none."""
        say = self.words(lang)
        action = self._action(text, say)
        if not self._is_legal(action):
            raise self._illegal(action, say)
        return self.game.move(action)

    def play(self, move: Move | str | int, chance: str = "") -> None:
        """Play a legal move, given as such, in notation or as an action id.

        What chance decides with it can be given too, for games played on a real table; in
        notation behind a semicolon: "play 3-4; eagle 2-8".
        """
        if type(move) is int:
            action = move
        else:
            if isinstance(move, str) and ";" in move:
                move, _, chance = move.partition(";")
            action = self._action(move)
        if chance:
            self._play_given(action, chance.strip())
            return
        memory = self._memory
        words = memory.words
        mover = words[SEAT]
        try:
            words[ACTION] = action
        except OverflowError:  # an id that no machine word holds
            raise self._illegal(action) from None
        memory.advance()
        seat = words[ADVANCED]
        if seat == REFUSED:
            raise self._illegal(action)
        self._movers.append(mover)
        self._played.append(action)
        self.turn = seat if seat >= 0 else None

    def _play_given(self, action: int, chance: str) -> None:
        """Play a move with which chance decides as told."""
        if not self._is_legal(action):
            raise self._illegal(action)
        given = self.state
        self.game.notation.give_chance(given[0], chance, ENGLISH)
        self._memory.write(given.tobytes())
        self._chances[self.ply] = chance
        self.play(action)

    def undo(self, moves: int = 1) -> list[Move]:
        """Take back the last moves and return them; the position is the same to the bit as
        before them."""
        if not 0 <= moves <= self.ply:
            raise IllegalMove(f"cannot undo {moves} of {self.ply} moves")
        left = self.ply - moves
        undone = [self.game.move(action) for action in self._played[left:]]
        del self._played[left:], self._movers[left:]
        self._chances = {ply: told for ply, told in self._chances.items() if ply < left}
        self._memory.write(self._start)
        for ply in range(left) if self._chances else ():
            self._retrace(self._states, ply)
        if not self._chances:
            play.retrace(self._states, np.array(self._played, dtype=np.int32))
        if self._log:
            self._log.cut(left, self._states)
        self._outcome = None
        self._survey()
        return undone

    def _retrace(self, states: Any, ply: int) -> None:
        """Play a move of this match, with what chance was told to decide, in another state."""
        if ply in self._chances:
            self.game.notation.give_chance(states[0], self._chances[ply], ENGLISH)
        play.retrace(states, np.array(self._played[ply : ply + 1], dtype=np.int32))

    def _is_legal(self, action: int) -> bool:
        legal, count = self._memory.legal, self._memory.words[COUNT]
        place = bisect_left(legal, action, 0, count)
        return place < count and legal[place] == action

    def _action(self, move: object, say: Words = ENGLISH) -> int:
        """The action id of a move in any form, legal or not."""
        if isinstance(move, Move):
            return move.action
        if isinstance(move, str):
            return self.game.notation.parse(move, say)
        if isinstance(move, int | np.integer) and not isinstance(move, bool):
            return int(move)
        raise BadNotation(f"a move is a Move, a text or an action id, not {move!r}")

    def _illegal(self, action: int, say: Words = ENGLISH) -> IllegalMove:
        """The error for an action that is not legal now."""
        ply = self.ply + 1
        if not 0 <= action < self.game.actions:
            why = say("there is no action {number}", number=action)
            return IllegalMove(f"move {ply}: {why}", ply, str(action), why)
        text = self.game.move(action).text
        if self.turn is None:
            why = say("the game is over")
            told = say("move {number} {text!r}: {why}", number=ply, text=text, why=why)
            return GameOver(told, ply, text, why)
        why = Refusal(self.game.notation.why_illegal(self.hidden(self.turn), action, say))
        seat = say(self.seats[self.turn])
        told = say(
            "move {number} {text!r} by {seat}: {why}", number=ply, text=text, seat=seat, why=why
        )
        return IllegalMove(told, ply, text, why, why.rule)

    # --- what people see

    def words(self, lang: str, reader: int | None = None) -> Words:
        """The words for this match in a language: its players are called by their names, and the
        player of the seat `reader` is "you".

        >>> import parhelion as ph
        >>> match = ph.new("orion", seed=7)
        >>> match.names = ("Alba", "Swift")
        >>> match.status()
        'Alba to move.'
        >>> match.status(reader=0)
        'Your turn.'
        """
        return _words(self.game, lang, self.seats, self.names, reader)

    def hidden(self, seat: int | None) -> Any:
        """The state without what a seat, or for None a spectator, may not know."""
        return _from_bytes(self.game, self.known_to(seat))[0]

    def known_to(self, seat: int | None) -> bytes:
        """The bytes of the state without what a seat, or for None a spectator, may not know."""
        if seat is not None and not 0 <= seat < len(self.seats):
            raise BadOption(f"there is no seat {seat}; there are {len(self.seats)}")
        states = self.state
        play.veil(states, SPECTATOR if seat is None else seat)
        return bytes(states.tobytes())

    def view(self, seat: int | None = None) -> View[Any]:
        """What a seat may know, as JSON; without a seat, what a spectator may."""
        return self.view_of(seat, own_copy(self.game.view.describe(self.hidden(seat))))

    def view_of(self, seat: int | None, position: Any) -> View[Any]:
        """The view of a seat with what it knows of the position."""
        return {
            "game": self.game.name,
            "options": dict(self.options),
            "seats": list(self.seats),
            "seat": seat,
            "ply": self.ply,
            "turn": self.turn,
            "moves": self.log.moves[:],
            "position": position,
            "result": self._told_result(),
        }

    def _new_log(self) -> MatchLog:
        revealed = int(self.start[0].revealed) if self.game.secrets else 0
        return MatchLog(self.game, self._start, revealed)

    @property
    def log(self) -> MatchLog:
        """The log with all moves. Of the last move the position itself tells what happened; of
        earlier ones that nobody asked for, the moves are played again."""
        log = self._log = self._log or self._new_log()
        if len(log.moves) == self.ply:
            return log
        states = _from_bytes(self.game, log.after)
        for ply in range(len(log.moves), self.ply):
            if ply + 1 == self.ply:
                states = self._states
            else:
                self._retrace(states, ply)
            log.add(self.game.move(self._played[ply]), self._movers[ply], states)
        log.after = self._memory.record.tobytes()
        return log

    def preview(self, move: Move | str | int) -> tuple[Event, ...]:
        """What is certain to happen if the seat to move plays a legal move, until its turn is
        over: the events of the rules that no guess and no later choice changes."""
        action = self._action(move)
        if not self._is_legal(action):
            raise self._illegal(action)
        codes = self.certain([action]).get(action, ())
        known = self.hidden(self.turn)
        return tuple(self.game.view.event(known, code) for code in codes)

    def certain(self, actions: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """By action the events, as in the record, that are certain to the seat to move."""
        return certain_events(
            self.game, self._states[0], self._memory.words[SEAT], actions, self.ply
        )

    def scene(
        self,
        seat: int | None = None,
        lang: str = "en",
        layout: Layout = "wide",
        *,
        choices: bool = True,
        reader: int | None = None,
    ) -> Scene:
        """The table as a seat sees it, for drawing; without a seat, as a spectator does.

        The seat to move finds its legal moves in it, unless the choices are left out. Sentences
        call the player of the seat `reader` "you".
        """
        return match_scene.scene(self, seat, lang, layout, choices, reader)

    def _repr_svg_(self) -> str:
        """The table as a picture, for notebooks: as the seat to move sees it, with the coordinates
        that moves are written in."""
        game = self.game
        theme = game.theme.replace(IF_COORDINATES, "")
        return scene.svg(self.scene(self.turn), game.name, game.symbols, theme)

    def why_illegal(self, seat: int, path: Sequence[str], lang: str = "en") -> Refusal:
        """Why a seat has no legal move that begins with picking these items of its scene."""
        why = self.game.drawing.why_illegal(self.hidden(seat), path, self.words(lang))
        return Refusal(why)

    def board(self, lang: str = "en") -> list[list[Span]]:
        """The table as lines of styled text, for terminals: as the seat to move sees it."""
        if self.game.text_board:
            return self.game.text_board.board(self.hidden(self.turn), self.words(lang))
        drawn = self.scene(self.turn, lang, choices=False)
        return [[(line, "")] for line in scene.section_lines(drawn)]

    def __str__(self) -> str:
        lines = ("".join(text for text, _ in line).rstrip() for line in self.board())
        return "\n".join([*lines, self.status()])

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.ply} moves: {self.status()}>"

    def status(self, lang: str = "en", reader: int | None = None) -> str:
        """Return who is to move, or how the game ended. The seat `reader` is "you"."""
        say = self.words(lang, reader)
        if self.turn is None:
            return self.game.view.sentence(self._states[0], say)
        return say("{seat} to move.", you="Your turn.", seat=say(self.seats[self.turn]))

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
        return () if self.turn is not None else self.game.view.winners(self._states[0])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, with the reason; None while it goes on."""
        if self.turn is None and self._outcome is None:
            state, view = self._states[0], self.game.view
            reasons, details = view.reasons(state), view.details(state)
            self._outcome = Outcome(self.scores, self.winners, reasons, details, self.status())
        return self._outcome

    def _told_result(self) -> Result | None:
        """The result with what else there is to show of the end."""
        outcome = self.outcome
        if outcome is None:
            return None
        return {
            "scores": list(outcome.scores),
            "winners": list(outcome.winners),
            "reason": list(outcome.reason),
            "details": outcome.details,
        }

    # --- records

    def _result(self) -> Json | None:
        result = self._told_result()
        return result and {part: result[part] for part in ("scores", "winners", "reason")}

    @property
    def beginning(self) -> Json:
        """How the match began, as in a record: its `deal`, or the `position` that was set up."""
        return {"deal": self.deal} if self._position is None else {"position": self._position}

    def record(self) -> Json:
        """The whole game as JSON; `replay` gives the same match back. See docs/records.md."""
        return {
            "format": records.FORMAT,
            "game": self.game.name,
            "rules": self.rules,
            "options": dict(self.options),
            "seed": self.seed,
            **({"shuffle": self.shuffle.model_dump()} if self.shuffle else {}),
            **self.beginning,
            "moves": self.texts(),
            "result": self._result(),
        }

    def texts(self) -> list[str]:
        """The moves played in notation, with what chance decided, as a record holds them."""
        log = self.log
        return [
            f"{move['text']}; {chance}" if chance else move["text"]
            for move, chance in zip(log.moves, log.chances, strict=True)
        ]


def _unpickled(
    game: Game,
    options: Mapping[str, str],
    seed: int | str,
    rules: int,
    position: Any,
    start: bytes,
    names: tuple[str, ...],
    shuffle: Shuffle | None,
    *moves: Any,
) -> Match:
    """A match as it was when it was pickled."""
    match = Match(game, options, seed)
    match.rules, match._position, match._start = rules, position, start
    match.names, match.shuffle = names, shuffle
    match._played, match._movers, match._chances = moves
    match.undo(0)
    return match


def new(game: str, *, seed: int | str | None = None, deal: Any = None, **options: object) -> Match:
    """A new game, dealt from a seed (random if none is given) or from an explicit deal.

    >>> new("orion", seed=7, setup="symmetric-1").moves()
    <1220 moves: star a1, pair a1 a2, duo a1/a2, duo a2/a1 …>
    """
    return Match(registry.load(game), options, records.checked_seed(seed), deal)


def position(
    game: str, position: Json, *, seed: int | str | None = None, **options: object
) -> Match:
    """A match that begins with any position; BadPosition says what contradicts what.

    What a view shows as its position can be given, and less: the module `position` of a game says
    what follows then.

    >>> match = position("orion", {"hexes": {"blue": ["e4"], "orange": ["e5"]}})
    >>> match.view()["position"]["hexes"]
    {'blue': ['e4'], 'orange': ['e5']}
    """
    return Match(registry.load(game), options, records.checked_seed(seed), position=position)


def replay(record: Json, to: int | None = None) -> Match:
    """The match that a record tells, checked move by move; `to` stops after that many.

    BadRecord says which part or which move is wrong and why.

    >>> match = new("orion", setup="symmetric-1")
    >>> match.play("star a1")
    >>> replay(match.record()) == match
    True
    """
    told = records.check(record)
    if to is not None and not 0 <= to <= len(told.moves):
        raise BadRecord(f"cannot replay to move {to}: the record has {len(told.moves)}")
    match = beginning(told)
    told.check_secret()
    told.check_seed(match.seats)
    for number, text in enumerate(told.moves[:to], start=1):
        try:
            match.play(text)
        except ParhelionError as error:
            problem = str(error) if isinstance(error, IllegalMove) else f"move {number} {error}"
            raise BadRecord(problem) from error
    if to is None and told.tells_result and match._result() != told.result:
        raise BadRecord(records.result_differs(told.result, match._result(), match.ply))
    return match


def beginning(told: records.Record) -> Match:
    """The match that a record tells, before its first move."""
    start = told.game, told.options, told.seed, told.deal
    try:
        match = Match(*start, position=told.position, rules=told.rules)
    except (BadOption, BadDeal, BadEdition, BadPosition) as error:
        raise BadRecord(str(error)) from error
    match.shuffle = told.shuffle
    return match


def load(path: str | Path) -> Match:
    """The match that a record in a file tells; BadRecord says what is wrong with it.

    >>> import tempfile
    >>> match = new("orion", setup="symmetric-1")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(match, f"{folder}/game.json")
    ...     load(f"{folder}/game.json") == match
    True
    """
    return replay(records.read(Path(path)))


def save(match: Match, path: str | Path) -> None:
    """Write the record of a match to a file, where `load` finds it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(new("orion"), Path(folder) / "game.json")
    """
    records.write(Path(path), match.record())
