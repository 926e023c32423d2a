"""The record of a game of Solenia: everything the rules read or write, the edition included.

Resources are wood, wheat, stone, water; rows are day and night; -1 stands for none and for what
is hidden.
"""

import numpy as np

from parhelion.kernel import RNG

SEATS = 4
CARDS = 16
HAND = 3
TILES = 24
"""Delivery tiles of a kind."""
DISPLAYED = 4
MAX_CARDS_HELD = 4

# An effect (S19, S28) in nine numbers.
E_STARS, E_CHOOSE, E_AMONG, E_CAPACITY, E_PER_TILE = 4, 5, 6, 7, 8
EFFECT = 9
"""Four fixed resources, stars, how many to choose, among which (a bit set), more capacity, stars
for each delivery tile on the board."""

SUMMER, WINTER = 0, 1
EVENTS = 64
"""Of one action; more would be left out."""

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # the edition (S30)
                ("strips", np.int8, (5, 2, 5)),  # what each strip shows, by face and lane (S5)
                ("cards", np.int8, CARDS),  # the kinds of a player's cards (S6)
                ("costs", np.int8, (2, TILES, 4)),  # what delivery tiles ask for (S7)
                ("worth", np.int8, (2, TILES)),  # stars of delivery tiles (S7)
                ("effects", np.int8, (2, 2, 6, EFFECT)),  # of slots, by board, row, slot
                ("capacities", np.int8, 2),  # by board (S18, S27)
                ("pair_stars", np.int8, 5),  # for 0 to 4 and more pairs (S26)
                ("gifts", np.int8, (4, 4, 4)),  # by players, seat: resources at the start (S10)
                ("lasting", np.int8, 8),  # the power of each level-1 tile (S29)
                ("crowning", np.int8, (2, 8)),  # the power of each half of level 3
                ("lasting_amounts", np.int8, (8, 2)),  # numbers of the level-1 powers
                ("crowning_amounts", np.int8, (8, 2)),  # numbers of the level-3 powers
                ("die", np.int8, 6),  # lanes 0 to 4, -1 for the star (S31)
                ("head_starts", np.int8, 3),  # the Trade Wind's, by difficulty (S33)
                # options
                ("players", np.int8),  # 1 to 4
                ("board", np.int8),  # 0 summer, 1 winter
                ("upgrades", np.int8),  # 1 if upgrade tiles take part
                ("sky", np.int8),  # 0 random, 1 dawn in the middle, 2 dusk
                ("even", np.int8),  # 1 if the second player starts with a star (S10)
                ("difficulty", np.int8),  # of the Trade Wind
                # the sky
                ("order", np.int8, 5),  # the strip on each position, rear to front
                ("face", np.int8, 5),  # 0 day or dawn, 1 night or dusk, by position
                ("lying", np.int8, 32),  # the kind of the card on each space
                ("owner", np.int8, 32),  # and whose it is
                ("taken", np.uint64),  # spaces with a card
                ("own", np.uint64, SEATS),  # spaces with a card of each player
                ("ahead", np.int8),  # 1 from a 0 on until the end of the turn (S21)
                # deliveries
                ("display", np.int8, (2, DISPLAYED)),  # tiles face up
                ("piles", np.int8, (2, TILES)),  # face down, the top last; secret
                ("left", np.int8, 2),  # tiles in each pile
                # players; in a game alone seat 1 is the Trade Wind
                ("stock", np.int8, (SEATS, 4)),  # resources
                ("stars", np.int16, SEATS),  # gained so far
                ("tiles", np.uint32, (SEATS, 2)),  # delivery tiles by row, a bit set
                ("delivered", np.int8, (SEATS, 2)),  # how many
                ("slots", np.uint8, (SEATS, 2)),  # filled slots of the winter board
                ("capacity", np.int8, SEATS),  # for resources
                ("hands", np.int8, (SEATS, MAX_CARDS_HELD)),  # card numbers, ascending; secret
                ("held", np.int8, SEATS),  # cards in hand
                ("limit", np.int8, SEATS),  # cards to draw back to
                ("decks", np.int8, (SEATS, CARDS)),  # draw piles, the top last; secret
                ("deck_left", np.int8, SEATS),  # cards in them
                ("used", np.uint16, SEATS),  # cards played or discarded, a bit set
                ("level_1", np.int8, SEATS),  # the power of the level-1 tile
                ("level_3", np.int8, (SEATS, 2)),  # the powers of the level-3 halves
                ("powers", np.uint8, SEATS),  # level-1 powers at work, a bit set
                ("crowns", np.uint8, (SEATS, 2)),  # level-3 powers at work, by row
                ("offered_1", np.int8, 4),  # level-1 powers on offer
                ("offered_3", np.int8, (4, 2)),  # level-3 pairs on offer
                ("last_lane", np.int8),  # of the player's last card, alone (S31)
                # the turn
                ("spaces", np.uint64),  # where a card may be played
                ("free", np.uint64),  # those of them that cost nothing
                ("options", np.uint32),  # what can be chosen in other phases
                ("price", np.int8),  # resources still to pay for the voyage
                ("place", np.int8),  # the space of the card just played, -1 after a discard
                ("value", np.int8),  # of that card
                ("chosen", np.int8),  # the place in the display of the tile to be paid
                ("row", np.int8),  # of the delivery
                ("to_choose", np.int8),  # resources still to be chosen
                ("among", np.uint8),  # among these
                ("giving", np.int8),  # resources that may still be given for stars
                ("turn", np.int8),  # the seat whose turn it is
                ("paid_out", np.int8),  # players whose expelled cards are paid, this turn
                ("filling", np.int8),  # the seat whose store may be too full
                ("actor", np.int8),  # the seat to decide, -1 when over
                ("phase", np.int8),  # what is decided, see tables.PHASES
                ("step", np.int8),  # what goes on of itself, see rules
                ("after", np.int8),  # the step after the store is settled
                ("draft_round", np.int8),  # of the draft
                ("revealed", np.uint16),  # how often something hidden came to light
                ("rng", RNG),  # the generator for the die
                ("happened", np.int8),  # how many events the last action brought about
                ("events", np.uint32, EVENTS),  # what everybody saw of it, see EVENT_NAMES
            ],
            align=True,
        ),
    )
)

EVENT_NAMES = (
    "played", "discarded", "advanced", "paid", "gained", "stars", "delivered", "shown", "slot",
    "capacity", "dropped", "given", "expelled", "turned", "drew", "drafted", "woke", "crowned",
    "rolled", "blew", "over",
)  # fmt: skip
"""An event is its number here, the seat and a value in one word. Values: card and space for
played, expelled and blew (64 times the kind, and the space); the kind of a discarded card; a
resource for paid, dropped and given; a resource and how many for gained (16 times the number); a
number for stars, capacity and drew; row and tile for delivered and shown (32 times the row); a
slot; a strip; a choice of a draft; a power; a lane, or 5 for the star of the die."""
(
    PLAYED, DISCARDED, ADVANCED, PAID, GAINED, STARRED, DELIVERED, SHOWN, SLOTTED,
    WIDENED, DROPPED, GIVEN, EXPELLED, TURNED, DREW, DRAFTED, WOKE, CROWNED,
    ROLLED, BLEW, ENDED,
) = range(len(EVENT_NAMES))  # fmt: skip
