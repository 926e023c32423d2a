"""Who set a table, how it is shuffled; proposals instead of takebacks alone."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TABLES = sa.table(
    "tables",
    sa.column("id"),
    sa.column("maker"),
    sa.column("seed", sa.JSON(none_as_null=True)),
    sa.column("secret"),
)
_PEOPLE = sa.table("people", sa.column("id"), sa.column("next_secret"))
_SEATS = sa.table(
    "seats", sa.column("table"), sa.column("seat"), sa.column("person"), sa.column("text")
)


def upgrade() -> None:
    """A takeback that waits for consent is dropped; whoever asked may ask again."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("maker", sa.String(16)))
        tables.create_foreign_key("fk_tables_maker", "people", ["maker"], ["id"])
        tables.drop_column("takeback")
        tables.add_column(sa.Column("proposal", sa.JSON))
        tables.add_column(sa.Column("secret", sa.String(32)))
        tables.alter_column("seed", existing_type=sa.JSON, nullable=True)
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("text", sa.String(64)))
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("next_secret", sa.String(32)))
    op.execute(_SEATS.update().where(_SEATS.c.person.is_not(None)).values(text=""))
    _draw_secrets()
    with op.batch_alter_table("people") as people:
        people.alter_column("next_secret", existing_type=sa.String(32), nullable=False)
    first = (
        sa.select(_SEATS.c.person)
        .where(_SEATS.c.table == _TABLES.c.id, _SEATS.c.person.is_not(None))
        .order_by(_SEATS.c.seat)
        .limit(1)
    )
    op.execute(_TABLES.update().values(maker=first.scalar_subquery()))


def _draw_secrets() -> None:
    connection = op.get_bind()
    for (id,) in connection.execute(sa.select(_PEOPLE.c.id)).all():
        drawn = _PEOPLE.update().where(_PEOPLE.c.id == id).values(next_secret=secrets.token_hex(16))
        connection.execute(drawn)


def _deal_all() -> None:
    connection = op.get_bind()
    waiting = sa.select(_TABLES.c.id, _TABLES.c.secret).where(_TABLES.c.seed.is_(None))
    for id, secret in connection.execute(waiting).all():
        connection.execute(_TABLES.update().where(_TABLES.c.id == id).values(seed=secret))


def downgrade() -> None:
    """What waits for consent is dropped; tables that were not dealt yet get a seed."""
    with op.batch_alter_table("people") as people:
        people.drop_column("next_secret")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("text")
    _deal_all()
    with op.batch_alter_table("tables") as tables:
        tables.drop_constraint("fk_tables_maker", type_="foreignkey")
        tables.drop_column("maker")
        tables.drop_column("secret")
        tables.alter_column("seed", existing_type=sa.JSON, nullable=False)
        tables.drop_column("proposal")
        tables.add_column(sa.Column("takeback", sa.JSON))
