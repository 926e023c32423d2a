"""Change notifications between servers on one database: the ids of the tables and people that a
commit changed. New entries of a journal come along, so that nobody need read them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import orjson

from parhelion.server.models import EntryModel, SeatModel, TableModel
from parhelion.server.row_change import RowChange
from parhelion.tables.entries import Entry, entry_from

MAX_BYTES = 7000
"""Maximum size of a notification. PostgreSQL delivers at most 8,000 bytes."""
OWN_COLUMNS = {"owner", "adjourned"}
"""Columns of a table that other servers must read: they do not follow from its journal."""


class NumberedEntry(NamedTuple):
    """An entry and its number in the journal."""

    number: int
    entry: Entry


Changes = Mapping[str, Sequence[NumberedEntry]]
"""What was changed, by the id of the table or person: new entries if they explain the whole change,
else nothing, and it must be read."""


class Notification(NamedTuple):
    """A notification as it was received."""

    node: str
    subject: str
    entries: Sequence[NumberedEntry]


def notifications_of(node: str, changes: Iterable[RowChange]) -> list[str]:
    """Return what a server sends of a commit: one text for each table and person."""
    changed: dict[str, list[RowChange]] = {}
    for change in changes:
        changed.setdefault(change.key[0], []).append(change)
    return [_text(node, subject, some) for subject, some in changed.items()]


def _text(node: str, subject: str, changes: Sequence[RowChange]) -> str:
    plain = orjson.dumps([node, subject])
    if not all(map(_is_explained, changes)):
        return plain.decode()
    columns = "number", "kind", "at", "by", "fields", "format"
    entries = [
        [change.values[name] for name in columns]
        for change in changes
        if change.model is EntryModel
    ]
    text = orjson.dumps([node, subject, sorted(entries)])
    return (text if len(text) <= MAX_BYTES else plain).decode()


def _is_explained(change: RowChange) -> bool:
    """Return True if a change is a new entry or follows from entries."""
    if change.model is EntryModel:
        return change.kind == "insert"
    if change.kind != "update" or change.model not in (TableModel, SeatModel):
        return False
    return change.values.keys().isdisjoint(OWN_COLUMNS)


def read_notification(text: str) -> Notification:
    """Return a notification from its text."""
    node, subject, *entries = orjson.loads(text)
    return Notification(node, subject, _entries(*entries))


def _entries(rows: Sequence[Sequence[object]] = ()) -> list[NumberedEntry]:
    """Return the entries that came along; none if this version does not know their kinds."""
    try:
        return [NumberedEntry(row[0], entry_from(*row[1:])) for row in rows]  # type: ignore[arg-type]
    except ValueError:
        return []
