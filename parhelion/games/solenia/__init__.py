"""Solenia, by Sébastien Dujardin (Pearl Games): deliveries between day and night.

| modules                                   | what                                              |
|-------------------------------------------|---------------------------------------------------|
| `rules`, `state`, `tables`, `heuristics`    | the kernels                                       |
| `reasons`                                 | what can be said for a move                       |
| `editions/`, `commands`                   | what the pieces print, and the commands about it  |
| `notation`                                | moves and deals as text                           |
| `view`, `position`, `board`               | what a seat sees, as JSON and as text             |
| `scene`, `players`, `drawing`, `shapes`   | the table as a picture, and its measures          |
| `picking`, `past`                         | its choices; what events tell that it does not    |
| `telling`, `notes`, `reading`             | its words: labels, costs and gains, the sections  |
"""

from collections.abc import Mapping

from parhelion.games import Grade, Info, Option
from parhelion.games.solenia.editions import shelf
from parhelion.words import mark

PLAYERS = (mark("Teal"), mark("Coral"), mark("Violet"), mark("Amber"))
TRADE_WIND = mark("Trade Wind")
_HOUSE, *_OTHERS = shelf()

INFO = Info(
    name="solenia",
    title="Solenia",
    summary=mark("Sail through day and night and bring each what it lacks."),
    authors=mark("Sébastien Dujardin"),
    publisher="Pearl Games",
    version=1,
    seats=PLAYERS[:2],
    options=(
        Option(
            "players",
            ("2", "3", "4", "1"),
            mark("how many play; alone against the Trade Wind"),
            mark("Players"),
            (mark("Two"), mark("Three"), mark("Four"), mark("Alone")),
        ),
        Option(
            "board",
            ("summer", "winter"),
            mark("the side of the player boards: summer for first games, winter for more choice"),
            mark("Boards"),
            (mark("Summer"), mark("Winter")),
        ),
        Option(
            "upgrades",
            ("off", "on"),
            mark("whether upgrade tiles take part; they need the winter boards"),
            mark("Upgrade tiles"),
            (mark("Without upgrade tiles"), mark("With upgrade tiles")),
            needs=(("board", "winter"),),
        ),
        Option(
            "sky",
            ("random", "dawn", "dusk"),
            mark("what lies in the middle at the start"),
            mark("Sky"),
            (mark("As chance has it"), mark("Dawn in the middle"), mark("Dusk in the middle")),
        ),
        Option(
            "even",
            ("off", "on"),
            mark("whether the second player starts with a star"),
            mark("Even start"),
            (mark("As printed"), mark("A star for the second player")),
        ),
        Option(
            "difficulty",
            ("breeze", "gale", "storm"),
            mark("how far ahead the Trade Wind starts when you play alone"),
            mark("Trade Wind"),
            (mark("Breeze"), mark("Gale"), mark("Storm")),
            needs=(("players", "1"),),
        ),
        Option(
            "edition",
            (_HOUSE, *_OTHERS),
            mark("what strips, cards and tiles print: a name, or a file of yours"),
            mark("Edition"),
            (mark("House edition"), *_OTHERS),
            open=True,
        ),
    ),
    seat_option="players",
    rivals=frozenset({TRADE_WIND}),
    grades=(
        Grade(150, 0, 0.08),  # sees many moves and likes some that are not so good
        Grade(60, 0, 0.04),  # only those that look best
        Grade(80, 4),
        Grade(600),
        Grade(20_000, threads=2),
    ),
)


def seats(options: Mapping[str, str]) -> tuple[str, ...]:
    """The players, or one and the Trade Wind."""
    players = int(options["players"])
    return PLAYERS[:players] if players > 1 else (PLAYERS[0], TRADE_WIND)
