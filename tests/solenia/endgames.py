"""Ends of games of Solenia in which the best moves are certain, whatever is hidden.

python -m tests.solenia.endgames --games 2000 > tests/solenia/endgames.jsonl

When all draw piles are empty the cards that are not used yet are known: only the delivery piles
are hidden. In the last turns every move, every answer and every tile that may turn up can be
tried. A move is best if it wins against all of that; or, where none does, if all others lose
against the best answers even with the tiles that suit them best.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import parhelion as ph
from parhelion import Match
from parhelion.games import Json
from parhelion.games.solenia import kernels
from parhelion.games.solenia.kernels.constants import ACTIONS, PLAY
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.games.solenia.notation import text
from parhelion.kernel import jit, stream
from tests.solenia.game_statistics import Mode
from tests.solenia.naive_explanations import NO_TALLIES

FILE = Path(__file__).with_name("endgames.jsonl")
MODES = (Mode(2), Mode(2, "winter"), Mode(2, "winter", "on"), Mode(3))
KINDS = ("wins now", "wins by force", "saves the game")
DEEPEST = 40
"""Decisions that two turns can ask for, and more."""
EACH = 1
"""Positions of each kind and mode."""
CLOSE = 10
"""With a lead of more points nothing is left to find."""


# --- trying everything


def legal(states: Any) -> list[int]:
    """All legal actions."""
    out = np.empty(ACTIONS, dtype=np.int32)
    return [int(action) for action in out[: kernels.legal(states[0], out)]]


@jit
def row_turned_up(stack: Any, depth: Any, action: Any) -> Any:
    """The kind of tile that an action turns up, -1 if none or if nobody has a turn left."""
    stack[depth + 1] = stack[depth]
    kernels.apply(stack[depth + 1], action)
    for row in range(2):
        shown = stack[depth + 1].left[row] < stack[depth].left[row]
        if shown and stack[depth + 1].held.sum() > 0:
            return row
    return -1


@jit
def step(stack: Any, depth: Any, action: Any, row: Any, place: Any) -> Any:
    """Play an action, with the tile of some place of the pile turned up if one is."""
    stack[depth + 1] = stack[depth]
    if row >= 0:
        pile, top = stack[depth + 1].piles[row], stack[depth].left[row] - 1
        pile[top], pile[place] = pile[place], pile[top]
    kernels.apply(stack[depth + 1], action)


@jit
def share(stack: Any, depth: Any, seat: Any, lucky: Any, points: Any) -> Any:
    """What a seat gets if all play their best, with the tiles that suit it most or least."""
    state = stack[depth]
    if kernels.actor(state) < 0:
        return kernels.share(state, seat, points)
    mine, actions = kernels.actor(state) == seat, np.empty(ACTIONS, dtype=np.int32)
    best = 0.0 if mine else 1.0
    for i in range(kernels.legal(state, actions)):
        row = row_turned_up(stack, depth, actions[i])
        after = 0.0 if lucky else 1.0
        for place in range(state.left[row] if row >= 0 else 1):
            step(stack, depth, actions[i], row, place)
            got = share(stack, depth + 1, seat, lucky, points)
            after = max(after, got) if lucky else min(after, got)
        best = max(best, after) if mine else min(best, after)
        if best == (1.0 if mine else 0.0):
            break
    return best


def action_share(states: Any, action: int, seat: int, lucky: bool) -> float:
    """The same after an action."""
    stack = np.repeat(states, DEEPEST)
    points = np.zeros(int(decks_in_play(states[0])), dtype=np.int64)
    row = int(row_turned_up(stack, 0, action))
    every = []
    for place in range(int(states[0].left[row]) if row >= 0 else 1):
        step(stack, 0, action, row, place)
        every.append(float(share(stack, 1, seat, lucky, points)))
    return max(every) if lucky else min(every)


def best_moves(states: Any) -> tuple[str, list[str]] | None:
    """The kind of the position and its best moves, None if nothing is certain or all is alike."""
    seat, actions = int(kernels.actor(states[0])), legal(states)
    sure = [action for action in actions if action_share(states, action, seat, False) == 1.0]
    if sure:
        last = cards_left(states) == 1
        return _told(KINDS[0] if last else KINDS[1], sure, actions)
    open_ = [action for action in actions if action_share(states, action, seat, True) > 0.0]
    return _told(KINDS[2], open_, actions)


def _told(kind: str, best: list[int], actions: list[int]) -> tuple[str, list[str]] | None:
    """Only positions in which few of many moves are best are worth a test."""
    if not best or 3 * len(best) > len(actions):
        return None
    return kind, [text(action) for action in best]


def cards_left(states: Any) -> int:
    """Cards that are still to be played, by all."""
    return int(states[0].held.sum() + states[0].deck_left.sum())


def is_close(states: Any) -> bool:
    """Whether the seat to move is near the best of the others."""
    points = np.zeros(int(decks_in_play(states[0])), dtype=np.int64)
    kernels.scores(states[0], points)
    mine = points[kernels.actor(states[0])]
    return bool(abs(mine - np.delete(points, kernels.actor(states[0])).max()) <= CLOSE)


# --- finding and keeping positions


def ends(mode: Mode, games: int) -> Iterator[tuple[Json, list[int], Any]]:
    """The last turns of quick games: the deal, the actions so far, the position."""
    for seed in range(games):
        rng, actions = stream(seed, "tactics"), list[int]()
        match = ph.new("solenia", seed=seed, **mode.options)
        states = match.state
        while kernels.actor(states[0]) >= 0:
            if states[0].phase == PLAY and cards_left(states) <= 2 and is_close(states):
                yield match.deal, actions[:], states.copy()
            action = int(kernels.rollout(states[0], NO_TALLIES, rng))
            kernels.apply(states[0], action)
            actions.append(action)


def find(games: int) -> Iterator[dict[str, Any]]:
    """Some positions of each kind and mode."""
    for mode in MODES:
        wanted = dict.fromkeys(KINDS, EACH)
        for deal, actions, states in ends(mode, games):
            told = best_moves(states)
            if told and wanted[told[0]] > 0:
                wanted[told[0]] -= 1
                moves = [text(action) for action in actions]
                position = {"options": mode.options, "deal": deal, "moves": moves}
                yield position | {"kind": told[0], "best": told[1]}
            if not any(wanted.values()):
                break


def match_of(position: dict[str, Any]) -> Match:
    """A kept position, as a game."""
    match = ph.new("solenia", seed=1, deal=position["deal"], **position["options"])
    for move in position["moves"]:
        match.play(move)
    return match


def kept() -> list[dict[str, Any]]:
    """The positions in the file."""
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def main() -> None:
    """Print positions as they are kept, one a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="of each mode, at most")
    for position in find(parser.parse_args().games):
        print(json.dumps(position), flush=True)


if __name__ == "__main__":
    main()
