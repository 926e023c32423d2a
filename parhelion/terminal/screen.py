"""Turning a match into styled terminal output."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from parhelion.match import Match


def board(match: Match, lang: str) -> RenderableType:
    """The table in colour, and who is to move or how the game ended."""
    styles = match.game.view.STYLES
    lines = [
        Text.assemble(*((text, styles.get(style, "")) for text, style in line))
        for line in match.board(lang)
    ]
    status = Text(match.status(lang), style="bold")
    return Padding(Group(*lines, Text(), status), (1, 2))


def show(console: Console, match: Match, lang: str) -> None:
    """Print the table."""
    console.print(board(match, lang), highlight=False)


def log(match: Match) -> str:
    """The moves so far, numbered, a line for every turn round the table."""
    seats = len(match.seats)
    texts = match.history
    rounds = [texts[i : i + seats] for i in range(0, len(texts), seats)]
    return "\n".join(f"{i:>3}. {'   '.join(moves)}" for i, moves in enumerate(rounds, start=1))
