"""One journal per table: `entries` holds everything that happens there.

`journal`, `chat` and most columns of `tables` become entries. What remains of `tables` and `seats`
is a projection of them. Both directions keep what a server reads. They cannot preserve:

Up
- the names that people had when they wrote a line of chat;
- the rules of tables that are not dealt: they are dealt by the rules of their day;
- seed and deal of tables that were open before shuffles existed: they get a new secret;
- damaged rows: texts and seconds of kinds of entries that have none; seats of moves of a record;
  `started` of an open table; a level in `seats` that contradicts the journal; JSON that cannot be
  parsed, which becomes a text.

Down
- who sat down or left when: today's seats are in the first entry after the next `up`;
- declined proposals, and agreements to those that were carried out;
- times of proposals, agreements and rematches;
- all interruptions but the last; earlier tables of the next game; earlier secrets;
- who asked for a bot that plays for a person;
- who owned a program when it joined: its owner of today does;
- withdrawn tables: they are deleted, as older servers do;
- entries that cannot be read: they become unreadable rows.

Moves of a record have no seats in `entries`. `downgrade` finds them by playing the moves; if the
game cannot be played here, the seats take turns. Older servers show these seats only for tables
that they cannot read.
"""

import json
import math
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, takewhile
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0010"
down_revision = "0009"

BATCH = 100
"""Tables that are converted at a time."""
FORMAT = 1
"""The format of the entries."""
MIDDLE_LEVEL = 3
"""The level of bots that nobody chose, in every game of this revision."""
RULES: Mapping[str, int] = {"orion": 2, "solenia": 3, "solstis": 2}
"""Versions of the rules at this revision."""
MAX_INTEGER = 2**31
MAX_KIND, MAX_NAME, MAX_SECRET, MAX_SEAT_TEXT, MAX_TEXT = 8, 24, 32, 64, 200
"""Lengths of columns of the old schema."""
MAX_PEOPLE = 100
"""People in a proposal. More are garbage."""
NO_SEAT: dict[str, Any] = {"level": None, "text": None}
TIMES = ("none", "live", "days")
PROPOSALS = ("takeback", "bot")
FAILURES = ("failed", "slow")
OLD_COLUMNS = {"seat", "text", "spent"}
"""The fields of an entry that holds a row of `journal` unchanged. No kind of entry has all three,
so that a server refuses to read it."""
NUL = "\\u0000"
"""What PostgreSQL cannot store in a proposal."""
UNREADABLE = "garbled"
"""The kind of a row of `journal` for an entry that cannot be read."""

Json = dict[str, Any]
Row = Any

_DOCUMENT = sa.JSON(none_as_null=True)
_COMPARABLE = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
_TABLES = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("game", sa.String),
    sa.column("options", sa.JSON),
    sa.column("listed", sa.Boolean),
    sa.column("created", sa.Float),
    sa.column("status", sa.String),
    sa.column("turn", sa.Integer),
    sa.column("rematch", sa.String),
    sa.column("changed", sa.Float),
    # --- before
    sa.column("maker", sa.String),
    sa.column("rules", sa.Integer),
    sa.column("seed", _DOCUMENT),
    sa.column("secret", sa.String),
    sa.column("beginning", _DOCUMENT),
    sa.column("clock", sa.JSON),
    sa.column("started", sa.Float),
    sa.column("spectators_chat", sa.Boolean),
    sa.column("proposal", _COMPARABLE),
    # --- after
    sa.column("time", sa.String),
    sa.column("given", sa.Boolean),
    sa.column("seen", sa.Float),
)
_SEATS = sa.table(
    "seats",
    sa.column("table", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("person", sa.String),
    sa.column("level", sa.Integer),
    sa.column("text", sa.String),
    sa.column("joined", sa.Boolean),
    sa.column("acted", sa.Boolean),
)
_JOURNAL = sa.table(
    "journal",
    sa.column("table", sa.String),
    sa.column("number", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("text", sa.String),
    sa.column("at", sa.Float),
    sa.column("spent", sa.Float),
)
_CHAT = sa.table(
    "chat",
    sa.column("table", sa.String),
    sa.column("number", sa.Integer),
    sa.column("at", sa.Float),
    sa.column("name", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("text", sa.Text),
    sa.column("person", sa.String),
)
_ENTRIES = sa.table(
    "entries",
    sa.column("table", sa.String),
    sa.column("number", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("at", sa.Float),
    sa.column("by", sa.String),
    sa.column("format", sa.Integer),
    sa.column("fields", sa.JSON),
)
_PEOPLE = sa.table("people", sa.column("id", sa.String), sa.column("name", sa.String))
_BOTS = sa.table("bots", sa.column("id", sa.String), sa.column("owner", sa.String))


def upgrade() -> None:
    """Write the journals of all tables."""
    _begin()
    _create_entries()
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("time", sa.String(8)))
        tables.add_column(sa.Column("given", sa.Boolean))
        tables.add_column(sa.Column("seen", sa.Float))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("joined", sa.Boolean))
        seats.add_column(sa.Column("acted", sa.Boolean))
    for rows in _batches(_old_columns()):
        _upgrade_tables(rows)
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("joined", existing_type=sa.Boolean, nullable=False)
        seats.alter_column("acted", existing_type=sa.Boolean, nullable=False)
        seats.drop_column("text")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("ix_tables_maker")
        tables.drop_constraint("fk_tables_maker", type_="foreignkey")
        tables.alter_column("maker", existing_type=sa.String(16), new_column_name="host")
        tables.alter_column("time", existing_type=sa.String(8), nullable=False)
        tables.alter_column("given", existing_type=sa.Boolean, nullable=False)
        tables.alter_column("seen", existing_type=sa.Float, nullable=False)
        for name in ("rules", "seed", "secret", "beginning", "clock", "started"):
            tables.drop_column(name)
        tables.drop_column("spectators_chat")
        tables.drop_column("proposal")
    with op.batch_alter_table("tables") as tables:
        tables.create_foreign_key("fk_tables_host", "people", ["host"], ["id"])
        for name in ("host", "rematch", "seen"):
            tables.create_index(f"ix_tables_{name}", [name])
    op.drop_table("chat")
    op.drop_table("journal")


def downgrade() -> None:
    """Write the rows that older servers read."""
    _begin()
    _create_journal_and_chat()
    with op.batch_alter_table("tables") as tables:
        for name in ("host", "rematch", "seen"):
            tables.drop_index(f"ix_tables_{name}")
        tables.drop_constraint("fk_tables_host", type_="foreignkey")
        tables.alter_column("host", existing_type=sa.String(16), new_column_name="maker")
        tables.add_column(sa.Column("rules", sa.Integer))
        tables.add_column(sa.Column("seed", sa.JSON))
        tables.add_column(sa.Column("secret", sa.String(32)))
        tables.add_column(sa.Column("beginning", sa.JSON))
        tables.add_column(sa.Column("clock", sa.JSON))
        tables.add_column(sa.Column("started", sa.Float))
        tables.add_column(sa.Column("spectators_chat", sa.Boolean))
        tables.add_column(sa.Column("proposal", sa.JSON().with_variant(JSONB(), "postgresql")))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("text", sa.String(64)))
    for rows in _batches(_new_columns()):
        _downgrade_tables(rows)
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("joined")
        seats.drop_column("acted")
    with op.batch_alter_table("tables") as tables:
        tables.create_foreign_key("fk_tables_maker", "people", ["maker"], ["id"])
        tables.create_index("ix_tables_maker", ["maker"])
        tables.alter_column("rules", existing_type=sa.Integer, nullable=False)
        tables.alter_column("clock", existing_type=sa.JSON, nullable=False)
        tables.alter_column("spectators_chat", existing_type=sa.Boolean, nullable=False)
        for name in ("time", "given", "seen"):
            tables.drop_column(name)
    op.drop_table("entries")


def _begin() -> None:
    """Begin a transaction. SQLite would begin it at the first row, after changes of the schema
    that a crash would leave behind."""
    op.execute(_PEOPLE.update().where(sa.false()).values(name=""))


def _create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by", sa.String(16), sa.ForeignKey("people.id"), index=True),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("fields", sa.JSON, nullable=False),
    )


def _create_journal_and_chat() -> None:
    op.create_table(
        "journal",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.String(MAX_TEXT), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("spent", sa.Float, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("person", sa.String(16)),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_chat_person"),
    )
    op.create_index("ix_chat_person", "chat", ["person"])


# --- rows --------------------------------------------------------------------------------


def _rows(query: "sa.Select[Any]") -> list[Row]:
    return list(op.get_bind().execute(query).all())


def _write(statement: Any, rows: Sequence[Json]) -> None:
    """Carry out a statement for each row."""
    if rows:
        op.get_bind().execute(statement, rows)


def _batches(columns: Sequence[Any]) -> Iterator[list[Row]]:
    """Return all tables, some at a time."""
    query = sa.select(*columns).order_by(_TABLES.c.id).limit(BATCH)
    rows = _rows(query)
    while rows:
        yield rows
        rows = _rows(query.where(_TABLES.c.id > rows[-1].id))


def _by_table(query: "sa.Select[Any]") -> dict[str, list[Row]]:
    """Return rows by their table. The query sorts them."""
    return {id: list(rows) for id, rows in groupby(_rows(query), key=lambda row: row.table)}


def _of_tables(rows: Sequence[Row], model: Any, number: Any) -> "sa.Select[Any]":
    """Return a query for the rows of some tables, in order."""
    ids = [row.id for row in rows]
    return sa.select(model).where(model.c.table.in_(ids)).order_by(model.c.table, number)


def _this_seat() -> tuple[Any, Any]:
    """Return the condition for one seat in a statement for many."""
    return _SEATS.c.table == sa.bindparam("key"), _SEATS.c.seat == sa.bindparam("number")


def _old_columns() -> list[Any]:
    new = {"time", "given", "seen"}
    return [_as_text(column) for column in _TABLES.c if column.name not in new]


def _new_columns() -> list[Any]:
    names = ("id", "game", "options", "status", "turn", "changed", "seen", "time")
    return [_as_text(_TABLES.c[name]) for name in names]


def _as_text(column: Any) -> Any:
    """Return a column to select. JSON is read as text: SQLAlchemy refuses all rows of a query if
    the JSON of one is damaged."""
    is_json = isinstance(column.type, sa.JSON)
    return sa.cast(column, sa.Text).label(column.name) if is_json else column


def _parsed(text: str | None) -> Any:
    """Return JSON from its text; the text itself if it is none."""
    if text is None:
        return None
    try:
        return json.loads(text, parse_float=_float, parse_constant=str)
    except (ValueError, RecursionError):
        return text


def _float(text: str) -> float | str:
    """Return a number that JSON can hold in both databases; else its text."""
    number = float(text)
    return number if math.isfinite(number) else text


def _is_integer(value: object) -> bool:
    """Return True if a value fits into a column of integers."""
    is_int = isinstance(value, int) and not isinstance(value, bool)
    return is_int and -MAX_INTEGER <= value < MAX_INTEGER  # type: ignore[operator]


def _number(text: str) -> int:
    """Return the number that a text stands for. Raises ValueError unless it is written plainly."""
    number = int(text)
    if str(number) != text:
        raise ValueError(f"not a number: {text!r}")
    return number


# --- up ----------------------------------------------------------------------------------


class _Entry(NamedTuple):
    """An entry without its number."""

    kind: str
    at: float
    by: str | None
    fields: Json


class _OldTable(NamedTuple):
    """The rows of a table at revision 0009."""

    row: Row
    seats: Sequence[Row]
    journal: Sequence[Row]
    chat: Sequence[Row]


class _Known(NamedTuple):
    """What other rows say about the tables of a batch."""

    people: set[str]
    """Ids of those people that proposals name and that exist."""
    owners: dict[str, str]
    """The owners of programs; empty for programs without one."""
    created: dict[str, float]
    """When the tables of the next games were created."""


def _upgrade_tables(rows: Sequence[Row]) -> None:
    bots = _BOTS.c.owner, _BOTS.c.id.label("bot")
    seated = sa.select(_SEATS, *bots).outerjoin(_BOTS, _BOTS.c.id == _SEATS.c.person)
    ids = [row.id for row in rows]
    seats = _by_table(seated.where(_SEATS.c.table.in_(ids)).order_by(_SEATS.c.table, _SEATS.c.seat))
    journals = _by_table(_of_tables(rows, _JOURNAL, _JOURNAL.c.number))
    chats = _by_table(_of_tables(rows, _CHAT, _CHAT.c.number))
    known = _Known(
        _existing_people(rows),
        {each.bot: each.owner or "" for each in chain(*seats.values()) if each.bot},
        _created_times(rows),
    )
    entries, table_values, seat_values = [], [], []
    for row in rows:
        old = _OldTable(row, *(each.get(row.id, []) for each in (seats, journals, chats)))
        play = _Play(old.seats)
        journal = _journal_of(old, play, known)
        entries += [
            {"table": row.id, "number": number, "format": FORMAT} | entry._asdict()
            for number, entry in enumerate(journal)
        ]
        table_values.append({"key": row.id} | _projection(row, "given" in journal[0].fields))
        seat_values += [
            {"key": row.id, "number": each.seat} | play.seat(each) for each in old.seats
        ]
    _write(_ENTRIES.insert(), entries)
    _write(_TABLES.update().where(_TABLES.c.id == sa.bindparam("key")), table_values)
    _write(_SEATS.update().where(*_this_seat()), seat_values)


def _existing_people(rows: Sequence[Row]) -> set[str]:
    named: set[str] = set()
    for row in rows:
        named.update(_named_in(_parsed(row.proposal)) or ())
    if not named:
        return named
    return {id for (id,) in _rows(sa.select(_PEOPLE.c.id).where(_PEOPLE.c.id.in_(named)))}


def _named_in(document: Any) -> list[str] | None:
    """Return the ids in a proposal; None if it is none."""
    names = {"kind", "seat", "ply", "asker", "agreed"}
    if not isinstance(document, dict) or document.keys() != names:
        return None
    if document["kind"] not in PROPOSALS or not isinstance(document["agreed"], list):
        return None
    ids = [document["asker"], *document["agreed"]]
    are_ids = all(isinstance(id, str) and id.isascii() for id in ids) and len(ids) <= MAX_PEOPLE
    are_numbers = _is_integer(document["seat"]) and _is_integer(document["ply"])
    return ids if are_ids and are_numbers else None


def _created_times(rows: Sequence[Row]) -> dict[str, float]:
    ids = [row.rematch for row in rows if row.rematch is not None]
    query = sa.select(_TABLES.c.id, _TABLES.c.created).where(_TABLES.c.id.in_(ids))
    return dict(map(tuple, _rows(query))) if ids else {}


def _projection(row: Row, is_given: bool) -> Json:
    """Return the new columns of a table. When the seats of an open table changed is not known."""
    clock = _parsed(row.clock)
    kind = clock.get("kind", "none") if isinstance(clock, dict) else "none"
    return {
        "time": kind if kind in TIMES else "none",
        "given": is_given,
        "seen": row.changed,
        "turn": row.turn if is_given or row.status != "open" else None,
        "changed": row.created if row.status == "open" else row.changed,
    }


def _journal_of(old: _OldTable, play: "_Play", known: _Known) -> list[_Entry]:
    """Return the entries of a table in the order of time."""
    row = old.row
    created = _created(old, known)
    given = _given_moves(old) if "given" in created.fields else []
    journal = old.journal[len(given) :]
    start, resumed = _start(row, journal, created), []
    before = play.substituted_before(old, row.created if start is None else start.at)
    game = [*before, *([start] if start else []), *map(play.entry, journal)]
    if start and row.started is not None and row.started > start.at:
        resumed = [_Entry("resumed", row.started, None, {})]
    timed = [*_timed(game), *_timed(resumed)]
    last = max((time for time, _ in timed), default=-math.inf)
    last = max(last, row.changed)  # if that is NaN, the last one
    if row.rematch is not None:
        last = max(last, known.created.get(row.rematch, last))
        timed.append((last, _Entry("rematched", last, None, {"table": row.rematch})))
    timed += [(last, entry) for entry in _proposal(row, last, known.people)]
    timed += _timed(map(_said, old.chat))
    return [created, *(entry for _, entry in sorted(timed, key=lambda each: each[0]))]


def _timed(entries: Iterable[_Entry]) -> list[tuple[float, _Entry]]:
    """Return entries with times that never go back: their order counts, even if the clock was
    set."""
    timed, latest = [], -math.inf
    for entry in entries:
        latest = max(latest, entry.at)  # if it is NaN, the last one
        timed.append((latest, entry))
    return timed


def _created(old: _OldTable, known: _Known) -> _Entry:
    row = old.row
    fields = {
        "game": row.game,
        "options": _parsed(row.options),
        "seats": _created_seats(old.seats, known.owners),
        "time": _parsed(row.clock),
        "listed": row.listed,
        "spectators_chat": row.spectators_chat,
    }
    deal = _deal(row)
    if row.secret is not None:
        fields["secret"] = row.secret
    elif row.status == "open" and deal["beginning"] is None and not old.journal:
        fields["secret"] = secrets.token_hex(16)
    elif deal["beginning"] is not None or _given_moves(old):
        fields["given"] = deal
        if moves := [each.text for each in _given_moves(old)]:
            fields["moves"] = moves
    return _Entry("created", row.created, row.maker, fields)


def _deal(row: Row) -> Json:
    """Return how a table was dealt. Without a seed, which is damage, no server reads it."""
    seed, beginning = _parsed(row.seed), _parsed(row.beginning)
    return ({} if seed is None else {"seed": seed}) | {"rules": row.rules, "beginning": beginning}


def _created_seats(seats: Sequence[Row], owners: Mapping[str, str]) -> list[Json]:
    """Return the seats. If some are missing they have numbers, which a server refuses to read."""
    is_whole = [each.seat for each in seats] == list(range(len(seats)))
    found = []
    for each in seats:
        values = {
            "person": each.person,
            "owner": owners.get(each.person),
            "level": None if each.person else each.level,
            "text": each.text,
            "seat": None if is_whole else each.seat,
        }
        found.append({name: value for name, value in values.items() if value is not None})
    return found


def _given_moves(old: _OldTable) -> list[Row]:
    """Return the moves of the record that the game continues."""
    return list(takewhile(lambda each: each.kind == "given", old.journal))


def _start(row: Row, journal: Sequence[Row], created: _Entry) -> _Entry | None:
    """Return the start of a game, None if it has not started. It is not later than the first entry:
    `started` changes when a game is resumed."""
    is_given = "given" in created.fields
    if row.status == "open" or (row.started is None and is_given):
        return None
    first = journal[0].at if journal else row.changed
    at = first if row.started is None else min(row.started, first)
    return _Entry("started", at, None, {} if is_given else {"deal": _deal(row)})


def _proposal(row: Row, at: float, people: set[str]) -> list[_Entry]:
    """Return a proposal with those who agreed. Anything else is kept in an entry of no kind."""
    document = _parsed(row.proposal)
    if document is None:
        return []
    named = _named_in(document)
    if named is None or not people.issuperset(named):
        return [_Entry("proposal", at, None, {"proposal": document})]
    fields = {"what": document["kind"], "seat": document["seat"], "ply": document["ply"]}
    proposed = _Entry("proposed", at, document["asker"], fields)
    return [proposed, *(_Entry("agreed", at, person, {}) for person in document["agreed"])]


def _said(line: Row) -> _Entry:
    fields = {"text": line.text}
    if line.seat is not None:
        fields["seat"] = line.seat
    if line.person is None:
        fields["name"] = line.name
    return _Entry("said", line.at, line.person, fields)


class _Play:
    """Who plays each seat, while the journal of a table is read."""

    def __init__(self, seats: Sequence[Row]) -> None:
        self._people = {each.seat: each.person for each in seats}
        self._known_levels = {each.seat: each.level for each in seats}
        self._levels = {each.seat: None if each.person else each.level for each in seats}
        self._substituted: set[int] = set()
        self._resigned: set[int] = set()
        self._acted: set[int] = set()

    def substituted_before(self, old: _OldTable, at: float) -> list[_Entry]:
        """Return bots that play for people though the journal says nothing about them. Their
        entries are before the start, where servers write none of this kind."""
        noted = {each.seat for each in old.journal if each.kind == "bot"}
        found = [
            each
            for each in old.seats
            if each.person and each.level is not None and each.seat not in noted
        ]
        return [self._substitute(each.seat, each.level, at) for each in found]

    def seat(self, row: Row) -> Json:
        """Return the projection of a seat after the journal."""
        level = self._levels[row.seat]
        if level is None and row.seat in self._resigned:
            level = MIDDLE_LEVEL
        return {
            "level": level,
            "joined": row.person is not None and row.text is not None,
            "acted": row.person is not None and row.seat in self._acted,
        }

    def entry(self, row: Row) -> _Entry:
        """Return the entry of a row of the journal. One that is garbled remains as it is."""
        try:
            kind, by, fields = self._converted(row)
        except ValueError:
            columns = {"seat": row.seat, "text": row.text, "spent": _finite(row.spent)}
            return _Entry(row.kind, row.at, None, columns)
        return _Entry(kind, row.at, by, {"seat": row.seat} | fields)

    def _converted(self, row: Row) -> tuple[str, str | None, Json]:
        person = self._people.get(row.seat)
        spent = {"spent": _finite(row.spent)} if row.spent else {}
        match row.kind:
            case "move":
                by = None if self._is_bot(row.seat) else person
                self._acted |= {row.seat} if by else set()
                return "moved", by, {"move": row.text} | spent
            case "takeback":
                return "took-back", person, {"ply": _number(row.text)}
            case "resign" | "time":
                self._acted.add(row.seat)
                self._resigned.add(row.seat)
                return (
                    ("resigned", person, {}) if row.kind == "resign" else ("flag-fell", None, spent)
                )
            case "bot":
                entry = self._substitute(row.seat, self._level(row), row.at)
                return entry.kind, None, entry.fields | spent
            case "return":
                self._substituted.discard(row.seat)
                self._levels[row.seat] = None
                return "returned", person, spent
            case "hint":
                return "hinted", person, spent
            case "failed" | "slow":
                return "bot-failed", person, {"why": row.kind} | spent
        raise ValueError(row.kind)

    def _is_bot(self, seat: int) -> bool:
        return seat in self._substituted or seat in self._resigned

    def _substitute(self, seat: int, level: int, at: float) -> _Entry:
        self._substituted.add(seat)
        self._levels[seat] = level
        return _Entry("substituted", at, None, {"seat": seat, "level": level})

    def _level(self, row: Row) -> int:
        """Return the level of a bot. Servers never read it from the journal, so garbage there does
        not matter."""
        try:
            level = _number(row.text)
        except ValueError:
            return self._known_levels.get(row.seat) or MIDDLE_LEVEL
        return level if _is_integer(level) else MIDDLE_LEVEL


def _finite(number: float) -> float | str:
    """Return a number that JSON can hold; a text, which a server refuses to read, for others."""
    return number if math.isfinite(number) else str(number)


# --- down --------------------------------------------------------------------------------


class _Rows:
    """The rows of a table at revision 0009, while its entries are read."""

    def __init__(self, row: Row) -> None:
        self.journal: list[Json] = []
        self.chat: list[Json] = []
        self.seats: dict[int, Json] = {}
        self.is_withdrawn = False
        self._row = row
        self._secret: str | None = None
        self._deal: Json = {}
        self._clock: Any = {"kind": row.time}
        self._spectators_chat = False
        self._started: float | None = None
        self._proposal: Any = None

    def columns(self) -> Json:
        """Return the columns of the table that only the old schema has, and when it was in use."""
        row, rules = self._row, self._deal.get("rules")
        return {
            "rules": rules if _is_integer(rules) else RULES.get(row.game, 1),
            "seed": self._deal.get("seed"),
            "beginning": self._deal.get("beginning"),
            "secret": self._secret,
            "clock": self._clock,
            "started": self._started,
            "spectators_chat": self._spectators_chat,
            "proposal": self._proposal,
            "turn": row.turn if self._deal else 0,
            "changed": max(row.changed, row.seen) if row.status == "open" else row.changed,
        }

    def add(self, entry: Row) -> None:
        """Read one more entry. One that cannot be read becomes a row that no server can read."""
        try:
            self._read(entry, _parsed(entry.fields))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            self._log(entry, UNREADABLE, 0, f"{entry.kind} {entry.fields}"[:MAX_TEXT])

    def _read(self, entry: Row, fields: Json) -> None:
        if fields.keys() == OLD_COLUMNS and len(entry.kind) <= MAX_KIND:
            text, spent = _text(fields["text"], MAX_TEXT), _seconds(fields)
            self._log(entry, entry.kind, _integer(fields["seat"]), text, spent)
            return
        match entry.kind:
            case "created":
                self._created(entry, fields)
            case "joined" | "vacated" | "bot-seated":
                self.seats[_integer(fields["seat"])] = _seat(fields)
            case "started":
                self._started, self._proposal = entry.at, None
                self._deal = fields.get("deal") or self._deal
            case "resumed":
                self._started = None if self._started is None else entry.at
            case "reshuffled":
                self._secret = _text(fields["secret"], MAX_SECRET)
            case "withdrawn":
                self.is_withdrawn = True
            case "proposed" | "agreed" | "declined" | "proposal":
                self._propose(entry, fields)
            case "said":
                self._say(entry, fields)
            case "rematched":
                pass  # in a column of both schemas
            case _:
                self._play(entry, fields)

    def _created(self, entry: Row, fields: Json) -> None:
        seats = enumerate(fields["seats"])
        self.seats = {seat.get("seat", number): _seat(seat) for number, seat in seats}
        self._clock, self._spectators_chat = fields["time"], bool(fields["spectators_chat"])
        if fields.get("secret") is not None:
            self._secret = _text(fields["secret"], MAX_SECRET)
        if fields.get("given") is not None:
            self._deal = dict(fields["given"])
            moves = [_text(move, MAX_TEXT) for move in fields.get("moves") or ()]
            for seat, move in zip(self._movers(moves), moves, strict=True):
                self._log(entry, "given", seat, move)

    def _movers(self, moves: Sequence[str]) -> list[int]:
        """Return who made the moves of a record. Only its game knows."""
        if not moves:
            return []
        try:
            return _played(self._row.game, _parsed(self._row.options), self._deal, moves)
        except Exception:  # no such game, or not as it was at this revision
            return [ply % max(1, len(self.seats)) for ply in range(len(moves))]

    def _play(self, entry: Row, fields: Json) -> None:
        seat = _integer(fields["seat"])
        match entry.kind:
            case "moved":
                kind, text = "move", _text(fields["move"], MAX_TEXT)
            case "took-back":
                kind, text = "takeback", str(_integer(fields["ply"]))
            case "substituted":
                kind, text = "bot", str(_integer(fields["level"]))
                self.seats[seat]["level"] = fields["level"]
            case "returned":
                kind, text = "return", ""
                self.seats[seat]["level"] = None
            case "bot-failed":
                kind, text = {"failed": "failed", "slow": "slow"}[fields["why"]], ""
            case _:
                kind, text = (
                    {"resigned": "resign", "flag-fell": "time", "hinted": "hint"}[entry.kind],
                    "",
                )
        if kind == "bot" and self._started is None:
            return  # the journal never mentioned it: see `_Play.substituted_before`
        if kind not in ("hint", *FAILURES):
            self._proposal = None
        self._log(entry, kind, seat, text, _seconds(fields))

    def _log(self, entry: Row, kind: str, seat: int, text: str, spent: float = 0.0) -> None:
        place = {"table": self._row.id, "number": len(self.journal)}
        values = {"kind": kind, "seat": seat, "text": text, "at": entry.at, "spent": spent}
        self.journal.append(place | values)

    def _propose(self, entry: Row, fields: Json) -> None:
        match entry.kind:
            case "proposed":
                numbers = {name: _integer(fields[name]) for name in ("seat", "ply")}
                kind = PROPOSALS[PROPOSALS.index(fields["what"])]
                self._proposal = {"kind": kind} | numbers | {"asker": entry.by, "agreed": []}
            case "agreed":
                self._proposal["agreed"].append(entry.by)
            case "declined":
                self._proposal = None
            case _:
                if NUL in entry.fields:
                    raise ValueError(entry.fields)
                self._proposal = fields["proposal"]

    def _say(self, entry: Row, fields: Json) -> None:
        name = fields.get("name") if entry.by is None else entry.name
        place = {"table": self._row.id, "number": len(self.chat), "at": entry.at}
        words = {"name": _text(name or "", MAX_NAME), "text": _text(fields["text"])}
        seat = None if fields.get("seat") is None else _integer(fields["seat"])
        self.chat.append(place | words | {"seat": seat, "person": entry.by})


def _downgrade_tables(rows: Sequence[Row]) -> None:
    columns = ("table", "kind", "at", "by", "fields")
    entries = _by_table(
        sa.select(*(_as_text(_ENTRIES.c[name]) for name in columns), _PEOPLE.c.name)
        .outerjoin(_PEOPLE, _PEOPLE.c.id == _ENTRIES.c.by)
        .where(_ENTRIES.c.table.in_([row.id for row in rows]))
        .order_by(_ENTRIES.c.table, _ENTRIES.c.number)
    )
    tables = {row.id: _Rows(row) for row in rows}
    for id, table in tables.items():
        for entry in entries.get(id, ()):
            table.add(entry)
    withdrawn = [id for id, table in tables.items() if table.is_withdrawn]
    kept = {id: table for id, table in tables.items() if not table.is_withdrawn}
    _write(_JOURNAL.insert(), [row for table in kept.values() for row in table.journal])
    _write(_CHAT.insert(), [row for table in kept.values() for row in table.chat])
    values = [{"key": id} | table.columns() for id, table in kept.items()]
    _write(_TABLES.update().where(_TABLES.c.id == sa.bindparam("key")), values)
    values = [
        {"key": row.table, "number": row.seat} | kept[row.table].seats.get(row.seat, NO_SEAT)
        for row in _rows(_of_tables(rows, _SEATS, _SEATS.c.seat))
        if row.table in kept
    ]
    _write(_SEATS.update().where(*_this_seat()), values)
    _delete(withdrawn)


def _delete(tables: Sequence[str]) -> None:
    if tables:
        op.execute(_TABLES.update().where(_TABLES.c.rematch.in_(tables)).values(rematch=None))
        op.execute(_ENTRIES.delete().where(_ENTRIES.c.table.in_(tables)))
        op.execute(_SEATS.delete().where(_SEATS.c.table.in_(tables)))
        op.execute(_TABLES.delete().where(_TABLES.c.id.in_(tables)))


def _played(game: str, options: Any, deal: Json, moves: Sequence[str]) -> list[int]:
    """Return who made some moves, by the rules of the game."""
    from parhelion.games import registry
    from parhelion.match import Match

    beginning = deal.get("beginning") or {}
    match = Match(registry.load(game), options, deal["seed"], rules=deal["rules"], **beginning)
    for move in moves:
        match.play(move)
    return [int(seat) for seat in match.movers]


def _seat(fields: Json) -> Json:
    """Return the columns of a seat that only the old schema has, or has otherwise."""
    level, text = fields.get("level"), fields.get("text")
    return {
        "level": None if level is None else _integer(level),
        "text": None if text is None else _text(text, MAX_SEAT_TEXT),
    }


def _integer(value: Any) -> int:
    """Return a number that fits into a column. Raises ValueError."""
    if not _is_integer(value):
        raise ValueError(f"not a number: {value!r}")
    return int(value)


def _seconds(fields: Json) -> float:
    """Return the time that an entry counts."""
    spent = float(fields.get("spent", 0.0))
    return 0.0 if math.isnan(spent) else spent


def _text(value: Any, length: int | None = None) -> str:
    """Return a text that databases can hold. Raises ValueError if it is too long."""
    if not isinstance(value, str) or (length is not None and len(value) > length):
        raise ValueError(f"not a text for a column: {value!r}")
    return value.encode(errors="replace").decode().replace("\0", "\ufffd")
