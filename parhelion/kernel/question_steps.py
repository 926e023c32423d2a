"""What games made of questions share: asking, listing the answers, writing down events.

A turn of such a game is a chain of steps. A step does what the rules want and names the next
step, or it asks a seat to choose among some options. The record has the fields

| field      | meaning                                                     |
|------------|-------------------------------------------------------------|
| `actor`    | the seat that is asked                                      |
| `phase`    | what is asked                                               |
| `options`  | the possible answers, as a bit set                          |
| `step`     | the next step, `ASK` while an answer is awaited             |
| `happened` | how many events the last action brought about               |
| `events`   | these events, 32 bits each: kind, seat, value (8 + 8 + 16)  |
"""

import numpy as np

from parhelion.kernel.bits import lowest, nth_bit, popcount
from parhelion.kernel.compiler import kernel
from parhelion.kernel.rng import below

ASK = 0
"""The step that waits for an answer."""
LUCK, TURN_OVER = 254, 255
"""The events after which nothing is previewed: chance decides how the turn goes on; the turn is
over, and what follows in the same action belongs to others."""

_NONE, _ONE = np.uint64(0), np.uint64(1)


@kernel
def ask(state, phase, options, seat):
    """Let a seat choose among some options."""
    state.phase = phase
    state.options = options
    state.actor = seat
    state.step = ASK


@kernel
def is_forced(state):
    """Whether the question has only one answer."""
    return popcount(np.uint64(state.options)) == 1


@kernel
def list_options(options, actions, out):
    """Write the actions of some options into `out`; return how many."""
    left, n = np.uint64(options), 0
    while left != _NONE:
        out[n] = actions[lowest(left)]
        n += 1
        left &= left - _ONE
    return n


@kernel
def sample_option(options, actions, rng):
    """The action of one uniformly random option."""
    word = np.uint64(options)
    return actions[nth_bit(word, below(rng, popcount(word)))]


@kernel
def tell(state, event, value, seat):
    """Write down what everybody sees happen."""
    if state.happened < len(state.events):
        state.events[state.happened] = event << 24 | np.int64(seat) << 16 | np.int64(value)
        state.happened += 1
