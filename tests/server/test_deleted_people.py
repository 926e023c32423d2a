"""No table is set for a person who is deleted at the same moment (M4)."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import select

from parhelion.server.models import SeatModel, TableModel
from parhelion.server.row_change import RowChange
from tests.server.running_server import ME, OPEN, Guest, RunningServer, pair

ON_BOTH_DATABASES = True
SEATS = [ME, OPEN]


def before_next_table(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]
) -> None:
    """Let something happen when a new table has been checked and is about to be committed."""
    store = server.lobby.store
    write = store.write

    async def held_back(*changes: RowChange) -> None:
        if any(change.kind == "insert" and change.model is TableModel for change in changes):
            monkeypatch.setattr(store, "write", write)
            await asyncio.to_thread(happens)
        await write(*changes)

    monkeypatch.setattr(store, "write", held_back)


def deletes_themselves(guest: Guest) -> None:
    assert guest.http.delete("/api/me").status_code == 204


def tables_with(server: RunningServer, person: str) -> list[str]:
    """The ids of the tables that a person set or has a seat at."""
    seated = select(SeatModel.table).where(SeatModel.person == person)
    query = select(TableModel.id).where((TableModel.host == person) | TableModel.id.in_(seated))
    return [row.id for row in server.carries_out(server.lobby.store.rows(query))]


def test_person_deleted_meanwhile_sets_no_table(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.guest("Ann")
    known = server.carries_out(server.lobby.sessions.known(ann.http.cookies["parhelion"]))
    again = ann.also_at(server)
    before_next_table(server, monkeypatch, lambda: deletes_themselves(again))
    ann.refused("me/unknown", "POST", "/tables", {"game": "orion", "listed": True, "seats": SEATS})
    assert tables_with(server, known.person.id) == []


def test_person_deleted_meanwhile_sets_no_rematch(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, id = pair(server)
    ann("POST", f"/tables/{id}/resign")
    again = ann.also_at(server)
    before_next_table(server, monkeypatch, lambda: deletes_themselves(again))
    ann.refused("me/unknown", "POST", f"/tables/{id}/rematch")
    table = bob.sees(id)["table"]
    assert table["rematch"] is None
    assert table["seats"][0]["name"] == "Somebody who left"


def test_rematch_keeps_no_seat_for_person_deleted_meanwhile(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, id = pair(server)
    ann("POST", f"/tables/{id}/resign")
    before_next_table(server, monkeypatch, lambda: deletes_themselves(ann))
    rematch = bob("POST", f"/tables/{id}/rematch")["id"]
    seats = bob.sees(rematch)["table"]["seats"]
    assert sorted(seat["kind"] for seat in seats) == ["human", "open"]


def test_new_table_keeps_no_seat_for_bot_ended_meanwhile(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.guest("Ann")
    bot = ann("POST", "/me/bots", {"name": "Gatherer"}, 201)["id"]

    def ends() -> None:
        assert ann.http.delete(f"/api/me/bots/{bot}").is_success

    before_next_table(server, monkeypatch, ends)
    id = ann.sets(seats=[ME, {"kind": "bot", "bot": bot}])["table"]["id"]
    assert ann.sees(id)["table"]["seats"][1]["kind"] == "open"


def test_table_set_just_before_deletion_is_left_again(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is committed after the person left all others and before they are gone."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    sessions = server.lobby.sessions
    end_all, made = sessions.end_all, list[str]()

    async def sets_a_table_first(*arguments: object) -> None:
        monkeypatch.setattr(sessions, "end_all", end_all)
        update = await asyncio.to_thread(ann.also_at(server).sets, listed=True, seats=SEATS)
        made.append(update["table"]["id"])
        await end_all(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(sessions, "end_all", sets_a_table_first)
    deletes_themselves(ann)
    assert [seat["kind"] for seat in bob.sees(made[0])["table"]["seats"]] == ["open", "open"]
