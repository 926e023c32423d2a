"""Every reason for a move of Orion Duel, worked out a second time with the naive implementation.

    python -m tests.orion.naive_explanations --positions 10000

plays random and bots' games and says which sentences were told, and whether any was false.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from parhelion import bots
from parhelion.bots import SearchBot
from parhelion.bots.explanations import explanations_for
from parhelion.games import Explanation, Grade, Json, Move
from parhelion.match import Match
from tests.orion import naive_rules
from tests.orion.matches import ORION, axial, naive_move

WAYS = {"link": "constellations", "galaxies": "galaxies", "holes": "holes"}
WINS = {"linking": "constellations", "stuck": "stuck", "tiles": "tiles"} | WAYS
MANY_HEXES = 55
"""With fewer of them on the board there are more places for tiles than are worth telling."""

Step = tuple[Match, Move, Match]
"""A match, a move, and the match after it."""


# --- positions ---------------------------------------------------------------------------


def steps(seed: int, grade: Grade | None) -> Iterator[Step]:
    """A game move by move, at random or by a bot that also likes to err."""
    chance = random.Random(seed)
    options = {
        "setup": ("random", "symmetric-1", "symmetric-2", "symmetric-3")[seed % 4],
        "count": ("ways", "each")[seed // 4 % 2],
    }
    match = Match(ORION, options, seed)
    anybody = bots.bot("orion", 0, seed)
    bot = SearchBot(ORION, grade, seed) if grade else anybody
    while match.turn is not None:
        move = (anybody if chance.random() < 0.2 else bot).choose(match)
        before = match.copy()
        match.play(move)
        yield before, move, match.copy()


def twin(match: Match) -> naive_rules.Game:
    """The position of a match in the naive implementation."""
    view = match.view()["position"]
    game = naive_rules.Game(axial(view["galaxies"]), axial(view["holes"]), match.options["count"])
    for seat, colour in enumerate(("blue", "orange")):
        game.hexes |= dict.fromkeys(axial(view["hexes"][colour]), seat)
        game.left[seat] = dict(view["tiles"][colour])
    game.turn = match.turn
    return game


# --- looking -----------------------------------------------------------------------------


def tried(game: naive_rules.Game, seat: int, move: naive_rules.Move) -> naive_rules.Game:
    """The game after a move of a seat, whoever's turn it was."""
    trial = naive_rules.Game(game.galaxies, game.holes, game.count)
    trial.hexes, trial.left, trial.turn = dict(game.hexes), [dict(h) for h in game.left], seat
    trial.play(move)
    return trial


def winning(game: naive_rules.Game, seat: int) -> dict[naive_rules.Move, frozenset[str]]:
    """The moves with which a seat would win by conditions at once, and by which."""
    near = [_chains_by_cell(game, colour) for colour in range(2)]
    found = {}
    for move in naive_rules.shapes():
        kind, own, other = move
        if game.left[seat][kind] == 0 or not game.hexes.keys().isdisjoint(
            naive_rules.covered(move)
        ):
            continue
        hot = _is_hot(game, own, near[seat])
        if not hot and other is not None:
            hot = _is_hot(game, frozenset({other}), near[1 - seat])
        if hot and game._allowed(move, seat):
            trial = tried(game, seat, move)
            if trial.turn is None and trial.winner == seat and trial.reason & set(WAYS.values()):
                found[move] = trial.reason
    return found


def _chains_by_cell(
    game: naive_rules.Game, colour: int
) -> dict[naive_rules.Cell, frozenset[naive_rules.Cell]]:
    chains = map(frozenset, game.chains(colour))
    return {cell: chain for chain in chains for cell in chain}


def _is_hot(
    game: naive_rules.Game,
    part: frozenset[naive_rules.Cell],
    chains: dict[naive_rules.Cell, frozenset[naive_rules.Cell]],
) -> bool:
    """Whether hexes on a part would belong to a chain that meets any condition of O10."""
    around = {near for cell in part for near in naive_rules.neighbours(cell)}
    grown = part.union(*{chains[cell] for cell in around if cell in chains})
    return (
        len(grown & game.galaxies) >= 4
        or len(grown & game.holes) >= 3
        or any(
            grown & naive_rules.SIDES[a] and grown & naive_rules.SIDES[b]
            for a, b in naive_rules.OPPOSITE
        )
    )


def ways(game: naive_rules.Game, seat: int) -> set[str]:
    """By which conditions a seat could win at once."""
    return set().union(*winning(game, seat).values())


def is_forced(game: naive_rules.Game, seat: int) -> bool:
    """Whether a seat wins with its next move whatever the other replies."""
    known = list(winning(game, seat))
    for reply in game.legal():
        later = tried(game, 1 - seat, reply)
        if later.turn is None:
            if later.winner != seat:
                return False
        elif not any(_wins(later, seat, move) for move in known) and not winning(later, seat):
            return False
    return True


def _wins(game: naive_rules.Game, seat: int, move: naive_rules.Move) -> bool:
    return game._allowed(move, seat) and tried(game, seat, move).winner == seat


def link_distance(game: naive_rules.Game, colour: int) -> int:
    """Free cells on the cheapest way between any two opposite sides, 9 if it is longer."""
    passable = {cell for cell in naive_rules.CELLS if game.hexes.get(cell, colour) == colour}
    return min(_across(game, passable, a, b) for a, b in naive_rules.OPPOSITE)


def _across(game: naive_rules.Game, passable: set[naive_rules.Cell], one: str, two: str) -> int:
    spent = {cell: int(cell not in game.hexes) for cell in naive_rules.SIDES[one] & passable}
    edge = set(spent)
    while edge:
        cell = edge.pop()
        for near in naive_rules.neighbours(cell) & passable:
            cost = spent[cell] + (near not in game.hexes)
            if cost < spent.get(near, 9):
                spent[near] = cost
                edge.add(near)
    return min([9, *(spent[cell] for cell in naive_rules.SIDES[two] if cell in spent)])


# --- what should be said -----------------------------------------------------------------


def expected(step: Step, said: list[Explanation]) -> dict[str, Json]:
    """All reasons that should be told, by name; some expensive ones only if they were told."""
    before, after, move = twin(step[0]), twin(step[2]), naive_move(step[1].action)
    seat, told = step[0].turn or 0, {reason.name: reason.values for reason in said}
    found = _about_the_tile(before, after, move, seat)
    if step[2].turn is None:
        outcome = tried(before, seat, move)
        return _about_the_end(outcome, seat) | {
            name: values for name, values in found.items() if name in ALSO_AT_THE_END
        }
    found |= _about_links(before, after, seat) | _about_threats(before, after, seat, told)
    if "forces" in told and is_forced(after, seat):
        found["forces"] = {"other": 1 - seat}
    if len(after.hexes) > MANY_HEXES or "cramps" in told:
        n = len(after.legal())
        found |= {"cramps": {"other": 1 - seat, "n": n}} if n <= 40 else {}
    return found


ALSO_AT_THE_END = {"snatches", "gains_galaxy", "gives_galaxy", "takes_hole"}


def _about_the_end(outcome: naive_rules.Game, seat: int) -> dict[str, Json]:
    if outcome.winner is None:
        return {"draws": {}}
    if outcome.winner != seat:
        return {"loses": {"other": 1 - seat}}
    names = [f"wins_{name}" for name, way in WINS.items() if way in outcome.reason]
    return {name: {"other": 1 - seat} for name in names if name != "wins_link"}


def _about_threats(
    before: naive_rules.Game, after: naive_rules.Game, seat: int, told: dict[str, Json]
) -> dict[str, Json]:
    other, found = 1 - seat, {}
    answers = winning(after, other)
    if answers:
        texts = (
            {naive_move(ORION.move(told["allows"]["move"]).action)} if "allows" in told else set()
        )
        right = texts <= answers.keys()
        found["allows"] = told["allows"] if texts and right else {"other": other}
    now = set().union(*answers.values())
    was, next_turn = ways(before, other), ways(after, seat)
    for name, way in WAYS.items():
        if way in was - now:
            found[f"stops_{name}"] = {"other": other}
        if way in next_turn and not answers:
            found[f"threatens_{name}"] = {"other": other}
    return found


def _about_links(before: naive_rules.Game, after: naive_rules.Game, seat: int) -> dict[str, Json]:
    found = {}
    for name, colour in (("nears", seat), ("blocks", 1 - seat)):
        was, now = link_distance(before, colour), link_distance(after, colour)
        if 9 not in (was, now) and (now < was if name == "nears" else now > was):
            found[name] = {"seat": colour, "was": was, "n": now}
    return found


def _about_the_tile(
    before: naive_rules.Game, after: naive_rules.Game, move: naive_rules.Move, seat: int
) -> dict[str, Json]:
    kind, own, other = move
    given, found = frozenset() if other is None else frozenset({other}), dict[str, Json]()
    chain = next(chain for chain in after.chains(seat) if own <= chain)
    apart = [each for each in before.chains(seat) if each <= chain]
    held = len(chain & after.galaxies)
    if held > 1 and all(len(each & after.galaxies) < held for each in apart):
        found["galaxies_together"] = {"n": held}
    found |= _about_tokens(before, after, own, given, seat)
    if len(apart) > 1:
        found["joins"] = {"n": len(apart)}
    touched = {name for name, side in naive_rules.SIDES.items() if chain & side}
    touched -= {name for name in touched for each in apart if each & naive_rules.SIDES[name]}
    if touched:
        found["touches"] = {"sides": touched}
    if naive_rules.TILES[kind] > 1 and after.left[seat][kind] == 0:
        found["last_of_kind"] = {"kind": kind}
    return found


def _about_tokens(
    before: naive_rules.Game,
    after: naive_rules.Game,
    own: frozenset[naive_rules.Cell],
    given: frozenset[naive_rules.Cell],
    seat: int,
) -> dict[str, Json]:
    other, found = 1 - seat, dict[str, Json]()
    galaxies = own & before.galaxies
    contested = {
        cell
        for cell in galaxies
        if any(before.hexes.get(near) == other for near in naive_rules.neighbours(cell))
    }
    if contested:
        found["snatches"] = {"cells": _names(contested), "other": other}
    elif galaxies:
        found["gains_galaxy"] = {"cells": _names(galaxies)}
    if own & before.holes:
        found["takes_hole"] = {"cells": _names(own & before.holes)}
    if given & before.galaxies:
        found["gives_galaxy"] = {"cells": _names(given & before.galaxies), "other": other}
    if given & before.holes:
        chain = next(chain for chain in after.chains(other) if given <= chain)
        held = len(chain & after.holes)
        found["sinks"] = {"cells": _names(given & before.holes), "other": other, "n": held}
    return found


def _names(cells: Any) -> set[str]:
    return {naive_rules.name(cell) for cell in cells}


def differing(step: Step) -> list[str]:
    """What is said of a move and not so, or is so and not said."""
    said = explanations_for(step[0], step[1], step[0].turn)
    right = expected(step, said)
    told = {reason.name: {k: _plain(v) for k, v in reason.values.items()} for reason in said}
    where, names = f"{step[1]} at ply {step[0].ply} of {step[0].seed}", told.keys() | right.keys()
    return [
        f"{where}: {name} {told.get(name)}, not {right.get(name)}"
        for name in sorted(names)
        if told.get(name) != right.get(name)
    ]


def _plain(value: Any) -> Any:
    return set(value) if isinstance(value, list) else value


def main() -> None:
    """Check as many positions as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    kinds, checked, wrong, seed = Counter[str](), 0, 0, asked.seed
    while checked < asked.positions:
        for step in steps(seed, Grade(120, 6) if seed % 3 else None):
            checked += 1
            kinds.update(reason.name for reason in explanations_for(step[0], step[1], step[0].turn))
            for difference in differing(step):
                wrong += 1
                print(difference, flush=True)
        seed += 1
        if seed % 50 == 0:
            print(f"{checked} positions, {wrong} differences", flush=True)
    print(f"{checked} positions, {wrong} differences; {dict(kinds.most_common())}")


if __name__ == "__main__":
    main()
