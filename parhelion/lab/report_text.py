"""What a report says in words: numbers, what was played, and what was found."""

from collections.abc import Iterable, Iterator
from math import isfinite

from parhelion.bots.levels import CHARACTERS, LEVELS
from parhelion.lab.run_looks import Comparison, Look, Looks
from parhelion.lab.run_measures import Unit
from parhelion.lab.run_reader import Run
from parhelion.lab.significance import Difference

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
FINDINGS = 3
"""The findings that stand at the top of the page."""


# --- numbers -----------------------------------------------------------------------------


def number(value: float, unit: Unit) -> str:
    """A value as people read it."""
    if not isfinite(value):
        return "–"
    text = f"{value * 100:.1f}{SPACE}%" if unit in ("share", "part") else _plain(value)
    return text.replace("-", MINUS)


def _plain(value: float) -> str:
    """Two digits after the point where they matter."""
    return f"{value:.2f}" if abs(value) < 10 else f"{value:,.1f}"


def change(value: float, unit: Unit) -> str:
    """A difference with its sign and its unit."""
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return f"{sign}{size(value, unit)}"


def size(value: float, unit: Unit) -> str:
    """How large a difference is, with its unit."""
    value = abs(value)
    if unit in ("share", "part"):
        return f"{value * 100:.1f} percentage points"
    return f"{_plain(value)}{' points' if unit == 'points' else ''}"


def difference_span(found: Difference, unit: Unit) -> str:
    """The interval of a difference, without its unit."""
    is_share = unit in ("share", "part")
    told = (f"{end * 100:+.1f}" if is_share else f"{end:+.2f}" for end in (found.low, found.high))
    return " to ".join(told).replace("-", MINUS)


def span(low: float, high: float, unit: Unit) -> str:
    """An interval."""
    return f"{number(low, unit)} to {number(high, unit)}"


def chance(value: float) -> str:
    """A corrected chance."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def counted(amount: int, what: str) -> str:
    """So many of something whose plural takes an s."""
    return f"{amount:,} {what}{'' if amount == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


# --- what was played ---------------------------------------------------------------------


def played(run: Run) -> str:
    """What was played in a run, in a sentence or two."""
    plan, info = run.plan, run.game.info
    missing = plan.games - len(run.numbers)
    unfinished = f" of {plan.games:,} planned" if missing > 0 else ""
    games = f"{counted(len(run.numbers), 'game')}{unfinished} of {info.title}"
    chosen = [f"{label}: {value}" for label, value in _chosen(run)]
    options = f" ({'; '.join(chosen)})" if chosen else ""
    return f"{games}{options}. {_seating(run)} Rules {plan.rules}, seed {plan.seed}."


def differences(before: Run, after: Run) -> list[str]:
    """How the plans of two runs differ, in sentences."""
    first, second = before.plan, after.plan
    found = []
    if first.rules != second.rules:
        found.append(f"Rules {first.rules} in the first run, {second.rules} in the second.")
    if first.seats != second.seats:
        found.append(
            f"{len(first.seats)} seats in the first run, {len(second.seats)} in the second."
        )
    options = dict(_chosen(before)), dict(_chosen(after))
    for name in dict.fromkeys([*options[0], *options[1]]):
        values = [each.get(name, "none") for each in options]
        if values[0] != values[1]:
            found.append(f"{name}: {values[0]} in the first run, {values[1]} in the second.")
    if first.bots != second.bots:
        bots = [listed(map(bot_name, plan.bots)) for plan in (first, second)]
        found.append(f"Bots: {bots[0]} in the first run, {bots[1]} in the second.")
    for bot in sorted(first.own.keys() & second.own.keys()):
        if first.own[bot] != second.own[bot]:
            found.append(f"{bot} is another version in the second run.")
    return found


def _chosen(run: Run) -> Iterator[tuple[str, str]]:
    """The options that people are asked for, as they are called."""
    chosen = run.plan.options
    for option in run.game.options:
        value = chosen.get(option.name, option.values[0])
        names = dict(zip(option.values, option.labels, strict=False))
        if option.is_asked({each.name: each.values[0] for each in run.game.options} | chosen):
            yield option.label or option.name, names.get(value, value)


def _seating(run: Run) -> str:
    """Who sat where."""
    people = run.plan.seats[: run.people]
    bots = [bot_name(bot) for bot in run.plan.bots[: run.people]]
    if len(set(bots)) == 1:
        who = f"{listed(people)} {'was' if len(people) == 1 else 'were'} played by {bots[0]}"
    else:
        pairs = zip(people, bots, strict=False)
        who = "; ".join(f"{seat} was played by {bot}" for seat, bot in pairs)
    rivals = f", against {listed(run.plan.rivals)}" if run.plan.rivals else ""
    return f"{who}{rivals}."


def bot_name(bot: int | str) -> str:
    """A bot as people know it."""
    level = str(bot)
    if level in ("0", "random"):
        return "random moves"
    if level.isdecimal() and int(level) in LEVELS:
        return f"level {level} ({CHARACTERS[LEVELS.index(int(level))][0][0]})"
    return level


# --- what was found ----------------------------------------------------------------------


def summary(looks: Looks, comparison: Comparison | None) -> list[str]:
    """The findings that matter, or that there are none."""
    found = main_findings(looks.standing_out)
    if not looks.made:
        return ["Nothing could be compared: there are too few games."]
    if not found:
        verb = "stands out" if comparison is None else "moved"
        return [f"Nothing {verb} beyond noise in {counted(len(looks.made), 'look')}."]
    return [finding(look) for look in found]


def main_findings(looks: list[Look]) -> list[Look]:
    """The clearest looks: seats first, then other sections, then other things."""
    subjects: dict[tuple[str, str], Look] = {}
    for look in looks:
        subjects.setdefault((look.subject.section, look.subject.about), look)
    sections: dict[str, Look] = {}
    for look in subjects.values():
        sections.setdefault(look.subject.section, look)
    best = sorted(sections.values(), key=lambda look: look.subject.section != "seats")
    rest = [look for look in subjects.values() if look not in best]
    return [*best, *rest][:FINDINGS]


def finding(look: Look) -> str:
    """What a look found, in a sentence."""
    unit, found = look.subject.unit, look.found
    value, before = number(found.after, unit), number(found.before, unit)
    interval = f"95 % interval of the difference {difference_span(found, unit)}"
    if look.subject.baseline:
        side = "above" if found.size > 0 else "below"
        return (
            f"{look.subject.label}: {value}. That is {size(found.size, unit)} {side} "
            f"{look.subject.baseline} ({before}; {interval})."
        )
    verb = "rose" if found.size > 0 else "fell"
    moved = f"{look.subject.label} {verb} from {before} to {value}"
    return f"{moved} ({change(found.size, unit)}; {interval})."


def method(looks: Looks, comparison: Comparison | None) -> list[str]:
    """How the numbers were made, in short paragraphs."""
    beyond = len(looks.standing_out)
    return [
        f"This page makes {counted(len(looks.made), 'look')}: comparisons that could show "
        "something. Among so many, some seem to show something by luck alone. So their chances are "
        "corrected together (Holm): if nothing were different in truth, such a page would flag "
        f"anything at all in at most one case of twenty. {counted(beyond, 'look')} "
        f"{'is' if beyond == 1 else 'are'} beyond noise; rows about them have a star (*).",
        "An interval holds with 95 % for one number by itself and is not corrected: among many "
        "intervals a few miss.",
        _unit_of(comparison),
    ]


def _unit_of(comparison: Comparison | None) -> str:
    """What counts as independent, and which games are compared with which."""
    unit = "Games are independent of each other, seats of one game are not: every look compares "
    if comparison is None:
        return unit + "values a game, without assuming equal variances."
    if comparison.common is None:
        return unit + "values a game (Welch), since the runs have different seeds."
    games = counted(len(comparison.common[0]), "game")
    return unit + f"the {games} that both runs dealt from the same seeds, in pairs where it can."
