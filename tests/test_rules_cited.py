"""The numbered rules of docs/rules and the tests that cite them: neither is without the other."""

import ast
import re
from pathlib import Path

import pytest

from parhelion.games import registry
from tests.conftest import GAMES

ROOT = Path(__file__).resolve().parents[1]
RULEBOOKS = sorted((ROOT / "docs" / "rules").glob("*.md"))


def rule_ids(rulebook: Path) -> list[str]:
    """The ids of a rulebook, such as O9, in its order."""
    return re.findall(r"\*\*([A-Z]\d+)\*\*", rulebook.read_text(encoding="utf-8"))


def all_ids() -> list[str]:
    return [id for rulebook in RULEBOOKS for id in rule_ids(rulebook)]


def cited_ids() -> set[str]:
    """All arguments of `@pytest.mark.rule` in the tests."""
    cited = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                cited |= {str(ast.literal_eval(argument)) for argument in node.args}
    return cited


def test_every_game_has_a_rulebook() -> None:
    titles = {registry.load(name).info.title for name in GAMES}
    assert titles == {book.stem.replace("-", " ").title() for book in RULEBOOKS}


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_ids_of_a_rulebook_count_up_from_one(rulebook: Path) -> None:
    ids = rule_ids(rulebook)
    assert ids
    assert ids == [f"{ids[0][0]}{n}" for n in range(1, len(ids) + 1)]


def test_no_id_means_two_rules() -> None:
    assert len(all_ids()) == len(set(all_ids()))


def test_every_rule_is_cited_by_a_test() -> None:
    assert set(all_ids()) - cited_ids() == set()


def test_every_cited_rule_exists() -> None:
    assert cited_ids() - set(all_ids()) == set()
