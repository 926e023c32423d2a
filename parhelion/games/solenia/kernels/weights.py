"""The weights of the heuristics: what things are worth to a quick player, in stars.

They were found by many quick games in which small changes of all numbers played against each other.
"""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    CARDS,
    DAY_CITY,
    FIXED,
    MAX_COST,
    NUMBER_OF_POWERS,
    OF_SPACE,
    STAR_IF,
    STRIPS,
)

# --- resources and deliveries ------------------------------------------------------------

CHANCE = np.array([0.75, 0.48, 0.39, 0.3, 0.22, 0.1])
"""The chance to honour a tile, by the number of missing resources (five or more come last)."""
HURRY = 0.57
"""The chance is multiplied by this if the turns left are only just enough."""
SURPLUS = 3
"""What is added to the number of missing resources in `CHANCES`: so many more than are needed
count as none missing."""
CHANCES = np.zeros((CARDS + 1, SURPLUS + MAX_COST + 1))
"""The chance to honour a tile, by turns still to come and missing resources."""
for _later, _missing in np.ndindex(CARDS + 1, MAX_COST + 1):
    _spare = _later - 1 - (_missing + 1) // 2  # a turn brings two resources at most
    if _spare >= 0:
        _hurry = HURRY if _spare == 0 and _missing > 0 else 1.0
        CHANCES[_later, SURPLUS + _missing] = CHANCE[min(_missing, 5)] * _hurry
CHANCES[:, :SURPLUS] = CHANCES[:, [SURPLUS]]
OTHER_KIND = 0.19
"""What the second best kind of city counts beside the best."""
FIRST, SECOND, FURTHER = 0.59, 0.43, 0.11
"""What the first, the second, any further resource of a kind is worth beyond that."""
WHOLE_STORE = 8
"""When fewer turns than this are left, these three fall to nothing by and by."""
ANY_RESOURCE = 0.4
"""What any resource is worth besides, to the end of the game."""
IN_STORE = np.zeros((WHOLE_STORE + 1, 128))
"""What resources of one kind are worth, whatever is displayed, by turns still to come and 1 more
than their number, as in a packed store."""
for _later, _packed in np.ndindex(IN_STORE.shape):
    _number = _packed - 1
    _value = FIRST * (_number > 0) + SECOND * (_number > 1) + FURTHER * max(0, _number - 2)
    IN_STORE[_later, _packed] = _later / WHOLE_STORE * _value + ANY_RESOURCE * _number
OVERFLOW = 0.3
"""What is lost when a resource has to be dropped for another."""
GIVEN_RESOURCE = 1.21
"""A resource that a slot or an expelled card brings."""
LATE, LATE_RESOURCE = 2, 0.5
"""When so few turns are left, such a resource is only worth what it scores."""
ROOM = 0.3
"""Capacity for one resource more."""
PAIR, HALF_PAIR = 0.7, 0.54
"""The part of a pair's stars that counts when the pair is made, and when its first half is."""
PROMPTNESS = 1.56
"""A bonus for honouring a tile now: others want it, too."""

# --- cards and spaces --------------------------------------------------------------------

CARD = np.array([0.0, 1.0, 2.18])
"""What cards of value 0, 1 and 2 bring elsewhere."""
EXPULSION = 0.55
"""The part that counts of what a card brings when it is expelled later."""
EXPELLED_NOW, EXPELLED_FOREIGN = 0.42, 0.23
"""The part that counts of what own cards bring that are expelled now; what a card of somebody else
counts against it."""
FURTHER_AHEAD = -0.08
"""A strip further ahead: the card stays longer."""
IN_TIME, STAYING = np.zeros((CARDS + 1, STRIPS)), np.zeros((CARDS + 1, STRIPS))
"""How timely a card of each strip is expelled, and what speaks for the strip, by turns still to
come."""
for _later, _strip in np.ndindex(IN_TIME.shape):
    IN_TIME[_later, _strip] = min(1.0, (_later + 1) / (2 + 2 * _strip))
    STAYING[_later, _strip] = FURTHER_AHEAD * _strip * min(1.0, _later / 4)
NEW_CITY = 0.05
"""The part of a city's worth that counts if a card brings such a city within reach."""
VOYAGE_COST = 1.29
"""Each resource that a voyage costs."""
RESOURCES_OF = np.zeros((NUMBER_OF_POWERS, 6))
STARS_OF = np.zeros((NUMBER_OF_POWERS, 6))
"""What a card of each power brings when it is expelled from each sort of space."""
for _power in range(NUMBER_OF_POWERS):
    for _what in range(6):
        _on_island = _what < DAY_CITY
        RESOURCES_OF[_power, _what] = FIXED[_power].sum() + OF_SPACE[_power] * _on_island
        STARS_OF[_power, _what] = OF_SPACE[_power] * (1 - _on_island) + (STAR_IF[_power] == _what)
POWER_STARS = RESOURCES_OF * GIVEN_RESOURCE + STARS_OF
"""The same in stars."""

# --- slots and upgrade tiles -------------------------------------------------------------

CLIMBING = 0.5
"""A slot of the next level."""
WAKING, HALF_WAKING = 0.35, 0.15
"""For each later turn: a level-1 tile that starts to work, and half the way to it."""
CROWN = 6.0
"""A half of a level-3 tile that is reached."""
LASTING_APPEAL = np.array([1.0, 1.0, 1.6, 1.6, 2.0, 1.8, 1.2, 1.0])
"""The level-1 tiles in a draft, as `constants.LASTING` lists them."""
CROWN_APPEAL = np.array([1.2, 0.6, 0.9, 1.0, 0.9, 1.0, 1.0, 0.8])
"""The halves of level 3 in a draft, as `constants.CROWNING` lists them."""

# --- what a player may expect in the end -------------------------------------------------

# With several players, the weights of a linear fit to the final margins of 30,000 games of quick
# players, from all their positions with 2 to 28 cards to be played.
MARGIN_SCORE = 0.82
"""Each star scored so far."""
MARGIN_STORE = 0.46
"""Each star that a store is worth."""
MARGIN_RESOURCE = 0.9
"""Each resource in a store."""
MARGIN_DELIVERY = 1.96
"""Each delivery made."""
MARGIN_LYING = 1.06
"""Each star that cards on the board will bring."""
MARGIN_TO_MOVE = 1.03
"""Being the next to play a card."""
MARGIN_CARD = np.array([1.41, 1.53, 2.42])
"""Each unplayed card of value 0, 1 and 2."""

# Alone, against the Trade Wind:
ON_HAND = 0.9
"""The part of its worth that a store brings in the end."""
TURN, VALUE_LEFT, ZERO_LEFT = 2.3, 0.6, 1.3
"""What a turn brings beyond that; more for the value of its card, or for the power of a 0."""
LYING = 1.2
"""What a card on the board brings, times the worth of its power."""
WIND_TURN = 2.2
"""Stars that the Trade Wind makes in a turn (S32)."""

# In all games:
SPREAD, SPREAD_OF_TURNS, SPREAD_OF_WIND = 2.0, 0.16, 0.25
"""How many stars of a lead are sure in the last turn; more for each turn to come."""
FOR_WINNING = 0.8
"""The part of the value of a finished game that victory counts; the rest is for the lead."""
LEAD = 8.0
"""Stars of a lead that are clearly more than a narrow one."""

# --- chance and scale of the heuristics --------------------------------------------------

PLAY_NOISE = 0.6
"""Plays within so many stars of each other are all chosen at times."""
CHOICE_NOISE = 0.18
"""The same for other choices."""
PLAY_LUCK, CHOICE_LUCK = PLAY_NOISE / 2**32, CHOICE_NOISE / 2**32
"""The same for each 1 of a random number of 32 bits."""
STARS_PER_PRIOR = 2.0
"""So many stars more are one more in a prior."""
