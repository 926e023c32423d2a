"""A report as one page of HTML that needs nothing else; the same runs give the same page."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from parhelion.lab.report_data import Report
from parhelion.lab.report_sections import Figure, Section, Table, sections
from parhelion.lab.report_text import (
    chance,
    change,
    counted,
    differences,
    method,
    number,
    played,
    span,
    summary,
)
from parhelion.lab.run_looks import Look, NotCompared

STYLE = Path(__file__).with_name("report.css")


def page(report: Report) -> str:
    """The whole page."""
    title = f"{report.runs[0].game.info.title}: balance report"
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>",
            f"<header><div>\n<h1>{escape(title)}</h1>",
            *_what_was_played(report),
            *_findings(report),
            "</div></header>\n<main>",
            *(line for section in sections(report) for line in _section(section)),
            *_looks(report),
            "</main>\n</body>\n</html>\n",
        ]
    )


# --- the first lines ---------------------------------------------------------------------


def _what_was_played(report: Report) -> Iterator[str]:
    if report.comparison is None:
        yield paragraph(played(report.runs[0]))
        return
    for name, run in zip(report.names, report.runs, strict=True):
        yield f"<p><strong>{escape(name)}</strong>: {escape(played(run))}</p>"
    if found := differences(*report.runs):
        yield paragraph("The runs are not alike. " + " ".join(found))


def _findings(report: Report) -> Iterator[str]:
    looks, comparison = report.looks, report.comparison
    title = "What stands out" if comparison is None else "What moved"
    yield f'<section class="findings" aria-labelledby="findings">\n<h2 id="findings">{title}</h2>'
    yield listing(summary(looks, comparison))
    rest = [f"{counted(len(looks.made), 'look')}, {len(looks.standing_out)} beyond noise"]
    if looks.not_compared:
        rest.append(f"{len(looks.not_compared)} not compared")
    yield f'<p><a href="#looks">All looks</a>: {escape("; ".join(rest))}.</p>\n</section>'


# --- sections ----------------------------------------------------------------------------


def _section(section: Section) -> Iterator[str]:
    wide = ' class="wide"' if len(section.figures) > 1 else ""
    yield f'<section{wide} aria-labelledby="{section.name}">'
    yield f'<h2 id="{section.name}">{escape(section.title)}</h2>'
    yield from map(paragraph, section.words)
    if section.figures:
        yield '<div class="figures">'
        for figure in section.figures:
            yield from _figure(figure)
        yield "</div>"
    yield "</section>"


def _figure(figure: Figure) -> Iterator[str]:
    yield f"<figure>\n<figcaption><h3>{escape(figure.title)}</h3>"
    if figure.note:
        yield paragraph(figure.note)
    yield f"</figcaption>\n{figure.svg}"
    yield f"<details><summary>Numbers</summary>{table(figure.table)}</details>\n</figure>"


# --- all looks ---------------------------------------------------------------------------


def _looks(report: Report) -> Iterator[str]:
    looks = report.looks
    yield '<section class="wide" aria-labelledby="looks">'
    yield '<h2 id="looks">All looks, and how they were made</h2>'
    yield from map(paragraph, method(looks, report.comparison))
    if looks.made:
        yield f"<details><summary>{counted(len(looks.made), 'look')}</summary>"
        yield _look_table(looks.made, report)
        yield "</details>"
    if looks.not_compared:
        yield f"<details><summary>Not compared: {len(looks.not_compared)}</summary>"
        yield _not_compared_table(looks.not_compared)
        yield "</details>"
    yield "</section>"


def _look_table(looks: Iterable[Look], report: Report) -> str:
    values = ["Against", "Found"] if report.comparison is None else report.names
    head = ["", *values, "Difference", "95 % interval", "Corrected chance", "Verdict"]
    beyond = "stands out" if report.comparison is None else "moved"
    rows = []
    for look in sorted(looks, key=lambda look: look.chance):
        unit, found = look.subject.unit, look.found
        cells = [look.subject.label, number(found.before, unit), number(found.after, unit)]
        cells += [change(found.size, unit), span(found.low, found.high, unit), chance(look.chance)]
        rows.append([*cells, beyond if look.stands_out else "within noise"])
    return table(Table(head, rows), beyond)


def _not_compared_table(looks: Iterable[NotCompared]) -> str:
    return table(Table(["", "Not compared because"], [[n.subject.label, n.why] for n in looks]))


# --- HTML --------------------------------------------------------------------------------


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def listing(texts: Iterable[str]) -> str:
    """A list of sentences."""
    return "<ul>" + "".join(f"<li>{escape(text)}</li>" for text in texts) + "</ul>"


def table(content: Table, highlight: str = "") -> str:
    """A table that scrolls by itself where it is too wide; rows with the verdict `highlight` are
    emphasised."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in content.head)
    lines = [f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>']
    for row in content.rows:
        kind = ' class="beyond"' if highlight and row[-1] == highlight else ""
        cells = "".join(f"<td>{escape(text)}</td>" for text in row)
        lines.append(f"<tr{kind}>{cells}</tr>")
    return "\n".join([*lines, "</tbody></table></div>"])
