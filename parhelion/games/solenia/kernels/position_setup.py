"""Positions set up by hand: what follows from where the pieces lie, and the next question."""

import numpy as np

from parhelion.games.solenia.kernels.cards import lay_card
from parhelion.games.solenia.kernels.constants import (
    BARTER_PHASE,
    BEGIN,
    CHOOSE,
    CLEAR,
    DAY_CITY,
    DELIVER,
    DISPLAYED,
    DRAFT,
    DROP,
    END,
    EXPEL,
    GIVE,
    HONOUR,
    NEXT,
    NUMBER_OF_POWERS,
    PAY,
    PLAY,
    SEATS,
    SETTLE,
    SLOT,
    SPACES,
    STORE,
    SUMMER,
    TAKE,
    TILES,
    VOYAGE,
)
from parhelion.games.solenia.kernels.deliveries import choose_delivery, fill_slot, take_effect
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.games.solenia.kernels.rules import take_step
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.kernel import entry_point, kernel
from parhelion.kernel.arguments import States


@entry_point
def complete(states: States, phase: int) -> None:
    """Derive what follows from the pieces of a cleared record, and ask the question of a phase.

    Set are in states[0]: cards on the board (`lying`, `owner`), `hands`, `decks`, `used`, `tiles`,
    `display`, `piles`, `stock`, `stars`, `slots`, upgrade tiles, and the fields of the turn. A
    question with one answer is not answered. states[1] is memory.
    """
    state = states[0]
    count_tiles(state)
    states[1] = states[0]
    fill_all_slots(state, states[1])
    count_cards(state)
    ask_phase(state, phase)
    state.happened = state.revealed = 0


@kernel
def count_tiles(state):
    """How many tiles lie in each pile, and on each board."""
    for row in range(2):
        state.left[row] = 0
        for tile in range(TILES):
            state.left[row] += state.piles[row, tile] >= 0
            for seat in range(SEATS):
                state.delivered[seat, row] += state.tiles[seat, row] >> tile & 1


@kernel
def fill_all_slots(state, before):
    """Capacity, powers and hand limits: what the deliveries of all players brought that lasts; the
    rest stays as before."""
    state.slots[:] = 0
    for seat in range(state.players):
        state.turn = seat
        for row in range(2):
            fill_row(state, seat, row, before.slots[seat, row])
    for seat in range(SEATS):
        state.stars[seat] = before.stars[seat]
        for resource in range(4):
            state.stock[seat, resource] = before.stock[seat, resource]
    state.turn, state.to_choose = before.turn, before.to_choose
    state.among, state.giving = before.among, before.giving


@kernel
def fill_row(state, seat, row, filled):
    """Let the slots of a row have their effect again."""
    state.row = row
    for slot in range(6):
        if state.board != SUMMER and filled >> slot & 1:
            fill_slot(state, slot)
        elif state.board == SUMMER and slot < state.delivered[seat, row]:
            take_effect(state, seat, SUMMER, row, slot)


@kernel
def count_cards(state):
    """How many cards are in hands and draw piles; which spaces are taken."""
    for seat in range(decks_in_play(state)):
        state.held[seat] = number_of_cards(state.hands[seat])
        state.deck_left[seat] = number_of_cards(state.decks[seat])
    for space in SPACES:
        if state.lying[space] >= 0:
            lay_card(state, np.int64(state.owner[space]), np.int64(state.lying[space]), space)


@kernel
def number_of_cards(pile):
    """How many cards are in a hand or a draw pile."""
    n = 0
    for place in range(len(pile)):
        n += pile[place] >= 0
    return n


@kernel
def look_at_place(state):
    """The card just played: its value, and the kind of delivery; whether it lies on a city."""
    what = produces(state, state.place)
    state.value = state.lying[state.place] // NUMBER_OF_POWERS
    state.row = max(0, what - DAY_CITY)
    return what >= DAY_CITY


@kernel
def ask_phase(state, phase):
    """Ask what a phase is about. If there is nothing to ask, the step is not `ASK` afterwards."""
    state.filling = (state.turn + max(0, state.paid_out - 1)) % SEATS
    state.after = EXPEL
    state.step = step_of(phase)
    on_city = state.place >= 0 and look_at_place(state)
    if phase == PAY and state.place < 0:
        return
    if phase in (DELIVER, BARTER_PHASE, SLOT) and not on_city:
        return
    if phase != BARTER_PHASE:
        take_step(state)
    elif state.chosen >= 0 and state.display[state.row, state.chosen] >= 0:
        choose_delivery(state, DISPLAYED * state.row + state.chosen)


@kernel
def step_of(phase):
    """The step that asks the question of a phase."""
    if phase == PLAY:
        return BEGIN
    if phase == PAY:
        return VOYAGE
    if phase in (DELIVER, BARTER_PHASE):
        return HONOUR
    if phase == SLOT:
        return SETTLE
    if phase == TAKE:
        return CHOOSE
    if phase == GIVE:
        return CLEAR
    if phase == DROP:
        return STORE
    return NEXT if phase == DRAFT else END
