"""Alembic's entry point: runs the migrations on the connection that the server hands over."""

from alembic import context

from parhelion.server.models import Base

if __name__ == "env_py":  # the name under which Alembic runs this file
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
