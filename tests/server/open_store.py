"""An open database for tests of what writes to it."""

import asyncio
from collections.abc import Awaitable, Callable

from parhelion.server.settings import database_url
from parhelion.server.store import Store


def with_store(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do something with an open database."""

    async def run() -> None:
        store = Store(database_url(database))
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())
