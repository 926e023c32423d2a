"""Moves and deals of Lanterns: `light 7`, `draw`."""

from typing import Any

from parhelion.errors import BadDeal
from parhelion.games import Json

from .kernels import DEALT, LANTERNS, SEATS


def members(lanterns: Any) -> list[int]:
    """The brightness of each lantern of a bit set."""
    return [k + 1 for k in range(LANTERNS) if int(lanterns) >> k & 1]


def text(action: int) -> str:
    """An action in words."""
    return "draw" if action == LANTERNS else f"light {action + 1}"


def read_deal(state: Any) -> Json:
    """The hands, and the pile from the bottom."""
    return {
        "hands": [members(hand) for hand in state.hands],
        "pile": [int(lantern) + 1 for lantern in state.pile[: state.left]],
    }


def write_deal(states: Any, deal: Any) -> None:
    """Set up with these hands and this pile."""
    state = states[0]
    try:
        hands, pile = [sorted(hand) for hand in deal["hands"]], list(deal["pile"])
    except (KeyError, TypeError) as error:
        raise BadDeal("a deal has hands and a pile") from error
    dealt = [lantern for hand in hands for lantern in hand] + pile
    if [len(hand) for hand in hands] != [DEALT] * SEATS or sorted(map(str, dealt)) != [
        str(k + 1) for k in range(LANTERNS)
    ]:
        raise BadDeal("every lantern lies in one place, two in each hand")
    state.lit, state.last, state.actor, state.revealed = 0, -1, 0, 0
    state.left = len(pile)
    for seat, hand in enumerate(hands):
        state.hands[seat] = sum(1 << lantern - 1 for lantern in hand)
        state.held[seat], state.points[seat] = len(hand), 0
    state.pile[: len(pile)] = [lantern - 1 for lantern in pile]
