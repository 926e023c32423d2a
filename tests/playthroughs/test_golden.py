"""Golden games replay to the letter, and their seeds still give them."""

import json
from pathlib import Path

import pytest

from tests.playthroughs.golden import FOLDER, GOLDEN, play, tell

FILES = sorted(FOLDER.glob("*.txt"))


def test_there_is_a_file_for_every_golden_game() -> None:
    assert [path.stem for path in FILES] == sorted(GOLDEN)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_told_the_same(path: Path) -> None:
    told = path.read_text(encoding="utf-8")
    record = json.loads(told.splitlines()[0])
    assert tell(record) == told
    assert play(GOLDEN[path.stem]).record() == record
