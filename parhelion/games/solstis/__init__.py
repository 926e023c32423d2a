"""Solstis, by Bruno Cathala and Corentin Lebrat (Lumberjacks Studio): two ways up a mountain."""

from parhelion.games import Grade, Info, Option
from parhelion.words import mark

INFO = Info(
    name="solstis",
    title="Solstis",
    summary=mark("Piece your mountain together, light its fires and meet the spirits."),
    authors=mark("Bruno Cathala and Corentin Lebrat"),
    publisher="Lumberjacks Studio",
    version=2,
    seats=(mark("Dawn"), mark("Dusk")),
    shown_by=("play", "deer"),
    first_game=(("evil", "off"),),
    minutes=15,
    options=(
        Option(
            "evil",
            ("on", "off"),
            mark("whether the Evil Spirit is among the spirits; off for first games"),
            mark("Evil Spirit"),
            (mark("With the Evil Spirit"), mark("Without the Evil Spirit")),
        ),
    ),
    grades=(
        Grade(200, 0, 0.3),
        Grade(200, 0, 0.135),
        Grade(200, 0, 0.075),
        Grade(500, 4, exploration=0.1),
        Grade(100_000, 8, exploration=0.1, threads=2),
    ),
    review_grade=Grade(2_000, 8, exploration=0.1),
)
