"""All that Numba compiles for Solstis, one file a chapter of the rules, and the data it reads.

| file          | chapter                                                  | rules              |
|---------------|----------------------------------------------------------|--------------------|
| `constants`   | the mountain, fires, spirits, actions                    | T1, T3, T4         |
| `state`       | the record of a game, its steps and events               | T2                 |
| `places`      | neighbours, areas and squares of places                  |                    |
| `tiles`       | hands, draw pile and line                                | T8, T11            |
| `setup`       | the deal                                                 | T5, T6             |
| `scoring`     | points                                                   | T3, T4, T18        |
| `panorama`    | tiles and rainbows come to a panorama                    | T10, T12           |
| `turn`        | play, capture, second chance, draw, pass                 | T7–T10, T14, T16   |
| `spirits`     | squares, meeting spirits, what they do, the Evil one     | T4, T13, T15       |
| `ending`      | the Evil spirit covers, the Squirrel adds                | T16, T17           |
| `knowledge`   | what a seat may know, and guesses of the rest            | T16                |
| `rules`       | the contract and the loop over the steps                 |                    |
| `observation` | what a seat observes, for environments                   |                    |
| `values`      | what panoramas, actions and spirits are worth            |                    |
| `heuristics`  | what bots ask of a position                              |                    |
| `statistics`  | what simulations count                                   |                    |

Each file imports only from files above it. Where `np.int64(…)` stands, an eight-bit field is
widened: uncompiled, NumPy would overflow, and Numba would compile large functions twice.
"""

from parhelion.games.solstis.kernels.constants import ACTIONS
from parhelion.games.solstis.kernels.heuristics import evaluate, may_win_now, prior, rollout
from parhelion.games.solstis.kernels.knowledge import hide, redeal
from parhelion.games.solstis.kernels.observation import observe
from parhelion.games.solstis.kernels.rules import (
    actor,
    apply,
    deal,
    legal,
    mask,
    mid_turn,
    sample,
)
from parhelion.games.solstis.kernels.scoring import scores
from parhelion.games.solstis.kernels.state import STATE
from parhelion.games.solstis.kernels.statistics import count_parts, count_pieces, note_choice

__all__ = [
    "ACTIONS",
    "STATE",
    "actor",
    "apply",
    "count_parts",
    "count_pieces",
    "deal",
    "evaluate",
    "hide",
    "legal",
    "mask",
    "may_win_now",
    "mid_turn",
    "note_choice",
    "observe",
    "prior",
    "redeal",
    "rollout",
    "sample",
    "scores",
]
