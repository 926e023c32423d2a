"""The record of a game of Solenia: everything the rules read or write, the edition included.

Resources are wood, wheat, stone, water; rows are day and night; -1 stands for none and for what
is hidden. What kernels count with has 64 bits, so that they can use it as it is; what is printed
and what lies in piles has eight.
"""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    CARDS,
    DISPLAYED,
    EFFECT,
    MAX_CARDS_HELD,
    ROLLS,
    SEATS,
    TILES,
)
from parhelion.games.solenia.kernels.event_codes import EVENTS
from parhelion.kernel import RNG

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
                ("head_starts", np.int8, (3, 3)),  # the Trade Wind's, by variant, difficulty (S33)
                ("even_stars", np.int8, (3, 4, 4)),  # by variant, players, seat: at the start (S10)
                ("at_once", np.int8, (2, 8)),  # stars of each power of level 1 and 3, at once (S29)
                # what follows from the edition
                ("cities", np.uint8, (5, 2, 2)),  # lanes with a city by strip, face and row
                ("zeros", np.uint64),  # the cards of value 0, a bit set
                # options
                ("players", np.int64),  # 1 to 4
                ("board", np.int64),  # 0 summer, 1 winter
                ("upgrades", np.int64),  # 1 if upgrade tiles take part
                ("sky", np.int64),  # 0 random, 1 dawn in the middle, 2 dusk
                ("even", np.int64),  # 1 if players start with stars by seat (S10)
                ("difficulty", np.int64),  # of the Trade Wind
                # the sky
                ("order", np.int8, 5),  # the strip on each position, rear to front
                ("face", np.int8, 5),  # 0 day or dawn, 1 night or dusk, by position
                ("lying", np.int8, 32),  # the kind of the card on each space
                ("owner", np.int8, 32),  # and whose it is
                ("taken", np.uint64),  # spaces with a card
                ("own", np.uint64, SEATS),  # spaces with a card of each player
                ("ahead", np.int64),  # 1 from a 0 on until the end of the turn (S21)
                # deliveries
                ("display", np.int64, (2, DISPLAYED)),  # tiles face up
                ("piles", np.int8, (2, TILES)),  # face down, the top last; secret
                ("left", np.int64, 2),  # tiles in each pile
                # players; in a game alone seat 1 is the Trade Wind
                ("stock", np.int64, (SEATS, 4)),  # resources
                ("stars", np.int64, SEATS),  # gained so far
                ("tiles", np.int64, (SEATS, 2)),  # delivery tiles by row, a bit set
                ("delivered", np.int64, (SEATS, 2)),  # how many
                ("slots", np.int64, (SEATS, 2)),  # filled slots of the winter board
                ("capacity", np.int64, SEATS),  # for resources
                ("hands", np.int64, (SEATS, MAX_CARDS_HELD)),  # card numbers, ascending; secret
                ("held", np.int64, SEATS),  # cards in hand
                ("limit", np.int64, SEATS),  # cards to draw back to
                ("decks", np.int8, (SEATS, CARDS)),  # draw piles, the top last; secret
                ("deck_left", np.int64, SEATS),  # cards in them
                ("used", np.int64, SEATS),  # cards played or discarded, a bit set
                ("level_1", np.int64, SEATS),  # the power of the level-1 tile
                ("level_3", np.int64, (SEATS, 2)),  # the powers of the level-3 halves
                ("powers", np.int64, SEATS),  # level-1 powers at work, a bit set
                ("crowns", np.int64, (SEATS, 2)),  # level-3 powers at work, by row
                ("offered_1", np.int64, 4),  # level-1 powers on offer
                ("offered_3", np.int64, (4, 2)),  # level-3 pairs on offer
                ("last_lane", np.int64),  # of the player's last card, alone (S31)
                # the turn
                ("spaces", np.uint64),  # where a card may be played
                ("free", np.uint64),  # those of them that cost nothing
                ("options", np.uint32),  # what can be chosen in other phases
                ("price", np.int64),  # resources still to pay for the voyage
                ("place", np.int64),  # the space of the card just played, -1 after a discard
                ("value", np.int64),  # of that card
                ("chosen", np.int64),  # the place in the display of the tile to be paid
                ("row", np.int64),  # of the delivery
                ("to_choose", np.int64),  # resources still to be chosen
                ("among", np.int64),  # among these
                ("giving", np.int64),  # resources that may still be given for stars
                ("turn", np.int64),  # the seat whose turn it is
                ("paid_out", np.int64),  # players whose expelled cards are paid, this turn
                ("filling", np.int64),  # the seat whose store may be too full
                ("actor", np.int64),  # the seat to decide, -1 when over
                ("phase", np.int64),  # what is decided, see constants.PHASES
                ("step", np.int64),  # what the rules do next, see constants
                ("after", np.int64),  # the step after the store is settled
                ("draft_round", np.int64),  # of the draft
                ("revealed", np.uint16),  # how often something hidden came to light
                ("rng", RNG),  # the generator for the die
                ("given", np.int8, ROLLS),  # rolls of a real die for the next action: lanes, star
                ("happened", np.int8),  # how many events the last action brought about
                ("events", np.uint32, EVENTS),  # what everybody saw of it, see events
            ],
            align=True,
        ),
    )
)
