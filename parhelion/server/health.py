"""Whether the server lives and whether it can be used, for those who watch over it."""

import asyncio
import time
from functools import cache

from alembic.script import ScriptDirectory
from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import JSONResponse

from parhelion.server.assets import NO_STORE
from parhelion.server.lobby import Lobby
from parhelion.server.store import MIGRATIONS, Store

PATIENCE = 2.0
"""Seconds that the database has to answer."""
BELIEVED = 1.0
"""Seconds for which an answer of the database counts: asking often must not keep it busy."""
VERSION = text("SELECT version_num FROM alembic_version")
HEADERS = {"Cache-Control": NO_STORE}


class Health:
    """Tells why a server cannot be used now: "starting", "stopping", "database" or "migrations"."""

    def __init__(self) -> None:
        self.lobby: Lobby | None = None
        self._stopping = False
        self._asking = asyncio.Lock()
        self._answered: tuple[float, str] | None = None
        """When the database was asked last, and what was wrong with it."""

    def stop(self) -> None:
        """Nobody is to be sent here from now on."""
        self._stopping = True

    async def trouble(self) -> str:
        """Why the server cannot be used; empty if it can."""
        if self._stopping or self.lobby is None:
            return "stopping" if self._stopping else "starting"
        async with self._asking:
            if self._answered is None or time.monotonic() - self._answered[0] > BELIEVED:
                found = await _trouble_of_database(self.lobby.store)
                self._answered = time.monotonic(), found
            return self._answered[1]


async def _trouble_of_database(store: Store) -> str:
    try:
        async with asyncio.timeout(PATIENCE):
            rows = await store.rows(VERSION)
    except Exception:  # whatever it is, this server is of no use to anybody now
        return "database"
    return "" if [row.version_num for row in rows] == newest_migration() else "migrations"


@cache
def newest_migration() -> list[str]:
    """The versions of the schema that this server needs."""
    return ScriptDirectory(str(MIGRATIONS)).get_heads()


async def healthz() -> JSONResponse:
    """The process answers."""
    return JSONResponse({"alive": True}, headers=HEADERS)


async def readyz(request: Request) -> JSONResponse:
    """Whether people can be sent here. Games that are still being compiled do not keep them away:
    the page shows how far they are."""
    health: Health = request.app.state.health
    trouble = await health.trouble()
    preparing = health.lobby.shelf.games_in_preparation() if health.lobby else []
    told = {"ready": not trouble, "reason": trouble or None, "preparing": preparing}
    return JSONResponse(told, 503 if trouble else 200, headers=HEADERS)
