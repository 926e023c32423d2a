"""Solenia, by Sébastien Dujardin (Pearl Games): deliveries between day and night.

| modules                                     | what                                             |
|---------------------------------------------|--------------------------------------------------|
| `kernels/`                                  | the rules and the heuristics, compiled           |
| `editions/`, `edition_command`              | what the pieces print; `parhelion edition`       |
| `notation`                                  | moves, deals and rolls of the die as text        |
| `position`                                  | positions that people set up, from JSON          |
| `view`                                      | what a seat sees, and how a game ended           |
| `view_position`, `view_printed`             | the position as JSON, what the edition prints    |
| `view_events`                               | what everybody saw happen, as JSON               |
| `text_board`                                | the table in a terminal                          |
| `scene`, `scene_players`, `scene_pieces`    | the table as a picture                           |
| `layout`, `item_ids`                        | where everything lies in the picture, and its id |
| `choices`                                   | which items of the picture make which move       |
| `history`                                   | what past events tell that a position does not   |
| `frozen`                                    | parts of a view as keys of caches                |
| `labels`                                    | the names of things and moves, in people's words |
| `event_words`                               | the log and previews of moves, in people's words |
| `text_summary`                              | the whole table in sentences, for screen readers |
| `explanations`                              | what can be said for a move                      |
"""

from parhelion.games import Grade, Info, Option
from parhelion.games.solenia.editions import shelf
from parhelion.words import mark

PLAYERS = (mark("Teal"), mark("Coral"), mark("Violet"), mark("Amber"))
TRADE_WIND = mark("Trade Wind")
_HOUSE, *_OTHERS = shelf()

DEPTHS = ((1, 512), (4, 24))
"""With four players a round is twice as long, so simulations look further before they stop. Alone,
the evaluation is worse than playing to the end."""

INFO = Info(
    name="solenia",
    title="Solenia",
    summary=mark("Sail through day and night and bring each what it lacks."),
    authors=mark("Sébastien Dujardin"),
    publisher="Pearl Games",
    version=3,
    seats=PLAYERS[:2],
    seatings={
        "1": (PLAYERS[0], TRADE_WIND),
        "2": PLAYERS[:2],
        "3": PLAYERS[:3],
        "4": PLAYERS,
    },
    seat_option="players",
    shown_by=("play",),
    minutes=45,
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
            (mark("Random"), mark("Dawn in the middle"), mark("Dusk in the middle")),
        ),
        Option(
            "even",
            ("off", "on"),
            mark("whether players start with stars that make the seats even"),
            mark("Even start"),
            (mark("As printed"), mark("Stars that even out the seats")),
            unless=(("players", "1"),),
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
            mark("what is printed on strips, cards and tiles: an edition's name, or your own file"),
            mark("Edition"),
            (mark("House edition"), *_OTHERS),
            open=True,
        ),
    ),
    rivals=frozenset({TRADE_WIND}),
    grades=(
        Grade(150, 0, 0.08),  # sees many moves and likes some that are not so good
        Grade(60, 0, 0.04),  # only those that look best
        Grade(80, 4),
        Grade(400, 14, depths=DEPTHS),
        Grade(100_000, 14, threads=2, depths=DEPTHS),
    ),
    review_grade=Grade(2_000, 14, depths=DEPTHS),
    command="edition_command",
)
