"""PostgreSQL: lost connections lose and double nothing, and two servers share a database."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from sqlalchemy import make_url, select

from bench.load.postgres_cluster import ADDRESS_PASSWORD, PASSWORD, PostgresCluster
from parhelion.errors import MissingExtra
from parhelion.server import postgres, postgres_writer
from parhelion.server.journal_writer import CommitUnknown, Conflict
from parhelion.server.models import PersonModel
from parhelion.server.postgres_writer import PostgresWriter
from parhelion.server.row_change import inserted, updated
from parhelion.server.settings import database_url
from parhelion.server.store import Store
from tests.server.forked_parhelion import run
from tests.server.migrated_databases import migrated_database
from tests.server.open_store import with_store
from tests.server.running_server import (
    ME,
    OPEN,
    Guest,
    RunningServer,
    pair,
    quick,
    shows_version,
    together,
)
from tests.waiting import TIMEOUT, until_async

SHORT = 0.2
"""A timeout, in seconds, that a writer is to notice."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[PostgresCluster]:
    """A PostgreSQL that tests may stop."""
    with PostgresCluster() as cluster:
        yield cluster


@pytest.fixture
def database(cluster: PostgresCluster) -> str:
    """A database without rows."""
    return migrated_database(cluster)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No timeout ends anything, unless a test sets a short one."""
    monkeypatch.setattr(postgres_writer, "PATIENCE", TIMEOUT)
    monkeypatch.setattr(postgres, "CONNECT_SECONDS", TIMEOUT)
    monkeypatch.setattr(postgres, "COMMAND_SECONDS", TIMEOUT)


async def add(store: Store, id: str) -> None:
    """Write a person called Ann."""
    await store.write(inserted(PersonModel, id=id, name="Ann", created=1.0, next_secret=""))


async def rename(store: Store, id: str, old: str, new: str) -> None:
    """Write a new name for somebody who has the old one."""
    await store.write(updated(PersonModel, id, expected={"name": old}, name=new))


async def people(store: Store) -> dict[str, str]:
    """The names of all people by their ids."""
    return dict(map(tuple, await store.rows(select(PersonModel.id, PersonModel.name))))


# --- lost connections --------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_the_first_move_after_a_restart_of_the_database_is_kept(
    cluster: PostgresCluster, database: str, how: signal.Signals
) -> None:
    with RunningServer(quick(database)) as server:
        ann, bob, id = pair(server)
        ann.plays(id)
        cluster.restart(how)
        assert bob.plays(id)["version"] == 2
        cluster.restart(how)
        assert server.guest("Eve")("GET", "/me/tables")["tables"] == []
    with RunningServer(quick(database)) as server:
        ann.moves_to(server)
        assert ann.sees(id)["table"]["version"] == 2


def test_a_write_waits_for_a_database_that_is_away(cluster: PostgresCluster, database: str) -> None:
    async def work(store: Store) -> None:
        await add(store, "a")
        writer, tries = store._writer, []
        assert isinstance(writer, PostgresWriter)
        connect = writer._connect

        async def connect_again() -> Any:
            tries.append(1)
            return await connect()

        writer._connect = connect_again
        cluster.end()
        writing = asyncio.gather(add(store, "b"), add(store, "c"))
        await until_async(lambda: len(tries) > 2)
        assert not writing.done()
        await asyncio.to_thread(cluster.start)
        await writing
        assert set(await people(store)) == {"a", "b", "c"}

    with_store(database, work)


def test_who_waits_is_told_when_the_database_does_not_come_back(
    cluster: PostgresCluster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await add(store, "a")
        cluster.end()
        monkeypatch.setattr(postgres_writer, "PATIENCE", SHORT)
        try:
            told = await asyncio.gather(add(store, "b"), add(store, "c"), return_exceptions=True)
            assert all(isinstance(each, OSError) for each in told)
        finally:
            cluster.start()
        monkeypatch.setattr(postgres_writer, "PATIENCE", TIMEOUT)
        await add(store, "d")
        assert set(await people(store)) == {"a", "d"}

    with_store(database, work)


When = Literal["before", "after", "silent"]


class CuttingProxy:
    """Stands between a server and its database. At the next COMMIT it hangs up on the server:
    before the database hears of it, which then does not notice that anybody is gone, or after. Or
    it falls silent after it, and hangs up on nobody."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: list[asyncio.StreamWriter] = []
        self.cut: When | None = None
        self.cuts = self.committed = 0

    async def __aenter__(self) -> "CuttingProxy":
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._open:
            writer.transport.abort()
        await asyncio.sleep(0)

    async def _connected(
        self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter
    ) -> None:
        database, to_database = await asyncio.open_connection("127.0.0.1", self._port)
        self._open += [to_client, to_database]
        downwards = asyncio.create_task(self._pass_on(database, to_client))
        while data := await client.read(65536):
            if self.cut and b"COMMIT" in data:
                when, self.cut, self.cuts = self.cut, None, self.cuts + 1
                downwards.cancel()
                await asyncio.wait([downwards])  # two cannot read at once
                if when != "before":
                    to_database.write(data)
                    assert b"COMMIT" in await database.read(65536)
                    self.committed += 1
                if when != "silent":
                    to_client.transport.abort()
                return
            to_database.write(data)
        to_database.close()
        await downwards

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            target.write(data)
        target.close()


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_that_was_not_answered_happens_exactly_once(
    cluster: PostgresCluster, database: str, cut: When
) -> None:
    async def run() -> None:
        async with CuttingProxy(cluster.port) as proxy:
            name = str(make_url(database).database)
            store = Store(database_url(cluster.address(name, proxy.port)))
            await store.open()
            proxy.cut = cut
            await add(store, "a")
            assert proxy.cuts == 1
            assert await people(store) == {"a": "Ann"}
            proxy.cut = cut
            await rename(store, "a", "Ann", "Bob")
            assert proxy.cuts == 2
            assert proxy.committed == (0 if cut == "before" else 2)
            assert await people(store) == {"a": "Bob"}
            await store.close()

    asyncio.run(run())


def test_commit_happens_once_when_the_database_falls_silent(
    cluster: PostgresCluster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time in which it is looked for begins when it is missed: it is shorter than the timeout
    of the commit."""

    async def run() -> None:
        async with CuttingProxy(cluster.port) as proxy:
            name = str(make_url(database).database)
            store = Store(database_url(cluster.address(name, proxy.port)))
            await store.open()
            monkeypatch.setattr(postgres, "COMMAND_SECONDS", 1.0)
            await add(store, "a")  # on the connection that falls silent next
            monkeypatch.setattr(postgres, "COMMAND_SECONDS", TIMEOUT)
            monkeypatch.setattr(postgres_writer, "PATIENCE", 0.5)
            proxy.cut = "silent"
            await rename(store, "a", "Ann", "Bob")
            assert (proxy.cuts, proxy.committed) == (1, 1)
            assert await people(store) == {"a": "Bob"}
            await store.close()

    asyncio.run(run())


def test_a_number_that_a_crashed_database_gave_to_another_does_not_count(
    cluster: PostgresCluster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that was acknowledged was not there after a crash: its transaction was lost, and
    another one had its number and was committed."""
    ended = "CASE pg_xact_status($1::text::xid8) WHEN 'in progress' THEN 'in progress'"
    monkeypatch.setattr(postgres_writer, "STATUS", f"SELECT {ended} ELSE 'committed' END")

    async def run() -> None:
        async with CuttingProxy(cluster.port) as proxy:
            name = str(make_url(database).database)
            store = Store(database_url(cluster.address(name, proxy.port)))
            await store.open()
            await add(store, "a")
            proxy.cut = "before"
            await add(store, "b")
            proxy.cut = "after"
            await add(store, "c")
            assert (proxy.cuts, proxy.committed) == (2, 1)
            assert set(await people(store)) == {"a", "b", "c"}
            await store.close()

    asyncio.run(run())


def test_a_commit_that_nobody_can_tell_about_is_not_called_a_failure_of_the_write(
    cluster: PostgresCluster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_writer, "PATIENCE", SHORT)
    monkeypatch.setattr(postgres_writer, "STATUS", "SELECT NULL WHERE $1::text <> ''")

    async def run() -> None:
        async with CuttingProxy(cluster.port) as proxy:
            name = str(make_url(database).database)
            store = Store(database_url(cluster.address(name, proxy.port)))
            await store.open()
            proxy.cut = "after"
            with pytest.raises(CommitUnknown):
                await add(store, "a")
            await add(store, "b")
            assert set(await people(store)) == {"a", "b"}
            await store.close()

    asyncio.run(run())


# --- two servers on one database ---------------------------------------------------------


def test_servers_that_start_at_the_same_time_both_bring_the_database_up_to_date(
    cluster: PostgresCluster,
) -> None:
    async def run() -> None:
        database = cluster.new_database()
        stores = [Store(database_url(database)) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for number, store in enumerate(stores):
            await add(store, str(number))
        assert len(await people(stores[0])) == 4
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


def test_of_two_stores_that_expect_the_same_one_is_first(database: str) -> None:
    async def run() -> None:
        stores = [Store(database_url(database)) for _ in range(2)]
        await asyncio.gather(*(store.open() for store in stores))
        for number in range(20):
            id = f"{number:02}"
            await add(stores[0], id)
            renames = [
                rename(store, id, "Ann", name)
                for store, name in zip(stores, ("Bob", "Cas"), strict=True)
            ]
            told = await asyncio.gather(*renames, return_exceptions=True)
            assert [type(each) for each in told].count(Conflict) == 1
            assert (await people(stores[0]))[id] == ("Bob", "Cas")[told.index(None)]
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


@pytest.fixture
def two_servers(database: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two servers with the same tables."""
    with RunningServer(quick(database)) as first, RunningServer(quick(database)) as second:
        yield first, second


def joins(guest: Guest, id: str, seat: int) -> Callable[[], str]:
    """Takes a seat when it is called; the code of the refusal, empty if there is none."""
    return lambda: str(guest.http.post(f"/api/tables/{id}/seats/{seat}").json().get("code", ""))


def test_two_servers_never_give_a_seat_to_two_people(
    two_servers: tuple[RunningServer, RunningServer],
) -> None:
    first, second = two_servers
    ann, bob, cas = first.guest("Ann"), first.guest("Bob"), second.guest("Cas")
    for _ in range(10):
        id = ann.sets(seats=[ME, OPEN])["table"]["id"]
        cas.sees(id)  # both servers have the table in memory, with its seat open
        told = together(joins(bob, id, 1), joins(cas, id, 1))
        assert sorted(told) == ["", "seat/taken"]
        winner = ("Bob", "Cas")[told.index("")]
        loser = (bob, cas)[told.index("seat/taken")]
        assert loser.sees(id)["table"]["seats"][1]["name"] == winner


def test_a_game_starts_when_two_servers_give_away_its_last_seats(
    two_servers: tuple[RunningServer, RunningServer],
) -> None:
    first, second = two_servers
    ann, bob, cas = first.guest("Ann"), first.guest("Bob"), second.guest("Cas")
    for _ in range(10):
        id = ann.sets(game="lantern", seats=[ME, OPEN, OPEN])["table"]["id"]
        cas.sees(id)
        assert together(joins(bob, id, 1), joins(cas, id, 2)) == ["", ""]
        for guest in (bob, cas):
            guest.waits(id, lambda table: table["status"] == "playing")


# --- news between servers ----------------------------------------------------------------


def guests_of(two_servers: tuple[RunningServer, RunningServer]) -> tuple[Guest, Guest, str]:
    """Ann at one server and Bob at the other, at one table, and its id."""
    first, second = two_servers
    ann, bob = first.guest("Ann"), second.guest("Bob")
    id = ann.sets(seats=[ME, OPEN])["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1")
    return ann, bob, id


def test_a_game_is_played_live_across_two_servers(
    two_servers: tuple[RunningServer, RunningServer],
) -> None:
    ann, bob, id = guests_of(two_servers)
    with ann.watches(id) as hers, bob.watches(id) as his:
        hers.until(lambda update: update["table"]["status"] == "playing")
        for version in range(1, 13):
            mover, other = ((ann, his), (bob, hers))[(version - 1) % 2]
            mover.plays(id)
            seen = other.until(shows_version(version))
            assert seen["scene"]
    assert ann.sees(id)["scene"]["log"] == bob.sees(id)["scene"]["log"]


def test_whatever_happens_at_one_server_is_seen_at_the_other(
    two_servers: tuple[RunningServer, RunningServer],
) -> None:
    ann, bob, id = guests_of(two_servers)
    with ann.watches(id) as hers:
        hers.until(lambda update: update["table"]["seats"][1]["name"] == "Bob")
        bob("PATCH", "/me", {"name": "Bert"})
        hers.until(lambda update: update["table"]["seats"][1]["name"] == "Bert")
        bob("POST", f"/tables/{id}/chat", {"text": "hello over there"})
        said = hers.until(lambda update: bool(update["chat"]))["chat"]
        assert [(line["name"], line["text"]) for line in said] == [("Bert", "hello over there")]
        ann.plays(id)
        bob.waits(id, lambda table: table["version"] == 1)
        ann("POST", f"/tables/{id}/takeback")
        bob.waits(id, lambda table: table["proposal"] is not None)
        bob.agrees(id)
        assert hers.until(shows_version(2))["table"]["ply"] == 0
        bob("POST", f"/tables/{id}/resign")
        hers.until(lambda update: update["table"]["status"] == "over")
        next_table = bob("POST", f"/tables/{id}/rematch")["id"]
        hers.until(lambda update: update["table"]["rematch"] == next_table)
    assert ann("POST", f"/tables/{id}/rematch")["id"] == next_table


def test_of_two_moves_at_two_servers_one_counts_and_both_show_it(
    two_servers: tuple[RunningServer, RunningServer],
) -> None:
    first, second = two_servers
    ann, elsewhere = first.guest("Ann"), second.guest(None)
    elsewhere.http.cookies = ann.http.cookies
    for _ in range(5):
        id = ann.sets(seats=[ME, ME])["table"]["id"]
        choices = elsewhere.sees(id)["scene"]["choices"]
        told = together(*(moves(guest, id, choices.pop()["move"]) for guest in (ann, elsewhere)))
        assert sorted(told) == [200, 409]
        logs = [
            guest.waits(id, lambda table: table["version"] == 1)["scene"]["log"]
            for guest in (ann, elsewhere)
        ]
        assert logs[0] == logs[1]


def moves(guest: Guest, id: str, move: str) -> Callable[[], int]:
    """Plays a first move when it is called; the status of the answer."""
    body = {"version": 0, "move": move}
    return lambda: guest.http.post(f"/api/tables/{id}/moves", json=body).status_code


def test_after_a_restart_of_the_database_news_come_again(
    cluster: PostgresCluster, two_servers: tuple[RunningServer, RunningServer]
) -> None:
    ann, bob, id = guests_of(two_servers)
    with bob.watches(id) as his:
        his.until(lambda update: update["table"]["status"] == "playing")
        ann.waits(id, lambda table: table["status"] == "playing")
        cluster.restart()
        ann.plays(id)
        his.until(shows_version(1))
        bob.plays(id)
        ann.waits(id, lambda table: table["version"] == 2)
        ann.plays(id)
        his.until(shows_version(3))


# --- what is said ------------------------------------------------------------------------


def serve(database: str) -> subprocess.CompletedProcess[str]:
    """Try to serve; whatever this is called with cannot work."""
    return run("serve", "--port", "0", "--database", database)


def test_connection_that_cannot_be_prepared_is_closed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that shut down at this moment left a connection open, and a server that had one
    never stopped."""
    url = database_url(database)
    watching = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'parhelion'"

    async def connect_in_vain() -> None:
        watcher = await postgres.connect(url)
        monkeypatch.setattr(postgres, "DURABLE", "SELECT 1 / 0")
        with pytest.raises(postgres.CannotConnect):
            await postgres.connect(url)
        try:
            async with asyncio.timeout(TIMEOUT):
                while await watcher.fetchval(watching) > 1:
                    await asyncio.sleep(0.01)
        finally:
            watcher.terminate()

    asyncio.run(connect_in_vain())


def test_a_wrong_password_is_said_and_not_shown(cluster: PostgresCluster) -> None:
    right = cluster.address("postgres")
    tried = serve(right.replace(ADDRESS_PASSWORD, "open-sesame"))
    assert tried.returncode == 2
    assert tried.stderr == (
        f"parhelion: cannot keep tables in postgresql://parhelion:***@127.0.0.1:{cluster.port}"
        '/postgres: password authentication failed for user "parhelion"\n'
    )


def test_a_database_that_is_not_there_is_named(cluster: PostgresCluster) -> None:
    tried = serve(cluster.address("nowhere"))
    assert tried.returncode == 2
    assert 'database "nowhere" does not exist' in tried.stderr
    assert PASSWORD not in tried.stderr
    assert ADDRESS_PASSWORD not in tried.stderr


def test_without_the_extra_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(MissingExtra, match=r"pip install 'parhelion\[server,postgres\]'"):
        database_url("postgresql://ann@host/club")
