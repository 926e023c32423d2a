"""Positions of Solstis with known best moves, and how they were found.

python -m tests.solstis.tactical_positions --each 4 > tests/solstis/tactical_positions.json

Once the draw pile and all face-down tiles of the line are gone, every tile that a player does not
see is in the other hand. If no line of play turns up a spirit either, nothing is hidden at all and
the game can be played to the end in every possible way: that proves which moves are best.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from parhelion import bots
from parhelion.games import Json
from parhelion.games.solstis import kernels
from parhelion.games.solstis.kernels.constants import DRAGONFLY
from parhelion.match import Match
from tests.solstis.set_up import SOLSTIS, solstis

FILE = Path(__file__).with_name("tactical_positions.json")
MOST = 20_000
"""Positions that one proof may take."""
KINDS = ("win in one", "win in two", "win in more", "rescue")
"""By how many decisions are left to take; a rescue shares the victory instead of losing it."""


class Unclear(Exception):
    """Something hidden could come up, or there is too much to play through."""


class Proof:
    """All ways to play on from a position in which nothing is hidden."""

    def __init__(self, states: Any) -> None:
        self.spirits = int(states[0].spirits_left)
        self.known: dict[bytes, tuple[float, int]] = {}
        self.moves = {action: self._after(states, action) for action in _legal(states)}

    def _after(self, states: Any, action: int) -> tuple[float, int]:
        """What Dawn gets after a move by best play, and how many decisions winning it takes."""
        then = states.copy()
        kernels.apply(then[0], action)
        return self.value(then)

    def value(self, states: Any) -> tuple[float, int]:
        """What Dawn gets by best play from here, and in how many further decisions."""
        state = states[0]
        if state.spirits_left != self.spirits or int(state.open) >> DRAGONFLY & 1:
            raise Unclear
        if state.actor < 0:
            points = np.zeros(2, dtype=np.int64)
            kernels.scores(state, points)
            return (1 + float(np.sign(points[0] - points[1]))) / 2, 0
        state.events[:], state.happened, state.revealed, state.turns = 0, 0, 0, 0
        key = states.tobytes()
        if key not in self.known:
            if len(self.known) >= MOST:
                raise Unclear
            self.known[key] = self._best(states)
        return self.known[key]

    def _best(self, states: Any) -> tuple[float, int]:
        sign = 1 if states[0].actor == 0 else -1
        found = [self._after(states, action) for action in _legal(states)]
        value = max(sign * each for each, _ in found) * sign
        return value, 1 + min(depth for each, depth in found if each == value)


def _legal(states: Any) -> list[int]:
    actions = np.zeros(kernels.ACTIONS, dtype=np.int32)
    count = kernels.legal(states[0], actions)
    return [int(action) for action in actions[:count]]


def prove(match: Match) -> dict[str, tuple[float, int]] | None:
    """What the player to move gets with each move by best play of both, and how many decisions
    later; None if unclear."""
    proof = _proof(match)
    if proof is None:
        return None
    flip = match.turn == 1
    found = proof.moves.items()
    return {SOLSTIS.move(a).text: (1 - v if flip else v, depth) for a, (v, depth) in found}


def _proof(match: Match) -> Proof | None:
    state = match.state
    if state[0].left or state[0].stacked or len(match.moves()) < 2:
        return None
    try:
        return Proof(state)
    except Unclear:
        return None


def _task(match: Match) -> Json | None:
    """What sort of task a position is and its best move; None if several moves are as good."""
    values = prove(match) or {}
    top, depth = max(values.values(), default=(0.0, 0))
    best = [move for move, (value, _) in values.items() if value == top]
    if len(best) != 1 or top == 0:
        return None
    kind = KINDS[min(2, depth)] if top == 1 else "rescue"
    return {"kind": kind, "best": best[0], "moves": match.texts()}


def _tasks() -> Iterator[Json]:
    """Tasks from the ends of random games, at most one a game."""
    for seed in count():
        match, bot = solstis(seed), bots.bot(SOLSTIS.info.name, 0, seed)
        task = None
        while match.turn is not None and task is None:
            task = _task(match)
            match.play(bot.choose(match))
        if task:
            yield {"seed": seed, **task}


def find(each: int) -> list[Json]:
    """As many tasks of every kind."""
    tasks: list[Json] = []
    found: Counter[str] = Counter()
    for task in _tasks():
        if found[task["kind"]] < each:
            found[task["kind"]] += 1
            tasks.append(task)
        if all(found[kind] >= each for kind in KINDS):
            break
    return sorted(tasks, key=lambda task: KINDS.index(task["kind"]))


def tasks() -> list[Json]:
    """The tasks in the file."""
    loaded: list[Json] = json.loads(FILE.read_text("utf-8"))
    return loaded


def position(task: Json) -> Match:
    """The position of a task."""
    match = solstis(task["seed"])
    for move in task["moves"]:
        match.play(move)
    return match


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=4)
    found = find(parser.parse_args().each)
    print("[\n" + ",\n".join(json.dumps(task) for task in found) + "\n]")
