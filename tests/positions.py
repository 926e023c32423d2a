"""Reaching positions of any game by random play."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from parhelion import bots
from parhelion.games import Game, Move, choice_catalogue
from parhelion.kernel import COMPILED
from parhelion.match import Match
from parhelion.scene import Layout, Scene

EFFORT = int(os.environ.get("PARHELION_TEST_EFFORT", "1"))
"""Factor for the number of random games and requests; `make attacks` sets it."""
COMPILED_GAMES = 15


def option_sets(game: Game, dealt_at_random: bool = True) -> list[dict[str, str]]:
    """Every value of every option at least once, on request but for random deals."""
    options = game.info.options
    base = {option.name: next(v for v in option.values if v != "random") for option in options}
    varied = [
        base | dict(option.needs) | {option.name: value}
        for option in options
        for value in option.values
    ]
    sets = [each for number, each in enumerate(varied) if each not in varied[:number]] or [base]
    return [each for each in sets if dealt_at_random or "random" not in each.values()]


def matches(game: Game, count: int = COMPILED_GAMES) -> Iterator[Match]:
    """Fresh matches over all options, a few of them when uncompiled."""
    sets = option_sets(game) if COMPILED else option_sets(game, dealt_at_random=False)[::3]
    for seed in range(count if COMPILED else 1):
        for options in sets:
            yield Match(game, options, seed)


def positions(match: Match, seed: int = 0) -> Iterator[Match]:
    """Play a match to its end at random, stopping at every position on the way."""
    bot = bots.bot(match.game.info.name, 0, seed)
    yield match
    while match.turn is not None:
        match.play(bot.choose(match))
        yield match


def play_out(match: Match, seed: int = 0) -> Match:
    """The match after random moves to its end."""
    for _ in positions(match, seed):
        pass
    return match


def raw(state: Any) -> bytes:
    """A state to the bit."""
    return bytes(state.tobytes())


def offered(game: Game, view: Any, moves: Sequence[Move], layout: Layout = "wide") -> Scene:
    """The scene of a view as if its seat had these moves to choose from, with their choices."""
    say = game.words("en")
    drawn = game.drawing.scene(view, moves, say, layout)
    actions = np.array(sorted(move.action for move in moves), dtype=np.int32)
    offer = choice_catalogue.offer(game, view, actions, drawn, say)
    catalogue = choice_catalogue.catalogue_of(game, view["seat"], "en")
    return replace(drawn, choices=choice_catalogue.choices(offer, catalogue))
