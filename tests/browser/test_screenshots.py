"""The pictures of the documentation: all are shown, and only changed screens replace them."""

import io
import re
from pathlib import Path

from PIL import Image, ImageDraw

from tests.browser.take_screenshots import FOLDER, keep


def screenshot(panel: int = 0, figure: int = 0) -> bytes:
    """A PNG of a screen with lines of text, a panel so wide and a figure so high."""
    picture = Image.new("RGB", (400, 300), "navy")
    draw = ImageDraw.Draw(picture)
    for y in range(10, 300, 20):
        draw.text((10, y), "Orion Duel, Solenia and Solstis at one table", fill="white")
    draw.rectangle((300, 0, 300 + panel, 299), fill="orange")
    draw.rectangle((280, 100, 284, 100 + figure), fill="white")
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def test_a_picture_is_replaced_only_if_the_screen_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "start.webp"
    assert keep(screenshot(), file)
    first = file.read_bytes()
    assert not keep(screenshot(), file)
    assert not keep(screenshot(figure=6), file)
    assert file.read_bytes() == first
    assert keep(screenshot(panel=20), file)
    assert file.read_bytes() != first


def test_a_picture_of_another_size_is_a_changed_screen(tmp_path: Path) -> None:
    file = tmp_path / "start.webp"
    Image.open(io.BytesIO(screenshot())).resize((200, 150)).save(file)
    assert keep(screenshot(), file)
    assert Image.open(io.BytesIO(file.read_bytes())).size == (400, 300)


def test_the_gallery_shows_every_picture_once() -> None:
    gallery = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"!\[.*?\]\((.*?)\)", gallery)) == sorted(
        file.name for file in FOLDER.glob("*.webp")
    )


def test_every_picture_that_the_readme_shows_is_there(root: Path) -> None:
    shown = re.findall(r"!\[.*?\]\((.*?)\)", (root / "README.md").read_text(encoding="utf-8"))
    assert shown
    assert [name for name in shown if not (root / name).exists()] == []
