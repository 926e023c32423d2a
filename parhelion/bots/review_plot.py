"""The chances to win of a review as a picture: SVG or PNG, drawn by matplotlib."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parhelion.bots.review import JudgedMove, Review
from parhelion.bots.review_text import VERDICT_LABELS, percent
from parhelion.errors import BadOption, MissingExtra
from parhelion.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png")
COLOURS = ("#2f7de1", "#f08a24", "#7447c0", "#12908a")
"""Colours of the seats in games whose theme has none for them."""
SEAT_COLOUR = re.compile(r"--seat-(\d): *(#\w+)")
RIVAL = "#64748b"
INK, FAINT, PAPER, BAND = "#1f2340", "#8a8fa8", "#fffdf8", "#f2c14e"
MARKS = {"inaccuracy": "o", "mistake": "v", "blunder": "X"}
SIZE = (10, 4.5)
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "parhelion",
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
}


def check_path(path: Path) -> Path:
    """The path, if a picture can be drawn for it; BadOption for a wrong suffix, MissingExtra
    without matplotlib."""
    if path.suffix.lower() not in SUFFIXES:
        raise BadOption(f"out {str(path)!r}: a picture ends in {' or '.join(SUFFIXES)}")
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError as error:
        raise MissingExtra(f"pictures need {error.name}: pip install 'parhelion[lab]'") from error
    return path


def save(review: Review, path: Path, say: Words) -> None:
    """Draw a review into a file; the same review gives the same file."""
    import matplotlib as mpl

    suffix = check_path(path).suffix.lower()
    metadata = {"Date": None} if suffix == ".svg" else {}
    try:
        with mpl.rc_context(STYLE):
            figure = draw(review, say)
            figure.savefig(path, format=suffix[1:], dpi=160, metadata=metadata)
    except OSError as error:
        raise BadOption(f"out {str(path)!r}: {error.strerror}") from error


def draw(review: Review, say: Words) -> "Figure":
    """The curve of every seat with its mistakes, and the turning points."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE, facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot(facecolor=PAPER)
    _curves(axes, review, say)
    _turning_points(axes, review, say)
    for verdict in MARKS:
        _mistakes(axes, review, verdict, say)
    _label(axes, review, say)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure


def _label(axes: "Axes", review: Review, say: Words) -> None:
    """Title, axes and grid."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    title = f"{review.match.game.info.title}. {review.match.status(say.lang)}"
    axes.set_title(title, loc="left", pad=20, wrap=True)
    axes.set_xlabel(say("Moves played"))
    axes.set_ylabel(say("Chance to win"))
    axes.set_xlim(0, max(1, review.match.ply))
    axes.set_ylim(-0.02, 1.02)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: percent(share, say)))
    axes.grid(axis="y", color=FAINT, alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)


def colour(review: Review, seat: int) -> str:
    """The colour of a seat's line."""
    if seat in review.match.rivals:
        return RIVAL
    theme = review.match.game.theme
    by_day = dict(SEAT_COLOUR.findall(theme))  # the last ones count: those of the light theme
    return str(by_day.get(str(seat), COLOURS[seat % len(COLOURS)]))


def _curves(axes: "Axes", review: Review, say: Words) -> None:
    plies = range(len(review.curve))
    for seat, title in enumerate(review.match.seats):
        shares = [row[seat] for row in review.curve]
        axes.plot(plies, shares, color=colour(review, seat), lw=2.2, label=say(title))


def _turning_points(axes: "Axes", review: Review, say: Words) -> None:
    """A band for every turning point, with the number of the move above it."""
    for number, point in enumerate(review.turning_points):
        label = "" if number else say("turning point")
        axes.axvspan(point.ply - 1, point.ply, color=BAND, alpha=0.35, linewidth=0, label=label)
        axes.annotate(
            str(point.ply),
            (point.ply - 0.5, 1.02),
            xycoords=("data", "axes fraction"),
            ha="center",
            va="bottom",
            fontsize=9,
            annotation_clip=False,
        )


def _mistakes(axes: "Axes", review: Review, verdict: str, say: Words) -> None:
    """The moves of one verdict, as markers on the curves of the seats that made them."""
    judged = [move for move in review.moves if move.verdict == verdict]
    if not judged:
        return
    axes.scatter(
        [move.ply for move in judged],
        [_height(review, move) for move in judged],
        c=[colour(review, move.seat) for move in judged],
        marker=MARKS[verdict],
        s=70 if verdict != "inaccuracy" else 22,
        edgecolors=INK,
        linewidths=0.9,
        zorder=3,
        label=say(VERDICT_LABELS[verdict]),
    )


def _height(review: Review, move: JudgedMove) -> float:
    return review.curve[move.ply][move.seat]
