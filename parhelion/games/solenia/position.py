"""Positions of Solenia that people set up, from JSON in the words of the view and of the deal.

Every key may be left out. Lists of players are in the order of the seats; alone, the second one is
the Trade Wind.

| key                     | what                                               | without it        |
|-------------------------|----------------------------------------------------|-------------------|
| `phase`                 | what is decided                                    | `play`            |
| `active`                | the seat whose turn it is                          | 0                 |
| `sky`                   | five strips, rear to front: `strip`, `face` and    | A B T C D, night  |
|                         | `cards`, or only `["A", "night"]`                  | in the rear       |
| `display`               | the tiles face up, `day` and `night`               | the next ones     |
| `decks`, `deliveries`   | draw piles and delivery piles, as they are drawn   | the rest in order |
| `players`               | for each one `stock`, `stars`, `hand` (or `held`,  | nothing; a hand   |
|                         | how many), `used`, `deck` (how many), `slots`,     | of the next three |
|                         | `deliveries`, `level_1`, `level_3`                 |                   |
| `offered`               | upgrade tiles in the draft                         | the next ones     |
| `place`                 | where the card just played lies                    | nowhere           |
| `price`, `giving`       | resources still to pay, still to be given          | 0                 |
| `choose`, `among`       | resources still to choose, and among which letters | 0, any            |
| `chosen`                | the displayed tile that is to be paid: `row`, and  | none              |
|                         | `place` from 1                                     |                   |
| `airship`               | `4-3` once it has advanced in this turn            | as `place` says   |
| `paid_out`              | players whose expelled cards have been paid        | 0                 |
| `last_lane`             | of the player's last card, alone                   | 3                 |

All other keys of a view follow from these. They may be given too, and have to be right.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadPosition
from parhelion.games import Json
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import CARDS, HAND, TILES, WINTER
from parhelion.games.solenia.kernels.position_setup import complete
from parhelion.games.solenia.kernels.powers import decks_in_play, is_wind, variant
from parhelion.games.solenia.kernels.setup import clear
from parhelion.games.solenia.notation import (
    FACES,
    KINDS,
    ROWS,
    SPACES,
    STRIPS,
    card_name,
    tile_name,
)
from parhelion.games.solenia.position_json import (
    GivenCard,
    GivenPlayer,
    GivenPosition,
    GivenStrip,
)
from parhelion.games.solenia.position_ledger import Pieces, check_length, check_seat
from parhelion.games.solenia.position_upgrades import UpgradeTiles
from parhelion.games.solenia.view_position import describe
from parhelion.kernel.question_steps import ASK
from parhelion.validated import validated


def write_position(states: Any, position: Json) -> None:
    """Set states[0], which has its options, up with everything where a position says; BadPosition
    tells what contradicts what."""
    state = states[0]
    given = validated(GivenPosition, position, "position", BadPosition)
    players, decks = _by_seat(state, given)
    clear(state)
    cards = _lay_sky(state, given.sky)
    for seat, player in enumerate(players):
        _hand_out(state, seat, player, cards[seat], decks[seat])
        _write_store(state, seat, player)
    _lay_tiles(state, players, given)
    if state.upgrades:
        UpgradeTiles(state).hand_out(players, given)
    _write_turn(state, given)
    phase = constants.PHASES.index(given.phase)
    work = np.repeat(states, 2)
    complete(work, phase)
    states[0] = work[0]
    _check(state, phase)
    _compare(position, describe(state), "position")


def _by_seat(state: Any, given: GivenPosition) -> tuple[list[GivenPlayer], list[list[str] | None]]:
    """What is said of every seat, and of its draw pile."""
    seats = int(decks_in_play(state))
    check_length(given.players, "position.players", seats)
    check_length(given.decks, "position.decks", seats)
    return (
        given.players + [GivenPlayer()] * (seats - len(given.players)),
        given.decks + [None] * (seats - len(given.decks)),
    )


# --- the sky -----------------------------------------------------------------------------


def _lay_sky(state: Any, sky: list[GivenStrip]) -> list[Pieces]:
    """Lay strips and the cards on them; the cards of each seat that are left."""
    names = [card_name(state, card) for card in range(CARDS)]
    cards = [Pieces(names, "card") for _ in range(int(decks_in_play(state)))]
    if len(sky) != constants.STRIPS:
        raise BadPosition(f"position.sky: expected a list of {constants.STRIPS}, found {len(sky)}")
    for position, strip in enumerate(sky):
        where = f"position.sky[{position}]"
        _lay_strip(state, position, strip, where)
        for lane, card in enumerate(strip.cards):
            if card is not None:
                space = constants.STRIDE * position + lane
                _lay_card(state, space, card, f"{where}.cards[{lane}]", cards)
    return cards


def _lay_strip(state: Any, position: int, strip: GivenStrip, where: str) -> None:
    """A strip lies in one place, with one of its faces."""
    number = STRIPS.index(strip.strip)
    faces = FACES[number]
    if number in state.order[:position]:
        raise BadPosition(f"{where}.strip: strip {strip.strip} lies elsewhere already")
    if strip.face not in faces:
        hint = did_you_mean(strip.face, faces)
        raise BadPosition(f"{where}.face: {strip.face!r} is not known{hint}")
    state.order[position] = number
    state.face[position] = faces.index(strip.face)


def _lay_card(state: Any, space: int, given: GivenCard, where: str, cards: list[Pieces]) -> None:
    """A card lies on a space and is used."""
    check_seat(given.seat, f"{where}.seat", len(cards))
    state.used[given.seat] |= 1 << cards[given.seat].take(given.card, f"{where}.card")
    state.lying[space] = KINDS.index(given.card)
    state.owner[space] = given.seat


# --- cards -------------------------------------------------------------------------------


def _hand_out(
    state: Any, seat: int, player: GivenPlayer, cards: Pieces, pile: list[str] | None
) -> None:
    """Used cards, hand and draw pile of a seat. What a named pile does not hold is used."""
    where = f"position.players[{seat}]"
    if player.used is not None:
        for name in _missing_on_board(state, seat, player.used, f"{where}.used"):
            state.used[seat] |= 1 << cards.take(name, f"{where}.used")
    held = cards.take_all(player.hand or [], f"{where}.hand")
    deck = cards.take_all(pile or [], f"position.decks[{seat}]")
    if player.hand is None or (not held and player.held):
        usual = 0 if is_wind(state, seat) else HAND
        held = cards.rest(usual if player.held is None else player.held)
    if pile is None:
        deck = cards.rest(CARDS if player.deck is None else player.deck)
    for card in cards.rest(CARDS):
        state.used[seat] |= 1 << card
    state.hands[seat, : len(held)] = sorted(held)
    state.decks[seat, : len(deck)] = deck[::-1]


def _missing_on_board(state: Any, seat: int, used: list[str], where: str) -> list[str]:
    """The used cards of a seat that do not lie on the board."""
    names = used[:]
    for space in constants.SPACES:
        if state.owner[space] == seat:
            name = KINDS[state.lying[space]]
            if name not in names:
                lies = SPACES[constants.SPACE_NUMBER[space]]
                raise BadPosition(f"{where}: card {name} is missing; it lies on {lies}")
            names.remove(name)
    return names


def _write_store(state: Any, seat: int, player: GivenPlayer) -> None:
    """Resources and stars of a seat."""
    state.stock[seat] = [getattr(player.stock, name) for name in constants.RESOURCES]
    usual = int(state.head_starts[variant(state), state.difficulty]) if is_wind(state, seat) else 0
    state.stars[seat] = usual if player.stars is None else player.stars


# --- deliveries --------------------------------------------------------------------------


def _lay_tiles(state: Any, players: list[GivenPlayer], given: GivenPosition) -> None:
    """Tiles of both kinds: on the boards, face up, and in the piles."""
    for row, kind in enumerate(ROWS):
        tiles = Pieces([tile_name(state, row, tile) for tile in range(TILES)], "tile")
        filled = [_fill_slots(state, seat, player, row) for seat, player in enumerate(players)]
        owned = [_owned(tiles, seat, player, kind) for seat, player in enumerate(players)]
        shown, pile = getattr(given.display, kind), getattr(given.deliveries, kind)
        _show(state, tiles, row, shown or [])
        drawn = tiles.take_all(pile or [], f"position.deliveries.{kind}")
        if shown is None:
            for place, tile in enumerate(tiles.rest(_places(state))):
                state.display[row, place] = tile
        for seat, numbers in enumerate(owned):
            numbers = tiles.rest(filled[seat]) if numbers is None else numbers
            state.tiles[seat, row] = sum(1 << tile for tile in numbers)
        rest = tiles.rest(TILES)
        if pile is not None and rest:
            raise BadPosition(
                f"position.deliveries.{kind}: tile {tiles.names[rest[0]]} lies nowhere"
            )
        drawn += rest
        state.piles[row, : len(drawn)] = drawn[::-1]


def _owned(tiles: Pieces, seat: int, player: GivenPlayer, kind: str) -> list[int] | None:
    """The tiles that a player has delivered, None if it is not said."""
    names = getattr(player.deliveries, kind)
    where = f"position.players[{seat}].deliveries.{kind}"
    return None if names is None else tiles.take_all(names, where)


def _places(state: Any) -> int:
    """S9: how many tiles of a kind are displayed."""
    return 3 if state.players < 4 else 4


def _show(state: Any, tiles: Pieces, row: int, shown: list[str | None]) -> None:
    """Lay tiles face up."""
    where = f"position.display.{ROWS[row]}"
    check_length(shown, where, _places(state))
    for place, name in enumerate(shown):
        if name is not None:
            state.display[row, place] = tiles.take(name, f"{where}[{place}]")


def _fill_slots(state: Any, seat: int, player: GivenPlayer, row: int) -> int:
    """Fill the slots of a winter board; how many."""
    where = f"position.players[{seat}].slots"
    if player.slots is None:
        return 0
    if state.board != WINTER:
        raise BadPosition(f"{where}: only winter boards have slots to choose from")
    names = getattr(player.slots, ROWS[row])
    for i, name in enumerate(names):
        slot = 1 << constants.SLOTS.index(name)
        if state.slots[seat, row] & slot:
            raise BadPosition(f"{where}.{ROWS[row]}[{i}]: slot {name} is filled already")
        state.slots[seat, row] |= slot
    return len(names)


# --- the turn ----------------------------------------------------------------------------


def _write_turn(state: Any, given: GivenPosition) -> None:
    """Whose turn it is and what has happened in it."""
    check_seat(given.active, "position.active", int(decks_in_play(state)))
    state.turn, state.price, state.giving = given.active, given.price, given.giving
    state.paid_out, state.last_lane = given.paid_out, given.last_lane - 1
    state.to_choose, state.among = given.choose, _among(given.among)
    if given.place is not None:
        state.place = constants.SPACES[SPACES.index(given.place)]
        if state.owner[state.place] != state.turn:
            raise BadPosition(f"position.place: no card of the active player lies on {given.place}")
    if given.chosen is not None:
        state.chosen = given.chosen.place - 1
    usual = state.place >= 0 and state.lying[state.place] < len(constants.POWERS)
    state.ahead = usual if given.airship is None else given.airship == "4-3"


def _among(letters: str) -> int:
    """Resources given by their letters, as a bit set."""
    known = constants.LETTERS[: len(constants.RESOURCES)]
    for letter in letters:
        if letter not in known:
            raise BadPosition(
                f"position.among: {letter!r} is not known{did_you_mean(letter, known)}"
            )
    return sum(1 << known.index(letter) for letter in set(letters))


# --- what contradicts what ---------------------------------------------------------------


_BETWEEN_TURNS = (constants.PLAY, constants.DRAFT, constants.OVER)


def _check(state: Any, phase: int) -> None:
    """The boards are possible, and the question has answers."""
    for seat in range(int(state.players)):
        _check_boards(state, seat, phase)
        _check_store(state, seat, phase)
    if state.ahead and phase in _BETWEEN_TURNS:
        raise BadPosition("position.airship: it is on 3-3 at the beginning of a turn")
    if state.chosen >= 0 and phase != constants.BARTER_PHASE:
        raise BadPosition("position.chosen: only in the phase barter a tile is to be paid")
    _check_question(state, phase)


def _check_question(state: Any, phase: int) -> None:
    """There is something to decide, and it is what was said."""
    if phase == constants.PLAY and state.held[state.turn] == 0:
        raise BadPosition("position.phase: the active player has no card to play")
    if phase == constants.OVER and (state.held.sum() or state.deck_left.sum()):
        raise BadPosition("position.phase: the game is not over while somebody has cards")
    empty = phase not in (constants.PLAY, constants.OVER) and not state.options
    if state.step != ASK or state.phase != phase or empty:
        raise BadPosition(f"position.phase: there is nothing to {constants.PHASES[phase]}")


def _check_boards(state: Any, seat: int, phase: int) -> None:
    """S27: in winter every delivery fills a slot, and levels are filled from below."""
    if state.board != WINTER:
        return
    for row, kind in enumerate(ROWS):
        where, filled = f"position.players[{seat}].slots.{kind}", int(state.slots[seat, row])
        levels = [(filled >> 2 * level & 3).bit_count() for level in range(3)]
        if sorted(levels, reverse=True) != levels:
            raise BadPosition(f"{where}: a level has more filled slots than the one below it")
        waits = phase == constants.SLOT and (seat, row) == (state.turn, state.row)
        owned = int(state.delivered[seat, row])
        if sum(levels) != min(owned - waits, len(constants.SLOTS)):
            raise BadPosition(f"{where}: {sum(levels)} slots are filled, but deliveries: {owned}")


def _check_store(state: Any, seat: int, phase: int) -> None:
    """S18: nobody has more resources than capacity, unless some are about to be dropped."""
    amount, capacity = int(state.stock[seat].sum()), int(state.capacity[seat])
    if amount > capacity and phase in _BETWEEN_TURNS:
        raise BadPosition(
            f"position.players[{seat}].stock: {amount} resources are more than the capacity of "
            f"{capacity}"
        )


def _compare(given: Any, told: Any, where: str) -> None:
    """Whatever a view tells and was given has to be the same, but for hands that may be hidden."""
    if isinstance(given, Mapping) and isinstance(told, Mapping):
        for key in [key for key in given if key not in _PLACES]:
            if key not in told:
                raise BadPosition(f"{where}.{key}: unknown{did_you_mean(key, told)}")
            _compare(given[key], told[key], f"{where}.{key}")
    elif isinstance(given, list) and _is_of_places(told):
        for i, (part, followed) in enumerate(zip(given, told, strict=False)):
            if isinstance(part, Mapping):
                _compare(part, followed, f"{where}[{i}]")
    elif _sorted(given) != _sorted(told):
        raise BadPosition(f"{where}: {given!r} contradicts the rest, from which follows {told!r}")


_PLACES = {"decks", "deliveries", "hand"}
"""Keys that say where pieces lie that a view may not show: they lie there now."""


def _is_of_places(told: Any) -> bool:
    """Whether a list has objects, or places where none is."""
    return isinstance(told, list) and any(e is None or isinstance(e, Mapping) for e in told)


def _sorted(value: Any) -> Any:
    """Names in any order are the same."""
    names = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return sorted(value) if names else value
