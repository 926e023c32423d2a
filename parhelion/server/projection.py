"""Rows of the database that belong to a table: its journal, and the projection for lists."""

from collections.abc import Sequence
from typing import Any

from parhelion.server.models import EntryModel, SeatModel, TableModel
from parhelion.server.row_change import RowChange, deleted, inserted, updated
from parhelion.tables.entries import FORMAT, Entry, entry_from, fields_json
from parhelion.tables.table import Table


def new_table_rows(table: Table, entries: Sequence[Entry]) -> list[RowChange]:
    """Return the rows of a new table."""
    own = {"seen": table.setup.created, "owner": None, "adjourned": None}
    return [
        inserted(TableModel, id=table.id, **table_columns(table), **own),
        *(
            inserted(SeatModel, table=table.id, seat=seat, **seat_columns(table, seat))
            for seat in range(len(table.seats))
        ),
        *entry_rows(table.id, 0, entries),
    ]


def added_rows(before: Table, after: Table, entries: Sequence[Entry]) -> list[RowChange]:
    """Return the rows that a command changes: new entries, and what differs in the projection."""
    if after.withdrawn:
        return [*entry_rows(before.id, before.version, entries), *_deletion(after)]
    rows = entry_rows(before.id, before.version, entries)
    columns = _changing_columns(after)
    if before.status == "open":
        columns["seen"] = entries[-1].at
    if columns != _changing_columns(before):
        rows.append(updated(TableModel, before.id, **columns))
    for seat in range(len(after.seats)):
        if (columns := seat_columns(after, seat)) != seat_columns(before, seat):
            rows.append(updated(SeatModel, after.id, seat, **columns))
    return rows


def entry_rows(table: str, first: int, entries: Sequence[Entry]) -> list[RowChange]:
    """Return the rows of some entries. `first` is the number of the first one."""
    return [
        inserted(EntryModel, table=table, number=number, **entry_columns(entry))
        for number, entry in enumerate(entries, start=first)
    ]


def entry_columns(entry: Entry) -> dict[str, Any]:
    """Return the columns of an entry besides its key."""
    return {
        "kind": entry.kind,
        "at": entry.at,
        "by": entry.by,
        "format": FORMAT,
        "fields": fields_json(entry),
    }


def entry_of(row: Any) -> Entry:
    """Return the entry of a row. Raises ValueError if it cannot be read."""
    return entry_from(row.kind, row.at, row.by, row.fields, row.format)


def _deletion(table: Table) -> list[RowChange]:
    """Return the rows that delete a table.

    Its last entry is inserted in the same transaction: it conflicts with any other change.
    """
    return [
        *(deleted(EntryModel, table.id, number) for number in range(table.version)),
        *(deleted(SeatModel, table.id, seat) for seat in range(len(table.seats))),
        deleted(TableModel, table.id),
    ]


# --- the projection ----------------------------------------------------------------------


def table_columns(table: Table) -> dict[str, Any]:
    """Return the columns of a table that repeat its journal."""
    setup = table.setup
    return {
        "game": setup.game.info.name,
        "options": dict(setup.options),
        "time": setup.time.kind,
        "listed": setup.listed,
        "given": setup.given,
        "host": setup.host,
        "created": setup.created,
        **_changing_columns(table),
    }


def _changing_columns(table: Table) -> dict[str, Any]:
    return {
        "status": table.status,
        "ply": table.ply,
        "turn": table.turn,
        "ended": table.ended,
        "winners": table.winners,
        "rematch": table.rematch,
        "changed": table.changed,
    }


def seat_columns(table: Table, number: int) -> dict[str, Any]:
    """Return the columns of a seat that repeat the journal."""
    seat = table.seats[number]
    return {
        "person": seat.person,
        "level": table.bot_level(number),
        "joined": seat.person is not None and seat.text is not None,
        "acted": number in table.moved | table.resigned,
    }
