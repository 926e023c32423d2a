"""What holds for the scene of every game."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import get_args
from xml.etree import ElementTree

import pytest

import parhelion as ph
from parhelion import scene
from parhelion.games import Game, rulebook
from parhelion.match import Match
from parhelion.scene import Item, Label, Layout, Scene
from parhelion.words import LANGUAGES
from tests.positions import matches, positions

LAYOUTS: tuple[Layout, ...] = get_args(Layout)


def games_played(game: Game, every: int = 1) -> Iterator[Match]:
    """Positions of one game for every set of options."""
    for match in matches(game, count=1):
        for number, position in enumerate(positions(match)):
            if number % every == 0 or position.turn is None:
                yield position


def viewers(match: Match) -> list[int | None]:
    return [None, *range(len(match.seats))]


def symbols(game: Game) -> set[str]:
    """The kinds of items that a game has drawings for."""
    return set(re.findall(rf'id="{game.name}-([^"]+)"', game.symbols))


def ids(drawn: Scene) -> list[str]:
    return [item.id for item in drawn.items]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_items_have_ids_of_their_own_and_drawings(game: Game, layout: Layout) -> None:
    known = symbols(game)
    for match in games_played(game, every=3):
        for seat in viewers(match):
            drawn = match.scene(seat, layout=layout)
            assert len(set(ids(drawn))) == len(drawn.items)
            kinds = {item.kind for item in drawn.items if item.kind}
            kinds |= {ghost.kind for choice in drawn.choices for ghost in choice.ghosts}
            assert kinds <= known, kinds - known
            assert all(item.kind or item.text for item in drawn.items)


def test_items_lie_on_the_table(game: Game) -> None:
    for layout in LAYOUTS:
        for match in games_played(game, every=3):
            drawn = match.scene(0, layout=layout)
            for item in drawn.items:
                assert 0 <= item.x <= drawn.width, item
                assert 0 <= item.y <= drawn.height, item


def test_the_choices_of_the_seat_to_move_are_the_legal_moves(game: Game) -> None:
    for match in games_played(game):
        for seat in viewers(match):
            moves = {choice.move for choice in match.scene(seat).choices}
            legal = {str(move) for move in match.moves()} if seat == match.turn else set()
            assert moves == (legal if seat is not None else set())


def test_choices_are_paths_of_items_with_labels(game: Game) -> None:
    for match in games_played(game):
        drawn = match.scene(match.turn)
        labels = {item.id: item.label for item in drawn.items}
        for choice in drawn.choices:
            assert choice.path
            assert choice.label
            assert all(labels[id] for id in choice.path)
            assert all(ghost.at in labels for ghost in choice.ghosts)


def test_both_layouts_show_the_same_things(game: Game) -> None:
    for match in games_played(game, every=5):
        wide, tall = (match.scene(match.turn, layout=layout) for layout in LAYOUTS)
        assert ids(wide) == ids(tall)
        assert wide.choices == tall.choices
        assert wide.sections == tall.sections


def test_the_log_tells_every_move_and_the_items_it_is_about(game: Game) -> None:
    for match in games_played(game, every=4):
        drawn = match.scene(None)
        assert [entry.move for entry in drawn.log] == [move.text for move in match.history]
        assert [entry.ply for entry in drawn.log] == list(range(1, match.ply + 1))
        for entry in drawn.log:
            assert entry.label
            assert entry.items
            assert set(entry.items) <= set(ids(drawn))


def test_the_log_names_the_seat_that_moved(game: Game) -> None:
    for match in matches(game, count=1):
        moved = []
        for position in positions(match):
            moved.append(position.turn)
        assert [entry.seat for entry in match.scene(None).log] == moved[:-1]


def test_an_ending_has_its_reason_and_a_value_for_each_seat(game: Game) -> None:
    for match in games_played(game, every=4):
        drawn = match.scene(0)
        assert (drawn.ending is None) == (match.turn is not None)
        if drawn.ending:
            assert drawn.ending.winners == match.winners
            assert drawn.ending.sentence == match.status() == drawn.prompt
            assert drawn.ending.rows
            assert {len(row.values) for row in drawn.ending.rows} == {len(match.seats)}
            assert set(drawn.ending.items) <= set(ids(drawn))


def test_points_that_are_counted_step_by_step_end_with_the_score(game: Game) -> None:
    for match in matches(game, count=3):
        ending = [*positions(match)][-1].scene(0).ending
        assert ending
        counted = [row for row in ending.rows if row.so_far]
        if counted:
            assert counted == list(ending.rows), "all lines are added up, or none"
            assert ending.rows[-1].so_far == tuple(match.scores)
            assert [row.decides for row in ending.rows] == [False] * (len(counted) - 1) + [True]
            assert all(row.about for row in counted[:-1])
            for before, row in pairwise(counted[:-1]):
                each = zip(before.so_far, row.so_far, row.values, strict=True)
                assert all(more - less == _number(value) for less, more, value in each)
        assert len(ending.count) == (len(match.seats) if counted else 0)
        for told, score in zip(ending.count, match.scores, strict=False):
            assert f" {score} " in told


def _number(value: str) -> int:
    """What a value of a breakdown counts; words, such as for a spirit that is covered, nothing."""
    return int(value) if value.lstrip("-").isdigit() else 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scenes_are_made_in_every_language(game: Game, lang: str) -> None:
    for match in games_played(game, every=6):
        drawn = match.scene(0, lang)
        assert ids(drawn) == ids(match.scene(0))
        assert drawn.prompt


def test_picking_what_leads_nowhere_is_answered_with_a_sentence(game: Game) -> None:
    """Or with none, if it has no part in any move; then its label says what it is."""
    answers = set()
    for match in games_played(game, every=6):
        drawn = match.scene(match.turn)
        starts = {choice.path[0] for choice in drawn.choices}
        for item in drawn.items:
            if item.id not in starts:
                answers.add(match.why_illegal(match.turn or 0, [item.id]))
    assert any(answers)
    assert all(re.fullmatch(r"(.+[.!?])?", answer) for answer in answers)


DECORATION = {
    "orion": r"sky|horizon|board|glow|link|.* (count|placed|under)\b",
    "solenia": r"(sky|tray|panel|offers|bonus|island|city|wheel)\b|token-star |"
    r".* (cost|fresh|offered)\b",
    "solstis": r"sky|sun|clouds|horizon|mountain|fire|.* placed\b",
}
"""What need not be explained, by kind and classes: the landscape, what says the same as the thing
that it lies on or under, and what is on its way. What is only written says what it is."""


def test_everything_that_a_stranger_may_wonder_about_says_what_it_is(game: Game) -> None:
    decoration = re.compile(DECORATION.get(game.info.name, "$"))
    for match in games_played(game, every=6):
        for seat in viewers(match):
            for item in match.scene(seat).items:
                plain = not item.kind or decoration.match(f"{item.kind} {item.classes}")
                assert item.label or plain or lies_under(item, match.scene(seat)), item


@pytest.mark.parametrize("lang", list(LANGUAGES)[1:])
def test_everything_says_what_it_is_in_every_language(game: Game, lang: str) -> None:
    translated: dict[str, bool] = {}
    for match in games_played(game, every=6):
        for seat in viewers(match):
            english, other = match.scene(seat).items, match.scene(seat, lang).items
            assert [item.id for item in english if item.label] == [
                item.id for item in other if item.label
            ]
            for one, two in zip(english, other, strict=True):
                if one.label:
                    sort = one.kind.split("-")[0]
                    translated[sort] = translated.get(sort, False) or one.label != two.label
    assert translated
    assert all(translated.values()) or not (game.folder / "locale").exists(), translated


def test_everything_that_says_what_it_is_names_its_rule(game: Game) -> None:
    found = rulebook.source(game.folder, "en")
    known = set(rulebook.rule_ids(found[0])) if found else {""}
    for match in games_played(game, every=6):
        for seat in viewers(match):
            for item in match.scene(seat).items:
                assert item.rule in (known if item.label else {""}), item


def test_an_item_takes_over_the_rule_of_its_label() -> None:
    place = ("pile", "pile", 0, 0, 20, 20)
    assert Item(*place, label=Label("Draw pile", "T14")).rule == "T14"
    assert Item(*place, label="Draw pile", rule="T14").rule == "T14"
    assert Item(*place, label="Draw pile").rule == ""


def lies_under(item: Item, drawn: Scene) -> bool:
    """Whether something with a label lies on the same place."""
    return any(other.label and (other.x, other.y) == (item.x, item.y) for other in drawn.items)


def test_pictures_are_well_formed_and_carry_the_text(game: Game) -> None:
    for match in games_played(game, every=6):
        root = ElementTree.fromstring(match._repr_svg_())  # noqa: S314, our own writing
        space = {"": "http://www.w3.org/2000/svg"}
        drawn = match.scene(match.turn)
        assert root.findtext("title", namespaces=space) == drawn.prompt
        assert root.findtext("desc", namespaces=space) == scene.text(drawn)
        groups = [g for g in root.findall("g", space) if "item" in g.get("class", "").split()]
        assert len(groups) == len(drawn.items)
        used = {use.get("href") for group in groups for use in group.findall("use", space)}
        assert used == {f"#{game.info.name}-{item.kind}" for item in drawn.items if item.kind}


def test_pictures_show_the_coordinates_that_moves_need() -> None:
    picture = ph.new("orion", seed=1)._repr_svg_()
    assert ":root[data-coordinates]" not in picture
    assert '\n.scene[data-game="orion"] .cell text { opacity: 1; }' in picture


def test_the_text_of_a_scene_holds_every_section_and_the_breakdown(game: Game) -> None:
    for match in games_played(game, every=6):
        drawn = match.scene(match.turn)
        lines = scene.text(drawn).splitlines()
        for section in drawn.sections:
            assert section.title in lines
            assert {f"  {line}" for line in section.lines} <= set(lines)
        assert drawn.prompt in lines
        for row in drawn.ending.rows if drawn.ending else ():
            assert f"  {row.label}: {' / '.join(row.values)}" in lines
        assert set(drawn.ending.count if drawn.ending else ()) <= set(lines)


def test_art_is_small_refers_to_nothing_missing_and_touches_only_its_own_scene(game: Game) -> None:
    drawings, theme = game.symbols, game.theme
    assert len(drawings + theme) < 120_000
    name = game.info.name
    ElementTree.fromstring(drawings)  # noqa: S314, our own drawing
    for reference in re.findall(r'(?:href="|url\()#([^")]+)', drawings):
        assert f'id="{reference}"' in drawings
        assert reference.startswith(f"{name}-")
    rules = re.sub(r"/\*.*?\*/", "", theme, flags=re.DOTALL)
    for selector in re.findall(r"([^{}]+)\{", rules):
        assert f'.scene[data-game="{name}"]' in selector or selector.strip().startswith("@")
