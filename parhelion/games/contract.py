"""What a game is written with and what it may offer: its data types and its protocols.

`parhelion.games` says which file of a game's folder offers what.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypedDict, TypeVar

from parhelion.scene import Box, Choice, Layout, Scene, Section
from parhelion.words import TextWithRule, Words

Json = dict[str, Any]
Event = Mapping[str, Any]
"""Something that everybody saw happen: `what`, `seat` and what else the game tells about it."""
Span = tuple[str, str]
"""A piece of text and the name of its style, a key of the game's STYLES."""


# --- what a game says of itself ----------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """A choice made before a game starts; the first value is the default."""

    name: str
    values: tuple[str, ...]
    help: str = ""
    label: str = ""
    """What people call it."""
    labels: tuple[str, ...] = ()
    """What people call the values, in their order."""
    open: bool = False
    """Whether the game takes other values too, and judges them itself in `write_options`."""
    needs: tuple[tuple[str, str], ...] = ()
    """What other options must be for any value but the first."""
    unless: tuple[tuple[str, str], ...] = ()
    """With which values of other options nobody is asked for this one: it changes nothing then."""

    def is_asked(self, chosen: Mapping[str, str]) -> bool:
        """Whether people are asked for it, given the values of the other options."""
        fits = all(chosen[name] == value for name, value in self.needs)
        return fits and not any(chosen[name] == value for name, value in self.unless)


@dataclass(frozen=True)
class Grade:
    """How hard a bot of some level tries in a game."""

    iterations: int
    """Simulations of the search for one move."""
    depth: int = 512
    """Moves that a simulation plays beyond the tree before it evaluates the position."""
    temperature: float = 0.0
    """Of the softmax over the chances of the moves found; 0 plays the best one."""
    exploration: float = 0.4
    """The constant of the UCB formula; less is better where luck blurs the difference."""
    threads: int = 1
    """Trees grown at once, each with a part of the iterations."""
    network: bool = False
    """Whether the game's network ranks moves and judges positions, at a table for two; else its
    heuristics do."""
    depths: tuple[tuple[int, int], ...] = ()
    """Pairs of a number of players and the depth for it, where it is not `depth`."""

    def depth_for(self, players: int) -> int:
        """Return the depth in a game with so many players."""
        return dict(self.depths).get(players, self.depth)

    def json(self) -> Json:
        """Return the grade as JSON, for a search on one thread: it is compared with a file's."""
        depths = [list(pair) for pair in self.depths]
        return asdict(self) | {"threads": 1, "depths": depths}


GRADES = (
    Grade(60, 4, 0.05),
    Grade(400, 12, 0.02),
    Grade(3_000),
    Grade(20_000),
    Grade(100_000, threads=2),
)
"""The grades of a game that names none, from the friendliest to the strongest."""

REVIEW_GRADE = Grade(2_000)
"""The search of reviews in a game that names none. It does not depend on any level."""


@dataclass(frozen=True)
class Info:
    """What can be said of a game without loading its rules; its sentences are marked."""

    name: str
    title: str
    summary: str
    seats: tuple[str, ...]
    """The seats; where an option decides, those of its first value."""
    authors: str = ""
    publisher: str = ""
    version: int = 1
    """The version of the rules; a record names the one it was played with."""
    options: tuple[Option, ...] = ()
    seat_option: str = ""
    """The option that decides how many seats there are, if any."""
    seatings: Mapping[str, tuple[str, ...]] | None = None
    """The seats by the value of that option."""
    rivals: frozenset[str] = frozenset()
    """Seats that the rules play by themselves: they come last, nobody sits there."""
    first_game: tuple[tuple[str, str], ...] = ()
    """Options and their values that the rulebook advises for a first game, where they are not the
    defaults."""
    shown_by: tuple[str, ...] | None = None
    """The verbs of moves with which a seat plays something that the others had not seen; None: any
    move may, if there are secrets. A takeback does not go back behind such a move of another."""
    minutes: int = 0
    """How long a game takes, about; 0: not known."""
    grades: tuple[Grade, ...] = GRADES
    """The bots of this game, a grade a level."""
    review_grade: Grade = REVIEW_GRADE
    """How hard a review searches each position, on one thread."""
    command: str = ""
    """The module with a command of the game's own for the command line: `app`, a Typer app with a
    name."""


# --- moves, views, endings ---------------------------------------------------------------


class Move(NamedTuple):
    """A move of a game. It means the same in every position.

    >>> import parhelion as ph
    >>> ph.game("orion").move("line e4 e5/e6")
    Move(action=865, verb='line', args=('e4', 'e5/e6'), text='line e4 e5/e6')
    """

    action: int
    """Its number in the game's rules."""
    verb: str
    args: tuple[str, ...]
    text: str
    """The move in notation."""

    def __str__(self) -> str:
        return self.text


class PlayedMove(TypedDict):
    """A move that was played, as a view tells it."""

    ply: int
    seat: int
    action: int
    verb: str
    args: list[str]
    text: str
    events: list[Event]
    """What everybody saw happen with it."""


class Result(TypedDict):
    """How a game ended, as a view tells it."""

    scores: list[int]
    winners: list[int]
    reason: list[str]
    details: Json


Position = TypeVar("Position")
"""A game's own part of a view: a TypedDict that its `describe` returns."""


class View(TypedDict, Generic[Position]):
    """What a seat may know of a match, as JSON."""

    game: str
    options: dict[str, str]
    seats: list[str]
    seat: int | None
    """The viewer's; None for a spectator."""
    ply: int
    turn: int | None
    moves: list[PlayedMove]
    position: Position
    result: Result | None


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> import parhelion as ph
    >>> across = ["e1", "e2", "e3", "f3", "f4", "g5", "g6", "g7", "g8", "g9", "g10"]
    >>> match = ph.position("orion", {"hexes": {"blue": across}}, setup="symmetric-1")
    >>> match.outcome.winners, match.outcome.reason, match.outcome.text
    ((0,), ('constellations',), 'Blue links Canis Major with Eridanus: Blue wins.')
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: tuple[str, ...]
    details: Json
    """What the picture of the end shows, in the game's own terms (chains, areas …)."""
    text: str


class Refusal(TextWithRule):
    """Why something is not allowed, in words, with the rule that says so.

    >>> why = Refusal("no star is left", rule="O8")
    >>> why, why.rule
    ('no star is left', 'O8')
    """


class Explanation(NamedTuple):
    """Something that is true of a move and speaks for it (or against it)."""

    name: str
    values: Json


# --- what the files of a game offer ------------------------------------------------------


class Notation(Protocol):
    """`notation.py`: moves and deals as text. A state here is a record, e.g. states[0].

    Only `text` is required.
    """

    def text(self, action: int) -> str:
        """An action in notation: a verb, then its arguments, separated by spaces."""

    def parse(self, text: str, say: Words) -> int:
        """The action that a text means, legal or not; BadNotation if none."""

    def why_illegal(self, state: Any, action: int, say: Words) -> str:
        """Why an action is not legal, in a few words; a `Refusal` also names the rule."""

    def write_options(self, state: Any, options: Mapping[str, str]) -> None:
        """Put checked options into a fresh state."""

    def read_deal(self, state: Any) -> Json:
        """The deal of a state that has just been dealt; empty if the seed alone tells it."""

    def write_deal(self, states: Any, deal: Any) -> None:
        """Set states[0] up with an explicit deal; BadDeal if it cannot be."""

    def older_deal(self, options: Mapping[str, str], deal: Json, rules: int) -> Json:
        """What an older version of the rules dealt from a seed, of which the newest makes this
        deal; BadDeal if nobody knows any more."""

    def chance_text(self, state: Any) -> str:
        """What chance decided in the last action, in notation; empty if nothing."""

    def give_chance(self, state: Any, text: str, say: Words) -> None:
        """Let chance decide so in the next action; BadNotation if it cannot."""


class Viewing(Protocol):
    """`view.py`: what people see of a game. Only `describe` is required."""

    HELP: str
    """The game in a few lines, for somebody who has just sat down."""
    NOTATION_HELP: str
    """How moves are typed, for somebody at a terminal; empty if there is nothing to say."""

    def describe(self, state: Any) -> Any:
        """A state from which secrets were hidden, as JSON: the `position` of a view."""

    def event(self, state: Any, code: int) -> Event:
        """What an event in the record's field `events` tells."""

    def reasons(self, state: Any) -> tuple[str, ...]:
        """Why a finished game ended, as stable words."""

    def details(self, state: Any) -> Json:
        """What else there is to show of the end."""

    def winners(self, state: Any) -> tuple[int, ...]:
        """The seats that won a finished game."""

    def sentence(self, state: Any, say: Words) -> str:
        """The end in one sentence."""


class Drawing(Protocol):
    """`scene.py`: the table as every front end draws it, made from nothing but what its viewer
    may know. Only `scene` is required.

    A game that offers `choices` or `sections` leaves them out of its scenes: they are then made
    only for somebody who needs them."""

    def scene(self, view: Any, legal: Sequence[Move], say: Words, layout: Layout) -> Scene:
        """The table; `legal` are the moves that the viewer may choose from."""

    def sections(self, view: Any, say: Words) -> Sequence[Section]:
        """The table as text."""

    def choices(self, view: Any, legal: Sequence[Move], say: Words) -> Sequence[Choice]:
        """The legal moves as choices, but for those in the catalogue."""

    def catalogue(
        self, moves: Sequence[Move], seat: int, say: Words
    ) -> Sequence[tuple[int, Choice]]:
        """The moves of a seat that look the same wherever they are legal: action and choice, in
        the order in which they are shown. A path may name a role instead of an item, such as @line
        for the next tile of this kind, and may be a `choice_catalogue.second_way`; `moves` are all
        moves of the game."""

    def roles(self, view: Any) -> Mapping[str, Sequence[str]]:
        """The items that play the roles of the catalogue for the viewer, who is to move. A choice
        is offered once for each of them."""

    def label(self, view: Any, move: PlayedMove, say: Words) -> str:
        """A played move in words, for the log."""

    def items(self, view: Any, move: PlayedMove) -> tuple[str, ...]:
        """The items of the scene that a played move is about."""

    def tell(self, view: Any, events: Sequence[Event], say: Words) -> str:
        """What events of the seat to move bring, in words, for the preview of a move; empty if
        they are not worth a word."""

    def why_illegal(self, state: Any, path: Sequence[str], say: Words) -> str:
        """Why no legal move begins with picking these items; a `Refusal` also names the rule. Empty
        if they have no part in any move that is to be made now. Secrets are hidden in the state."""

    def board_box(self, layout: Layout) -> Box | None:
        """Where the board lies in the picture: all that a small picture shows; None: everything."""


class TextBoard(Protocol):
    """`text_board.py`: the table for terminals. A game without it is told by its scene's text."""

    STYLES: Mapping[str, str]
    """The styles of the board, as Rich writes them."""

    def board(self, state: Any, say: Words) -> list[list[Span]]:
        """The table as lines of styled text, from a state from which secrets were hidden."""


class Explaining(Protocol):
    """`explanations.py`: what speaks for a move, from nothing but what its viewer may know."""

    def explain(self, before: Any, action: int, after: Any) -> list[Explanation]:
        """What is true of an action, the most telling first. `before` and `after` are records
        from which secrets were hidden, `after` as the action leaves it in a random guess."""

    def sentence(self, explanation: Explanation, say: Words) -> str:
        """An explanation in words."""


class Tuning(Protocol):
    """`tuning.py`: files that an option names, of which a search may change values.

    A place is where a value stands in such a file, as people write it: `powers.jubilee.stars`.
    """

    OPTION: str
    """The option that names a file."""

    def values(self, text: str, file: str) -> Mapping[str, int | str]:
        """What may be changed in the text of a file, by place; an error tells what is wrong."""

    def changed(self, text: str, changes: Mapping[str, int | str], file: str) -> str:
        """The text with other values at these places; an error tells what cannot be so."""


class Statistics(Protocol):
    """`statistics.py`: what simulations count besides points, for balance. Nothing is required.

    The kernels `count_parts`, `count_pieces` and `note_choice` count it (see
    `parhelion.kernel.dispatch`), in the order of these names.
    """

    PARTS: tuple[str, ...]
    """What points consist of: names that can be part of a column's name."""

    def pieces(self, state: Any) -> Sequence[tuple[str, str]]:
        """The kind and the name of every piece, in a game with the options of a state."""

    def piece_title(self, kind: str, name: str, say: Words) -> str:
        """A piece as people call it; by its name if the game does not know it."""

    def setup(self, state: Any) -> str:
        """Which setup the deal of a state chose among those that have names; empty if none."""
