"""A duel: two searches of one game play each other, with equal time for a move.

Time is that of the processor, and it is made equal before the duel: both search the same positions,
and one of them gets as many iterations as take the other's time. So the games do not depend on what
else the machine does.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

from parhelion.bots.search_bot import SearchBot
from parhelion.games import Grade, load
from parhelion.kernel import below, stream
from parhelion.lab.arena import GameResult
from parhelion.lab.arena_plan import Pairing
from parhelion.match import Match, new

MEASURED_GAMES = 2
"""Games in whose positions the time for a move is measured."""
MEASURINGS = 2
"""How often iterations are set by the time that they took."""


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
    """The first side with as many iterations as take the time of the second."""
    wanted = seconds_for_a_move(game, other)
    for _ in range(MEASURINGS):
        times = wanted / seconds_for_a_move(game, one)
        iterations = max(1, round(one.grade.iterations * times))
        one = replace(one, grade=replace(one.grade, iterations=iterations))
    return one


def seconds_for_a_move(game: str, side: Contender) -> float:
    """The mean processor time that a side takes for a move, in random positions."""
    spent, moves = 0.0, 0
    for number in range(MEASURED_GAMES):
        match, rng = new(game, seed=number), stream(number, "pace")
        while match.turn is not None:
            if len(match.moves()) > 1:
                spent, moves = spent + _seconds(game, side, match), moves + 1
            match.play(match.moves()[int(below(rng, len(match.moves())))])
    return spent / max(1, moves)


def _seconds(game: str, side: Contender, match: Match) -> float:
    bot, begin = side.bot(game, "pace"), time.thread_time()
    bot.choose(match)
    return time.thread_time() - begin
