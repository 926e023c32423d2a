"""Who wrote a line of chat, and whether spectators may; tables are found by who set them."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0003_chat_senders"
down_revision = "0002"

_CHAT = sa.table("chat", *map(sa.column, ("table", "number", "seat", "sender")))
_SEATS = sa.table("seats", *map(sa.column, ("table", "seat", "person")))


def upgrade() -> None:
    """Spectators may not write. Lines written from a seat are its person's; of others it is not
    known whose they are."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("spectators_chat", sa.Boolean, nullable=False, server_default=sa.false())
        )
        tables.create_index("ix_tables_maker", ["maker"])
    with op.batch_alter_table("chat") as chat:
        chat.add_column(sa.Column("sender", sa.String(16), nullable=False, server_default=""))
    _name_senders()
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("spectators_chat", existing_type=sa.Boolean, server_default=None)
    with op.batch_alter_table("chat") as chat:
        chat.alter_column("sender", existing_type=sa.String(16), server_default=None)


def _name_senders() -> None:
    people = sa.select(_SEATS.c.person).where(_SEATS.c.person.is_not(None)).distinct()
    for (person,) in op.get_bind().execute(people).all():
        sender = hashlib.sha256(f"sender {person}".encode()).hexdigest()[:16]
        theirs = sa.exists().where(
            _SEATS.c.table == _CHAT.c.table,
            _SEATS.c.seat == _CHAT.c.seat,
            _SEATS.c.person == person,
        )
        op.execute(_CHAT.update().where(theirs).values(sender=sender))


def downgrade() -> None:
    """Nobody is told who wrote a line, and everybody may."""
    with op.batch_alter_table("chat") as chat:
        chat.drop_column("sender")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("ix_tables_maker")
        tables.drop_column("spectators_chat")
