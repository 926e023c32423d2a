"""Orion Duel, by Andrea Mainini and Alberto Branciari (Matagot): two players join stars."""

from parhelion.games import Grade, Info, Option
from parhelion.words import mark

INFO = Info(
    name="orion",
    title="Orion Duel",
    summary=mark("Link opposite constellations or four galaxies, and keep out of the black holes."),
    authors=mark("Andrea Mainini and Alberto Branciari"),
    publisher="Matagot",
    version=1,
    seats=(mark("Blue"), mark("Orange")),
    options=(
        Option(
            "setup",
            ("random", "symmetric-1", "symmetric-2", "symmetric-3", "players"),
            mark(
                "where the tokens lie: random, one of three symmetric layouts, or placed by players"
            ),
            mark("Setup"),
            (
                mark("Random sky"),
                mark("Symmetric sky 1"),
                mark("Symmetric sky 2"),
                mark("Symmetric sky 3"),
                mark("Placed by the players"),
            ),
        ),
        Option(
            "count",
            ("ways", "each"),
            mark(
                "what counts when both players reach winning conditions: "
                "each way once, or each time"
            ),
            mark("Count"),
            (mark("Each way once"), mark("Each time")),
        ),
    ),
    grades=(
        Grade(16, 2, 0.1),
        Grade(200, 4, 0.03),
        Grade(450, 6, 0.01),
        Grade(1_800, 6),
        Grade(100_000, 6, threads=2),
    ),
)
