"""The types on the wire: requests and answers. OpenAPI is made from them, and the client's types
are made from OpenAPI.

An `Update` is the whole of a table, for a request; `News` is what is new, for a live connection.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from parhelion.refusals import Code
from parhelion.scene import Box, Choice, Ending, Item, LogEntry, Scene, Section
from parhelion.server.credential_text import Composed, Folded
from parhelion.server.storable_text import Storable
from parhelion.server.visible_text import Visible
from parhelion.tables.clocks import TimeControl
from parhelion.tables.entries import Failure
from parhelion.tables.messages import SeatKind
from parhelion.tables.permissions import Ability, Trouble
from parhelion.tables.proposals import ProposalKind
from parhelion.tables.setup import NewTable as WantedTable
from parhelion.tables.setup import SeatChoice as WantedSeat
from parhelion.tables.table import Ended, RemarkKind, Status
from parhelion.words import Lang as Lang  # part of the wire

AdjournedReason = Literal["game", "rules", "parts", "damaged"]
"""Why a table cannot be played here: the game is not installed, its rules are newer than ours,
options or an edition are missing, entries are damaged."""


MAX_WORD = 100
"""Characters of the name of a game, a lesson, an option or its value."""
MAX_OPTIONS, MAX_SEATS = 50, 16
Word = Annotated[str, Field(max_length=MAX_WORD)]


class Strict(BaseModel):
    """A request. Unknown fields are refused rather than ignored."""

    model_config = ConfigDict(extra="forbid")


# --- errors ------------------------------------------------------------------------------


class Problem(BaseModel):
    """What went wrong: a stable code for programs and a sentence for people."""

    code: Code
    message: str
    rule: str | None = None
    """The rule of the game's rulebook that forbids a move, if it is known."""
    wait: int | None = None
    """In how many seconds to try again, if it was too much or too often (status 429)."""


# --- people ------------------------------------------------------------------------------

Name = Annotated[str, Field(min_length=1, max_length=24, pattern=r"\S"), Storable, Visible]


Login = Annotated[
    str, Field(min_length=3, max_length=64, pattern=r"^\S+$"), Folded, Storable, Visible
]
"""Case makes no difference."""
Password = Annotated[str, Field(min_length=10, max_length=200), Composed]
"""Any characters."""


class PersonName(Strict):
    """The name of a person."""

    name: Name


class Me(BaseModel):
    """The person whose browser this is."""

    name: str
    commitment: str
    """Of the server to the secret with which my next table is shuffled."""
    sender: str
    """By what lines of chat tell that I wrote them."""
    token: str | None = None
    """The secret by which a program is known from now on; sent once, when it is made."""


class SessionInfo(BaseModel):
    """A browser or a program in which I am signed in."""

    id: str
    browser: str
    """As far as it tells; empty for a program."""
    system: str
    created: str
    used: str
    """When it was used last; to the day."""
    here: bool
    """Whether it is the one that asks."""


class Access(BaseModel):
    """The ways in which I am known, or become known again."""

    sessions: list[SessionInfo]
    """The one used last first."""
    recovery: str | None
    """When the valid recovery link was made; null if there is none."""
    login: str | None


class EndedAccess(BaseModel):
    """What gave access elsewhere and no longer does."""

    sessions: int
    """Number of my sessions."""
    recovery: bool
    """Whether I had a recovery link."""
    bots: list[str]
    """Names of my bots whose tokens ended."""


class RemainingAccess(Access):
    """The ways in which I am still known, and what has ended."""

    ended: EndedAccess


class RecoveryLink(BaseModel):
    """A link that opens my identity anywhere; sent once, when it is made."""

    address: str
    """As another machine reaches it."""
    qr: str
    """The same as a QR code, as SVG."""


class Return(Strict):
    """What somebody sends who comes back."""

    leave: bool = Field(default=False, strict=True)
    """Whether to leave the games of who I am here now, which stay with that identity."""


class RecoverySecret(Return):
    """The secret of a recovery link: what follows after its #."""

    secret: Annotated[str, Field(min_length=1, max_length=100), Storable]


class Credentials(Return):
    """A login and its password."""

    login: Login
    password: Password


class NewAccount(Strict):
    """A login and a password for me."""

    login: Login
    password: Password


class NewPassword(Strict):
    """A new password, and the one until now."""

    old: Password
    new: Password


class OwnPassword(Strict):
    """My password, for what needs it."""

    password: Password


BotId = Annotated[str, Field(max_length=16), Storable]


class NewBot(Strict):
    """A bot to make, which plays under a name."""

    name: Name
    everybody: bool = Field(default=False, strict=True)
    """Whether everybody may ask it to their tables; else I only."""


class BotAccess(Strict):
    """Who may ask a bot of mine to a table."""

    everybody: bool = Field(strict=True)


class MyBot(BaseModel):
    """A bot of mine: a program that plays under its own name."""

    id: str
    name: str
    created: str
    seen: str | None
    """When it was here last; null if it never was."""
    online: bool
    everybody: bool
    has_token: bool
    """Whether its token is valid. A new password ends it."""


class MyBots(BaseModel):
    """All my bots, the oldest first."""

    bots: list[MyBot]


class MadeBot(BaseModel):
    """A bot and the new token of its program. The token is sent only once."""

    id: str
    token: str


class OfferedBot(BaseModel):
    """A bot that I may ask to a table."""

    id: str
    name: str
    owner: str
    """The name of whose it is; empty if it is the host's."""
    yours: bool
    online: bool


class OfferedBots(BaseModel):
    """The bots that I may ask to a table: those of the host, mine, those of others that are
    online."""

    bots: list[OfferedBot]


class KeptSeat(BaseModel):
    """A seat that is kept for a bot, which has yet to `join`."""

    table: str
    seat: int


class BotTurn(BaseModel):
    """A table where a bot is to move."""

    table: str
    game: str
    changed: float
    """When the table changed last, in seconds since 1970: another number, another decision."""


class BotWork(BaseModel):
    """Where a bot is awaited, for the bot itself."""

    name: str
    join: list[KeptSeat]
    move: list[BotTurn]


class BotTrouble(Strict):
    """What keeps a bot from its move."""

    kind: Failure


class TroubleNoted(BaseModel):
    """When the table changed by it, in seconds since 1970; null if everybody knew already."""

    changed: float | None


class SeatView(BaseModel):
    """What my seat may know, as JSON, for a program."""

    version: int
    """Of the table; a move names it."""
    view: dict[str, Any]
    """As `match.view(seat)` tells it, and `legal`: my legal moves in notation, none unless it is my
    turn."""


class MyTable(BaseModel):
    """A table where I have a seat."""

    id: str
    game: str
    options: dict[str, str]
    created: str
    changed: str
    status: Status
    seats: list[int]
    """Mine."""
    winners: list[int]
    record: dict[str, Any] | None
    """Of a finished game, if it can be read here."""


class MyChatLine(BaseModel):
    """Something that I said."""

    table: str
    at: str
    text: str


class MyData(BaseModel):
    """Everything that is kept about me."""

    name: str
    created: str
    access: Access
    bots: list[MyBot]
    tables: list[MyTable]
    chat: list[MyChatLine]


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
    """The values that other options must have for any value of this one but the first."""
    unless: dict[str, str]
    """The values of other options with which nobody need be asked for this one."""


class LevelInfo(BaseModel):
    """A strength that a bot can have."""

    level: int
    name: str
    character: str


class Seatings(BaseModel):
    """The seats of a game, by the value of an option."""

    option: str
    seats: dict[str, list[str]]


class LessonInfo(BaseModel):
    """A guided first game."""

    name: str
    title: str
    minutes: int
    steps: int
    options: dict[str, str]
    """Of the game that it teaches."""


class GameInfo(BaseModel):
    """A game, in the language asked for."""

    name: str
    title: str
    summary: str
    authors: str
    publisher: str
    seats: list[str]
    """With the default options."""
    seatings: Seatings | None
    """All possible seats, if they depend on an option."""
    options: list[OptionInfo]
    first_game: dict[str, str]
    """The options that are advised for a first game, where they are not the defaults."""
    minutes: int
    """How long a game takes, about; 0: not known."""
    levels: list[LevelInfo]
    help: str
    rules: bool
    """Whether there is a rulebook."""
    lessons: list[LessonInfo]
    """In the order in which they are best taken."""
    symbols: str
    """Address of the drawings."""
    theme: str
    """Address of the style sheet."""
    ready: bool = True
    """Whether it can be played at once. If not, it is being compiled; ask again."""
    prepared: float = 1.0
    """How much of that is done, 0 to 1."""


class Games(BaseModel):
    """All games."""

    games: list[GameInfo]


class RulesPassage(BaseModel):
    """A rule, or what stands between the rules: a paragraph, a list, a table, a picture."""

    html: str
    """Pictures in it use the game's drawings and its style sheet."""
    id: str
    """Of a rule, such as T8; else empty."""
    name: str
    """What a rule is called; else empty."""


class RulesSection(BaseModel):
    """A chapter of a rulebook."""

    title: str
    mode: str
    """The way to play that it is for; empty: for all."""
    passages: list[RulesPassage]


class Rules(BaseModel):
    """The rulebook of a game."""

    lang: Lang
    """English if the rulebook is not translated into the language asked for."""
    title: str
    introduction: str
    """As HTML."""
    sections: list[RulesSection]


class Demo(BaseModel):
    """A short game between bots, position by position."""

    scenes: list[Scene]
    box: Box | None
    """Where the board lies in all of them, to be shown instead of the whole picture."""


class ServerInfo(BaseModel):
    """What the server says of itself."""

    addresses: list[str]
    """Where other machines reach it, the best address first; empty if they cannot, as far as it
    knows."""


# --- lessons -----------------------------------------------------------------------------


class LessonStep(BaseModel):
    """A step of a lesson: one idea, a position, and mostly a move to make."""

    number: int
    say: str
    show: list[str]
    """Items to point out."""
    asks: bool
    """Whether a move has to be made before the next step."""
    example: str
    """A right move in notation; empty if none is asked for."""
    scene: Scene


class LessonTry(Strict):
    """A move in notation that is tried in a lesson."""

    move: str = Field(max_length=200)


class LessonAnswer(BaseModel):
    """Whether a try is right, and why not."""

    right: bool
    say: str
    """May be empty."""
    scenes: list[Scene]
    """After a right move: the table, and again after each move that others answer with."""


# --- tables ------------------------------------------------------------------------------


class Clock(Strict):
    """How time is kept: not at all, live (minutes for the game and some seconds more for each turn,
    however many decisions it takes), or in days for each decision."""

    kind: Literal["none", "live", "days"] = "none"
    minutes: float = Field(default=10, gt=0, le=600)
    seconds: float = Field(default=5, ge=0, le=600)
    days: int = Field(default=3, ge=1, le=30)


class SeatChoice(Strict):
    """Who is to have a seat: I, a bot of some level, a bot of somebody's own, or whoever opens the
    link."""

    kind: Literal["me", "bot", "open"]
    level: int | None = None
    bot: BotId | None = None
    """The id of an `OfferedBot`. Its seat is kept until it joins."""


SeatText = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{0,64}$")]
"""What a person adds to the shuffle, best at random, so that nobody alone chooses the deal."""


class NewTable(Strict):
    """A table to set. Without `seats` I have the first seat and bots have the others. With a
    `record` the game goes on from its position after `ply` moves, by default after all of them."""

    game: str = Field(max_length=MAX_WORD)
    options: Annotated[dict[Word, Word], Field(max_length=MAX_OPTIONS), Storable] = Field(
        default_factory=dict
    )
    seats: list[SeatChoice] | None = Field(default=None, max_length=MAX_SEATS)
    clock: Clock = Field(default_factory=Clock)
    listed: bool = False
    """Whether everybody sees it in the lists of tables."""
    spectators_chat: bool = False
    """Whether people who do not sit there may write there, too."""
    record: Annotated[dict[str, Any] | None, Storable] = None
    ply: int | None = Field(default=None, ge=0)
    text: SeatText = ""
    """For my seats."""

    def wanted(self) -> WantedTable:
        """Return what is wanted, without the wire."""
        values = {name: getattr(self, name) for name in type(self).model_fields}
        values["time"] = TimeControl(**values.pop("clock").model_dump())
        if self.seats is not None:
            values["seats"] = [WantedSeat(**seat.model_dump()) for seat in self.seats]
        return WantedTable(**values)


class SeatTaken(Strict):
    """What I add to the shuffle when I sit down."""

    text: SeatText = ""


class SeatProgram(BaseModel):
    """What everybody should know of a player that is a program."""

    owner: str
    """The name of whose it is; empty if it is the host's."""
    trouble: Trouble | None
    """What keeps it from its move; then a bot of ours may sit in."""


class Seat(BaseModel):
    """A seat and who has it."""

    seat: int
    title: str
    """What the game calls the seat."""
    kind: SeatKind
    """Who plays it now: `bot` also for a program of somebody's own and while a bot sits in for a
    person, `rules` if the rules do."""
    name: str
    """The name of the person or the bot, empty while the seat is open; for `rules` the title."""
    level: int | None
    yours: bool
    online: bool
    substitute: bool
    """Whether a bot sits in for the person who has the seat."""
    program: SeatProgram | None
    """Set if who has the seat is a program."""
    thinking: bool
    seconds: float | None
    """The time left on its clock at the time of this update; None without a clock."""
    resigned: bool
    awaited: bool
    """Whether the seat is kept for its person, who has yet to `join`."""
    can: list[Ability]
    """What I may do with this seat: `join`, `substitute` or `return`."""


class ProposalAnswer(Strict):
    """A proposal, by which the one who agrees says to what: another may have taken its place."""

    kind: ProposalKind
    seat: int
    """Whose move is taken back, or whom a bot is to sit in for."""
    ply: int
    """How many moves would remain; for a bot, how many were played."""


class Proposal(ProposalAnswer):
    """Something that happens only if everybody who is asked agrees."""

    asker: int
    """The seat of the person who asks."""


class Remark(BaseModel):
    """What everybody should know of a game, now and afterwards: a bot sat in for somebody, who
    returned, somebody asked for a hint, or a program could not find a move, or not in time."""

    kind: RemarkKind
    seat: int
    ply: int
    """How many moves had been played."""


class TableState(BaseModel):
    """A table as one viewer sees it, without the scene."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    secrets: bool
    """Whether seats know different things, so that people who share a device must hide them."""
    status: Status
    version: int
    """Grows with every decision. A move names the version that it answers."""
    entries: int
    """Length of the journal: of two states, the one with more entries is newer."""
    ply: int
    turn: int | None
    """The seat to move; None when the game is over."""
    seat: int | None
    """The seat whose view this is; None for a spectator."""
    seats: list[Seat]
    clock: Clock
    listed: bool
    spectators_chat: bool
    """Whether people who do not sit there may write there, too."""
    can: list[Ability]
    """What I may do now; the server refuses everything else."""
    proposal: Proposal | None
    remarks: list[Remark]
    """In the order in which things happened."""
    given: bool
    """True if the game was set up from a record, so its deal was known in advance."""
    commitment: str | None
    """Of the server to the secret of its shuffle, in the record at the end; None if the game was
    given."""
    firm: bool
    """Whether my last move cannot be taken back: something secret came to light since."""
    ended: Ended | None
    winners: list[int]
    rematch: str | None
    """The id of the table of the next game, once somebody asked for one."""
    spectators: int


class ChatLine(BaseModel):
    """A line of chat."""

    number: int
    at: str
    name: str
    """Empty if they deleted themselves."""
    sender: str
    """Who wrote it: the same at every table and under every name; empty for very old lines."""
    seat: int | None
    """None for a spectator."""
    text: str


class Update(BaseModel):
    """A table as it is now."""

    table: TableState
    scene: Scene
    chat: list[ChatLine]
    """The last lines."""


class CataloguedChoice(BaseModel):
    """What an action looks like wherever it is legal. Ids that begin with @ are roles: an offer
    tells which items play them, and there is a choice for each."""

    action: int
    choice: Choice


class ChoiceCatalogue(BaseModel):
    """What the choices of a seat look like in every position, in the order in which they are
    shown."""

    choices: list[CataloguedChoice]


class Offer(BaseModel):
    """The choices of a position."""

    catalogue: str
    """The address of the `ChoiceCatalogue`, which changes with its content; empty for none."""
    legal: str
    """The actions of the catalogue that are legal: a bit each, the first the lowest of its byte, in
    Base64."""
    roles: dict[str, list[str]]
    """The items that play the roles of the catalogue."""
    choices: list[Choice]
    """Further choices, as they are in this position only."""


class SceneChanges(BaseModel):
    """What turns the scene before into the next one. First the items in `gone` and those in `items`
    are taken away, then `items` are inserted one after the other, each at its place."""

    anew: bool
    """Whether the scene before is forgotten altogether."""
    width: float
    height: float
    gone: list[str]
    """Ids of items."""
    items: list[tuple[int, Item]]
    """Items that are new or have changed, and their places among all items."""
    log_kept: int
    """How many lines of the log stay; `log` follows them."""
    log: list[LogEntry]
    prompt: str
    ending: Ending | None
    offer: Offer | None
    """What I may choose from; None when others decide."""


_CHANGED: dict[str, Any] = {
    name: (field.annotation, Field(default_factory=lambda: None))
    for name, field in TableState.model_fields.items()
}
TableChanges = create_model(
    "TableChanges",
    __doc__="The parts of a `TableState` that have changed; at first all of them.",
    **_CHANGED,
)


class News(BaseModel):
    """What a live connection has not been sent yet; at its start, everything."""

    table: TableChanges  # type: ignore[valid-type]
    scene: SceneChanges | None
    """None if it has not changed."""
    chat: list[ChatLine]
    """New lines."""


class TableWords(BaseModel):
    """The table in words, as I may know it."""

    version: int
    sections: list[Section]
    notes: dict[str, str]
    """What my legal moves would cost and bring, by their notation."""


class Summary(BaseModel):
    """A table in a list."""

    id: str
    game: str
    title: str
    status: Status
    ply: int
    players: list[str]
    waiting: bool
    """Whether it waits for a move of mine."""
    sentence: str
    """Who is to move, or how it ended, or why it cannot go on."""
    adjourned: bool
    """Whether it cannot go on here."""
    given: bool
    """True if the game was set up from a record, so its deal was known in advance."""
    changed: str


class ShownOption(BaseModel):
    """An option and its value, as people call them if the game is here to tell."""

    label: str
    value: str


class AdjournedMove(BaseModel):
    """A move in notation, and whose it was: None if it comes from a record."""

    seat: int | None
    move: str


class AdjournedTable(BaseModel):
    """A table that cannot go on here, as far as that can be told without its game."""

    id: str
    game: str
    title: str
    reason: AdjournedReason
    sentence: str
    """The reason in words."""
    status: Status
    """At which it stopped. The record of a game that is over can be downloaded."""
    players: list[str]
    """By seat; empty for an open one."""
    yours: bool
    """Whether I have a seat there."""
    options: list[ShownOption]
    given: bool
    """True if the game was set up from a record, so its deal was known in advance."""
    moves: list[AdjournedMove]
    """Those that were not taken back."""
    ending: str
    """How it ended; empty if it is not over."""
    changed: str


class Summaries(BaseModel):
    """Some tables: first those that wait for me, then those that changed last."""

    tables: list[Summary]


# --- playing -----------------------------------------------------------


class MoveMade(Strict):
    """A move in notation, answering a version of the table."""

    version: int = Field(ge=0)
    move: str = Field(max_length=200)


class Acknowledged(BaseModel):
    """A command is committed. Its changes come on the live connection."""

    version: int
    """The version that the next move answers."""
    ply: int


class MoveCommand(MoveMade):
    """A move, sent on a live connection."""

    ask: Literal["move"]
    id: int
    """Any number, which the answer repeats."""


class WordsQuestion(Strict):
    """Asks for the table in words on a live connection."""

    ask: Literal["words"]
    id: int
    """Any number, which the answer repeats."""


Command = Annotated[MoveCommand | WordsQuestion, Field(discriminator="ask")]
"""What a live connection may be sent."""


class Answer(BaseModel):
    """The answer to a command on a live connection: what was asked for, or a problem."""

    answer: int | None
    """The number of the command; None if it could not be read."""
    acknowledged: Acknowledged | None = None
    words: TableWords | None = None
    problem: Problem | None = None


class BotLevel(Strict):
    """The level of a bot that takes an open seat. A bot that sits in for somebody always has the
    middle level."""

    level: int


class Picked(Strict):
    """Items of a scene in the order in which they were picked."""

    path: list[Annotated[str, Field(max_length=64)]] = Field(min_length=1, max_length=16)


class WhyIllegal(BaseModel):
    """Why no legal move begins with picking these items."""

    message: str
    rule: str | None
    """The rule of the game's rulebook that says so, if it is known."""


class Explanation(BaseModel):
    """What speaks for a move, in sentences; never empty."""

    sentences: list[str]


class Hint(BaseModel):
    """A move that a strong bot would play, its chance, and what speaks for it."""

    version: int
    """Of the table for which it was looked for."""
    move: str
    label: str
    chance: float
    """The expected share of victory, from 0 to 1."""
    low: float
    high: float
    """The chance lies between `low` and `high` with 95 % confidence."""
    points: list[float]
    """The expected points of every seat at the end; empty if the game has no points."""
    words: str
    """The chance and the points in words."""
    explanation: list[str]
    """What speaks for the move, in up to two sentences; may be empty."""


class NewChatLine(Strict):
    """A line to say in the chat."""

    text: Annotated[str, Field(min_length=1, max_length=280, pattern=r"\S"), Storable, Visible]


class TableId(BaseModel):
    """The id of another table."""

    id: str


# --- reviews -----------------------------------------------------------------------------


class RatedMove(BaseModel):
    """A move and the share of victory that its seat could expect from it."""

    move: str
    label: str
    chance: float


class Mistake(BaseModel):
    """A move that its seat could have known to be worse than another."""

    ply: int
    """The number of the move, from 1."""
    seat: int
    verdict: Literal["mistake", "blunder"]
    played: RatedMove
    better: RatedMove
    explanation: list[str]
    """What speaks for the better move; may be empty."""


class TurningPointInfo(BaseModel):
    """One of the moves that changed the chances most."""

    ply: int
    seat: int
    label: str
    """The move in words."""
    cause: Literal["move", "luck"]
    swing: list[float]
    """By how much the share of each seat changed."""


class LuckAndSkill(BaseModel):
    """What made the result of a seat, in shares of victory: start, deal, draws, own and others
    add up to the result."""

    seat: int
    start: float
    """The share that the seat may expect before the deal."""
    deal: float
    """Luck with the deal."""
    draws: float
    """Luck with what came to light later."""
    own: float
    """From the seat's own moves."""
    others: float
    """From the moves of others."""
    result: float


class GameReview(BaseModel):
    """The review of a whole game."""

    finished: bool
    """Whether it was played to the end of its rules."""
    curve: list[list[float]]
    """The share of victory of each seat after the deal and after every move."""
    mistakes: list[Mistake]
    """In the order of play."""
    turning_points: list[TurningPointInfo]
    """In the order of play."""
    parts: list[LuckAndSkill]


class ReviewWork(BaseModel):
    """How far a review is: not asked for, waiting for other reviews, in work, or done."""

    state: Literal["none", "waiting", "working", "done"]
    progress: float = Field(ge=0, le=1)
    review: GameReview | None = None


class Texts(BaseModel):
    """The sentences of the client in a language: one text, or one for each plural form."""

    lang: Lang
    languages: dict[str, str]
    texts: dict[str, str | list[str]]
