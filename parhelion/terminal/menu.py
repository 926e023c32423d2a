"""The menu that asks for game, options and players, so that pressing Enter suffices to play."""

from collections.abc import Sequence

from rich.console import Console

from parhelion import bots
from parhelion.games import Option, registry
from parhelion.match import new
from parhelion.terminal.game_session import HUMAN, GameSession
from parhelion.terminal.line_input import asker
from parhelion.words import Words


def run(console: Console, lang: str) -> None:
    """Ask what to play, play it, and ask again until the user leaves."""
    say = Words(lang)
    console.print(say("{name}: board games in the sky", name="[bold]Parhelion[/bold]") + "\n")
    try:
        while True:
            _one_game(console, say)
            if _choose(console, say, say("Another game?"), [say("yes"), say("no")]) == say("no"):
                return
    except (EOFError, KeyboardInterrupt):
        console.print()


def _one_game(console: Console, say: Words) -> None:
    titles = {registry.load(name).info.title: name for name in registry.names()}
    game = registry.load(titles[_choose(console, say, say("Game"), list(titles))])
    say = game.words(say.lang)
    match = new(game.info.name, **_options(console, say, game.info.options))
    seats = [say(seat) for i, seat in enumerate(match.seats) if i not in match.rivals]
    players = _players(console, say, game.info.name, seats)
    GameSession(match, players, console, say.lang).run()


def _options(console: Console, say: Words, options: Sequence[Option]) -> dict[str, str]:
    """The values of all options; asks only for options that leave a choice."""
    chosen: dict[str, str] = {}
    for option in options:
        asked = len(option.values) > 1 and option.is_asked(chosen)
        chosen[option.name] = _option(console, say, option) if asked else option.values[0]
    return chosen


def _players(console: Console, say: Words, game: str, seats: list[str]) -> list[str]:
    """Who plays each seat."""
    if len(seats) == 1:
        return [HUMAN]
    opponents = {
        say("{label}: {text}", label=say(level.name), text=say(level.character)): str(number)
        for number, level in bots.levels(game).items()
    }
    opponents[say("a friend at this keyboard")] = HUMAN
    opponent = opponents[_choose(console, say, say("Opponent"), list(opponents))]
    if opponent == HUMAN:
        return [HUMAN] * len(seats)
    mine = _choose(console, say, say("Your seat"), seats)
    return [HUMAN if seat == mine else opponent for seat in seats]


def _option(console: Console, say: Words, option: Option) -> str:
    """The value chosen for an option."""
    values = {say(label): value for label, value in zip(option.labels, option.values, strict=True)}
    question = say("{label}: {text}", label=say(option.label), text=say(option.help))
    return values[_choose(console, say, question, list(values))]


def _choose(console: Console, say: Words, question: str, answers: list[str]) -> str:
    """Ask for one of some answers, by number or text; Enter takes the first."""
    ask = asker()
    console.print(f"[bold]{question}[/bold]")
    for number, answer in enumerate(answers, start=1):
        console.print(f"  {number}  {answer}", highlight=False)
    while True:
        typed = ask(say("Number (Enter: 1): "), answers) or "1"
        if typed in answers:
            return typed
        if typed.isdigit() and 1 <= int(typed) <= len(answers):
            return answers[int(typed) - 1]
        refusal = say("Type a number from 1 to {most}.", most=len(answers))
        console.print(refusal, style="red", highlight=False)
