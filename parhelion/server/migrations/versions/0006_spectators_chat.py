"""Whether spectators may write in the chat; tables are found by who set them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Spectators may not."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("spectators_chat", sa.Boolean, nullable=False, server_default=sa.false())
        )
        tables.create_index("ix_tables_maker", ["maker"])
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("spectators_chat", existing_type=sa.Boolean, server_default=None)


def downgrade() -> None:
    """Everybody may again."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("ix_tables_maker")
        tables.drop_column("spectators_chat")
