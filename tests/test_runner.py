"""The programs behind `make test` and `make shake`."""

import sys
from pathlib import Path

import pytest

from tests.runner import checks, shake
from tests.runner.checks import Step
from tests.runner.failed_tests import failed_tests, rerun_command

PYTEST_OUTPUT = """\
..F.E
=========================== short test summary info ============================
FAILED tests/test_a.py::test_b[two words] - AssertionError: assert 1 == 2
FAILED docs/records.md::records.md
ERROR tests/test_c.py - ImportError: no module
ERROR tests/test_a.py::test_b[two words] - again, in its teardown
2 failed, 1 passed, 2 errors in 1.00s
"""


def shell(script: str, name: str = "step", needs: str = "") -> Step:
    """Return a step that runs a line of Python."""
    return Step(name, [sys.executable, "-c", script], needs=needs)


def test_failed_tests_are_found_in_pytest_output() -> None:
    assert failed_tests(PYTEST_OUTPUT) == [
        "tests/test_a.py::test_b[two words]",
        "docs/records.md::records.md",
        "tests/test_c.py",
    ]


def test_rerun_command_is_quoted_and_has_the_environment() -> None:
    command = rerun_command(["pytest", "-n", "3"], {"A": "b c"}, ["tests/test_a.py::test[x y]"])
    assert command == "A='b c' pytest 'tests/test_a.py::test[x y]'"
    assert rerun_command(["ruff", "check"], {}, []) == "ruff check"


def test_summary_lists_failed_steps_and_how_to_run_them_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    failing = shell(f"print({PYTEST_OUTPUT!r}); raise SystemExit(1)", "tests")
    results = checks.run_lane([shell("print('fine')"), failing, shell("", "later", "tests")])
    assert [each.step.name for each in results] == ["step", "tests"]
    assert "tests: FAILED" in capsys.readouterr().out
    lines = list(checks.summary(results))
    assert lines[:3] == ["FAILED:", "  tests: 3 tests", "    tests/test_a.py::test_b[two words]"]
    assert lines[-1].startswith("    Run again: ")
    assert lines[-1].endswith(
        "'tests/test_a.py::test_b[two words]' docs/records.md::records.md tests/test_c.py"
    )


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full. Free some space."),
        ("OSError: [Errno 98] Address already in use", "Another program uses a port"),
        ("chromium: error while loading shared libraries: libnss3.so: cannot", "libnss3.so is"),
    ],
)
def test_summary_names_causes_outside_the_project_in_one_sentence(
    printed: str, sentence: str
) -> None:
    results = checks.run_lane([shell(f"print({printed!r}); raise SystemExit(1)")])
    assert sentence in list(checks.summary(results))[-1]


def test_everything_passed_is_one_line() -> None:
    assert list(checks.summary(checks.run_lane([shell("")]))) == ["All 1 checks passed."]


def test_shake_reports_a_test_that_depends_on_its_circumstances(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planted = tmp_path / "test_planted.py"
    planted.write_text(
        "import os\n"
        "def test_zone(): assert os.environ['TZ'] == 'UTC'\n"
        "def test_hashes(): assert hash('a') % 2\n"
        "def test_steady(): pass\n"
    )
    found = [shake.failures(shake.Round("alone", seed, [str(planted)])) for seed in range(4)]
    names = {test.rpartition("::")[2] for failed in found for test in failed}
    assert names == {"test_zone", "test_hashes"}
    assert "PYTHONHASHSEED=" in capsys.readouterr().out
    again = shake.Round("alone", 0, [str(planted)])
    assert shake.failures(again) == found[0]
    assert again.command.endswith(f"--conditions alone --seed 0 -- {planted}")
