"""Our search against others in Orion Duel, with the same time or the same iterations a move.

python -m bench.duel --games 100 --seconds 0.5             OpenSpiel's C++ MCTSBot
python -m bench.duel --against plain --iterations 20000    plain compiled search

Every deal is played from both seats. Each side uses one thread. OpenSpiel's bot drives our rules
through an adapter in Python, which costs it simulations: the table tells how many it made.
"""

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean, median
from typing import Protocol

import pyspiel
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import adapter
from bench.plain import EXPLORATION, PlainBot
from parhelion.bots import SearchBot, levels, prepare
from parhelion.games import load
from parhelion.lab.arena import Pairing, Result
from parhelion.lab.standings import standing
from parhelion.match import Match, new

GAME = "orion"
MEMORY_MB = 2_000
ENDLESS = 100_000_000


@dataclass(frozen=True)
class Terms:
    """What a duel is about: seconds or iterations for a move, one of them 0."""

    against: str
    level: int
    seconds: float
    iterations: int
    exploration: float
    """Of the other side, whose values go from 0 to 1."""
    seed: str
    setup: str


@dataclass
class Effort:
    """What one side put into its moves: simulations and seconds of each."""

    simulations: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(self.simulations + other.simulations, self.seconds + other.seconds)


class Player(Protocol):
    """One side of one game."""

    def search(self, match: Match) -> tuple[int, int]:
        """An action for the seat to move, and the simulations behind it."""


class Ours:
    """The best move of a level; what it still knows from its last move counts as well."""

    def __init__(self, terms: Terms, seed: str) -> None:
        grade = replace(levels(GAME)[terms.level].grade, threads=1)
        if terms.iterations:
            grade = replace(grade, iterations=terms.iterations)
        self.bot = SearchBot(load(GAME), grade, seed, terms.seconds or None)

    def search(self, match: Match) -> tuple[int, int]:
        """As at the table."""
        return self.bot.choose(match).action, self.bot.visits


class OpenSpiel:
    """C++ `MCTSBot` with one random rollout a simulation and its solver on."""

    def __init__(self, terms: Terms, seed: str, match: Match) -> None:
        self.game = adapter.load_game(match)
        number = sum(seed.encode())
        self.bot = pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(1, number),
            2 * terms.exploration,  # its values go from -1 to 1
            terms.iterations or ENDLESS,
            MEMORY_MB,
            True,
            number,
            False,
            max_wall_clock_time=terms.seconds or -1.0,
        )

    def search(self, match: Match) -> tuple[int, int]:
        """From the position that the moves so far lead to."""
        state = self.game.new_initial_state()
        for action in match.played:
            state.apply_action(action)
        root = self.bot.mcts_search(state)
        return root.best_child().action, root.explore_count


class Plain:
    """Plain search through our kernels."""

    def __init__(self, terms: Terms, seed: str) -> None:
        self.bot = PlainBot(terms.iterations, seed, terms.exploration)

    def search(self, match: Match) -> tuple[int, int]:
        """All its iterations, every time."""
        return self.bot.choose(match).action, self.bot.iterations


def play(terms: Terms, number: int) -> tuple[Result, dict[str, Effort]]:
    """One game; the second of each two changes seats on the same deal."""
    deal, turn = divmod(number, 2)
    seed = f"{terms.seed}/{deal}"
    match = new(GAME, seed=seed, setup=terms.setup)
    theirs: Player = (
        Plain(terms, f"{seed}/{turn}")
        if terms.against == "plain"
        else OpenSpiel(terms, f"{seed}/{turn}", match)
    )
    players: dict[str, Player] = {"ours": Ours(terms, f"{seed}/{turn}"), terms.against: theirs}
    efforts = {name: Effort() for name in players}
    pairing = Pairing(*players)
    seats = pairing if turn == 0 else pairing[::-1]
    while match.turn is not None:
        name = str(seats[match.turn])
        match.play(_choice(match, players[name], efforts[name]))
    spent = tuple(sum(efforts[str(name)].seconds) for name in seats)
    told = (pairing, deal, seed, seats, match.scores, match.winners, match.ply, spent)
    return Result(number, GAME, dict(match.options), *told), efforts


def _choice(match: Match, player: Player, effort: Effort) -> int:
    """What a player plays; a forced move costs nothing."""
    legal = match.actions()
    if len(legal) == 1:
        return legal[0]
    begin = time.perf_counter()
    action, simulations = player.search(match)
    effort.seconds.append(time.perf_counter() - begin)
    effort.simulations.append(simulations)
    return action


def games(terms: Terms, count: int, jobs: int) -> Iterator[tuple[Result, dict[str, Effort]]]:
    """Play so many games, some at the same time."""
    prepare(GAME)
    PlainBot(1, 0).choose(new(GAME, seed=0, setup=terms.setup))  # compiled before the clock runs
    if jobs == 1:
        yield from map(partial(play, terms), range(count))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(partial(play, terms), range(count))


def run(terms: Terms, count: int, jobs: int, console: Console) -> None:
    """Play a duel and print how it went."""
    results: list[Result] = []
    efforts = {"ours": Effort(), terms.against: Effort()}
    with Progress(console=console) as progress:
        task = progress.add_task("ours – " + terms.against, total=count)
        for result, made in games(terms, count, jobs):
            results.append(result)
            efforts = {name: effort + made[name] for name, effort in efforts.items()}
            won = sum(result.share("ours") for result in results)
            score = f"level {terms.level} – {terms.against} {won:g} : {len(results) - won:g}"
            progress.update(task, advance=1, description=score)
    console.print(_table(terms, results, efforts))


def _table(terms: Terms, results: list[Result], efforts: dict[str, Effort]) -> Table:
    told = standing(results[0].pairing, results)
    each = f"{terms.iterations:,} iterations" if terms.iterations else f"{terms.seconds:g} s"
    share = f"{told.share:.1%} ({told.low:.1%}–{told.high:.1%})"
    title = f"{told.games} games, {each} a move, setup {terms.setup}: {share}"
    table = Table(title=title, title_style="bold", min_width=len(title) + 2)
    table.add_column("who")
    for heading in ("won", "simulations a move, median", "seconds a move, mean"):
        table.add_column(heading, justify="right")
    for name, effort in efforts.items():
        won = sum(result.share(name) for result in results)
        table.add_row(
            f"level {terms.level}" if name == "ours" else name,
            f"{won:g}",
            f"{median(effort.simulations):,.0f}",
            f"{fmean(effort.seconds):.2f}",
        )
    return table


def main() -> None:
    """Read what was asked for, and play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--against", choices=("openspiel", "plain"), default="openspiel")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.0, help="for a move; 1 if not given")
    parser.add_argument("--iterations", type=int, default=0, help="for a move, instead")
    parser.add_argument("--exploration", type=float, default=EXPLORATION, help="of the other")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--setup", default="random")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    if args.games < 2 or args.games % 2:
        parser.error("--games: every deal is played from both seats, so take an even number")
    if args.seconds and args.iterations:
        parser.error("--seconds or --iterations, not both")
    if args.against == "plain" and not args.iterations:
        parser.error("--against plain needs --iterations")
    seconds = 0.0 if args.iterations else args.seconds or 1.0
    terms = Terms(
        args.against,
        args.level,
        seconds,
        args.iterations,
        args.exploration,
        args.seed,
        args.setup,
    )
    run(terms, args.games, args.jobs, Console(width=110))


if __name__ == "__main__":
    main()
