"""Sessions, recovery links and logins of people; who said a line of chat."""

import secrets
import time
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_PEOPLE = sa.table("people", *map(sa.column, ("id", "secret", "created")))
_SESSIONS = sa.table(
    "sessions",
    *map(sa.column, ("person", "id", "secret", "created", "used", "browser", "system")),
)
_SEATS = sa.table("seats", *map(sa.column, ("table", "seat", "person")))
_CHAT = sa.table("chat", *map(sa.column, ("table", "seat", "person")))


def upgrade() -> None:
    """The secret of a person becomes their first session. A line of chat belongs to the person on
    the seat that it names; who else said something is not known."""
    op.create_table(
        "sessions",
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("browser", sa.String(24), nullable=False),
        sa.Column("system", sa.String(24), nullable=False),
    )
    _begin_sessions()
    with op.batch_alter_table("people") as people:
        people.drop_column("secret")
        people.add_column(sa.Column("recovery", sa.String(64)))
        people.add_column(sa.Column("recovery_made", sa.Float))
        people.add_column(sa.Column("login", sa.String(64)))
        people.add_column(sa.Column("password", sa.String(200)))
        people.create_unique_constraint("uq_people_recovery", ["recovery"])
        people.create_unique_constraint("uq_people_login", ["login"])
    with op.batch_alter_table("chat") as chat:
        chat.add_column(sa.Column("person", sa.String(16)))
        chat.create_foreign_key("fk_chat_person", "people", ["person"], ["id"])
        chat.create_index("ix_chat_person", ["person"])
    sitter = sa.select(_SEATS.c.person).where(
        _SEATS.c.table == _CHAT.c.table, _SEATS.c.seat == _CHAT.c.seat
    )
    op.execute(_CHAT.update().values(person=sitter.scalar_subquery()))


def _begin_sessions() -> None:
    for id, secret, created in _rows(sa.select(_PEOPLE)):
        op.execute(
            _SESSIONS.insert().values(
                person=id,
                id=secrets.token_urlsafe(9),
                secret=secret,
                created=created,
                used=time.time(),  # nobody knows; they may have been here today
                browser="",
                system="",
            )
        )


def downgrade() -> None:
    """Of the sessions of a person the one used last remains; who has none cannot come back."""
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("secret", sa.String(64)))
    used_last = dict(map(tuple, _rows(_sessions_by_use())))
    for (id,) in _rows(sa.select(_PEOPLE.c.id)):
        secret = used_last.get(id, secrets.token_hex(32))
        op.execute(_PEOPLE.update().where(_PEOPLE.c.id == id).values(secret=secret))
    with op.batch_alter_table("people") as people:
        people.alter_column("secret", existing_type=sa.String(64), nullable=False)
        people.create_unique_constraint("people_secret_key", ["secret"])
        people.drop_constraint("uq_people_recovery", type_="unique")
        people.drop_constraint("uq_people_login", type_="unique")
        for name in ("recovery", "recovery_made", "login", "password"):
            people.drop_column(name)
    with op.batch_alter_table("chat") as chat:
        chat.drop_index("ix_chat_person")
        chat.drop_constraint("fk_chat_person", type_="foreignkey")
        chat.drop_column("person")
    op.drop_table("sessions")


def _sessions_by_use() -> "sa.Select[Any]":
    return sa.select(_SESSIONS.c.person, _SESSIONS.c.secret).order_by(_SESSIONS.c.used)


def _rows(query: "sa.Select[Any]") -> list[Any]:
    return list(op.get_bind().execute(query).all())
