"""Solstis, by Bruno Cathala and Corentin Lebrat (Lumberjacks Studio): two ways up a mountain."""

from parhelion.games import Info, Option
from parhelion.words import mark

INFO = Info(
    name="solstis",
    title="Solstis",
    summary=mark("Piece your mountain together, light its fires and meet the spirits."),
    authors=mark("Bruno Cathala and Corentin Lebrat"),
    publisher="Lumberjacks Studio",
    version=1,
    seats=(mark("Dawn"), mark("Dusk")),
    options=(
        Option(
            "evil",
            ("on", "off"),
            mark("whether the Evil spirit is among the spirits; off for first games"),
            mark("Evil spirit"),
            (mark("With the Evil spirit"), mark("Without the Evil spirit")),
        ),
    ),
)
