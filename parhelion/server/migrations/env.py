"""Alembic's entry point: runs the migrations on the connection that the server hands over."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from sqlalchemy import Connection

from parhelion.server.models import Base


@contextmanager
def tables_can_be_copied(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by making another and dropping the first; rows that refer to it must
    not mind meanwhile."""
    if connection.dialect.name != "sqlite":
        yield
        return
    connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    yield
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        raise RuntimeError(f"rows refer to rows that do not exist: {broken[:3]}")
    connection.commit()
    connection.exec_driver_sql("PRAGMA foreign_keys=ON")


if __name__ == "env_py":  # the name under which Alembic runs this file
    shared: Connection = context.config.attributes["connection"]
    context.configure(connection=shared, target_metadata=Base.metadata, render_as_batch=True)
    with tables_can_be_copied(shared), context.begin_transaction():
        context.run_migrations()
