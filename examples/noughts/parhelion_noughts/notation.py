"""Moves as text: `mark b2`. Columns are letters from the left, rows are numbers from the top."""

NAMES = [column + row for row in "123" for column in "abc"]


def text(action: int) -> str:
    """A mark on a cell."""
    return f"mark {NAMES[action]}"
