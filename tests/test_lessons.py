"""Every lesson of every game: it plays through in all languages, and says what it should."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from parhelion import lessons
from parhelion.errors import BadLesson
from parhelion.games import Game, registry, rulebook
from parhelion.games.lesson_file import FOLDER, Said, Step, lesson_files
from parhelion.lessons import Lesson, LessonStep
from parhelion.scene import Layout
from parhelion.words import LANGUAGES
from tests import plugins
from tests.conftest import GAMES

NAMES = [(game, name) for game in GAMES for name in lesson_files(registry.load(game))]
NOTATION = re.compile(r"\b[a-k]\d\d?\b|\d-\d|\b[012](x\d|\*\w|[whsa]{1,2})\b|\w/\w|\*")
"""Cells, spaces, tiles and cards as programs call them."""
MAX_SAID = 330
"""Characters of one idea."""


@pytest.fixture(params=NAMES, ids="/".join)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """Every lesson in turn."""
    game, name = request.param
    return lessons.load(registry.load(game), name)


def said(step: Step) -> Iterator[Said]:
    """Everything that is said in a step."""
    yield step.say
    yield from (words for words in (step.right, step.otherwise) if words)
    yield from (wrong.say for wrong in step.wrong)


def all_said(lesson: Lesson) -> list[Said]:
    return [lesson.told.title, *(words for step in lesson.steps for words in said(step.told))]


def asking(lesson: Lesson) -> list[LessonStep]:
    return [step for step in lesson.steps if step.told.any]


# --- the lessons -------------------------------------------------------------------------


def test_every_game_has_a_lesson() -> None:
    assert {game for game, _ in NAMES} == set(GAMES)


def test_a_lesson_is_short_and_the_reader_moves(lesson: Lesson) -> None:
    assert 8 <= len(lesson.steps) <= 14
    assert len(asking(lesson)) >= len(lesson.steps) // 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_plays_through(lesson: Lesson, lang: str) -> None:
    """Each right move can be picked in the picture and is called right, until the last step."""
    for step in lesson.steps:
        assert step.told.say[lang]
        for layout in get_args(Layout):
            scene = step.match.scene(step.seat, lang, layout)
            assert {item.id for item in scene.items} >= set(step.told.show)
            offered = {choice.move for choice in scene.choices}
            rights = {move.partition(";")[0].strip() for move in step.right_moves}
            assert rights <= offered
        if step.told.any:
            answered = lessons.answer(step, step.example, lang)
            assert answered.right
            assert answered.matches[-1].ply > step.match.ply


@pytest.mark.parametrize(("number", "tile", "cell"), [(7, "duo-1", "b4"), (10, "line-3", "a4")])
def test_the_cell_that_a_step_of_orion_marks_can_be_picked(
    number: int, tile: str, cell: str
) -> None:
    step = lessons.load(registry.load("orion"), "first").steps[number - 1]
    assert cell in step.told.show
    choices = step.match.scene(step.seat).choices
    picked = [each.move for each in choices if each.path == (f"blue-{tile}", cell)]
    assert picked[0] in step.right_moves, "without turning the tile"


def test_a_lesson_speaks_every_language_in_full(lesson: Lesson) -> None:
    for words in all_said(lesson):
        assert set(words) == set(LANGUAGES)
        assert all(text.strip() == text and 0 < len(text) <= MAX_SAID for text in words.values())
        assert len(set(words.values())) == len(words), "a translation was forgotten"


def test_a_lesson_speaks_in_words_and_not_in_notation(lesson: Lesson) -> None:
    texts = [text for words in all_said(lesson) for text in words.values()]
    assert [text for text in texts if NOTATION.search(text)] == []


def test_french_words_have_french_signs(lesson: Lesson) -> None:
    texts = [words["fr"] for words in all_said(lesson)]
    assert [text for text in texts if "'" in text or re.search(r"[^\u202f][:;!?%]", text)] == []


def test_every_wrong_try_is_answered_with_a_reason(lesson: Lesson) -> None:
    for step in asking(lesson):
        legal = {move.text for move in step.match.moves()}
        rights = {move.partition(";")[0].strip() for move in step.right_moves}
        assert legal == rights or step.told.otherwise, step.told.say["en"]
        for wrong in step.told.wrong:
            for move in set(step.fitting(wrong)) - rights:
                assert lessons.answer(step, move).said == wrong.say


def test_a_step_names_a_rule_of_its_game(lesson: Lesson) -> None:
    found = rulebook.source(lesson.game.folder, "en")
    assert found
    assert {step.told.rule for step in lesson.steps} <= set(rulebook.rule_ids(found[0]))


def test_lessons_are_listed_in_their_order() -> None:
    assert list(lesson_files(registry.load("solenia"))) == ["summer", "winter", "alone"]


def test_a_plug_in_brings_its_own_lesson(tmp_path_factory: pytest.TempPathFactory) -> None:
    with plugins.known(plugins.example_folder(tmp_path_factory)):
        lesson = lessons.load(registry.load("noughts"), "first")
    assert [step.example for step in lesson.steps] == ["mark b2", "mark a2", "mark c2"]
    assert lessons.answer(lesson.steps[2], "mark c2").matches[-1].winners == (0,)


# --- answers -----------------------------------------------------------------------------

HEAD = 'number = 1\nminutes = 1\ntitle = { en = "T" }\noptions = { setup = "symmetric-1" }\n'
WRONG = '[[step.wrong]]\nsay = { en = "S" }\n'
FIRST = '[[step]]\nseed = 1\nsay = { en = "Lay a tile." }\n'


def written(folder: Path, text: str) -> Game:
    """Orion as if it had this lesson, called mine."""
    game = replace(registry.load("orion"))
    game.__dict__["folder"] = folder
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "mine.toml").write_text(text, encoding="utf-8")
    return game


def test_moves_events_and_goals_are_right_answers(tmp_path: Path) -> None:
    position = 'position = { hexes = { blue = ["c4"] } }\nsay = { en = "S" }\n'
    event = 'event = { what = "galaxy", cell = "d5" }\nmoves = ["star a1"]\n'
    game = written(tmp_path, f"{HEAD}[[step]]\n{position}{event}")
    (step,) = lessons.load(game, "mine").steps
    assert step.example == "star a1"
    assert lessons.answer(step, "star d5").right
    assert not lessons.answer(step, "star a2").right


def test_what_others_answer_is_played_out(tmp_path: Path) -> None:
    text = f'{HEAD}{FIRST}moves = ["star a1"]\nthen = ["star k1"]\n'
    next_step = '[[step]]\nsay = { en = "S" }\nmoves = ["pair *"]\n'
    first, second = lessons.load(written(tmp_path, text + next_step), "mine").steps
    after = lessons.answer(first, "star a1").matches
    assert [[move.text for move in match.history] for match in after] == [
        ["star a1"],
        ["star a1", "star k1"],
    ]
    assert second.match == after[-1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("number = ", "mine.toml: Invalid value"),
        ("number = 1\nminutes = 1\n", "mine.toml.title: missing"),
        (HEAD + '[[step]]\nsay = { en = "S" }', "mine.toml: step 1: the first step needs a pos"),
        (HEAD + '[[step]]\nseed = 1\nsay = { fr = "S" }', "step 1.say: nothing is said in en"),
        (HEAD + FIRST + 'sey = "S"', "step 1.sey: unknown; did you mean say"),
        (HEAD + FIRST + 'right = { en = "S", de = "S" }', "'de' is not one of our languages"),
        (HEAD + FIRST + 'show = ["moon"]', "step 1: show: there is no item 'moon' in the wide"),
        (HEAD + FIRST + 'moves = ["star h5"]', "step 1: move 1 'star h5' by Blue: blue may cover"),
        (HEAD + FIRST + 'moves = ["moon *"]', "step 1: no legal move is right"),
        (HEAD + FIRST + 'seat = 1\nmoves = ["*"]', "step 1: seat 1 is asked for a move, but"),
        (HEAD + FIRST + 'goal = "win"\nmoves = ["star *"]\n' + WRONG + 'moves = ["star a1"]',
         "step 1: wrong 1: every such move is right"),
        (HEAD + FIRST + 'moves = ["star *"]\n[[step]]\nsay = { en = "S" }',
         "step 2: needs a position of its own"),
    ],
)  # fmt: skip
def test_a_bad_lesson_says_where_and_what(tmp_path: Path, text: str, message: str) -> None:
    game = written(tmp_path, text)
    with pytest.raises(BadLesson, match=re.escape(message)):
        lessons.load(game, "mine")
