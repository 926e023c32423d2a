"""Which items of the table make which move of Solenia, and why others make none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from parhelion.games import Move, Refusal
from parhelion.games.solenia import item_ids, labels, notation
from parhelion.games.solenia.item_ids import slot_id, space_id, supply_id, token_id
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.notation import ROWS, card_parts, draft_choice
from parhelion.games.solenia.view_position import Position
from parhelion.scene import Choice, Ghost
from parhelion.words import Words

OF_STORE = ("pay", "drop", "give")
"""Moves by which a resource leaves the own store."""
WITH_STORE = {*OF_STORE, "barter"}
"""The phases with such moves."""
OF_RESOURCES = (constants.PAY, constants.TAKE, constants.GIVE, constants.DROP)

Ids = Mapping[tuple[str, ...], str]
Hand = tuple[tuple[str, str], ...]
"""The cards of the viewer's hand: id and kind."""
Path = tuple[str, ...]
"""What to pick."""


@cache
def card_kind(suit: str, power: str) -> str:
    """The drawing of a card."""
    return f"card-{suit}-{power.replace('x', 'space-').replace('*', 'star-')}"


def tokens(stock: Mapping[str, int], seat: int) -> Iterator[tuple[str, str]]:
    """The tokens of a store: id and resource."""
    for resource, count in stock.items():
        for number in range(1, count + 1):
            yield token_id(seat, resource, number), resource


# --- choices that look the same in every position ----------------------------------------


def catalogue(moves: Iterable[Move], seat: int, say: Words) -> Iterator[tuple[int, Choice]]:
    """The moves with cards and resources: which card of a kind, and which token, are roles."""
    for move in moves:
        if move.verb in ("play", "discard"):
            yield move.action, _with_card(move, seat, say)
        elif path := _fixed_path(move):
            ghosts: tuple[Ghost, ...] = ()
            if move.verb == "take":
                ghosts = (Ghost(f"token-{move.args[0]}", f"hold-{seat}"),)
            yield move.action, Choice(move.text, path, ghosts, labels.fixed_label(move, say))


def _with_card(move: Move, seat: int, say: Words) -> Choice:
    """A card of the hand on a space, or discarded."""
    kind, *space = move.args
    value, power = card_parts(kind)
    at = space_id(space[0]) if space else "discard"
    ghosts = Ghost(card_kind(str(seat), power), at), Ghost(f"value-{value}", at)
    if space:
        told = {"card": labels.card_name(kind, say), **labels.place_of(space[0])}
        label = say("Play {card} on strip {strip}, lane {lane}", **told)
    else:
        label = say("Discard {card}", card=labels.card_name(kind, say))
    return Choice(move.text, (_card_role(kind), at), ghosts, label)


def _fixed_path(move: Move) -> tuple[str, ...]:
    """What to pick for a move with resources; empty for other moves."""
    if move.verb in OF_STORE:
        return (_store_role(move.args[0]),)
    if move.verb == "take":
        return (supply_id(move.args[0]),)
    if move.verb == "barter":
        owed, given = move.args
        return supply_id(owed), _store_role(given)
    return ("stop",) if move.verb == "stop" else ()


def _card_role(kind: str) -> str:
    return f"@card-{kind}"


def _store_role(resource: str) -> str:
    return f"@own-{resource}"


def roles(position: Position, seat: int, hand: Hand) -> dict[str, list[str]]:
    """The cards of each kind in hand; and for each resource its tokens, or for thicker fingers the
    supply."""
    found: dict[str, list[str]] = {}
    for id, kind in hand:
        found.setdefault(_card_role(kind), []).append(id)
    if position["phase"] in WITH_STORE:
        for id, resource in tokens(position["players"][seat]["stock"], seat):
            found.setdefault(_store_role(resource), []).append(id)
        for resource in constants.RESOURCES:
            found.setdefault(_store_role(resource), []).append(supply_id(resource))
    return found


# --- choices that depend on the position -------------------------------------------------


def choices(
    position: Position, moves: Iterable[Move], seat: int, ids: Ids, say: Words
) -> Iterator[Choice]:
    """Deliveries, slots and upgrade tiles: what to pick for each, and how it would look."""
    for move in moves:
        path, ghosts = _path(position, seat, ids, move)
        yield Choice(move.text, path, ghosts, labels.move_label(position, move, say))


def _path(position: Position, seat: int, ids: Ids, move: Move) -> tuple[Path, tuple[Ghost, ...]]:
    if move.verb == "draft":
        return (_offer(position, move),), ()
    if move.verb == "slot" and (row := position["row"]):
        id = slot_id(seat, row, move.args[0])
        return (id,), (Ghost(f"laid-{row}", id),)
    return _tile_path(position, seat, ids, move)


def _offer(position: Position, move: Move) -> str:
    """The item of an upgrade tile on offer."""
    level, tile = draft_choice(int(constants.CHOICE[move.action]))
    if level == 1 and position["offered"]:
        return f"offer-1-{position['offered']['level_1'].index(tile) + 1}"
    return f"offer-3-{tile}"


def _tile_path(
    position: Position, seat: int, ids: Ids, move: Move
) -> tuple[tuple[str], tuple[Ghost, ...]]:
    """Picking a delivery on display: the one that a move names, or the one to be paid."""
    chosen = position["chosen"]
    row, place = (chosen["row"], str(chosen["place"])) if chosen else move.args
    owner = position["players"][seat]
    filled = len(owner["deliveries"][row])
    ghosts: tuple[Ghost, ...] = ()
    if owner["slots"] is None and filled < len(constants.SLOTS):
        ghosts = (Ghost(f"laid-{row}", slot_id(seat, row, str(filled + 1))),)
    return (ids[row, place],), ghosts


# --- why not -----------------------------------------------------------------------------


def why_illegal(state: Any, path: Sequence[str], say: Words) -> Refusal:
    """Why no legal move begins with picking these items, in a sentence."""
    return Refusal(_why_not(state, path, say), notation.rule_of(state, int(state.phase)))


def _why_not(state: Any, path: Sequence[str], say: Words) -> str:
    """The same, naming a rule only if it is not that of the phase."""
    if state.actor < 0:
        return say("The game is over.")
    actor = int(state.actor)
    if state.held[actor] and state.hands[actor, 0] < 0:
        return say("{player} is choosing.", player=labels.player(actor, False, say))
    action = _meant(state, path)
    if action < 0:
        return ""
    why = notation.why_illegal(state, action, say)
    return Refusal(labels.sentence(why), why.rule)


def _meant(state: Any, path: Sequence[str]) -> int:
    """What picking these items would mean in a phase, -1 if nothing."""
    phase, last = int(state.phase), path[-1]
    if phase == constants.PLAY:
        return _card_meant(path)
    resource = item_ids.resource_of(last, int(state.actor))
    if resource and phase in OF_RESOURCES:
        return int(constants.ACTION[phase, constants.RESOURCES.index(resource)])
    tile, slot = item_ids.tile_of(last), item_ids.slot_of(last)
    if tile and phase == constants.DELIVER:
        return _tile_meant(state, *tile)
    if slot and phase == constants.SLOT:
        return int(constants.ACTION[phase, constants.SLOTS.index(slot)])
    return -1


def _card_meant(path: Sequence[str]) -> int:
    """A card, or a card and where it is to go."""
    card, last = item_ids.card_of(path[0]), path[-1]
    space = item_ids.space_of(last)
    if card not in notation.KINDS:
        return -1
    if space:
        return notation.play_action(card, space)
    return notation.discard_action(card) if last == "discard" else -1


def _tile_meant(state: Any, row: str, name: str) -> int:
    """A delivery on display."""
    number = ROWS.index(row)
    for place, tile in enumerate(state.display[number].tolist()):
        if tile >= 0 and notation.tile_name(state, number, tile) == name:
            choice = constants.DISPLAYED * number + place
            return int(constants.ACTION[constants.DELIVER, choice])
    return -1
