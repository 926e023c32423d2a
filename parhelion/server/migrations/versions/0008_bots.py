"""Bots of people and of the host: players that are programs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_BOTS = sa.table("bots", sa.column("id"))
_SESSIONS = sa.table("sessions", sa.column("person"))
_JOURNAL = sa.table("journal", sa.column("kind"))


def upgrade() -> None:
    """At first there are none."""
    op.create_table(
        "bots",
        sa.Column("id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("owner", sa.String(16), sa.ForeignKey("people.id")),
        sa.Column("host", sa.String(24), unique=True),
        sa.Column("everybody", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Float),
    )
    op.create_index("ix_bots_owner", "bots", ["owner"])


def downgrade() -> None:
    """Bots become people who are signed in nowhere: a token must not open more than it did. That
    one failed is told as a remark that older versions know and show to nobody."""
    op.execute(_SESSIONS.delete().where(_SESSIONS.c.person.in_(sa.select(_BOTS.c.id))))
    failures = _JOURNAL.c.kind.in_(("failed", "slow"))
    op.execute(_JOURNAL.update().where(failures).values(kind="return"))
    op.drop_index("ix_bots_owner", "bots")
    op.drop_table("bots")
