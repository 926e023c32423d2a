"""Tables that cannot go on, with the reason."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nobody knows yet which tables cannot."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("adjourned", sa.String(8)))


def downgrade() -> None:
    """It is found out again when a table is read."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("adjourned")
