"""The sections of a report: what is said, the plots, and their numbers as tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from parhelion.lab.piece_worth import CHOSEN, WORTH_POINTS, WORTH_SHARE, Aspect, Piece
from parhelion.lab.report_data import Report
from parhelion.lab.report_plots import Caption, Series, curve, histogram, interval_plot
from parhelion.lab.report_text import listed, number, span
from parhelion.lab.run_looks import PIECES, aspects
from parhelion.lab.run_measures import Measure, Unit, fair_share, readable
from parhelion.lab.significance import Interval

MANY = 24
"""Of more rows than this a plot shows the highest and the lowest only."""
FLAG = " *"
"""After a row about which something is beyond noise."""


@dataclass(frozen=True)
class Table:
    """Numbers as text."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Figure:
    """A plot with its title, what is said about it, and its numbers."""

    title: str
    svg: str
    table: Table
    note: str = ""


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    name: str
    title: str
    words: Sequence[str]
    figures: Sequence[Figure] = ()


def sections(report: Report) -> Iterator[Section]:
    """All sections of a page."""
    for make in (seats, parts, length, ways, decisiveness, choices, hidden, setups):
        yield make(report)
    yield from pieces(report)


# --- who wins, with what -----------------------------------------------------------------


def seats(report: Report) -> Section:
    """Who wins, by seat."""
    found = report.measures("seats")
    words = ["The share of the victories that each seat wins; a shared victory counts in parts."]
    fair = {fair_share(run) for run in report.runs}
    reference = fair.pop() if len(fair) == 1 else None
    if reference is not None:
        words.append("The dashed line is the fair share.")
    figure = _figure(report, Caption("seats", "Share of victory"), found, reference)
    return Section("seats", "Seats", words, [figure])


def parts(report: Report) -> Section:
    """What scores consist of."""
    title, found = "Scores", report.measures("parts")
    if not found:
        return Section("parts", title, ["This game has no score beyond who wins."])
    words = ["The mean score of each seat, in total and part by part."]
    return Section("parts", title, words, _by_seat(report, "parts", "Mean points", found))


def setups(report: Report) -> Section:
    """What the deal chose, and who wins then."""
    title, found = "Setups", report.measures("setup")
    if not found:
        return Section("setup", title, ["Every game has the same setup, as far as it has a name."])
    words = ["The share of victory by what the deal chose at random."]
    if len(report.seats) == 2:
        words.append(f"{report.seats[1]} wins the rest.")
    return Section("setup", title, words, _by_seat(report, "setup", "Share of victory", found))


def _by_seat(report: Report, name: str, title: str, found: list[Measure]) -> list[Figure]:
    """One run: a plot with a series a seat. Two runs: a plot a seat, with a series a run."""
    titles = list(dict.fromkeys(measure.title for measure in found))
    if report.comparison is None and len(titles) > 1:
        return [_figure_of_seats(report, Caption(name, title), titles, found)]
    return [
        _figure(
            report,
            Caption(f"{name}-{place}", f"{title} of {seat}"),
            [measure for measure in found if measure.title == seat],
        )
        for place, seat in enumerate(titles)
    ]


def _figure_of_seats(
    report: Report, caption: Caption, titles: Sequence[str], found: list[Measure]
) -> Figure:
    """A row for each thing, a series a seat."""
    rows = dict.fromkeys(measure.row for measure in found)
    values = {(each.row, each.title): report.estimates(each)[0] for each in found}
    series = [Series(title, [values[row, title] for row in rows]) for title in titles]
    return _interval_figure(
        caption,
        [_flagged(report, row, *(each.label for each in found if each.row == row)) for row in rows],
        series,
        found[0].unit,
    )


def _figure(
    report: Report, caption: Caption, found: list[Measure], reference: float | None = None
) -> Figure:
    """A row a measure, a series a run."""
    rows = [_flagged(report, measure.row, measure.label) for measure in found]
    values = [report.estimates(measure) for measure in found]
    series = _series_of_runs(report, values)
    return _interval_figure(caption, rows, series, found[0].unit, reference)


def _series_of_runs(report: Report, values: Sequence[Sequence[Interval]]) -> list[Series]:
    """A series a run, from the values of each row."""
    return [Series(name, [each[run] for each in values]) for run, name in enumerate(report.names)]


def _interval_figure(
    caption: Caption,
    rows: Sequence[str],
    series: Sequence[Series],
    unit: Unit,
    reference: float | None = None,
) -> Figure:
    """Marks with intervals, and all their numbers."""
    known = [row for row in range(len(rows)) if _is_known(series, row)]
    shown = known if len(known) <= MANY else [*known[: MANY // 2], *known[-MANY // 2 :]]
    few = [Series(each.name, [each.values[row] for row in shown]) for each in series]
    svg = interval_plot(caption, [rows[row] for row in shown], few, unit, reference)
    return Figure(
        caption.title, svg, interval_table(rows, series, unit), _left_out(rows, known, shown)
    )


def _is_known(series: Sequence[Series], row: int) -> bool:
    return not np.isnan([each.values[row][0] for each in series]).all()


def _left_out(rows: Sequence[str], known: Sequence[int], shown: Sequence[int]) -> str:
    """What a plot does not show; empty if it shows everything."""
    told = []
    if len(shown) < len(known):
        told.append(f"The {MANY // 2} highest and the {MANY // 2} lowest of {len(known)}.")
    if len(known) < len(rows):
        told.append(f"Too few games tell about {len(rows) - len(known)} others.")
    return " ".join(told)


def interval_table(rows: Sequence[str], series: Sequence[Series], unit: Unit) -> Table:
    """The numbers of marks with intervals."""
    head = ["", *(text for each in series for text in (each.name, "95 % interval"))]
    values = ([each.values[row] for each in series] for row in range(len(rows)))
    told = ([text for each in row for text in _told(each, unit)] for row in values)
    return Table(head, [[row, *texts] for row, texts in zip(rows, told, strict=True)])


def _told(interval: Interval, unit: Unit) -> tuple[str, str]:
    value, low, high = interval
    return number(value, unit), span(low, high, unit)


def _flagged(report: Report, row: str, *labels: str) -> str:
    """A row with a star if something of these labels is beyond noise."""
    return row + FLAG if report.flagged.intersection(labels) else row


# --- how games go ------------------------------------------------------------------------


def length(report: Report) -> Section:
    """How long games are."""
    words = ["Decisions of all seats together, from the deal to the end."]
    return Section("length", "Length", words, [_spread(report, "length", "Moves in a game")])


def choices(report: Report) -> Section:
    """How much there is to choose from."""
    words = ["How many moves are legal when somebody decides: the mean of each game."]
    figure = _spread(report, "choices", "Legal moves at a decision")
    return Section("choices", "Branching factor", words, [figure])


def hidden(report: Report) -> Section:
    """How much is hidden."""
    title = "Hidden information"
    [measure] = report.measures("hidden")
    if not any(measure.values(run).any() for run in report.runs):
        return Section("hidden", title, ["Nothing is hidden from anybody in this game."])
    words = [
        "The share of the position, as the rules keep it in memory, that the seat to move may not "
        "know: the mean of each game."
    ]
    figure = _spread(report, "hidden", "Hidden part of the position")
    return Section("hidden", title, words, [figure])


def _spread(report: Report, section: str, title: str) -> Figure:
    """How the first measure of a section is spread over the games; the table has all of them."""
    found = report.measures(section)
    samples = [found[0].values(run) for run in report.runs]
    caption, unit = Caption(section, title), found[0].unit
    svg = histogram(caption, dict(zip(report.names, samples, strict=True)), title, unit)
    rows = [measure.label for measure in found]
    series = _series_of_runs(report, [report.estimates(measure) for measure in found])
    table = interval_table(rows, series, unit)
    quantiles = [
        [number(float(q), unit) for q in np.quantile(s, (0.05, 0.5, 0.95))] for s in samples
    ]
    spread = [text for low, middle, high in quantiles for text in (middle, f"{low} to {high}")]
    more = ["Half of the games below; nine of ten within", *spread]
    return Figure(title, svg, Table(table.head, [*table.rows, more]))


def ways(report: Report) -> Section:
    """How games end."""
    title, found = "Ways of ending", report.measures("ways")
    if not found:
        return Section("ways", title, ["The rules of this game do not name ways to end."])
    words = ["The share of the games that end in each way; some end in several at once."]
    if len(found) == 1 and all(value == 1 for value, *_ in report.estimates(found[0])):
        return Section("ways", title, [f"Every game ends in the same way: {found[0].row.lower()}."])
    figure = _figure(report, Caption("ways", "Share of the games"), found)
    return Section("ways", title, words, [figure])


def decisiveness(report: Report) -> Section:
    """When games are decided."""
    title = "Decisiveness over time"
    *tenths, changes = report.measures("decisiveness")
    values = [report.estimates(measure) for measure in tenths]
    words = [
        "The share of the games in which the later winner leads alone by the score as it stands "
        "(the rest: somebody else leads, or several do).",
        f"The lead changes hands {listed(_means(report, changes))} times in a game on average.",
    ]
    if not any(value for row in values for value, *_ in row):
        return Section("decisiveness", title, ["The score tells nothing before the game ends."])
    series = _series_of_runs(report, values)
    places = [(place + 1) / (len(tenths) + 1) for place in range(len(tenths))]
    caption = Caption("decisiveness", "Games led by their later winner")
    svg = curve(caption, places, series, "Part of the game that is played")
    rows = [_flagged(report, measure.row, measure.label) for measure in tenths]
    return Section(
        "decisiveness",
        title,
        words,
        [Figure(caption.title, svg, interval_table(rows, series, "share"))],
    )


def _means(report: Report, measure: Measure) -> list[str]:
    """The mean of a measure in each run, in words."""
    means = [number(value, measure.unit) for value, *_ in report.estimates(measure)]
    if len(means) == 1:
        return means
    return [f"{mean} ({name})" for mean, name in zip(means, report.names, strict=True)]


# --- pieces ------------------------------------------------------------------------------

CONFOUNDED = (
    "Who is ahead gets more of everything, and some pieces come to those who are ahead. So a "
    "difference between those who have a piece and those who do not is not all the work of the "
    "piece."
)
NOT_COUNTED = "Pieces were not counted: “parhelion simulate --pieces” counts them."
TITLES = {
    CHOSEN: "Chosen when on offer",
    WORTH_SHARE: "Share of victory with it, above without",
    WORTH_POINTS: "Points with it, above without",
}


def pieces(report: Report) -> Iterator[Section]:
    """What pieces are worth, kind by kind."""
    names = sorted({piece for found in report.pieces for piece in found})
    if not names:
        counted = any(run.plan.pieces for run in report.runs)
        why = "This game has no pieces to count." if counted else NOT_COUNTED
        yield Section(PIECES, "Pieces", [why])
    for place, kind in enumerate(dict.fromkeys(piece.kind for piece in names)):
        of_kind = [piece for piece in names if piece.kind == kind]
        figures = [
            figure
            for number, aspect in enumerate(aspects(report.runs[0]))
            for figure in _piece_figure(report, f"kind-{place}-{number}", aspect, of_kind)
        ]
        words = ["“With it” means: has it at the end of the game.", CONFOUNDED]
        yield Section(
            f"kind-{place}", f"Pieces: {readable(kind).lower()}", [] if place else words, figures
        )


def _piece_figure(
    report: Report, name: str, aspect: Aspect, of_kind: list[Piece]
) -> Iterator[Figure]:
    """An aspect of the pieces of a kind, the highest first; nothing if there is none."""
    known = {
        piece: [aspect.interval(found.get(piece)) for found in report.pieces] for piece in of_kind
    }
    order = sorted(known, key=lambda piece: -np.nan_to_num(known[piece][0][0], nan=-np.inf))
    if not np.isnan([value for values in known.values() for value, *_ in values]).all():
        rows = [
            _flagged(report, piece.label, aspect.label.format(piece), aspect.worth.format(piece))
            for piece in order
        ]
        series = _series_of_runs(report, [known[piece] for piece in order])
        reference = None if aspect is CHOSEN else 0.0
        yield _interval_figure(Caption(name, TITLES[aspect]), rows, series, aspect.unit, reference)
