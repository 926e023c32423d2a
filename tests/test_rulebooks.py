"""Rulebooks: what is read from Markdown, and the pictures that are drawn from positions."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from parhelion.errors import BadRulebook
from parhelion.games import Game, rulebook
from parhelion.rule_pictures import illustrated, picture_files
from parhelion.scene import Item, Scene, inline_svg
from parhelion.words import LANGUAGES

TEXT = """\
# Pebbles

Take stones. See P2.

## Turn

Before the rules.

- **P1** *Take.* One, two & three: then P2.

  ![A <heap>](picture:heap)

- **P2** The *last* stone wins.
  - not **P1** again
- a plain item of the same list is no rule

| stones | points |
|---|---|
| 1 | 2 |

## Alone {solo}

- just a list
"""


def read(text: str = TEXT) -> rulebook.Rulebook:
    return rulebook.read(text, "en", lambda name: f"<svg>{name}</svg>")


def test_a_rulebook_has_a_title_an_introduction_and_sections_some_for_one_mode() -> None:
    book = read()
    assert book.title == "Pebbles"
    assert book.introduction == '<p>Take stones. See <a href="#P2">P2</a>.</p>'
    assert [(section.title, section.mode) for section in book.sections] == [
        ("Turn", ""),
        ("Alone", "solo"),
    ]


def test_a_rule_has_its_id_its_name_and_its_text() -> None:
    book = read()
    assert list(book.rules) == ["P1", "P2"]
    take, last = book.rules.values()
    assert take.name == "Take"
    assert take.html.startswith('<p>One, two &amp; three: then <a href="#P2">P2</a>.</p>')
    assert last.name == "", "a word in italics that ends without a full stop is no name"
    assert "The <em>last</em> stone wins." in last.html
    assert "<li>" in last.html


def test_between_the_rules_stand_paragraphs_tables_and_lists() -> None:
    turn, alone = read().sections
    assert [passage.id for passage in turn.passages] == ["", "P1", "P2", "", ""]
    assert "a plain item" in turn.passages[3].html
    assert "<td>2</td>" in turn.passages[4].html
    assert "just a list" in alone.passages[0].html


def test_a_picture_is_a_figure_with_its_caption() -> None:
    figure = "<figure><svg>heap</svg><figcaption>A &lt;heap&gt;</figcaption></figure>"
    html = read().rules["P1"].html
    assert figure in html
    assert f"<p>{figure}" not in html


def test_html_in_a_rulebook_is_text() -> None:
    assert "<script>" not in read("# A\n\n<script>alert(1)</script>").introduction


def test_a_picture_from_elsewhere_is_refused() -> None:
    with pytest.raises(BadRulebook, match=r"'https://x\.example/a\.png'"):
        read("# A\n\n![a](https://x.example/a.png)")


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[heap]\nsead = 1", "heap.sead: unknown; did you mean seed"),
        ("[heap]\nmoves = 3", "heap.moves: expected a list, found 3"),
        ("[heap", "pictures.toml: "),
    ],
)
def test_a_list_of_pictures_with_a_mistake_is_refused(
    tmp_path: Path, toml: str, message: str
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "pictures.toml").write_text(toml)
    with pytest.raises(BadRulebook, match=re.escape(message)):
        rulebook.pictures(tmp_path)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pictures_of_a_game_are_drawn_in_every_language(game: Game, lang: str) -> None:
    book = illustrated(game, lang)
    assert book
    assert book.lang == lang
    html = "".join(passage.html for section in book.sections for passage in section.passages)
    assert html.count("<figure>") == len(rulebook.pictures(game.folder))
    assert all(rule.name for rule in book.rules.values())


def test_a_picture_that_stands_alone_has_all_drawings_it_uses_and_its_marks(game: Game) -> None:
    sources = rulebook.pictures(game.folder)
    for name, drawn in picture_files(game).items():
        root = ElementTree.fromstring(drawn)  # noqa: S314, our own writing
        ids = {element.get("id") for element in root.iter()}
        used = set(re.findall(r'(?:href="|url\()#([^")]+)', drawn))
        assert used <= ids, name
        marks = [each for each in root.iter() if each.get("class") == "mark"]
        assert len(marks) == 2 * len(sources[name].mark)
        assert "Atkinson Hyperlegible" in drawn


TABLE = Scene(
    width=100,
    height=60,
    items=(
        Item("sky", "", 50, 30, 100, 60, text="sky"),
        Item("near", "", 20, 20, 10, 4, scale=2, label="near", text="near"),
        Item("far", "", 90, 50, 10, 10, label="far", text="far"),
    ),
)


def test_a_cropped_picture_shows_its_items_with_a_margin_and_leaves_others_out() -> None:
    drawn = inline_svg(TABLE, "pebbles", crop=["near"])
    assert 'viewBox="0 2 44 36"' in drawn, "a margin of 14, as far as there is a table"
    assert ">near<" in drawn
    assert ">sky<" in drawn, "decoration stays: it may be larger than its box"
    assert ">far<" not in drawn
    assert 'viewBox="0 0 100 60"' in inline_svg(TABLE, "pebbles")


def test_an_outline_goes_round_a_marked_item_as_large_as_it_is_drawn() -> None:
    drawn = inline_svg(TABLE, "pebbles", marks=["near"])
    assert drawn.count('<rect class="mark" x="8" y="14" width="24" height="12"') == 2
