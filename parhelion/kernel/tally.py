"""The statistics that rollouts look at: how games went in which a seat played an action."""

from typing import Annotated, Any

import numpy as np

from parhelion.kernel.arguments import ArrayArgument

TALLY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float32),  # sum of evaluations for the seat that played the action
                ("played", np.float32),  # how often the seat played it
                ("worth", np.float32),  # mean evaluation, close to 0.5 while it is rarely played
            ]
        ),
    )
)

Tallies = Annotated[Any, ArrayArgument(TALLY)]
"""By action, for one seat."""
