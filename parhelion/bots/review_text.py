"""A review as plain text, for a terminal."""

from collections.abc import Iterator, Sequence

from parhelion.bots.luck_and_skill import PARTS
from parhelion.bots.move_rating import expectation
from parhelion.bots.review import JudgedMove, Review, TurningPoint
from parhelion.words import Words, mark

BARS = "▁▂▃▄▅▆▇█"
MAX_WIDTH = 60
"""The most columns of a curve."""
VERDICT_LABELS = {
    "inaccuracy": mark("an inaccuracy"),
    "mistake": mark("a mistake"),
    "blunder": mark("a blunder"),
}
CAUSE_LABELS = {"move": mark("by the move"), "luck": mark("by luck")}
PART_LABELS = {
    "start": mark("At the start"),
    "deal": mark("Luck of the deal"),
    "draws": mark("Luck of the draw"),
    "own": mark("Own moves"),
    "others": mark("Moves by others"),
}


def text(review: Review, say: Words) -> str:
    """The curves, the mistakes, the turning points, luck and skill."""
    sections = (
        [*_heading(review, say)],
        [say("Chances to win"), *_curves(review, say)],
        [say("What could have been better"), *_mistakes(review, say)],
        [say("Turning points"), *_turning_points(review, say)],
        [
            say("Luck and skill, in percentage points, with margin of error"),
            *_parts(review, say),
        ],
    )
    return "\n\n".join("\n".join(section) for section in sections)


def _heading(review: Review, say: Words) -> Iterator[str]:
    match = review.match
    yield say.plural(
        "{game}, {n} move.", "{game}, {n} moves.", match.ply, game=match.game.info.title
    )
    yield match.status(say.lang)
    if match.turn is not None:
        yield say("The game is not over yet; this covers the moves so far.")


# --- the curve


def sparkline(shares: Sequence[float], max_width: int = MAX_WIDTH) -> str:
    """A curve of shares as a row of bars; a long one is thinned out, but keeps both ends."""
    count = min(len(shares), max_width)
    last = len(shares) - 1
    places = [round(i * last / max(1, count - 1)) for i in range(count)]
    return "".join(BARS[min(int(shares[place] * len(BARS)), len(BARS) - 1)] for place in places)


def _curves(review: Review, say: Words) -> Iterator[str]:
    names = _seats(review, say)
    width = max(map(len, names))
    for seat, name in enumerate(names):
        line = sparkline([shares[seat] for shares in review.curve])
        first, last = (percent(review.curve[at][seat], say) for at in (0, -1))
        yield f"  {name:{width}}  {first:>5} {line} {last}"


def _seats(review: Review, say: Words) -> list[str]:
    return [say(seat) for seat in review.match.seats]


def percent(share: float, say: Words) -> str:
    """A share of victory in whole percent."""
    return say("{percent}%", percent=round(100 * share))


# --- the moves


def _mistakes(review: Review, say: Words) -> Iterator[str]:
    if not review.mistakes:
        yield "  " + say("No notable mistakes in this game.")
    for judged in review.mistakes:
        yield from _mistake(review, judged, say)


def _mistake(review: Review, judged: JudgedMove, say: Words) -> Iterator[str]:
    best, played = judged.best, judged.played
    if best is None or played is None:
        return
    labels = {
        choice.move: choice.label
        for choice in review.before(judged.ply).scene(judged.seat, say.lang).choices
    }
    yield "  " + say(
        "{ply}. {seat}: {move}, {chance}% ({verdict})",
        ply=judged.ply,
        seat=say(review.match.seats[judged.seat]),
        verdict=say(VERDICT_LABELS[judged.verdict]),
        move=labels.get(judged.move.text, judged.move.text),
        chance=round(100 * played.chance),
    )
    better = say("Better: {move}.", move=labels.get(best.move.text, best.move.text))
    yield f"     {better} {expectation(best, judged.seat, say)}"
    for sentence in review.explanations(judged.ply, say.lang):
        yield "     " + sentence


def _turning_points(review: Review, say: Words) -> Iterator[str]:
    if not review.turning_points:
        yield "  " + say("No single move changed the chances much.")
    labels = {entry.ply: entry.label for entry in review.match.scene(None, say.lang).log}
    for point in review.turning_points:
        yield "  " + _turning_point(review, point, labels[point.ply], say)


def _turning_point(review: Review, point: TurningPoint, label: str, say: Words) -> str:
    winner = max(range(len(point.swing)), key=lambda seat: point.swing[seat])
    return say(
        "{ply}. {seat}: {label} ({cause}, {winner} from {then}% to {now}%)",
        ply=point.ply,
        seat=say(review.match.seats[point.seat]),
        label=label,
        cause=say(CAUSE_LABELS[point.cause]),
        winner=say(review.match.seats[winner]),
        then=round(100 * review.curve[point.ply - 1][winner]),
        now=round(100 * review.curve[point.ply][winner]),
    )


# --- luck and skill


def _parts(review: Review, say: Words) -> Iterator[str]:
    """A table with a row for every part and a column for every seat."""
    rows = [["", *_seats(review, say)]]
    for name in PARTS:
        rows.append(
            [
                say(PART_LABELS[name]),
                *(_part(review, seat, name) for seat in range(len(review.parts))),
            ]
        )
    end = say("Result") if review.match.turn is None else say("Currently")
    rows.append([end, *(f"{100 * parts.result:.0f}" for parts in review.parts)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *cells in rows:
        padded = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield f"  {first:{widths[0]}}  " + "  ".join(padded)


def _part(review: Review, seat: int, name: str) -> str:
    parts = review.parts[seat]
    value, error = round(100 * getattr(parts, name)), round(100 * parts.errors[name])
    number = f"{value}" if name == "start" else f"{value:+}" if value else "0"
    return (f"{number} ± {error}" if error else number).replace("-", "−")
