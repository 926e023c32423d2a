"""The contract of the rules, and the loop that takes one step of a game after the other.

A turn is a chain of steps. A step does what the rules want and names the next step, or it asks a
seat to choose; a question with one answer is answered here. `apply` takes an answer and runs the
steps up to the next real question.
"""

import numpy as np

from parhelion.games.solstis.kernels.constants import (
    ACTION,
    CAPTURE,
    CHOICE,
    DRAW,
    EVIL,
    KEEP,
    MEET,
    PLAY,
    PLAY_BEETLE,
    PLAY_DEER,
    RAINBOW,
    SQUARE,
)
from parhelion.games.solstis.kernels.ending import close, cover, empty_hand, end
from parhelion.games.solstis.kernels.panorama import lay_rainbow, place_next
from parhelion.games.solstis.kernels.places import NONE, ONE
from parhelion.games.solstis.kernels.setup import (
    MAX_SPIRITS,
    NUMBER_OF_TILES,
    lay_out,
    shuffle_pieces,
)
from parhelion.games.solstis.kernels.spirits import (
    act,
    add_from_hand,
    add_from_line,
    draw_spirits,
    keep,
    look_for_a_seat,
    look_for_squares,
    meet,
    seat_spirit,
)
from parhelion.games.solstis.kernels.state import (
    BEGIN,
    CLOSE,
    DRAW_UP,
    EFFECT,
    EMPTY_HAND,
    LOOK,
    MATCH,
    PLACE,
    SIT,
)
from parhelion.games.solstis.kernels.turn import begin_turn, capture, draw_up, match, play
from parhelion.kernel import kernel, lowest, scratch
from parhelion.kernel.question_steps import ASK, is_forced, list_options, sample_option

# --- the contract ------------------------------------------------------------------------


@kernel
def deal(state, rng):
    """T5, T6: shuffle the tiles and the spirits, and lay them out."""
    tiles = scratch(NUMBER_OF_TILES, np.int8)
    spirits = scratch(MAX_SPIRITS, np.int8)[: EVIL + np.int64(state.evil)]
    shuffle_pieces(tiles, spirits, rng)
    begin_game(state, tiles, spirits)


@kernel
def begin_game(state, tiles, spirits):
    """Lay all pieces out in a given order; then the first seat is asked what it plays."""
    lay_out(state, tiles, spirits)
    run(state)
    state.happened = 0


@kernel
def actor(state):
    """The seat to decide, -1 when the game is over."""
    return int(state.actor)


@kernel
def legal(state, out):
    """The legal actions, ascending, into `out`; how many."""
    return list_options(state.options, ACTION[state.phase], out)


@kernel
def mask(state, out):
    """Whether each action is legal."""
    out[:] = 0
    options = state.options
    while options != NONE:
        out[ACTION[state.phase, lowest(options)]] = 1
        options &= options - ONE


@kernel
def mid_turn(state):
    """Whether a turn is under way: any question but which tile to play."""
    return state.phase != PLAY


@kernel
def sample(state, rng):
    """One uniformly random legal action."""
    return sample_option(state.options, ACTION[state.phase], rng)


@kernel
def apply(state, action):
    """Play a legal action, and all that follows from it without a choice. What chance decides is
    taken from `given` where it stands there, for games played on a real table."""
    state.happened = 0
    answer(state, CHOICE[action])
    run(state)
    state.given[:] = -1


# --- the loop ----------------------------------------------------------------------------


@kernel
def run(state):
    """Take one step after the other until somebody has a choice, or the game is over."""
    while True:
        if state.step != ASK:
            take_step(state)
        elif leaves_no_choice(state):
            answer(state, lowest(state.options))
        else:
            return


@kernel
def leaves_no_choice(state):
    """Whether a question is answered unasked. Which tile to play is asked even if one alone can
    be played, unless all can see that it is the last one in hand: from a missing question the
    other player would learn that no other tile of the hand captures (T16)."""
    if state.phase == PLAY and state.held[state.actor] > 1:
        return False
    return is_forced(state)


@kernel
def take_step(state):
    """Do what the step wants; it names the next one."""
    step = state.step
    if step == BEGIN:
        begin_turn(state)
    elif step == MATCH:
        match(state)
    elif step == PLACE:
        place_next(state)
    elif step == LOOK:
        look_for_squares(state)
    elif step == SIT:
        look_for_a_seat(state)
    elif step == EFFECT:
        act(state)
    elif step == DRAW_UP:
        draw_up(state)
    elif step == CLOSE:
        close(state)
    elif step == EMPTY_HAND:
        empty_hand(state)
    else:
        end(state)


@kernel
def answer(state, choice):
    """Do what was chosen; that names the next step."""
    phase = state.phase
    if phase == PLAY:
        play(state, choice)
    elif phase == CAPTURE:
        capture(state, choice)
    elif phase == RAINBOW:
        lay_rainbow(state, choice)
    elif phase == MEET and choice == DRAW:
        draw_spirits(state)
    elif phase == MEET:
        meet(state, choice)
    elif phase == KEEP:
        keep(state, choice)
    elif phase == SQUARE:
        seat_spirit(state, choice)
    elif phase == PLAY_DEER:
        add_from_hand(state, choice)
    elif phase == PLAY_BEETLE:
        add_from_line(state, choice)
    else:
        cover(state, choice)
