"""The same seed gives the same moves and the same review on every machine."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests import same_everywhere
from tests.runner.old_processor import OLD_PROCESSOR


def test_sampled_moves_and_reviews_are_equal_on_every_machine() -> None:
    """The file was written on one machine; `sum` and NumPy's `exp` once differed on others."""
    expected = json.loads(same_everywhere.FILE.read_text())
    assert json.loads(json.dumps(same_everywhere.results())) == expected


def test_sampled_moves_and_reviews_are_equal_on_an_old_processor(root: Path) -> None:
    command = [sys.executable, "-m", "tests.same_everywhere", "--print"]
    environment = os.environ | OLD_PROCESSOR
    printed = subprocess.run(command, env=environment, cwd=root, check=True, stdout=subprocess.PIPE)
    assert json.loads(printed.stdout) == json.loads(same_everywhere.FILE.read_text())
