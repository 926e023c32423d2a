"""What a finished game brings to each seat: the same in every environment.

The victory is one; winners share it. A lone winner among n seats gets 1, every other seat
-1 / (n - 1), so that rewards add up to 0: 1 and -1 in a game for two, 0 for both if they share.
Before the end all rewards are 0.
"""

from typing import Any

import numpy as np

from parhelion.kernel import batch


def rewards(states: Any, seats: int) -> list[float]:
    """The rewards of the finished game states[0], by seat."""
    found = np.zeros(seats, dtype=np.float32)
    batch.settle(states, found)
    return [float(reward) for reward in found]
