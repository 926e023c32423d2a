"""Several servers on one PostgreSQL: the bots and clocks of a table belong to one of them, another
takes over when it dies, stops or is cut off, and who is connected is known to all."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from functools import partial
from unittest.mock import AsyncMock, Mock

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from bench.load.postgres_cluster import PostgresCluster
from parhelion.server import postgres as connections
from parhelion.server.change_notifications import Changes, notifications_of, read_notification
from parhelion.server.journal_writer import DatabaseAway
from parhelion.server.live import attendance
from parhelion.server.live.presence import VISIT_SECONDS, Crowd, PresenceReport
from parhelion.server.lobby import SWEEP_SECONDS
from parhelion.server.models import TableModel
from parhelion.server.node_lease import NodeLease
from parhelion.server.node_news import CHANNEL, NodeNews
from parhelion.server.projection import entry_rows
from parhelion.server.row_change import updated
from parhelion.server.settings import database_url
from parhelion.server.store import Store
from parhelion.server.time_source import TimeSource
from parhelion.server.websocket import COME_AGAIN
from parhelion.tables.entries import Moved
from parhelion.words import LANGUAGES
from tests.server.migrated_databases import migrated_database
from tests.server.open_store import with_store
from tests.server.running_server import (
    LEASE,
    ME,
    OPEN,
    Guest,
    Json,
    RunningServer,
    ServedProcess,
    answer_to,
    bot,
    quick,
    shows_version,
    together,
)
from tests.waiting import TIMEOUT, until, until_async

Servers = tuple[RunningServer, RunningServer]
SHORT, LONG = ("--lease", "2"), ("--lease", "600")
A_DAY, PAUSE = 86_400, 60.0


@pytest.fixture
def database(postgres: PostgresCluster) -> str:
    """An empty database."""
    return migrated_database(postgres)


@pytest.fixture
def two_servers(database: str) -> Iterator[Servers]:
    """Two servers with the same tables."""
    with RunningServer(quick(database)) as first, RunningServer(quick(database)) as second:
        yield first, second


@pytest.fixture(scope="module")
def shared_database(postgres: PostgresCluster) -> str:
    """The database of the servers that are processes of their own."""
    return migrated_database(postgres)


Sql = Callable[[str], str]
Start = Callable[..., ServedProcess]
Owner = Callable[[str], str]


@pytest.fixture(scope="module")
def sql(postgres: PostgresCluster, shared_database: str) -> Sql:
    """Runs SQL in the shared database and returns what it prints."""
    return lambda text: postgres.run(text, shared_database)


@pytest.fixture(scope="module")
def survivor(shared_database: str) -> Iterator[ServedProcess]:
    """A server in a process of its own, to which nothing happens."""
    with ServedProcess(shared_database, *LONG) as served:
        yield served


@pytest.fixture
def start(survivor: ServedProcess, shared_database: str, sql: Sql) -> Iterator[Start]:
    """Starts another server with the same tables, and waits until the survivor knows it."""
    renewed = f"SELECT lease_until FROM nodes WHERE id = '{survivor.node}'"  # noqa: S608
    with ExitStack() as running:

        def start(*options: str) -> ServedProcess:
            server = running.enter_context(ServedProcess(shared_database, *options))
            before = sql(renewed)
            until(lambda: sql(renewed) != before)
            return server

        yield start


@pytest.fixture
def owner(sql: Sql) -> Owner:
    """Returns the node that owns a table."""
    return lambda table: sql(f"SELECT owner FROM tables WHERE id = '{table}'")  # noqa: S608


def thinkers(servers: Servers, id: str) -> list[RunningServer]:
    """The servers whose bots have thought at a table."""
    return [
        server
        for server in servers
        if any(kept.table == id for kept in server.lobby.bot_pool.kept())
    ]


def eventually(guest: Guest, id: str, happened: Callable[[Json], bool]) -> Json:
    """The table once something has happened there, asked for again and again: that takes less
    than a live connection."""
    until(lambda: happened(guest.sees(id)["table"]))
    return guest.sees(id)


def shows(version: int, table: Json) -> bool:
    """Whether a table is as far as a version."""
    return bool(table["version"] == version)


def two_at_a_table(servers: Servers, **wanted: object) -> tuple[Guest, Guest, str]:
    """Ann at one server and Bob at the other, at one table, and its id."""
    ann, bob = servers[0].guest("Ann"), servers[1].guest("Bob")
    id = ann.sets(seats=[ME, OPEN], **wanted)["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1")
    eventually(ann, id, lambda table: table["status"] == "playing")
    return ann, bob, id


# --- whose a table is --------------------------------------------------------------------


def test_the_bots_of_a_table_think_on_one_server(two_servers: Servers) -> None:
    ann = two_servers[0].guest("Ann")
    elsewhere = ann.also_at(two_servers[1])
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    with ann.watches(id) as here, elsewhere.watches(id) as there:
        for version in (0, 2, 4, 6):
            (ann, elsewhere)[version // 2 % 2].plays(id)
            for live in (here, there):
                live.until(shows_version(version + 2))
        assert len(thinkers(two_servers, id)) == 1


def test_a_bot_thinks_for_those_who_follow_through_another_server(database: str) -> None:
    slow, usual = quick(database, pause=PAUSE), quick(database)
    with RunningServer(slow) as first, RunningServer(usual) as second:
        ann = first.guest("Ann")
        id = ann.sets(seats=[ME, bot()])["table"]["id"]
        with ExitStack() as spectators:
            with ann.watches(id) as here:
                until(lambda: first.lobby._tables[id].ownership.mine)
                there = spectators.enter_context(second.guest(None).watches(id))
                here.until(lambda update: update["table"]["spectators"] == 1)
                ann.plays(id)
                here.until(shows_version(1))
            there.until(lambda update: online(update) == [False, False])
            assert ann.sees(id)["table"]["seats"][1]["thinking"]
            first.advance(PAUSE)
            there.until(shows_version(2))
        assert thinkers((first, second), id) == [first]


def test_a_table_that_left_the_memory_of_its_server_can_be_taken_by_another(
    two_servers: Servers,
) -> None:
    """Whether nobody used it or a write failed: nothing waits for a server that forgot about it."""
    first, second = two_servers
    ann = first.guest("Ann")
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    with ann.watches(id):
        until(lambda: first.lobby._tables[id].ownership.mine)
    elsewhere = ann.also_at(second)
    with elsewhere.watches(id) as there:
        until(lambda: not first.lobby._tables[id].attendance.presence.connections)
        first.lobby._tables[id].close()
        elsewhere.plays(id)
        first.advance(SWEEP_SECONDS)
        there.until(shows_version(2))
    assert thinkers(two_servers, id) == [second]


def test_another_server_takes_over_bots_and_clocks_of_a_killed_one(
    survivor: ServedProcess, start: Start, owner: Owner, sql: Sql
) -> None:
    """Time is made to pass in the database, so that nothing happens before the server is killed."""
    victim = start(*LONG)
    ann, bob = victim.guest("Ann"), survivor.guest("Bob")
    with_bot = ann.sets(seats=[ME, bot()])["table"]["id"]
    with ExitStack() as opened:
        with ann.watches(with_bot):
            until(lambda: owner(with_bot) == victim.node)
            his = opened.enter_context(bob.watches(with_bot))
            ann.plays(with_bot)
            his.until(shows_version(2))
            timed = ann.sets(seats=[ME, ME], clock={"kind": "live"})["table"]["id"]
            until(lambda: owner(timed) == victim.node)
            victim.ends(signal.SIGKILL)
        short = "jsonb_set(fields::jsonb, '{time,minutes}', '0.01')"
        sql(f"UPDATE entries SET fields = {short} WHERE \"table\" = '{timed}' AND number = 0")  # noqa: S608
        sql(f"UPDATE nodes SET lease_until = 0 WHERE id = '{victim.node}'")  # noqa: S608
        his.until(lambda update: online(update) == [False, False])
        ann.moves_to(survivor)
        ann.plays(with_bot)
        his.until(shows_version(4))
    over = ann.waits(timed, lambda table: table["status"] == "over")["table"]
    assert (over["ended"], over["winners"]) == ("time", [1])
    assert owner(with_bot) == owner(timed) == survivor.node


def test_paused_server_notices_that_another_has_taken_over(
    survivor: ServedProcess, start: Start, owner: Owner
) -> None:
    """Its bot is about to move when it is paused, unless the machine is slow. That move does not
    count."""
    victim = start(*SHORT, "--pause", "3")
    ann = victim.guest("Ann")
    elsewhere = ann.also_at(survivor)
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    with ann.watches(id) as here, ExitStack() as opened:
        until(lambda: owner(id) != "")
        there = opened.enter_context(elsewhere.watches(id))
        ann.plays(id)
        there.until(shows_version(1))
        victim.gets(signal.SIGSTOP)
        there.until(shows_version(2))
        until(lambda: owner(id) == survivor.node)
        victim.gets(signal.SIGCONT)
        here.until(shows_version(2))
        ann.plays(id)
        for live in (here, there):
            live.until(shows_version(4))
    assert owner(id) == survivor.node
    assert ann.sees(id)["scene"]["log"] == elsewhere.sees(id)["scene"]["log"]
    assert ann.sees(id)["table"]["version"] == 4


def test_a_server_that_is_stopped_hands_its_tables_over_at_once(
    survivor: ServedProcess, start: Start, owner: Owner
) -> None:
    """Its lease is so long that nobody could take over meanwhile, and its bots take so long."""
    victim = start(*LONG, "--pause", "600")
    ann = victim.guest("Ann")
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    with ann.watches(id) as here, ExitStack() as opened:
        until(lambda: owner(id) == victim.node)
        there = opened.enter_context(ann.also_at(survivor).watches(id))
        ann.plays(id)
        there.until(shows_version(1))
        victim.gets(signal.SIGTERM)
        there.until(shows_version(2))
        with pytest.raises(ConnectionClosed):
            list(here.socket)
        assert here.socket.close_code == COME_AGAIN
    assert owner(id) == survivor.node
    victim.server.process.wait(TIMEOUT)


def lease_of(database: str, node: str, seconds: float) -> NodeLease:
    """A lease in a database that has tables."""
    return NodeLease(partial(connections.connect, database_url(database)), node, seconds)


def test_server_without_a_lease_does_not_act_as_owner(
    postgres: PostgresCluster, database: str
) -> None:
    async def nothing() -> None:
        pass

    async def run() -> None:
        lease, other = lease_of(database, "a", 1.0), lease_of(database, "b", LEASE)
        await asyncio.gather(lease.open(), other.open())
        await until_async(lambda: lease.is_alive("b") and other.is_alive("a"))
        postgres.lock_out(database)
        await until_async(lambda: not lease.held)
        postgres.let_in(database)
        await until_async(lambda: lease.lapsed and not lease.held)
        while not lease.held:  # on a busy machine it may lapse once more
            await lease.resume(nothing)
            await lease.renewed.wait()
            lease.renewed.clear()
        await other.close()
        await until_async(lambda: not lease.is_alive("b"))
        await lease.close()

    with_store(database, no_work)  # makes the tables
    asyncio.run(asyncio.wait_for(run(), TIMEOUT))


def test_lease_is_taken_even_if_that_takes_longer_than_it_lasts(database: str) -> None:
    """On a busy machine a server did not start: it had half of its lease to connect."""

    async def run() -> None:
        lease = lease_of(database, "a", 1e-6)
        await lease.open()
        await lease.close()

    with_store(database, no_work)
    asyncio.run(run())


async def no_work(_store: Store) -> None:
    """Only open the database, which makes its tables."""


# --- who is connected --------------------------------------------------------------------


def test_who_is_connected_through_another_server_is_seen(two_servers: Servers) -> None:
    ann, bob, id = two_at_a_table(two_servers)
    with ann.watches(id) as hers:
        hers.until(lambda update: online(update) == [True, False])
        with bob.watches(id) as his, two_servers[1].guest(None).watches(id):
            his.until(lambda update: online(update) == [True, True])
            hers.until(lambda update: crowd(update) == ([True, True], 1))
        hers.until(lambda update: crowd(update) == ([True, False], 0))


def online(update: Json) -> list[bool]:
    """Which people are connected."""
    return [seat["online"] for seat in update["table"]["seats"]]


def crowd(update: Json) -> tuple[list[bool], int]:
    """Which people are connected, and how many spectators."""
    return online(update), update["table"]["spectators"]


def test_who_is_connected_through_another_server_is_not_absent(
    two_servers: Servers, database: str
) -> None:
    """H1: nobody plays away the seat of somebody who is there, wherever they are connected."""
    ann, bob, id = two_at_a_table(two_servers)
    ann.plays(id)
    bots_seat = f"/tables/{id}/seats/1/bot"
    with bob.watches(id), ann.watches(id) as hers:
        hers.until(lambda update: online(update) == [True, True])
        for server in two_servers:
            server.advance(2 * A_DAY)
        ann.refused("seat/not-absent", "PUT", bots_seat, {"level": 1})
        with RunningServer(quick(database)) as third:  # it has just read the table
            third.advance(2 * A_DAY)
            at_third = ann.also_at(third)
            with at_third.watches(id) as live:
                live.until(lambda update: online(update) == [True, True])
                at_third.refused("seat/not-absent", "PUT", bots_seat, {"level": 1})
    for server in two_servers:
        server.advance(VISIT_SECONDS + 1)
    stranger = two_servers[0].guest(None)
    until(lambda: online(stranger.sees(id)) == [False, False])
    for server in two_servers:
        server.advance(2 * A_DAY)
    ann("PUT", bots_seat, {"level": 1})


def test_report_of_a_stopped_server_is_ignored(two_servers: Servers) -> None:
    """No later report would correct it."""
    first = two_servers[0]
    ann = first.guest("Ann")
    id = ann.sets(seats=[ME, OPEN])["table"]["id"]
    lobby = first.lobby
    assert lobby.nodes
    lobby.nodes.lease.left("stopped")

    async def receive(node: str) -> None:
        lobby._receive(PresenceReport(node, id, Crowd({}, 3), {}))

    first.carries_out(receive("stopped"))
    stranger = first.guest(None)
    assert crowd(stranger.sees(id)) == ([False, False], 0)
    first.carries_out(receive("another"))
    assert crowd(stranger.sees(id)) == ([False, False], 3)


def test_server_stops_even_if_a_report_arrives_at_the_same_moment(database: str) -> None:
    """With Python 3.11 a server sometimes never stopped."""

    async def stops_after(steps: int, connect: Callable[[], Awaitable[object]]) -> bool:
        listening = asyncio.Event()

        async def tell(_: object) -> None:
            listening.set()

        news = NodeNews(connect, "node", tell, lambda _: None, lambda _: None)
        task = asyncio.create_task(news.run())
        await listening.wait()
        news._woken.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=TIMEOUT)
        return task.cancelled()

    with RunningServer(quick(database)) as server:
        nodes = server.lobby.nodes
        assert nodes
        for steps in range(5):
            assert server.carries_out(stops_after(steps, nodes.news._connect)), steps


def test_move_through_another_server_waits_for_the_time_used(
    two_servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long its player has thought is known where the clock runs."""
    monkeypatch.setattr(attendance, "REPORT_SECONDS", TIMEOUT)
    first, second = two_servers
    ann = first.guest("Ann")
    clock = {"kind": "live", "minutes": 1, "seconds": 0}
    id = ann.sets(game="orion", seats=[ME, ME], clock=clock)["table"]["id"]
    with ann.watches(id) as live:
        live.next()
        first.advance(40)
        ann.also_at(second).plays(id)
        moved = live.until(lambda update: update["table"]["version"] == 1)
    assert moved["table"]["seats"][0]["seconds"] < 21


def test_a_live_clock_runs_on_when_somebody_goes_to_another_server(two_servers: Servers) -> None:
    """Nobody gains time by moving through a server that has not had the table in memory."""
    first, second = two_servers
    ann = first.guest("Ann")
    clock = {"kind": "live", "minutes": 1, "seconds": 0}
    id = ann.sets(seats=[ME, ME], clock=clock)["table"]["id"]
    first.advance(40)
    with ann.also_at(second).watches(id) as live:
        live.next()
        until(lambda: ann.also_at(second).sees(id)["table"]["seats"][0]["seconds"] < 21)


# --- commands at the same time -----------------------------------------------------------


def asks(guest: Guest, method: str, path: str, body: object = None) -> Callable[[], str]:
    """Makes a request when it is called; the code of the refusal, empty if there is none."""
    return lambda: str(guest.http.request(method, f"/api{path}", json=body).json().get("code", ""))


def test_of_two_proposals_at_two_servers_one_waits_for_consent(two_servers: Servers) -> None:
    ann, bob, id = two_at_a_table(two_servers)
    ann.plays(id)
    eventually(bob, id, lambda table: table["version"] == 1)
    bob.plays(id)
    eventually(ann, id, lambda table: table["version"] == 2)
    for _ in range(3):
        told = together(*(asks(guest, "POST", f"/tables/{id}/takeback") for guest in (ann, bob)))
        assert sorted(told) == ["", "proposal/waits"]
        asker = told.index("")
        for guest in (ann, bob):
            waiting = eventually(guest, id, lambda table: table["proposal"] is not None)
            assert waiting["table"]["proposal"]["asker"] == asker
        (ann, bob)[asker]("DELETE", f"/tables/{id}/proposal")
        for guest in (ann, bob):
            eventually(guest, id, lambda table: table["proposal"] is None)


def test_a_proposal_that_is_withdrawn_is_not_agreed_to_at_another_server(
    two_servers: Servers,
) -> None:
    ann, bob, id = two_at_a_table(two_servers)
    for _ in range(3):
        ann.plays(id)
        version = ann.sees(id)["table"]["version"]
        ann("POST", f"/tables/{id}/takeback")
        proposal = eventually(bob, id, lambda table: table["proposal"] is not None)["table"][
            "proposal"
        ]
        told = together(
            asks(ann, "DELETE", f"/tables/{id}/proposal"),
            asks(bob, "POST", f"/tables/{id}/proposal", answer_to(proposal)),
        )
        assert sorted(told) == ["", "proposal/none"]
        if told[0] == "":
            assert eventually(bob, id, lambda table: table["proposal"] is None)["table"]["ply"] == 1
            ann("POST", f"/tables/{id}/takeback")
            eventually(bob, id, lambda table: table["proposal"] is not None)
            bob.agrees(id)
        eventually(ann, id, lambda table, v=version: table["version"] > v)  # type: ignore[misc]


def test_lines_of_chat_at_two_servers_are_both_kept(two_servers: Servers) -> None:
    ann, bob, id = two_at_a_table(two_servers)
    for _ in range(3):
        told = together(
            *(asks(guest, "POST", f"/tables/{id}/chat", {"text": "hello"}) for guest in (ann, bob))
        )
        assert told == ["", ""]
    until(lambda: len(ann.sees(id)["chat"]) == len(bob.sees(id)["chat"]) == 6)


def test_move_and_chat_line_at_two_servers_are_both_kept(two_servers: Servers) -> None:
    """Both are the next entry of the journal. The one that loses is decided again."""
    ann, bob, id = two_at_a_table(two_servers)
    for version in range(4):
        mover, other = (ann, bob) if version % 2 == 0 else (bob, ann)
        choices = eventually(mover, id, partial(shows, version))["scene"]["choices"]
        move = {"version": version, "move": choices[0]["move"]}
        codes = together(
            asks(mover, "POST", f"/tables/{id}/moves", move),
            asks(other, "POST", f"/tables/{id}/chat", {"text": "hello"}),
        )
        assert codes == ["", ""]
    until(lambda: len(ann.sees(id)["chat"]) == len(bob.sees(id)["chat"]) == 4)


def test_moves_at_another_server_are_applied_without_reading_them(
    two_servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, id = two_at_a_table(two_servers, game="orion")
    for guest in (ann, bob):
        guest.sees(id)  # now it is in the memory of both

    async def away(*_known: object) -> None:
        raise AssertionError("it is read")

    for server in two_servers:
        monkeypatch.setattr(server.lobby.store, "table", away)
    for _ in range(6):
        mover = (ann, bob)[ann.sees(id)["table"]["turn"]]
        played = mover.plays(id)["version"]
        for guest in (ann, bob):
            eventually(guest, id, partial(shows, played))
    assert ann.sees(id)["scene"]["log"] == bob.sees(id)["scene"]["log"]


def test_change_is_read_even_if_a_move_follows_at_once() -> None:
    """Notifications that arrive at the same time are processed together. The entry of a move does
    not contain what changed before it."""

    async def heard(*payloads: str) -> object:
        changes: asyncio.Queue[object] = asyncio.Queue()
        listeners: dict[str, Callable[..., None]] = {}

        connection = Mock(execute=AsyncMock(), is_closed=lambda: False)
        connection.add_listener = AsyncMock(side_effect=listeners.__setitem__)
        connect = AsyncMock(return_value=connection)
        reader = NodeNews(connect, "node", changes.put, lambda _: None, lambda _: None)
        task = asyncio.create_task(reader.run())
        assert await changes.get() is None
        for payload in payloads:
            listeners[CHANNEL](None, 1, CHANNEL, payload)
        found = await changes.get()
        task.cancel()
        return found

    (change,) = notifications_of("another", [updated(TableModel, "t", owner="another")])
    moved = Moved(at=1000.5, by="ann", seat=1, move="line e4 e5/e6", spent=3.25)
    (move,) = notifications_of("another", entry_rows("t", 7, [moved]))
    assert asyncio.run(heard(move)) == {"t": read_notification(move).entries}
    assert asyncio.run(heard(change, move)) == asyncio.run(heard(move, change)) == {"t": []}


def test_two_who_want_to_play_again_at_two_servers_get_the_same_table(
    two_servers: Servers,
) -> None:
    ann, bob, id = two_at_a_table(two_servers)
    bob("POST", f"/tables/{id}/resign")
    for guest in (ann, bob):
        eventually(guest, id, lambda table: table["status"] == "over")
    again = f"/tables/{id}/rematch"
    hers, his = together(lambda: ann("POST", again), lambda: bob("POST", again))
    assert hers == his


# --- a database that is away -------------------------------------------------------------


def test_servers_use_the_clock_of_the_database(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = time.time
    for hours in (0, 96):
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda: wall() + hours * 3600)  # noqa: B023
            source = TimeSource()
        with RunningServer(quick(database, time=source)):
            assert abs(source.now() - wall()) < 3600


def test_requests_are_refused_while_the_database_is_away(
    postgres: PostgresCluster, database: str
) -> None:
    with RunningServer(quick(database)) as server:
        ann = server.guest("Ann")
        postgres.lock_out(database)
        try:
            sentences = set()
            for lang in LANGUAGES:
                answer = ann.http.get(f"/api/tables?lang={lang}")
                assert answer.status_code == 503
                assert answer.json()["code"] == "server/database-away"
                assert int(answer.headers["Retry-After"]) > 0
                sentences.add(answer.json()["message"])
            assert len(sentences) == len(LANGUAGES)
        finally:
            postgres.let_in(database)
        assert ann("GET", "/tables") == {"tables": []}


def test_a_server_that_cannot_read_what_happened_tries_again(
    two_servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never acted again: what was to try it had ended with the first error."""
    lobby, tries = two_servers[0].lobby, []
    catch_up = lobby.catch_up
    assert lobby.nodes

    async def fails_once(changes: Changes | None) -> None:
        tries.append(changes)
        if len(tries) == 1:
            raise DatabaseAway("it is away again")
        await catch_up(changes)

    monkeypatch.setattr(lobby, "catch_up", fails_once)
    lobby.nodes.lease._lapses += 1
    assert not lobby.nodes.lease.held
    until(lambda: lobby.nodes is not None and lobby.nodes.lease.held)
    assert len(tries) == 2


def test_server_reads_everything_again_when_a_notification_fails(
    two_servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, id = two_at_a_table(two_servers)
    news = two_servers[0].lobby.nodes and two_servers[0].lobby.nodes.news
    assert news
    on_changes, received = news._on_changes, []

    async def fails_once(changes: Changes | None) -> None:
        received.append(changes)
        if len(received) == 1:
            raise RuntimeError("nobody has thought of this")
        await on_changes(changes)

    monkeypatch.setattr(news, "_on_changes", fails_once)
    bob("POST", f"/tables/{id}/chat", {"text": "hello"})
    until(lambda: bool(ann.sees(id)["chat"]))
    assert received[1] is None  # after that anything may have changed


def test_a_table_that_a_server_forgot_while_cut_off_is_given_up_later(
    two_servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = two_servers[0]
    ann = first.guest("Ann")
    id = ann.sets(seats=[ME, bot()], clock={"kind": "live"})["table"]["id"]
    lobby = first.lobby
    until(lambda: lobby._tables[id].ownership.mine)
    write = lobby.store.write

    async def away(*_changes: object) -> None:
        raise DatabaseAway("it is away")

    async def sweep() -> None:
        lobby._tables[id].close()
        lobby.forget_idle()
        monkeypatch.setattr(lobby.store, "write", away)
        with pytest.raises(DatabaseAway):
            await lobby.takeovers.give_up_tables()
        monkeypatch.setattr(lobby.store, "write", write)
        await lobby.takeovers.give_up_tables()
        owners = await lobby.store.rows(select(TableModel.owner).where(TableModel.id == id))
        assert owners[0][0] is None

    first.carries_out(sweep())


def test_what_was_thought_before_a_hint_counts_once_everywhere(two_servers: Servers) -> None:
    first, second = two_servers
    ann = first.guest("Ann")
    clock = {"kind": "live", "minutes": 10, "seconds": 0}
    id = ann.sets(game="orion", seats=[ME, bot()], clock=clock)["table"]["id"]
    elsewhere = ann.also_at(second)
    with ann.watches(id), elsewhere.watches(id) as live:
        live.next()
        for server in two_servers:
            server.advance(100)
        ann("POST", f"/tables/{id}/hint")
        live.until(lambda update: bool(update["table"]["remarks"]))
        for guest in (ann, elsewhere):
            assert 490 < guest.sees(id)["table"]["seats"][0]["seconds"] <= 500
