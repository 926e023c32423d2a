"""The last commit of each server on PostgreSQL, to tell afterwards whether it happened."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """At first nobody has committed anything."""
    op.create_table(
        "commits",
        sa.Column("node", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Forget the commits."""
    op.drop_table("commits")
