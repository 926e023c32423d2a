"""What can be said for a move of Solenia; ids such as S12 are those of docs/rules.

Every function below looks at the position before and after a move and returns what it has to
tell, or None. Nothing depends on hands or piles: stores, boards and displays are open to all.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from parhelion.games import Explanation, Json
from parhelion.games.solenia import PLAYERS, kernels
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import DISPLAYED, E_PER_TILE, E_STARS, SUMMER
from parhelion.games.solenia.kernels.event_codes import (
    CROWNED,
    EXPELLED,
    ROLLED,
    SOURCE,
    STARRED,
    WOKE,
)
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.games.solenia.kernels.reach import price_of, without_extending
from parhelion.games.solenia.labels import STAR, TITLES, amounts, several
from parhelion.games.solenia.notation import ROWS
from parhelion.words import Words, mark, series

CITIES = (constants.DAY_CITY, constants.NIGHT_CITY)
RESOURCES = range(4)


class Transition(NamedTuple):
    """A move between two positions."""

    before: Any
    action: int
    after: Any
    seat: int
    """Whose move it is."""

    @property
    def space(self) -> int:
        """The space that a card is played on, -1 for other moves."""
        if self.action >= constants.PLAYS:
            return -1
        return int(constants.SPACE[self.action % len(constants.SPACES)])

    @property
    def phase(self) -> int:
        """What is decided."""
        return int(self.before.phase)

    @property
    def choice(self) -> int:
        """What is chosen, in all phases but the play of a card."""
        return int(constants.CHOICE[self.action])

    @property
    def goes_on(self) -> bool:
        """Whether this turn is over and the player will have another one."""
        cards = int(self.after.held[self.seat]) + int(self.after.deck_left[self.seat])
        return bool(self.after.phase == constants.PLAY and cards > 0)


def explain(before: Any, action: int, after: Any) -> list[Explanation]:
    """What is true of an action, the most telling first."""
    step = Transition(before, action, after, int(before.actor))
    told = ((name, kind(step)) for name, kind in KINDS.items())
    return [Explanation(name, values) for name, values in told if values is not None]


# --- looking -----------------------------------------------------------------------------


def players(state: Any) -> range:
    """The seats of people."""
    return range(int(state.players))


def displayed(state: Any, row: int) -> Iterator[int]:
    """The tiles of a kind that lie face up."""
    return (int(tile) for tile in state.display[row] if tile >= 0)


def stars_of(state: Any, row: int, tile: int) -> int:
    """What a tile brings."""
    return int(state.worth[row, tile])


def lacking(state: Any, seat: int, row: int, tile: int) -> Counter[int]:
    """The resources that a player lacks for a tile."""
    owed = Counter({each: int(state.costs[row, tile, each]) for each in RESOURCES})
    return owed - Counter({each: int(state.stock[seat, each]) for each in RESOURCES})


def barters(state: Any, seat: int) -> bool:
    """Whether one resource may be any other (S29)."""
    return bool(int(state.powers[seat]) >> constants.BARTER & 1)


def can_pay(state: Any, seat: int, row: int, tile: int, price: int = 0) -> bool:
    """S16: whether a player can pay a tile, and so many resources besides."""
    left = int(state.stock[seat].sum()) - int(state.costs[row, tile].sum())
    return lacking(state, seat, row, tile).total() <= barters(state, seat) and left >= price


def payable(state: Any, seat: int, row: int, price: int = 0) -> list[int]:
    """The displayed tiles of a kind that a player can pay."""
    return [tile for tile in displayed(state, row) if can_pay(state, seat, row, tile, price)]


def produced(state: Any, space: int) -> int:
    """What a space is: a resource or a city."""
    strip, lane = divmod(space, constants.STRIDE)
    return int(state.strips[state.order[strip], state.face[strip], lane])


def free_cities(state: Any, seat: int, row: int) -> list[int]:
    """S12: the cities of a kind that a player reaches without extending the voyage."""
    reach = int(without_extending(state, seat)) & ~int(state.taken)
    return [
        space
        for space in constants.SPACES
        if reach >> space & 1 and produced(state, space) == CITIES[row]
    ]


def new_tile(step: Transition) -> tuple[int, int] | None:
    """The kind and the number of the tile that a player gains."""
    for row in range(2):
        new = int(step.after.tiles[step.seat, row]) & ~int(step.before.tiles[step.seat, row])
        if new:
            return row, new.bit_length() - 1
    return None


def _own_events(step: Transition) -> Iterator[tuple[int, int]]:
    """What happens to the player, as events and their values; what the Trade Wind then does is
    not the move's doing."""
    for word in step.after.events[: step.after.happened]:
        event, seat, value = int(word) >> 24, int(word) >> 16 & 255, int(word) & 65535
        if event == ROLLED:
            return
        if seat == step.seat:
            yield event, value


def totals(state: Any) -> list[int]:
    """The points of all seats as they stand."""
    out = np.zeros(int(decks_in_play(state)), dtype=np.int64)
    kernels.scores(state, out)
    return [int(points) for points in out]


def gains(numbers: dict[int, int], stars: int) -> dict[str, int]:
    """Resources and stars by name, those that there are."""
    named = {constants.RESOURCES[each]: n for each, n in numbers.items()} | {STAR: stars}
    return {what: n for what, n in named.items() if n > 0}


# --- what ends, completes and counts -----------------------------------------------------


def won(step: Transition) -> Json | None:
    """It ends the game with a victory."""
    if step.after.actor >= 0:
        return None
    points = totals(step.after)
    mine, best = points[step.seat], max(points)
    equal = points.count(best)
    if mine < best or (equal > 1 and step.after.players == constants.ALONE):
        return None
    return {"stars": mine, "shared": equal > 1}


def lead(step: Transition) -> Json | None:
    """It takes the lead."""
    earlier, now = totals(step.before), totals(step.after)
    mine, theirs = now.pop(step.seat), max(now)
    had = earlier.pop(step.seat)
    if step.after.actor < 0 or had > max(earlier) or mine <= theirs:
        return None
    return {"mine": mine, "theirs": theirs}


def delivered(step: Transition) -> Json | None:
    """It honours a delivery."""
    found = new_tile(step)
    return found and {"row": ROWS[found[0]], "stars": stars_of(step.before, *found)}


def pair(step: Transition) -> Json | None:
    """S26: it makes a pair of day and night that scores."""
    if step.before.board != SUMMER:
        return None
    earlier, now = (min(state.delivered[step.seat]) for state in (step.before, step.after))
    scored = step.before.pair_stars
    stars = int(scored[min(now, 4)]) - int(scored[min(earlier, 4)])
    return {"stars": stars} if stars > 0 else None


def wakes(step: Transition) -> Json | None:
    """S29: an upgrade starts to work."""
    for event, value in _own_events(step):
        if event in (WOKE, CROWNED):
            return {"upgrade": (constants.LASTING if event == WOKE else constants.CROWNING)[value]}
    return None


def slot(step: Transition) -> Json | None:
    """S19, S28: the slot of a delivery brings something for sure."""
    effect = _slot_effect(step)
    if effect is None:
        return None
    tiles = int(step.after.delivered[step.seat].sum())
    stars = int(effect[E_STARS]) + int(effect[E_PER_TILE]) * tiles
    found = gains({each: int(effect[each]) for each in RESOURCES}, stars)
    return {"gains": found} if found else None


def _slot_effect(step: Transition) -> Any:
    """What the slot that is filled by a move prints, None if none is or an upgrade covers it."""
    state, found = step.before, new_tile(step)
    if state.board == SUMMER:
        number = int(state.delivered[step.seat, found[0]]) if found else 6
        return state.effects[SUMMER, found[0], number] if found and number < 6 else None
    if step.phase != constants.SLOT:
        return None
    covered = state.upgrades and step.choice in (constants.SLOT_1B, constants.SLOT_3B)
    return None if covered else state.effects[state.board, state.row, step.choice]


# --- what others lose --------------------------------------------------------------------


def denied(step: Transition) -> Json | None:
    """It takes a tile that others could have paid."""
    found = new_tile(step)
    if found is None:
        return None
    others = [seat for seat in players(step.before) if seat != step.seat]
    able = [seat for seat in others if can_pay(step.before, seat, *found)]
    return {"seats": able} if able else None


def blocked(step: Transition) -> Json | None:
    """It takes the only city of a kind that others could have used without a voyage."""
    if step.space < 0 or produced(step.before, step.space) not in CITIES:
        return None
    row = CITIES.index(produced(step.before, step.space))
    others = [seat for seat in players(step.before) if seat != step.seat]
    hit = [
        seat
        for seat in others
        if payable(step.before, seat, row) and free_cities(step.before, seat, row) == [step.space]
    ]
    return {"seats": hit, "row": ROWS[row]} if hit else None


# --- what comes next ---------------------------------------------------------------------


def city(step: Transition) -> Json | None:
    """It comes to a city, and which delivery it honours is still open."""
    if step.space < 0 or produced(step.before, step.space) not in CITIES or new_tile(step):
        return None
    row = CITIES.index(produced(step.before, step.space))
    price = int(price_of(step.before, step.seat, step.space))
    able = payable(step.before, step.seat, row, price)
    return {"row": ROWS[row], "stars": max(stars_of(step.before, row, tile) for tile in able)}


def ready(step: Transition) -> Json | None:
    """Next turn it can honour a delivery, which it could not before."""
    if (
        not step.goes_on
        or step.after.players == constants.ALONE
        or _chances(step.before, step.seat)
    ):
        return None
    stars = _chances(step.after, step.seat)
    return {"stars": max(stars)} if stars else None


def _chances(state: Any, seat: int) -> list[int]:
    """The stars of all tiles that a player can honour without a voyage."""
    return [
        stars_of(state, row, tile)
        for row in range(2)
        if free_cities(state, seat, row)
        for tile in payable(state, seat, row)
    ]


def completes(step: Transition) -> Json | None:
    """It has all that a displayed tile asks for, which it had not before."""
    found = [
        (stars_of(step.after, row, tile), ROWS[row])
        for row, tile in _still_displayed(step)
        if can_pay(step.after, step.seat, row, tile)
        and not can_pay(step.before, step.seat, row, tile)
    ]
    if not found or not step.goes_on:
        return None
    stars, row = max(found)
    return {"row": row, "stars": stars}


def closer(step: Transition) -> Json | None:
    """Only one resource is missing for a tile, where more were before."""
    if not step.goes_on or barters(step.after, step.seat) or completes(step):
        return None
    found = []
    for row, tile in _still_displayed(step):
        owed = lacking(step.after, step.seat, row, tile)
        if owed.total() == 1 < lacking(step.before, step.seat, row, tile).total():
            found.append((stars_of(step.after, row, tile), constants.RESOURCES[min(owed)]))
    if not found:
        return None
    stars, resource = max(found)
    return {"resource": resource, "stars": stars}


def _still_displayed(step: Transition) -> Iterator[tuple[int, int]]:
    """The tiles that lie face up before and after a move, with their kind."""
    for row in range(2):
        both = set(displayed(step.before, row)) & set(displayed(step.after, row))
        yield from ((row, tile) for tile in sorted(both))


# --- what it brings and costs ------------------------------------------------------------


def expelled(step: Transition) -> Json | None:
    """S22: own cards are expelled and bring something."""
    total: Counter[str] = Counter()
    cards = 0
    for event, value in _own_events(step):
        if event == EXPELLED:
            kind, space = divmod(value, 64)
            total.update(_power(step, kind % len(constants.POWERS), produced(step.before, space)))
            cards += 1
    return {"n": cards, "gains": dict(total)} if total else None


def _power(step: Transition, power: int, what: int) -> dict[str, int]:
    """S6: what a card brings that is expelled from a sort of space."""
    numbers = {each: int(constants.FIXED[power, each]) for each in RESOURCES}
    stars = int(constants.STAR_IF[power] == what)
    if what in RESOURCES:
        numbers[what] += int(constants.OF_SPACE[power])
    else:
        stars = int(constants.OF_SPACE[power])
        if int(step.after.powers[step.seat]) >> constants.SALVAGE & 1:
            stars += int(step.after.lasting_amounts[constants.SALVAGE, 0])
    return gains(numbers, stars)


def stars(step: Transition) -> Json | None:
    """It brings stars at once."""
    more = sum(value % SOURCE for event, value in _own_events(step) if event == STARRED)
    return {"stars": more} if more else None


def gathers(step: Transition) -> Json | None:
    """It brings a resource that some displayed tile asks for and that is still missing."""
    resource, number = _gathered(step)
    missing = any(
        lacking(step.before, step.seat, row, tile)[resource] > 0
        for row in range(2)
        for tile in displayed(step.before, row)
    )
    return {"gains": {constants.RESOURCES[resource]: number}} if number and missing else None


def _gathered(step: Transition) -> tuple[int, int]:
    """The resource that a move brings from its island or its choice, and how much of it."""
    if step.phase == constants.TAKE:
        return step.choice, 1
    if step.space < 0 or produced(step.before, step.space) in CITIES:
        return 0, 0
    value = step.action // len(constants.SPACES) // len(constants.POWERS)
    nets = int(step.before.powers[step.seat]) >> constants.CLOUD_NETS & 1
    return produced(step.before, step.space), max(value, nets)


def most(step: Transition) -> Json | None:
    """It takes the delivery with the most stars among those that it can pay."""
    if step.phase != constants.DELIVER:
        return None
    row, options = int(step.before.row), int(step.before.options)
    able = {
        place: stars_of(step.before, row, int(step.before.display[row, place]))
        for place in range(DISPLAYED)
        if options >> (DISPLAYED * row + place) & 1
    }
    best = max(able.values())
    chosen = able[step.choice % DISPLAYED] == best > min(able.values())
    return {"stars": best} if chosen else None


def spare(step: Transition) -> Json | None:
    """It gives away what it has to spare: enough is left for every displayed tile."""
    if (
        step.phase not in (constants.PAY, constants.DROP, constants.GIVE)
        or step.choice == constants.STOP
    ):
        return None
    asked = [
        int(step.before.costs[row, tile, step.choice])
        for row in range(2)
        for tile in displayed(step.before, row)
    ]
    kept = int(step.before.stock[step.seat, step.choice]) - 1
    enough = kept >= max(asked, default=0)
    return {"resource": constants.RESOURCES[step.choice]} if enough else None


def voyage(step: Transition) -> Json | None:
    """S13: the voyage has its price."""
    if step.space < 0:
        return None
    price = int(price_of(step.before, step.seat, step.space))
    return {"n": price} if price else None


KINDS = {
    "won": won,
    "delivered": delivered,
    "lead": lead,
    "pair": pair,
    "wakes": wakes,
    "denied": denied,
    "blocked": blocked,
    "city": city,
    "ready": ready,
    "completes": completes,
    "most": most,
    "slot": slot,
    "expelled": expelled,
    "closer": closer,
    "stars": stars,
    "gathers": gathers,
    "spare": spare,
    "voyage": voyage,
}
"""All that can be told, the most telling first."""


# --- in words ----------------------------------------------------------------------------

_OF_ROWS = {
    ("delivered", "day"): mark("This move honours a day delivery for {stars}."),
    ("delivered", "night"): mark("This move honours a night delivery for {stars}."),
    ("city", "day"): mark("This move reaches a day city: a delivery for up to {stars}."),
    ("city", "night"): mark("This move reaches a night city: a delivery for up to {stars}."),
    ("completes", "day"): mark("This move completes what a day delivery for {stars} asks for."),
    ("completes", "night"): mark("This move completes what a night delivery for {stars} asks for."),
    ("blocked", "day"): mark(
        "This move takes the only day city that {players} could use without a voyage."
    ),
    ("blocked", "night"): mark(
        "This move takes the only night city that {players} could use without a voyage."
    ),
}
_WON = mark("This move wins the game with {stars}.")
_SHARED = mark("This move leads to a shared victory, with {stars}.")
_SENTENCES = {
    "lead": mark("This move takes the lead, {mine} to {theirs}."),
    "pair": mark("This move makes a pair of day and night, for {stars}."),
    "wakes": mark("{upgrade} becomes active."),
    "denied": mark("This move takes a delivery that {players} could have paid."),
    "ready": mark("A delivery for {stars} can be honoured next turn."),
    "most": mark("No other delivery that can be paid brings more."),
    "slot": mark("The slot brings {gains}."),
    "closer": mark("Only {resource} is missing now for a delivery worth {stars}."),
    "stars": mark("This move brings {stars} at once."),
    "gathers": mark("This move brings {gains}, which a delivery on display asks for."),
    "spare": mark("Enough {resource} is left for every delivery on display."),
}


def sentence(reason: Explanation, say: Words) -> str:
    """A reason in words."""
    name, values = reason
    if name == "won":
        words = _SHARED if values["shared"] else _WON
        return say(words, stars=several(values["stars"], STAR, say))
    if name == "expelled":
        what = amounts(values["gains"], say)
        return say.plural(
            "The expelled card brings {gains}.",
            "The {n} expelled cards bring {gains}.",
            values["n"],
            gains=what,
        )
    if name == "voyage":
        return say.plural(
            "The voyage costs {n} resource.", "The voyage costs {n} resources.", values["n"]
        )
    words = _OF_ROWS[name, values["row"]] if "row" in values else _SENTENCES[name]
    told = {what: _told(what, value, say) for what, value in values.items()}
    return say(words, **told, **_who(values, say))


def _told(what: str, value: Any, say: Words) -> Any:
    """A value of a reason as people read it."""
    if what == "stars":
        return several(value, STAR, say)
    if what == "gains":
        return amounts(value, say)
    if what == "resource":
        return say(value)
    return say(TITLES[value]) if what == "upgrade" else value


def _who(values: Json, say: Words) -> dict[str, str]:
    """The players that a reason speaks of."""
    if "seats" not in values:
        return {}
    return {"players": series([say(PLAYERS[seat]) for seat in values["seats"]], say)}
