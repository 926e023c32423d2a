"""The contract: OpenAPI is up to date, and whatever is asked, the answer keeps to it."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from parhelion.server.app import create_app
from parhelion.server.openapi import openapi_json
from tests.positions import EFFORT
from tests.server.running_server import ME, RunningServer, bot
from tests.waiting import TIMEOUT

EXAMPLES = 4 * EFFORT
"""Requests for each operation. `make attacks` makes many more."""
schema = schemathesis.openapi.from_dict(create_app().openapi())


def test_the_clients_contract_is_up_to_date(root: Path) -> None:
    """If not: python -m parhelion.server.openapi web/openapi.json."""
    assert (root / "web" / "openapi.json").read_text(encoding="utf-8") == openapi_json()


def test_operations_are_called_like_their_functions() -> None:
    for path in create_app().openapi()["paths"].values():
        for operation in path.values():
            name = operation["operationId"]
            assert operation["summary"].lower().replace(" ", "_") == name
            assert operation["description"]


@pytest.fixture(scope="module")
def visit(server: RunningServer) -> dict[str, str]:
    """The address of the server, somebody known there and a table of theirs; and somebody who
    may be deleted."""
    guest, passing = server.guest("Fuzz"), server.guest("Passing")
    table = guest.sets(game="lantern", seats=[ME, bot(), bot()])["table"]["id"]
    return {
        "url": f"http://{server.host}",
        "token": guest.http.cookies["parhelion"],
        "passing": passing.http.cookies["parhelion"],
        "table": table,
    }


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_keeps_to_the_contract(
    case: schemathesis.Case[Any], visit: dict[str, str]
) -> None:
    """Most well-formed requests are about a table that there is."""
    positive = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if positive and "id" in case.path_parameters and len(case.path_parameters["id"]) % 3:
        case.path_parameters["id"] = visit["table"]
    ends_me = case.operation.label == "DELETE /api/me"
    case.call_and_validate(
        base_url=visit["url"],
        headers={"Authorization": f"Bearer {visit['passing' if ends_me else 'token']}"},
        # the bearer is good, whatever cookie was made up; a well-formed move may be illegal
        excluded_checks=[ignored_auth, positive_data_acceptance],
        timeout=TIMEOUT,
    )
