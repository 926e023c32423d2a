"""The numbered rules of the rulebooks and the tests that cite them: neither is without the other.
Every language tells the same rules."""

import ast
from functools import cache
from pathlib import Path

import pytest

from parhelion.games import Game, registry, rulebook
from parhelion.words import LANGUAGES
from scripts import rules
from tests.conftest import GAMES

ROOT = Path(__file__).resolve().parents[1]
_, *TRANSLATED = LANGUAGES


def text(game: Game, lang: str = "en") -> str:
    """A rulebook in a language, and in no other."""
    found = rulebook.source(game.folder, lang)
    assert found
    assert found[1] == lang
    return found[0]


def all_ids() -> list[str]:
    return [id for name in GAMES for id in rulebook.rule_ids(text(registry.load(name)))]


@cache
def cited_ids() -> set[str]:
    """All arguments of `@pytest.mark.rule` in the tests."""
    cited = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                cited |= {str(ast.literal_eval(argument)) for argument in node.args}
    return cited


def test_ids_of_a_rulebook_are_numbered_without_a_gap(game: Game) -> None:
    ids = rulebook.rule_ids(text(game))
    assert ids
    numbers = sorted(int(id[1:]) for id in ids)
    assert numbers == list(range(1, len(ids) + 1))
    assert len({id[0] for id in ids}) == 1


def test_no_id_means_two_rules() -> None:
    assert len(all_ids()) == len(set(all_ids()))


def test_every_rule_is_cited_by_a_test() -> None:
    assert set(all_ids()) - cited_ids() == set()


def test_every_cited_rule_exists() -> None:
    assert cited_ids() - set(all_ids()) == set()


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_translation_has_the_same_rules_and_pictures_in_the_same_order(
    game: Game, lang: str
) -> None:
    assert rulebook.rule_ids(text(game, lang)) == rulebook.rule_ids(text(game))
    assert rulebook.picture_names(text(game, lang)) == rulebook.picture_names(text(game))


def test_every_picture_is_shown_and_none_is_missing(game: Game) -> None:
    assert set(rulebook.picture_names(text(game))) == set(rulebook.pictures(game.folder))


def test_the_rulebooks_in_docs_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    outdated = rules.main(check=True)
    assert outdated == 0, f"run make rules: {capsys.readouterr().out}"
