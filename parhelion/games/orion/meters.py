"""The meters of Orion Duel: for each player how far each of the three ways to win is."""

from functools import cache

from parhelion.games.orion import labels
from parhelion.games.orion.kernels.constants import COLOURS
from parhelion.games.orion.layout import LAYOUTS, Place
from parhelion.games.orion.progress import NEEDED, Progress, progress
from parhelion.games.orion.view import SkyView
from parhelion.scene import Item, Layout
from parhelion.words import Words

SIZES: dict[Layout, tuple[float, float]] = {"wide": (150, 24), "tall": (64, 26)}
FIRST: dict[tuple[Layout, bool], Place] = {
    ("wide", True): (66, 28),
    ("wide", False): (66, 28),
    ("tall", True): (22, -38),
    ("tall", False): (136, 31),
}
"""From the title of a hand, near or far, to the middle of its first meter."""
STEPS: dict[Layout, dict[str, Place]] = {
    "wide": {"link": (0, 0), "galaxies": (0, 24), "holes": (0, 48)},
    "tall": {"link": (0, 0), "galaxies": (84, 0), "holes": (147, 0)},
}
"""From the first meter to each of the three."""


def meters(view: SkyView, seat: int, near: bool, say: Words, layout: Layout) -> tuple[Item, ...]:
    """The three meters of a seat, beside its hand."""
    return _meters(progress(view, seat), seat, near, say, layout)


@cache
def _meters(now: Progress, seat: int, near: bool, say: Words, layout: Layout) -> tuple[Item, ...]:
    counts = None if now.missing is None else now.link, now.galaxies, now.holes
    told = labels.progress_labels(seat, now, say)
    each = zip(NEEDED, counts, told, strict=True)
    return tuple(_meter(way, count, seat, near, label, layout) for way, count, label in each)


@cache
def _meter(way: str, count: int | None, seat: int, near: bool, label: str, layout: Layout) -> Item:
    return Item(
        f"meter-{COLOURS[seat]}-{way}",
        f"meter-{way}-{layout}",
        *_place(way, near, layout),
        *SIZES[layout],
        classes=_classes(COLOURS[seat], count, NEEDED[way], layout),
        label=label,
        text="–" if count is None else f"{count}/{NEEDED[way]}",
    )


def _classes(colour: str, count: int | None, needed: int, layout: Layout) -> str:
    """The look of a meter; None: this way to win is closed."""
    classes = f"meter {colour} {layout}"
    if count is None:
        return f"{classes} closed"
    reached = " reached" if count >= needed else ""
    return f"{classes} full-{min(count, needed)}{reached}"


def _place(way: str, near: bool, layout: Layout) -> Place:
    table = LAYOUTS[layout]
    title = (table.near if near else table.far).title
    x, y = map(sum, zip(title, FIRST[layout, near], STEPS[layout][way], strict=True))
    return x, y
