"""The events of Solenia: what everybody sees happen during an action, as numbers.

An event is its number here, the seat and a value in one word, as `tell` writes them down.
"""

EVENTS = 96
"""How many events of one action are kept; further ones are left out."""

EVENT_NAMES = (
    "played", "discarded", "advanced", "paid", "gained", "stars", "delivered", "shown", "slot",
    "capacity", "dropped", "given", "expelled", "turned", "drew", "drafted", "woke", "crowned",
    "rolled", "blew", "over", "voyage", "due", "payable", "spent", "pair", "choice", "half_awake",
    "overfull",
)  # fmt: skip
"""Values: card and space for played, expelled and blew (64 times the kind, and the space); the
kind of a discarded card; a resource for paid, dropped and given; a resource and how many for gained
(16 times the number, and the source); a number for stars (and the source), capacity and drew; row
and tile for delivered and shown (32 times the row); a slot; a strip; a choice of a draft; a power;
a lane, or 5 for the star of the die.

The last ones tell what is still to come or how it is counted: resources that a voyage costs; the
row in which a delivery has to be honoured, and how many tiles there can be paid; the resources
that a tile cost (four bits each); stars for a new pair; resources to choose (16 times the number,
and a bit set); an upgrade tile with one of its two slots filled; resources that are too many."""
(
    PLAYED, DISCARDED, ADVANCED, PAID, GAINED, STARRED, DELIVERED, SHOWN, SLOTTED,
    WIDENED, DROPPED, GIVEN, EXPELLED, TURNED, DREW, DRAFTED, WOKE, CROWNED,
    ROLLED, BLEW, ENDED, VOYAGE_COSTS, DELIVERY_DUE, TILES_PAYABLE, SPENT, PAIRED, TO_CHOOSE,
    HALF_AWAKE, OVERFULL,
) = range(len(EVENT_NAMES))  # fmt: skip

SOURCE = 4096
"""What a gain's source is multiplied with in its value."""
SOURCE_NAMES = ("space", "board", "expelled", "choice")
FROM_SPACE, FROM_BOARD, FROM_EXPELLED, FROM_CHOICE = range(len(SOURCE_NAMES))
"""Where a gain comes from: the space of the card played; slots and upgrade tiles; an expelled
card; a choice."""
