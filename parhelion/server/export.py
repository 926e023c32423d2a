"""Writes the records of games in a database as files, whether or not their games are here."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from sqlalchemy import exists, select
from sqlalchemy.exc import SQLAlchemyError

from parhelion import records
from parhelion.errors import BadBackup
from parhelion.games import Json
from parhelion.server import adjourned
from parhelion.server.backup import reason
from parhelion.server.backup_file import Progress, silent
from parhelion.server.models import EntryModel, TableModel
from parhelion.server.projection import entry_of
from parhelion.server.settings import database_url, shown
from parhelion.server.store import Store, StoredTable
from parhelion.tables.table import Table


def export_records(
    database: str, folder: Path, unfinished: bool = False, progress: Progress = silent
) -> int:
    """Write a file into a folder for every game that is over, or was dealt at least; how many."""

    async def run() -> int:
        done, store = 0, Store(database_url(database))
        try:
            async for stored in _games(store, unfinished, progress):
                records.write(folder / adjourned.file_name(stored.table), _record(stored))
                done += 1
        finally:
            await store.engine.dispose()
        return done

    try:
        return asyncio.run(run())
    except (OSError, SQLAlchemyError) as error:
        raise BadBackup(f"cannot read {shown(database)}: {reason(error)}") from error


async def _games(store: Store, unfinished: bool, progress: Progress) -> AsyncIterator[StoredTable]:
    dealt = exists().where(EntryModel.table == TableModel.id, EntryModel.kind == "started")
    wanted = dealt | TableModel.given if unfinished else TableModel.status == "over"
    ids = await store.rows(select(TableModel.id).where(wanted).order_by(TableModel.created))
    for number, (id,) in enumerate(ids, start=1):
        if stored := await store.table(id):
            yield stored
        progress(number, len(ids))


def _record(stored: StoredTable) -> Json:
    """The record of a game, with its result if it can be replayed here."""
    try:
        adjourned.check(stored)
        return Table.replay(stored.table.id, map(entry_of, stored.entries)).dealt.record()
    except Exception:  # whatever is in its rows
        return adjourned.record(stored)
