"""What a seat observes of Solstis, as `kernels.observation` writes it."""

from parhelion.games.observations import flag, flags, number
from parhelion.games.solstis.kernels.constants import PHASES
from parhelion.games.solstis.kernels.observation import COLUMNS, ROWS, SPIRITS
from parhelion.games.solstis.kernels.state import MAX_HELD, PILE, RAINBOWS

MOUNTAIN = (ROWS, COLUMNS)

PARTS = (
    flags("own_tiles", MOUNTAIN, "tiles of the viewer's panorama, from the valley up"),
    flags("other_tiles", MOUNTAIN, "tiles of the opponent's panorama"),
    flags("own_rainbows", MOUNTAIN, "places that a rainbow holds for the viewer"),
    flags("other_rainbows", MOUNTAIN, "places that a rainbow holds for the opponent"),
    flags("own_squares", MOUNTAIN, "lower left places of squares with a spirit of the viewer"),
    flags("other_squares", MOUNTAIN, "lower left places of squares with one of the opponent"),
    flags("hand", MOUNTAIN, "tiles in the viewer's hand"),
    flags("unseen", MOUNTAIN, "tiles that the viewer has not seen: piles and the other hand"),
    flags("not_in_other_hand", MOUNTAIN, "tiles that the opponent lacked when it passed"),
    flags("line", MOUNTAIN, "tiles face up in the line"),
    flags("line_stacked", MOUNTAIN, "those of them that have a tile face down under them"),
    flags("centre", MOUNTAIN, "the tile in the centre"),
    flags("arriving", MOUNTAIN, "the tile that comes to a panorama now"),
    flags("coming", MOUNTAIN, "tiles that come after it"),
    flags("fresh", MOUNTAIN, "places filled this turn"),
    flags("own_spirits", (SPIRITS,), "spirits on the viewer's panorama, without the Evil one"),
    flags("other_spirits", (SPIRITS,), "spirits on the opponent's panorama"),
    flags("open_spirits", (SPIRITS,), "spirits face up beside their pile"),
    flags("drawn_spirits", (SPIRITS,), "the spirits to choose from"),
    flags("met_spirit", (SPIRITS,), "the spirit that looks for its square"),
    flags("covered_spirit", (SPIRITS,), "the spirit that the Evil one covers"),
    flag("own_evil", "whether the viewer holds the Evil Spirit"),
    flag("other_evil", "whether the opponent does"),
    flag("evil_plays", "option `evil`: whether it takes part"),
    number("own_held", MAX_HELD, "tiles in the viewer's hand"),
    number("other_held", MAX_HELD, "tiles in the opponent's hand"),
    number("own_limit", MAX_HELD, "tiles that the viewer draws back to"),
    number("other_limit", MAX_HELD, "tiles that the opponent draws back to"),
    number("own_kept", RAINBOWS, "rainbows of the viewer that wait for a place"),
    number("other_kept", RAINBOWS, "rainbows of the opponent that wait for a place"),
    number("pile", PILE, "tiles in the draw pile"),
    number("spirit_pile", SPIRITS + 1, "spirits in their pile"),
    number("supply", RAINBOWS, "rainbows left to take"),
    flag("to_move", "whether the viewer is to decide"),
    flag("own_turn", "whether it is the viewer's turn"),
    flag("second_chance", "whether this turn's second chance is used"),
    flag("again", "whether the same seat plays on after this turn"),
    number("passes", 2, "passes in a row"),
    flag("moving", "whether a rainbow gives way to the arriving tile"),
    flags("phase", (len(PHASES),), f"what is decided: {', '.join(PHASES)}"),
)
