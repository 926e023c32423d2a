"""What a seat observes of Solenia, as `kernels.observation` writes it."""

from parhelion.games.observations import ObservedPart, flag, flags, number, numbers
from parhelion.games.solenia.kernels.constants import (
    CARDS,
    DISPLAYED,
    LANES,
    MAX_CARDS_HELD,
    MAX_COST,
    NUMBER_OF_POWERS,
    PHASES,
    RESOURCES,
    SEATS,
    SLOTS,
    STRIPS,
    TILES,
    VALUES,
)
from parhelion.games.solenia.kernels.observation import MOST, SIGNS

SKY = (STRIPS, LANES)
KINDS = (VALUES, NUMBER_OF_POWERS)
_SIGNS = f"{', '.join(RESOURCES)}, day city, night city"
_UPGRADES = 8


def _of_seat(seat: int) -> tuple[ObservedPart, ...]:
    """The parts of a seat, counted from the viewer."""
    resources = ", ".join(RESOURCES)
    return (
        flag(f"plays_{seat}", f"whether there is a seat {seat} after the viewer's (0: its own)"),
        numbers(f"stock_{seat}", (4,), MOST, f"its resources: {resources}"),
        number(f"stars_{seat}", MOST, "stars gained so far"),
        numbers(f"delivered_{seat}", (2,), TILES, "deliveries by day and by night"),
        number(f"delivery_stars_{seat}", MOST, "stars of its delivery tiles"),
        flags(f"slots_{seat}", (2, len(SLOTS)), f"slots filled, day and night: {', '.join(SLOTS)}"),
        number(f"capacity_{seat}", MOST, "resources that it can keep"),
        number(f"held_{seat}", MAX_CARDS_HELD, "cards in hand"),
        number(f"limit_{seat}", MAX_CARDS_HELD, "cards to draw back to"),
        number(f"deck_{seat}", CARDS, "cards in its draw pile"),
        flags(f"level_1_{seat}", (_UPGRADES,), "its upgrade tile of level 1"),
        flags(f"powers_{seat}", (_UPGRADES,), "powers of level 1 at work"),
        flags(f"level_3_{seat}", (2, _UPGRADES), "its upgrade tiles of level 3, day and night"),
        flags(f"crowns_{seat}", (2, _UPGRADES), "powers of level 3 at work, day and night"),
    )


PARTS = (
    flags("sky", (SIGNS, *SKY), f"what each space is: {_SIGNS}"),
    flags("sky_turned", (SIGNS, *SKY), "the same once its strip is turned"),
    flags("cards", (SEATS, *SKY), "spaces with a card, by its owner counted from the viewer"),
    numbers("card_value", SKY, VALUES - 1, "the value of the card there"),
    numbers("card_of_space", SKY, 2, "how much of what the space produces it brings, expelled"),
    flags("card_brings", (4, *SKY), "the resources that it brings, expelled"),
    flags("card_star", (4, *SKY), "the resource that the space must produce for its star"),
    flags("played", SKY, "the space of the card just played"),
    numbers("hand", KINDS, MAX_CARDS_HELD, "the viewer's hand, by value and power of the cards"),
    numbers("unused", (SEATS, *KINDS), CARDS, "each seat's unplayed cards, the hand left out"),
    numbers(
        "display", (2, DISPLAYED, 6), max(MAX_COST, MOST), "face-up tiles: 1, its stars, its cost"
    ),
    numbers("piles", (2,), TILES, "delivery tiles face down, day and night"),
    *(part for seat in range(SEATS) for part in _of_seat(seat)),
    flags("offered_1", (_UPGRADES,), "upgrade tiles of level 1 on offer"),
    flags("offered_3", (4, 2, _UPGRADES), "upgrade tiles of level 3 on offer, day and night"),
    flags("to_move", (SEATS,), "the seat to decide, counted from the viewer"),
    flags("turn", (SEATS,), "the seat whose turn it is, counted from the viewer"),
    flags("phase", (len(PHASES),), f"what is decided: {', '.join(PHASES)}"),
    number("price", MOST, "resources still to pay for the voyage"),
    number("value", VALUES - 1, "of the card just played"),
    flag("row", "whether the delivery is one of the night"),
    number("to_choose", MOST, "resources still to be chosen"),
    flags("among", (4,), "the resources that can be chosen"),
    number("giving", MOST, "resources that may still be given for stars"),
    flags("chosen", (DISPLAYED,), "the tile of the display that is being paid"),
    flag("ahead", "whether the airship moves on at the end of this turn"),
    flags("last_lane", (LANES,), "the lane of the last card"),
    flag("winter", "option `board`"),
    flag("upgrades", "option `upgrades`"),
    flag("alone", "whether the viewer plays against the Trade Wind"),
)
