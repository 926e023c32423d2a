"""A game's rulebook: sections and numbered rules, read from the Markdown of its folder `rules`.

A file for each language, `en.md`, `fr.md`, `nl.md`; what is not translated is read in English.

    # Noughts and Crosses            the title, then an introduction
    ## Turn                          a section
    ## Playing alone {solo}          a section for one way to play, which it names
    ## Exact numbers {notes}         a section for programmers, which players need not read
    - **N2** *Move.* Put a mark …    a rule: its id, its name, its text
    ![Crosses win](picture:row)      a picture and its caption

`pictures.toml` tells the positions of the pictures; `parhelion.rule_pictures` draws them, so that
they look as the game does. Where a text names a rule, it links to it.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from pydantic import Field

from parhelion.errors import BadRulebook
from parhelion.games.contract import Json
from parhelion.scene import Layout
from parhelion.validated import Strict, validated
from parhelion.words import LANGUAGES

FOLDER = "rules"
PICTURES = "pictures.toml"
PICTURE = "picture:"
"""How the address of a picture begins."""
RULE_ID = re.compile(r"[A-Z]\d+")
_NUMBERED = re.compile(rf"^ *- \*\*({RULE_ID.pattern})\*\*", re.MULTILINE)
_FOR_A_MODE = re.compile(r"(.+?)\s*\{([a-z-]+)\}")

Draw = Callable[[str], str]
"""Gives the picture of a name as SVG."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A rule, or what stands between the rules: a paragraph, a list, a table, a picture."""

    html: str
    id: str = ""
    """Of a rule, such as T8."""
    name: str = ""
    """What a rule is called in a word or two."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of a rulebook."""

    title: str
    mode: str
    """The way to play that it is for; empty: for all; `notes`: for programmers."""
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in a language."""

    lang: str
    title: str
    introduction: str
    """As HTML."""
    sections: tuple[Section, ...]

    @property
    def rules(self) -> dict[str, Passage]:
        """Every rule by its id."""
        passages = (passage for section in self.sections for passage in section.passages)
        return {passage.id: passage for passage in passages if passage.id}


class PictureSource(Strict):
    """What a picture of a rulebook shows: a position, and which part of the table."""

    options: dict[str, Any] = Field(default_factory=dict)
    seed: int | str = 0
    deal: Json | None = None
    position: Json | None = None
    moves: list[str] = Field(default_factory=list)
    seat: int = 0
    """Who looks."""
    layout: Layout = "wide"
    crop: list[str] = Field(default_factory=list)
    """The items to be seen, with a margin; none: the whole table."""
    mark: list[str] = Field(default_factory=list)
    """The items with an outline."""


# --- the files ---------------------------------------------------------------------------


def source(folder: Path, lang: str) -> tuple[str, str] | None:
    """The rulebook of a game's folder as Markdown, in a language or else in English, with the
    language that it is in; None if the game has no rulebook."""
    for found in (lang, next(iter(LANGUAGES))):
        file = folder / FOLDER / f"{found}.md"
        if file.exists():
            return file.read_text("utf-8"), found
    return None


def pictures(folder: Path) -> dict[str, PictureSource]:
    """The pictures of a rulebook, by their names."""
    file = folder / FOLDER / PICTURES
    if not file.exists():
        return {}
    try:
        told = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadRulebook(f"{PICTURES}: {error}") from error
    return {name: validated(PictureSource, each, name, BadRulebook) for name, each in told.items()}


def rule_ids(text: str) -> list[str]:
    """The ids of the rules of a rulebook in Markdown, in its order."""
    return _NUMBERED.findall(text)


def picture_names(text: str) -> list[str]:
    """The names of the pictures in a rulebook in Markdown, in its order."""
    return re.findall(rf"\]\({PICTURE}([\w-]+)\)", text)


# --- reading -----------------------------------------------------------------------------


def read(text: str, lang: str, draw: Draw) -> Rulebook:
    """A rulebook from its Markdown."""
    page = _Page(rule_ids(text), draw)
    blocks = list(page.blocks(text))
    starts = [number for number, block in enumerate(blocks) if block.tag == "h2"]
    opening = blocks[: starts[0] if starts else None]
    chapters = pairwise([*starts, len(blocks)])
    return Rulebook(
        lang=lang,
        title=" ".join(_plain(block) for block in opening if block.tag == "h1"),
        introduction="".join(page.html(block) for block in opening if block.tag != "h1"),
        sections=tuple(page.section(blocks[start:end]) for start, end in chapters),
    )


class _Page:
    """Writes Markdown as HTML, with links between the rules and with the pictures."""

    def __init__(self, ids: Sequence[str], draw: Draw) -> None:
        self._ids, self._draw = frozenset(ids), draw
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def blocks(self, text: str) -> Iterator[SyntaxTreeNode]:
        """The headings, paragraphs, lists and tables of a text. Items of a list that are rules
        have their id and their name as `meta`."""
        tokens = self._markdown.parse(text)
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if [child.type for child in token.children or ()] == ["image"]:
                before.hidden = after.hidden = True  # a figure is no part of a paragraph
            if token.children:
                token.children = list(self._with_figures(self._with_links(token.children)))
        for item, _, words in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if item.type == "list_item_open" and words.children:
                item.meta = _heading_of_rule(words.children)
        return iter(SyntaxTreeNode(tokens).children)

    def html(self, *blocks: SyntaxTreeNode) -> str:
        """Blocks as HTML."""
        tokens = [token for block in blocks for token in block.to_tokens()]
        return str(self._markdown.renderer.render(tokens, self._markdown.options, {})).strip()

    def section(self, blocks: Sequence[SyntaxTreeNode]) -> Section:
        """A section from its heading and what follows."""
        heading, *rest = blocks
        title, mode = _plain(heading), ""
        if found := _FOR_A_MODE.fullmatch(title):
            title, mode = found.groups()
        return Section(title, mode, tuple(part for block in rest for part in self._parts(block)))

    def _parts(self, block: SyntaxTreeNode) -> Iterator[Passage]:
        """A list of rules is a passage for each of them, everything else is one."""
        if not any(item.type == "list_item" and item.meta for item in block.children):
            yield Passage(self.html(block))
            return
        for item in block.children:
            if item.meta:
                yield Passage(self.html(*item.children), **item.meta)
            else:
                yield Passage(f"<ul>{self.html(item)}</ul>")

    def _with_links(self, children: Sequence[Token]) -> Iterator[Token]:
        """The parts of a line; the ids of other rules in it become links. An id in bold is the
        rule itself."""
        bold = False
        for child in children:
            bold = child.type == "strong_open" or (bold and child.type != "strong_close")
            if child.type == "text" and not bold:
                yield from self._text_with_links(child.content)
            else:
                yield child

    def _text_with_links(self, text: str) -> Iterator[Token]:
        for number, piece in enumerate(re.split(rf"\b({RULE_ID.pattern})\b", text)):
            if number % 2 and piece in self._ids:
                yield Token("link_open", "a", 1, attrs={"href": f"#{piece}"})
                yield Token("text", "", 0, content=piece)
                yield Token("link_close", "a", -1)
            elif piece:
                yield Token("text", "", 0, content=piece)

    def _with_figures(self, children: Iterable[Token]) -> Iterator[Token]:
        for child in children:
            figure = child.type == "image"
            yield Token("html_inline", "", 0, content=self._figure(child)) if figure else child

    def _figure(self, image: Token) -> str:
        """A picture with its caption."""
        address = str(image.attrs["src"])
        if not address.startswith(PICTURE):
            raise BadRulebook(f"a picture is written {PICTURE}NAME, found {address!r}")
        drawn = self._draw(address.removeprefix(PICTURE))
        return f"<figure>{drawn}<figcaption>{escape(image.content)}</figcaption></figure>"


def _plain(block: SyntaxTreeNode) -> str:
    """The words of a heading."""
    return "".join(node.content for node in block.walk() if node.type in ("text", "code_inline"))


def _heading_of_rule(words: list[Token]) -> dict[str, str]:
    """The id and the name with which a line begins, taken away from it; empty if it is no rule."""
    id = _taken(words, "strong")
    if not RULE_ID.fullmatch(id):
        return {}
    name = _taken(words, "em") if _first_is(words, "em") and words[1].content[-1:] == "." else ""
    return {"id": id, "name": name.removesuffix(".")}


def _first_is(words: Sequence[Token], markup: str) -> bool:
    """Whether a line begins with a word or more in some markup."""
    return [each.type for each in words[:3]] == [f"{markup}_open", "text", f"{markup}_close"]


def _taken(words: list[Token], markup: str) -> str:
    """What a line begins with if it is in some markup, taken away from it."""
    if not _first_is(words, markup):
        return ""
    taken = words[1].content
    del words[:3]
    if words:
        words[0].content = words[0].content.lstrip()
        del words[: words[0].type == "text" and not words[0].content]
    return taken
