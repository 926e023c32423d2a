"""Orion Duel, by Andrea Mainini and Alberto Branciari (Matagot): two players join stars."""

from parhelion.games import Info, Option

INFO = Info(
    name="orion",
    title="Orion Duel",
    summary="Link opposite constellations or four galaxies, and keep out of the black holes.",
    authors="Andrea Mainini and Alberto Branciari",
    publisher="Matagot",
    version=1,
    seats=("Blue", "Orange"),
    options=(
        Option(
            "setup",
            ("random", "symmetric-1", "symmetric-2", "symmetric-3", "players"),
            "where the tokens lie: random, one of three symmetric layouts, or placed by players",
        ),
        Option(
            "count",
            ("ways", "each"),
            "what counts when both players reach winning conditions: each way once, or each time",
        ),
    ),
)
