"""The night sky of Orion Duel: what is drawn is what the rules mean."""

import math
import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from parhelion import new
from parhelion.games.orion import tile_shapes
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.notation import NAMES, parts
from parhelion.match import Match
from parhelion.scene import Choice, Item, Layout
from tests.orion.matches import ORION, position
from tests.positions import matches, offered, play_out, positions

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = ("blue", "orange")


@cache
def drawn_hexes(kind: str) -> list[tuple[str, float, float]]:
    """The hexes of a symbol as they are drawn: colour and place."""
    text = (ORION.folder / "symbols.svg").read_text(encoding="utf-8")
    symbol = ElementTree.fromstring(text).find(f".//*[@id='orion-{kind}']")  # noqa: S314
    assert symbol is not None
    found = []
    for use in symbol.iter(f"{SVG}use"):
        if colour := re.fullmatch("#orion-hex-(blue|orange)", use.get("href", "")):
            found.append((colour[1], float(use.get("x", 0)), float(use.get("y", 0))))
    return found


def covered(kind: str, x: float, y: float, turn: float, cells: list[Item]) -> set[tuple[str, str]]:
    """The cells under a symbol that is drawn somewhere, each with its colour."""
    angle = math.radians(turn)
    found = set()
    for colour, dx, dy in drawn_hexes(kind):
        at = (
            x + dx * math.cos(angle) - dy * math.sin(angle),
            y + dx * math.sin(angle) + dy * math.cos(angle),
        )
        under = [cell.id for cell in cells if math.dist((cell.x, cell.y), at) < 1]
        assert len(under) == 1, (kind, at)
        found.add((under[0], colour))
    return found


def placement(choice: Choice) -> int:
    return ORION.move(choice.move).action


def meant(choice: Choice, seat: int) -> set[tuple[str, str]]:
    """The cells that a move covers, each with its colour."""
    own, other = parts(placement(choice))
    return {(NAMES[c], COLOURS[seat]) for c in own} | {(NAMES[c], COLOURS[1 - seat]) for c in other}


def every_choice(seat: int, layout: Layout) -> tuple[list[Item], tuple[Choice, ...]]:
    """The cells of an empty board without tokens, and every placement on it."""
    match = new("orion", setup="symmetric-1", first=COLOURS[seat])
    view, every = match.view(seat), ORION.all_moves[: constants.PLACEMENTS]
    view["position"] |= {"galaxies": [], "holes": []}
    drawn = offered(ORION, view, every, layout)
    return [item for item in drawn.items if item.kind == "cell"], drawn.choices


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_ghost_covers_the_cells_of_its_move_in_their_colours(seat: int, layout: Layout) -> None:
    cells, choices = every_choice(seat, layout)
    place = {cell.id: cell for cell in cells}
    assert {placement(choice) for choice in choices} == set(range(constants.PLACEMENTS))
    for choice in choices:
        (ghost,) = choice.ghosts
        at = place[ghost.at]
        assert covered(ghost.kind, at.x, at.y, ghost.turn, cells) == meant(choice, seat)


def test_a_tile_is_laid_by_an_own_hex_that_touches_all_others() -> None:
    _, choices = every_choice(0, "wide")
    for choice in choices:
        (ghost,) = choice.ghosts
        own, other = parts(placement(choice))
        anchor = NAMES.index(ghost.at)
        assert anchor in own
        assert all(constants.distance(anchor, cell) == 1 for cell in {*own, *other} - {anchor})
    pairs = [choice for choice in choices if choice.move == "pair e4 e5"]
    assert {choice.path[1] for choice in pairs} == {"e4", "e5"}


def test_a_cell_where_no_tile_can_have_its_anchor_stands_for_any_of_its_hexes() -> None:
    _, choices = every_choice(0, "wide")
    anchored = {choice.path for choice in choices if choice.path[1] == choice.ghosts[0].at}
    beside = [choice for choice in choices if choice.path not in anchored]
    assert len(choices) == len({(choice.move, choice.path) for choice in choices})
    assert {choice.path[0] for choice in beside} == {"blue-line-1"}, "all others fit into a corner"
    lines = [move.text for move in ORION.all_moves if move.verb == "line"]
    on_a1 = {line for line in lines if "a1" in re.split("[ /]", line)}
    assert {choice.move for choice in beside if choice.path[1] == "a1"} == on_a1 != set()


def test_a_token_can_be_picked_for_the_other_colour_of_a_tile() -> None:
    match = Match(ORION, {"setup": "symmetric-1"}, 1, position={"hexes": {"orange": ["c4"]}})
    paths = {c.move: c.path for c in match.scene(0).choices if c.path == ("blue-duo-1", "b4")}
    assert set(paths) == {"duo a2/b4", "duo a3/b4", "duo b3/b4", "duo b5/b4", "duo c5/b4"}


def test_alternatives_on_one_path_turn_clockwise() -> None:
    _, choices = every_choice(0, "wide")
    anchored = [choice for choice in choices if choice.path[1] == choice.ghosts[0].at]
    for before, after in pairwise(anchored):
        (ghost,), (next_ghost,) = before.ghosts, after.ghosts
        if before.path == after.path and ghost.kind == next_ghost.kind:
            assert ghost.turn < next_ghost.turn
    assert len({choice.path for choice in choices if choice.path[1] == "f5"}) == len(
        constants.KINDS
    )


def items(match: Match, seat: int | None = None) -> dict[str, Item]:
    return {item.id: item for item in match.scene(seat).items}


def test_the_tile_that_leaves_the_hand_is_the_one_on_the_board() -> None:
    for match in matches(ORION, count=1):
        while match.turn is not None:
            before, choices = items(match), match.scene(match.turn).choices
            choice = choices[7919 * match.ply % len(choices)]
            match.play(choice.move)
            after = items(match)
            assert all(id.endswith("-count") for id in set(before) - set(after))
            moved, was = after[choice.path[0]], before[choice.path[0]]
            assert (moved.x, moved.y) != (was.x, was.y)
            assert "placed" in moved.classes.split()
            assert "placed" not in was.classes.split()


def test_what_lies_on_the_board_is_drawn_where_it_lies() -> None:
    for match in matches(ORION, count=1):
        view = play_out(match).view()["position"]
        drawn = match.scene(None)
        cells = [item for item in drawn.items if item.kind == "cell"]
        tiles = [item for item in drawn.items if {"tile", "placed"} <= set(item.classes.split())]
        hexes = [covered(tile.kind, tile.x, tile.y, tile.turn, cells) for tile in tiles]
        found = {
            colour: {c for tile in hexes for c, k in tile if k == colour} for colour in COLOURS
        }
        assert found == {colour: set(names) for colour, names in view["hexes"].items()}
        for kind, names in (("galaxy", view["galaxies"]), ("hole", view["holes"])):
            tokens = {(item.x, item.y) for item in drawn.items if item.kind == kind}
            assert tokens == {(cell.x, cell.y) for cell in cells if cell.id in names}


def test_the_viewers_hand_is_near_and_large() -> None:
    match = new("orion", setup="symmetric-1")
    for seat, near, far in ((0, "blue", "orange"), (1, "orange", "blue"), (None, "blue", "orange")):
        for layout in ("wide", "tall"):
            drawn = {item.id: item for item in match.scene(seat, layout=layout).items}
            assert drawn[f"{near}-line-1"].scale > drawn[f"{far}-line-1"].scale
    tall = {item.id: item for item in match.scene(1, layout="tall").items}
    assert tall["orange-line-1"].y > tall["f5"].y > tall["blue-line-1"].y


def test_the_winning_chain_shines() -> None:
    shone = 0
    for match in matches(ORION, count=5):
        play_out(match)
        assert match.outcome is not None
        chains = match.outcome.details.get("chains", [])
        cells = {cell for chain in chains for cell in chain["cells"]}
        drawn = match.scene(None)
        glows = {item.id.removeprefix("glow-") for item in drawn.items if item.kind == "glow"}
        assert glows == cells
        assert drawn.ending is not None
        assert cells <= set(drawn.ending.items)
        winning = [item for item in drawn.items if "winning" in item.classes.split()]
        assert bool(winning) == bool(chains)
        shone += bool(chains)
    assert shone > 0


def test_a_cell_is_named_with_what_lies_on_it() -> None:
    match = new("orion", setup="symmetric-1")
    assert items(match)["b2"].label == "b2, galaxy, free"
    assert items(match)["b4"].label == "b4, black hole, free"
    match.play("duo e4/e5")
    assert items(match)["e4"].label == "e4, blue"
    assert items(match)["e5"].label == "e5, orange"
    assert items(match)["e6"].label == "e6, free"
    assert items(match)["blue-duo-1"].label == "Duo: blue on e4, orange on e5"
    assert items(match)["blue-duo-2"].label == "Blue: Duo, 2 left"


def test_the_prompt_says_whose_turn_it_is() -> None:
    match = new("orion", setup="symmetric-1")
    assert match.scene(0).prompt == "Your turn: choose a tile, then a cell."
    assert match.scene(1).prompt == match.scene(None).prompt == "Blue is choosing."
    placing = new("orion", setup="players")
    assert placing.scene(0).prompt == "Your turn: put a galaxy on a cell."
    for _ in range(constants.GALAXY_TOKENS):
        placing.play(placing.moves()[0])
    assert placing.scene(1).prompt == "Your turn: put a black hole on a cell."


def test_who_places_the_galaxies_and_who_begins_is_seen_in_hands_prompt_and_log() -> None:
    match = new("orion", setup="players", placer="orange", first="orange")
    assert match.scene(1).prompt == "Your turn: put a galaxy on a cell."
    for _ in range(constants.GALAXY_TOKENS):
        assert match.scene(1).choices[0].path[0] in items(match, 1)
        match.play(match.moves()[0])
    assert match.scene(0).prompt == "Your turn: put a black hole on a cell."
    for _ in range(constants.HOLE_TOKENS + 1):
        match.play(match.moves()[0])
    assert [entry.seat for entry in match.scene(None).log] == [1] * 8 + [0] * 7 + [1]


def test_hexes_of_a_set_up_position_are_drawn_without_their_tiles() -> None:
    match = position(blue="g5")
    match.play("duo e4/e5")
    drawn = match.scene(1).items
    tiles = {item.id: item.kind for item in drawn if "tile placed" in item.classes}
    assert tiles == {"blue-duo-1": "duo-blue", "hex-g5": "star-blue"}


def test_sections_tell_the_chains_with_what_they_hold() -> None:
    match = new("orion", setup="symmetric-1")
    match.play("star b1")
    match.play("star e1")
    match.play("pair b2 c2")
    blue = next(section for section in match.scene(None).sections if section.title == "Blue")
    assert "Chain of 3 hexes: b1, b2 and c2; 1 galaxy; touches Canis Major" in blue.lines
    assert "Tiles left: 3 × Duo, 3 × Line, 3 × Bend, 3 × Triangle" in blue.lines


def test_a_choice_notes_the_tokens_it_covers() -> None:
    match = new("orion", setup="symmetric-1")
    for move in ("star b1", "star b3"):
        match.play(move)
    notes = match.scene(0).notes
    assert notes["pair b2 c2"] == "Blue gains the galaxy on b2"
    assert notes["duo c2/b2"] == "Orange gains the galaxy on b2"
    assert "duo e4/e5" not in notes


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (["e4"], "e4 already has a tile."),
        (["e1"], "First choose what to place, then a cell."),
        (["sky"], ""),
        (["blue-line-1"], "This tile belongs to Blue; it is Orange's turn."),
        (["orange-line-1", "e4"], "e4 already has a tile."),
        (["orange-star-1", "b2"], "Orange may cover the token on b2 only from another orange hex."),
        (["galaxy-1", "e4"], "All tokens are already placed."),
    ],
)
def test_why_a_pick_does_not_work(path: list[str], reason: str) -> None:
    match = new("orion", setup="symmetric-1")
    match.play("duo e4/e5")
    match.play("pair g9 g10")
    match.play("duo k1/k2")
    assert match.why_illegal(1, path) == reason


def test_why_a_tile_has_no_room_on_a_cell() -> None:
    position = {"hexes": {"blue": ["a2", "b2"], "orange": ["b3"]}}
    match = Match(ORION, {"setup": "symmetric-1"}, 1, position=position)
    no_room = "There is no room for this tile around a1."
    assert match.why_illegal(0, ["blue-line-1", "a1"]) == no_room


def test_why_not_once_the_tile_is_placed_or_the_game_is_over() -> None:
    match = new("orion", setup="symmetric-1")
    for move in ("star e4", "star e6"):
        match.play(move)
    assert match.why_illegal(0, ["blue-star-1"]) == "This tile is already on the board."
    assert play_out(match).why_illegal(0, ["blue-line-1"]) == "The game is over."


def test_why_a_token_may_not_lie_there() -> None:
    match = new("orion", setup="players")
    match.play("galaxy e4")
    assert (
        match.why_illegal(0, ["galaxy-2", "e5"]) == "e5 and e4 are 1 apart; 3 or more are required."
    )
    assert match.why_illegal(0, ["blue-line-1", "e5"]) == "Place all tokens first."


def idle_kinds(match: Match) -> list[str]:
    """The tiles on top of the stacks of the seat to move that fit nowhere."""
    if match.turn is None or match.view()["position"]["tokens_left"]:
        return []
    drawn = match.scene(match.turn)
    starts = {choice.path[0] for choice in drawn.choices}
    hand = [item for item in drawn.items if item.label and item.classes == "tile"]
    return [i.id for i in hand if i.id.startswith(COLOURS[match.turn]) and i.id not in starts]


def test_why_a_tile_that_fits_nowhere_cannot_be_picked() -> None:
    every = (each for match in matches(ORION, count=30) for each in positions(match))
    match, id = next((match, kinds[0]) for match in every if (kinds := idle_kinds(match)))
    reason = "There is no room left on the board for this tile."
    assert match.why_illegal(match.turn or 0, [id]) == reason


def test_shapes_are_those_of_the_tiles() -> None:
    for kind, own, other in zip(
        constants.KINDS, constants.OWN_HEXES, constants.OTHER_HEXES, strict=True
    ):
        found = [shape for shape in tile_shapes.SHAPES.values() if shape.kind == kind]
        assert {(len(shape.own), len(shape.other)) for shape in found} == {(own, other)}


def test_things_lead_to_the_rules_about_them() -> None:
    match = new("orion", setup="symmetric-1")
    match.play("star a1")
    drawn = {item.id: item for item in match.scene(0).items}
    (galaxy, *_), free = match.view(0)["position"]["galaxies"], "a2"
    named = {"a1": "O10", free: "O8", galaxy: "O9", "side-taurus": "O2", "taurus": "O2"}
    assert {id: drawn[id].rule for id in named} == named
    assert {item.rule for item in drawn.values() if "placed" in item.classes} == {"O4", "O10"}
