"""Which items of the table make which move of Solenia, and why others make none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from parhelion.games import Json
from parhelion.games.solenia import notation, notes, tables, telling
from parhelion.games.solenia.notation import ROWS
from parhelion.scene import Choice, Ghost
from parhelion.words import Words

KEPT = 8192
"""How many choices are kept ready."""
OF_STORE = ("pay", "drop", "give")
"""Moves by which a resource leaves the own store."""
OF_RESOURCES = (tables.PAY, tables.TAKE, tables.GIVE, tables.DROP)

Ids = Mapping[tuple[str, ...], str]
Hand = tuple[tuple[str, str], ...]
"""The cards of the viewer's hand: id and kind."""
Paths = Iterator[tuple[tuple[str, ...], tuple[Ghost, ...]]]
"""What to pick, and the ghosts of what it would put on the table."""


@cache
def card_kind(suit: str, power: str) -> str:
    """The drawing of a card."""
    return f"card-{suit}-{power.replace('x', 'space-').replace('*', 'star-')}"


def tokens(stock: Mapping[str, int], seat: int) -> Iterator[tuple[str, str]]:
    """The tokens of a store: id and resource."""
    for resource, count in stock.items():
        for number in range(1, count + 1):
            yield f"token-{seat}-{resource}-{number}", resource


# --- choices -----------------------------------------------------------------------------


def choices(
    view: Json, moves: Iterable[str], seat: int, ids: Ids, hand: Hand, say: Words
) -> Iterator[Choice]:
    """Every way to pick each legal move, and how it would look."""
    for move in moves:
        verb, _, what = move.partition(" ")
        if verb in ("play", "discard"):
            kind = what[:3].rstrip()
            yield from (_with_card(move, id, seat, say) for id, each in hand if each == kind)
        else:
            label = telling.move_label(view, move, say)
            for path, ghosts in _paths(view, seat, ids, verb, what):
                yield Choice(move, path, ghosts, label)


@lru_cache(KEPT)
def _with_card(move: str, id: str, seat: int, say: Words) -> Choice:
    """A card of the hand on a space, or discarded."""
    verb, kind, *space = move.split()
    at = f"space-{space[0]}" if space else "discard"
    ghosts = Ghost(card_kind(str(seat), kind[1:]), at), Ghost(f"value-{kind[0]}", at)
    if verb == "play":
        label = say("Play {card} on {space}", card=kind, space=space[0])
    else:
        label = say("Discard {card}: the airship advances", card=kind)
    return Choice(move, (id, at), ghosts, label)


def _paths(view: Json, seat: int, ids: Ids, verb: str, what: str) -> Paths:
    if verb in OF_STORE:
        yield from ((path, ()) for path in _stored(view, seat, what))
    elif verb == "take":
        yield (f"supply-{what}",), (Ghost(f"token-{what}", f"hold-{seat}"),)
    elif verb == "barter":
        owed, given = what.split()
        yield from (((f"supply-{owed}", *path), ()) for path in _stored(view, seat, given))
    elif verb == "draft":
        yield (_offer(view, what),), ()
    elif verb == "stop":
        yield ("stop",), ()
    else:
        yield _tile_path(view, seat, ids, verb, what)


def _stored(view: Json, seat: int, resource: str) -> list[tuple[str]]:
    """A resource of the own store: its tokens, or for thicker fingers the supply."""
    stock = view["players"][seat]["stock"]
    own: list[tuple[str]] = [(id,) for id, each in tokens(stock, seat) if each == resource]
    return [*own, (f"supply-{resource}",)]


def _offer(view: Json, what: str) -> str:
    """The item of an upgrade tile on offer."""
    if what.isdigit():
        return f"offer-3-{what}"
    return f"offer-1-{view['offered']['level 1'].index(what) + 1}"


def _tile_path(
    view: Json, seat: int, ids: Ids, verb: str, what: str
) -> tuple[tuple[str], tuple[Ghost, ...]]:
    """Picking a delivery on display, or a slot for it."""
    if verb == "slot":
        row = notes.row_of_delivery(view)
        id = f"slot-{seat}-{row}-{what}"
        return (id,), (Ghost(f"delivery-{row}", id),)
    row, place = (what or view["chosen"]).split()
    owner = view["players"][seat]
    filled = len(owner["deliveries"][row])
    ghosts: tuple[Ghost, ...] = ()
    if owner["slots"] is None and filled < len(tables.SLOTS):
        ghosts = (Ghost(f"delivery-{row}", f"slot-{seat}-{row}-{filled + 1}"),)
    return (ids[row, place],), ghosts


# --- why not -----------------------------------------------------------------------------


def why_illegal(state: Any, path: Sequence[str], say: Words) -> str:
    """Why no legal move begins with picking these items, in a sentence."""
    if state.actor < 0:
        return say("The game is over.")
    actor = int(state.actor)
    if state.held[actor] and state.hands[actor, 0] < 0:
        return say("{player} is choosing.", player=telling.player(actor, False, say))
    action = _meant(state, path)
    if action >= 0:
        return telling.sentence(notation.why_illegal(state, action, say))
    return telling.to_do(state, say)


def _meant(state: Any, path: Sequence[str]) -> int:
    """What picking these items would mean in a phase, -1 if nothing."""
    phase, last = int(state.phase), path[-1].split("-")
    if phase == tables.PLAY:
        return _card_meant(path)
    resource = _resource(last, int(state.actor))
    if resource in tables.RESOURCES and phase in OF_RESOURCES:
        return int(tables.ACTION[phase, tables.RESOURCES.index(resource)])
    if last[0] == "tile" and phase == tables.DELIVER:
        return _tile_meant(state, last[1], last[2])
    if last[0] == "slot" and phase == tables.SLOT:
        return int(tables.ACTION[phase, tables.SLOTS.index(last[3])])
    return -1


def _card_meant(path: Sequence[str]) -> int:
    """A card, or a card and where it is to go."""
    kind = path[0].split("-")
    if kind[0] != "card":
        return -1
    card, last = kind[2], path[-1]
    if len(path) > 1 and last.startswith("space-"):
        return notation.ACTIONS[f"play {card} {last.removeprefix('space-')}"]
    if len(path) > 1 and last == "discard":
        return notation.ACTIONS[f"discard {card}"]
    return -1


def _resource(parts: Sequence[str], actor: int) -> str:
    """The resource of a token in the actor's own store or in the supply."""
    if parts[0] == "supply":
        return parts[1]
    return parts[2] if parts[0] == "token" and parts[1] == str(actor) else ""


def _tile_meant(state: Any, row: str, name: str) -> int:
    """A delivery on display."""
    number = ROWS.index(row)
    for place, tile in enumerate(state.display[number].tolist()):
        if tile >= 0 and notation.tile_name(state, number, tile) == name:
            return notation.ACTIONS[f"deliver {row} {place + 1}"]
    return -1
