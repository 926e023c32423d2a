"""Playing the games of an arena: bots against bots, in several processes, with equal results.

    >>> results = list(play_arena("orion", [0, 1], games=2, seed=7, jobs=1, setup="symmetric-1"))
    >>> [result.seats for result in results]
    [(1, 0), (0, 1)]

`parhelion.lab.arena_plan` says which games there are, `parhelion.lab.standings` what their results
mean.
"""

import dataclasses
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from parhelion.bots import bot, prepare
from parhelion.cores import usable_cores
from parhelion.lab.arena_plan import ArenaPlan, Fixture, Pairing, plan_arena
from parhelion.lab.entrants import Entrant
from parhelion.lab.processes import in_processes
from parhelion.match import new


@dataclass(frozen=True)
class GameResult:
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
    """The thinking time of each seat."""

    def share(self, entrant: Entrant) -> float:
        """The share of victory of an entrant, with all its seats."""
        mine = sum(self.seats[seat] == entrant for seat in self.winners)
        return mine / max(1, len(self.winners))

    def line(self) -> str:
        """The game as a line of JSON."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False)


def play_arena(
    game: str,
    bots: Iterable[Entrant],
    games: int,
    *,
    pairs: str = "next",
    seed: int | str | None = None,
    jobs: int | None = None,
    **options: object,
) -> Iterator[GameResult]:
    """Play an arena and yield its games as they finish.

    `games` are those of each pairing; `pairs` is "next" (each level against the one below) or
    "all"; `jobs` is the number of games played at once, by default one for each core. It changes
    the order of the results, but not the results. With several jobs other processes play, which
    import the calling script again: put its work under `if __name__ == "__main__"`.
    """
    plan = plan_arena(game, bots, games, pairs=pairs, seed=seed, options=options)
    yield from play_plan(plan, jobs)


def play_plan(
    plan: ArenaPlan, jobs: int | None = None, done: Iterable[int] = ()
) -> Iterator[GameResult]:
    """Play the games of a plan, except those that are done, given by number."""
    played = set(done)
    left = [fixture for fixture in plan.fixtures() if fixture.number not in played]
    if left:
        prepare(plan.game.info.name)  # here, once, rather than in every process
    play = partial(play_game, plan.game.info.name, plan.options)
    jobs = min(jobs or usable_cores(), len(left))
    if jobs <= 1:
        yield from map(play, left)
        return
    yield from (result for _, result in in_processes(play, left, jobs))


def play_game(game: str, options: Mapping[str, str], fixture: Fixture) -> GameResult:
    """Play one game to its end; each bot has a generator of its own and one thread."""
    match = new(game, seed=fixture.seed, **options)
    players = {
        seat: bot(game, entrant, f"{fixture.seed}/{seat}", threads=1)
        for seat, entrant in enumerate(fixture.seats)
        if entrant not in match.game.info.rivals
    }
    seconds = [0.0] * len(fixture.seats)
    while (seat := match.turn) is not None:
        begin = time.perf_counter()
        move = players[seat].choose(match)
        seconds[seat] += time.perf_counter() - begin
        match.play(move)
    return GameResult(
        **vars(fixture),
        game=game,
        options=options,
        scores=match.scores,
        winners=match.winners,
        plies=match.ply,
        seconds=tuple(round(spent, 4) for spent in seconds),
    )
