"""The lock files, and what the registries say about what is in them."""

import json
import re
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

REQUIREMENTS = Path(__file__).parent.parent / "requirements"
LOCKS = sorted(REQUIREMENTS.glob("*.txt"))
PACKAGE = re.compile(r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==\S+( ; [^\\]+)?")


@pytest.fixture(scope="module")
def audit() -> Any:
    """The script behind `make audit`."""
    spec = spec_from_file_location("audit", REQUIREMENTS.parent / "scripts" / "audit.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def locked(lock: Path) -> Iterator[tuple[str, list[str]]]:
    """Each package of a lock file with its hashes."""
    for entry in re.split(r"\n(?=\S)", lock.read_text().strip()):
        package, *hashes = re.split(r" \\\n +", entry)
        yield package, hashes


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_locked_package_of_python_has_hashes_and_no_address(lock: Path) -> None:
    assert "://" not in lock.read_text()
    for package, hashes in locked(lock):
        assert PACKAGE.fullmatch(package), package
        assert hashes
        assert all(re.fullmatch("--hash=sha256:[0-9a-f]{64}", each) for each in hashes)


def test_every_locked_package_of_the_client_has_a_hash() -> None:
    lock = json.loads((REQUIREMENTS.parent / "web" / "package-lock.json").read_text())
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert packages
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name


def test_all_lock_files_are_audited(audit: Any) -> None:
    assert {lock.stem for lock in LOCKS} - {"play", "lowest"} == set(audit.LOCKS)
    container = dict(locked(REQUIREMENTS / "container.txt"))
    assert dict(locked(REQUIREMENTS / "play.txt")).items() <= container.items()


def test_a_weakness_fails_the_audit(audit: Any) -> None:
    weakness = {"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": [], "description": "…"}
    packages = [
        {"name": "good", "version": "1.0", "vulns": []},
        {"name": "bad", "version": "1.0", "vulns": [weakness]},
    ]
    found = list(audit.pip_audit_findings("dev.txt", packages))
    assert found == ["dev.txt: bad 1.0: PYSEC-1, fixed in 1.1"]
    report = {"vulnerabilities": {"worse": {"range": "<2", "severity": "high"}}}
    assert audit.npm_findings(report) == ["package-lock.json: worse <2: high"]
    assert audit.npm_findings({"vulnerabilities": {}}) == []


def test_a_registry_that_does_not_answer_is_no_finding(
    audit: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    skipped = {"name": "bad", "skip_reason": "Dependency not found on PyPI"}
    assert audit.answered([[skipped], []]) == [], (
        "who does not know a package does not vouch for it"
    )
    for printed in ("", '{"message": "405 Method Not Allowed", "error": {}}'):
        monkeypatch.setattr(audit, "run", lambda *_, printed=printed, **__: printed)
        assert list(audit.client_findings()) == []
        assert "COULD NOT ASK" in capsys.readouterr().out
