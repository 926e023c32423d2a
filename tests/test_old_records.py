"""Records of every older version of the rules can be read, and end as they ended then."""

import json
from pathlib import Path

import pytest

import parhelion as ph

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_is_replayed_as_it_was_played(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    match = ph.load(path)
    assert match.rules == record["rules"] < match.game.info.version
    again = match.record()
    assert [move.text for move in match.history] == [
        text.partition(";")[0] for text in record["moves"]
    ]
    assert (again["rules"], again["result"]) == (record["rules"], record["result"])
    assert ph.replay(again) == match


def test_there_are_old_records_of_every_game() -> None:
    assert {path.stem.split("-")[0] for path in RECORDS} >= {"orion", "solenia", "solstis"}
