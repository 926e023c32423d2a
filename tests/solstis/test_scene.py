"""The evening of Solstis: what is drawn and told is what the rules mean."""

import math
from functools import cache
from typing import get_args
from xml.etree import ElementTree

import pytest

from parhelion.games.solstis.event_words import move_sentence
from parhelion.games.solstis.item_ids import fire_id
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.labels import square_places
from parhelion.games.solstis.layout import TILE
from parhelion.games.solstis.notation import NUMBER
from parhelion.games.solstis.scene import why_illegal
from parhelion.games.solstis.view import Position
from parhelion.games.solstis.view_events import SolstisEvent
from parhelion.match import Match
from parhelion.scene import Item, Layout, Scene
from tests.positions import play_out, positions
from tests.solstis.set_up import (
    SOLSTIS,
    Table,
    played,
    solstis,
    two_ways_to_capture,
)

SVG = "{http://www.w3.org/2000/svg}"
ENGLISH = SOLSTIS.words("en")
SEATS = (0, 1)
SEEDS = range(12)


def items(drawn: Scene) -> dict[str, Item]:
    return {item.id: item for item in drawn.items}


def classes(item: Item) -> set[str]:
    return set(item.classes.split())


def position(match: Match, seat: int | None = None) -> Position:
    """What a seat sees of the position."""
    seen: Position = match.view(seat)["position"]
    return seen


def shown(table: Table) -> Scene:
    """The table as the first seat sees a position that was set up by hand."""
    return table.match().scene(0)


def distance(one: Item, other: Item) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))


# --- what things are about


def test_things_lead_to_the_rules_about_them() -> None:
    drawn = items(solstis().scene(0))
    named = {"pile": "T14", "rainbows": "T10", "spirits": "T13", "line": "T8", "under-0": "T5"}
    assert {id: drawn[id].rule for id in named} == named
    rules = {item.rule for match in positions(solstis()) for item in match.scene(0).items}
    assert rules >= {"T1", "T4", "T7", "T8", "T11", "T12", "T18"}


# --- drawings


@cache
def symbols() -> dict[str, ElementTree.Element]:
    """The drawings by kind."""
    text = (SOLSTIS.folder / "symbols.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)  # noqa: S314, our own drawing
    every = (node for node in root.iter() if node.get("id"))
    return {str(node.get("id")).removeprefix("solstis-"): node for node in every}


@pytest.mark.parametrize("name", NUMBER)
def test_a_tile_shows_its_part_of_its_row_and_its_fire(name: str) -> None:
    row, column = map(int, name.split("-"))
    (paint,) = symbols()[f"tile-{name}"].findall(f"{SVG}rect")
    assert paint.get("fill") == f"url(#solstis-paint-{row})"
    assert float(paint.get("x", 0)) == (column - 1) * TILE
    uses = {use.get("href") for use in symbols()[f"tile-{name}"].iter(f"{SVG}use")}
    assert ("#solstis-hearth" in uses) == bool(int(constants.FIRES) >> NUMBER[name] & 1)


def test_no_two_tiles_and_no_two_spirits_look_the_same() -> None:
    for start, count in (("tile-", 48), ("spirit-", 17)):  # with the back and the pile
        drawn = [node for kind, node in symbols().items() if kind.startswith(start)]
        inside = {"".join(ElementTree.tostring(e, "unicode") for e in node) for node in drawn}
        assert len(inside) == len(drawn) == count


def test_wood_and_blue_spirits_differ_in_more_than_colour() -> None:
    for name in constants.SPIRITS[: constants.EVIL]:
        first = next(symbols()[f"spirit-{name}"].iter(f"{SVG}use"))
        wood = constants.SPIRITS.index(name) < constants.BEE
        assert first.get("href") == ("#solstis-wood" if wood else "#solstis-blue")
    shapes = [[node.tag for node in symbols()[disc]] for disc in ("wood", "blue")]
    assert shapes[0] != shapes[1]


# --- panoramas


@pytest.mark.parametrize("layout", get_args(Layout))
def test_what_a_panorama_holds_lies_on_its_places(layout: Layout) -> None:
    for match in played(range(2)):
        view, drawn = position(match, 0), items(match.scene(0, layout=layout))
        for seat, panorama in enumerate(view["panoramas"]):
            laid = {name: f"tile-{name}" for name in panorama["tiles"]}
            laid |= {name: f"rainbow-{seat}-{name}" for name in panorama["rainbows"]}
            for name, id in laid.items():
                assert distance(drawn[id], drawn[f"place-{seat}-{name}"]) == 0
            for name in NUMBER:
                filled = "filled" in classes(drawn[f"place-{seat}-{name}"])
                assert filled == (name in laid)
            for spirit, square in panorama["spirits"].items():
                places = [drawn[f"place-{seat}-{p}"] for p in square_places(square)]
                apart = {round(distance(drawn[f"spirit-{spirit}"], each), 1) for each in places}
                assert len(apart) == 1


def test_the_viewers_panorama_is_near_and_large() -> None:
    match = solstis()
    for seat, near, far in ((0, 0, 1), (1, 1, 0), (None, 0, 1)):
        for layout in get_args(Layout):
            drawn = items(match.scene(seat, layout=layout))
            assert drawn[f"place-{near}-3-3"].scale > drawn[f"place-{far}-3-3"].scale
            assert drawn[f"place-{near}-1-5"].y > drawn[f"place-{far}-1-5"].y


def test_a_fire_burns_when_it_is_lit() -> None:
    burning = 0
    for match in played(SEEDS):
        view, drawn = position(match), items(match.scene(None))
        for seat in SEATS:
            found = {id: item for id, item in drawn.items() if id.startswith(f"fire-{seat}-")}
            lit = {fire_id(seat, name) for name in view["lit"][seat]}
            assert {id for id, item in found.items() if "lit" in classes(item)} == lit
            burning += len(lit)
    assert burning > 0


def test_the_fire_between_two_tiles_needs_both() -> None:
    column = "1-5 2-5 3-5 4-5 5-5 6-5"
    alone = Table(hands=("1-1 3-1", ""), pile="1-9", line="4-2", tiles=(column, ""))
    both = Table(hands=("1-1 3-1", ""), pile="1-9", line="4-2", tiles=(f"{column} 6-6", ""))
    assert "fire-0-6-5-6-6" not in items(shown(alone))
    drawn = items(shown(both))
    fire, left, right = (drawn[id] for id in ("fire-0-6-5-6-6", "place-0-6-5", "place-0-6-6"))
    assert "lit" in classes(fire)
    assert distance(fire, left) == distance(fire, right)


def test_a_place_is_named_with_what_it_holds() -> None:
    table = Table(
        hands=("3-8 3-9", ""),
        line="2-7",
        pile="1-9",
        tiles=("1-2 2-2 3-2 4-2 6-4", ""),
        rainbows=("1-1", ""),
    )
    drawn = items(shown(table))
    assert drawn["place-0-3-2"].label == "Dawn, green 2: tile"
    assert drawn["place-0-4-2"].label == "Dawn, blue 2: tile with a lit fire"
    assert drawn["place-0-6-4"].label == "Dawn, purple 4: tile with a fire that is not lit"
    assert drawn["place-0-1-1"].label == "Dawn, red 1: rainbow"
    assert drawn["place-1-1-1"].label == "Dusk, red 1: empty"


# --- secrets


def told_tiles(drawn: Scene) -> set[str]:
    """The tiles that a scene draws or names, places left out."""
    kinds = [item.kind for item in drawn.items]
    kinds += [ghost.kind for choice in drawn.choices for ghost in choice.ghosts]
    named = {kind.removeprefix("tile-") for kind in kinds if kind.startswith("tile-")}
    words = [item.label for item in drawn.items if not item.id.startswith(("place", "square"))]
    return named | {first for each in words if (first := each.split(",")[0]) in NUMBER}


def test_no_scene_knows_a_tile_that_its_viewer_may_not_know() -> None:
    for match in played(SEEDS):
        for seat in (None, *SEATS):
            view = position(match, seat)
            known = {slot["tile"] for slot in view["line"]} | {
                slot["hidden"] for slot in view["line"]
            }
            known |= {view["centre"], *view["coming"], *view["gone"]}
            for panorama, hand in zip(view["panoramas"], view["hands"], strict=True):
                known |= {*panorama["tiles"], *hand}
            assert told_tiles(match.scene(seat)) <= known


def test_hidden_tiles_are_drawn_as_backs() -> None:
    drawn = items(solstis().scene(0))
    assert {id for id in drawn if id.startswith("back-")} == {f"back-1-{n}" for n in range(3)}
    assert {id for id in drawn if id.startswith("under-")} == {f"under-{n}" for n in range(6)}
    assert drawn["back-1-0"].label == "Dusk holds 3 tiles"
    spectator = items(solstis().scene(None))
    assert {"back-0-0", "back-1-0"} <= set(spectator)


# --- movement


def test_new_things_come_from_something_that_was_there() -> None:
    for seed in SEEDS:
        before: dict[int | None, set[str]] = {}
        for match in positions(solstis(seed)):
            for seat in (None, *SEATS):
                drawn = items(match.scene(seat))
                for id in set(drawn) - before.get(seat, set(drawn)):
                    assert drawn[id].origin in before[seat] | {""}, (id, drawn[id].origin)
                before[seat] = set(drawn)


def test_a_tile_keeps_its_id_from_hand_to_panorama() -> None:
    match = two_ways_to_capture()
    hand = items(match.scene(0))["tile-4-2"]
    match.play("play 4-2")
    centre = items(match.scene(0))
    assert distance(centre["tile-4-2"], centre["centre"]) == 0
    match.play("capture 4-9")
    laid = items(match.scene(0))
    assert distance(laid["tile-4-2"], laid["place-0-4-2"]) == 0
    assert "placed" in classes(laid["tile-4-2"])
    assert "placed" not in classes(hand)
    assert items(match.scene(1))["tile-4-2"].origin == "back-0-0"


def test_a_rainbow_to_place_lies_in_the_centre() -> None:
    placed = 0
    for match in played(SEEDS):
        seen = position(match)
        if seen["phase"] == "rainbow" and not seen["coming"]:
            drawn = items(match.scene(None))
            kept = seen["panoramas"][match.turn or 0]["kept"]
            rainbow = drawn[f"kept-{match.turn}-{kept - 1}"]
            assert distance(rainbow, drawn["centre"]) == 0
            placed += 1
    assert placed > 0


# --- choices and prompts

PICKED = {
    "play": "tile-{what}",
    "capture": "tile-{what}",
    "rainbow": "place-{seat}-{what}",
    "draw": "spirits",
    "take": "spirit-{what}",
    "keep": "spirit-{what}",
    "square": "square-{seat}-{what}",
    "deer": "tile-{what}",
    "beetle": "tile-{what}",
    "cover": "spirit-{what}",
}


def test_every_decision_is_one_pick_and_shows_what_it_does() -> None:
    made = set()
    for match in played(SEEDS):
        drawn = match.scene(match.turn)
        for choice in drawn.choices:
            move = SOLSTIS.move(choice.move)
            made.add(move.verb)
            what = "".join(move.args)
            assert choice.path[0] == PICKED[move.verb].format(seat=match.turn, what=what)
            assert move.verb == "play" or len(choice.path) == 1
            assert choice.ghosts
        squares = {choice.path[0] for choice in drawn.choices if choice.move.startswith("square")}
        assert {id for id in items(drawn) if id.startswith("square-")} == squares
    assert made == set(PICKED)


def test_a_ghost_shows_where_a_tile_would_go() -> None:
    match = two_ways_to_capture()
    alone = [choice for choice in match.scene(0).choices if len(choice.path) == 1]
    found = {choice.move: choice.ghosts for choice in alone}
    ghosts = {move: [(g.kind, g.at) for g in each] for move, each in found.items()}
    assert ghosts["play 4-2"] == [("tile-4-2", "place-0-4-2")]
    assert ghosts["play 1-1"] == [("tile-1-1", "slot-6")]
    table = Table(hands=("2-2 6-7", "6-6"), line="2-9 -- 1-9", pile="6-5")
    found = {choice.move: choice.ghosts for choice in shown(table).choices}
    both = [("tile-2-9", "place-0-2-9"), ("tile-2-2", "place-0-2-2")]
    assert [(ghost.kind, ghost.at) for ghost in found["play 2-2"]] == both
    assert [(ghost.kind, ghost.at) for ghost in found["play 6-7"]] == [("tile-6-7", "slot-1")]


def test_a_tile_can_be_played_at_what_it_captures_or_at_the_gap() -> None:
    match = two_ways_to_capture()
    aimed = {choice.path: choice for choice in match.scene(0).choices if len(choice.path) == 2}
    assert aimed["tile-4-2", "tile-4-9"].move == "play 4-2"
    assert aimed["tile-4-2", "tile-4-9"].follow_up == "capture 4-9"
    assert aimed["tile-1-1", "slot-6"].follow_up == ""
    assert ("tile-4-2", "tile-5-3") not in aimed
    told = "Blue 2 and pink 3 share neither a row nor a column."
    assert match.why_illegal(0, ["tile-4-2", "tile-5-3"]) == told
    table = Table(hands=("2-2 6-7", "6-6"), line="2-9 -- 1-9", pile="6-5")
    (only,) = (choice for choice in shown(table).choices if choice.path[1:] == ("tile-2-9",))
    assert only.move == "play 2-2"
    assert only.follow_up == ""  # it follows by itself


def test_the_prompt_says_what_is_to_be_done_and_by_whom() -> None:
    match = two_ways_to_capture()
    assert match.scene(0).prompt == "Your turn: play a tile from your hand."
    assert match.scene(1).prompt == "Dawn chooses a tile to play."
    match.play("play 4-2")
    mine = "Choose the tile in the line that blue 2 captures."
    assert match.scene(0).prompt == mine
    assert match.scene(None).prompt == "Dawn chooses what blue 2 captures."


def test_every_phase_has_a_prompt_for_the_player_and_for_the_others() -> None:
    found: dict[str, set[str]] = {}
    for match in played(SEEDS):
        if match.turn is not None:
            phase = position(match)["phase"]
            mine, other = match.scene(match.turn).prompt, match.scene(1 - match.turn).prompt
            assert mine != other == match.scene(None).prompt
            assert match.seats[match.turn] in other
            assert "{" not in mine + other
            found.setdefault(phase, set()).add(mine)
    assert set(found) == set(constants.PHASES) - {"over"}


def test_a_spirit_is_named_with_what_it_does() -> None:
    table = Table(hands=("1-1 2-1", ""), line="3-3", pile="1-9", open="bee wolf")
    drawn = items(shown(table))
    assert drawn["spirit-bee"].label == "Bee: +1 star for each wood spirit you own"


# --- words


def test_sections_tell_the_panorama_row_by_row_and_the_points() -> None:
    table = Table(
        hands=("6-6 6-7", "5-5"),
        line="3-9 -- 2-9",
        under="1-9",
        pile="1-8",
        tiles=("1-2 2-2 3-2 4-2", ""),
        rainbows=("2-3", ""),
        spirits=("", ""),
        evil=0,
    )
    told = {section.title: section.lines for section in shown(table).sections}
    assert "Row 4, blue rock: 2 with a lit fire" in told["Dawn"]
    assert "Row 2, orange fields: 2, rainbow on 3" in told["Dawn"]
    assert "Evil Spirit: at the end it covers one of its holder's spirits" in told["Dawn"]
    assert "Hand: purple 6 and purple 7" in told["Dawn"]
    assert "Stars so far: largest area 4, fires 1, spirits 0, together 5" in told["Dawn"]
    below = "green 9; below it a face-down tile"
    assert told["The line"][:3] == (below, "gap", "orange 9")
    assert "Draw pile: 1 tile" in told["Beside the line"]
    line, *_ = solstis().scene(0).sections
    assert all(slot.endswith("; below it a face-down tile") for slot in line.lines)


def test_the_log_tells_a_move_with_what_followed() -> None:
    match = two_ways_to_capture(bottom="3-3")
    match.play("play 4-2")
    match.play("capture 4-7")
    first, second = match.scene(None).log
    assert first.label == "plays blue 2"
    assert second.label == "captures blue 7; green 3 is turned up; draws a tile"
    assert {"place-0-4-2", "place-0-4-7"} <= set(second.items)


def test_the_log_says_who_else_did_something() -> None:
    passing: list[SolstisEvent] = [
        {"what": "rainbow", "seat": 0, "place": "3-2"},
        {"what": "passed", "seat": 1},
        {"what": "turn", "seat": 0},
    ]
    assert move_sentence(0, passing, ENGLISH) == "lays a rainbow on green 2; Dusk: passes"
    meeting: list[SolstisEvent] = [
        {"what": "drew", "seat": 0, "spirit": "fish"},
        {"what": "drew", "seat": 0, "spirit": "evil"},
        {"what": "met", "seat": 0, "spirit": "fish"},
        {"what": "evil", "seat": 0},
    ]
    said = "turns up Fish and Evil Spirit; meets Fish; the Evil Spirit goes to Dawn"
    assert move_sentence(0, meeting, ENGLISH) == said


def test_the_log_says_whose_tile_the_dragonfly_takes() -> None:
    keeping: list[SolstisEvent] = [
        {"what": "aside", "seat": 1, "spirit": "deer"},
        {"what": "met", "seat": 1, "spirit": "dragonfly"},
        {"what": "added", "seat": 1, "spirit": "dragonfly", "tile": "2-9"},
        {"what": "added", "seat": 1, "spirit": "eagle", "tile": "2-8"},
    ]
    assert move_sentence(1, keeping, ENGLISH) == (
        "lays Deer face up; meets Dragonfly; takes orange 9 from Dawn (Dragonfly); "
        "adds orange 8 (Eagle)"
    )


def test_the_log_says_who_covers_a_spirit() -> None:
    match = next(each for each in played(range(60)) if position(each)["phase"] == "cover")
    seat = match.turn
    match.play(match.moves()[0])
    entry = match.scene(None).log[-1]
    assert entry.seat == seat
    assert entry.label.startswith("the Evil Spirit covers ")


# --- the end


def test_the_breakdown_adds_up_to_the_totals() -> None:
    covered = 0
    for seed in SEEDS:
        match = play_out(solstis(seed))
        ending = match.scene(None).ending
        assert ending is not None
        *parts, total = ending.rows
        for seat in SEATS:
            values = [row.values[seat] for row in parts]
            counted = sum(int(value) for value in values if value not in ("–", "covered"))
            assert counted == int(total.values[seat]) == match.scores[seat]
        covered += sum("covered" in row.values for row in parts)
    assert covered > 0


def test_the_end_shows_the_largest_areas_and_the_lit_fires() -> None:
    for seed in SEEDS:
        match = play_out(solstis(seed))
        view, drawn = position(match), match.scene(0)
        assert drawn.ending is not None
        for seat in SEATS:
            for name in view["largest"][seat]:
                assert f"place-{seat}-{name}" in drawn.ending.items
                assert "faded" not in classes(items(drawn)[f"tile-{name}"])
            for name in view["lit"][seat]:
                assert fire_id(seat, name) in drawn.ending.items


def test_the_evil_spirit_lies_over_what_it_covers() -> None:
    for seed in range(60):
        match = play_out(solstis(seed))
        if covered := position(match)["covered"]:
            drawn = items(match.scene(0))
            evil, spirit = drawn["spirit-evil"], drawn[f"spirit-{covered}"]
            assert distance(evil, spirit) < 12 * spirit.scale
            assert "covered" in classes(spirit)
            return
    raise AssertionError("no spirit was covered")


# --- why not


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("tile-4-9", "This tile is not in your hand."),
        ("sky", ""),
        ("place-0-3-3", ""),
        ("spirits", ""),
    ],
)
def test_why_a_pick_does_not_work(path: str, reason: str) -> None:
    match = two_ways_to_capture()
    assert match.why_illegal(0, [path]) == reason
    assert match.why_illegal(1, [path]) == "Dawn is choosing."


def test_why_a_tile_is_not_captured() -> None:
    match = two_ways_to_capture()
    match.play("play 4-2")
    assert match.why_illegal(0, ["tile-5-3"]) == (
        "This tile is not in the line or does not match the tile just played."
    )


def test_why_a_rainbow_may_not_lie_there() -> None:
    match = next(each for each in played(SEEDS) if position(each)["phase"] == "rainbow")
    seat = match.turn or 0
    other = match.seats[1 - seat]
    drawn = match.scene(seat)
    starts = {choice.path[0] for choice in drawn.choices}
    id = next(id for id in items(drawn) if id.startswith(f"place-{seat}") and id not in starts)
    assert match.why_illegal(seat, [id]) == "This is not an empty place beside one of your tiles."
    assert match.why_illegal(seat, [f"place-{1 - seat}-3-3"]) == f"That is {other}'s panorama."


def test_why_not_once_the_game_is_over() -> None:
    assert play_out(solstis()).why_illegal(0, ["pile"]) == "The game is over."


def test_why_the_last_tiles_must_capture() -> None:
    table = Table(hands=("4-2 1-1", "6-6"), line="4-9", tiles=("3-3", "2-2"))
    assert table.phase == "play"
    assert (
        why_illegal(table.state, ["tile-1-1"], ENGLISH)
        == "The pile is empty, and this tile captures nothing."
    )
