"""Lanterns: a tiny game with secrets. Nine lanterns, three seats with two each, three face down.

In turn a seat lights one of its lanterns, or takes the top one of the pile, which only it may
see. A lantern brighter than the one lit before counts its brightness. All are lit in the end.
"""

from parhelion.games import Info

INFO = Info(
    name="lantern",
    title="Lanterns",
    summary="Light lanterns, each brighter than the last.",
    seats=("Ash", "Birch", "Cedar"),
)
