"""What a server tells the others of its commits: which tables and people they change, and the entry
of a journal where nothing else has changed, so that nobody need read it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from parhelion.server.journal import JournalEntry
from parhelion.server.models import JournalEntryModel, TableModel
from parhelion.server.row_change import RowChange

FOLLOWING = frozenset(
    ("key_id", "proposal", "status", "ply", "turn", "ended", "winners", "changed")
)
"""What an entry changes in the row of its table: whoever knows the entry knows it too."""
MOST_BYTES = 7000
"""PostgreSQL passes on 8,000 bytes at most."""


class NumberedEntry(NamedTuple):
    """An entry of a journal and its place there."""

    number: int
    entry: JournalEntry


News = Mapping[str, Sequence[NumberedEntry]]
"""The tables and people that were changed, by their ids: with the new entries of a journal, or with
none if what has changed must be read."""


def news_of(node: str, changes: Iterable[RowChange]) -> list[str]:
    """What a server sends of changes that it commits: a piece for each table and person."""
    changed: dict[str, list[RowChange]] = {}
    for change in changes:
        changed.setdefault(change.key[0], []).append(change)
    return [_text(node, subject, some) for subject, some in changed.items()]


def _text(node: str, subject: str, changes: Sequence[RowChange]) -> str:
    plain = f"{node} {subject}"
    if not (entry := _only_entry(changes)):
        return plain
    text = f"{plain} {orjson.dumps(entry).decode()}"
    return text if len(text.encode()) <= MOST_BYTES else plain


def _only_entry(changes: Sequence[RowChange]) -> dict[str, Any] | None:
    """The entry of a journal from which all of these changes of a table follow."""
    entries = [change.values for change in changes if change.model is JournalEntryModel]
    others = [change for change in changes if change.model is not JournalEntryModel]
    if len(entries) != 1 or not all(map(_follows, others)):
        return None
    return {name: value for name, value in entries[0].items() if name != "table"}


def _follows(change: RowChange) -> bool:
    values = change.values
    is_known = change.model is TableModel and values.keys() <= FOLLOWING
    return is_known and values.get("proposal") is None


def read_news(text: str) -> tuple[str, str, list[NumberedEntry]]:
    """The server that sent something, the id of what was changed, and the entry if it came along
    and is one that this version knows."""
    node, _, rest = text.partition(" ")
    subject, _, entry = rest.partition(" ")
    return node, subject, _entries(entry) if entry else []


def _entries(text: str) -> list[NumberedEntry]:
    try:
        values = orjson.loads(text)
        return [NumberedEntry(values.pop("number"), JournalEntry(**values))]
    except (ValueError, TypeError, KeyError):  # of another version of Parhelion: it must be read
        return []
