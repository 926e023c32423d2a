"""Results that are promised to be the same on every machine and with every version of Python.

`python -m tests.same_everywhere` writes `same_everywhere.json` again; `--print` prints it instead.
"""

import json
import sys
from pathlib import Path
from typing import Any

from parhelion import bots
from parhelion.bots.review import review
from parhelion.games import load, registry
from parhelion.match import Match
from tests.positions import play_out

FILE = Path(__file__).with_suffix(".json")
MOVES = 12
SAMPLING_LEVEL = 1
"""A level that samples its moves by softmax."""


def results() -> dict[str, Any]:
    """Return the results of the games of this project, floats to the last digit."""
    return {name: {"sampled": sampled(name), "review": reviewed(name)} for name in registry.names()}


def sampled(name: str) -> list[str]:
    """Return the first moves of a game between bots that sample."""
    match = Match(load(name), {}, 1)
    bot = bots.bot(name, SAMPLING_LEVEL, seed=1)
    for _ in range(MOVES):
        match.play(bot.choose(match))
    return [str(move) for move in match.history]


def reviewed(name: str) -> dict[str, Any]:
    """Return the figures of a review of half a random game."""
    match = play_out(Match(load(name), {}, 1), 1)
    match.undo(match.ply // 2)
    found = review(match, iterations=40, playouts=8, seed=1)
    return {
        "curve": found.curve,
        "parts": [
            [parts.start, parts.deal, parts.draws, parts.own, parts.others] for parts in found.parts
        ],
        "losses": [move.loss for move in found.moves],
        "margins": [move.margin for move in found.moves],
    }


if __name__ == "__main__":
    found = json.dumps(results(), indent=1) + "\n"
    if "--print" in sys.argv:
        print(found, end="")
    else:
        FILE.write_text(found)
