"""The schema of the database. A change here needs a migration; a test compares the two."""

from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Integer, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NO_BACKUP = "no backup"
"""In the `info` of a table: its rows mean something only while servers run, and no backup has
them."""


class Base(DeclarativeBase):
    """What all models share."""


class PersonModel(Base):
    """A person, and how they come back without a session: by a recovery link, of whose secret only
    the SHA-256 is kept, or by a login. Somebody who has left has no name."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(24))
    created: Mapped[float] = mapped_column(Float)
    next_secret: Mapped[str] = mapped_column(String(32))  # for the shuffle of their next table
    recovery: Mapped[str | None] = mapped_column(String(64), unique=True)
    recovery_made: Mapped[float | None] = mapped_column(Float)
    login: Mapped[str | None] = mapped_column(String(64), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))  # hashed by Argon2, with its settings


class BotModel(Base):
    """A person that is a program: a bot of somebody, or, with a name by which it is found, of the
    host. One that was ended has neither."""

    __tablename__ = "bots"

    id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    owner: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    host: Mapped[str | None] = mapped_column(String(24), unique=True)
    everybody: Mapped[bool] = mapped_column(Boolean)  # may ask it to a table
    seen: Mapped[float | None] = mapped_column(Float)  # to half a minute


class SessionModel(Base):
    """A browser or a program in which a person is signed in; of its secret only the SHA-256 is
    kept."""

    __tablename__ = "sessions"

    # First in the key, so that the news of a change name the person.
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    secret: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)  # to the day
    browser: Mapped[str] = mapped_column(String(24))
    system: Mapped[str] = mapped_column(String(24))


class TableModel(Base):
    """A table. Most columns are a projection of its journal: lists read them without replaying it.
    `parhelion check-database` rebuilds and compares them."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    time: Mapped[str] = mapped_column(String(8))  # the kind of its time control
    listed: Mapped[bool] = mapped_column(Boolean, index=True)
    given: Mapped[bool] = mapped_column(Boolean)  # its deal comes from a record
    host: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    created: Mapped[float] = mapped_column(Float)
    status: Mapped[str] = mapped_column(String(8), index=True)
    ply: Mapped[int] = mapped_column(Integer)
    turn: Mapped[int | None] = mapped_column(Integer)
    ended: Mapped[str | None] = mapped_column(String(8))
    winners: Mapped[list[int]] = mapped_column(JSON)
    rematch: Mapped[str | None] = mapped_column(String(16), index=True)
    changed: Mapped[float] = mapped_column(Float, index=True)  # the seats or the game
    # --- not in the journal
    seen: Mapped[float] = mapped_column(Float, index=True)  # when an open table was last in use
    owner: Mapped[str | None] = mapped_column(String(16))  # the node of its bots and clocks
    adjourned: Mapped[str | None] = mapped_column(String(8))  # why it could not be read


class NodeModel(Base):
    """A server among those that share a database. It is alive until its lease ends, by the clock of
    the database; nothing refers to it, so that its row can go at any time."""

    __tablename__ = "nodes"
    __table_args__ = {"info": {NO_BACKUP: True}}  # noqa: RUF012

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    lease_until: Mapped[float] = mapped_column(Float)


class CommitModel(Base):
    """The last commit of a server on PostgreSQL, written by that commit."""

    __tablename__ = "commits"
    __table_args__ = {"info": {NO_BACKUP: True}}  # noqa: RUF012

    node: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)


class ServerTimeModel(Base):
    """One row: the latest time that a server stored, to detect that the clock was set."""

    __tablename__ = "server_time"
    __table_args__ = {"info": {NO_BACKUP: True}}  # noqa: RUF012

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[float] = mapped_column(Float)
    boot: Mapped[str] = mapped_column(String(36))  # which boot of the machine; empty: unknown
    uptime: Mapped[float] = mapped_column(Float)  # seconds since that boot
    since: Mapped[float | None] = mapped_column(Float)  # the clock has not been set since


class SeatModel(Base):
    """A seat at a table: a projection of the journal, as in `TableModel`."""

    __tablename__ = "seats"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    person: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    level: Mapped[int | None] = mapped_column(Integer)  # of the bot that plays here
    joined: Mapped[bool] = mapped_column(Boolean)  # its person has joined; else it is reserved
    acted: Mapped[bool] = mapped_column(Boolean)  # its person has moved or given up


class EntryModel(Base):
    """An entry of a table's journal, the only source of truth. Entries are only ever added."""

    __tablename__ = "entries"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[float] = mapped_column(Float)
    by: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    format: Mapped[int] = mapped_column(Integer)  # see `parhelion.tables.entries`
    fields: Mapped[dict[str, Any]] = mapped_column(JSON)
