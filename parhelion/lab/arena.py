"""Bots against bots: seat-balanced, seed-paired games that repeat themselves.

The unit is a *deal*: the same seed is played with the bots in every rotation of the seats, so
that neither the luck of the deal nor a better seat favours anybody. Every pairing plays the
same deals. At a table for one, each bot plays the deals alone, against the rules' rival.

    >>> results = list(play_arena("orion", [0, 1], games=2, seed=7, jobs=1, setup="symmetric-1"))
    >>> [result.seats for result in results]
    [(1, 0), (0, 1)]

What the results say is in `parhelion.lab.standings`.
"""

import dataclasses
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from parhelion import match, records
from parhelion.bots import bot, levels, player, prepare
from parhelion.errors import BadOption, BadRecord
from parhelion.games import Game, Json, load
from parhelion.kernel import cache

Entrant = int | str
"""The level of a bot, or the title of a seat that the rules play by themselves."""
FORMAT = "parhelion-arena/1"
PAIRS = ("next", "all")


class Pairing(NamedTuple):
    """Who plays whom; the one that should be stronger comes first."""

    one: Entrant
    other: Entrant


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int
    """From 0 on, in the order of the plan."""
    pairing: Pairing
    deal: int
    seed: str
    """Of the deal and whatever chance follows; the bots' own come from it too."""
    seats: tuple[Entrant, ...]


@dataclass(frozen=True)
class Result:
    """A game that was played."""

    number: int
    game: str
    options: Mapping[str, str]
    pairing: Pairing
    deal: int
    seed: str
    seats: tuple[Entrant, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    plies: int
    seconds: tuple[float, ...]
    """Of thought, by seat."""

    def share(self, entrant: Entrant) -> float:
        """What an entrant has of the victory, with all its seats."""
        mine = sum(self.seats[seat] == entrant for seat in self.winners)
        return mine / max(1, len(self.winners))

    def line(self) -> str:
        """The game as a line of JSON."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False)


# --- what is to be played ----------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """All games of an arena, made by `plan`."""

    game: Game
    options: Mapping[str, str]
    bots: tuple[int, ...]
    games: int
    """Of every pairing."""
    pairs: str
    seed: int | str

    @cached_property
    def people(self) -> int:
        """Seats that are taken by bots."""
        return sum(seat not in self.game.info.rivals for seat in self._titles)

    @cached_property
    def pairings(self) -> list[Pairing]:
        """Who plays whom, neighbours first."""
        if self.people == 1:
            rival = next(seat for seat in self._titles if seat in self.game.info.rivals)
            return [Pairing(level, rival) for level in self.bots]
        gaps = range(1, 2 if self.pairs == "next" else len(self.bots))
        return [
            Pairing(level, other)
            for gap in gaps
            for level, other in zip(self.bots[gap:], self.bots, strict=False)
        ]

    def fixtures(self) -> Iterator[Fixture]:
        """Every game in order: deal by deal, so that a run that breaks off is balanced too."""
        number, arrangements = 0, lineups(self.people)
        for deal in range(self.games // len(arrangements)):
            for pairing in self.pairings:
                for lineup in arrangements:
                    seats = tuple(self._entrant(seat, pairing, lineup) for seat in self._places)
                    yield Fixture(number, pairing, deal, f"{self.seed}/{deal}", seats)
                    number += 1

    def __len__(self) -> int:
        return self.games * len(self.pairings)

    def describe(self) -> Json:
        """The plan as JSON, the first line of a file of results. It tells rules and bots by
        their sources too: games played by others are of another run."""
        sources = [*cache.kernel_sources(), Path(player.__file__)]
        known = levels(self.game.info.name)
        return {
            "format": FORMAT,
            "game": self.game.info.name,
            "rules": self.game.info.version,
            "sources": cache.digest(sources, FORMAT),
            "options": dict(self.options),
            "bots": list(self.bots),
            "grades": [
                dataclasses.asdict(known[level].grade) | {"threads": 1}
                for level in self.bots
                if level in known
            ],
            "games": self.games,
            "pairs": self.pairs,
            "seed": self.seed,
        }

    @cached_property
    def _titles(self) -> tuple[str, ...]:
        return self.game.seats(self.options)

    @property
    def _places(self) -> range:
        return range(len(self._titles))

    def _entrant(self, seat: int, pairing: Pairing, lineup: Sequence[int]) -> Entrant:
        title = self._titles[seat]
        return title if title in self.game.info.rivals else pairing[lineup[seat]]


def lineups(people: int) -> list[tuple[int, ...]]:
    """Which of two sits where: in turns round the table, in every rotation, and the other way
    round. Each has each seat equally often; alone only the first of them plays."""
    if people == 1:
        return [(0,)]
    turns = tuple(seat % 2 for seat in range(people))
    rotations = {turns[i:] + turns[:i] for i in range(people)}
    return sorted(rotations | {tuple(1 - who for who in lineup) for lineup in rotations})


def plan(
    game: str,
    bots: Iterable[int],
    games: int,
    *,
    pairs: str = "next",
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Plan:
    """The games of an arena; an error names what cannot be."""
    if pairs not in PAIRS:
        raise BadOption(f"pairs {pairs!r}: it is one of: {', '.join(PAIRS)}")
    loaded = load(game)
    chosen = loaded.options(options or {})
    made = Plan(loaded, chosen, _levels(game, bots), games, pairs, records.checked_seed(seed))
    if made.people > 1 and len(made.bots) < 2:
        raise BadOption(f"bots {made.bots[0]}: at least two are needed to play each other")
    _check_count(games, len(lineups(made.people)))
    return made


def _levels(game: str, bots: Iterable[int]) -> tuple[int, ...]:
    """The levels in ascending order; each must exist, once."""
    given = list(bots)
    if not given:
        raise BadOption("bots: name the levels that are to play")
    for level in given:
        if level != 0 and level not in levels(game):
            bot(game, level)  # says which there are
        if given.count(level) > 1:
            raise BadOption(f"bots {','.join(map(str, given))}: {level} is named twice")
    return tuple(sorted(given))


def _check_count(games: int, rotation: int) -> None:
    """A deal is played in every rotation of the seats or not at all."""
    if games < 1:
        raise BadOption(f"games {games}: at least one deal is played")
    if over := games % rotation:
        least = games - over
        near = f"{least} or {least + rotation}" if least else str(rotation)
        raise BadOption(
            f"games {games}: every deal is played in {rotation} rotations of the seats; take {near}"
        )


# --- playing -----------------------------------------------------------------------------


def play_arena(
    game: str,
    bots: Iterable[int],
    games: int,
    *,
    pairs: str = "next",
    seed: int | str | None = None,
    jobs: int | None = None,
    **options: object,
) -> Iterator[Result]:
    """Play an arena and yield its games as they finish.

    `games` are those of each pairing; `pairs` is "next" (each level against the one below) or
    "all"; `jobs` is how many are played at the same time, as many as there are cores if not
    given. The results do not depend on it, only their order. Other processes play them: a script
    that is not to start itself again in each keeps its work under `if __name__ == "__main__"`.
    """
    yield from play_plan(plan(game, bots, games, pairs=pairs, seed=seed, options=options), jobs)


def play_plan(plan: Plan, jobs: int | None = None, done: Iterable[int] = ()) -> Iterator[Result]:
    """Play the games of a plan but those that are done, given by number."""
    played = set(done)
    left = [fixture for fixture in plan.fixtures() if fixture.number not in played]
    if left:
        prepare(plan.game.info.name)  # here, once, rather than in every process
    one = partial(play_game, plan.game.info.name, plan.options)
    jobs = min(jobs or cores(), len(left))
    if jobs <= 1:
        yield from map(one, left)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_quietly) as pool:
        yield from _as_played(pool, one, left)


def _as_played(pool: Executor, one: Any, left: Sequence[Fixture]) -> Iterator[Result]:
    """The games as they finish; whoever stops asking stops the rest."""
    waiting = [pool.submit(one, fixture) for fixture in left]
    try:
        for future in as_completed(waiting):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _end_quietly() -> None:
    """Ctrl-C reaches every process of a terminal; one of them is enough to speak of it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def play_game(game: str, options: Mapping[str, str], fixture: Fixture) -> Result:
    """Play one game to its end; each bot has a generator of its own and one thread."""
    at_table = match.new(game, seed=fixture.seed, **options)
    players = {
        seat: bot(game, entrant, f"{fixture.seed}/{seat}", threads=1)
        for seat, entrant in enumerate(fixture.seats)
        if isinstance(entrant, int)
    }
    seconds = [0.0] * len(fixture.seats)
    while (seat := at_table.turn) is not None:
        begin = time.perf_counter()
        move = players[seat].choose(at_table)
        seconds[seat] += time.perf_counter() - begin
        at_table.play(move)
    return Result(
        **vars(fixture),
        game=game,
        options=options,
        scores=at_table.scores,
        winners=at_table.winners,
        plies=at_table.ply,
        seconds=tuple(round(spent, 4) for spent in seconds),
    )


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- files of results --------------------------------------------------------------------


class Ledger:
    """A file of JSON lines: the plan, then every game as it finishes.

    A file that exists already must be of the same plan; its games count as played, and a last
    line that was cut off in the middle is forgotten.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.done: list[Result] = []
        try:
            lines, whole = self._lines(path.read_bytes() if path.exists() else b"")
            if lines:
                self._check_plan(lines[0], plan)
                self.done = self._results(lines[1:], plan)
            self._file = path.open("ab")
            self._file.truncate(whole)
        except OSError as error:
            raise BadRecord(f"{path}: {error.strerror}") from error
        if not lines:
            self._write(json.dumps(plan.describe(), ensure_ascii=False))

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def add(self, result: Result) -> None:
        """Write a game down; it is on disk when this returns."""
        self._write(result.line())

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def _lines(self, text: bytes) -> tuple[list[Any], int]:
        """The whole lines of a file, read, and how many bytes they take."""
        read, whole = [], text.rfind(b"\n") + 1
        for number, line in enumerate(text[:whole].splitlines(), start=1):
            try:
                read.append(json.loads(line))
            except ValueError as error:
                raise BadRecord(f"{self.path}: line {number} is not JSON") from error
        return read, whole

    def _check_plan(self, told: Any, plan: Plan) -> None:
        """The first line must be that of the plan."""
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise BadRecord(f"{self.path}: not a file of results of an arena")
        for part, value in plan.describe().items():
            if told.get(part) != value:
                raise BadRecord(
                    f"{self.path}: holds another run ({part} {told.get(part)!r}, not {value!r}); "
                    "choose another file"
                )

    def _results(self, lines: list[Any], plan: Plan) -> list[Result]:
        """The games in the file, each one of the plan's and there once."""
        fixtures = {fixture.number: fixture for fixture in plan.fixtures()}
        results = []
        for number, line in enumerate(lines, start=2):
            fixture = fixtures.pop(line.get("number", -1), None) if isinstance(line, dict) else None
            if fixture is None or not _tells_of(line, fixture):
                raise BadRecord(f"{self.path}: line {number} is not a game of this run")
            results.append(_result(line))
        return results


def seed_of(path: Path) -> int | str | None:
    """The seed of the run in a file of results, to go on with it; None if there is none."""
    try:
        with path.open(encoding="utf-8") as file:
            seed = json.loads(file.readline())["seed"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return seed if isinstance(seed, int | str) else None


def _tells_of(line: Json, fixture: Fixture) -> bool:
    """Whether a line has all parts of a result, and those of a fixture."""
    told = json.loads(json.dumps(dataclasses.asdict(fixture)))
    parts = {field.name for field in dataclasses.fields(Result)}
    return line.keys() == parts and all(line[part] == told[part] for part in told)


def _result(line: Json) -> Result:
    """A game from its line; lists become tuples again."""
    parts: Json = {
        part: tuple(value) if isinstance(value, list) else value for part, value in line.items()
    }
    return Result(**parts | {"pairing": Pairing(*parts["pairing"])})
