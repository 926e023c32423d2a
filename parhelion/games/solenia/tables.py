"""The board, the kinds of cards, the powers and the action ids of Solenia, as tables.

Ids such as S12 are those of docs/rules. A space is a bit of a word, six bits a strip of which the
last is never used: a step to the side is one bit, a step ahead is six.
"""

import numpy as np

STRIPS = LANES = 5
STRIDE = 6
SPACES = tuple(STRIDE * strip + lane for strip in range(STRIPS) for lane in range(LANES))
"""All 25, from the rear strip to the front one."""
BOARD = np.uint64(sum(1 << space for space in SPACES))
WORD = 64

RESOURCES = ("wood", "wheat", "stone", "water")
WOOD, WHEAT, STONE, WATER = range(4)
DAY_CITY, NIGHT_CITY = 4, 5
LETTERS = "WHSADN"
"""What a space is, in editions: a resource it produces, or a city of the day or the night."""

# --- cards (S6) --------------------------------------------------------------------------

POWERS = (
    "x1", "x2", "wh", "ws", "wa", "hs", "ha", "sa", "w", "h", "s", "a", "*w", "*h", "*s", "*a",
)  # fmt: skip
"""When expelled: so many of what the space produces; both of a pair; one of a kind; a star if
the space produces it."""
OF_SPACE = np.array([1, 2] + [0] * 14, dtype=np.int64)
FIXED = np.zeros((16, 4), dtype=np.int64)
STAR_IF = np.full(16, -1, dtype=np.int64)
for _power, _name in enumerate(POWERS[2:], start=2):
    for _letter in _name.strip("*"):
        if _name[0] == "*":
            STAR_IF[_power] = "whsa".index(_letter)
        else:
            FIXED[_power, "whsa".index(_letter)] = 1
VALUES = 3
KINDS = VALUES * len(POWERS)
"""A kind of card is 16 times its value and its power."""

# --- upgrade tiles (S29) -----------------------------------------------------------------

LASTING = (
    "tailwind", "crow's nest", "deep hold", "star chart", "cloud nets", "barter", "lookout",
    "salvage",
)  # fmt: skip
TAILWIND, CROWS_NEST, DEEP_HOLD, STAR_CHART, CLOUD_NETS, BARTER, LOOKOUT, SALVAGE = range(8)
CROWNING = (
    "jubilee", "harbour", "twin cities", "guild", "cornucopia", "regatta", "clearance",
    "homecoming",
)  # fmt: skip
JUBILEE, HARBOUR, TWIN_CITIES, GUILD, CORNUCOPIA, REGATTA, CLEARANCE, HOMECOMING = range(8)

# --- slots (S27) -------------------------------------------------------------------------

SLOTS = ("1a", "1b", "2a", "2b", "3a", "3b")
SLOT_1B, SLOT_3B = 1, 5

# --- actions -----------------------------------------------------------------------------

PHASES = (
    "play", "pay", "deliver", "barter", "slot", "take", "give", "drop", "draft", "over",
)  # fmt: skip
PLAY, PAY, DELIVER, BARTER_PHASE, SLOT, TAKE, GIVE, DROP, DRAFT, OVER = range(10)
DISPLAYED = 4
STOP = 4
"""The choice to give no more."""
EXACT = 16
"""The choice to pay as it stands; else 4 times what is owed and what is given for it."""
PAIRS = tuple(4 * owed + given for owed in range(4) for given in range(4) if owed != given)
LEVEL_3 = 8
"""Choices of a draft from here on are pairs of the third level."""

PLAYS = KINDS * len(SPACES)
CHOICES: tuple[tuple[int, ...], ...] = (
    (),
    tuple(range(4)),
    tuple(range(2 * DISPLAYED)),
    (*PAIRS, EXACT),
    tuple(range(6)),
    tuple(range(4)),
    (*range(4), STOP),
    tuple(range(4)),
    tuple(range(LEVEL_3 + 4)),
)
"""For each phase but `play` all that can ever be chosen, as bits of its options."""
FIRST_CHOICE = PLAYS + KINDS
"""Actions: cards on spaces, then discarded cards, then the choices."""
ACTIONS = FIRST_CHOICE + sum(map(len, CHOICES))
CHOICE = np.zeros(ACTIONS, dtype=np.int64)
PHASE = np.zeros(ACTIONS, dtype=np.int64)
ACTION = np.full((len(CHOICES), 32), -1, dtype=np.int64)
_action = FIRST_CHOICE
for _phase, _choices in enumerate(CHOICES):
    for _choice in _choices:
        CHOICE[_action], PHASE[_action], ACTION[_phase, _choice] = _choice, _phase, _action
        _action += 1
SPACE_NUMBER = np.full(WORD, -1, dtype=np.int64)
SPACE_NUMBER[list(SPACES)] = np.arange(len(SPACES))
SPACE = np.array(SPACES, dtype=np.int64)
