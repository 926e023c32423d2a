"""The turn: play or discard a card (S11, S14), gain from the space (S15, S16), draw, pass on."""

from parhelion.games.solenia.kernels.cards import draw_up, lay_card, take_from_hand
from parhelion.games.solenia.kernels.constants import (
    BEGIN,
    BLOW,
    CLOUD_NETS,
    DAY_CITY,
    END,
    EXPEL,
    GAIN,
    HONOUR,
    NEXT,
    NONE,
    NUMBER_OF_POWERS,
    PLAY,
    STRIDE,
    VOYAGE,
)
from parhelion.games.solenia.kernels.event_codes import ADVANCED, DISCARDED, FROM_SPACE, PLAYED
from parhelion.games.solenia.kernels.powers import decks_in_play, has_power, is_wind
from parhelion.games.solenia.kernels.reach import find_spaces, price_of
from parhelion.games.solenia.kernels.resources import add_resources, add_stars, check_store
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.games.solenia.kernels.upgrades import ask_draft
from parhelion.kernel import kernel, popcount
from parhelion.kernel.question_steps import TURN_OVER, ask, tell


@kernel
def begin_turn(state):
    """S11: choose a card and a space; S14: if nothing is free, extend or discard."""
    find_spaces(state, state.turn)
    state.paid_out = 0
    ask(state, PLAY, 0, state.turn)


@kernel
def is_only_play(state):
    """Whether the last card in hand can be played in one way only. Several cards of one kind are
    asked for all the same: a missing question would tell the others about the hand."""
    ways = popcount(state.spaces) + (state.free == NONE)
    return state.held[state.turn] == 1 and ways == 1


@kernel
def play(state, kind, space):
    """S11, S13, S21: lay a card on a space; the voyage is measured before the airship moves."""
    seat = state.turn
    take_from_hand(state, seat, kind)
    state.price = price_of(state, seat, space)
    state.place = space
    state.value = kind // NUMBER_OF_POWERS
    state.ahead = state.value == 0
    state.last_lane = space % STRIDE
    lay_card(state, seat, kind, space)
    tell(state, PLAYED, 64 * kind + space, seat)
    if state.ahead:
        tell(state, ADVANCED, 0, seat)
    state.spaces = state.free = NONE
    state.step = VOYAGE if state.price > 0 else GAIN


@kernel
def discard(state, kind):
    """S14: a discarded card only advances the airship."""
    take_from_hand(state, state.turn, kind)
    tell(state, DISCARDED, kind, state.turn)
    tell(state, ADVANCED, 0, state.turn)
    state.place = -1
    state.ahead = 1
    state.spaces = state.free = NONE
    state.step = EXPEL


@kernel
def gain(state):
    """S15, S16: the card's value in what the island produces, or in stars and then a delivery."""
    seat, what, value = state.turn, produces(state, state.place), state.value
    if value == 0 and has_power(state, seat, CLOUD_NETS):
        value = 1
    if what >= DAY_CITY:
        add_stars(state, seat, value, FROM_SPACE)
        state.row = what - DAY_CITY
        state.step = HONOUR
    else:
        add_resources(state, seat, what, value, FROM_SPACE)
        check_store(state, seat, EXPEL)


@kernel
def draw(state):
    """S20: draw back to three while the pile lasts."""
    state.place = -1
    draw_up(state, state.turn)
    state.step = NEXT


@kernel
def next_turn(state):
    """The next seat; S24, S25: the end once all have played their sixteen cards."""
    if state.upgrades and state.draft_round < 2:
        ask_draft(state)
    elif state.draft_round == 2:
        state.draft_round = 3
        state.turn = 0
        state.step = BEGIN
    else:
        tell(state, TURN_OVER, 0, state.turn)
        state.turn = (state.turn + 1) % decks_in_play(state)
        if is_wind(state, state.turn):
            state.step = BLOW
        else:
            state.step = BEGIN if state.held[state.turn] > 0 else END
