"""Parhelion: three sky board games at one table, and any game you add.

Play
----
`new` deals a game, `position` sets one up, `replay` and `load` bring one back. All give a `Match`:

    >>> import parhelion as ph
    >>> match = ph.new("orion", seed=7, setup="symmetric-1")
    >>> match.turn, len(match.moves()), "line e4 e5/e6" in match.moves()
    (0, 1220, True)
    >>> match.play("line e4 e5/e6")
    >>> while match.turn is not None:
    ...     match.play(ph.bot("orion", level=0, seed=match.ply).choose(match))
    >>> match.scores, match.winners
    ((0, 1), (1,))

`match.play`, `match.undo`, `match.moves()`, `match.history`, `match.view(seat)`, `match.outcome`,
`match.preview(move)` and `print(match)` do what their names say; `help(ph.Match)` tells all.

Which games, which options
--------------------------
`games()` lists the games, `game("solenia").options` what can be chosen. Options are keywords of
`new`; numbers and booleans are taken as such:

    >>> ph.new("solenia", seed=1, players=3, upgrades=True, board="winter").seats
    ('Teal', 'Coral', 'Violet')

Keep
----
`match.record()` is the whole game as JSON, `save` and `load` keep it in a file, `replay` checks it
move by move. Matches can be copied, compared and pickled.

Bots and reviews
----------------
`bot("solstis", level=3).choose(match)` plays, its `analyse` rates moves, `review` looks at a whole
game: mistakes, turning points, luck and skill.

Errors
------
Everything that can go wrong for a user is a `ParhelionError`; `IllegalMove` has `.ply`, `.move` and
`.why`.
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from parhelion.errors import (
    BadArray,
    BadBot,
    BadDeal,
    BadEdition,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    GameOver,
    IllegalMove,
    MissingExtra,
    ParhelionError,
    UnknownBot,
    UnknownGame,
)

if TYPE_CHECKING:
    from parhelion.bots import bot
    from parhelion.bots.review import Review, review
    from parhelion.games import Game, Move, Outcome
    from parhelion.games.registry import load as game
    from parhelion.match import Match, load, new, position, replay, save

    def games() -> list[Game]:
        """Every game; at run time the module `parhelion.games`, which can be called."""


__version__ = version("parhelion")

__all__ = [
    "BadArray",
    "BadBot",
    "BadDeal",
    "BadEdition",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "GameOver",
    "IllegalMove",
    "Match",
    "MissingExtra",
    "Move",
    "Outcome",
    "ParhelionError",
    "Review",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "bot",
    "game",
    "games",
    "load",
    "new",
    "position",
    "replay",
    "review",
    "save",
]

_LAZY = {
    "bot": "bots",
    "review": "bots.review",
    "Review": "bots.review",
    "game": "games.registry",
    "Game": "games",
    "Move": "games",
    "Outcome": "games",
} | dict.fromkeys(("Match", "load", "new", "position", "replay", "save"), "match")
_RENAMED = {"game": "load"}


def __getattr__(name: str) -> Any:
    """Import what needs the compiler when it is first used: a mere `--help` does not."""
    if name == "games":
        return import_module(f"{__name__}.games")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), _RENAMED.get(name, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
