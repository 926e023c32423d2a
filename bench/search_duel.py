"""Our search against other searches in Orion Duel, with equal time or equal iterations a move.

python -m bench.search_duel --games 100 --seconds 0.5             OpenSpiel's C++ MCTSBot
python -m bench.search_duel --against plain --iterations 20000    plain UCT, compiled

Every deal is played from both seats. Each side uses one thread. OpenSpiel's bot calls our rules
through an adapter in Python, which costs it simulations: the table says how many it made.
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

from bench.plain_uct_bot import EXPLORATION, PlainUctBot
from parhelion.bots import SearchBot, levels, prepare
from parhelion.envs.openspiel_game import short_name
from parhelion.games import load
from parhelion.lab.arena import GameResult
from parhelion.lab.arena_plan import Pairing
from parhelion.lab.standings import standing
from parhelion.match import Match, new

GAME = "orion"
MEMORY_MB = 2_000
NO_LIMIT = 100_000_000


@dataclass(frozen=True)
class DuelSettings:
    """The settings of a duel. Of seconds and iterations for a move, one is 0."""

    against: str
    level: int
    seconds: float
    iterations: int
    exploration: float
    """The exploration constant of the other side, for values from 0 to 1."""
    seed: int
    setup: str


@dataclass
class Effort:
    """The simulations and seconds that one side spent on each of its moves."""

    simulations: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(self.simulations + other.simulations, self.seconds + other.seconds)


class DuelPlayer(Protocol):
    """One side of one game."""

    def search(self, match: Match) -> tuple[int, int]:
        """An action for the seat to move, and the simulations behind it."""


class OurPlayer:
    """A level of our bots; its simulations include those of reused trees."""

    def __init__(self, settings: DuelSettings, seed: str) -> None:
        grade = replace(levels(GAME)[settings.level].grade, threads=1)
        if settings.iterations:
            grade = replace(grade, iterations=settings.iterations)
        self.bot = SearchBot(load(GAME), grade, seed, settings.seconds or None)

    def search(self, match: Match) -> tuple[int, int]:
        """Choose as in a game against people."""
        return self.bot.choose(match).action, self.bot.visits


class OpenSpielPlayer:
    """C++ `MCTSBot` with one random rollout a simulation and its solver on."""

    def __init__(self, settings: DuelSettings, seed: str, deal: int) -> None:
        given = {"seed": settings.seed, "deals": deal + 2, "setup": settings.setup}
        self.game, self.deal = pyspiel.load_game(short_name(GAME), given), deal
        number = sum(seed.encode())
        self.bot = pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(1, number),
            2 * settings.exploration,  # its values go from -1 to 1
            settings.iterations or NO_LIMIT,
            MEMORY_MB,
            True,
            number,
            False,
            max_wall_clock_time=settings.seconds or -1.0,
        )

    def search(self, match: Match) -> tuple[int, int]:
        """Search from the position after all moves so far."""
        state = self.game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(self.deal)
        for move in match.history:
            state.apply_action(move.action)
        root = self.bot.mcts_search(state)
        return root.best_child().action, root.explore_count


class PlainUctPlayer:
    """Plain UCT through our kernels."""

    def __init__(self, settings: DuelSettings, seed: str) -> None:
        self.bot = PlainUctBot(settings.iterations, seed, settings.exploration)

    def search(self, match: Match) -> tuple[int, int]:
        """Search with all its iterations, every time."""
        return self.bot.choose(match).action, self.bot.iterations


def play(settings: DuelSettings, number: int) -> tuple[GameResult, dict[str, Effort]]:
    """Play one game. The second game of each deal is played with exchanged seats."""
    deal, turn = divmod(number, 2)
    seed = f"{settings.seed}/{deal}"
    match = new(GAME, seed=seed, setup=settings.setup)
    theirs: DuelPlayer = (
        PlainUctPlayer(settings, f"{seed}/{turn}")
        if settings.against == "plain"
        else OpenSpielPlayer(settings, f"{seed}/{turn}", deal)
    )
    players: dict[str, DuelPlayer] = {
        "ours": OurPlayer(settings, f"{seed}/{turn}"),
        settings.against: theirs,
    }
    efforts = {name: Effort() for name in players}
    pairing = Pairing(*players)
    seats = pairing if turn == 0 else pairing[::-1]
    while match.turn is not None:
        name = str(seats[match.turn])
        match.play(_choice(match, players[name], efforts[name]))
    spent = tuple(sum(efforts[str(name)].seconds) for name in seats)
    outcome = (match.scores, match.winners, match.ply, spent)
    options = dict(match.options)
    return GameResult(number, GAME, options, pairing, deal, seed, seats, *outcome), efforts


def _choice(match: Match, player: DuelPlayer, effort: Effort) -> int:
    """The action that a player chooses; forced moves are not counted."""
    legal = match.actions()
    if len(legal) == 1:
        return legal[0]
    begin = time.perf_counter()
    action, simulations = player.search(match)
    effort.seconds.append(time.perf_counter() - begin)
    effort.simulations.append(simulations)
    return action


def games(
    settings: DuelSettings, count: int, jobs: int
) -> Iterator[tuple[GameResult, dict[str, Effort]]]:
    """Play some games, several at once."""
    prepare(GAME)
    PlainUctBot(1, 0).choose(
        new(GAME, seed=0, setup=settings.setup)
    )  # compiled before the clock runs
    if jobs == 1:
        yield from map(partial(play, settings), range(count))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(partial(play, settings), range(count))


def run(settings: DuelSettings, count: int, jobs: int, console: Console) -> None:
    """Play a duel and print its results."""
    results: list[GameResult] = []
    efforts = {"ours": Effort(), settings.against: Effort()}
    with Progress(console=console) as progress:
        task = progress.add_task("ours – " + settings.against, total=count)
        for result, made in games(settings, count, jobs):
            results.append(result)
            efforts = {name: effort + made[name] for name, effort in efforts.items()}
            won = sum(result.share("ours") for result in results)
            score = f"level {settings.level} – {settings.against} {won:g} : {len(results) - won:g}"
            progress.update(task, advance=1, description=score)
    console.print(_table(settings, results, efforts))


def _table(settings: DuelSettings, results: list[GameResult], efforts: dict[str, Effort]) -> Table:
    found = standing(results[0].pairing, results)
    each = (
        f"{settings.iterations:,} iterations" if settings.iterations else f"{settings.seconds:g} s"
    )
    share = f"{found.share:.1%} ({found.low:.1%}–{found.high:.1%})"
    title = f"{found.games} games, {each} a move, setup {settings.setup}: {share}"
    table = Table(title=title, title_style="bold", min_width=len(title) + 2)
    table.add_column("player")
    for heading in ("won", "simulations a move, median", "seconds a move, mean"):
        table.add_column(heading, justify="right")
    for name, effort in efforts.items():
        won = sum(result.share(name) for result in results)
        table.add_row(
            f"level {settings.level}" if name == "ours" else name,
            f"{won:g}",
            f"{median(effort.simulations):,.0f}",
            f"{fmean(effort.seconds):.2f}",
        )
    return table


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--against", choices=("openspiel", "plain"), default="openspiel")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.0, help="for a move; 1 if not given")
    parser.add_argument("--iterations", type=int, default=0, help="for a move, instead")
    parser.add_argument("--exploration", type=float, default=EXPLORATION, help="of the other side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--setup", default="random")
    parser.add_argument("--jobs", type=int, default=1)
    return parser


def main() -> None:
    """Read the command line and play."""
    parser = _parser()
    args = parser.parse_args()
    if args.games < 2 or args.games % 2:
        parser.error("--games: every deal is played from both seats, so take an even number")
    if args.seconds and args.iterations:
        parser.error("--seconds or --iterations, not both")
    if args.against == "plain" and not args.iterations:
        parser.error("--against plain needs --iterations")
    seconds = 0.0 if args.iterations else args.seconds or 1.0
    settings = DuelSettings(
        args.against,
        args.level,
        seconds,
        args.iterations,
        args.exploration,
        args.seed,
        args.setup,
    )
    run(settings, args.games, args.jobs, Console(width=110))


if __name__ == "__main__":
    main()
