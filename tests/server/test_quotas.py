"""Nobody does too much: every budget is refused with 429 and the time to wait (H5, M5)."""

import httpx

from parhelion.server.quotas import Each, Limits
from tests.server.running_server import RunningServer, quick


def too_many(answer: httpx.Response, code: str) -> int:
    """The seconds to wait of a refusal."""
    assert answer.status_code == 429, answer.text
    problem = answer.json()
    assert problem["code"] == code
    assert problem["wait"] == int(answer.headers["retry-after"]) > 0
    return int(problem["wait"])


def test_new_people_of_one_address_wait(tmp_path) -> None:
    settings = quick(tmp_path / "tables.db", limits=Limits(people=Each(None, "2/hour")))
    with RunningServer(settings) as server:
        ann = server.guest("Ann")
        server.guest("Bob")
        stranger = server.guest(None)
        wait = too_many(stranger.http.post("/api/me"), "too-many/people")
        assert ann.http.post("/api/me").status_code == 201  # she is known already
        french = stranger.http.post("/api/me", headers={"Accept-Language": "fr"})
        assert "minutes" in french.json()["message"]
        server.advance(wait)
        assert stranger.http.post("/api/me").status_code == 201
