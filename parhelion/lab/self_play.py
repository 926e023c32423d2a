"""Self-play for training: games of a search against itself, with what it thought of them.

The games are played in chunks, which do not depend on each other: a chunk is the same wherever and
whenever it is played. A game is its seed and its actions, so features can be changed without
playing anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from parhelion.bots.search_bot import SearchBot, SearchedLine
from parhelion.games import Game, Grade, load
from parhelion.kernel import below, stream
from parhelion.match import Match, new

TRIED = 24
"""Lines of each search that are kept, with what the search thought of them."""
MIN_VISITS = 8
"""Visits that the last move of such a line needs."""
LONGEST_LINE = 2
NO_ACTION = -1
VARIED = 4
"""Every so many games one has options drawn at random; the others have the usual ones."""


@dataclass(frozen=True, eq=False)
class SelfPlay:
    """How games are played for training."""

    game: str
    seed: int | str
    grade: Grade
    opening: int
    """Up to so many moves at the beginning are random."""
    chunk: int
    """Games in a chunk."""
    network: Any = None
    """The weights of the network that the search uses, if it uses one."""


class Chunk(NamedTuple):
    """Games of self-play, move after move. What a search did not judge is NaN."""

    lengths: Any
    """By game: its moves."""
    actions: Any
    """By move: what was played."""
    values: Any
    """By move: what the search expected for the seat to move, before the move."""
    tried: Any
    """By move: a few lines, a move and perhaps a reply, that the search tried instead."""
    tried_values: Any
    """What the search expected of each of them for the seat that moves last in it."""
    shares: Any
    """By game: the first seat's share of victory."""


def play_chunk(plan: SelfPlay, number: int) -> Chunk:
    """Play the games of a chunk."""
    first = number * plan.chunk
    played = [play_game(plan, index) for index in range(first, first + plan.chunk)]
    return Chunk._make(map(np.concatenate, zip(*played, strict=True)))


def play_game(plan: SelfPlay, number: int) -> Chunk:
    """Play one game."""
    game, rng = load(plan.game), stream(game_seed(plan, number), "self-play")
    match = start(plan, number)
    bots = [
        SearchBot(game, plan.grade, f"{match.seed}/{seat}", network=plan.network)
        for seat in range(2)
    ]
    random_moves = int(below(rng, plan.opening + 1))
    values: list[float] = []
    tried: list[Any] = []
    while match.turn is not None:
        moves, value, others = match.moves(), np.nan, _no_lines()
        if match.ply < random_moves:
            move = moves[int(below(rng, len(moves)))]
        else:
            move = bots[match.turn].choose(match)
            if len(moves) > 1:
                value, others = judge(bots[match.turn].searched(1), rng)
        match.play(move)
        values.append(value)
        tried.append(others)
    share = float(0 in match.winners) / max(1, len(match.winners))
    return Chunk(
        np.array([match.ply], np.int16),
        np.array([move.action for move in match.history], np.int16),
        np.array(values, np.float32),
        np.array([lines for lines, _ in tried], np.int16),
        np.array([means for _, means in tried], np.float32),
        np.array([share], np.float32),
    )


def judge(lines: list[SearchedLine], rng: Any) -> tuple[float, Any]:
    """What a search expects for the seat to move, and of a few random ones of its lines."""
    moves = [line for line in lines if len(line.actions) == 1]
    most = max(line.visits for line in moves)
    value = max(line.mean for line in moves if 2 * line.visits >= most)
    good = [line for line in lines if line.visits >= MIN_VISITS or line.mean in (0, 1)]
    kept, means = _no_lines()
    for place in range(min(TRIED, len(good))):
        pick = place + int(below(rng, len(good) - place))
        good[place], good[pick] = good[pick], good[place]
        kept[place, : len(good[place].actions)] = good[place].actions
        means[place] = good[place].mean
    return value, (kept, means)


def _no_lines() -> tuple[Any, Any]:
    lines = np.full((TRIED, LONGEST_LINE), NO_ACTION, np.int16)
    return lines, np.full(TRIED, np.nan, np.float32)


def start(plan: SelfPlay, number: int) -> Match:
    """The beginning of a game."""
    options = varied_options(plan, number) if number % VARIED == VARIED - 1 else {}
    return new(plan.game, seed=game_seed(plan, number), **options)


def game_seed(plan: SelfPlay, number: int) -> str:
    """The seed of a game."""
    return f"{plan.seed}/{number}"


def varied_options(plan: SelfPlay, number: int) -> Mapping[str, str]:
    """Options of a game for two, drawn at random."""
    game, rng = load(plan.game), stream(game_seed(plan, number), "options")
    while True:
        chosen = _drawn(game, rng)
        if len(game.seats_for(chosen)) == 2:
            return chosen


def _drawn(game: Game, rng: Any) -> dict[str, str]:
    chosen = game.complete_options({})
    for option in game.options:
        if option.is_asked(chosen):
            chosen[option.name] = option.values[int(below(rng, len(option.values)))]
    return chosen
