"""The games of an arena: who plays whom, on which deals and on which seats.

The unit is a *deal*: the same seed is played with the bots in every rotation of the seats, so that
neither the luck of the deal nor a better seat favours anybody. Every pairing plays the same deals.
At a table for one, each bot plays the deals alone, against the rival that the rules play.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from parhelion import records
from parhelion.bots import levels
from parhelion.errors import BadOption
from parhelion.games import Game, Json, load
from parhelion.lab.entrants import Entrant, check_bots, own_bots, own_digests, source_digest

FORMAT = "parhelion-arena/1"
PAIRS = ("next", "all")


class Pairing(NamedTuple):
    """Two entrants that play each other; the one that should be stronger comes first."""

    one: Entrant
    other: Entrant


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int
    """Its place in the plan, from 0."""
    pairing: Pairing
    deal: int
    seed: str
    """The seed of the game; the seeds of its bots are made from it, too."""
    seats: tuple[Entrant, ...]


@dataclass(frozen=True)
class ArenaPlan:
    """All games of an arena, made by `plan_arena`."""

    game: Game
    options: Mapping[str, str]
    bots: tuple[Entrant, ...]
    games: int
    """The games of each pairing."""
    pairs: str
    seed: int | str

    @cached_property
    def people(self) -> int:
        """The number of seats that bots take."""
        return sum(seat not in self.game.info.rivals for seat in self._titles)

    @cached_property
    def pairings(self) -> list[Pairing]:
        """All pairings, neighbouring levels first."""
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
        """Every game in order: deal by deal, so that an interrupted run is balanced, too."""
        number, arrangements = 0, lineups(self.people)
        for deal in range(self.games // len(arrangements)):
            for pairing in self.pairings:
                for lineup in arrangements:
                    seats = self._seats(pairing, lineup)
                    yield Fixture(number, pairing, deal, f"{self.seed}/{deal}", seats)
                    number += 1

    def __len__(self) -> int:
        return self.games * len(self.pairings)

    def describe(self) -> Json:
        """The plan as JSON, the first line of a results file. It includes a digest of the sources
        of rules and bots: games that were played with other sources are not of the same run."""
        known = levels(self.game.info.name)
        return {
            "format": FORMAT,
            "game": self.game.info.name,
            "rules": self.game.info.version,
            "sources": source_digest(self.game, FORMAT),
            "options": dict(self.options),
            "bots": list(self.bots),
            "grades": [
                known[level].grade.json()
                for level in self.bots
                if isinstance(level, int) and level in known
            ],
            **own_digests(own_bots(self.bots)),
            "games": self.games,
            "pairs": self.pairs,
            "seed": self.seed,
        }

    @cached_property
    def _titles(self) -> tuple[str, ...]:
        return self.game.seats_for(self.options)

    def _seats(self, pairing: Pairing, lineup: Sequence[int]) -> tuple[Entrant, ...]:
        """Who takes which seat; rivals come last and play themselves."""
        rivals = self._titles[len(lineup) :]
        return (*(pairing[who] for who in lineup), *rivals)


def lineups(people: int) -> list[tuple[int, ...]]:
    """Which of two entrants takes each seat: in turns round the table, in every rotation, and with
    both exchanged. Each takes each seat equally often; at a table for one only the first plays."""
    if people == 1:
        return [(0,)]
    turns = tuple(seat % 2 for seat in range(people))
    rotations = {turns[i:] + turns[:i] for i in range(people)}
    return sorted(rotations | {tuple(1 - who for who in lineup) for lineup in rotations})


def plan_arena(
    game: str,
    bots: Iterable[Entrant],
    games: int,
    *,
    pairs: str = "next",
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
) -> ArenaPlan:
    """The games of an arena; the parameters are those of `parhelion.lab.arena.play_arena`."""
    if pairs not in PAIRS:
        raise BadOption(f"pairs {pairs!r}: it is one of: {', '.join(PAIRS)}")
    loaded = load(game)
    chosen = loaded.complete_options(options or {})
    plan = ArenaPlan(
        loaded, chosen, _entrants(game, bots), games, pairs, records.checked_seed(seed)
    )
    if plan.people > 1 and len(plan.bots) < 2:
        raise BadOption(f"bots {plan.bots[0]}: at least two are needed to play each other")
    _check_count(games, len(lineups(plan.people)))
    return plan


def _entrants(game: str, bots: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The levels in ascending order, then bots of one's own; each must exist and be named once."""
    given = list(bots)
    if not given:
        raise BadOption("bots: name the levels that are to play")
    check_bots(game, given)
    for each in given:
        if given.count(each) > 1:
            raise BadOption(f"bots {','.join(map(str, given))}: {each} is named twice")
    return (
        *sorted(each for each in given if isinstance(each, int)),
        *(each for each in given if isinstance(each, str)),
    )


def _check_count(games: int, rotations: int) -> None:
    """A deal is played in every rotation of the seats or not at all."""
    if games < 1:
        raise BadOption(f"games {games}: at least one deal is played")
    if over := games % rotations:
        fewer = games - over
        near = f"{fewer} or {fewer + rotations}" if fewer else str(rotations)
        raise BadOption(
            f"games {games}: every deal is played in {rotations} rotations of the seats; "
            f"take {near}"
        )
