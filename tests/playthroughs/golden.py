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


def _solstis(seed: int, evil: str = "on") -> Plan:
    return Plan("solstis", seed, {"evil": evil})


def _solenia(seed: int, **options: str) -> Plan:
    return Plan("solenia", seed, options)


GOLDEN = {
    "orion-random-two-conditions": _orion(72, "random"),
    "orion-players-constellations": _orion(4, "players"),
    "orion-players-holes": _orion(3, "players", "each"),
    "orion-symmetric-1-three-conditions": _orion(1797, "symmetric-1"),
    "orion-symmetric-1-tie-then-constellations": _orion(879, "symmetric-1", "each"),
    "orion-symmetric-1-tie-then-galaxies": _orion(2014, "symmetric-1"),
    "orion-symmetric-1-tie-then-stuck": _orion(223, "symmetric-1"),
    "orion-symmetric-2-tie-then-draw": _orion(1175, "symmetric-2"),
    "orion-symmetric-2-tie-then-tiles": _orion(2439, "symmetric-2", "each"),
    "orion-symmetric-3-first": _orion(0, "symmetric-3", "each"),
    "solenia-alone-gale": _solenia(0, players="1", difficulty="gale"),
    "solenia-alone-upgrades": _solenia(
        0, players="1", board="winter", upgrades="on", difficulty="storm"
    ),
    "solenia-four-players": _solenia(0, players="4", even="on"),
    "solenia-summer": _solenia(0, sky="dusk"),
    "solenia-upgrades": _solenia(0, players="3", board="winter", upgrades="on"),
    "solenia-winter": _solenia(0, board="winter"),
    "solstis-evil-passes-on": _solstis(964),
    "solstis-first-game": _solstis(0, "off"),
    "solstis-kept-rainbow": _solstis(3384),
    "solstis-many-rainbows": _solstis(149),
    "solstis-seven-spirits": _solstis(156, "off"),
    "solstis-shared-victory": _solstis(305),
    "solstis-squirrel-covered": _solstis(1624),
}


def play(plan: Plan) -> Match:
    """Play a plan out."""
    return play_out(new(plan.game, seed=plan.seed, **plan.options), plan.seed)


def tell(record: Json) -> str:
    """A game position by position: who moves, how many moves there are, what is seen."""
    lines, match = [json.dumps(record, ensure_ascii=False)], replay(record, to=0)
    for ply, move in enumerate([*record["moves"], "-"]):
        seen = json.dumps(match.view(), sort_keys=True, ensure_ascii=False)
        digest = hashlib.sha256(seen.encode()).hexdigest()[:12]
        lines.append(f"{ply:3} seat {match.turn} of {len(match.moves()):4} {digest} {move}")
        if match.turn is not None:
            match.play(move)
    return "\n".join([*lines, str(replay(record)), ""])
