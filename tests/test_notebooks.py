"""Every notebook of the documentation runs from top to bottom."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.waiting import TIMEOUT

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LONGEST_OUTPUT = 20_000
"""Characters of output that a notebook may keep."""


def read(path: Path) -> Any:
    """A notebook."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep Jupyter and IPython out of the home folder."""
    for variable in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        folder = tmp_path / variable.lower()
        folder.mkdir()
        monkeypatch.setenv(variable, str(folder))


@pytest.mark.usefixtures("own_folders")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    where = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(
        notebook,
        timeout=int(TIMEOUT),
        startup_timeout=int(TIMEOUT),
        kernel_name="python3",
        resources=where,
    ).execute()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_keeps_little_output(path: Path) -> None:
    assert sum(len(str(cell.get("outputs", ""))) for cell in read(path).cells) < LONGEST_OUTPUT
