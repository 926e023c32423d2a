"""The files of the kernels: each imports only from those above it in the table of the package."""

import re
from pathlib import Path

from parhelion.games.solenia import kernels

FOLDER = Path(kernels.__file__).parent
CHAPTERS = re.findall(r"^\| `(\w+)`", kernels.__doc__ or "", re.MULTILINE)


def test_the_table_lists_every_file() -> None:
    assert sorted(CHAPTERS) == sorted(
        path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__"
    )


def test_a_chapter_imports_only_from_those_above_it() -> None:
    for place, chapter in enumerate(CHAPTERS):
        text = (FOLDER / f"{chapter}.py").read_text(encoding="utf-8")
        imported = re.findall(
            r"^from parhelion\.games\.solenia\.kernels\.(\w+)", text, re.MULTILINE
        )
        assert set(imported) <= set(CHAPTERS[:place]), chapter
