"""Everything of Solenia that is compiled, a file a chapter of the rulebook.

Each file imports only from those above it:

| file              | chapter                                                      | rules         |
|-------------------|--------------------------------------------------------------|---------------|
| `constants`       | sizes, spaces, cards, upgrade tiles, steps, action ids       | S1-S7         |
| `event_codes`     | what everybody sees happen                                   |               |
| `state`           | the record                                                   |               |
| `powers`          | who plays, with which powers                                 | S29, S31      |
| `spaces`          | neighbours, what a space produces                            | S1, S2, S5    |
| `resources`       | resources, stars, capacity                                   | S8, S18       |
| `cards`           | draw piles, hands, cards on the board                        | S10, S11, S20 |
| `upgrades`        | upgrade tiles                                                | S29           |
| `deliveries`      | honouring tiles, the display, slots and bonuses              | S16-S19, S27  |
| `reach`           | where a card may be played, voyages                          | S11-S14       |
| `turn`            | playing, discarding, gaining, drawing, the next seat         | S11-S16, S20  |
| `airship`         | expulsion, turning the strip                                 | S21-S24       |
| `solo`            | the Trade Wind                                               | S31, S32      |
| `setup`           | the deal                                                     | S3, S9, S10   |
| `scoring`         | the end and the score                                        | S25, S26, S33 |
| `knowledge`       | what a seat knows: hiding, guessing                          |               |
| `rules`           | the contract; the loop over all steps                        |               |
| `observation`     | what a seat observes, for environments                       |               |
| `position_setup`  | positions set up by hand                                     |               |
| `weights`         | what things are worth to a quick player                      |               |
| `position_values` | what a position is worth                                     |               |
| `move_values`     | what a move is worth                                         |               |
| `heuristics`      | what bots ask                                                |               |
| `statistics`      | what simulations count                                       |               |

`np.int64(…)` stands where a number of eight bits is read from an edition, a pile or the board and
then shifted, multiplied or handed on: uncompiled it would wrap at 127, and compiled every kernel
that receives it would be compiled twice.

`… & 7` stands where such a number is an index that is used often: then the compiler knows that it
is not negative, and need not ask whether it counts from the end.
"""

from parhelion.games.solenia.kernels.heuristics import (
    evaluate,
    evaluate_all,
    prior,
    priors,
    rollout,
)
from parhelion.games.solenia.kernels.observation import observe
from parhelion.games.solenia.kernels.rules import (
    ACTIONS,
    STATE,
    actor,
    apply,
    deal,
    hide,
    legal,
    mask,
    mid_turn,
    redeal,
    sample,
    scores,
    share,
)
from parhelion.games.solenia.kernels.statistics import count_parts, count_pieces, note_choice

__all__ = [
    "ACTIONS",
    "STATE",
    "actor",
    "apply",
    "count_parts",
    "count_pieces",
    "deal",
    "evaluate",
    "evaluate_all",
    "hide",
    "legal",
    "mask",
    "mid_turn",
    "note_choice",
    "observe",
    "prior",
    "priors",
    "redeal",
    "rollout",
    "sample",
    "scores",
    "share",
]
