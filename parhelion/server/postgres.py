"""Connections to PostgreSQL, for reading and for writing. Needs the extra `postgres`."""

from functools import partial
from typing import Any

import asyncpg
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 30.0
"""After this long without an answer a connection is given up: the other end may be gone."""
SETTINGS = {
    "application_name": "parhelion",
    # a session whose client was cut off in mid-transaction must not keep its locks
    "idle_in_transaction_session_timeout": "30s",
}
DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Let a commit return only when it is on disk, whatever the server's default is."""


class CannotConnect(ConnectionError):
    """The database does not let us in now."""


async def connect(url: URL) -> Any:
    """Return an asyncpg connection. Raises CannotConnect or another OSError if there is none."""
    dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        connection = await asyncpg.connect(
            dsn, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, server_settings=SETTINGS
        )
        try:
            await connection.execute(DURABLE)
        except BaseException:  # the event loop cannot be closed while a connection is open
            connection.terminate()
            raise
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise CannotConnect(str(error)) from error
    return connection


def engine(url: URL) -> AsyncEngine:
    """Connections for reading. Each is tried before it is used, so that nobody notices when the
    database was restarted. asyncpg reads the address itself, as it understands all of libpq's
    words in it (`sslmode`, `host=/run/postgresql`)."""
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(connect, url),
        pool_pre_ping=True,
        hide_parameters=True,  # errors go to the log
    )
