"""Every numbered rule is stated by a test, and every citation is of a rule that exists."""

import ast
import re
from pathlib import Path


def rule_ids(root: Path) -> set[str]:
    """All ids of docs/rules, such as O9."""
    texts = [path.read_text(encoding="utf-8") for path in (root / "docs" / "rules").glob("*.md")]
    return {rule for text in texts for rule in re.findall(r"^- \*\*([A-Z]\d+)\*\*", text, re.M)}


def cited_ids(root: Path) -> set[str]:
    """All arguments of `@pytest.mark.rule` in the tests."""
    cited = set()
    for path in (root / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                cited |= {str(ast.literal_eval(argument)) for argument in node.args}
    return cited


def test_no_rule_is_without_a_test_and_no_citation_without_a_rule(root: Path) -> None:
    assert len(rule_ids(root)) >= 13
    assert cited_ids(root) == rule_ids(root)
