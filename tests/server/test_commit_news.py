"""What servers tell each other of their commits."""

from typing import Any

import pytest

from parhelion.server.commit_news import MOST_BYTES, NumberedEntry, news_of, read_news
from parhelion.server.journal import JournalEntry
from parhelion.server.models import JournalEntryModel, PersonModel, SeatModel, TableModel
from parhelion.server.row_change import RowChange, inserted, updated

MOVE = JournalEntry("move", 1, "line e4 e5/e6", 1000.5, 3.25)


def row(**values: Any) -> RowChange:
    return updated(TableModel, "t", **values)


def entry(told: JournalEntry = MOVE) -> RowChange:
    return inserted(JournalEntryModel, table="t", number=7, **vars(told))


@pytest.mark.parametrize("told", [MOVE, JournalEntry("resign", 0, "", 5.0)])
def test_an_entry_comes_with_the_news(told: JournalEntry) -> None:
    columns = row(status="playing", ply=7, turn=0, ended=None, winners=[], changed=told.at)
    (text,) = news_of("node", [entry(told), columns])
    assert read_news(text) == ("node", "t", [NumberedEntry(7, told)])


@pytest.mark.parametrize(
    "changes",
    [
        [row(proposal={"kind": "takeback"})],
        [entry(), row(rematch="u")],
        [entry(), row(proposal={"kind": "takeback"})],
        [entry(), row(changed=1.0), updated(SeatModel, "t", 0, level=2)],
        [entry(JournalEntry("move", 1, "x" * MOST_BYTES, 0.0)), row(changed=1.0)],
    ],
    ids=["no entry", "another column", "a proposal", "a seat", "too long"],
)
def test_what_an_entry_does_not_tell_must_be_read(changes: list[RowChange]) -> None:
    (text,) = news_of("node", changes)
    assert read_news(text) == ("node", "t", [])


def test_each_table_and_person_has_news_of_its_own() -> None:
    ann = updated(PersonModel, "ann", name="Ann")
    told = [read_news(text) for text in news_of("node", [entry(), ann])]
    assert told == [("node", "t", [NumberedEntry(7, MOVE)]), ("node", "ann", [])]
