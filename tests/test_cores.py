"""How many cores we use."""

import subprocess
import sys

PROGRAM = """
import os
from parhelion.cores import usable_cores
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    assert usable_cores() == 1
assert usable_cores() >= 1
"""


def test_a_process_that_may_use_one_core_uses_one() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)
