"""Databases with all tables and no rows. They are copies: migrating is slower than most tests."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlalchemy import make_url

from bench.load.postgres_cluster import PostgresCluster
from parhelion.server.settings import database_url
from parhelion.server.store import Store

_TEMPLATES: WeakKeyDictionary[PostgresCluster, str] = WeakKeyDictionary()
"""The migrated database of each cluster."""


def migrated_file(file: Path) -> None:
    """Make an SQLite file, unless there is one."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_migrated_content())


def migrated_database(cluster: PostgresCluster) -> str:
    """Make a PostgreSQL database and return its address."""
    if cluster not in _TEMPLATES:
        address = cluster.new_database()
        _migrate(address)
        _TEMPLATES[cluster] = str(make_url(address).database)
    return cluster.new_database(_TEMPLATES[cluster])


@cache
def _migrated_content() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        _migrate(str(file))
        return file.read_bytes()


def _migrate(database: str) -> None:
    async def migrate() -> None:
        store = Store(database_url(database))
        await store.open()
        await store.close()

    with ThreadPoolExecutor(1) as thread:  # a browser test has a loop of its own in this one
        thread.submit(asyncio.run, migrate()).result()
