"""Who set a table, how it is shuffled; proposals instead of takebacks alone."""

import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_DOCUMENT = sa.JSON(none_as_null=True)
_PEOPLE = sa.table("people", *map(sa.column, ("id", "next_secret")))
_SEATS = sa.table("seats", *map(sa.column, ("table", "seat", "person", "text")))
_TABLES = sa.table(
    "tables",
    sa.column("id"),
    sa.column("maker"),
    sa.column("secret"),
    sa.column("seed", _DOCUMENT),
    sa.column("takeback", _DOCUMENT),
    sa.column("proposal", _DOCUMENT),
)


def upgrade() -> None:
    """Whoever has the first seat is taken for the one who set the table."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("maker", sa.String(16)))
        tables.create_foreign_key("fk_tables_maker", "people", ["maker"], ["id"])
        tables.add_column(sa.Column("proposal", sa.JSON))
        tables.add_column(sa.Column("secret", sa.String(32)))
        tables.alter_column("seed", existing_type=sa.JSON, nullable=True)
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("text", sa.String(64)))
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("next_secret", sa.String(32)))
    op.execute(_SEATS.update().where(_SEATS.c.person.is_not(None)).values(text=""))
    first = (
        sa.select(_SEATS.c.person)
        .where(_SEATS.c.table == _TABLES.c.id, _SEATS.c.person.is_not(None))
        .order_by(_SEATS.c.seat)
        .limit(1)
    )
    op.execute(_TABLES.update().values(maker=first.scalar_subquery()))
    _draw_secrets()
    _propose_takebacks()
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("takeback")
    with op.batch_alter_table("people") as people:
        people.alter_column("next_secret", existing_type=sa.String(32), nullable=False)


def _draw_secrets() -> None:
    for (id,) in _rows(sa.select(_PEOPLE.c.id)):
        drawn = secrets.token_hex(16)
        op.execute(_PEOPLE.update().where(_PEOPLE.c.id == id).values(next_secret=drawn))


def _propose_takebacks() -> None:
    asked = _TABLES.c.takeback.is_not(None)
    for id, takeback in _rows(sa.select(_TABLES.c.id, _TABLES.c.takeback).where(asked)):
        seat = _SEATS.c.table == id, _SEATS.c.seat == takeback["seat"]
        ((asker,),) = _rows(sa.select(_SEATS.c.person).where(*seat))
        _change(id, proposal=takeback | {"kind": "takeback", "asker": asker})


def downgrade() -> None:
    """Tables that were not dealt yet get a seed; a bot is no longer proposed."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("takeback", sa.JSON))
    _ask_for_takebacks()
    for id, secret in _rows(
        sa.select(_TABLES.c.id, _TABLES.c.secret).where(_TABLES.c.seed.is_(None))
    ):
        _change(id, seed=secret)
    with op.batch_alter_table("people") as people:
        people.drop_column("next_secret")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("text")
    with op.batch_alter_table("tables") as tables:
        tables.drop_constraint("fk_tables_maker", type_="foreignkey")
        for name in ("maker", "secret", "proposal"):
            tables.drop_column(name)
        tables.alter_column("seed", existing_type=sa.JSON, nullable=False)


def _ask_for_takebacks() -> None:
    proposed = _TABLES.c.proposal.is_not(None)
    for id, proposal in _rows(sa.select(_TABLES.c.id, _TABLES.c.proposal).where(proposed)):
        if proposal["kind"] == "takeback":
            _change(id, takeback={name: proposal[name] for name in ("seat", "ply", "agreed")})


def _rows(query: sa.Select[Any]) -> list[Any]:
    return list(op.get_bind().execute(query).all())


def _change(id: str, **values: Any) -> None:
    op.execute(_TABLES.update().where(_TABLES.c.id == id).values(**values))
