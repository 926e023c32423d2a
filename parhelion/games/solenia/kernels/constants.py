"""The numbers that the rules of Solenia name: sizes, spaces, cards, upgrade tiles, steps, actions.

Ids such as S12 are those of docs/rules. A space is a bit of a word, six bits a strip of which the
last is never used: a step to the side is one bit, a step ahead is six.
"""

import numpy as np

from parhelion.kernel.question_steps import ASK

NONE, ONE = np.uint64(0), np.uint64(1)
"""The empty bit set, and a step to the side in a set of spaces."""

# --- sizes -------------------------------------------------------------------------------

SEATS = 4
NOBODY = -1
ALONE = 1
"""Players of a game alone."""
WIND = 1
"""The Trade Wind's seat in a game alone."""
CARDS = 16
HAND = 3
MAX_CARDS_HELD = 4
TILES = 24
"""Delivery tiles of a kind."""
DISPLAYED = 4
MAX_COST = 6
"""The most resources that a delivery tile asks for (S30)."""
SUMMER, WINTER = 0, 1
MAX_PAIRS = 4
"""Further pairs of day and night bring nothing (S26)."""
ROLLS = 2
"""The most rolls of the die (S31) in one action: one, and another if the last card plays itself."""

# --- the board (S1-S5) -------------------------------------------------------------------

STRIPS = LANES = 5
STRIDE = 6
SPACES = tuple(STRIDE * strip + lane for strip in range(STRIPS) for lane in range(LANES))
"""All 25, from the rear strip to the front one."""
NUMBER_OF_SPACES = len(SPACES)
BOARD = np.uint64(sum(1 << space for space in SPACES))
REAR = np.uint64((1 << LANES) - 1)
"""The spaces of the rear strip."""
AHEAD = np.uint64(STRIDE)
"""A step ahead in a set of spaces."""
WORD = 64
MIDDLE = 2
"""The strip and the lane of the airship between turns (S4)."""
STAR = LANES
"""The star of the die, where a lane might be named."""
TWILIGHT = 4
"""The strip with dawn and dusk."""

RESOURCES = ("wood", "wheat", "stone", "water")
WOOD, WHEAT, STONE, WATER = range(4)
ANY = 15
"""All four resources, as a bit set."""
DAY_CITY, NIGHT_CITY = 4, 5
LETTERS = "WHSADN"
"""What a space is, in editions: a resource it produces, or a city of the day or the night."""

# --- cards (S6) --------------------------------------------------------------------------

POWERS = (
    "x1", "x2", "wh", "ws", "wa", "hs", "ha", "sa", "w", "h", "s", "a", "*w", "*h", "*s", "*a",
)  # fmt: skip
"""When expelled: so many of what the space produces; both of a pair; one of a kind; a star if
the space produces it."""
NUMBER_OF_POWERS = len(POWERS)
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

# The bonus of a slot (S19, S28) in nine numbers.
E_STARS, E_CHOOSE, E_AMONG, E_CAPACITY, E_PER_TILE = 4, 5, 6, 7, 8
EFFECT = 9
"""Four fixed resources, stars, how many to choose, among which (a bit set), more capacity, stars
for each delivery tile on the board."""

# --- steps -------------------------------------------------------------------------------

(
    BEGIN, VOYAGE, GAIN, HONOUR, SETTLE, CHOOSE, STORE, EXPEL, TURN_STRIP, DRAW, NEXT, BLOW,
    CLEAR, END,
) = range(ASK + 1, ASK + 15)  # fmt: skip
"""Begin a turn; pay the voyage; gain from island or city; honour a delivery; put it on the board;
choose resources; empty an overfull store; expel cards; turn the strip; draw; the next seat; the
Trade Wind; give resources for stars; the end."""

# --- actions -----------------------------------------------------------------------------

PHASES = (
    "play", "pay", "deliver", "barter", "slot", "take", "give", "drop", "draft", "over",
)  # fmt: skip
PLAY, PAY, DELIVER, BARTER_PHASE, SLOT, TAKE, GIVE, DROP, DRAFT, OVER = range(10)
STOP = 4
"""The choice to give no more."""
EXACT = 16
"""The choice to pay as it stands; else 4 times what is owed and what is given for it."""
PAIRS = tuple(4 * owed + given for owed in range(4) for given in range(4) if owed != given)
LEVEL_3 = 8
"""Choices of a draft from here on are pairs of the third level."""

PLAYS = KINDS * NUMBER_OF_SPACES
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
    (),
)
"""All that can ever be chosen in each phase, as bits of its options; plays are no options."""
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
SPACE_NUMBER[list(SPACES)] = np.arange(NUMBER_OF_SPACES)
SPACE = np.array(SPACES, dtype=np.int64)
