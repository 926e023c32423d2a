"""The record of a game of Solstis: everything the rules read or write, its steps and events.

Tiles, places and spirits are numbers, sets of them the bits of one 64-bit word (see `constants`);
-1 stands for none and for what is hidden.
"""

import numpy as np

from parhelion.kernel import record
from parhelion.kernel.question_steps import ASK

SEATS = 2
STACKS = 6
"""Stacks of the line at the start (T5)."""
SLOTS = 12
"""The line never grows longer: it grows only when it has no gap, a tile joins it only if its row
is missing there, so the tiles beyond the six stacks are always of different rows."""
PILE = 30
RAINBOWS = 12
HAND = 3
MAX_HELD = 4
EVENTS = 64
"""Twice what 300,000 random games needed for one action; more would be left out."""

STATE = record(
    ("tiles", np.uint64, SEATS),  # landscape tiles in each panorama
    ("rainbows", np.uint64, SEATS),  # places held by rainbows
    ("squares", np.uint64, SEATS),  # squares that hold a spirit
    ("hands", np.uint64, SEATS),  # tiles in hand; secret
    ("barred", np.uint64, SEATS),  # tiles a hand cannot hold: it passed (T16)
    ("faces", np.uint64),  # the face-up tiles of the line
    ("gone", np.uint64),  # tiles that left the game (T12)
    ("fresh", np.uint64),  # places filled this turn (T13)
    ("options", np.uint64),  # what can be chosen, see CHOICES; secret with a hand
    ("spirits", np.uint64, SEATS),  # spirits on each panorama
    ("open", np.uint64),  # spirits face up beside their pile
    ("box", np.uint64),  # spirits that take no part (T6)
    ("revealed", np.uint16),  # how often something hidden came to light
    ("turns", np.uint16),  # turns begun, passes left out
    ("line", np.int8, SLOTS),  # the face-up tile of each slot
    ("under", np.int8, STACKS),  # the face-down tile of each slot; secret
    ("stacked", np.uint8),  # slots with a face-down tile, a bit set
    ("pile", np.int8, PILE),  # the draw pile, the top last; secret
    ("left", np.int8),  # tiles in the draw pile
    ("spirit_pile", np.int8, 15),  # the spirit pile, the top last; secret
    ("spirits_left", np.int8),  # spirits in their pile
    ("square_of", np.int8, 14),  # where each spirit sits
    ("held", np.int8, SEATS),  # tiles in each hand
    ("limit", np.int8, SEATS),  # tiles to draw back to (T14)
    ("supply", np.int8),  # rainbows left to take
    ("kept", np.int8, SEATS),  # rainbows that wait for a place (T10)
    ("centre", np.int8),  # the tile in the centre
    ("coming", np.int8, MAX_HELD),  # tiles on the way to a panorama, in order
    ("waiting", np.int8),  # how many of them
    ("moving", np.int8),  # whether a rainbow gives way to the first of them (T12)
    ("drawn", np.int8, 2),  # the two spirits to choose from
    ("met", np.int8),  # the spirit that looks for its square
    ("evil_holder", np.int8),  # the seat that holds the Evil spirit
    ("covered", np.int8),  # the spirit covered by the Evil one (T17)
    ("turn", np.int8),  # the seat whose turn it is
    ("actor", np.int8),  # the seat to decide, -1 when over
    ("phase", np.int8),  # what is decided, see PHASES
    ("step", np.int8),  # the next step, see below
    ("after", np.int8),  # the step after all tiles are placed
    ("second", np.int8),  # whether this turn's second chance is used (T9)
    ("again", np.int8),  # whether the same seat plays on (Groundhog)
    ("passes", np.int8),  # passes in a row
    ("evil", np.int8),  # option `evil`: 1 if the Evil spirit takes part
    ("rules", np.uint8),  # the version of the rules that is played, 0 for the newest
    ("given", np.int8, 2),  # the tile that Eagle or Dragonfly adds, -1 for a random one
    ("happened", np.int8),  # how many events the last action brought about
    ("events", np.uint32, EVENTS),  # what everybody saw of it, see EVENT_NAMES
)

NOBODY = -1
"""Instead of a seat, or of a spirit."""

BEGIN, MATCH, PLACE, LOOK, SIT, EFFECT, DRAW_UP, CLOSE, EMPTY_HAND, END = range(ASK + 1, 11)
"""The steps of a game besides `ASK`: begin a turn; match the tile in the centre with the line;
bring tiles and rainbows to the panorama; look for squares; seat the spirit; let it act; draw; the
Evil spirit; the Squirrel; the end."""

FOR_EAGLE, FOR_DRAGONFLY = range(2)
"""The places in `given`."""

EVENT_NAMES = (
    "played", "joined", "chance", "captured", "uncovered", "placed", "gone", "took", "lifted",
    "rainbow", "drew", "aside", "met", "square", "evil", "deer", "eagle", "dragonfly", "beetle",
    "squirrel", "drawn", "again", "passed", "turn", "covered", "over", "matched", "completed",
    "worth", "fixed", "lost",
)  # fmt: skip
"""The kinds of events, by number. The value of an event is a tile, a place, a square, a spirit or a
count; of WORTH a spirit, eight bits up, and its stars."""
(
    PLAYED, JOINED, CHANCE, CAPTURED, UNCOVERED, PLACED, GONE, TOOK, LIFTED,
    LAID, DREW, ASIDE, MET, SEATED, CURSED, BY_DEER, BY_EAGLE, BY_DRAGONFLY, BY_BEETLE,
    BY_SQUIRREL, DRAWN, AGAIN, PASSED, TURN, COVERED, ENDED, MATCHED, COMPLETED,
    WORTH, FIXED, LOST,
) = range(len(EVENT_NAMES))  # fmt: skip
