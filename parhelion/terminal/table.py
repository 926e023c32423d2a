"""One game at the terminal, from the first move to the last."""

from pathlib import Path

import platformdirs
from rich.console import Console

from parhelion import records
from parhelion.bots import Bot, bot
from parhelion.bots.simple import GreedyBot
from parhelion.errors import ParhelionError
from parhelion.match import Match
from parhelion.terminal import screen
from parhelion.terminal.prompt import Ask, asker

HUMAN = "human"
HELP = """\
{game}

Type a move; Tab completes what is legal. Or type
  moves [START]   the legal moves, or those that begin so
  hint            the most promising moves
  undo            take back your last move
  log             the moves so far
  save [FILE]     write the game to a file
  quit            leave; the game is kept"""
COMMANDS = ["moves", "hint", "undo", "log", "save", "quit", "help"]
MOST_LISTED = 40


class LeaveTable(Exception):
    """The player leaves the table."""


class Table:
    """A match, who sits at it, and the screen it is shown on."""

    def __init__(self, match: Match, players: list[str], console: Console) -> None:
        self.match = match
        self.console = console
        self.bots: list[Bot | None] = [
            None if name == HUMAN else bot(match.game.info.name, name) for name in players
        ]
        self._ask: Ask = asker()
        self._saved = match.history

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self.console.print("[dim]Type help for the game in short and for what you can do.[/dim]")
        try:
            while self.match.player is not None:
                self._turn(self.bots[self.match.player])
            screen.show(self.console, self.match)
            self._offer_to_save()
        except (LeaveTable, EOFError, KeyboardInterrupt):
            self._keep()

    def _turn(self, player: Bot | None) -> None:
        if player is None:
            screen.show(self.console, self.match)
            while not self._answer(self._line()):
                pass
            return
        seat = self.match.seats[self.match.player or 0]
        with self.console.status(f"{seat} is thinking …"):
            move = player.choose(self.match)
        self.match.play(move)
        self.console.print(f"{seat} plays [bold]{move}[/bold]", highlight=False)

    def _line(self) -> str:
        seat = self.match.seats[self.match.player or 0]
        return self._ask(f"{seat}: ", COMMANDS + [str(move) for move in self.match.moves()])

    def _answer(self, line: str) -> bool:
        """Do what was typed; whether the position changed."""
        command, _, rest = line.partition(" ")
        actions = {
            "moves": self._moves,
            "hint": self._hint,
            "log": self._log,
            "save": self._save,
            "help": self._help,
        }
        try:
            if command == "quit":
                raise LeaveTable
            if command == "undo":
                return self._undo()
            if command in actions:
                actions[command](rest.strip())
                return False
            if line:
                self.match.play(line)
            return bool(line)
        except ParhelionError as error:
            self.console.print(str(error), style="red", highlight=False, markup=False)
            return False

    def _help(self, _rest: str) -> None:
        text = HELP.format(game=self.match.game.view.HELP)
        self.console.print(text, highlight=False, markup=False)

    def _moves(self, start: str) -> None:
        texts = [str(move) for move in self.match.moves() if str(move).startswith(start)]
        more = f" … and {len(texts) - MOST_LISTED} more" if len(texts) > MOST_LISTED else ""
        self.console.print(f"{len(texts)} moves: {', '.join(texts[:MOST_LISTED])}{more}")

    def _hint(self, _rest: str) -> None:
        with self.console.status("Looking …"):
            rated = GreedyBot().rate(self.match)[:3]
        for move, wins in rated:
            self.console.print(f"  {move.text:24} wins {wins:.0%} of random games")

    def _log(self, _rest: str) -> None:
        self.console.print(screen.log(self.match) or "No moves yet.", highlight=False)

    def _undo(self) -> bool:
        """Take moves back until a person is to move again; if none has moved yet, nothing."""
        played = self.match.history
        while self.match.ply > 0:
            self.match.undo()
            if self.bots[self.match.player or 0] is None:
                return True
        for text in played:
            self.match.play(text)
        self.console.print("There is no move of yours to take back.", style="red")
        return False

    # --- keeping the game

    def _save(self, name: str) -> None:
        path = Path(name or f"{self.match.game.info.name}-{self.match.seed}.json").expanduser()
        records.save(path, self.match.record())
        self._saved = self.match.history
        self.console.print(f"Saved to {path}", highlight=False, markup=False, soft_wrap=True)

    def _offer_to_save(self) -> None:
        name = self._ask("Save the game to a file (Enter: no): ", [])
        if name:
            self._save(name)

    def _keep(self) -> None:
        """Somebody leaves: nothing is lost."""
        if self.match.history == self._saved:
            return
        folder = platformdirs.user_data_path("parhelion", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"last-{self.match.game.info.name}.json"
        records.save(path, self.match.record())
        self.console.print(
            f"\nThe game is kept. Go on with: parhelion play --load {path}",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )
