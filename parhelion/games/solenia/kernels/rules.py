"""The contract with bots and tables, and the loop that takes one step of the rules after the other.

A turn is a chain of steps. A step does what the rules want and names the next one, or it asks a
player something. `apply` takes the answer and carries on until somebody has a choice: a question
with only one answer is answered at once.
"""

import numpy as np

from parhelion.games.solenia.kernels.airship import expel, turn_strip
from parhelion.games.solenia.kernels.cards import kinds_in_hand
from parhelion.games.solenia.kernels.constants import (
    ACTION,
    ACTIONS,
    BARTER_PHASE,
    BEGIN,
    BLOW,
    CHOICE,
    CHOOSE,
    CLEAR,
    DELIVER,
    DRAFT,
    DRAW,
    DROP,
    EXPEL,
    FIRST_CHOICE,
    GAIN,
    GIVE,
    HONOUR,
    NEXT,
    NONE,
    NUMBER_OF_SPACES,
    ONE,
    OVER,
    PAY,
    PLAY,
    PLAYS,
    SETTLE,
    SLOT,
    SPACE,
    SPACE_NUMBER,
    STORE,
    TAKE,
    TURN_STRIP,
    VOYAGE,
)
from parhelion.games.solenia.kernels.deliveries import (
    choose_delivery,
    fill_slot,
    honour,
    pay_delivery,
    settle,
)
from parhelion.games.solenia.kernels.knowledge import hide, redeal
from parhelion.games.solenia.kernels.reach import pay_voyage, voyage
from parhelion.games.solenia.kernels.resources import choose, drop, store, take
from parhelion.games.solenia.kernels.scoring import end, scores, share
from parhelion.games.solenia.kernels.setup import hand_out, shuffle_all
from parhelion.games.solenia.kernels.solo import blow
from parhelion.games.solenia.kernels.state import STATE
from parhelion.games.solenia.kernels.turn import (
    begin_turn,
    discard,
    draw,
    gain,
    is_only_play,
    next_turn,
    play,
)
from parhelion.games.solenia.kernels.upgrades import clear_stock, draft, give
from parhelion.kernel import below, kernel, lowest, nth_bit, popcount
from parhelion.kernel.question_steps import ASK, is_forced, list_options, sample_option

__all__ = [
    "ACTIONS",
    "STATE",
    "actor",
    "apply",
    "deal",
    "hide",
    "legal",
    "mask",
    "mid_turn",
    "redeal",
    "sample",
    "scores",
    "share",
]


@kernel
def deal(state, rng):
    """Set up a game from the options in a state."""
    shuffle_all(state, rng)
    begin(state)


@kernel
def begin(state):
    """Begin a game in which everything lies shuffled."""
    hand_out(state)
    carry_on(state)
    state.happened = 0


@kernel
def actor(state):
    """The seat to decide, -1 when the game is over."""
    return int(state.actor)


@kernel
def mid_turn(state):
    """Whether what is chosen now belongs to a card that was played before."""
    return state.phase not in (PLAY, DRAFT, OVER)


# --- what is legal -----------------------------------------------------------------------


@kernel
def legal(state, out):
    """The legal actions, ascending, into `out`; how many."""
    if state.phase == PLAY:
        return list_plays(state, out)
    return list_options(state.options, ACTION[state.phase], out)


@kernel
def mask(state, out):
    """1 for every legal action, 0 for all others."""
    out[:] = 0
    if state.phase == PLAY:
        mark_plays(state, out)
        return
    options = np.uint64(state.options)
    while options != NONE:
        out[ACTION[state.phase, lowest(options)]] = 1
        options &= options - ONE


@kernel
def mark_plays(state, out):
    """S11-S14: 1 for every card on every space, and for discards if nothing else is free."""
    for i in range(state.held[state.actor]):
        kind, spaces = np.int64(state.cards[state.hands[state.actor, i]]), state.spaces
        while spaces != NONE:
            out[NUMBER_OF_SPACES * kind + SPACE_NUMBER[lowest(spaces)]] = 1
            spaces &= spaces - ONE
        if state.free == NONE:
            out[PLAYS + kind] = 1


@kernel
def list_plays(state, out):
    """S11-S14: every kind in hand on every space, and discards if nothing else is free."""
    kinds, n = kinds_in_hand(state, state.actor), 0
    left = kinds
    while left != NONE:
        spaces = state.spaces
        while spaces != NONE:
            out[n] = NUMBER_OF_SPACES * lowest(left) + SPACE_NUMBER[lowest(spaces)]
            n += 1
            spaces &= spaces - ONE
        left &= left - ONE
    while state.free == NONE and kinds != NONE:
        out[n] = PLAYS + lowest(kinds)
        n += 1
        kinds &= kinds - ONE
    return n


@kernel
def sample(state, rng):
    """One uniformly random legal action."""
    if state.phase != PLAY:
        return sample_option(state.options, ACTION[state.phase], rng)
    kinds = kinds_in_hand(state, state.actor)
    spaces = popcount(state.spaces)
    each = spaces + (state.free == NONE)
    pick = below(rng, popcount(kinds) * each)
    kind = nth_bit(kinds, pick // each)
    if pick % each == spaces:
        return PLAYS + kind
    return NUMBER_OF_SPACES * kind + SPACE_NUMBER[nth_bit(state.spaces, pick % each)]


# --- playing -----------------------------------------------------------------------------


@kernel
def apply(state, action):
    """Play a legal action, and all that follows from it without a choice."""
    state.happened = 0
    if action < PLAYS:
        play(state, action // NUMBER_OF_SPACES, SPACE[action % NUMBER_OF_SPACES])
    elif action < FIRST_CHOICE:
        discard(state, action - PLAYS)
    else:
        answer(state, CHOICE[action])
    carry_on(state)
    state.given[:] = -1


@kernel
def carry_on(state):
    """Take one step after the other until somebody has a choice, or the game is over."""
    while True:
        if state.step != ASK:
            take_step(state)
        elif is_forced(state):
            answer(state, lowest(np.uint64(state.options)))
        elif state.phase == PLAY and is_only_play(state):
            play_last_card(state)
        else:
            return


@kernel
def play_last_card(state):
    """Play the only card in hand in the only way there is."""
    kind = lowest(kinds_in_hand(state, state.turn))
    if state.spaces == NONE:
        discard(state, kind)
    else:
        play(state, kind, lowest(state.spaces))


@kernel
def answer(state, choice):
    """Do what was chosen and name the next step."""
    phase = state.phase
    if phase == PAY:
        pay_voyage(state, choice)
    elif phase == DELIVER:
        choose_delivery(state, choice)
    elif phase == BARTER_PHASE:
        pay_delivery(state, choice)
    elif phase == SLOT:
        fill_slot(state, choice)
    elif phase == TAKE:
        take(state, choice)
    elif phase == GIVE:
        give(state, choice)
    elif phase == DROP:
        drop(state, choice)
    else:
        draft(state, choice)


@kernel
def take_step(state):
    """Take the next step."""
    step = state.step
    if step == BEGIN:
        begin_turn(state)
    elif step == VOYAGE:
        voyage(state)
    elif step == GAIN:
        gain(state)
    elif step == HONOUR:
        honour(state)
    elif step == SETTLE:
        settle(state)
    elif step == CHOOSE:
        choose(state)
    elif step == STORE:
        store(state)
    elif step == CLEAR:
        clear_stock(state)
    elif step == EXPEL:
        expel(state)
    elif step == TURN_STRIP:
        turn_strip(state)
    elif step == DRAW:
        draw(state)
    elif step == NEXT:
        next_turn(state)
    elif step == BLOW:
        blow(state)
    else:
        end(state)
