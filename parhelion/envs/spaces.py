"""Observations and actions as spaces of Gymnasium, for the environments that speak its language."""

from typing import Any

import numpy as np

from parhelion.envs.observation import Observation
from parhelion.errors import MissingExtra

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise MissingExtra(f"environments need {error.name}: pip install 'parhelion[envs]'") from error


def observation_space(observation: Observation) -> spaces.Box:
    """What is observed."""
    return spaces.Box(observation.low, observation.high, dtype=np.int8)


def mask_space(actions: int) -> spaces.Box:
    """Which actions are legal."""
    return spaces.Box(0, 1, (actions,), dtype=np.int8)


def action_mask(match: Any, to_decide: bool) -> Any:
    """1 for every legal action of a match, 0 for all others; all 0 if it is for another to
    decide."""
    mask = np.zeros(match.game.actions, dtype=np.int8)
    if to_decide:
        mask[np.frombuffer(match.actions(), dtype=np.int32)] = 1
    return mask
