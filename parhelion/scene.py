"""What every front end draws: a table as data, the same for browser, notebook and text.

A game's `scene` module says what lies where (see `parhelion.games.Drawing`); nothing here or
in a front end knows a game. Lengths are in units of the scene, angles in degrees clockwise,
places are centres.

Every front end draws an item the same way, so that one `theme.css` fits all:

    <g class="item KIND CLASSES" transform="translate(x y) rotate(turn) scale(scale)">
      <use href="#GAME-KIND"/><text>…</text>
    </g>

inside `<svg class="scene" data-game="GAME">`, before the theme's `--backdrop`. A symbol is a
`<g id="GAME-KIND">` in the `<defs>` of the game's `symbols.svg`, drawn around its origin in units
of the scene. The symbols `seat-0`, `seat-1` … are the signs of the seats, at most 24 units wide,
for seats shown beside the scene; a game that draws none gets discs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

Layout = Literal["wide", "tall"]
"""The shape of the window: wider than high, or a phone held upright."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something on the table. An item that changes its place between two scenes has moved."""

    id: str
    """Stable through the game, unique in a scene."""
    kind: str
    """The symbol of the game's `symbols.svg` that draws it; empty: only its text."""
    x: float
    y: float
    width: float
    """Of the box around its place that answers to a pointer, whatever its turn and scale."""
    height: float
    turn: float = 0
    scale: float = 1
    classes: str = ""
    """Names for the game's `theme.css`, separated by spaces."""
    label: str = ""
    """What it is, in words; empty for mere decoration."""
    text: str = ""
    """Written on it."""
    origin: str = ""
    """The item of the scene before from whose place a new item comes; empty: from nowhere."""


class ItemGroups(tuple[Item, ...]):
    """The items of a scene, group by group. Who looks for what has changed since another scene
    need not look into a group that is the same object there; so games keep their groups."""

    groups: tuple[Sequence[Item], ...]

    def __new__(cls, *groups: Sequence[Item]) -> "ItemGroups":
        """All items of some groups."""
        made = super().__new__(cls, chain.from_iterable(groups))
        made.groups = groups
        return made


@dataclass(frozen=True, slots=True)
class Ghost:
    """What a choice would put on the table: a symbol at the place of an item."""

    kind: str
    at: str
    turn: float = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move as a path of items to pick, in any order that is not the path of another
    choice. Several choices may share a path: they are its alternatives. The same move may be
    reached by several paths."""

    move: str
    """In notation."""
    path: tuple[str, ...]
    ghosts: tuple[Ghost, ...]
    label: str
    """The move in words."""
    follow_up: str = ""
    """The move, in notation, that the path means to be played next, if it is legal then."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log: a move that was played, and the items it is about."""

    ply: int
    seat: int
    move: str
    label: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the table in words: a heading and lines."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of the breakdown at the end: what counted, and how much for each seat."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winners, why, and the breakdown."""

    winners: tuple[int, ...]
    sentence: str
    rows: tuple[ScoreRow, ...]
    items: tuple[str, ...]
    """The items that show the reason."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table as one viewer may see it."""

    width: float
    height: float
    items: tuple[Item, ...]
    """In the order they are drawn."""
    choices: tuple[Choice, ...] = ()
    """The viewer's legal moves; empty when others decide."""
    sections: tuple[Section, ...] = ()
    """The table as text."""
    prompt: str = ""
    """What is to be done now, in words; empty: whose turn it is, or how the game ended."""
    ending: Ending | None = None
    """How the game ended; None although it is over: the winners and the points."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What moves would cost and bring here, by their notation; a match fills this in."""
    log: tuple[LogEntry, ...] = ()
    """The moves so far; a match fills this in."""


# --- as a picture ------------------------------------------------------------------------


def svg(scene: Scene, game: str, symbols: str, theme: str) -> str:
    """A scene as one SVG that needs nothing else, with its text for those who cannot see it."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" data-game={quoteattr(game)} '
        f'style="background: var(--backdrop)" '
        f'viewBox="0 0 {scene.width:g} {scene.height:g}" role="img">',
        f"<title>{escape(scene.prompt)}</title><desc>{escape(text(scene))}</desc>",
        f"<style>{escape(theme)}</style>{_inside(symbols)}",
        *(_drawn(item, game) for item in scene.items),
        "</svg>",
    ]
    return "\n".join(parts)


def _inside(document: str) -> str:
    """What an SVG document holds."""
    found = re.search(r"<svg[^>]*>(.*)</svg>", document, re.DOTALL)
    return found[1] if found else ""


def _drawn(item: Item, game: str) -> str:
    """An item as every front end draws it."""
    place = f"translate({item.x:g} {item.y:g})"
    turn = f" rotate({item.turn:g})" if item.turn else ""
    scale = f" scale({item.scale:g})" if item.scale != 1 else ""
    classes = " ".join(f"item {item.kind} {item.classes}".split())
    symbol = f"<use href={quoteattr(f'#{game}-{item.kind}')}/>" if item.kind else ""
    words = f"<text>{escape(item.text)}</text>" if item.text else ""
    return f'<g class={quoteattr(classes)} transform="{place}{turn}{scale}">{symbol}{words}</g>'


# --- as text -----------------------------------------------------------------------------


def text(scene: Scene) -> str:
    """A scene in words: how it stands, what is to be done or how it ended."""
    rows = scene.ending.rows if scene.ending else ()
    told = (f"  {row.label}: {' / '.join(row.values)}" for row in rows)
    return "\n".join([*section_lines(scene), scene.prompt, *told])


def section_lines(scene: Scene) -> Iterator[str]:
    """The table in lines of text, without what is to be done."""
    for section in scene.sections:
        yield section.title
        yield from (f"  {line}" for line in section.lines)
