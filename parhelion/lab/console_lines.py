"""Lines on a console, as they are."""

from rich.console import Console


def print_line(console: Console, line: str) -> None:
    """Print a line without wrapping or styling it."""
    console.print(line, highlight=False, markup=False, soft_wrap=True)
