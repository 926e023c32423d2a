"""The record of a game of Lanterns. Lantern k has brightness k + 1."""

import hashlib
from pathlib import Path

import numpy as np

from parhelion.kernel.rng import RNG

LANTERNS, SEATS, DEALT = 9, 3, 2

SOURCE = hashlib.sha256(Path(__file__).with_name("rules.py").read_bytes()).hexdigest()[:8]
"""Compiled code is kept by type; with this name a change of the rules is a change of type."""

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hands", np.uint16, SEATS),  # bit sets of lanterns; secret
                ("pile", np.int8, LANTERNS),  # face down, the top one last; secret, -1 if unknown
                ("left", np.int8),  # lanterns in the pile
                ("held", np.int8, SEATS),  # lanterns in each hand
                ("lit", np.uint16),  # bit set
                ("last", np.int8),  # the lantern lit last, -1 before
                ("points", np.int16, SEATS),  # so far
                ("actor", np.int8),  # seat to decide, -1 when over
                ("revealed", np.uint8),  # how often something hidden came to light
                ("rng", RNG),  # the generator; unused once the lanterns are dealt
                (f"source_{SOURCE}", np.uint8),  # see SOURCE
            ],
            align=True,
        ),
    )
)
