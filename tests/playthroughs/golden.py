"""Which golden games there are and how they are told."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from parhelion.games import Json
from parhelion.match import Match, new, replay
from tests.positions import play_out

FOLDER = Path(__file__).parent


class Plan(NamedTuple):
    """A game between random players."""

    game: str
    seed: int
    options: dict[str, str]


def _orion(seed: int, setup: str, count: str = "ways") -> Plan:
    return Plan("orion", seed, {"setup": setup, "count": count})


GOLDEN = {
    "orion-random-holes": _orion(2, "random"),
    "orion-random-tiles": _orion(10, "random", "each"),
    "orion-players-constellations": _orion(7, "players"),
    "orion-players-galaxies": _orion(18, "players", "each"),
    "orion-symmetric-1-stuck": _orion(0, "symmetric-1"),
    "orion-symmetric-1-tie-then-constellations": _orion(1571, "symmetric-1", "each"),
    "orion-symmetric-1-two-conditions": _orion(2102, "symmetric-1"),
    "orion-symmetric-2-draw-after-tie": _orion(858, "symmetric-2"),
    "orion-symmetric-2-constellations-and-galaxies": _orion(127, "symmetric-2"),
    "orion-symmetric-3-stuck": _orion(0, "symmetric-3", "each"),
}


def play(plan: Plan) -> Match:
    """Play a plan out."""
    return play_out(new(plan.game, seed=plan.seed, **plan.options), plan.seed)


def tell(record: Json) -> str:
    """A game position by position: who moves, how many moves there are, what is seen."""
    lines = [json.dumps(record, ensure_ascii=False)]
    for ply in range(len(record["moves"]) + 1):
        match = replay(record, to=ply)
        seen = json.dumps(match.view(), sort_keys=True, ensure_ascii=False)
        digest = hashlib.sha256(seen.encode()).hexdigest()[:12]
        move = record["moves"][ply] if ply < len(record["moves"]) else "-"
        lines.append(f"{ply:3} seat {match.player} of {len(match.moves()):4} {digest} {move}")
    return "\n".join([*lines, str(replay(record)), ""])
