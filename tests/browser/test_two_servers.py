"""Browsers that are connected to different servers, which share one PostgreSQL."""

import random
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from bench.load.postgres_cluster import PostgresCluster
from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.test_play import (
    assert_over,
    assert_rematch,
    last_moves,
    next_to_move,
    set_table,
    sit_together,
)
from tests.server.running_server import RunningServer, quick

GAME = "orion"


@pytest.fixture(scope="module")
def two_servers() -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two servers with the same tables."""
    with PostgresCluster() as cluster:
        database = cluster.new_database()
        with RunningServer(quick(database)) as first, RunningServer(quick(database)) as second:
            yield first, second


def path(page: Page) -> str:
    """The path of the address that a page shows."""
    return urlsplit(page.url).path


def test_two_people_at_two_servers_play_each_other_to_the_end(
    two_servers: tuple[RunningServer, RunningServer], somebody: Somebody
) -> None:
    first, second = (f"http://{server.host}" for server in two_servers)
    host = somebody(base_url=first)
    host.locator(f"article[data-game={GAME}] .ways .button").first.click()
    host.wait_for_url("**/t/*")
    guest = somebody(path(host), base_url=second)
    guest.get_by_test_id("join").first.click()
    rng, pages = random.Random(1), [host, guest]
    robots.one_move(next_to_move(pages) or host, robots.by_clicking, rng)
    sit_together(two_servers[0].settings.database, pages, **last_moves(GAME, 4))
    while mover := next_to_move(pages):
        robots.one_move(mover, robots.by_clicking, rng)
    for page in pages:
        assert_over(page)
    told = [page.get_by_test_id("ending").locator("[role=status]").inner_text() for page in pages]
    assert told[0] == told[1]
    assert_rematch(host, guest)


def test_a_bot_answers_whichever_server_its_opponent_is_connected_to(
    two_servers: tuple[RunningServer, RunningServer], somebody: Somebody
) -> None:
    first, second = (f"http://{server.host}" for server in two_servers)
    page = somebody(BLANK, base_url=first)
    bot = {"kind": "bot", "level": 1}
    set_table(page, GAME, seats=[{"kind": "me"}, bot], **last_moves(GAME, 4))
    watcher = somebody(path(page), base_url=second)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    robots.play_on(page, robots.by_clicking)
    for each in (page, watcher):
        assert_over(each)
