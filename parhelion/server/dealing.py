"""Dealing: when everybody sits, from a secret of the server and a text of each seat.

Nobody knows the deal earlier, and nobody chose it; see docs/shuffles.md.
"""

from collections.abc import Mapping

from parhelion.fair_shuffle import Shuffle
from parhelion.games import Game
from parhelion.match import Match
from parhelion.server.chairs import Chairs

EXAMPLE = "example"
"""The seed of what is shown of a game before it is dealt."""


def dealt(game: Game, options: Mapping[str, object], secret: str, chairs: Chairs) -> Match:
    """The match of those who sit on some chairs."""
    shuffle = Shuffle.of(secret, [chair.text or "" for chair in chairs])
    match = Match(game, options, shuffle.seed)
    match.shuffle = shuffle
    return match


def undealt(game: Game, options: Mapping[str, object]) -> Match:
    """What is shown of a game that waits for people: how it may look, the same for everybody."""
    return Match(game, options, EXAMPLE)
