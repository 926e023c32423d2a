"""What the table of Solenia tells of a move before it is made is what the rules then do."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from parhelion import bots, games
from parhelion.games import Json
from parhelion.games.solenia import notes, rules, tables, telling
from parhelion.games.solenia.notation import ROWS, SPACES, text
from parhelion.games.solenia.notes import Outlook
from parhelion.games.solenia.view import describe, happened
from parhelion.match import Match
from tests.positions import positions
from tests.solenia.positions import Table

SOLENIA = games.load("solenia")
ENGLISH = SOLENIA.words("en")
UPGRADED = {"board": "winter", "upgrades": "on"}
MODES: tuple[dict[str, str], ...] = (
    {"players": "2"},
    {"players": "3"},
    {"players": "4"},
    {"players": "1"},
    {"players": "2", "board": "winter"},
    {"players": "2"} | UPGRADED,
    {"players": "4"} | UPGRADED,
    {"players": "1"} | UPGRADED,
)
SEEDS = range(3)
LATER = ("expelled", "turned", "drew", "rolled", "over")
"""Events that are no longer of the move itself, but of the end of the turn."""


def solenia(seed: int = 0, **options: str) -> Match:
    return Match(SOLENIA, options, seed)


class Made(NamedTuple):
    """A move that was made: what was to be seen before, what was told, what happened."""

    before: Json
    verb: str
    told: Outlook
    events: list[Any]
    after: Json
    seat: int

    @property
    def at_once(self) -> list[Any]:
        """What happened before the turn came to its end; a hand that grows belongs to it."""
        for number, (what, *_) in enumerate(self.events):
            woke = number and self.events[number - 1][0] == "woke"
            if what in LATER and not (what == "drew" and woke):
                return self.events[:number]
        return self.events

    def has(self, *names: str) -> bool:
        """Whether something of these happened at once."""
        return any(what in names for what, *_ in self.at_once)

    @property
    def went_on(self) -> bool:
        """Whether more was done than was told, as there was only one way to go on."""
        paying = self.verb in ("play", "pay") and self.told.voyage and self.has("gained", "stars")
        return bool(paying or (self.has("delivered") and not self.told.owed))


def made(seeds: range = SEEDS) -> Iterator[Made]:
    """Every move of random games of every mode, but for drafts."""
    for options in MODES:
        for seed in seeds:
            match, player = solenia(seed, **options), bots.bot("solenia", 0, seed)
            while match.turn is not None:
                seat, before, move = match.turn, match.view(match.turn), player.choose(match)
                told = None if move.text.startswith("draft") else notes.outlook(before, move.text)
                match.play(move)
                if told:
                    after = match.view()
                    verb, events = move.text.split()[0], after["events"][-1]
                    yield Made(before, verb, told, events, after | {"match": match}, seat)


def gained(events: list[Any], seat: int) -> Counter[str]:
    """Resources, stars and capacity that a seat gained."""
    found = Counter[str]()
    for what, value, whose in events:
        if whose == seat and what == "gained":
            n, resource = value.split()
            found[resource] += int(n)
        elif whose == seat and what in ("stars", "capacity"):
            found[telling.STAR if what == "stars" else what] += value
    return found


# --- truth


@pytest.mark.rule("S15")
@pytest.mark.rule("S19")
@pytest.mark.rule("S28")
def test_what_a_move_is_said_to_bring_is_what_it_brings() -> None:
    compared = Counter(move.verb for move in made() if brings_what_is_told(move))
    assert set(compared) >= {"play", "pay", "deliver", "slot", "take", "drop"}


def brings_what_is_told(move: Made) -> bool:
    """Check the gains of a move; whether they could be compared."""
    waits = move.told.voyage and not move.has("gained", "stars", "delivered")
    if move.went_on or waits or move.verb == "discard":
        return False
    told = +move.told.gain + Counter(capacity=move.told.capacity)
    assert gained(move.at_once, move.seat) == +told, move.events
    return True


@pytest.mark.rule("S13")
def test_what_a_voyage_is_said_to_cost_is_what_is_paid() -> None:
    assert sum(costs_what_is_told(move) for move in made()) > 100


def costs_what_is_told(move: Made) -> bool:
    """Check the price of a voyage; whether it cost something."""
    if move.verb != "play":
        return False
    paying = move.after["phase"] == "pay" and move.after["turn"] == move.seat
    paid = sum(what == "paid" for what, *_ in move.events)
    assert paid + paying * move.after["price"] == move.told.voyage
    return move.told.voyage > 0


@pytest.mark.rule("S16")
def test_what_a_delivery_is_said_to_take_is_what_it_takes() -> None:
    compared = 0
    for move in made():
        calm = not move.has("gained", "paid") and not any(
            what == "expelled" for what, *_ in move.events
        )
        if move.told.owed and move.has("delivered") and calm:
            stock = move.after["players"][move.seat]["stock"]
            had = Counter(move.before["players"][move.seat]["stock"])
            assert +(had - move.told.owed) == +Counter(stock)
            compared += 1
    assert compared > 10


@pytest.mark.rule("S22")
def test_the_cards_that_are_said_to_leave_leave_for_what_is_told() -> None:
    assert sum(expels_what_is_told(move) for move in made()) > 50


def expels_what_is_told(move: Made) -> bool:
    """Check which cards leave and what they bring; whether any did."""
    names = [what for what, *_ in move.events]
    turned = names.index("turned") if "turned" in names else -1
    if not move.told.advances or turned < 0 or "rolled" in names[:turned]:
        return False
    wind = {telling.WIND} if move.before["options"]["players"] == "1" else set()
    told = [tuple(each) for each in move.told.leaving if each.seat not in wind]
    assert told == expelled(move.events[:turned])
    return bool(told)


def expelled(events: list[Any]) -> list[tuple[int, tuple[str, ...], Counter[str]]]:
    """By player, in their order: the cards that left, and what they brought."""
    cards: dict[int, list[str]] = {}
    gains: dict[int, Counter[str]] = {}
    leaving = False
    for event in events:
        what, value, seat = event
        if what == "expelled":
            cards.setdefault(seat, []).append(value.split()[0])
            leaving = True
        elif leaving:
            gains[seat] = gains.get(seat, Counter()) + gained([event], seat)
    return [(seat, tuple(kinds), gains.get(seat, Counter())) for seat, kinds in cards.items()]


@pytest.mark.rule("S18")
def test_what_is_said_to_be_too_much_has_to_be_discarded() -> None:
    compared = Counter[int]()
    for move in made():
        late = move.before["airship"] == "4-3" or move.verb in ("drop", "give")
        open_ended = move.told.voyage or (len(move.told.tiles) > 1 and move.verb == "play")
        alone = move.before["options"]["players"] == "1"  # the Trade Wind plays on at once
        if not late and not open_ended and not alone:
            found = discarded(move.after["match"].copy(), move.seat, move.events)
            if found is not None:
                assert found == move.told.over, move.events
                compared[found] += 1
    assert sum(compared[n] for n in compared if n) > 20


def discarded(match: Match, seat: int, events: list[Any]) -> int | None:
    """How many resources a seat discards until its turn is over; None if it has to do more than
    to choose resources."""
    found = 0
    while True:
        found += sum(what == "dropped" and whose == seat for what, _, whose in events)
        if match.turn is None or match.view()["phase"] not in ("drop", "take"):
            break
        match.play(match.moves()[0])
        events = match.view()["events"][-1]
    waits = match.turn == seat and match.view()["phase"] not in ("play", "over")
    return None if waits else found


def turn(table: Table) -> Iterator[Made]:
    """Every decision that a player can come to within a turn, and every way to decide it."""
    left = [table.states]
    while left:
        states = left.pop()
        seat = int(states[0].actor)
        before = seen(states)
        actions = np.zeros(tables.ACTIONS, dtype=np.int32)
        for action in actions[: rules.legal(states[0], actions)]:
            move, after = text(int(action)), states.copy()
            rules.apply(after[0], action)
            told, events = notes.outlook(before, move), happened(after[0])
            yield Made(before, move.split()[0], told, events, seen(after), seat)
            if after[0].actor == seat and after[0].phase != tables.PLAY:
                left.append(after)


def seen(states: Any) -> Json:
    """A position as far as notes look at it."""
    options = {"players": "2", "board": "winter"}
    return {"options": options, "turn": int(states[0].actor), **describe(states[0])}


def upgraded(level_1: str, level_3: str, slots: str) -> Table:
    """A position with something of everything: a player with upgrades beside the rear strip."""
    return Table(
        hands=("0x2 1w 2*s",),
        cards=("1x1@1-1 0hs@1-3 2*a@4-4", "0ws@1-2 1a@2-3"),
        stock=("WHSS", "SA"),
        slots=(slots, "1b | 1b"),
        level_1=(level_1, "salvage"),
        level_3=(level_3, "jubilee | guild"),
        display="WSS5 HSS5 SSA5 | WHS5 WHSS6 HHSS6",
    )


@pytest.mark.rule("S29")
@pytest.mark.parametrize("power", tables.LASTING)
def test_with_a_lasting_power_every_move_of_a_turn_does_what_is_told(power: str) -> None:
    checked = Counter[str]()
    for move in turn(upgraded(power, "jubilee | guild", "1a 1b | 1b")):
        checked["gains"] += brings_what_is_told(move)
        checked["costs"] += costs_what_is_told(move)
        checked["leaves"] += expels_what_is_told(move)
    assert min(checked.values()) > 4


@pytest.mark.rule("S29")
@pytest.mark.parametrize("power", tables.LASTING)
def test_a_lasting_power_wakes_as_is_told(power: str) -> None:
    woken = [
        move
        for move in turn(upgraded(power, "jubilee | guild", "1a | 1a 1b"))
        if brings_what_is_told(move) and any(what == "woke" for what, *_ in move.events)
    ]
    assert woken
    assert {move.told.wakes for move in woken} == {power}


@pytest.mark.rule("S29")
@pytest.mark.parametrize("power", tables.CROWNING)
def test_a_crowning_power_brings_what_is_told(power: str) -> None:
    slots = "1a 1b 2a 2b 3a | 1a 1b 2a 2b 3a"
    crowned = [
        move
        for move in turn(upgraded("lookout", f"{power} | {power}", slots))
        if brings_what_is_told(move) and any(what == "crowned" for what, *_ in move.events)
    ]
    assert crowned
    assert {move.told.wakes for move in crowned} == {power}


@pytest.mark.rule("S13")
def test_prices_of_voyages_are_those_of_the_rules() -> None:
    for options in MODES:
        for match in positions(solenia(0, **options)):
            if match.turn is not None and match.view()["phase"] == "play":
                told = notes.prices(match.view(), match.turn)
                for number, name in enumerate(SPACES):
                    space = int(tables.SPACE[number])
                    assert told[name] == rules.price_of(match.state[0], match.turn, space)


@pytest.mark.rule("S26")
def test_a_pair_is_said_to_bring_what_it_counts() -> None:
    compared = 0
    for move in made():
        if move.told.owed and move.has("delivered") and move.before["options"]["board"] == "summer":
            was = move.before["players"][move.seat]["points"]["pairs"]
            now = move.after["players"][move.seat]["points"]["pairs"]
            assert now - was == move.told.pair
            compared += move.told.pair > 0
    assert compared > 0


# --- words


def test_notes_say_what_a_card_brings() -> None:
    match = solenia()
    view, noted = match.view(0), match.scene(0).notes
    for move in match.moves():
        _, kind, space = str(move).split()
        letter = notes.produced(view, space)
        if letter in telling.OF_LETTER and kind[0] != "0":
            assert noted[str(move)] == f"{kind[0]} {telling.OF_LETTER[letter]}"
        elif kind[0] == "0":
            assert "the airship advances" in noted[str(move)]


def test_moves_that_share_a_note_would_have_the_same_by_themselves() -> None:
    for options in MODES:
        for match in positions(solenia(1, **options), 1):
            if match.turn is not None:
                view = match.view(match.turn)
                voyages = notes.prices(view, match.turn)
                noted = match.scene(match.turn).notes
                for move in match.moves():
                    alone = notes.note(view, move.text, voyages, ENGLISH)
                    assert noted.get(move.text, "") == alone


def asked(phase: str, move: str, **changes: Any) -> str:
    """The note of a move at the start of a winter game if Teal, who holds one of each resource,
    were asked something."""
    view = solenia(board="winter", sky="dawn").view(0)
    view["players"][0] |= {"stock": dict.fromkeys(tables.RESOURCES, 1)}
    view = view | {"phase": phase} | changes
    return notes.note(view, move, notes.prices(view, 0), ENGLISH)


def test_a_note_tells_costs_gains_cards_that_leave_and_what_is_too_much() -> None:
    view = solenia(sky="dawn").view(0)
    view["players"][0] |= {"stock": dict.fromkeys(tables.RESOURCES, 2)}
    view["sky"][0] |= {"spaces": list("WHSAN"), "cards": [None] * 5}
    view["sky"][0]["cards"][1] = {"seat": 1, "card": "1x1"}
    view["sky"][0]["cards"][3] = {"seat": 0, "card": "0ws"}
    told = notes.note(view, "play 0x2 1-3", notes.prices(view, 0), ENGLISH)
    assert told == (
        "the airship advances; expelled: your 0x2 and 0ws for 1 wood and 3 stone; "
        "expelled: 1x1 of Coral for 1 wheat; 4 too many for your store"
    )
    told = notes.note(view, "play 2*w 1-1", notes.prices(view, 0), ENGLISH)
    assert told == "voyage: 2 resources; 2 wood"


def test_a_note_tells_the_only_delivery_that_can_follow() -> None:
    view = solenia(sky="dawn").view(0)
    view["players"][0] |= {"stock": {"wood": 1, "wheat": 2, "stone": 0, "water": 0}}
    night = [
        {"tile": "WHH5", "cost": "WHH", "stars": 5},
        {"tile": "WWH5", "cost": "WWH", "stars": 5},
    ]
    view["display"] |= {"night": [*night, None]}
    view["sky"][2]["spaces"] = list("WWNWW")
    voyages = notes.prices(view, 0)
    told = notes.note(view, "play 1w 3-3", voyages, ENGLISH)
    assert told == "delivers 1 wood and 2 wheat for 5 stars; 1 stone and 1 star"
    view["players"][0]["stock"]["wood"] = 2
    assert notes.note(view, "play 1w 3-3", voyages, ENGLISH) == "then one of 2 deliveries; 1 star"


def test_notes_of_small_decisions() -> None:
    assert asked("pay", "pay wood", price=2, place="3-3") == "1 more to pay after it"
    assert asked("take", "take wood", choose=2) == ""
    assert asked("take", "take wood", choose=3) == "1 too many for your store"
    assert asked("give", "give wood", giving=2) == "2 stars"
    assert asked("give", "stop", giving=2) == ""
    assert asked("drop", "drop wood") == ""


def slot_note(slot: str, **changes: Any) -> str:
    """What filling a slot of the day is said to bring."""
    view = solenia(board="winter", sky="dawn").view(0)
    view["sky"][2]["spaces"] = list("WWDWW")
    view["players"][0] |= {"deliveries": {"day": ["SSA5", "SAA5"], "night": ["WWH5"]}} | changes
    return notes.note(view | {"phase": "slot", "place": "3-3"}, f"slot {slot}", {}, ENGLISH)


def test_a_note_says_what_a_slot_brings() -> None:
    assert slot_note("1a") == "capacity +1 and 1 of wood or wheat"
    assert slot_note("2a") == "3 stars"
    assert slot_note("3a") == "1 star per delivery tile; now 3 stars"


def test_a_note_says_what_an_upgrade_brings() -> None:
    filled = {row: ["1a"] for row in ROWS}
    waiting = {"level 1": "deep hold", "slots": filled}
    assert slot_note("1b", **waiting) == "half of what wakes Deep hold"
    waiting = {"level 1": "deep hold", "slots": filled | {"night": ["1a", "1b"]}}
    hold = "Deep hold: capacity +2, and any 2 resources at once"
    assert slot_note("1b", **waiting) == hold
    crown = {"level 1": "barter", "level 3": ["regatta", "guild"], "slots": filled}
    race = "Regatta: 2 stars for each card of yours on the board, at least 4"
    assert slot_note("3b", **crown) == f"{race}; now 4 stars"
