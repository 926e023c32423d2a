"""How many processor cores this process may use."""

import os


def usable_cores() -> int:
    """The number of cores of this process: its CPU affinity, or all cores where there is none."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
