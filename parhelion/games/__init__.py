"""The games at the table. A game is a folder; nothing outside it names it.

A game is a folder here, or a package that announces itself (see `parhelion.games.registry`). It
offers, as modules:

| module         | what                                                       | required   |
|----------------|------------------------------------------------------------|------------|
| `__init__`     | `INFO`, cheap to import (see `Info`)                       | yes        |
| `kernels`      | `STATE`, `ACTIONS` and the compiled functions of the rules | yes        |
| `notation`     | moves and deals as text (see `Notation`)                   | `text`     |
| `view`         | what a seat sees, how a game ended (see `Viewing`)         | `describe` |
| `scene`        | the table as every front end draws it (see `Drawing`)      | `scene`    |
| `text_board`   | the table as styled lines, for terminals (see `TextBoard`) | no         |
| `position`     | `write_position(states, position)`: sets any position up   | no         |
| `explanations` | what speaks for a move (see `Explaining`)                  | no         |
| `symmetries`   | `feature_symmetries()`: what training may turn or mirror   | no         |
| `statistics`   | what simulations count (see `Statistics`)                  | no         |
| `observation`  | `PARTS`: what the kernel `observe` writes (`ObservedPart`) | no         |
| `tuning`       | files whose numbers can be searched (see `Tuning`)         | no         |

and as files `symbols.svg` and `theme.css`, its drawings and colours, `locale/*.po`, its words,
`network.npz`, the weights of its network (see docs/learning.md),
`rules/*.md`, its rulebook (see `parhelion.games.rulebook`), and `lessons/*.toml`, its guided first
games (see `parhelion.games.lesson_file`). `kernels` is a module or a package; what is compiled lies
there and nowhere else. Which functions it has to offer is said in `parhelion.kernel.dispatch`;
everything that is not required has a default, in
`parhelion.kernel.defaults` and `parhelion.games.defaults`.

Some fields of the record have a meaning to everybody:

- `rng`: the generator. It is required, and `parhelion.kernel.record` adds it.
- `revealed`: a counter that the kernels raise whenever something hidden comes to light. A game
  that has it has secrets, and moves up to there are never taken back. (`Info.shown_by` tells
  by which moves a seat shows to the others what only it had seen.)
- `events`, `happened`: what everybody saw of the last action; the log and the previews of moves
  are made from them (see `parhelion.kernel.question_steps`).
- `given`: what chance decides in the next action; -1: the generator decides.
- `rules`: the version of the rules it is played by; 0: the newest.

Calling this module lists the games:

>>> import parhelion as ph
>>> sorted(game.name for game in ph.games() if game.info.publisher)
['orion', 'solenia', 'solstis']
"""

import sys
from types import ModuleType

from parhelion.games.contract import (
    GRADES,
    Drawing,
    Event,
    Explaining,
    Explanation,
    Grade,
    Info,
    Json,
    Move,
    Notation,
    Option,
    Outcome,
    PlayedMove,
    Refusal,
    Result,
    Span,
    Statistics,
    TextBoard,
    Tuning,
    View,
    Viewing,
)
from parhelion.games.game import Game
from parhelion.games.registry import load, names, rediscover

__all__ = [
    "GRADES",
    "Drawing",
    "Event",
    "Explaining",
    "Explanation",
    "Game",
    "Grade",
    "Info",
    "Json",
    "Move",
    "Notation",
    "Option",
    "Outcome",
    "PlayedMove",
    "Refusal",
    "Result",
    "Span",
    "Statistics",
    "TextBoard",
    "Tuning",
    "View",
    "Viewing",
    "load",
    "names",
    "rediscover",
]


class _Games(ModuleType):
    """This module, callable: `ph.games()` is the list that users expect under this name."""

    def __call__(self) -> list[Game]:
        """Every game."""
        return [load(name) for name in names()]


sys.modules[__name__].__class__ = _Games
