"""A match as styled terminal output: the table and the list of moves."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from parhelion.match import Match


def board(match: Match, lang: str) -> RenderableType:
    """The table in colour, with who is to move and what to choose, or how the game ended."""
    styles = match.game.text_board.STYLES if match.game.text_board else {}
    lines = [
        Text.assemble(*((text, styles.get(style, "")) for text, style in line))
        for line in match.board(lang)
    ]
    status = [Text(match.status(lang), style="bold")]
    if match.turn is not None:
        status.append(Text(match.scene(match.turn, lang).prompt))
    return Padding(Group(*lines, Text(), *status), (1, 2))


def print_table(console: Console, match: Match, lang: str) -> None:
    """Print the table."""
    console.print(board(match, lang), highlight=False)


def move_list(match: Match, lang: str) -> str:
    """The moves so far, a line each: the seat, the move in notation and the move in words."""
    say = match.words(lang)
    entries = match.scene(None, lang).log
    seats = [say(seat) for seat in match.seats]
    widths = [max(map(len, column), default=0) for column in (seats, [e.move for e in entries])]
    return "\n".join(
        f"{entry.ply:>3}. {seats[entry.seat]:{widths[0]}}  {entry.move:{widths[1]}}  {entry.label}"
        for entry in entries
    )
