"""A duel: two searches of one game play each other, with equal time for a move.

Time is that of the processor, and it is made equal before the duel: in a few games of both sides
one of them gets as many iterations as take the other's time. So the games of the duel do not depend
on what else the machine does.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from parhelion.bots.search_bot import SearchBot
from parhelion.games import Grade, load
from parhelion.lab.arena import GameResult
from parhelion.lab.arena_plan import Pairing
from parhelion.match import new

MEASURED_GAMES = 4
"""Games that measure the time of both sides: two deals, from both seats."""
MEASURINGS = 2
"""How often iterations are set by the time that they took."""
PACE = "pace"
"""The seed of those games."""


@dataclass(frozen=True, eq=False)
class Contender:
    """One side of a duel."""

    name: str
    grade: Grade
    network: Any = None
    """Its weights, if it has a network of its own; else the grade decides."""

    def bot(self, game: str, seed: str) -> SearchBot:
        """The bot that plays for it."""
        return SearchBot(load(game), self.grade, seed, network=self.network)


def play_duel_game(
    game: str, one: Contender, other: Contender, seed: str, number: int
) -> GameResult:
    """Play one game of a duel; the second game of each deal has the seats exchanged."""
    deal, turned = divmod(number, 2)
    seats = (one, other) if turned == 0 else (other, one)
    match = new(game, seed=f"{seed}/{deal}")
    bots = [each.bot(game, f"{seed}/{number}/{seat}") for seat, each in enumerate(seats)]
    seconds = [0.0, 0.0]
    while (seat := match.turn) is not None:
        begin = time.thread_time()
        move = bots[seat].choose(match)
        seconds[seat] += time.thread_time() - begin
        match.play(move)
    return GameResult(
        number=number,
        game=game,
        options=dict(match.options),
        pairing=Pairing(one.name, other.name),
        deal=deal,
        seed=f"{seed}/{deal}",
        seats=(seats[0].name, seats[1].name),
        scores=match.scores,
        winners=match.winners,
        plies=match.ply,
        seconds=(round(seconds[0], 4), round(seconds[1], 4)),
    )


def with_equal_time(game: str, one: Contender, other: Contender) -> Contender:
    """The first side with as many iterations as take the time of the second, in a few games."""
    for _ in range(MEASURINGS):
        played = [play_duel_game(game, one, other, PACE, n) for n in range(MEASURED_GAMES)]
        spent = seconds_spent(played)
        if not (spent[one.name] and spent[other.name]):  # too short for the clock of this machine
            break
        iterations = round(one.grade.iterations * spent[other.name] / spent[one.name])
        one = replace(one, grade=replace(one.grade, iterations=max(1, iterations)))
    return one


def seconds_spent(results: Iterable[GameResult]) -> Mapping[str, float]:
    """The processor time of each side in some games."""
    spent: defaultdict[str, float] = defaultdict(float)
    for result in results:
        for name, seconds in zip(result.seats, result.seconds, strict=True):
            spent[str(name)] += seconds
    return spent
