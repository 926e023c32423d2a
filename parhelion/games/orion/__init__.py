"""Orion Duel, by Andrea Mainini and Alberto Branciari (Matagot): two players join stars.

| modules                            | what                                                      |
|------------------------------------|-----------------------------------------------------------|
| `kernels/`                         | rules and heuristics, compiled, a file a chapter          |
| `notation`, `position`             | moves, deals and set-up positions as text and JSON        |
| `view`, `text_board`               | what people see, as JSON and as lines of text             |
| `events`                           | what a move brings about, as JSON and in words            |
| `scene`, `layout`, `tile_shapes`   | the table as a picture: where things lie, how tiles look  |
| `pieces`                           | the tiles and tokens with their ids in a picture          |
| `labels`, `text_summary`           | what things are called; the position in sentences         |
| `explanations`                     | what can be said for a move                               |
| `geometry`                         | neighbours and chains, for all of these                   |
"""

from parhelion.games import Grade, Info, Option
from parhelion.words import mark

INFO = Info(
    name="orion",
    title="Orion Duel",
    summary=mark(
        "Link opposite constellations or connect four galaxies, and avoid the black holes."
    ),
    authors=mark("Andrea Mainini and Alberto Branciari"),
    publisher="Matagot",
    version=2,
    seats=(mark("Blue"), mark("Orange")),
    minutes=25,
    options=(
        Option(
            "setup",
            ("random", "symmetric-1", "symmetric-2", "symmetric-3", "players"),
            mark(
                "where the tokens lie: random, symmetric (1 and 2 of the rulebook, 3 our own), "
                "or placed by the players"
            ),
            mark("Setup"),
            (
                mark("Random sky"),
                mark("Symmetric sky 1"),
                mark("Symmetric sky 2"),
                mark("Symmetric sky 3 (our own)"),
                mark("Placed by the players"),
            ),
        ),
        Option(
            "count",
            ("ways", "each"),
            mark(
                "what counts if both players reach winning conditions: each way once, or each time"
            ),
            mark("What counts"),
            (mark("Each way once"), mark("Each time")),
        ),
        Option(
            "placer",
            ("blue", "orange"),
            mark("who places the galaxies; the other player then places the black holes"),
            mark("Galaxies placed by"),
            (mark("Blue"), mark("Orange")),
            needs=(("setup", "players"),),
        ),
        Option(
            "first",
            ("blue", "orange"),
            mark("who lays the first tile"),
            mark("First turn"),
            (mark("Blue"), mark("Orange")),
        ),
    ),
    grades=(
        Grade(16, 2, 0.1),
        Grade(200, 4, 0.03),
        Grade(450, 6, 0.01),
        Grade(500, 6, exploration=0.2, network=True),
        Grade(100_000, 6, exploration=0.2, threads=2, network=True),
    ),
    review_grade=Grade(2_000, 6, exploration=0.2, network=True),
)
