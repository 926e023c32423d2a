"""The terminal menu: a newcomer presses Enter a few times and plays."""

from rich.console import Console

from parhelion import games
from parhelion.bots import BOTS
from parhelion.match import new
from parhelion.terminal.prompt import asker
from parhelion.terminal.table import HUMAN, Table


def run(console: Console) -> None:
    """Ask what to play, play it, and ask again until the user leaves."""
    console.print("[bold]Parhelion[/bold]: sky games at one table\n")
    try:
        while True:
            _one_game(console)
            if _choose(console, "Another game", ["yes", "no"]) == "no":
                return
    except (EOFError, KeyboardInterrupt):
        console.print()


def _one_game(console: Console) -> None:
    titles = {games.load(name).info.title: name for name in games.names()}
    game = games.load(titles[_choose(console, "Game", list(titles))])
    opponents = {f"the {name} bot: {kind.character}": name for name, kind in BOTS.items()}
    opponents = dict(reversed(opponents.items())) | {"a friend at this keyboard": HUMAN}
    opponent = opponents[_choose(console, "Opponent", list(opponents))]
    seats = list(game.info.seats)
    mine = seats[0] if opponent == HUMAN else _choose(console, "Your seat", seats)
    options = {
        option.name: _choose(console, option.help.capitalize(), list(option.values))
        for option in game.info.options
    }
    players = [HUMAN if seat == mine else opponent for seat in seats]
    Table(new(game.info.name, **options), players, console).run()


def _choose(console: Console, question: str, answers: list[str]) -> str:
    """One of some answers by its number or its text; Enter takes the first."""
    ask = asker()
    console.print(f"[bold]{question}[/bold]")
    for number, answer in enumerate(answers, start=1):
        console.print(f"  {number}  {answer}", highlight=False)
    while True:
        typed = ask("Number (Enter: 1): ", answers) or "1"
        if typed in answers:
            return typed
        if typed.isdigit() and 1 <= int(typed) <= len(answers):
            return answers[int(typed) - 1]
        console.print(f"[red]Type a number from 1 to {len(answers)}.[/red]")
