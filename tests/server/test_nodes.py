"""Several servers on one PostgreSQL: the bots and clocks of a table belong to one of them, another
takes over when it dies, stops or is cut off, and who is connected is known to all."""

from collections.abc import Iterator

import pytest

from bench.load.postgres_cluster import PostgresCluster
from tests.server.running_server import ME, RunningServer, bot, quick

Servers = tuple[RunningServer, RunningServer]


@pytest.fixture
def database(postgres: PostgresCluster) -> str:
    """An empty database."""
    return postgres.new_database()


@pytest.fixture
def two_servers(database: str) -> Iterator[Servers]:
    """Two servers with the same tables."""
    with RunningServer(quick(database)) as first, RunningServer(quick(database)) as second:
        yield first, second


def thinkers(servers: Servers, id: str) -> list[RunningServer]:
    """The servers whose bots have thought at a table."""
    return [
        server
        for server in servers
        if any(kept.table == id for kept in server.lobby.bot_pool.kept())
    ]


# --- whose a table is --------------------------------------------------------------------


def test_the_bots_of_a_table_think_on_one_server(two_servers: Servers) -> None:
    first, second = two_servers
    ann, elsewhere = first.guest("Ann"), second.guest(None)
    elsewhere.http.cookies = ann.http.cookies
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    with ann.watches(id) as here, elsewhere.watches(id) as there:
        there.next()
        for version in (0, 2, 4, 6):
            guest = (ann, elsewhere)[version // 2 % 2]
            guest.plays(id)
            for live in (here, there):
                live.until(lambda update, v=version: update["table"]["version"] == v + 2)
        assert len(thinkers(two_servers, id)) == 1
