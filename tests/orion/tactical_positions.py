"""Positions of Orion Duel with known best moves: found in bots' games, proved by trying all.

    python -m tests.orion.tactical_positions > tests/orion/tactical_positions.json

Every position is a deal and the moves played since. Its best moves are, by its kind,
- `win in one`: all moves that win on the spot;
- `win in two`: all moves after which the player wins with the next tile, whatever the reply
  (there is no win in one);
- `rescue`: all moves after which the other player cannot win on the spot (after any other
  move it can), where a search sees hope for one of them.
"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from parhelion.bots import SearchBot
from parhelion.games import Grade, Json
from parhelion.games.orion.kernels import constants, rules, threats
from parhelion.match import Match
from tests.orion.matches import ORION

KINDS = ("win in one", "win in two", "rescue")
MAX_BEST = 6
"""A position is only telling if few moves are right."""
MIN_HOPE = 0.25
EACH = 5
"""Positions of a kind that are kept."""
_WAYS = np.zeros(constants.PLACEMENTS, dtype=np.uint8)


def position(known: Json) -> Match:
    """A match in a known position."""
    match = Match(ORION, {"setup": "random"}, 0, known["deal"])
    for move in known["moves"]:
        match.play(move)
    return match


def best(match: Match, kind: str) -> list[str]:
    """The best moves of a position, by trying all of them."""
    judged = {"win in one": _wins, "win in two": _forces, "rescue": _rescues}[kind]
    return [move.text for move in match.moves() if judged(match, move.action)]


def is_telling(match: Match, kind: str) -> bool:
    """Whether a position is of a kind."""
    if match.turn is None or match.ply < 4:
        return False
    mine, yours = (_can_win(match.state, seat) for seat in (match.turn, 1 - match.turn))
    if kind == "win in one":
        return mine
    return not mine and yours == (kind == "rescue")


def is_hopeful(match: Match) -> bool:
    """Whether a search does not give the position up."""
    rated = SearchBot(ORION, Grade(20_000, 6), 0).analyse(match)
    return rated[0].chance > MIN_HOPE


def _after(match: Match, action: int) -> Any:
    """The position after a move, with room for trying tiles."""
    states = np.zeros(4, dtype=ORION.dtype)
    states[0] = match.state[0]
    rules.apply(states[0], action)
    return states


def _can_win(state: Any, seat: int) -> bool:
    states = np.zeros(4, dtype=ORION.dtype)
    states[0] = state[0]
    return bool(threats.winning_ways(states, seat, _WAYS))


def _wins(match: Match, action: int) -> bool:
    after = _after(match, action)[0]
    return bool(after.actor < 0 and after.winner == match.turn)


def _forces(match: Match, action: int) -> bool:
    states, seat = _after(match, action), match.turn or 0
    if states[0].actor < 0 or not threats.winning_ways(states, seat, _WAYS):
        return False
    return bool(threats.unstoppable(states, seat, _WAYS))


def _rescues(match: Match, action: int) -> bool:
    states, seat = _after(match, action), match.turn or 0
    if states[0].actor < 0:
        return bool(states[0].winner == seat)
    return not threats.winning_ways(states, 1 - seat, _WAYS)


def found() -> Iterator[Json]:
    """Positions of each kind from games of middling bots, at most one of a kind a game."""
    wanted = dict.fromkeys(KINDS, EACH)
    seed = 0
    while any(wanted.values()):
        seed += 1
        match, taken = Match(ORION, {"setup": "random"}, seed), set()
        players = [SearchBot(ORION, Grade(300, 6, 0.05), f"{seed}-{seat}") for seat in range(2)]
        while match.turn is not None:
            for kind in KINDS:
                if wanted[kind] and kind not in taken and is_telling(match, kind):
                    moves = best(match, kind)
                    if 0 < len(moves) <= MAX_BEST and (kind != "rescue" or is_hopeful(match)):
                        wanted[kind] -= 1
                        taken.add(kind)
                        history = match.texts()
                        yield {"kind": kind, "deal": match.deal, "moves": history, "best": moves}
            match.play(players[match.turn].choose(match))


if __name__ == "__main__":
    print(json.dumps(list(found()), indent=1))
