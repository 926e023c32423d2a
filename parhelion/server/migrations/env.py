"""Alembic runs migrations on the connection that the server hands over."""

from alembic import context

from parhelion.server.rows import Base

if __name__ == "env_py":  # what Alembic calls this file; anybody else only looks at it
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
