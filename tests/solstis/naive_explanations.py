"""Are the reasons for moves of Solstis true, and is none left out?

python -m tests.solstis.naive_explanations --positions 10000

What should be told is worked out a second time, with the naive game's panoramas and from nothing
but the position as JSON.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rich.progress import track

from parhelion import bots
from parhelion.bots.explanations import explanations_for
from parhelion.games import Json, Move
from parhelion.games.solstis.explanations import KINDS
from parhelion.match import Match
from tests.solstis import naive_rules
from tests.solstis.naive_rules import Panorama, Tile
from tests.solstis.set_up import SOLSTIS, kind_of, solstis

ALL_KINDS = {"wins", *KINDS}


class Seen:
    """A position as a viewer sees it, and a move of the player to decide."""

    def __init__(self, match: Match, move: Move) -> None:
        assert match.turn is not None
        self.view = SOLSTIS.view.describe(match.state[0])
        self.seat = match.turn
        self.verb, self.what = move.verb, "".join(move.args)
        self.options = {"".join(each.args) for each in match.moves()}

    def panorama(self, seat: int) -> Panorama:
        """What a player has."""
        shown = self.view["panoramas"][seat]
        tiles, rainbows = (
            {naive_rules.tile(each) for each in shown[k]} for k in ("tiles", "rainbows")
        )
        spirits = {spirit: naive_rules.tile(square) for spirit, square in shown["spirits"].items()}
        return Panorama(tiles, rainbows, spirits)

    @property
    def own(self) -> Panorama:
        """What the player to decide has."""
        return self.panorama(self.seat)

    @property
    def other(self) -> Panorama:
        """What the other player has."""
        return self.panorama(1 - self.seat)

    @property
    def tile(self) -> Tile:
        """The tile or place that is chosen."""
        return naive_rules.tile(self.what)

    @property
    def line(self) -> list[Tile]:
        """The face-up tiles of the line."""
        return [naive_rules.tile(slot["tile"]) for slot in self.view["line"] if slot["tile"]]

    @property
    def matches(self) -> list[Tile]:
        """What the tile captures, if it is played."""
        able = self.verb == "play"
        return sorted(each for each in self.line if able and naive_rules.match(each, self.tile))

    @property
    def taken(self) -> Tile | None:
        """The tile that certainly leaves the line for the panorama."""
        if self.verb in ("capture", "beetle"):
            return self.tile
        return self.matches[0] if len(self.matches) == 1 else None

    @property
    def spirits_wait(self) -> bool:
        """Whether there are spirits to be met."""
        return bool(self.view["spirits"]["pile"] or self.view["spirits"]["open"])

    def change(self) -> tuple[Panorama, Panorama] | None:
        """The panorama without and with the move."""
        before = self.own
        if self.verb == "rainbow":
            before = plus(before, *map(naive_rules.tile, self.view["coming"]))
            return before, Panorama(before.tiles, before.rainbows | {self.tile}, before.spirits)
        if self.verb == "deer":
            return before, plus(before, self.tile)
        if self.taken is None:
            return None
        tiles = {
            "beetle": [self.taken],
            "capture": [self.taken, naive_rules.tile(self.view["centre"] or "0-0")],
            "play": [self.taken, self.tile],
        }
        return before, plus(before, *tiles[self.verb])


def plus(panorama: Panorama, *tiles: Tile) -> Panorama:
    """With more tiles (T12)."""
    new, rainbows = set(panorama.tiles), set(panorama.rainbows)
    for tile in tiles:
        if tile in rainbows and tile in panorama.blocked():
            continue
        rainbows.discard(tile)
        new.add(tile)
    return Panorama(new, rainbows, panorama.spirits)


def formed(before: Panorama, after: Panorama) -> list[Tile]:
    """The squares that hold no spirit and something new (T13)."""
    new = (after.tiles - before.tiles) | (after.rainbows - before.rainbows)
    return [
        square
        for square in naive_rules.SQUARES
        if naive_rules.places_of(square) <= after.held()
        and naive_rules.places_of(square) & new
        and square not in after.spirits.values()
    ]


def area(panorama: Panorama) -> int:
    """The size of the largest area."""
    return int(naive_rules.points(panorama)["area"])


def lit(panorama: Panorama) -> int:
    """The lit fires."""
    return len(naive_rules.lit_fires(panorama))


def dark(panorama: Panorama) -> int:
    """The fires that are not lit."""
    return len(naive_rules.fires_of(panorama)) - lit(panorama)


def lacking(panorama: Panorama) -> set[Tile]:
    """The places that are all a square lacks."""
    gaps = [naive_rules.places_of(square) - panorama.held() for square in naive_rules.SQUARES]
    return set().union(*(gap for gap in gaps if len(gap) == 1))


def worth(panorama: Panorama, spirit: str) -> int:
    """The points that a spirit adds."""
    others = {each: at for each, at in panorama.spirits.items() if each != spirit}
    without = Panorama(panorama.tiles, panorama.rainbows, others)
    with_it = Panorama(panorama.tiles, panorama.rainbows, {**others, spirit: (1, 1)})
    return int(naive_rules.points(with_it)["total"]) - int(naive_rules.points(without)["total"])


# --- each kind once more -----------------------------------------------------------------


def square(seen: Seen) -> Json | None:
    """Completed squares."""
    change = seen.change()
    effect = seen.verb in ("deer", "beetle") or bool(seen.view["phase"] == "rainbow" and late(seen))
    return {"count": len(formed(*change))} if change and formed(*change) and not effect else None


def late(seen: Seen) -> bool:
    """Whether a rainbow comes by the effect of a spirit, which brings no other one (T13)."""
    return bool(seen.view["late"])


def lights(seen: Seen) -> Json | None:
    """Lit fires."""
    change = seen.change()
    more = lit(change[1]) - lit(change[0]) if change else 0
    return {"count": more} if more > 0 else None


def grows(seen: Seen) -> Json | None:
    """The largest area."""
    change = seen.change()
    sizes = [area(each) for each in change] if change else [0, 0]
    return {"less": sizes[0], "more": sizes[1]} if sizes[1] > sizes[0] else None


def joins(seen: Seen) -> Json | None:
    """Areas that become one."""
    change = seen.change()
    if not change:
        return None
    old, new = change[0].areas(), change[1].areas()
    most = max((sum(1 for part in old if part <= whole) for whole in new), default=0)
    return {"count": most} if most >= 2 else None


def darkens(seen: Seen) -> Json | None:
    """Fires that are not lit."""
    change = seen.change()
    return {} if change and dark(change[1]) > dark(change[0]) else None


def prepares(seen: Seen) -> Json | None:
    """Squares that lack one tile of the line."""
    change = seen.change()
    if not change or not seen.spirits_wait:
        return None
    new = lacking(change[1]) - lacking(change[0])
    tiles = sorted(new & set(seen.line) - {seen.taken or (0, 0)})
    return {"tile": naive_rules.name(tiles[0])} if tiles else None


def captures(seen: Seen) -> Json | None:
    """What can be captured."""
    return {"tiles": naive_rules.names(seen.matches)} if seen.matches else None


def able(seen: Seen, wanted: Callable[[Panorama], bool]) -> Json | None:
    """The captures, if there are several, after which something is true."""
    several = seen.matches if len(seen.matches) > 1 else []
    tiles = [each for each in several if wanted(plus(seen.own, each, seen.tile))]
    return {"tiles": naive_rules.names(tiles)} if tiles else None


def can_grow(seen: Seen) -> Json | None:
    """The capture that makes the largest area grow most, by two or more."""
    several = seen.matches if len(seen.matches) > 1 else []
    sizes = {each: area(plus(seen.own, each, seen.tile)) for each in several}
    best = min(several, key=lambda each: (-sizes[each], each), default=None)
    if best is None or sizes[best] < area(seen.own) + 2:
        return None
    return {"tile": naive_rules.name(best), "less": area(seen.own), "more": sizes[best]}


def chance(seen: Seen) -> Json | None:
    """A tile that captures nothing."""
    return {"tile": seen.what} if seen.verb == "play" and not seen.matches else None


def denied(seen: Seen, count: Callable[[Panorama], int], least: int) -> Json | None:
    """What the other player would have had more with the tile that is taken."""
    if seen.taken is None:
        return None
    more = count(plus(seen.other, seen.taken)) - count(seen.other)
    return {"tile": naive_rules.name(seen.taken), "count": more} if more >= least else None


def denies_square(seen: Seen) -> Json | None:
    """A square of the other player."""
    if seen.taken is None or not seen.spirits_wait:
        return None
    would = formed(seen.other, plus(seen.other, seen.taken))
    return {"tile": naive_rules.name(seen.taken)} if would else None


def denies_spirit(seen: Seen) -> Json | None:
    """A face-up spirit that would bring the other player two points or more."""
    more = worth(seen.other, seen.what) if seen.verb == "take" else 0
    return {"spirit": seen.what, "count": more} if more >= 2 else None


def sends_evil(seen: Seen) -> Json | None:
    """The holder of the Evil spirit meets another."""
    return {} if seen.verb in ("take", "keep") and seen.view["evil"] == seen.seat else None


def brings(seen: Seen) -> Json | None:
    """A spirit that brings two points or more."""
    more = worth(seen.own, seen.what) if seen.verb in ("take", "keep") else 0
    return {"spirit": seen.what, "count": more} if more >= 2 else None


def acts(seen: Seen) -> Json | None:
    """A wood spirit that can act."""
    held = seen.view["held"]
    able = {
        "fish": seen.view["rainbows"] > 0,
        "deer": held[seen.seat] > 0,
        "eagle": seen.view["pile"] > 0,
        "bear": seen.view["pile"] > 0,
        "dragonfly": held[1 - seen.seat] > 0,
        "beetle": bool(seen.line),
        "groundhog": True,
    }
    met = seen.verb in ("take", "keep")
    return {"spirit": seen.what} if met and able.get(seen.what) else None


def saves(seen: Seen) -> Json | None:
    """The Squirrel."""
    return {} if seen.verb in ("take", "keep") and seen.what == "squirrel" else None


def draws(seen: Seen) -> Json | None:
    """Two spirits."""
    return {} if seen.verb == "draw" and seen.view["spirits"]["pile"] >= 2 else None


def blocks_none(seen: Seen) -> Json | None:
    """A square without a free rainbow, where another has one."""
    if seen.verb != "square":
        return None
    free = seen.own.rainbows - seen.own.blocked()
    with_free = {
        each for each in seen.options if naive_rules.places_of(naive_rules.tile(each)) & free
    }
    return {} if with_free and seen.what not in with_free else None


def costs(seen: Seen) -> Json | None:
    """What the other player loses."""
    if seen.verb != "cover":
        return None
    return {"spirit": seen.what, "count": worth(seen.other, seen.what)}


CHECKS: dict[str, Callable[[Seen], Json | None]] = {
    "square": square,
    "lights": lights,
    "area": grows,
    "joins": joins,
    "dark": darkens,
    "prepares": prepares,
    "captures": captures,
    "can-square": lambda seen: able(seen, lambda new: bool(formed(seen.own, new))),
    "can-light": lambda seen: able(seen, lambda new: lit(new) > lit(seen.own)),
    "can-grow": can_grow,
    "chance": chance,
    "denies-square": denies_square,
    "denies-fire": lambda seen: denied(seen, lit, 1),
    "denies-area": lambda seen: denied(seen, area, 2),
    "denies-spirit": denies_spirit,
    "sends-evil": sends_evil,
    "brings": brings,
    "acts": acts,
    "saves-tiles": saves,
    "draws": draws,
    "blocks-none": blocks_none,
    "costs": costs,
}
"""What each kind but `wins` should say."""


def expected(match: Match, move: Move) -> dict[str, Json]:
    """What should be told of a move."""
    seen = Seen(match, move)
    seen.view["late"] = effect_under_way(match)
    found = {name: check(seen) for name, check in CHECKS.items()}
    return {name: values for name, values in found.items() if values is not None}


def effect_under_way(match: Match) -> bool:
    """Whether a spirit has sat down in this turn already, or the Squirrel adds tiles at the end;
    read from what happened before."""
    moves = match.view()["moves"]
    for event in reversed([event for move in moves for event in move["events"]]):
        if kind_of(event) == "turn":
            return False
        sits = event["what"] == "square" and event["seat"] == match.turn
        if kind_of(event) == "squirrel" or sits:
            return True
    return False


def check(match: Match, move: Move) -> set[str]:
    """Compare what is told of a move with what should be, for its player and for others; the
    kinds that were told."""
    should, kinds = expected(match, move), set()
    for viewer in (match.turn, None):
        told = {reason.name: reason.values for reason in explanations_for(match, move, viewer)}
        if told.pop("wins", None) is not None:
            kinds.add("wins")
            assert winner(match, move) == match.turn
        assert told == should, (match.seed, match.history, move.text, viewer)
    return kinds | set(should)


def winner(match: Match, move: Move) -> Any:
    """Who has won after a move; None if nobody, or both."""
    then = match.copy()
    then.play(move)
    return then.winners[0] if then.turn is None and len(then.winners) == 1 else None


def positions(seed: int) -> Iterator[tuple[Match, Move]]:
    """Games by a bot that plays anything or by one that looks no further than it sees; at each
    position of more than one move, one of its moves."""
    rng = random.Random(seed)
    while True:
        match = solstis(rng.getrandbits(32), rng.choice(("on", "off")))
        players = [bots.bot(SOLSTIS.info.name, rng.choice((0, 2, 3)), seed) for _ in range(2)]
        while match.turn is not None:
            if len(match.moves()) > 1:
                yield match, rng.choice(match.moves())
            match.play(players[match.turn].choose(match))


def survey(count: int, seed: int = 0) -> Counter[str]:
    """Check as many positions; how often each kind was told."""
    told: Counter[str] = Counter()
    sources = positions(seed)
    for _ in track(range(count), "Positions", transient=True):
        told.update(check(*next(sources)))
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=10_000)
    print(survey(parser.parse_args().positions))
