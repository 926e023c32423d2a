"""A server goes on whatever it is sent; `python -m tests.attacks messages` does this at length."""

from parhelion.games import registry
from tests.attacks import messages, records
from tests.server.running_server import RunningServer


def test_garbled_requests_and_messages_are_answered(server: RunningServer) -> None:
    played = records.played_records(registry.names())
    attempts = messages.attack(server, played, 400, 3)
    assert [problem for found in attempts for problem in found] == []
