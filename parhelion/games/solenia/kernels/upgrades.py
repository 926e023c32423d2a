"""Upgrade tiles: the draft, and what the tiles do when they start to work (S29)."""

from parhelion.games.solenia.kernels.cards import draw_up
from parhelion.games.solenia.kernels.constants import (
    ANY,
    CHOOSE,
    CLEAR,
    CLEARANCE,
    CORNUCOPIA,
    DEEP_HOLD,
    DRAFT,
    GIVE,
    HARBOUR,
    JUBILEE,
    LEVEL_3,
    LOOKOUT,
    NEXT,
    REGATTA,
    SLOT_1B,
    STOP,
)
from parhelion.games.solenia.kernels.event_codes import (
    CROWNED,
    DRAFTED,
    FROM_BOARD,
    GIVEN,
    HALF_AWAKE,
    WOKE,
)
from parhelion.games.solenia.kernels.powers import (
    crowning_amount,
    crowning_stars,
    lasting_amount,
    lasting_stars,
)
from parhelion.games.solenia.kernels.resources import (
    add_capacity,
    add_resources,
    add_stars,
    amount_in,
    in_stock,
    let_choose,
)
from parhelion.kernel import kernel, popcount
from parhelion.kernel.question_steps import ask, tell

# --- the draft ---------------------------------------------------------------------------


@kernel
def ask_draft(state):
    """S29: from the last player backwards, first a tile of either level, then of the other."""
    seat, options = state.turn, 0
    for i in range(state.players):
        if state.offered_1[i] >= 0 and state.level_1[seat] < 0:
            options |= 1 << state.offered_1[i]
        if state.offered_3[i, 0] >= 0 and state.level_3[seat, 0] < 0:
            options |= 1 << (LEVEL_3 + i)
    ask(state, DRAFT, options, seat)


@kernel
def draft(state, choice):
    """S29: a player takes a tile; the next one asked is the one before."""
    tell(state, DRAFTED, choice, state.turn)
    if choice >= LEVEL_3:
        take_level_3(state, state.turn, choice - LEVEL_3)
    else:
        take_level_1(state, state.turn, choice)
    if state.turn > 0:
        state.turn -= 1
    else:
        state.draft_round += 1
        state.turn = state.players - 1
    state.step = NEXT


@kernel
def take_level_1(state, seat, power):
    """A player takes the offered tile of a level-1 power."""
    i = 0
    while state.offered_1[i] != power:
        i += 1
    state.level_1[seat] = power
    state.offered_1[i] = -1


@kernel
def take_level_3(state, seat, i):
    """A player takes an offered tile of level 3."""
    for row in range(2):
        state.level_3[seat, row] = state.offered_3[i, row]
        state.offered_3[i, row] = -1


# --- tiles at work -----------------------------------------------------------------------


@kernel
def wake_lasting(state, seat):
    """S29: the level-1 tile works once both 1b slots hold a delivery."""
    state.step = CHOOSE
    power = state.level_1[seat]
    if not state.slots[seat, 0] & state.slots[seat, 1] & (1 << SLOT_1B):
        tell(state, HALF_AWAKE, power, seat)
        return
    state.powers[seat] |= 1 << power
    tell(state, WOKE, power, seat)
    add_stars(state, seat, lasting_stars(state, power), FROM_BOARD)
    if power == DEEP_HOLD:
        add_capacity(state, seat, lasting_amount(state, DEEP_HOLD, 0))
        let_choose(state, seat, lasting_amount(state, DEEP_HOLD, 1), ANY)
    elif power == LOOKOUT:
        state.limit[seat] += 1
        draw_up(state, seat)


@kernel
def crown(state, seat, row):
    """S29: a half of the level-3 tile works at once, or counts at the end."""
    power = state.level_3[seat, row]
    state.crowns[seat, row] |= 1 << power
    amount = crowning_amount(state, power, 0)
    tell(state, CROWNED, power, seat)
    add_stars(state, seat, crowning_stars(state, power), FROM_BOARD)
    state.step = CHOOSE
    if power == REGATTA:
        stars = amount * popcount(state.own[seat])
        add_stars(state, seat, max(stars, crowning_amount(state, power, 1)), FROM_BOARD)
    elif power == CLEARANCE:
        state.giving = amount
        state.step = CLEAR
    elif power == CORNUCOPIA:
        add_stars(state, seat, amount, FROM_BOARD)
        for resource in range(4):
            add_resources(state, seat, resource, 1, FROM_BOARD)
    elif power in (JUBILEE, HARBOUR):
        add_stars(state, seat, amount, FROM_BOARD)


@kernel
def clear_stock(state):
    """S29, clearance: give resources for stars, or stop."""
    if state.giving == 0 or amount_in(state, state.turn) == 0:
        state.giving = 0
        state.step = CHOOSE
    else:
        ask(state, GIVE, in_stock(state, state.turn) | 1 << STOP, state.turn)


@kernel
def give(state, choice):
    """A resource for stars, or no more."""
    state.step = CLEAR
    if choice == STOP:
        state.giving = 0
        return
    state.giving -= 1
    state.stock[state.turn, choice] -= 1
    tell(state, GIVEN, choice, state.turn)
    add_stars(state, state.turn, crowning_amount(state, CLEARANCE, 1), FROM_BOARD)
