"""The plan of a simulation: which games are played, by whom, and in which chunks.

Game number n has the seed "{seed}/{n}", so what happens in it depends on nothing but the plan:
neither on where it is played nor on how many games there are. A chunk is what one process plays at
a time and what one file holds.
"""

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parhelion import records
from parhelion.bots import levels
from parhelion.errors import BadOption
from parhelion.games import Game, Json, load
from parhelion.lab.entrants import Entrant, check_bots, own_bots, own_digests, source_digest

FORMAT = "parhelion-run/1"
RANDOM_CHUNK = 10_000
"""Games of a chunk if all seats play at random: kernels play them in about a second."""
BOT_CHUNK = 20


class Chunk(NamedTuple):
    """Games that are played together."""

    first: int
    """The number of the first of them."""
    games: int


@dataclass(frozen=True)
class SimulationPlan:
    """All games of a simulation, made by `plan_simulation`."""

    game: Game
    options: Mapping[str, str]
    players: tuple[Entrant, ...]
    """By seat."""
    games: int
    seed: int | str
    pieces: bool
    """Whether pieces are counted."""
    files: Mapping[str, bytes]
    """What is in the files that options name, by option: another machine has not got them."""
    own: Mapping[Entrant, str]
    """How bots of one's own are named from any folder: a worker of Ray runs in another one."""

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The titles of the seats."""
        return self.game.seats_for(self.options)

    @property
    def is_random(self) -> bool:
        """Whether all seats play at random, so that kernels play the games on their own."""
        return {0, *self.game.info.rivals}.issuperset(self.players)

    @property
    def blank_state(self) -> Any:
        """The record before the deal: the options and nothing else."""
        states = np.zeros(1, dtype=self.game.dtype)
        with self.local_options() as options:
            self.game.notation.write_options(states[0], options)
        return states[0]

    @cached_property
    def blank(self) -> bytes:
        """The bytes of the record before the deal."""
        return bytes(self.blank_state.tobytes())

    @contextmanager
    def local_options(self) -> Iterator[dict[str, str]]:
        """The options, with files that lie on this machine."""
        with tempfile.TemporaryDirectory() as folder:
            options = dict(self.options)
            for name, content in self.files.items():
                path = Path(folder) / Path(options[name]).name
                path.write_bytes(content)
                options[name] = str(path)
            yield options

    @property
    def chunk_size(self) -> int:
        """How many games a chunk has, but for the last one."""
        return RANDOM_CHUNK if self.is_random else BOT_CHUNK

    def chunks(self) -> list[Chunk]:
        """All chunks in order."""
        firsts = range(0, self.games, self.chunk_size)
        return [Chunk(first, min(self.chunk_size, self.games - first)) for first in firsts]

    def game_seed(self, number: int) -> str:
        """The seed of a game."""
        return f"{self.seed}/{number}"

    @cached_property
    def sources(self) -> str:
        """A digest of the sources of rules and bots: other sources may play other games."""
        return source_digest(self.game, FORMAT)

    def describe(self) -> Json:
        """The plan as JSON: the `run.json` of a run."""
        known = levels(self.game.name)
        played = sorted({player for player in self.players if player in known}, key=str)
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.info.version,
            "sources": self.sources,
            "options": dict(self.options),
            "record": hashlib.sha256(self.blank).hexdigest()[:16],
            "seats": list(self.seats),
            "rivals": [seat for seat in self.seats if seat in self.game.info.rivals],
            "bots": list(self.players),
            "grades": {str(level): known[int(level)].grade.json() for level in played},
            **own_digests(self.own),
            "parts": list(self.game.statistics.PARTS),
            "pieces": self.pieces,
            "seed": self.seed,
            "chunk": self.chunk_size,
            "games": self.games,
        }


def plan_simulation(
    game: str,
    games: int,
    *,
    bots: Entrant | Sequence[Entrant] = 0,
    seed: int | str | None = None,
    pieces: bool = False,
    options: Mapping[str, object] | None = None,
) -> SimulationPlan:
    """The games of a simulation; the parameters are those of `parhelion.lab.simulation`."""
    if games < 1:
        raise BadOption(f"games {games}: at least one is played")
    loaded = load(game)
    chosen = loaded.complete_options(options or {})
    given = [bots] if isinstance(bots, int | str) else list(bots)
    plan = SimulationPlan(
        game=loaded,
        options=chosen,
        players=_players(loaded, chosen, given),
        games=games,
        seed=records.checked_seed(seed),
        pieces=pieces,
        files=_files(loaded, chosen),
        own=own_bots(given),
    )
    _ = plan.blank  # the game refuses options that it cannot take
    return plan


def _players(
    game: Game, options: Mapping[str, str], given: Sequence[Entrant]
) -> tuple[Entrant, ...]:
    """Who plays each seat: one bot for all, or one for each seat; rivals come last."""
    seats = game.seats_for(options)
    rivals = [seat for seat in seats if seat in game.info.rivals]
    people = len(seats) - len(rivals)
    if len(given) not in (1, people):
        told = ",".join(map(str, given)) or "none"
        raise BadOption(f"bots {told}: one bot for all seats, or {people}, one a seat")
    check_bots(game.name, given)
    return (*(given[0] for _ in range(people)), *rivals) if len(given) == 1 else (*given, *rivals)


def _files(game: Game, options: Mapping[str, str]) -> dict[str, bytes]:
    """What is in the files that options name; the game itself refuses what is neither a file nor a
    name that it knows."""
    found = {
        option.name: Path(options[option.name])
        for option in game.options
        if option.open and options[option.name] not in option.values
    }
    return {name: path.read_bytes() for name, path in found.items() if path.is_file()}
