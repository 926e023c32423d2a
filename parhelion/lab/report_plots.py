"""The plots of a report as SVG for a page: drawn by matplotlib, coloured by the page's theme.

All are as wide as a phone, so that their words are readable there without being made smaller.
"""

import io
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from parhelion.lab.run_measures import Unit
from parhelion.lab.significance import Interval, Values

WIDTH = 5.0
"""Inches of 72 units: 360 pixels."""
ROW = 0.42
"""Inches that a row of a plot takes."""
LABEL = 19
"""Letters of a line of a label."""
LABEL_LINES = 4
"""Lines of a label at most …"""
LINE = 0.24
"""… and the inches that one takes."""
MARKS = "o^sD"
LINES: Any = ("-", (0, (5, 2)), ":", "-.")
INK, FAINT = "#010101", "#020202"
COLOURS = ("#030301", "#030302", "#030303", "#030304")
THEME = {INK: "var(--text)", FAINT: "var(--faint)"} | {
    colour: f"var(--series-{number})" for number, colour in enumerate(COLOURS)
}
"""What the page's theme has for the colours that are drawn with."""
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "parhelion",
    "font.size": 14,
    "axes.labelsize": 14,
    "legend.fontsize": 14,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
BINS = 40


@dataclass(frozen=True)
class Series:
    """The values of one seat or run, and what it is called."""

    name: str
    values: Sequence[Interval]


@dataclass(frozen=True)
class Caption:
    """What a plot is called: for programs, and for people who cannot see it."""

    name: str
    title: str


# --- the kinds of plots ------------------------------------------------------------------


def interval_plot(
    caption: Caption,
    rows: Sequence[str],
    series: Sequence[Series],
    unit: Unit,
    reference: float | None = None,
) -> str:
    """A row for each thing, with a mark and an interval for each series."""
    labels = [wrapped(row) for row in rows]

    def draw(axes: Axes) -> None:
        for number, each in enumerate(series):
            _intervals(axes, each.values, number, len(series), each.name)
        axes.set_yticks(range(len(rows)), labels)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x", color=FAINT, alpha=0.25)
        _percentages(axes.xaxis, unit)
        if reference is not None:
            axes.axvline(reference, color=FAINT, lw=1.5, ls=(0, (4, 3)), zorder=0)
        _legend(axes, len(series))

    lines = max(label.count("\n") + 1 for label in labels)
    row = max(ROW, LINE * lines + 0.05, 0.21 * len(series) + 0.08)
    height = 0.55 + row * len(rows) + 0.3 * _legend_rows(len(series))
    kind = f"{len(rows)} rows with marks and 95 % intervals"
    return _svg(caption, kind, height, draw)


def histogram(caption: Caption, samples: Mapping[str, Values], label: str, unit: Unit) -> str:
    """The spread of a value over the games of each run, as shares of the games."""
    together = np.concatenate([values[~np.isnan(values)] for values in samples.values()])
    edges = _edges(together)

    def draw(axes: Axes) -> None:
        for number, (name, values) in enumerate(samples.items()):
            counts, _ = np.histogram(values[~np.isnan(values)], edges)
            colour, line = COLOURS[number], LINES[number]
            shares = counts / max(1, counts.sum())
            if number == 0:
                axes.stairs(shares, edges, fill=True, color=colour, alpha=0.25)
            axes.stairs(shares, edges, color=colour, lw=2, ls=line, label=name)
        axes.set_xlabel(label)
        axes.set_ylabel("Games")
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", color=FAINT, alpha=0.25)
        _percentages(axes.xaxis, unit)
        _percentages(axes.yaxis, "share")
        _legend(axes, len(samples))

    low, high = together.min(), together.max()
    kind = f"a histogram from {low:.4g} to {high:.4g}"
    return _svg(caption, kind, 2.8 + 0.3 * _legend_rows(len(samples)), draw)


def curve(caption: Caption, places: Sequence[float], series: Sequence[Series], label: str) -> str:
    """Shares over time, with their intervals as bands."""

    def draw(axes: Axes) -> None:
        for number, each in enumerate(series):
            values, low, high = np.array(each.values).T
            style: Any = {"color": COLOURS[number], "ls": LINES[number], "marker": MARKS[number]}
            axes.fill_between(places, low, high, color=COLOURS[number], alpha=0.2, lw=0)
            axes.plot(places, values, lw=2, label=each.name, **style)
        axes.set_xlabel(label)
        axes.set_ylim(0, 1.03)
        axes.set_xlim(0, 1.03)
        axes.grid(axis="y", color=FAINT, alpha=0.25)
        _percentages(axes.xaxis, "share")
        _percentages(axes.yaxis, "share")
        _legend(axes, len(series))

    kind = f"a curve with {len(places)} points"
    return _svg(caption, kind, 2.8 + 0.3 * _legend_rows(len(series)), draw)


def wrapped(label: str) -> str:
    """A label in lines of some letters; numbers and dashes stay beside what follows them."""
    together = re.sub(r"(?<=[\d–]) (?=\w)", "\N{NO-BREAK SPACE}", label)
    return "\n".join(textwrap.wrap(together, LABEL, max_lines=LABEL_LINES, placeholder=" …"))


# --- their parts -------------------------------------------------------------------------


def _intervals(axes: Axes, values: Sequence[Interval], number: int, of: int, name: str) -> None:
    """The marks of a series, beside those of the others."""
    shift = (number - (of - 1) / 2) * 0.72 / of
    for row, (value, low, high) in enumerate(values):
        if isfinite(value):
            ends = [end if isfinite(end) else value for end in (low, high)]
            axes.plot(ends, [row + shift] * 2, color=COLOURS[number], lw=2.4)
    shown = [(value, row + shift) for row, (value, *_) in enumerate(values) if isfinite(value)]
    xs, ys = zip(*shown, strict=True) if shown else ((), ())
    style: Any = {"marker": MARKS[number], "color": COLOURS[number], "ls": ""}
    axes.plot(xs, ys, ms=8, label=name, **style)


def _edges(values: Values) -> Values:
    """The borders of the bins of a histogram: a whole number each, where values are whole."""
    low, high = float(values.min()), float(values.max())
    if (values == np.rint(values)).all():
        step = max(1, int(np.ceil((high - low + 1) / BINS)))
        return np.arange(low - 0.5, high + 0.5 + step, step)
    return np.linspace(low, high if high > low else low + 1, BINS // 2 + 1)


def _percentages(axis: Any, unit: Unit) -> None:
    """A few ticks; percentages where values are shares."""
    axis.set_major_locator(MaxNLocator(4))
    if unit in ("share", "part"):
        axis.set_major_formatter(FuncFormatter(lambda share, _: f"{round(share * 100, 6):g} %"))


def _legend_rows(series: int) -> int:
    return (series + 1) // 2 if series > 1 else 0


def _legend(axes: Axes, series: int) -> None:
    """What the series are called, above the plot."""
    if series > 1:
        place: Any = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}
        axes.legend(ncols=2, frameon=False, handlelength=1.4, columnspacing=1.2, **place)


# --- SVG ---------------------------------------------------------------------------------


def _svg(caption: Caption, kind: str, height: float, draw: Callable[[Axes], None]) -> str:
    """A plot as an element of a page; the same plot gives the same text."""
    text = io.StringIO()
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.add_subplot(facecolor="none")
        figure.patch.set_alpha(0)
        draw(axes)
        figure.savefig(text, format="svg", metadata=dict.fromkeys(("Date", "Creator")))
    return _for_page(text.getvalue(), caption, kind)


def _for_page(svg: str, caption: Caption, kind: str) -> str:
    """An SVG file as a part of a page: themed, described, with ids that no other plot has."""
    body = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, count=1, flags=re.DOTALL)
    body = re.sub(r'\s(?:xmlns(?::\w+)?|version)="[^"]*"', "", body).replace("xlink:href", "href")
    body = re.sub(r'id="([^"]+)"', rf'id="{caption.name}-\1"', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{caption.name}-", body)
    body = re.sub(r"font-family: [^;]*; ", "", body)  # the page's
    for colour, variable in THEME.items():
        body = body.replace(colour, variable)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', body)
    box = size[0] if size else ""
    ids = f"{caption.name}-title {caption.name}-desc"
    head = (
        f'<svg {box} role="img" aria-labelledby="{ids}">'
        f'<title id="{caption.name}-title">{escape(caption.title)}</title>'
        f'<desc id="{caption.name}-desc">{escape(kind)}; the numbers are in the table.</desc>'
    )
    return head + body[body.index(">") + 1 :].strip()
