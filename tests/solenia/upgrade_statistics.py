"""How the upgrade tiles of Solenia fare between two bots: how often each is taken, and wins.

python -m tests.solenia.upgrade_statistics --games 400 --bot 4
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

import parhelion as ph
from parhelion.games.solenia.kernels.constants import (
    CHOICE,
    CROWNING,
    DRAFT,
    LASTING,
    LEVEL_3,
    PHASE,
)
from tests.solenia.game_statistics import Mode

MODE = Mode(2, "winter", "on", even="on")

OFFERED, TAKEN, HELD, WON = "offered", "taken", "held", "won"
"""What is counted of a power: somebody took a tile of its level when both still lay there, and it
was this one; a player had it, and won (counts two, a shared victory one)."""

Fates = Counter[tuple[str, str]]


def pair(powers: Any) -> list[str]:
    """The powers of a level-3 tile."""
    return [CROWNING[power] for power in powers]


def draft(state: Any, choice: int, fates: Fates) -> None:
    """Count what lay there and what was taken, if there were both tiles of its level."""
    if choice < LEVEL_3 and min(state.offered_1[:2]) >= 0:
        fates.update((OFFERED, LASTING[power]) for power in state.offered_1[:2])
        fates[TAKEN, LASTING[choice]] += 1
    elif choice >= LEVEL_3 and state.offered_3[:2].min() >= 0:
        for tile in range(2):
            fates.update((OFFERED, power) for power in pair(state.offered_3[tile]))
        fates.update((TAKEN, power) for power in pair(state.offered_3[choice - LEVEL_3]))


def game(level: int, seed: int) -> Fates:
    """What became of the powers in a game between bots."""
    match, fates = ph.new("solenia", seed=seed, **MODE.options), Fates()
    bots = [ph.bot("solenia", level, seed=f"{seed}-{seat}") for seat in range(2)]
    while match.turn is not None:
        move = bots[match.turn].choose(match)
        if PHASE[move.action] == DRAFT:
            draft(match.state[0], CHOICE[move.action], fates)
        match.play(move)
    for seat in range(2):
        state = match.state[0]
        for power in (LASTING[state.level_1[seat]], *pair(state.level_3[seat])):
            fates[HELD, power] += 1
            fates[WON, power] += (seat in match.winners) * 2 // len(match.winners)
    return fates


def games(count: int, level: int, first: int) -> Fates:
    """The same of many games, on both cores."""
    fates = Fates()
    with ProcessPoolExecutor(2) as pool:
        played: Iterable[Fates] = pool.map(partial(game, level), range(first, first + count))
        for each in track(played, description=str(MODE), total=count):
            fates.update(each)
    return fates


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bot", type=int, default=4, help="the level of the bots")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    given = parser.parse_args()
    fates = games(given.games, given.bot, given.seed)
    table = Table(title=f"{given.games:,} games, {MODE}, level {given.bot}")
    for name in ("power", OFFERED, TAKEN, HELD, WON):
        table.add_column(name, justify="left" if name == "power" else "right")
    for power in (*LASTING, *CROWNING):
        seen, had = fates[OFFERED, power], fates[HELD, power]
        taken, won = fates[TAKEN, power] / max(seen, 1), fates[WON, power] / max(2 * had, 1)
        table.add_row(power, f"{seen}", f"{taken:.1%}", f"{had}", f"{won:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
