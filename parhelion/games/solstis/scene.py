"""Solstis as every front end draws it: two mountains in the evening, the line between them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from parhelion.games import Event, Move, PlayedMove, Refusal, Result, View
from parhelion.games.recent_moves import recent_moves
from parhelion.games.solstis import notation, scene_line, scene_meters, scene_players, text_summary
from parhelion.games.solstis.choices import choices_of, is_match
from parhelion.games.solstis.event_words import move_sentence, preview_sentence
from parhelion.games.solstis.item_ids import (
    PLACES,
    SPIRIT_NAMES,
    TILES,
    PlaceOf,
    fire_id,
    place_id,
)
from parhelion.games.solstis.item_origins import brought, items_of, origins
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.kernels.state import SEATS
from parhelion.games.solstis.labels import capitalised, centre_label, player, sentence, tile_name
from parhelion.games.solstis.layout import LAYOUTS, ROWS, TILE, Panorama, middle
from parhelion.games.solstis.notation import NUMBER, SPIRIT
from parhelion.games.solstis.scene_pieces import Sight, scale_of
from parhelion.games.solstis.text_summary import prompt, star_parts
from parhelion.games.solstis.view import Position, ending_sentence
from parhelion.games.solstis.view_events import SolstisEvent, events_of
from parhelion.games.star_count import count_told, star_rows
from parhelion.scene import Box, Choice, Ending, Item, ItemGroups, Layout, Scene, Section
from parhelion.words import Words

# --- the table ---------------------------------------------------------------------------


def scene(view: View[Position], legal: Sequence[Move], say: Words, layout: Layout) -> Scene:
    """The table as a viewer sees it; `legal` are the moves that the viewer may choose from."""
    table, result = LAYOUTS[layout], view["result"]
    return Scene(
        width=table.width,
        height=table.height,
        items=_items(view, legal, say, layout),
        prompt=prompt(view, say),
        ending=_ending(view["position"], result, say) if result else None,
    )


def board_box(layout: Layout) -> Box:
    """The viewer's mountain."""
    (x, y), cell = LAYOUTS[layout].near.corner, LAYOUTS[layout].near.cell
    return x, y, 10 * cell, ROWS * cell


def sections(view: View[Position], say: Words) -> Sequence[Section]:
    """The table as text."""
    return tuple(text_summary.sections(view["position"], say))


def choices(view: View[Position], legal: Sequence[Move], say: Words) -> Sequence[Choice]:
    """The legal moves; there are few, and what they would capture depends on the line."""
    return [choice for move in legal for choice in choices_of(view, move, say)]


def _items(view: View[Position], moves: Sequence[Move], say: Words, layout: Layout) -> ItemGroups:
    """Everything on the table, from the sky up."""
    viewer, position = view["seat"] or 0, view["position"]
    sight, other = _sight(view, say, layout), 1 - viewer
    return ItemGroups(
        _evening(say, layout),
        *scene_players.panorama(position, other, False, sight),
        scene_players.side(position, other, False, sight),
        scene_meters.meters(position, other, False, sight),
        *scene_players.panorama(position, viewer, True, sight),
        scene_players.squares(position, moves, viewer, sight),
        scene_players.side(position, viewer, True, sight),
        scene_meters.meters(position, viewer, True, sight),
        scene_line.line(position, sight),
        scene_line.piles(position, say, layout),
        scene_line.centre(position, sight),
        scene_players.hand(position, other, False, sight),
        scene_players.hand(position, viewer, True, sight),
    )


def _sight(view: View[Position], say: Words, layout: Layout) -> Sight:
    result, turn, moves = view["result"], view["turn"], view["moves"]
    shining = result["winners"] if result else [] if turn is None else [turn]
    placing = turn if view["position"]["phase"] == "rainbow" else None
    return Sight(
        say, layout, origins(moves), brought(recent_moves(view)), frozenset(shining), placing
    )


@cache
def _evening(say: Words, layout: Layout) -> tuple[Item, ...]:
    """What never changes: the sky, the hills and the two mountains."""
    table = LAYOUTS[layout]
    x, y = table.width / 2, table.height / 2
    return (
        Item("sky", "sky", x, y, table.width, table.height),
        Item("sun", "sun", *table.sun, TILE, TILE),
        Item("clouds", "clouds", x, y, table.width, TILE),
        Item("horizon", "horizon", x, table.height, table.width, TILE),
        *(_mountain(name, where) for name, where in (("far", table.far), ("near", table.near))),
        Item(
            *("centre", "centre", *table.centre, TILE, TILE, 0, table.centre_scale),
            label=centre_label(say),
        ),
    )


def _mountain(name: str, where: Panorama) -> Item:
    size = 10 * TILE, 6 * TILE
    return Item(f"mountain-{name}", "mountain", *middle(where), *size, 0, scale_of(where))


# --- moves -------------------------------------------------------------------------------


def label(view: View[Position], move: PlayedMove, say: Words) -> str:
    """A move and all that followed from it, for the log."""
    return move_sentence(move["seat"], events_of(move), say)


def items(view: View[Position], move: PlayedMove) -> tuple[str, ...]:
    """The items that a move was about."""
    return items_of(move)


def tell(view: View[Position], events: Sequence[Event], say: Words) -> str:
    """What is certain to happen with a move, for its preview."""
    return preview_sentence(view, cast(Sequence[SolstisEvent], events), say)


# --- the end -----------------------------------------------------------------------------


def _ending(position: Position, result: Result, say: Words) -> Ending:
    """Who won and why: shown by the largest areas and the lit fires."""
    items = [place_id(seat, name) for seat in range(SEATS) for name in position["largest"][seat]]
    items += [fire_id(seat, name) for seat in range(SEATS) for name in position["lit"][seat]]
    parts = list(star_parts(result, say))
    return Ending(
        tuple(result["winners"]),
        ending_sentence(result["scores"], say),
        tuple(star_rows(parts, say("Stars"))),
        tuple(items),
        count_told([player(seat, say) for seat in range(SEATS)], parts, say),
    )


# --- why not -----------------------------------------------------------------------------


def why_illegal(state: Any, path: Sequence[str], say: Words) -> Refusal:
    """Why no legal move begins with picking these items, in a sentence."""
    return Refusal(_why_not(state, path, say), notation.RULES[state.phase])


def _why_not(state: Any, path: Sequence[str], say: Words) -> str:
    """The same, naming a rule only if it is not that of the phase."""
    if state.actor < 0:
        return say("The game is over.")
    actor = int(state.actor)
    if state.held[actor] and not state.hands[actor]:
        return say("{player} is choosing.", player=player(actor, say))
    if path[0] in PLACES:
        return _why_not_there(state, PLACES[path[0]], say)
    first, *others = (TILES.get(id, "") for id in path)
    if state.phase == constants.PLAY and first and any(others) and not is_match(first, others[0]):
        tiles = {"tile": tile_name(first, say), "other": tile_name(others[0], say)}
        told = say("{tile} and {other} share neither a row nor a column.", **tiles)
        return Refusal(capitalised(told), "T8")
    action = _meant(int(state.phase), path[0])
    return _refused(state, action, say) if action >= 0 else ""


def _refused(state: Any, action: int, say: Words) -> Refusal:
    why = notation.why_illegal(state, action, say)
    return Refusal(sentence(why), why.rule)


def _meant(phase: int, id: str) -> int:
    """What picking a tile or a spirit would mean in a phase, -1 if nothing."""
    of_spirits = phase in notation.OF_SPIRITS
    if id in TILES and not of_spirits and phase not in (constants.RAINBOW, constants.SQUARE):
        return int(constants.ACTION[phase, NUMBER[TILES[id]]])
    if id in SPIRIT_NAMES and of_spirits and SPIRIT_NAMES[id] != "evil":
        return int(constants.ACTION[phase, SPIRIT[SPIRIT_NAMES[id]]])
    return -1


def _why_not_there(state: Any, place: PlaceOf, say: Words) -> str:
    """Why a place cannot be picked."""
    if state.phase != constants.RAINBOW:
        return ""
    if place.seat != state.actor:
        return say("That is {player}'s panorama.", player=player(place.seat, say))
    action = int(constants.ACTION[constants.RAINBOW, NUMBER[place.name]])
    return _refused(state, action, say)
