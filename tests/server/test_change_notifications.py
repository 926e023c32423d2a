"""Change notifications between servers."""

from collections.abc import Sequence
from typing import Any

import pytest

from parhelion.server.change_notifications import (
    MAX_BYTES,
    NumberedEntry,
    notifications_of,
    read_notification,
)
from parhelion.server.models import EntryModel, PersonModel, SeatModel, TableModel
from parhelion.server.projection import entry_columns
from parhelion.server.row_change import RowChange, deleted, inserted, updated
from parhelion.tables.entries import Entry, Joined, Moved, Resigned, Said, Started

MOVED = Moved(at=1000.5, by="ann", seat=1, move="line e4 e5/e6", spent=3.25)
RESIGNED = Resigned(at=5.0, by="ann", seat=0)
JOINED = Joined(at=7.0, by="bob", seat=1, text="luck")


def row(**values: Any) -> RowChange:
    return updated(TableModel, "t", **values)


def entry(entry: Entry = MOVED, number: int = 7) -> RowChange:
    return inserted(EntryModel, table="t", number=number, **entry_columns(entry))


def received(changes: Sequence[RowChange]) -> list[tuple[str, str, list[NumberedEntry]]]:
    texts = notifications_of("node", changes)
    return [(each.node, each.subject, list(each.entries)) for each in map(read_notification, texts)]


@pytest.mark.parametrize("happened", [MOVED, RESIGNED, JOINED, Said(at=9.0, by="ann", text="é")])
def test_notification_carries_the_new_entry(happened: Entry) -> None:
    projection = [row(status="playing", ply=7, turn=0, ended=None, winners=[], changed=9.0)]
    projection += [updated(SeatModel, "t", 1, person="bob", joined=True)]
    assert received([entry(happened), *projection]) == [("node", "t", [NumberedEntry(7, happened)])]


def test_notification_carries_all_entries_of_a_commit_in_order() -> None:
    started = Started(at=7.0, deal={"seed": 1, "rules": 1, "beginning": {}})
    entries = [NumberedEntry(7, JOINED), NumberedEntry(8, started)]
    changes = [entry(started, 8), row(status="playing"), entry(JOINED, 7)]
    assert received(changes) == [("node", "t", entries)]


@pytest.mark.parametrize(
    "changes",
    [
        [row(owner="node")],
        [entry(), row(owner="node")],
        [entry(), row(status="playing", adjourned=None)],
        [entry(), updated(PersonModel, "t", name="Ann")],
        [entry(), deleted(EntryModel, "t", 7), deleted(SeatModel, "t", 0)],
        [entry(Said(at=0.0, text="x" * MAX_BYTES))],
        [entry(Said(at=0.0, text="é" * (MAX_BYTES // 2)))],
    ],
    ids=["no entry", "owner", "adjourned", "a person", "deleted", "too long", "too many bytes"],
)
def test_notification_without_entries_when_they_do_not_explain_the_change(
    changes: list[RowChange],
) -> None:
    assert received(changes) == [("node", "t", [])]


def test_each_table_and_person_has_its_own_notification() -> None:
    ann = updated(PersonModel, "ann", name="Ann")
    assert received([entry(), ann]) == [
        ("node", "t", [NumberedEntry(7, MOVED)]),
        ("node", "ann", []),
    ]


@pytest.mark.parametrize(
    "row",
    [
        '[7, "waved", 1.0, null, {}, 1]',
        '[7, "moved", 1.0, null, {"seat": 1, "move": "star a1"}, 99]',
        '[7, "moved", 1.0, null, {"seat": 1, "move": "star a1", "mood": "good"}, 1]',
    ],
    ids=["kind", "format", "field"],
)
def test_entries_of_a_newer_version_are_left_to_be_read(row: str) -> None:
    assert read_notification(f'["node", "t", [{row}]]') == ("node", "t", [])
