"""Whole games with provable shuffles, as files for both checkers. Write them anew:

python -m tests.shuffled_games
"""

from pathlib import Path
from typing import NamedTuple

from parhelion import records
from parhelion.fair_shuffle import Shuffle
from parhelion.match import Match, new
from tests.positions import play_out

FOLDER = Path(__file__).parent / "shuffled_records"


class Plan(NamedTuple):
    """A game between random players; the number is its secret, too."""

    game: str
    number: int
    seats: list[str]
    options: dict[str, str]


UPGRADES = {"board": "winter", "upgrades": "on"}
PLANS = {
    "solstis": Plan("solstis", 39, ["Ann", ""], {}),
    "solstis-without-evil": Plan("solstis", 39, ["", "0123456789abcdef"], {"evil": "off"}),
    "solenia": Plan("solenia", 1, ["Ann", "Ben_2"], {}),
    "solenia-alone": Plan("solenia", 2, ["Ann", ""], {"players": "1", **UPGRADES}),
    "solenia-four": Plan(
        "solenia", 3, ["a", "b", "-c-", ""], {"players": "4", "sky": "dusk", **UPGRADES}
    ),
    "orion": Plan("orion", 4, ["Ann", "Ben"], {"setup": "random"}),
    "orion-symmetric": Plan("orion", 5, ["Ann", ""], {"setup": "symmetric-2"}),
    "orion-players": Plan("orion", 6, ["Ann", ""], {"setup": "players"}),
}
"""By the name of the file."""


def shuffled(plan: Plan) -> Match:
    """A game as it is dealt."""
    shuffle = Shuffle.of(f"{plan.number:032x}", plan.seats)
    match = new(plan.game, seed=shuffle.seed, **plan.options)
    match.shuffle = shuffle
    return match


def played(plan: Plan) -> Match:
    """A game to its end."""
    return play_out(shuffled(plan), plan.number)


def path(name: str) -> Path:
    """Where a game lies."""
    return FOLDER / f"{name}.json"


if __name__ == "__main__":
    for name, plan in PLANS.items():
        records.write(path(name), played(plan).record())
