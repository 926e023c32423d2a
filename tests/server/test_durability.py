"""What was acknowledged is never lost, and memory never runs ahead of the database."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from parhelion.refusals import Refused
from parhelion.server.journal_writer import CommitUnknown, DatabaseAway
from parhelion.server.live.presence import VISIT_SECONDS
from parhelion.server.lobby import SWEEP_SECONDS
from parhelion.server.models import TableModel
from parhelion.server.row_change import RowChange, updated
from parhelion.server.store import StoredTable
from parhelion.tables.commands import Move
from tests.server.running_server import ME, OPEN, RunningServer, bot, pair, quick, trio
from tests.waiting import until

ON_BOTH_DATABASES = True


def test_a_move_that_cannot_be_kept_has_not_happened(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunningServer(quick(database)) as server:
        ann, bob, id = pair(server)
        ann.plays(id)
        before = bob.sees(id)
        move = {"version": 1, "move": before["scene"]["choices"][0]["move"]}

        async def full(*_statements: object) -> None:
            raise OperationalError("insert", {}, Exception("disk full"))

        with bob.watches(id) as live:
            live.next()
            with monkeypatch.context() as patch:
                patch.setattr(server.lobby.store, "write", full)
                answer = bob.http.post(f"/api/tables/{id}/moves", json=move)
                assert answer.status_code == 500
                assert answer.json()["code"] == "server/trouble"
        assert bob.sees(id)["table"]["version"] == 1
        assert bob.sees(id)["scene"] == before["scene"]
        assert bob("POST", f"/tables/{id}/moves", move)["version"] == 2


def test_if_nobody_knows_whether_a_move_was_kept_nobody_says_that_it_was_not(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunningServer(quick(database)) as server:
        ann, bob, id = pair(server)
        write = server.lobby.store.write

        async def cut_off(*changes: RowChange) -> None:
            await write(*changes)
            raise CommitUnknown

        with monkeypatch.context() as patch:
            patch.setattr(server.lobby.store, "write", cut_off)
            move = {"version": 0, "move": ann.sees(id)["scene"]["choices"][0]["move"]}
            ann.refused("server/unsure", "POST", f"/tables/{id}/moves", move)
            server.guest(None).refused("server/unsure", "POST", "/me")
        assert bob.sees(id)["table"]["version"] == 1


def test_a_clock_goes_on_by_itself_after_a_time_in_which_nothing_could_be_kept(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with RunningServer(quick(database)) as server:
        _, _, id = pair(server, clock={"kind": "live", "minutes": 5})

        async def full(*_statements: object) -> None:
            raise OperationalError("insert", {}, Exception("disk full"))

        with monkeypatch.context() as patch:
            patch.setattr(server.lobby.store, "write", full)
            server.advance(301)
            until(lambda: server.lobby._tables[id].closed)

        def is_read_again() -> bool:
            server.advance(SWEEP_SECONDS + 1)  # perhaps while a sweep goes on
            return not server.lobby._tables[id].closed

        until(is_read_again)  # though nobody asks for the table
        server.advance(301)
        until(lambda: server.lobby._tables[id].table.ended == "time")
    assert "cannot continue now" in caplog.text


def test_one_bad_write_does_not_harm_those_committed_with_it(database: str) -> None:
    with RunningServer(quick(database)) as server:
        ann, bob, id = pair(server)
        ann.plays(id)
        live = server.carries_out(server.lobby.table(id))
        twin = server.carries_out(server.lobby._read(id))
        bob.plays(id)
        assert live.table.position == 2
        person = twin.people[twin.table.seats[1].person]
        late = Move(1, twin.table.dealt.moves()[0].text)
        with pytest.raises(Refused) as refused:
            server.carries_out(twin.carry_out(person, late))
        assert refused.value.code == "move/stale"
        assert twin.table.position == 2
        assert not twin.closed
        assert ann.sees(id)["table"]["version"] == 2


def test_tables_nobody_looks_at_leave_the_memory_and_come_back(database: str) -> None:
    with RunningServer(quick(database, idle_after=-1)) as server:
        ann = server.guest("Ann")
        id = ann.sets(seats=[ME, bot()])["table"]["id"]
        before = ann.sees(id)
        server.lobby.forget_idle()
        assert id in server.lobby._tables  # a request counts as presence for a while
        server.advance(VISIT_SECONDS + 1)

        def has_left() -> bool:
            server.lobby.forget_idle()
            return id not in server.lobby._tables

        until(has_left)
        assert ann.sees(id) == before


def test_a_table_is_read_once_and_no_other_table_waits_for_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunningServer(quick(database, idle_after=-1)) as server:
        ann = server.guest("Ann")
        slow, quicker = (ann.sets(seats=[ME, bot()])["table"]["id"] for _ in range(2))
        lobby, read, asked = server.lobby, server.lobby.store.table, []
        lobby.forget_idle()

        async def all_at_once() -> None:
            other_is_there = asyncio.Event()

            async def slowly(id: str) -> StoredTable | None:
                asked.append(id)
                if id == slow:
                    await other_is_there.wait()
                return await read(id)

            monkeypatch.setattr(lobby.store, "table", slowly)
            waiting = [asyncio.create_task(lobby.table(slow)) for _ in range(3)]
            await asyncio.sleep(0)
            await lobby.table(quicker)
            other_is_there.set()
            assert len(set(await asyncio.gather(*waiting))) == 1

        server.carries_out(all_at_once())
        assert sorted(asked) == sorted([slow, quicker])


def test_adjourned_table_can_be_read_by_two_at_the_same_time(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both resume it, and one is slower."""
    with RunningServer(quick(database)) as server:
        _, _, id = pair(server)
        store, read = server.lobby.store, server.lobby.store.table

        async def read_twice() -> None:
            both_have_read = asyncio.Barrier(2)

            async def wait_for_the_other(id: str, first: int = 0) -> StoredTable | None:
                stored = await read(id, first)
                if not first:
                    await both_have_read.wait()
                return stored

            monkeypatch.setattr(store, "table", wait_for_the_other)
            await store.write(updated(TableModel, id, adjourned="damaged"))
            reading = (server.lobby._read(id) for _ in range(2))
            assert all(not live.closed for live in await asyncio.gather(*reading))

        server.carries_out(read_twice())


def test_after_a_restart_bots_and_clocks_go_on_and_other_tables_sleep(database: str) -> None:
    with RunningServer(quick(database, pause=1000)) as server:
        ann, _, asleep = pair(server)
        _, _, timed = pair(server, clock={"kind": "days", "days": 1})
        waiting = ann.sets(seats=[bot(), ME])["table"]["id"]
        people, three = trio(server)
        people[0]("POST", f"/tables/{three}/resign")
    with RunningServer(quick(database)) as server:
        until(lambda: set(server.lobby._tables) >= {timed, three})
        assert set(server.lobby._tables) == {timed, three}
        ann.moves_to(server)
        assert ann.waits(waiting, lambda table: table["ply"] == 1)["table"]["turn"] == 1
        assert ann.sees(asleep)["table"]["status"] == "playing"


def test_join_is_acknowledged_if_the_database_goes_away_after_the_commit(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was answered with "nothing has changed", but the player had the seat."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(seats=[ME, OPEN])["table"]["id"]
    store = server.lobby.store
    write = store.write

    async def away(*_query: object) -> None:
        raise DatabaseAway("it is away")

    async def writes_last(*changes: RowChange) -> None:
        await write(*changes)
        monkeypatch.setattr(store, "rows", away)

    monkeypatch.setattr(store, "write", writes_last)
    assert bob.does("POST", f"/tables/{id}/seats/1")["table"]["status"] == "playing"
