"""If the machine's clock is set between two runs, no game ends and nothing expires.

With PostgreSQL, the clock of the database counts instead (`test_nodes.py`).
"""

import pytest
from sqlalchemy import select

from parhelion.server.live.presence import VISIT_SECONDS
from parhelion.server.models import ServerTimeModel
from tests.server.running_server import ManualTime, RunningServer, pair, quick
from tests.server.test_expiry import DAY, WEEK, expire, open_table
from tests.server.test_play import about


@pytest.mark.parametrize("jump", [4 * DAY, -4 * DAY, -3650 * DAY], ids=["forward", "back", "years"])
def test_clock_that_was_set_between_two_runs_decides_no_game(database: str, jump: float) -> None:
    settings = quick(database)
    time = settings.time
    assert isinstance(time, ManualTime)
    with RunningServer(settings) as first:
        ann, bob, id = pair(first, clock={"kind": "days", "days": 3})
        ann.plays(id)
    time.jump = jump
    with RunningServer(settings) as second:
        ann.moves_to(second)
        assert ann.sees(id)["table"]["seats"][1]["seconds"] == about(3 * DAY)
    time.jump = 0.0
    time.advance(2 * DAY)
    with RunningServer(settings) as third:
        ann.moves_to(third)
        bob.moves_to(third)
        assert ann.sees(id)["table"]["seats"][1]["seconds"] == about(3 * DAY)
    time.advance(2 * DAY)
    with RunningServer(settings) as fourth:  # this time counts
        ann.moves_to(fourth)
        bob.moves_to(fourth)
        assert ann.sees(id)["table"]["seats"][1]["seconds"] == about(DAY)
        bob.plays(id)
        assert ann.sees(id)["table"]["seats"][0]["seconds"] == about(3 * DAY)


@pytest.mark.parametrize("jump", [365 * DAY, -365 * DAY])
def test_nothing_expires_because_the_clock_was_set(
    database: str, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    monkeypatch.setattr("parhelion.server.lobby.EXPIRY_SECONDS", 1e12)
    settings = quick(database)
    time = settings.time
    assert isinstance(time, ManualTime)
    with RunningServer(settings) as first:
        ann, cas = first.guest("Ann"), first.guest("Cas")
        id = open_table(ann)
    for moment in (jump, 0.0):
        time.jump = moment
        with RunningServer(settings) as server:
            expire(server)
            for guest in (ann, cas):
                guest.moves_to(server)
                assert guest("GET", "/me")
            server.advance(WEEK - DAY)
            expire(server)
            assert ann.sees(id)
            server.advance(VISIT_SECONDS + 1)
    server_time = select(ServerTimeModel.since)
    with RunningServer(settings) as server:
        assert server.carries_out(server.lobby.store.rows(server_time))[0].since is not None
        server.advance(2 * WEEK)
        expire(server)
        ann.moves_to(server)
        ann.refused("table/unknown", "GET", f"/tables/{id}")
