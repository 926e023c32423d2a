"""Noughts and crosses: three of one's own marks in a row win."""

from parhelion.games import Info
from parhelion.words import mark

INFO = Info(
    name="noughts",
    title="Noughts and Crosses",
    summary=mark("Put three of your marks in a row."),
    seats=(mark("Crosses"), mark("Noughts")),
)
