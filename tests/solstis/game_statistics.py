"""Many random games of Solstis: is everything accounted for at every position, and what are they
like?

    python -m tests.solstis.game_statistics --games 100000
"""

import argparse
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from parhelion.games.solstis import kernels
from parhelion.games.solstis.kernels.constants import ACTIONS, EVIL, MOUNTAIN
from parhelion.games.solstis.kernels.places import beside, covered_by
from parhelion.games.solstis.kernels.scoring import count_points
from parhelion.games.solstis.kernels.state import EVENTS, RAINBOWS, SEATS, STATE
from parhelion.kernel import jit, one, popcount, split, stream

TILES = 48
SPIRITS = 15
NONE = np.uint64(0)
BATCH = 1000

FAULTS = (
    "a tile is lost or lies in two places",
    "the line and its set of tiles differ",
    "a hand holds more or fewer tiles than it should",
    "a rainbow is lost, lies on a tile or beside none",
    "a spirit is lost or in two places",
    "a spirit sits on no square",
    "nobody can do anything before the end",
    "more happened than the record has room for",
)
"""What can be wrong with a position, by number from 1."""

COLUMNS = (
    "decisions", "choices", "turns", "rainbows", "spirits",
    "score 0", "score 1", "area 0", "area 1", "fires 0", "fires 1",
)  # fmt: skip
"""What is counted of a game: all questions, those with two answers or more, and so on."""


# --- is everything there?


@jit
def fault(state: Any, actions: Any) -> Any:
    """0 for a position in which everything is accounted for, else the number of the fault."""
    if not tiles_are_there(state):
        return 1
    if not line_is_right(state):
        return 2
    for seat in range(SEATS):
        if popcount(state.hands[seat]) != state.held[seat]:
            return 3
    if not rainbows_are_there(state):
        return 4
    if not spirits_are_there(state):
        return 5
    if not spirits_sit(state):
        return 6
    if (kernels.actor(state) < 0) != (kernels.legal(state, actions) == 0):
        return 7
    return 8 if state.happened >= EVENTS else 0


@jit
def count(items: Any) -> Any:
    """How many tiles or spirits there are in a list with -1 for none."""
    return (items >= 0).sum()


@jit
def set_of(items: Any) -> Any:
    """The same as a set."""
    found = NONE
    for item in items:
        if item >= 0:
            found |= one(item)
    return found


@jit
def tiles_are_there(state: Any) -> Any:
    """Every landscape tile is in exactly one place."""
    total = popcount(state.gone) + popcount(state.faces)
    found = state.gone | state.faces
    for seat in range(SEATS):
        total += popcount(state.tiles[seat]) + popcount(state.hands[seat])
        found |= state.tiles[seat] | state.hands[seat]
    total += count(state.pile) + count(state.under) + count(state.coming)
    found |= set_of(state.pile) | set_of(state.under) | set_of(state.coming)
    if state.centre >= 0:
        total += 1
        found |= one(state.centre)
    return total == TILES and found == MOUNTAIN


@jit
def line_is_right(state: Any) -> Any:
    """The set of face-up tiles is what lies in the slots, and no face-down tile lies bare."""
    for slot in range(len(state.under)):
        covered = state.under[slot] >= 0
        if covered != bool(state.stacked >> slot & 1) or (covered and state.line[slot] < 0):
            return False
    return set_of(state.line) == state.faces


@jit
def rainbows_are_there(state: Any) -> Any:
    """Twelve in all; those laid are on places of their own, each beside a landscape tile."""
    total = np.int64(state.supply)
    for seat in range(SEATS):
        laid = state.rainbows[seat]
        total += popcount(laid) + state.kept[seat]
        if laid & (state.tiles[seat] | ~MOUNTAIN) != NONE or laid & ~beside(state.tiles[seat]):
            return False
    return total == RAINBOWS


@jit
def spirits_are_there(state: Any) -> Any:
    """Every spirit is in exactly one place, which may be the box."""
    found = state.open
    total = popcount(found) + count(state.spirit_pile) + count(state.drawn)
    found |= set_of(state.spirit_pile) | set_of(state.drawn)
    for seat in range(SEATS):
        total += popcount(state.spirits[seat])
        found |= state.spirits[seat]
    if state.met >= 0:
        total += 1
        found |= one(state.met)
    if state.evil_holder >= 0:
        total += 1
        found |= one(EVIL)
    total += popcount(state.box)
    found |= state.box
    return total == SPIRITS and found == one(SPIRITS) - np.uint64(1)


@jit
def spirits_sit(state: Any) -> Any:
    """Every spirit met has a square of its own, whose places are all held."""
    for seat in range(SEATS):
        squares = state.squares[seat]
        if popcount(squares) != popcount(state.spirits[seat]):
            return False
        if covered_by(squares) & ~(state.tiles[seat] | state.rainbows[seat]) != NONE:
            return False
    return True


# --- random games


@jit
def play_games(states: Any, rng: Any, counts: Any) -> Any:
    """A random game for each row of counts, with everything counted at each position; the
    positions seen and the first fault, 0 if there was none."""
    actions, positions = np.empty(ACTIONS, dtype=np.int64), 0
    state = states[0]
    for game in range(len(counts)):
        kernels.deal(state, rng)
        split(rng, state.rng)
        counts[game] = 0
        wrong = fault(state, actions)
        while kernels.actor(state) >= 0 and wrong == 0:
            options = kernels.legal(state, actions)
            counts[game, 0] += 1
            counts[game, 1] += options > 1
            kernels.apply(state, kernels.sample(state, rng))
            wrong = fault(state, actions)
            positions += 1
        if wrong:
            return positions, wrong
        count_the_end(state, counts[game])
    return positions, 0


@jit
def count_the_end(state: Any, counts: Any) -> Any:
    """What there is to count of a finished game."""
    parts = np.empty(2 + EVIL, dtype=np.int64)
    counts[2] = state.turns
    for seat in range(SEATS):
        counts[3] += popcount(state.rainbows[seat])
        counts[4] += popcount(state.spirits[seat])
        count_points(state, seat, parts)
        counts[5 + seat] = parts.sum()
        counts[7 + seat] = parts[0]
        counts[9 + seat] = parts[1]


def random_games(games: int, evil: bool, seed: int | str, show: bool = False) -> tuple[Any, int]:
    """Counts of random games, a row each, and all positions; AssertionError names a fault."""
    states, rng = np.zeros(1, dtype=STATE), stream(seed, "statistics")
    states[0].evil = evil
    rows, positions = [], 0
    batches = [min(BATCH, games - first) for first in range(0, games, BATCH)]
    for size in track(batches, description="Playing", disable=not show):
        counts = np.zeros((size, len(COLUMNS)), dtype=np.int64)
        seen, wrong = play_games(states, rng, counts)
        assert wrong == 0, FAULTS[wrong - 1]
        rows.append(counts)
        positions += seen
    return np.concatenate(rows), positions


# --- telling


def summary(counts: Any) -> list[tuple[str, str]]:
    """The statistics of games in words and numbers."""
    columns = dict(zip(COLUMNS, counts.T, strict=True))
    first, second = columns["score 0"], columns["score 1"]
    lines = [
        (name, f"{values.mean():.3f} ± {values.std():.3f}") for name, values in columns.items()
    ]
    shares = {"seat 0 wins": first > second, "seat 1 wins": first < second, "tie": first == second}
    return lines + [(name, f"{happens.mean():.2%}") for name, happens in shares.items()]


def main() -> None:
    """Play, check and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--evil", choices=("on", "off"), default="on")
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    counts, positions = random_games(given.games, given.evil == "on", given.seed, show=True)
    console = Console()
    console.print(f"{given.games:,} games, {positions:,} positions after a move: all is there.")
    for name, value in summary(counts):
        console.print(f"{name:12} {value}", highlight=False)


if __name__ == "__main__":
    main()
