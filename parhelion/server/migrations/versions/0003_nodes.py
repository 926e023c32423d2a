"""Servers that share a database, and which of them lets the bots and clocks of a table go on."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """At first no table belongs to a server."""
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("lease_until", sa.Float, nullable=False),
    )
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("owner", sa.String(16)))
    _keep_proposals_as(sa.JSON(), JSONB())


def downgrade() -> None:
    """Forget the servers."""
    _keep_proposals_as(JSONB(), sa.JSON())
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("owner")
    op.drop_table("nodes")


def _keep_proposals_as(before: sa.JSON, after: sa.JSON) -> None:
    """PostgreSQL can compare jsonb and not json."""
    if op.get_bind().dialect.name == "postgresql":
        using = f"proposal::{after.__visit_name__.lower()}"
        op.alter_column(
            "tables", "proposal", existing_type=before, type_=after, postgresql_using=using
        )
