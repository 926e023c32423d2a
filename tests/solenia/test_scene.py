"""The sky of Solenia: what is drawn and told is what the rules mean."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import numpy as np
import pytest

from parhelion.games import Json, registry
from parhelion.games.solenia import labels
from parhelion.games.solenia.choices import card_kind
from parhelion.games.solenia.editions import edition_file
from parhelion.games.solenia.item_origins import symbol
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.reach import price_of
from parhelion.games.solenia.layout import HOLDS
from parhelion.games.solenia.notation import ROWS, SPACES
from parhelion.games.solenia.scene import ISLANDS, scene
from parhelion.games.solenia.scene_players import BONUSES
from parhelion.match import Match
from parhelion.scene import Item, Layout, Scene
from tests.positions import offered, play_out, positions
from tests.solenia.edition_states import effect
from tests.solenia.event_tuples import seen_by

SOLENIA = registry.load("solenia")
ENGLISH = SOLENIA.words("en")
MODES: tuple[dict[str, str], ...] = (
    {"players": "2"},
    {"players": "3"},
    {"players": "4", "board": "winter", "upgrades": "on"},
    {"players": "2", "board": "winter", "upgrades": "on"},
    {"players": "1"},
)
SEEDS = range(3)


def solenia(seed: int = 0, **options: str) -> Match:
    return Match(SOLENIA, options, seed)


def played(seeds: range = SEEDS) -> Iterator[Match]:
    """Every position of some games of every mode."""
    for options in MODES:
        for seed in seeds:
            yield from positions(solenia(seed, **options), seed)


def items(drawn: Scene) -> dict[str, Item]:
    return {item.id: item for item in drawn.items}


def distance(one: Item, other: Item) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))


def at_first(phase: str, **options: str) -> Match:
    """The first position of a phase in some game."""
    for seed in range(50):
        for match in positions(solenia(seed, **options), seed):
            if match.view()["position"]["phase"] == phase:
                return match
    raise AssertionError(f"no position of phase {phase}")


# --- the sky


@pytest.mark.parametrize("layout", get_args(Layout))
def test_islands_lie_on_the_spaces_where_the_sky_has_them(layout: Layout) -> None:
    for match in played(range(1)):
        drawn = items(match.scene(None, layout=layout))
        for position, strip in enumerate(match.view()["position"]["sky"], start=1):
            assert drawn[f"strip-{strip['strip']}"].kind == f"strip-{strip['face']}"
            for lane, letter in enumerate(strip["spaces"], start=1):
                island = drawn[f"island-{strip['strip']}-{lane}"]
                assert island.kind == ISLANDS[letter]
                assert distance(island, drawn[f"space-{position}-{lane}"]) == 0


def test_the_front_strip_lies_on_top() -> None:
    drawn = items(solenia().scene(None))
    assert drawn["space-5-3"].y < drawn["space-3-3"].y < drawn["space-1-3"].y


def test_the_rear_strip_turns_over_and_comes_to_the_front() -> None:
    turned, before = 0, items(solenia().scene(None))
    for match in positions(solenia()):
        drawn, events = items(match.scene(None)), seen_by(match.view())
        letters = [value for what, value, _ in events[-1] if what == "turned"] if events else []
        for letter in letters:
            strip = drawn[f"strip-{letter}"]
            assert distance(before[strip.id], drawn["space-1-3"]) == 0
            assert distance(strip, drawn["space-5-3"]) == 0
            assert strip.kind != before[strip.id].kind
        turned, before = turned + len(letters), drawn
    assert turned > 3


def test_the_cards_on_the_board_are_drawn_on_their_spaces() -> None:
    for match in played(range(1)):
        drawn = match.scene(None)
        found = items(drawn)
        places = {(item.x, item.y): item for item in drawn.items if item.id.startswith("card-")}
        for position, strip in enumerate(match.view()["position"]["sky"], start=1):
            for lane, card in enumerate(strip["cards"], start=1):
                space = found[f"space-{position}-{lane}"]
                item = places.get((space.x, space.y))
                assert (item is None) == (card is None)
                if item and card:
                    assert item.id.startswith(f"card-{card['seat']}-{card['card']}-")
                    assert item.text == card["card"][0]


def test_a_card_keeps_its_id_from_hand_to_board_and_while_the_sky_shifts() -> None:
    for options in MODES:
        on_board: dict[str, str] = {}
        hand: set[str] = set()
        match = solenia(1, **options)
        seat: int | None = None
        for position in positions(match):
            view = position.view(seat) if seat is not None else None
            now = _lying(position)
            if view and view["moves"][-1]["verb"] == "play":
                new = set(now) - set(on_board)
                mine = {id for id in new if id.startswith(f"card-{seat}-")}
                assert mine <= hand
            for id in set(now) & set(on_board):
                before, after = on_board[id], now[id]
                assert after[1:] == before[1:]
                assert int(before[0]) - int(after[0]) in (0, 1, 2)
            on_board, seat = now, position.turn
            hand = {i for i in items(position.scene(seat)) if i.startswith("card-")} - set(now)


def _lying(match: Match) -> dict[str, str]:
    """The space of every card on the board by its id."""
    drawn = items(match.scene(None))
    spaces = {(drawn[f"space-{name}"].x, drawn[f"space-{name}"].y): name for name in SPACES}
    cards = (item for item in drawn.values() if item.id.startswith("card-"))
    return {item.id: spaces[item.x, item.y] for item in cards if (item.x, item.y) in spaces}


def test_spaces_that_cost_a_voyage_look_so() -> None:
    seen = Counter[bool]()
    for match in played(range(1)):
        if match.turn is not None and match.view()["position"]["phase"] == "play":
            drawn, state = items(match.scene(match.turn)), match.state[0]
            for space in {move.args[1] for move in match.moves() if move.verb == "play"}:
                price = price_of(state, match.turn, constants.SPACES[SPACES.index(space)])
                costs = "paid" in drawn[f"space-{space}"].classes.split()
                assert costs == (price > 0)
                seen[costs] += 1
    assert seen[True] > 0 < seen[False]


def test_the_airship_is_where_the_view_says() -> None:
    seen = set()
    for match in played(range(1)):
        drawn, where = items(match.scene(None)), match.view()["position"]["airship"]
        assert distance(drawn["airship"], drawn[f"space-{where}"]) < 25
        seen.add(where)
    assert seen == {"3-3", "4-3"}


# --- players


def test_a_store_shows_its_resources_as_tokens_or_counts() -> None:
    for match in played(range(1)):
        view, drawn = match.view(0), items(match.scene(0))
        for seat, player in enumerate(view["position"]["players"]):
            for resource, count in player["stock"].items():
                if seat == 0:
                    tokens = [id for id in drawn if id.startswith(f"token-0-{resource}-")]
                    assert len(tokens) == count
                elif view["options"]["players"] != "1":
                    assert drawn[f"stock-{seat}-{resource}"].text == str(count)


def test_deliveries_lie_in_their_slots() -> None:
    for match in played(range(1)):
        view, drawn = match.view(0), items(match.scene(0))
        owner = view["position"]["players"][0]
        for row in ROWS:
            tiles = [id for id in drawn if id.startswith(f"tile-{row}-")]
            filled = set()
            names = constants.SLOTS if owner["slots"] else tuple("123456")
            for name in names:
                slot = drawn[f"slot-0-{row}-{name}"]
                if any(distance(drawn[id], slot) == 0 for id in tiles):
                    filled.add(name)
                    assert f"bonus-0-{row}-{name}" not in drawn
            count = len(owner["deliveries"][row])
            expected = owner["slots"][row] if owner["slots"] else names[:count]
            assert filled == set(expected)


@pytest.mark.parametrize("board", ["summer", "winter"])
def test_a_view_tells_what_the_edition_prints(board: str) -> None:
    printed = edition_file.as_arrays(edition_file.load("house"))
    view = solenia(board=board).view(0)
    number = ("summer", "winter").index(board)
    for row, name in enumerate(ROWS):
        told = [effect(_as_printed(each)) for each in view["position"]["bonuses"][name]]
        assert told == printed["effects"][number, row].tolist()
    for names, field in ((constants.LASTING, "lasting"), (constants.CROWNING, "crowning")):
        numbers = [view["position"]["amounts"][power] for power in names]
        at_once = printed["at_once"][int(field == "crowning")]
        assert numbers == np.column_stack([printed[f"{field}_amounts"], at_once]).tolist()
    assert view["position"]["pair_stars"] == printed["pair_stars"].tolist()


def _as_printed(bonus: Json) -> Json:
    """A bonus of a view as editions print it."""
    return {part.replace("_", " "): value for part, value in bonus.items()}


def bonus(**parts: Any) -> Json:
    """A bonus of a slot as views tell it."""
    nothing = {"gain": "", "stars": 0, "choose": 0, "among": "", "capacity": 0, "stars_per_tile": 0}
    return nothing | parts


def test_another_edition_is_drawn_as_the_view_has_it() -> None:
    view = solenia().view(0)
    odd = bonus(gain="WS", stars=2)
    slots = [odd, bonus(stars=7), bonus(gain="W"), bonus(choose=2, among="WHSA"), bonus(), odd]
    view["position"]["bonuses"] = dict.fromkeys(ROWS, slots)
    drawn = items(scene(view, (), ENGLISH, "wide"))
    first = drawn["bonus-0-day-1"]
    assert (first.kind, first.text) == ("bonus-text", "W+S 2★")
    assert drawn["bonus-0-day-2"].text == "7"
    assert drawn["bonus-0-day-4"].kind == "bonus-any-2"
    assert drawn["slot-0-night-1"].label == "Night row, slot 1: 1 wood and 1 stone and 2 stars"
    assert drawn["slot-0-night-5"].label == "Night row, slot 5: nothing"


def test_everything_that_an_edition_can_print_is_drawn() -> None:
    drawings = (SOLENIA.folder / "symbols.svg").read_text("utf-8")
    suits = ("0", "1", "2", "3", "wind")
    needed = {card_kind(suit, power) for suit in suits for power in constants.POWERS}
    needed |= {f"hold-{places}" for places in HOLDS} | {
        f"value-{n}" for n in range(constants.VALUES)
    }
    needed |= {f"bonus-{name}" for name in BONUSES} | {"bonus-stars", "bonus-text", "stop"}
    needed |= {f"upgrade-{symbol(power)}" for power in constants.LASTING}
    needed |= {f"upgrade-{symbol(power)}-{row}" for power in constants.CROWNING for row in ROWS}
    needed |= {f"die-{face}" for face in (*range(1, 6), "star")}
    assert [kind for kind in sorted(needed) if f'id="solenia-{kind}"' not in drawings] == []


@pytest.mark.parametrize("board", ["summer", "winter"])
def test_the_deliveries_of_the_trade_wind_lie_side_by_side(board: str) -> None:
    *_, match = positions(solenia(1, players="1", board=board))
    drawn, wind = items(match.scene(0)), match.view()["position"]["players"][1]
    tiles = [f"tile-{row}-{tile}-1" for row in ROWS for tile in wind["deliveries"][row][:6]]
    places = {(drawn[id].x, drawn[id].y) for id in tiles}
    assert len(places) == len(tiles) > 2


# --- what moves


def test_what_an_expelled_card_pays_comes_from_its_space() -> None:
    paid = Counter[str]()
    for options in MODES:
        for match in positions(solenia(1, **options), 1):
            view, drawn = match.view(0), items(match.scene(0))
            events = seen_by(view)[-1] if view["moves"] else []
            spaces = {value.split()[1] for what, value, _ in events if what == "expelled"}
            for item in drawn.values():
                if item.id.startswith("fresh-") and item.origin.startswith("space-1-"):
                    paid[item.kind] += item.origin.removeprefix("space-") in spaces
    assert paid["points"] > 0
    assert all(paid[f"icon-{resource}"] > 0 for resource in constants.RESOURCES)


def test_new_tokens_of_the_viewer_come_from_where_they_were_gained() -> None:
    match = solenia(sky="dawn")
    move = next(move for move in match.moves() if move.text.startswith(("play 1", "play 2")))
    space = move.text.split()[2]
    match.play(move)
    tokens = [item for id, item in items(match.scene(0)).items() if id.startswith("token-0-")]
    assert tokens
    assert {token.origin for token in tokens} == {f"space-{space}"}


def test_what_stands_for_a_gain_lies_where_it_is_counted_until_the_next_move() -> None:
    for match in played(range(1)):
        drawn = items(match.scene(0))
        for item in drawn.values():
            if item.id.startswith("fresh-"):
                assert item.id.split("-")[1] == str(match.ply)
                kept = [each for each in drawn.values() if distance(each, item) == 0]
                assert any(each.id.startswith(("points-", "stock-")) for each in kept)


def test_a_delivery_that_waits_for_a_slot_covers_none() -> None:
    match = at_first("slot", players="2", board="winter")
    seat = match.turn or 0
    drawn = items(match.scene(seat))
    row = seen_by(match.view())[-1]
    tile = next(value for what, value, _ in row if what == "delivered").replace(" ", "-")
    waiting = drawn[f"tile-{tile}-1"]
    slots = [item for id, item in drawn.items() if id.startswith(f"slot-{seat}-")]
    assert all(distance(slot, waiting) > 30 for slot in slots)


def test_parts_of_the_table_that_stay_are_the_same_objects() -> None:
    match = solenia(sky="dawn")
    before = items(match.scene(1))
    match.play(next(move for move in match.moves() if not move.text.startswith("play 0")))
    after = items(match.scene(1))
    same = [id for id in before if after.get(id) is before[id]]
    assert len(same) > 0.8 * len(before)


# --- secrets


def test_no_scene_knows_a_card_that_its_viewer_may_not_know() -> None:
    for match in played(range(1)):
        for seat in (None, *range(len(match.seats))):
            view, drawn = match.view(seat), match.scene(seat)
            known = Counter(
                (card["seat"], card["card"])
                for strip in view["position"]["sky"]
                for card in strip["cards"]
                if card
            )
            for owner, player in enumerate(view["position"]["players"]):
                known += Counter((owner, card) for card in player["hand"])
            cards = (item.id.split("-") for item in drawn.items if item.id.startswith("card-"))
            assert Counter((int(owner), kind) for _, owner, kind, _ in cards) == known


def test_somebody_who_watches_sees_the_backs_of_a_hand() -> None:
    drawn = items(solenia().scene(None))
    backs = {f"back-{seat}-{number}" for seat in range(2) for number in range(3)}
    assert {id for id in drawn if id.startswith("back-")} == backs
    assert drawn["back-0-0"].label == "Teal holds 3 cards"
    assert drawn["back-1-0"].label == "Coral holds 3 cards"


# --- choices and prompts

STORED = ("token-", "supply-")
"""A resource of the own store is picked there or, by thicker fingers, in the supply."""
PICKED: dict[str, tuple[str | tuple[str, ...], ...]] = {
    "play": ("card-", "space-"),
    "discard": ("card-", "discard"),
    "pay": (STORED,),
    "give": (STORED,),
    "drop": (STORED,),
    "take": ("supply-",),
    "deliver": ("tile-",),
    "exact": ("tile-",),
    "barter": ("supply-", STORED),
    "slot": ("slot-",),
    "stop": ("stop",),
    "draft": ("offer-",),
}


def test_every_move_is_a_path_of_what_it_is_about() -> None:
    made = set()
    for match in played():
        for choice in match.scene(match.turn).choices:
            verb = choice.move.split()[0]
            made.add(verb)
            for id, start in zip(choice.path, PICKED[verb], strict=True):
                assert id.startswith(start), choice
    assert made >= {"play", "discard", "pay", "deliver", "slot", "take", "drop", "draft"}


def test_what_is_picked_on_a_phone_is_large_enough_for_a_finger() -> None:
    finger, phone = 39, 379  # pixels, of a phone and its frame
    for match in played(range(1)):
        drawn = match.scene(match.turn, layout="tall")
        found, pixel = items(drawn), phone / drawn.width
        for id in {id for choice in drawn.choices for id in choice.path}:
            item = found[id]
            if not id.startswith("token-"):  # the supply stands for them
                assert min(item.width, item.height) * item.scale * pixel > finger, id


def asked(phase: str, moves: list[str], **changes: Any) -> Scene:
    """The start of a winter game as if Teal, who holds one of each, were asked something."""
    view = solenia(board="winter").view(0)
    view["position"]["players"][0]["stock"] = dict.fromkeys(constants.RESOURCES, 1)
    view["position"] |= {"phase": phase} | changes
    return offered(SOLENIA, view, [SOLENIA.move(move) for move in moves])


def test_giving_for_stars_is_a_token_or_the_sign_to_stop() -> None:
    drawn = asked("give", ["give wood", "stop"], giving=4)
    paths = [(choice.move, *choice.path) for choice in drawn.choices]
    wood = [("give wood", "token-0-wood-1"), ("give wood", "supply-wood")]
    assert paths == [*wood, ("stop", "stop")]
    assert {"token-0-wood-1", "supply-wood", "stop"} <= set(items(drawn))
    assert drawn.prompt == "Clearance: give resources for stars (4 at most), or stop."


def test_barter_is_what_is_owed_and_what_is_given_or_the_tile() -> None:
    drawn = asked("barter", ["barter wood stone", "exact"], chosen={"row": "day", "place": 2})
    *ways, (tile,) = (choice.path for choice in drawn.choices)
    assert ways == [("supply-wood", "token-0-stone-1"), ("supply-wood", "supply-stone")]
    shown = solenia(board="winter").view(0)["position"]["display"]["day"][1]["tile"]
    assert tile == f"tile-day-{shown}-1"
    assert "picked" in items(drawn)[tile].classes.split()


def test_a_played_card_is_seen_on_its_space_before() -> None:
    match = solenia()
    for choice in match.scene(0).choices:
        _, kind, space = choice.move.split()
        ghost, value = choice.ghosts
        assert ghost.at == value.at == choice.path[1] == f"space-{space}"
        assert ghost.kind == items(match.scene(0))[choice.path[0]].kind
        assert value.kind == f"value-{kind[0]}"
        assert choice.path[0].startswith(f"card-0-{kind}-")


def test_every_phase_has_a_prompt_for_the_player_and_for_the_others() -> None:
    found = set()
    for match in played():
        if match.turn is not None:
            found.add(match.view()["position"]["phase"])
            mine, other = match.scene(match.turn).prompt, match.scene(None).prompt
            assert mine != other
            assert match.seats[match.turn] in other
            assert "{" not in mine + other
    assert found >= {"play", "pay", "deliver", "slot", "take", "drop", "draft"}


def test_the_prompt_says_what_is_to_be_done_and_by_whom() -> None:
    match = solenia()
    assert match.scene(0).prompt == "Your turn: choose a card from your hand, then a space."
    assert match.scene(1).prompt == "Teal chooses a card and a space."
    match = at_first("pay", players="2")
    to_pay = match.view()["position"]["price"]
    assert match.scene(match.turn).prompt == f"Pay for the voyage: {to_pay} to go."


# --- words


def test_the_log_tells_a_move_with_what_followed() -> None:
    events = [
        {"what": "played", "seat": 0, "card": "0ws", "space": "1-3"},
        {"what": "advanced", "seat": 0},
        {"what": "expelled", "seat": 0, "card": "0ws", "space": "1-3"},
        {"what": "gained", "seat": 0, "resource": "wood", "n": 1, "source": "expelled"},
        {"what": "overfull", "seat": 0, "n": 1},
        {"what": "dropped", "seat": 0, "resource": "stone"},
        {"what": "expelled", "seat": 1, "card": "1x1", "space": "1-4"},
        {"what": "stars", "seat": 1, "n": 1, "source": "expelled"},
        {"what": "turned", "seat": 0, "strip": "A"},
        {"what": "drew", "seat": 0, "n": 1},
        {"what": "turn_over", "seat": 0},
    ]
    move = SOLENIA.move("play 0ws 1-3")
    played: Any = {"seat": 0, "verb": move.verb, "events": events}
    assert SOLENIA.drawing.label(solenia().view(0), played, ENGLISH) == (
        "plays a 0 (wood and stone) on strip 1, lane 3; the airship advances; "
        "expelled card: +1 wood; discards 1 stone; Coral's expelled card: +1 star"
    )
    nothing: Any = {"seat": 0, "verb": "deliver", "events": []}
    assert SOLENIA.drawing.label(solenia().view(0), nothing, ENGLISH) == "chooses a delivery"


def test_sections_tell_the_sky_the_deliveries_and_the_players() -> None:
    told = {section.title: section.lines for section in solenia(sky="dawn").scene(0).sections}
    sky = told["The sky, front to rear"]
    assert [line.split(":")[0] for line in sky[:5]] == [
        "Strip 5, day",
        "Strip 4, day",
        "Strip 3, dawn",
        "Strip 2, night",
        "Strip 1, night",
    ]
    assert sky[5] == "The airship is on strip 3, lane 3"
    assert "Pile of day deliveries: 21 tiles" in told["Deliveries"]
    assert "Cards: 3 in hand, 13 in the draw pile" in told["Coral"]
    assert any(line.startswith("Hand: ") for line in told["Teal"])
    assert not any(line.startswith("Hand: ") for line in told["Coral"])


@pytest.mark.parametrize(
    ("power", "said"),
    [
        ("x2", "2 of what the space produces, 2 stars on a city"),
        ("ws", "wood and stone"),
        ("a", "water"),
        ("*h", "1 star if the space produces wheat"),
    ],
)
def test_a_power_in_words(power: str, said: str) -> None:
    assert labels.power_words(power, ENGLISH) == said


def test_things_lead_to_the_rules_about_them() -> None:
    drawn = items(solenia(players="1").scene(0))
    islands = {space: drawn[f"space-{space}"].label.split(",")[0] for space in SPACES}
    assert set(islands.values()) >= {"Day city", "Night city", "Wood island"}
    for space, what in islands.items():
        assert drawn[f"space-{space}"].rule == ("S16" if what.endswith("city") else "S15")
    named = {"seat-0": "S10", "seat-1": "S31", "die": "S31", "slot-0-day-1": "S19", "hold-0": "S18"}
    assert {id: drawn[id].rule for id in named} == named
    winter = items(solenia(players="2", board="winter").scene(0))
    assert winter["slot-0-day-1a"].rule == "S28"


# --- the end


@pytest.mark.rule("S26")
def test_the_breakdown_adds_up_to_the_totals() -> None:
    for options in MODES:
        match = play_out(solenia(2, **options))
        ending = match.scene(None).ending
        assert ending is not None
        *parts, total = ending.rows
        for seat in range(len(match.seats)):
            counted = sum(int(row.values[seat]) for row in parts)
            assert counted == int(total.values[seat]) == match.scores[seat]


# --- what is new


def test_all_cards_since_the_own_last_move_stand_out() -> None:
    match = solenia(players="3")
    for move in ("play 0ha 4-3", "play 2*s 3-2", "play 0wa 5-3"):
        match.play(move)
    assert match.turn == 0
    assert last_cards(match, 0) == {"card-1-2*s-1", "card-2-0wa-1"}
    assert last_cards(match, 1) == {"card-2-0wa-1"}


def test_until_others_have_moved_the_own_last_card_stands_out() -> None:
    match = solenia(players="3")
    match.play("play 0ha 4-3")
    assert last_cards(match, 0) == {"card-0-0ha-1"}


def last_cards(match: Match, seat: int | None) -> set[str]:
    """The cards that are marked as new for a viewer."""
    return {
        item.id for item in match.scene(seat).items if {"card", "last"} <= set(item.classes.split())
    }


# --- why not


def test_why_a_pick_does_not_work() -> None:
    match = solenia()
    assert match.why_illegal(0, ["sky"]) == ""
    assert match.why_illegal(0, ["space-3-3"]) == ""
    assert match.why_illegal(1, ["sky"]) == "Teal is choosing."
    card = next(id for id in items(match.scene(0)) if id.startswith("card-"))
    assert (
        match.why_illegal(0, [card, "discard"])
        == "You can play a card without extending the voyage."
    )
    far = match.why_illegal(0, [card, "space-1-1"])
    assert far == "The voyage to this space costs 3 resources."


def test_why_a_resource_cannot_be_paid() -> None:
    match = at_first("pay", players="2")
    seat = match.turn or 0
    stock = match.view()["position"]["players"][seat]["stock"]
    missing = next(resource for resource, count in stock.items() if not count)
    reason = "You have none, or could pay for no delivery afterwards."
    assert match.why_illegal(seat, [f"supply-{missing}"]) == reason


def test_why_not_once_the_game_is_over() -> None:
    assert play_out(solenia()).why_illegal(0, ["sky"]) == "The game is over."
