"""Marks for players in the sentences of a match.

Sentences and pictures are cached and shared by all tables. They name a player by a mark; the name
takes its place when a message is built.
"""

from parhelion.match import Match

FIRST_MARK = 0xE000
"""The first character of Unicode's private use area. Each seat has one character."""
MARK_START = chr(FIRST_MARK).encode()[:2]
"""What every mark begins with in UTF-8: without it, a text has no marks."""


def mark_of(seat: int) -> str:
    """Return the mark of the player of a seat."""
    return chr(FIRST_MARK + seat)


def mark_players(match: Match) -> None:
    """Let the sentences of a match name its players by marks."""
    match.names = tuple(
        "" if seat in match.rivals else mark_of(seat) for seat in range(len(match.seats))
    )
