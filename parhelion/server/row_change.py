"""Rows to insert, update or delete, as commands ask for them, and their SQL for a writer."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from sqlalchemy import Dialect, Table, bindparam, delete, insert, update

from parhelion.server.models import Base

KINDS = ("insert", "update", "delete")
"""In the order of writing."""


@dataclass(frozen=True)
class RowChange:
    """New values for a row: a new one, or the one with the primary key that is named too. A row to
    delete has a key only."""

    kind: Literal["insert", "update", "delete"]
    model: type[Base]
    values: dict[str, Any]
    expected: dict[str, Any] = field(default_factory=dict)
    """What the row must hold for the update to happen; if it does not, the writer raises Conflict
    and writes nothing of what belongs together."""

    @property
    def rank(self) -> tuple[int, int]:
        """The order of writing: a row comes before the rows that refer to it, and goes after them.
        What is deleted is locked by an update first, if others may want it: all processes lock rows
        in the same order."""
        place = _rank(self.model)
        return KINDS.index(self.kind), -place if self.kind == "delete" else place

    @property
    def key(self) -> tuple[Any, ...]:
        """The primary key of its row."""
        prefix = "" if self.kind == "insert" else "key_"
        return tuple(
            self.values[f"{prefix}{column.name}"] for column in self.model.__table__.primary_key
        )


def inserted(model: type[Base], **values: Any) -> RowChange:
    """A new row."""
    return RowChange("insert", model, values)


def updated(
    model: type[Base], *key: Any, expected: dict[str, Any] | None = None, **values: Any
) -> RowChange:
    """New values for the row with this primary key, if it holds what is expected."""
    return RowChange("update", model, _keys(model, key) | values, expected or {})


def deleted(model: type[Base], *key: Any) -> RowChange:
    """The row with this primary key is there no more."""
    return RowChange("delete", model, _keys(model, key))


def _keys(model: type[Base], key: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(_key_names(model), key, strict=True))


@cache
def _rank(model: type[Base]) -> int:
    return Base.metadata.sorted_tables.index(cast(Table, model.__table__))


@cache
def _key_names(model: type[Base]) -> list[str]:
    """The names by which a statement calls the columns of the key; an update may change others."""
    return [f"key_{column.name}" for column in model.__table__.primary_key]


# --- as SQL ------------------------------------------------------------------------------


class Statement:
    """The SQL for changes of one model that name the same columns, in the words of a database."""

    def __init__(self, change: RowChange, dialect: Dialect) -> None:
        table = cast(Table, change.model.__table__)
        keys = {f"key_{column.name}": column for column in table.primary_key}
        held = {f"expected_{name}": table.c[name] for name in change.expected}
        which = [keys[name] == bindparam(name, type_=keys[name].type) for name in keys]
        which += [
            held[name].is_not_distinct_from(bindparam(name, type_=held[name].type)) for name in held
        ]
        statement = {
            "insert": insert(table),
            "update": update(table).where(*which),
            "delete": delete(table).where(*which),
        }[change.kind]
        names = [name for name in change.values if name not in keys]
        compiled = statement.compile(dialect=dialect, column_keys=names)
        self.sql = str(compiled)
        self.is_conditional = bool(held)
        columns = keys | held | dict(table.c.items())
        self._places = [
            (name, columns[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup or ()
        ]

    def row(self, change: RowChange) -> tuple[Any, ...]:
        """The values of a change in the order of the SQL, as the database takes them."""
        values = change.values
        if change.expected:
            values = values | {f"expected_{name}": held for name, held in change.expected.items()}
        return tuple(
            values[name] if process is None else process(values[name])
            for name, process in self._places
        )


class Batch(NamedTuple):
    """A statement and the rows it is carried out for."""

    sql: str
    rows: list[tuple[Any, ...]]
    is_conditional: bool
    """Whether each row must be found as expected."""


class Statements:
    """Changes as SQL. Each kind of change is compiled once."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._known: dict[tuple[object, ...], Statement] = {}

    def gathered(self, changes: Iterable[RowChange]) -> list[Batch]:
        """SQL and its rows for some changes; those with the same SQL go together."""
        alike: dict[Statement, list[tuple[Any, ...]]] = {}
        for change in sorted(changes, key=lambda change: change.rank):
            statement = self._statement(change)
            alike.setdefault(statement, []).append(statement.row(change))
        return [
            Batch(statement.sql, rows, statement.is_conditional)
            for statement, rows in alike.items()
        ]

    def _statement(self, change: RowChange) -> Statement:
        key = change.model, change.kind, *change.values, None, *change.expected
        if key not in self._known:
            self._known[key] = Statement(change, self._dialect)
        return self._known[key]
