"""Moves of New Game as text: `take 2`."""


def text(action: int) -> str:
    """An action in notation."""
    return f"take {action + 1}"
