"""An arena on the console: runs it, shows its progress and prints its tables."""

from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parhelion.bots.levels import CHARACTERS, LEVELS
from parhelion.lab.arena import GameResult, play_plan
from parhelion.lab.arena_plan import ArenaPlan, Pairing
from parhelion.lab.console_lines import print_line
from parhelion.lab.entrants import Entrant, short_name
from parhelion.lab.results_file import ResultsFile
from parhelion.lab.standings import ratings, standings

PROGRESS_LINES = 20  # printed where no progress bar can be drawn


def entrant_name(entrant: Entrant) -> str:
    """The number and name of a level, the name of a bot of one's own, or the title of a rival."""
    if isinstance(entrant, int) and entrant in LEVELS:
        return f"{entrant} {CHARACTERS[LEVELS.index(entrant)][0][0]}"
    return short_name(entrant)


def pairing_name(pairing: Pairing) -> str:
    """The names of both entrants of a pairing."""
    return f"{entrant_name(pairing.one)} – {entrant_name(pairing.other)}"


class Scoreboard:
    """The running scores of all pairings: progress bars on a terminal, a line from time to time
    elsewhere."""

    def __init__(self, plan: ArenaPlan, console: Console) -> None:
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
            pairing: self.bars.add_task(pairing_name(pairing), total=plan.games, score="")
            for pairing in plan.pairings
        }

    def add(self, result: GameResult) -> None:
        """Count a game."""
        self.games += 1
        score = self.scores[result.pairing]
        for i, entrant in enumerate(result.pairing):
            score[i] += result.share(entrant)
        self.bars.update(self.tasks[result.pairing], advance=1, score=score_text(score))

    def print_line(self) -> None:
        """Print all scores if there are no bars, once in a while."""
        due = self.games * PROGRESS_LINES % len(self.plan) < PROGRESS_LINES
        if due and not self.console.is_terminal:
            print_line(self.console, self._line())

    def _line(self) -> str:
        scores = ", ".join(
            f"{pairing_name(pairing)} {score_text(self.scores[pairing])}"
            for pairing in self.plan.pairings
        )
        return f"{self.games:,} of {len(self.plan):,} games: {scores}"


def score_text(score: list[float]) -> str:
    """A score such as "12.5 : 7.5"."""
    return " : ".join(f"{each:.2f}".rstrip("0").rstrip(".") for each in score)


def run(
    plan: ArenaPlan, jobs: int | None, out: Path | None, console: Console, progress: Console
) -> None:
    """Play an arena and print its tables; `progress` shows how far it is. Ctrl-C ends it early."""
    print_line(progress, f"{plan.game.info.title}, {len(plan):,} games, seed {plan.seed}")
    results: list[GameResult] = []
    if out is None:
        _play(plan, jobs, results, None, progress)
    else:
        with ResultsFile(out, plan) as file:
            results += file.done
            if results:
                found = f"{out} has {len(results):,} of them already: going on from there"
                print_line(progress, found)
            _play(plan, jobs, results, file, progress)
    if results:
        print_tables(results, console)


def _play(
    plan: ArenaPlan,
    jobs: int | None,
    results: list[GameResult],
    file: ResultsFile | None,
    progress: Console,
) -> None:
    """Play what is not among the results yet, and add it to them and to the file."""
    board = Scoreboard(plan, progress)
    for result in results:
        board.add(result)
    try:
        with board.bars:
            for result in play_plan(plan, jobs, [result.number for result in results]):
                if file:
                    file.add(result)
                results.append(result)
                board.add(result)
                board.print_line()
    except KeyboardInterrupt:
        kept = f"; {file.path} keeps them" if file else ""
        print_line(progress, f"Stopped after {len(results):,} games{kept}.")


def print_tables(results: list[GameResult], console: Console) -> None:
    """Print the standings of all pairings, and the ratings."""
    console.print(_pairings(results))
    console.print(_ratings(results))


def _pairings(results: list[GameResult]) -> Table:
    table = Table(title="Pairings, seen from the first entrant; shares with 95 % intervals")
    table.add_column("pairing")
    for heading in ("games", "won", "shared", "share of victories", "points", "plies"):
        table.add_column(heading, justify="right")
    for each in standings(results):
        table.add_row(
            " – ".join(map(short_name, each.pairing)),
            f"{each.games:,}",
            f"{each.won:,}",
            f"{each.shared:,}",
            f"{each.share:.1%} ({each.low:.1%}–{each.high:.1%})",
            " – ".join(f"{points:.1f}" for points in each.points),
            f"{each.plies:.1f}",
        )
    return table


def _ratings(results: list[GameResult]) -> Table:
    table = Table(title="Ratings with 95 % intervals")
    table.add_column("entrant")
    for heading in ("games", "rating"):
        table.add_column(heading, justify="right")
    for each in ratings(results):
        rating = f"{each.points:,.0f} ({each.low:,.0f}–{each.high:,.0f})"
        table.add_row(entrant_name(each.entrant), f"{each.games:,}", rating)
    return table
