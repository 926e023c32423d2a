"""New Game: take one, two or three stones; who takes the last one wins."""

from parhelion.games import Info
from parhelion.words import mark

INFO = Info(
    name="newgame",
    title="New Game",
    summary=mark("Take one, two or three stones. Who takes the last one wins."),
    seats=(mark("First"), mark("Second")),
)
