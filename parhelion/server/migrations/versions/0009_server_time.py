"""What the server knows about its clock."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nothing is known at first."""
    op.create_table(
        "server_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("boot", sa.String(36), nullable=False),
        sa.Column("uptime", sa.Float, nullable=False),
        sa.Column("since", sa.Float),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("server_time")
