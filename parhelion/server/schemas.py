"""What goes over the wire. OpenAPI is made from these; the client's types are made from OpenAPI.

An `Update` answers whoever asks for a table; `News` are what the live connection pushes.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from parhelion.scene import Choice, Ending, Entry, Item, Scene, Section

Lang = Literal["en", "fr", "nl"]
Status = Literal["open", "playing", "over"]
SeatKind = Literal["human", "bot", "open", "rules"]
Ability = Literal[
    "move", "join", "takeback", "agree", "resign", "hint", "rematch", "substitute", "return", "chat"
]
"""What a viewer may do now: `agree` to a takeback, `substitute` a bot for somebody, `return` to the
own seat. The client shows what is listed and needs to know no rule about it."""
Code = Literal[
    "bad-request",
    "unknown-path",
    "me/unknown",
    "game/unknown",
    "option/bad",
    "bot/unknown",
    "record/bad",
    "table/unknown",
    "table/not-started",
    "table/not-over",
    "table/over",
    "seat/unknown",
    "seat/taken",
    "seat/not-yours",
    "seat/not-absent",
    "move/stale",
    "move/not-yours",
    "move/illegal",
    "takeback/nothing",
    "takeback/secret",
    "hint/not-here",
    "review/busy",
    "server/trouble",
]


class Strict(BaseModel):
    """A request: unknown parts are refused rather than ignored."""

    model_config = ConfigDict(extra="forbid")


# --- errors ------------------------------------------------------------------------------


class Problem(BaseModel):
    """What went wrong: a stable code for programs and a sentence for people."""

    code: Code
    message: str


# --- people ------------------------------------------------------------------------------

Name = Annotated[str, Field(min_length=1, max_length=24, pattern=r"\S")]


class Person(Strict):
    """How somebody is called."""

    name: Name


class Me(BaseModel):
    """The person whose browser this is."""

    name: str
    token: str | None = None
    """The secret by which a program is known from now on; told once, when it is made."""


# --- games -------------------------------------------------------------------------------


class OptionValue(BaseModel):
    """One value of an option, and what people call it."""

    value: str
    label: str


class OptionInfo(BaseModel):
    """A choice made before a game starts; the first value is the default."""

    name: str
    label: str
    help: str
    values: list[OptionValue]
    needs: dict[str, str]
    """What other options must be for any value but the first."""


class LevelInfo(BaseModel):
    """A strength that a bot can have."""

    level: int
    name: str
    character: str


class Seatings(BaseModel):
    """The seats of a game, by the value of an option."""

    option: str
    seats: dict[str, list[str]]


class GameInfo(BaseModel):
    """A game, in the language asked for."""

    name: str
    title: str
    summary: str
    authors: str
    publisher: str
    seats: list[str]
    """With the usual options."""
    seatings: Seatings | None
    """Where they depend on an option, all there can be."""
    options: list[OptionInfo]
    levels: list[LevelInfo]
    help: str
    symbols: str
    """Address of the drawings."""
    theme: str
    """Address of the style sheet."""
    ready: bool = True
    """Whether it can be played at once; else it is still being compiled, and a table waits."""


class Games(BaseModel):
    """All games."""

    games: list[GameInfo]


class Demo(BaseModel):
    """A short game between bots, picture by picture."""

    scenes: list[Scene]


# --- tables ------------------------------------------------------------------------------


class Clock(Strict):
    """How time is kept: not at all, live (minutes for the game, seconds more with each turn,
    however many decisions it takes), or days for each decision."""

    kind: Literal["none", "live", "days"] = "none"
    minutes: float = Field(default=10, gt=0, le=600)
    seconds: float = Field(default=5, ge=0, le=600)
    days: int = Field(default=3, ge=1, le=30)


class SeatChoice(Strict):
    """Who is to sit somewhere: I, a bot of some level, or whoever comes by the link."""

    kind: Literal["me", "bot", "open"]
    level: int | None = None


class NewTable(Strict):
    """A table to be set. Without seats: I sit first and bots take the rest. With a record the
    game goes on from its position after `ply` moves, all of them if none is given."""

    game: str
    options: dict[str, str] = Field(default_factory=dict)
    seats: list[SeatChoice] | None = None
    clock: Clock = Field(default_factory=Clock)
    listed: bool = False
    """Whether anybody may see it among the open and the finished tables."""
    record: dict[str, Any] | None = None
    ply: int | None = Field(default=None, ge=0)


class Seat(BaseModel):
    """A seat and who has it."""

    seat: int
    title: str
    """What the game calls the seat."""
    kind: SeatKind
    """Who plays it now; `bot` also while a bot sits in for a person, `rules` where nobody does."""
    name: str
    """Of the person or the bot; empty while open. What the rules play is called like its seat."""
    level: int | None
    yours: bool
    online: bool
    substitute: bool
    """A bot sits in for the person who has the seat."""
    thinking: bool
    seconds: float | None
    """Left on the clock as of this update; None without a clock."""
    resigned: bool


class Takeback(BaseModel):
    """Somebody asks to go back."""

    seat: int
    ply: int
    """How many moves would remain."""


class Table(BaseModel):
    """A table as one viewer sees it, without the picture."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    secrets: bool
    """Whether a seat may know what others may not: those who share a device hide it."""
    status: Status
    version: int
    """Grows with every move and takeback; a move names the version it answers."""
    ply: int
    player: int | None
    """The seat to decide."""
    seat: int | None
    """The seat whose view this is; None for a spectator."""
    seats: list[Seat]
    clock: Clock
    listed: bool
    can: list[Ability]
    takeback: Takeback | None
    firm: bool
    """Something secret came to light since my last decision: there is no way back to it."""
    ended: Literal["rules", "resigned", "time"] | None
    winners: list[int]
    rematch: str | None
    """The table of the next game, once somebody asked for it."""
    spectators: int


class ChatLine(BaseModel):
    """Something said at the table."""

    number: int
    at: str
    name: str
    seat: int | None
    text: str


class Update(BaseModel):
    """A table as it is now."""

    table: Table
    scene: Scene
    chat: list[ChatLine]
    """The last lines."""


class Outline(BaseModel):
    """A scene whose parts are numbers: places among all parts told on this connection so far,
    each given as the step from the one before, the first from 0."""

    width: float
    height: float
    items: list[int]
    prompt: str
    choices: list[int]
    notes: dict[str, str]
    sections: list[int]
    log: list[int]
    ending: Ending | None


class News(BaseModel):
    """What is new to one live connection; at its start, everything."""

    table: Table
    parts: list[Item | Choice | Section | Entry]
    """Told for the first time; numbered in order from the start of the connection."""
    scene: Outline | None
    """None: as it was."""
    chat: list[ChatLine]
    """New lines."""


class Summary(BaseModel):
    """A table in a list."""

    id: str
    game: str
    title: str
    status: Status
    ply: int
    players: list[str]
    waiting: bool
    """For a decision of mine."""
    sentence: str
    """How it stands or ended."""
    changed: str


class Summaries(BaseModel):
    """Some tables, the latest first; those that wait for me before all others."""

    tables: list[Summary]


# --- what people do at a table -----------------------------------------------------------


class MoveMade(Strict):
    """A move in notation, answering a version of the table."""

    version: int = Field(ge=0)
    move: str = Field(max_length=200)


class Acknowledged(BaseModel):
    """It is committed: the version and the ply of the table from now on."""

    version: int
    ply: int


class Level(Strict):
    """How strong a bot shall be."""

    level: int


class Picked(Strict):
    """Items picked in order."""

    path: list[Annotated[str, Field(max_length=64)]] = Field(min_length=1, max_length=16)


class Reason(BaseModel):
    """Why something cannot be done."""

    message: str


class Reasons(BaseModel):
    """What speaks for a move, a sentence each; never empty."""

    reasons: list[str]


class Hint(BaseModel):
    """A move that a strong bot would play, and why."""

    move: str
    label: str
    chance: float
    """The share of victory it expects, from 0 to 1."""
    low: float
    high: float
    """Between these the chance is, nineteen times out of twenty."""
    points: list[float]
    """Expected in the end, by seat; empty where a game has none."""
    words: str
    """What it expects, in words."""
    reasons: list[str]
    """Up to two sentences; empty if there is nothing special to say."""


class Said(Strict):
    """Something to say."""

    text: str = Field(min_length=1, max_length=280, pattern=r"\S")


class TableId(BaseModel):
    """Another table."""

    id: str


# --- looking back ------------------------------------------------------------------------


class RatedMove(BaseModel):
    """A move and the share of victory that its seat could expect of it."""

    move: str
    label: str
    chance: float


class Mistake(BaseModel):
    """A move that gave something away, as its seat could have known."""

    ply: int
    """The number of the move, from 1."""
    seat: int
    verdict: Literal["mistake", "blunder"]
    played: RatedMove
    better: RatedMove
    reasons: list[str]
    """Why that would have been better; may be empty."""


class TurningPoint(BaseModel):
    """A move with which the chances changed most."""

    ply: int
    seat: int
    label: str
    """The move in words."""
    cause: Literal["move", "luck"]
    swing: list[float]
    """By how much the share of each seat changed."""


class Part(BaseModel):
    """Where the result of a seat came from, in shares of victory: start, deal, draws, own and
    others make up the result."""

    seat: int
    start: float
    """What the seat may expect before the deal."""
    deal: float
    """Luck of the deal."""
    draws: float
    """Luck of what came to light later."""
    own: float
    """By the seat's own moves."""
    others: float
    """By the moves of others."""
    result: float


class Review(BaseModel):
    """A whole game, looked back on."""

    finished: bool
    """Whether it was played to the end of its rules."""
    curve: list[list[float]]
    """The share of victory of each seat after the deal and after every move."""
    mistakes: list[Mistake]
    """In the order of play."""
    turning_points: list[TurningPoint]
    """In the order of play."""
    parts: list[Part]


class ReviewWork(BaseModel):
    """How far a review is: nobody asked for it, others come first, it is worked on, it is there."""

    state: Literal["none", "waiting", "working", "done"]
    progress: float = Field(ge=0, le=1)
    review: Review | None = None


class Texts(BaseModel):
    """The words of the client in a language: a text, or one for each plural form."""

    lang: Lang
    languages: dict[str, str]
    texts: dict[str, str | list[str]]
