"""What every front end draws: a table as data, the same for browser, notebook and text.

A game's `scene` module says what lies where (see `parhelion.games.Drawing`); nothing here or
in a front end knows a game. Lengths are in units of the scene, angles in degrees clockwise,
places are centres.

Every front end draws an item the same way, so that one `theme.css` fits all:

    <g class="item KIND CLASSES" transform="translate(x y) rotate(turn) scale(scale)">
      <use href="#GAME-KIND"/><text class="writing">…</text>
    </g>

inside `<svg class="scene" data-game="GAME">`, before the theme's `--backdrop`. A symbol is a
`<g id="GAME-KIND">` in the `<defs>` of the game's `symbols.svg`, drawn around its origin in units
of the scene. The symbols `seat-0`, `seat-1` … are the signs of the seats, at most 24 units wide,
for seats shown beside the scene; a game that draws none gets discs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from parhelion.words import TextWithRule

Layout = Literal["wide", "tall"]
"""The shape of the window: wider than high, or a phone held upright."""
Box = tuple[float, float, float, float]
"""A part of a scene: left, top, width and height."""


class Label(TextWithRule):
    """What an item is, in words, with the rule that tells more.

    >>> pile = Item("pile", "pile", 0, 0, 20, 20, label=Label("Draw pile: 12 tiles", rule="T14"))
    >>> pile.label, pile.rule
    ('Draw pile: 12 tiles', 'T14')
    """


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
    """Written on it; a line break begins a new line."""
    origin: str = ""
    """The item of the scene before from whose place a new item comes; empty: from nowhere."""
    rule: str = ""
    """The id of the rule in the game's rulebook that it is about, such as that of its label; empty:
    none is named."""

    def __post_init__(self) -> None:
        """Take over the rule that the label brings."""
        if isinstance(self.label, Label):
            object.__setattr__(self, "rule", self.label.rule)


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
    about: str = ""
    """What it counts, in a few words."""
    so_far: tuple[int, ...] = ()
    """The points of each seat up to this line; empty if the lines are not added up."""
    decides: bool = False
    """Whether this line decided the game."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winners, why, and the breakdown."""

    winners: tuple[int, ...]
    sentence: str
    rows: tuple[ScoreRow, ...]
    """In the order in which they are told."""
    items: tuple[str, ...]
    """The items that show the reason."""
    count: tuple[str, ...] = ()
    """The breakdown told in a sentence for each seat; empty if nothing is added up."""


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

SVG = "http://www.w3.org/2000/svg"
MARGIN = 14
"""Around the items that a cropped picture shows."""
OUTLINES = (("#14161f", 7), ("#f2c14e", 3.5))
"""Colour and width of the two lines around a marked item: seen on dark and on light ground."""
OUTLINE_GAP = 2
LINE = 1.15
"""From one line of writing to the next, in heights of its letters."""
LETTERS = (
    '.scene text { font-family: "Atkinson Hyperlegible", system-ui, sans-serif; }\n'
    ".scene .writing { text-anchor: middle; dominant-baseline: central; }\n"
)
"""What the client's style sheets say of letters, for pictures that stand alone."""


def svg(
    scene: Scene,
    game: str,
    symbols: str,
    theme: str,
    *,
    crop: Sequence[str] = (),
    marks: Sequence[str] = (),
) -> str:
    """A scene as one SVG that needs nothing else, with its text for those who cannot see it."""
    words = f"<title>{escape(scene.prompt)}</title><desc>{escape(text(scene))}</desc>"
    style = f"<style>{escape(LETTERS + theme)}</style>"
    seen = _seen(scene, _frame(scene, crop))
    drawings = _drawings(symbols, {f"{game}-{item.kind}" for item in seen if item.kind})
    inside = "\n".join([words, style, f"<defs>{drawings}</defs>"])
    return inline_svg(scene, game, inside, crop=crop, marks=marks)


def inline_svg(
    scene: Scene,
    game: str,
    inside: str = "",
    *,
    crop: Sequence[str] = (),
    marks: Sequence[str] = (),
) -> str:
    """A scene as SVG for a page that has the drawings and the theme of the game. `crop` are the
    items to be seen, with a margin (none: the whole table); `marks` get an outline. What it shows
    is told in `inside`, or else by the page."""
    frame = _frame(scene, crop)
    _, _, width, height = frame.measures.split()
    spoken = 'role="img"' if inside else 'aria-hidden="true"'
    parts = [
        f'<svg xmlns="{SVG}" class="scene" data-game={quoteattr(game)} '
        f'style="background: var(--backdrop)" viewBox="{frame.measures}" '
        f'width="{width}" height="{height}" {spoken}>',
        *([inside] if inside else []),
        *(_drawn(item, game) for item in _seen(scene, frame)),
        *(_outline(item) for item in scene.items if item.id in marks),
        "</svg>",
    ]
    return "\n".join(parts)


class _Box(NamedTuple):
    """A part of a scene."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def measures(self) -> str:
        """Left, top, width and height, as SVG writes them."""
        width, height = self.right - self.left, self.bottom - self.top
        return f"{self.left:g} {self.top:g} {width:g} {height:g}"


def _box(item: Item, gap: float) -> _Box:
    """The box of an item as it is drawn, with a gap around it."""
    width, height = item.scale * item.width / 2 + gap, item.scale * item.height / 2 + gap
    return _Box(item.x - width, item.y - height, item.x + width, item.y + height)


def _frame(scene: Scene, crop: Sequence[str]) -> _Box:
    """The part of a scene that some items take, with a margin; all of it without them."""
    boxes = [_box(item, MARGIN) for item in scene.items if item.id in crop]
    if not boxes:
        return _Box(0, 0, scene.width, scene.height)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return _Box(
        max(0, min(lefts)),
        max(0, min(tops)),
        min(scene.width, max(rights)),
        min(scene.height, max(bottoms)),
    )


def _seen(scene: Scene, frame: _Box) -> list[Item]:
    """The items in a frame. Decoration may be larger than its box: all of it stays."""

    def is_inside(box: _Box) -> bool:
        across = box.left < frame.right and frame.left < box.right
        return across and box.top < frame.bottom and frame.top < box.bottom

    return [item for item in scene.items if not item.label or is_inside(_box(item, MARGIN))]


def _outline(item: Item) -> str:
    """The lines around a marked item."""
    x, y, width, height = _box(item, OUTLINE_GAP).measures.split()
    place = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="12"'
    return "".join(
        f'<rect class="mark" {place} fill="none" stroke="{colour}" stroke-width="{line:g}"/>'
        for colour, line in OUTLINES
    )


def _drawings(symbols: str, wanted: Set[str]) -> str:
    """The drawings of an SVG document with these ids, and those that they use in turn."""
    ElementTree.register_namespace("", SVG)
    drawings = ElementTree.fromstring(symbols).findall(f"{{{SVG}}}defs/*")  # noqa: S314, our own
    written = {each.get("id", ""): _written(each) for each in drawings}
    needed: list[str] = []
    left = sorted(wanted & set(written))
    while left:
        needed += left
        used = chain.from_iterable(_USED.findall(written[id]) for id in left)
        left = sorted(set(used) & set(written) - set(needed))
    return "".join(written[id] for id in written if id in needed)


_USED = re.compile(r"""(?:href="|url\(['"]?)#([^"')]+)""")


def _written(element: ElementTree.Element) -> str:
    element.tail = None
    return ElementTree.tostring(element, "unicode").replace(f' xmlns="{SVG}"', "")


def _drawn(item: Item, game: str) -> str:
    """An item as every front end draws it."""
    place = f"translate({item.x:g} {item.y:g})"
    turn = f" rotate({item.turn:g})" if item.turn else ""
    scale = f" scale({item.scale:g})" if item.scale != 1 else ""
    classes = " ".join(f"item {item.kind} {item.classes}".split())
    symbol = f"<use href={quoteattr(f'#{game}-{item.kind}')}/>" if item.kind else ""
    words = f'<text class="writing">{_lines(item.text)}</text>' if item.text else ""
    return f'<g class={quoteattr(classes)} transform="{place}{turn}{scale}">{symbol}{words}</g>'


def _lines(words: str) -> str:
    """What is written on an item, its lines around its middle."""
    lines = words.split("\n")
    if len(lines) == 1:
        return escape(words)
    up = -LINE * (len(lines) - 1) / 2
    return "".join(
        f'<tspan x="0" dy="{LINE if number else up:g}em">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )


# --- as text -----------------------------------------------------------------------------


def text(scene: Scene) -> str:
    """A scene in words: how it stands, what is to be done or how it ended."""
    rows = scene.ending.rows if scene.ending else ()
    told = (f"  {row.label}: {' / '.join(row.values)}" for row in rows)
    counted = scene.ending.count if scene.ending else ()
    return "\n".join([*section_lines(scene), scene.prompt, *told, *counted])


def section_lines(scene: Scene) -> Iterator[str]:
    """The table in lines of text, without what is to be done."""
    for section in scene.sections:
        yield section.title
        yield from (f"  {line}" for line in section.lines)
