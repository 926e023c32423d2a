"""An arena for people: its progress, its tables."""

from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parhelion.bots.levels import CHARACTERS, LEVELS
from parhelion.lab.arena import Entrant, Ledger, Pairing, Plan, Result, play_plan
from parhelion.lab.standings import ratings, standings

REPORTS = 20  # lines of progress where no bar can be drawn


def name(entrant: Entrant) -> str:
    """What an entrant is called."""
    if isinstance(entrant, int) and entrant in LEVELS:
        return f"{entrant} {CHARACTERS[LEVELS.index(entrant)][0]}"
    return str(entrant)


def versus(pairing: Pairing) -> str:
    """A pairing in words."""
    return f"{name(pairing.one)} – {name(pairing.other)}"


class Scoreboard:
    """The running scores of all pairings: bars on a terminal, now and then a line elsewhere."""

    def __init__(self, plan: Plan, console: Console) -> None:
        self.plan, self.console = plan, console
        self.scores: dict[Pairing, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.games = 0
        self.bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[score]}"),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self.tasks = {
            pairing: self.bars.add_task(versus(pairing), total=plan.games, score="")
            for pairing in plan.pairings
        }

    def add(self, result: Result) -> None:
        """Count a game."""
        self.games += 1
        score = self.scores[result.pairing]
        for i, entrant in enumerate(result.pairing):
            score[i] += result.share(entrant)
        self.bars.update(self.tasks[result.pairing], advance=1, score=told(score))

    def report(self) -> None:
        """Say how all pairings stand, if no bars do and some more games were played."""
        if not self.console.is_terminal and self.games * REPORTS % len(self.plan) < REPORTS:
            say(self.console, self._line())

    def _line(self) -> str:
        scores = ", ".join(
            f"{versus(pairing)} {told(self.scores[pairing])}" for pairing in self.plan.pairings
        )
        return f"{self.games:,} of {len(self.plan):,} games: {scores}"


def told(score: list[float]) -> str:
    """A score as people write it."""
    return " : ".join(f"{each:.2f}".rstrip("0").rstrip(".") for each in score)


def say(aside: Console, line: str) -> None:
    """Print a line as it is, however long."""
    aside.print(line, highlight=False, markup=False, soft_wrap=True)


def run(plan: Plan, jobs: int | None, out: Path | None, console: Console, aside: Console) -> None:
    """Play an arena and print its tables; progress goes aside. Ctrl-C ends it early."""
    say(aside, f"{plan.game.info.title}, {len(plan):,} games, seed {plan.seed}")
    results: list[Result] = []
    if out is None:
        _play(plan, jobs, results, None, aside)
    else:
        with Ledger(out, plan) as ledger:
            results += ledger.done
            if results:
                say(aside, f"{out} has {len(results):,} of them already: going on from there")
            _play(plan, jobs, results, ledger, aside)
    if results:
        show(results, console)


def _play(
    plan: Plan, jobs: int | None, results: list[Result], ledger: Ledger | None, aside: Console
) -> None:
    """Play what is not among the results yet, and add it to them and to the ledger."""
    board = Scoreboard(plan, aside)
    for result in results:
        board.add(result)
    try:
        with board.bars:
            for result in play_plan(plan, jobs, [result.number for result in results]):
                if ledger:
                    ledger.add(result)
                results.append(result)
                board.add(result)
                board.report()
    except KeyboardInterrupt:
        kept = f"; {ledger.path} keeps them" if ledger else ""
        say(aside, f"Stopped after {len(results):,} games{kept}.")


def show(results: list[Result], console: Console) -> None:
    """Print how all pairings stand, and the ratings."""
    console.print(_pairings(results))
    console.print(_ratings(results))


def _pairings(results: list[Result]) -> Table:
    table = Table(title="Each pairing as its first sees it, shares with 95 % intervals")
    table.add_column("pairing")
    for heading in ("games", "won", "shared", "share of victories", "points", "plies"):
        table.add_column(heading, justify="right")
    for each in standings(results):
        table.add_row(
            f"{each.pairing.one} – {each.pairing.other}",
            f"{each.games:,}",
            f"{each.won:,}",
            f"{each.shared:,}",
            f"{each.share:.1%} ({each.low:.1%}–{each.high:.1%})",
            " – ".join(f"{points:.1f}" for points in each.points),
            f"{each.plies:.1f}",
        )
    return table


def _ratings(results: list[Result]) -> Table:
    table = Table(title="Ratings with 95 % intervals")
    table.add_column("who")
    for heading in ("games", "rating"):
        table.add_column(heading, justify="right")
    for each in ratings(results):
        rating = f"{each.points:,.0f} ({each.low:,.0f}–{each.high:,.0f})"
        table.add_row(name(each.entrant), f"{each.games:,}", rating)
    return table
