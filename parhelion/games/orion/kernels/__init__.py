"""The rules of Orion Duel and its heuristics, compiled: a file a chapter of docs/rules.

| file               | chapter                                                   | rules    |
|--------------------|-----------------------------------------------------------|----------|
| `constants`        | the board, the tiles, every placement, as constant arrays | O1-O4    |
| `bitsets`          | sets of cells and of placements as bits                   |          |
| `state`            | the record                                                |          |
| `ending`           | winning conditions counted; the end                       | O11-O13  |
| `chains`           | hexes of one colour joined, and what a chain reaches      | O10      |
| `placement`        | what may be placed; laying a tile                         | O4 O8 O9 |
| `layout_slots`     | what random layouts are drawn from, made ahead            | O5-O7    |
| `token_layouts`    | where the tokens may lie                                  | O5-O7    |
| `setup`            | the deal; tokens placed by the players                    | O7       |
| `rules`            | the contract with all games; one move                     |          |
| `observation`      | what a seat observes, for environments                    |          |
| `chain_values`     | what chains and hexes are worth                           |          |
| `link_distance`    | how many cells a link still needs                         |          |
| `threats`          | which placements would win                                |          |
| `network_features` | what a network sees                                       |          |
| `heuristics`       | what bots ask                                             |          |
| `statistics`       | what simulations count                                    |          |

A file imports only from those above it.

`np.int64(…)` stands where a small unsigned number is read to calculate with: NumPy would keep
its width and overflow, Numba would make a float of it and a signed number.
"""

from parhelion.games.orion.kernels.constants import ACTIONS
from parhelion.games.orion.kernels.heuristics import evaluate, prior, rollout
from parhelion.games.orion.kernels.network_features import FEATURES, features
from parhelion.games.orion.kernels.observation import observe
from parhelion.games.orion.kernels.rules import actor, apply, deal, legal, mask, sample, scores
from parhelion.games.orion.kernels.state import STATE
from parhelion.games.orion.kernels.statistics import count_pieces, note_choice

__all__ = [
    "ACTIONS",
    "FEATURES",
    "STATE",
    "actor",
    "apply",
    "count_pieces",
    "deal",
    "evaluate",
    "features",
    "legal",
    "mask",
    "note_choice",
    "observe",
    "prior",
    "rollout",
    "sample",
    "scores",
]
