"""Are the reasons for moves of Solenia true, and is none left out?

python -m tests.solenia.naive_explanations --positions 10000

What should be told is worked out a second time, from the position as JSON and without the code
that tells it.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from rich.progress import track

import parhelion as ph
from parhelion.games import Json
from parhelion.games.solenia import kernels
from parhelion.games.solenia.explanations import KINDS, explain
from parhelion.games.solenia.notation import text
from parhelion.games.solenia.view import describe
from parhelion.kernel import below, play, stream
from tests.solenia.event_tuples import happened
from tests.solenia.game_statistics import MODES, Mode, sample_eagerly
from tests.solenia.naive_rules import (
    LETTER,
    NAMES,
    ROWS,
    diagonal,
    distance,
    missing,
    space_of,
    value,
)

CITY = {row: letter for letter, row in ROWS.items()}
STAR = "star"
NO_TALLIES = np.zeros(1)
"""A quick player does without."""


class Table:
    """A position as people see it."""

    def __init__(self, told: Any, mode: Mode) -> None:
        self.told = told
        self.players = told["players"]
        self.people = range(mode.players)
        self.summer = mode.board == "summer"

    def stock(self, seat: int) -> Counter[str]:
        """A player's resources, by letter."""
        return Counter({LETTER[each]: n for each, n in self.players[seat]["stock"].items()})

    def has(self, seat: int, power: str) -> bool:
        """Whether a level-1 power is at work."""
        return bool(self.players[seat]["awake"] and self.players[seat]["level_1"] == power)

    def tiles(self, row: str) -> list[Json]:
        """The displayed tiles of a kind."""
        return [tile for tile in self.told["display"][row] if tile]

    def lacks(self, seat: int, tile: Json) -> int:
        """How many resources a player lacks for a tile."""
        return missing(self.stock(seat), tile["cost"])

    def pays(self, seat: int, tile: Json, price: int = 0) -> bool:
        """Whether a player can pay a tile and a voyage."""
        spared = 1 if self.has(seat, "barter") else 0
        enough = self.stock(seat).total() - len(tile["cost"]) >= price
        return enough and self.lacks(seat, tile) <= spared

    def shows(self, space: tuple[int, int]) -> str:
        """What a space is, as a letter."""
        letter: str = self.told["sky"][space[0] - 1]["spaces"][space[1] - 1]
        return letter

    def price(self, seat: int, target: tuple[int, int]) -> int:
        """What a voyage costs."""
        lying = [
            ((strip, lane), card["seat"])
            for strip, each in enumerate(self.told["sky"], start=1)
            for lane, card in enumerate(each["cards"], start=1)
            if card
        ]
        starts = [(3, 3), *(space for space, owner in lying if owner == seat)]
        price = min(distance(start, target) for start in starts) - 1
        if self.has(seat, "crow's nest") and any(diagonal(start, target) for start in starts):
            price = 0
        return max(0, price - self.has(seat, "tailwind"))

    def cities(self, seat: int, row: str) -> list[tuple[int, int]]:
        """Free cities of a kind that cost a player no voyage."""
        return [
            (strip, lane)
            for strip in range(1, 6)
            for lane in range(1, 6)
            if self.shows((strip, lane)) == CITY[row]
            and self.told["sky"][strip - 1]["cards"][lane - 1] is None
            and self.price(seat, (strip, lane)) == 0
        ]

    def chances(self, seat: int) -> list[int]:
        """The stars of all that a player could honour without a voyage."""
        return [
            tile["stars"]
            for row in CITY
            if self.cities(seat, row)
            for tile in self.tiles(row)
            if self.pays(seat, tile)
        ]

    def points(self) -> list[int]:
        """Of all seats."""
        return [each["points"]["total"] for each in self.players]

    def pairs(self, seat: int) -> int:
        """Of day and night."""
        return min(len(tiles) for tiles in self.players[seat]["deliveries"].values())


class Told:
    """A move, the tables around it and what everybody saw happen."""

    def __init__(self, seat: int, move: str, before: Table, after: Table, seen: list[Any]) -> None:
        self.seat, self.before, self.after = seat, before, after
        self.verb, *self.rest = move.split()
        names = [event for event, _, _ in seen]
        own = seen[: names.index("rolled")] if "rolled" in names else seen
        self.seen = [(event, what) for event, what, who in own if who == seat]
        self.others = [other for other in before.people if other != seat]

    def of(self, event: str) -> list[Any]:
        """What is told of some event."""
        return [what for name, what in self.seen if name == event]

    def tile(self) -> tuple[str, Json] | None:
        """The delivery that came to the player."""
        for told in self.of("delivered"):
            row, name = told.split()
            return row, next(t for t in self.before.tiles(row) if t["tile"] == name)
        return None

    def target(self) -> tuple[int, int] | None:
        """The space of a card."""
        return space_of(self.rest[1]) if self.verb == "play" else None

    def city(self) -> str | None:
        """The kind of city that a card is played on."""
        target = self.target()
        return ROWS.get(self.before.shows(target)) if target else None

    def another_turn(self) -> bool:
        """Whether this turn is over and there will be another."""
        me = self.after.players[self.seat]
        return bool(self.after.told["phase"] == "play" and me["held"] + me["deck"] > 0)

    def stays(self) -> Iterator[tuple[str, Json]]:
        """Tiles that are displayed before and after."""
        for row in CITY:
            for tile in self.before.tiles(row):
                if tile in self.after.tiles(row):
                    yield row, tile


# --- what should be told


def won(told: Told) -> Json | None:
    points = told.after.points()
    if told.after.told["phase"] != "over" or points[told.seat] < max(points):
        return None
    shared = sorted(points)[-2] == max(points)
    if shared and len(told.after.people) == 1:
        return None
    return {"stars": points[told.seat], "shared": shared}


def lead(told: Told) -> Json | None:
    earlier, now = told.before.points(), told.after.points()
    others = [seat for seat in range(len(now)) if seat != told.seat]
    led = all(earlier[told.seat] > earlier[other] for other in others)
    leads = all(now[told.seat] > now[other] for other in others)
    if told.after.told["phase"] == "over" or led or not leads:
        return None
    return {"mine": now[told.seat], "theirs": max(now[other] for other in others)}


def delivered(told: Told) -> Json | None:
    tile = told.tile()
    return {"row": tile[0], "stars": tile[1]["stars"]} if tile else None


def pair(told: Told) -> Json | None:
    earlier, now = told.before.pairs(told.seat), told.after.pairs(told.seat)
    scored = told.before.told["pair_stars"]
    if not told.before.summer or now == earlier or now > 4:
        return None
    return {"stars": scored[now] - scored[earlier]}


def wakes(told: Told) -> Json | None:
    up = told.of("woke") + told.of("crowned")
    return {"upgrade": up[0]} if up else None


def denied(told: Told) -> Json | None:
    tile = told.tile()
    able = [o for o in told.others if tile and told.before.pays(o, tile[1])]
    return {"seats": able} if able else None


def blocked(told: Told) -> Json | None:
    row = told.city()
    hit = [
        other
        for other in told.others
        if row
        and any(told.before.pays(other, tile) for tile in told.before.tiles(row))
        and told.before.cities(other, row) == [told.target()]
    ]
    return {"seats": hit, "row": row} if hit else None


def city(told: Told) -> Json | None:
    row, target = told.city(), told.target()
    if row is None or target is None or told.tile():
        return None
    price = told.before.price(told.seat, target)
    able = [t for t in told.before.tiles(row) if told.before.pays(told.seat, t, price)]
    return {"row": row, "stars": max(tile["stars"] for tile in able)}


def ready(told: Told) -> Json | None:
    if not told.another_turn() or not told.others or told.before.chances(told.seat):
        return None
    stars = told.after.chances(told.seat)
    return {"stars": max(stars)} if stars else None


def completes(told: Told) -> Json | None:
    found = [
        (tile["stars"], row)
        for row, tile in told.stays()
        if told.after.pays(told.seat, tile) and not told.before.pays(told.seat, tile)
    ]
    if not found or not told.another_turn():
        return None
    return {"row": max(found)[1], "stars": max(found)[0]}


def closer(told: Told) -> Json | None:
    if completes(told) or not told.another_turn() or told.after.has(told.seat, "barter"):
        return None
    found = []
    for _, tile in told.stays():
        before, after = told.before.lacks(told.seat, tile), told.after.lacks(told.seat, tile)
        if after == 1 and before > 1:
            short = Counter[str](tile["cost"]) - told.after.stock(told.seat)
            found.append((tile["stars"], NAMES[next(iter(short))]))
    return {"resource": max(found)[1], "stars": max(found)[0]} if found else None


def most(told: Told) -> Json | None:
    if told.verb != "deliver":
        return None
    row, place = told.rest[0], int(told.rest[1]) - 1
    able = [t["stars"] for t in told.before.tiles(row) if told.before.pays(told.seat, t)]
    stars = told.before.told["display"][row][place]["stars"]
    return {"stars": stars} if stars == max(able) and stars > min(able) else None


def slot(told: Told) -> Json | None:
    number = _slot_number(told)
    if number is None:
        return None
    row, place = number
    bonus = told.before.told["bonuses"][row][place]
    tiles = sum(len(t) for t in told.after.players[told.seat]["deliveries"].values())
    gains = Counter(NAMES[letter] for letter in bonus["gain"])
    gains[STAR] = bonus["stars"] + bonus["stars_per_tile"] * tiles
    return {"gains": dict(+gains)} if +gains else None


def _slot_number(told: Told) -> tuple[str, int] | None:
    """The row and the number of the slot whose print counts."""
    tile, me = told.tile(), told.before.players[told.seat]
    if told.before.summer:
        count = len(me["deliveries"][tile[0]]) if tile else 6
        return (tile[0], count) if tile and count < 6 else None
    if told.verb != "slot" or (me["level_1"] and told.rest[0] in ("1b", "3b")):
        return None
    filled = {row: len(slots) for row, slots in me["slots"].items()}
    row = next(r for r in CITY if len(me["deliveries"][r]) > filled[r] and filled[r] < 6)
    return row, ("1a", "1b", "2a", "2b", "3a", "3b").index(told.rest[0])


def expelled(told: Told) -> Json | None:
    gains: Counter[str] = Counter()
    for each in told.of("expelled"):
        card, space = each.split()
        there, power = told.before.shows(space_of(space)), card[1:]
        if power in ("x1", "x2"):
            gains[STAR if there in ROWS else NAMES[there]] += int(power[1])
        elif power[0] == "*":
            gains[STAR] += power[1].upper() == there
        else:
            gains.update(NAMES[letter] for letter in power.upper())
        gains[STAR] += there in ROWS and told.after.has(told.seat, "salvage")
    return {"n": len(told.of("expelled")), "gains": dict(+gains)} if +gains else None


def stars(told: Told) -> Json | None:
    more = sum(told.of("stars"))
    return {"stars": more} if more else None


def gathers(told: Told) -> Json | None:
    target = told.target()
    if told.verb == "take":
        letter, n = LETTER[told.rest[0]], 1
    elif target and told.city() is None:
        nets = told.before.has(told.seat, "cloud nets")
        letter, n = told.before.shows(target), max(value(told.rest[0]), nets)
    else:
        return None
    stock = told.before.stock(told.seat)[letter]
    wanted = any(t["cost"].count(letter) > stock for row in CITY for t in told.before.tiles(row))
    return {"gains": {NAMES[letter]: n}} if n and wanted else None


def spare(told: Told) -> Json | None:
    if told.verb not in ("pay", "drop", "give"):
        return None
    letter = LETTER[told.rest[0]]
    kept = told.before.stock(told.seat)[letter] - 1
    asked = (t["cost"].count(letter) for row in CITY for t in told.before.tiles(row))
    return {"resource": told.rest[0]} if all(n <= kept for n in asked) else None


def voyage(told: Told) -> Json | None:
    target = told.target()
    price = told.before.price(told.seat, target) if target else 0
    return {"n": price} if price else None


CHECKS: dict[str, Callable[[Told], Json | None]] = {
    check.__name__: check
    for check in (
        won, lead, delivered, pair, wakes, denied, blocked, city, ready, completes, closer, most,
        slot, expelled, stars, gathers, spare, voyage,
    )
}  # fmt: skip


# --- many positions


def look(states: Any, seat: int, mode: Mode) -> Table:
    """A position as the one who moves knows it."""
    veiled = states.copy()
    play.veil(veiled, seat)
    return Table(describe(veiled[0]), mode)


def disagreements(before: Any, action: int, mode: Mode, seen: Counter[str]) -> list[str]:
    """What is told of an action and is not so, or is so and is not told."""
    seat, after, move = int(before[0].actor), before.copy(), text(action)
    kernels.apply(after[0], action)
    told = Told(seat, move, look(before, seat, mode), look(after, seat, mode), happened(after[0]))
    hidden = [states.copy() for states in (before, after)]
    for each in hidden:
        play.veil(each, seat)
    found = dict(explain(hidden[0][0], action, hidden[1][0]))
    right = {name: values for name, check in CHECKS.items() if (values := check(told))}
    seen.update(found.keys())
    return [
        f"{move}: {name}: told {found.get(name)}, is {right.get(name)}"
        for name in KINDS
        if found.get(name) != right.get(name)
    ]


def positions(number: int, seed: int = 1) -> Iterator[tuple[Any, int, Mode]]:
    """Positions of quick and of random games in all modes, each with an action."""
    rng, left = stream(seed, "reasons"), number
    while True:
        for i, mode in enumerate(MODES):
            states = ph.new("solenia", seed=f"{seed}-{left}", **mode.options).state
            quick = (left + i) % 3 > 0
            while kernels.actor(states[0]) >= 0:
                free = sample_eagerly(states[0], rng)
                likely = kernels.rollout(states[0], NO_TALLIES, rng) if quick else free
                yield states.copy(), int(free if below(rng, 4) == 0 else likely), mode
                left -= 1
                if left == 0:
                    return
                kernels.apply(states[0], likely)


def main() -> None:
    """Look at many positions and print what is wrong, and how often each kind is told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    seen: Counter[str] = Counter()
    wrong = 0
    for before, action, mode in track(
        positions(given.positions, given.seed), total=given.positions
    ):
        for line in disagreements(before, action, mode, seen):
            print(mode, line)
            wrong += 1
    print(f"{given.positions:,} positions, {wrong} disagreements")
    for name in KINDS:
        print(f"  {name:10} {seen[name]:6,}")


if __name__ == "__main__":
    main()
