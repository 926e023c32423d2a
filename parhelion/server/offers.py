"""What a seat may choose from, as JSON for clients that have the catalogue of choices."""

from base64 import b64encode
from typing import Any

import numpy as np

from parhelion.games import Game
from parhelion.games.choice_catalogue import Offer
from parhelion.server import catalogue_files
from parhelion.server.schemas import Lang


def offer_json(game: Game, seat: int, lang: Lang, offer: Offer) -> dict[str, Any]:
    """Return the choices of a position, for a client that has the catalogue."""
    return {
        "catalogue": catalogue_files.address(game, seat, lang),
        "legal": bitmap(offer.actions, game.actions),
        "roles": offer.roles,
        "choices": offer.particular,
    }


def bitmap(actions: Any, total: int) -> str:
    """Return some actions as bits, the first the lowest of its byte, in Base64."""
    bits = np.zeros(total, dtype=np.uint8)
    bits[actions] = 1
    return b64encode(np.packbits(bits, bitorder="little").tobytes()).decode()
