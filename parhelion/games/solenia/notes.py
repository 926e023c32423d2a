"""What a move of Solenia costs and gains, worked out from what its player can see."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from parhelion.games import Json
from parhelion.games.solenia import tables
from parhelion.games.solenia.notation import ROWS, SPACES
from parhelion.games.solenia.telling import (
    ANYTHING,
    OF_LETTER,
    STAR,
    TITLES,
    WIND,
    Bonus,
    alone,
    amounts,
    bonus_words,
    choice_of,
    counted,
    effect,
    name,
    several,
)
from parhelion.words import Words, series

KEPT = 4096
"""How many sets of prices are kept ready."""
AIRSHIP = (3, 3)
NOTHING: Counter[str] = Counter()
"""Never to be changed."""


class Leaving(NamedTuple):
    """The cards of a player that are expelled together, and what they bring."""

    seat: int
    cards: tuple[str, ...]
    gain: Counter[str]


class Outlook(NamedTuple):
    """What follows from a move without any further choice."""

    voyage: int = 0
    """Resources of one's choice to pay."""
    owed: Counter[str] = NOTHING
    """Resources that a delivery takes."""
    gain: Counter[str] = NOTHING
    """Resources and stars."""
    choose: int = 0
    among: str = ""
    """So many resources of one's choice, among these letters."""
    capacity: int = 0
    wakes: str = ""
    """An upgrade that starts to work."""
    tiles: tuple[str, ...] = ()
    """The delivery tiles of which one has to be honoured."""
    pair: int = 0
    """Stars for a pair of day and night."""
    advances: bool = False
    leaving: tuple[Leaving, ...] = ()
    over: int = 0
    """Resources that have to be discarded, as far as that can be known."""


# --- prices ------------------------------------------------------------------------------


def awake(view: Json, seat: int, power: str) -> bool:
    """Whether a lasting power of a player is at work (S29)."""
    owner = view["players"][seat]
    return bool(owner["awake"]) and owner["level 1"] == power


def prices(view: Json, seat: int) -> Mapping[str, int]:
    """S13, S29: what the voyage to each space costs a player."""
    diagonal, less = awake(view, seat, "crow's nest"), awake(view, seat, "tailwind")
    return _prices(tuple(_own_places(view, seat)), diagonal, less)


def _own_places(view: Json, seat: int) -> Iterator[tuple[int, int]]:
    """The airship and all cards of a player, as strip and lane."""
    yield AIRSHIP
    for strip, each in enumerate(view["sky"], start=1):
        for lane, card in enumerate(each["cards"], start=1):
            if card and card["seat"] == seat:
                yield strip, lane


@lru_cache(KEPT)
def _prices(own: tuple[tuple[int, int], ...], diagonal: bool, less: bool) -> Mapping[str, int]:
    return {space: _price(_place(space), own, diagonal, less) for space in SPACES}


def _price(
    to: tuple[int, int], own: tuple[tuple[int, int], ...], diagonal: bool, less: bool
) -> int:
    away = [(abs(to[0] - strip), abs(to[1] - lane)) for strip, lane in own]
    if diagonal and min(map(max, away)) <= 1:
        return 0
    return max(0, min(map(sum, away)) - 1 - less)


def _place(space: str) -> tuple[int, int]:
    return int(space[0]), int(space[2])


def produced(view: Json, space: str) -> str:
    """What a space is, as a letter."""
    strip, lane = _place(space)
    letter: str = view["sky"][strip - 1]["spaces"][lane - 1]
    return letter


# --- what follows ------------------------------------------------------------------------


def outlook(view: Json, move: str, voyages: Mapping[str, int] | None = None) -> Outlook:
    """What follows from a legal move. `voyages` are the prices of the spaces, if known."""
    seat, (verb, _, what) = view["turn"], move.partition(" ")
    if verb == "play":
        card, space = what.split()
        cost = (voyages or prices(view, seat))[space]
        return _advancing(view, seat, _landing(view, seat, card, space, cost), card, space)
    if verb == "discard":
        return _advancing(view, seat, Outlook(advances=True))
    if verb == "pay":
        return _paying(view, seat, what)
    if verb == "slot":
        tiles = sum(map(len, view["players"][seat]["deliveries"].values()))
        slot = tables.SLOTS.index(what)
        row = row_of_delivery(view)
        return _over(view, seat, _filling(view, seat, row, slot, tiles, Outlook()))
    if verb == "take":
        more = Counter({what: 1})
        return _over(view, seat, Outlook(gain=more, choose=view["choose"] - 1))
    if verb == "give":
        return Outlook(gain=Counter({STAR: view["amounts"]["clearance"][1]}))
    return _honouring(view, seat, verb, what) if verb in _OF_TILES else Outlook()


_OF_TILES = ("deliver", "exact", "barter")


def _landing(view: Json, seat: int, card: str, space: str, cost: int) -> Outlook:
    """S13, S15, S16: what the space of a card brings once the voyage is paid."""
    letter, value = produced(view, space), int(card[0])
    value = value or int(awake(view, seat, "cloud nets"))
    advances = card[0] == "0"
    if letter in OF_LETTER:
        gain = Counter({OF_LETTER[letter]: value})
        return _over(view, seat, Outlook(cost, gain=gain, advances=advances))
    row = ROWS["DN".index(letter)]
    places = _payable(view, seat, row, cost)
    found = Outlook()
    if len(places) == 1 and not awake(view, seat, "barter"):
        found = _delivery(view, seat, row, view["display"][row][places[0]])
    tiles = tuple(view["display"][row][place]["tile"] for place in places)
    stars = found.gain + Counter({STAR: value})
    found = found._replace(voyage=cost, gain=stars, tiles=tiles, advances=advances)
    return _over(view, seat, found) if len(places) == 1 else found


def _payable(view: Json, seat: int, row: str, cost: int) -> list[int]:
    """S16: the places of displayed tiles that can be paid, and so many resources besides."""
    stock, spare = view["players"][seat]["stock"], int(awake(view, seat, "barter"))
    found = []
    for place, tile in enumerate(view["display"][row]):
        if tile:
            asked = counted(tile["cost"])
            missing = sum(max(0, n - stock[what]) for what, n in asked.items())
            if missing <= spare and sum(stock.values()) - len(tile["cost"]) >= cost:
                found.append(place)
    return found


def _paying(view: Json, seat: int, resource: str) -> Outlook:
    """S13: the last payment brings what the space has."""
    if view["price"] > 1:
        return Outlook(view["price"] - 1)
    owner = view["players"][seat]
    stock = owner["stock"] | {resource: owner["stock"][resource] - 1}
    players = [*view["players"][:seat], owner | {"stock": stock}, *view["players"][seat + 1 :]]
    strip, lane = _place(view["place"])
    card = view["sky"][strip - 1]["cards"][lane - 1]["card"]
    found = _landing(view | {"players": players}, seat, card, view["place"], 0)
    return found._replace(advances=False)


def _honouring(view: Json, seat: int, verb: str, what: str) -> Outlook:
    """S16, S17, S29: a displayed tile is paid, perhaps by barter."""
    row, place = (what if verb == "deliver" else view["chosen"]).split()
    found = _delivery(view, seat, row, view["display"][row][int(place) - 1])
    if verb == "barter":
        owed, given = what.split()
        found = found._replace(owed=found.owed + Counter({given: 1}) - Counter({owed: 1}))
    return _over(view, seat, found)


def _delivery(view: Json, seat: int, row: str, tile: Json) -> Outlook:
    """S17, S19: what a delivery takes and brings, but for a slot that has to be chosen."""
    owner, stars = view["players"][seat], Counter[str]()
    if awake(view, seat, "star chart"):
        stars[STAR] = view["amounts"]["star chart"][0]
    found = Outlook(owed=counted(tile["cost"]), tiles=(tile["tile"],))
    slot = _next_slot(owner, row)
    if slot is not None:
        tiles = sum(map(len, owner["deliveries"].values())) + 1
        found = _filling(view, seat, row, slot, tiles, found)
    pair = _pair(view, owner, row) if owner["slots"] is None else 0
    return found._replace(gain=found.gain + stars, pair=pair)


def _next_slot(owner: Json, row: str) -> int | None:
    """S19, S27: the slot that the next delivery fills, if there is no choice; None if there is,
    or if none is left."""
    if owner["slots"] is None:
        filled = len(owner["deliveries"][row])
        return filled if filled < len(tables.SLOTS) else None
    free = [slot for slot, name in enumerate(tables.SLOTS) if name not in owner["slots"][row]]
    return free[0] if len(free) == 1 else None


def _pair(view: Json, owner: Json, row: str) -> int:
    """S26: the stars that one more pair of day and night brings."""
    filled = len(owner["deliveries"][row])
    other = len(owner["deliveries"][ROWS[1 - ROWS.index(row)]])
    most = len(view["pair stars"]) - 1
    if filled >= other or filled >= most:
        return 0
    more: int = view["pair stars"][filled + 1] - view["pair stars"][filled]
    return more


def _with_bonus(found: Outlook, bonus: Bonus, tiles: int) -> Outlook:
    """S19, S28: what a slot brings besides; `tiles` are the deliveries of its owner."""
    gain = counted(bonus["gain"])
    gain[STAR] += bonus["stars"] + bonus["stars per tile"] * tiles
    return found._replace(
        gain=found.gain + gain,
        choose=bonus["choose"],
        among=bonus["among"],
        capacity=bonus["capacity"],
    )


def _filling(view: Json, seat: int, row: str, slot: int, tiles: int, found: Outlook) -> Outlook:
    """S19, S28, S29: what a slot brings besides to a player who then has so many deliveries."""
    owner = view["players"][seat]
    if owner["level 1"] and slot == tables.SLOT_1B:
        other = owner["slots"][ROWS[1 - ROWS.index(row)]]
        return _waking(view, owner["level 1"], found) if tables.SLOTS[slot] in other else found
    if owner["level 3"] and slot == tables.SLOT_3B:
        return _crowning(view, seat, owner["level 3"][ROWS.index(row)], found)
    return _with_bonus(found, view["bonuses"][row][slot], tiles)


def _waking(view: Json, power: str, found: Outlook) -> Outlook:
    if power != "deep hold":
        return found._replace(wakes=power)
    more, choose = view["amounts"][power]
    return found._replace(wakes=power, capacity=more, choose=choose, among=ANYTHING)


def _crowning(view: Json, seat: int, power: str, found: Outlook) -> Outlook:
    """S29: what a half of a level-3 tile brings at once."""
    n, least = view["amounts"][power]
    gain = Counter[str]()
    if power == "regatta":
        gain[STAR] = max(n * _ships(view, seat), least)
    elif power == "cornucopia":
        gain = counted(ANYTHING) + Counter({STAR: n})
    elif power in ("jubilee", "harbour"):
        gain[STAR] = n
    return found._replace(gain=found.gain + gain, wakes=power)


def _ships(view: Json, seat: int) -> int:
    """The cards of a player on the board, the one that is about to be played included."""
    lying = sum(1 for _ in _own_places(view, seat)) - 1  # the airship is no card
    return lying + int(view["phase"] == "play")


def row_of_delivery(view: Json) -> str:
    """The row of the delivery that was honoured last."""
    return "night" if view["place"] and produced(view, view["place"]) == "N" else "day"


# --- the store and the rear strip --------------------------------------------------------


def _resources(gain: Counter[str]) -> int:
    return sum(gain[resource] for resource in tables.RESOURCES)


def _over(view: Json, seat: int, found: Outlook) -> Outlook:
    """S18: what does not fit into the store."""
    owner = view["players"][seat]
    held = sum(owner["stock"].values()) - found.voyage - sum(found.owed.values())
    held += _resources(found.gain) + found.choose
    return found._replace(over=max(0, held - owner["capacity"] - found.capacity))


def _advancing(view: Json, seat: int, found: Outlook, card: str = "", space: str = "") -> Outlook:
    """S22: the rear strip pays when the airship advances."""
    if not found.advances:
        return found
    found = found._replace(leaving=_leaving(view, seat, card, space))
    mine = next((each.gain for each in found.leaving if each.seat == seat), Counter[str]())
    if len(found.tiles) > 1:  # what is in the store then is not known yet
        return found
    owner = view["players"][seat]
    held = sum(owner["stock"].values()) - found.voyage - sum(found.owed.values()) - found.over
    held += _resources(found.gain) + found.choose + _resources(mine)
    more = held - owner["capacity"] - found.capacity
    return found._replace(over=found.over + max(0, more))


def _leaving(view: Json, seat: int, card: str, space: str) -> tuple[Leaving, ...]:
    """S22: the cards on the rear strip by player, the active one first, each by lane."""
    rear, seats = view["sky"][0], len(view["players"])
    lanes = list(rear["cards"])
    if space.startswith("1"):
        lanes[_place(space)[1] - 1] = {"seat": seat, "card": card}
    found = []
    for who in ((seat + i) % seats for i in range(seats)):
        own = [
            (each["card"], letter)
            for each, letter in zip(lanes, rear["spaces"], strict=True)
            if each and each["seat"] == who
        ]
        if own:
            found.append(Leaving(who, tuple(kind for kind, _ in own), _paid(view, who, own)))
    return tuple(found)


def _paid(view: Json, seat: int, cards: list[tuple[str, str]]) -> Counter[str]:
    """What cards bring their owner, each with what its space is; the Trade Wind gets nothing."""
    gain = Counter[str]()
    if alone(view) and seat == WIND:
        return gain
    salvage = view["amounts"]["salvage"][0] if awake(view, seat, "salvage") else 0
    for card, letter in cards:
        gain += brought(card, letter, salvage)
    return gain


def brought(card: str, letter: str, salvage: int) -> Counter[str]:
    """S6: what a card brings when it is expelled from a space; `salvage` are stars of S29."""
    power, city = card[1:], letter in "DN"
    found = Counter({STAR: salvage if city else 0})
    if power[0] == "x":
        found[STAR if city else OF_LETTER[letter]] += int(power[1])
    elif power[0] == "*":
        found[STAR] += power[1].upper() == letter
    else:
        found += counted(power.upper())
    return +found


# --- in words ----------------------------------------------------------------------------


def all_notes(
    view: Json, moves: Iterable[str], voyages: Mapping[str, int], say: Words
) -> dict[str, str]:
    """What moves cost and gain, those that do."""
    known: dict[str, str] = {}
    found = {}
    for move in moves:
        alike = _alike(view, move, voyages)
        if alike not in known:
            known[alike] = note(view, move, voyages, say)
        if known[alike]:
            found[move] = known[alike]
    return found


def _alike(view: Json, move: str, voyages: Mapping[str, int]) -> str:
    """What a note depends on: for a card its value, what the space is and the voyage; one that
    goes to the rear and advances the airship is expelled at once."""
    if not move.startswith("play"):
        return move
    card, space = move[5:].split()
    if card[0] == "0" and space[0] == "1":
        return move
    return f"{card[0]}{produced(view, space)}{voyages[space]}"


def note(view: Json, move: str, voyages: Mapping[str, int], say: Words) -> str:
    """What a move costs and gains, as far as its player can know; empty if nothing."""
    return say("; ").join(_clauses(view, move, outlook(view, move, voyages), say))


def _clauses(view: Json, move: str, found: Outlook, say: Words) -> Iterator[str]:
    verb = move.partition(" ")[0]
    if found.voyage:
        yield _voyage(verb, found.voyage, say)
    if verb in ("play", "pay") and found.tiles:
        yield _then(found, say)
    elif verb == "barter":
        yield say("pays {cost}", cost=amounts(found.owed, say))
    if verb == "slot":
        yield from _slot_clauses(view, move.split()[1], found, say)
    elif verb != "take":
        yield from _gains(view, found, say)
    if found.pair:
        yield say.plural("a pair: {n} star", "a pair: {n} stars", found.pair)
    if found.advances:
        yield say("the airship advances")
    for each in found.leaving:
        yield _leaves(view, each, say)
    if found.over:
        yield say.plural("{n} too many for your store", "{n} too many for your store", found.over)


def _mover(view: Json) -> Json:
    mover: Json = view["players"][view["turn"]]
    return mover


def _voyage(verb: str, n: int, say: Words) -> str:
    if verb == "pay":
        return say("{n} more to pay after it", n=n)
    return say.plural("voyage: {n} resource", "voyage: {n} resources", n)


def _then(found: Outlook, say: Words) -> str:
    """The delivery that follows."""
    if found.owed:
        (tile,) = found.tiles
        stars = several(int(tile.lstrip(ANYTHING)), STAR, say)
        return say("delivers {cost} for {stars}", cost=amounts(found.owed, say), stars=stars)
    n = len(found.tiles)
    return say.plural("then a delivery", "then one of {n} deliveries", n)


def _gains(view: Json, found: Outlook, say: Words) -> Iterator[str]:
    """What comes in."""
    if found.wakes:
        yield effect(view["amounts"], found.wakes, say)
    if found.capacity:
        yield say("capacity +{n}", n=found.capacity)
    if +found.gain:
        yield amounts(found.gain, say)
    if found.choose:
        yield choice_of(found.choose, found.among, say)


def _slot_clauses(view: Json, slot: str, found: Outlook, say: Words) -> Iterator[str]:
    """What a slot brings, and how many stars that is if they have to be counted."""
    row, number, owner = row_of_delivery(view), tables.SLOTS.index(slot), _mover(view)
    yield slot_words(view["amounts"], view["bonuses"], owner, row, number, say)
    per_tile = not found.wakes and view["bonuses"][row][number]["stars per tile"]
    if found.gain[STAR] and (per_tile or found.wakes == "regatta"):
        yield say("now {stars}", stars=several(found.gain[STAR], STAR, say))


def _leaves(view: Json, each: Leaving, say: Words) -> str:
    told = {"cards": series(each.cards, say), "gains": amounts(each.gain, say)}
    if each.seat == view["turn"]:
        return say("expelled: your {cards} for {gains}", **told)
    who = name(view, each.seat, say)
    return say("expelled: {cards} of {player} for {gains}", player=who, **told)


def slot_words(numbers: Json, bonuses: Json, owner: Json, row: str, slot: int, say: Words) -> str:
    """What a slot brings to its owner, upgrades included (S29)."""
    if owner["level 1"] and slot == tables.SLOT_1B:
        if tables.SLOTS[slot] in owner["slots"][ROWS[1 - ROWS.index(row)]]:
            return effect(numbers, owner["level 1"], say)
        return say("half of what wakes {title}", title=say(TITLES[owner["level 1"]]))
    if owner["level 3"] and slot == tables.SLOT_3B:
        return effect(numbers, owner["level 3"][ROWS.index(row)], say)
    return bonus_words(bonuses[row][slot], say)
