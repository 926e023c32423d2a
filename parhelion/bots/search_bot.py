"""The bot that searches: it divides iterations among root moves and trees, and reads the result."""

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from math import fsum
from typing import Any, NamedTuple

import numpy as np

from parhelion.bots.base_bot import Bot
from parhelion.bots.intervals import wilson_interval
from parhelion.bots.kernels.search import (
    TALLY_VISITS,
    add_priors,
    run_iterations,
    winning_move,
)
from parhelion.bots.kernels.tree import (
    ENDS,
    GAMES,
    LOSES,
    NONE,
    OPEN,
    POINTS,
    SHARES,
    WINS,
    Tree,
    new_tree,
    reset_tree,
    reuse_subtree,
)
from parhelion.bots.move_rating import MoveRating
from parhelion.bots.network_file import NO_NETWORK, network_of
from parhelion.cores import usable_cores
from parhelion.games import Game, Grade, Move
from parhelion.kernel import exp, next32, split, stream
from parhelion.match import Match

MIN_ITERATIONS_EACH = 12
"""The least number of iterations for each root move in the first round of halving."""
MIN_SEARCHED = 4
"""The least number of root moves that are searched."""
FULL_BUDGET_MOVES = 8
"""With fewer root moves than this, the budget of iterations shrinks in proportion."""
PROBES = 16
"""Iterations in which all replies to a move are tried for one that wins at once."""
PRIOR_VISITS, PRIOR_SLOPE, MAX_PRIOR_GAP = 100.0, 0.07, 6.0
"""A prior counts as `PRIOR_VISITS` visits. For each 1 by which it is below the best prior, a move
is expected to evaluate `PRIOR_SLOPE` lower; larger gaps than `MAX_PRIOR_GAP` count as that."""
TIMED_ITERATIONS = 200
"""Iterations that measure the speed of a search which has a time limit."""
NODES_PER_SECOND = 200_000
"""Nodes that a tree has room for, for each second of a time limit."""
MAX_NODES = 2_000_000
"""The most nodes of a tree (200 MB). When they are used up, the search goes on without new ones."""
TIME_MARGIN = 0.85
"""The part of the remaining time that is planned for: a search slows down as its trees grow."""
MIN_LINE_VISITS = 8
"""Visits that a move needs to be part of a line."""
MAX_LINE = 12
MAX_GAP = 3
"""A move whose mean is more than this many temperatures below the best is never sampled."""

_threads = ThreadPoolExecutor(usable_cores(), thread_name_prefix="bot")


class LastSearch(NamedTuple):
    """The position that a bot searched last."""

    start: bytes
    played: tuple[Move, ...]
    seat: int | None
    """The seat that was to move; what the trees know is for this seat only."""
    moves: int
    """The number of legal moves."""


class SearchedLine(NamedTuple):
    """A move that a search visited, or a move and a reply to it."""

    actions: tuple[int, ...]
    mean: float
    """What the last action brings who plays it, 0 to 1: the mean evaluation, or what is proved."""
    visits: int


class SearchBot(Bot):
    """Searches several trees, with a number of iterations in all or for a number of seconds; a
    forced move is played at once. Asked again later in the same game, it reuses its trees.

    With a seed, the same questions and no time limit, it gives the same answers on every machine.
    """

    def __init__(
        self,
        game: Game,
        grade: Grade,
        seed: int | str | None = None,
        seconds: float | None = None,
        network: Any = None,
    ) -> None:
        super().__init__(game, seed)
        self.grade = grade
        self.seconds = seconds
        self._network = network_of(game) if network is None and grade.network else network
        self._trees: list[Tree] = []
        self._last = LastSearch(b"", (), None, 0)

    def choose(self, match: Match) -> Move:
        """Choose the best move, or sample a good one if its grade has a temperature; GameOver if
        there is no move."""
        moves = self._moves(match)
        if len(moves) == 1:
            return moves[0]
        order = self._search(match)
        return self._move(self._sampled(order))

    def analyse(self, match: Match, also: Iterable[Move] = ()) -> list[MoveRating]:
        """Rate the moves it searched, best first, and those in `also`. If a move wins at once, no
        others are searched."""
        self._moves(match)
        wanted = {move.action for move in also}
        order = self._search(match, wanted, full_games=1)
        proved = self._proved()
        return [self._rated(node) for node in order if proved[node] or self._outcome(node)[GAMES]]

    @property
    def visits(self) -> int:
        """The iterations behind its last search, including those of reused trees."""
        return int(self._sum("visits")[: self._last.moves + 1].sum())

    def searched(self, min_visits: int) -> list[SearchedLine]:
        """What the first tree of its last search says of moves and of replies to them, each visited
        so often; where a game has secrets a reply may not be legal, so there are none."""
        visits = self._trees[0].nodes["visits"]
        found = 1 + np.flatnonzero(visits[1 : self._last.moves + 1] >= min_visits)
        roots: list[int] = found.tolist()
        lines = [self._searched_line(node) for node in roots]
        for node in () if self.game.secrets else roots:
            lines += [
                self._searched_line(node, child)
                for child in self._children(node)
                if visits[child] >= min_visits
            ]
        return lines

    def _searched_line(self, *line: int) -> SearchedLine:
        """A line of nodes of the first tree."""
        nodes = self._trees[0].nodes
        node, actions = nodes[line[-1]], tuple(int(nodes["action"][each]) for each in line)
        open_mean = node["value"] / node["visits"]
        mean = float(open_mean if node["proved"] == OPEN else node["proved"] == WINS)
        return SearchedLine(actions, mean, int(node["visits"]))

    # --- searching

    def _search(self, match: Match, wanted: Iterable[int] = (), full_games: int = 0) -> Any:
        """Search a position; its root moves as nodes, best first. With `full_games` all iterations
        are played to the end of the game and counted."""
        moves = self._set_root(match)
        depth = self.grade.depth_for(len(match.seats) - len(match.rivals))
        settings = {"full_games": full_games, "rollout_depth": depth}
        self._trees = [tree._replace(**settings) for tree in self._trees]
        self._set_priors(moves)
        won = winning_move(self._trees[0])
        order = np.array([won]) if won != NONE else self._successive_halving(moves)
        return self._search_also(moves, wanted, order)

    def _set_root(self, match: Match) -> int:
        """Set the trees to a position, reusing what they know of it; how many moves it has."""
        since = self._moves_since(match)
        if not self._trees or len(self._trees[0].points) != len(match.seats):
            self._trees, since = self._new_trees(match), []
        for tree in self._trees:
            split(self.rng, tree.rng)
            tree.states[0] = match.state[0]
            if not (since and reuse_subtree(tree, self._last.moves, np.array(since))):
                reset_tree(tree)
        start, moves = match.start.tobytes(), len(match.actions())
        self._last = LastSearch(start, match.history, match.turn, moves)
        return self._last.moves

    def _moves_since(self, match: Match) -> list[int]:
        """The moves played since the last search; none if that was of another game or for another
        seat."""
        last, played = self._last, match.history
        same = last.start == match.start.tobytes() and last.seat == match.turn
        continued = last.played == played[: len(last.played)]
        return [move.action for move in played[len(last.played) :]] if same and continued else []

    def _new_trees(self, match: Match, room: int | None = None) -> list[Tree]:
        """Memory for the trees, for as many seats as a match has."""
        game, threads, seats = self.game, self.grade.threads, len(match.seats)
        if self.seconds is not None:
            room = min(MAX_NODES, int(NODES_PER_SECOND * self.seconds))
        elif room is None:
            room = 2 * self.grade.iterations // threads + MIN_ITERATIONS_EACH
        network = self._network if seats == 2 and self._network is not None else NO_NETWORK
        solvable = int(not game.secrets and seats == 2)
        size, explore = (game.dtype, game.actions, seats, room), self.grade.exploration
        return [
            new_tree(*size, stream(0, "tree"), network, solvable, exploration=explore)
            for _ in range(threads)
        ]

    def _set_priors(self, moves: int) -> None:
        """Set the priors of all root moves: a reused tree has those of its old nodes only."""
        first, *others = self._trees
        root_moves = slice(1, moves + 1)
        first.nodes["prior"][root_moves] = 0
        add_priors(first, moves)
        for other in others:
            other.nodes["prior"][root_moves] = first.nodes["prior"][root_moves]

    def _search_also(self, moves: int, wanted: Iterable[int], order: Any) -> Any:
        """Spend some iterations on moves that were asked for; the given order with them added."""
        actions = self._trees[0].nodes["action"][1 : moves + 1]
        nodes = 1 + np.flatnonzero(np.isin(actions, list(wanted)))
        if len(nodes):
            self._iterate(nodes, max(1, self.grade.iterations // FULL_BUDGET_MOVES))
        return np.concatenate([order, np.setdiff1d(nodes, order)])

    def _successive_halving(self, moves: int) -> Any:
        """Spend the iterations in rounds, each on the better half of the root moves of the last;
        all root moves, best first."""
        order = self._ranked(np.arange(1, moves + 1))
        started = time.monotonic()
        budget = self._budget(order)
        count = min(moves, max(MIN_SEARCHED, budget // MIN_ITERATIONS_EACH))
        rounds = max(1, (count - 1).bit_length())
        for round in range(rounds):
            self._iterate(order[:count], budget // rounds, PROBES if round == 0 else 0)
            order[:count] = self._ranked(order[:count])
            if self._decided(order[:count]) or self._out_of_time(started):
                break
            count = (count + 1) // 2
        return order

    def _budget(self, order: Any) -> int:
        """The iterations to spend; with a time limit, as many as it allows."""
        if self.seconds is None:
            shrunk = self.grade.iterations * min(FULL_BUDGET_MOVES, len(order)) // FULL_BUDGET_MOVES
            return max(1, shrunk)
        started = time.monotonic()
        timed = order[: max(MIN_SEARCHED, TIMED_ITERATIONS // MIN_ITERATIONS_EACH)]
        self._iterate(timed, TIMED_ITERATIONS)
        pace = TIMED_ITERATIONS / max(1e-6, time.monotonic() - started)
        left = TIME_MARGIN * (self.seconds - (time.monotonic() - started))
        return max(1, min(int(pace * left), MAX_NODES * len(self._trees)))

    def _out_of_time(self, started: float) -> bool:
        return self.seconds is not None and time.monotonic() - started >= self.seconds

    def _iterate(self, order: Any, iterations: int, probes: int = 0) -> None:
        """Spend iterations on some root moves, in all trees at once."""
        each = -(-iterations // len(self._trees))
        others = [
            _threads.submit(run_iterations, tree, order, each, probes) for tree in self._trees[1:]
        ]
        run_iterations(self._trees[0], order, each, probes)
        for future in others:
            future.result()

    # --- reading the trees

    def _sum(self, field: str) -> Any:
        """A field of the root moves, added up over all trees; by node."""
        return sum(tree.nodes[field][: len(tree.status) + 1] for tree in self._trees)

    def _proved(self) -> Any:
        """Whether each root move wins or loses by force, as far as any tree has proved."""
        total = self._sum("proved")
        return np.where(total > 0, WINS, np.where(total < 0, LOSES, OPEN))

    def _means(self, order: Any) -> Any:
        """The mean evaluations of some root moves, smoothed by their tallies and priors."""
        tree = self._trees[0]
        actions, seat = tree.nodes["action"][order], tree.nodes["seat"][order]
        worth = sum(t.tallies["worth"][seat, actions] for t in self._trees) / len(self._trees)
        value, visits = self._sum("value")[order], self._sum("visits")[order]
        usual = (fsum(value) + 0.5) / (visits.sum() + 1)
        gap = tree.nodes["prior"][order] - tree.nodes["prior"][order].max()
        expected = usual + PRIOR_SLOPE * np.maximum(gap, -MAX_PRIOR_GAP)
        known = value + TALLY_VISITS * worth + PRIOR_VISITS * expected
        return known / (visits + TALLY_VISITS + PRIOR_VISITS)

    def _ranked(self, order: Any) -> Any:
        """Some root moves, best first: by what is proved, then by mean, then by prior."""
        keys = (self._trees[0].nodes["prior"][order], self._means(order), self._proved()[order])
        return order[np.lexsort(keys)[::-1]]

    def _decided(self, order: Any) -> bool:
        """Whether the best of some moves needs no further search."""
        proved = self._proved()[order]
        return bool(proved[0] == WINS or (proved[1:] == LOSES).all())

    def _sampled(self, order: Any) -> int:
        """The best move, or one sampled by softmax of the means at the grade's temperature."""
        if self.grade.temperature == 0 or len(order) == 1:
            return int(order[0])
        candidates = order[(self._sum("visits")[order] > 0) & (self._proved()[order] == OPEN)]
        if len(candidates) == 0 or candidates[0] != order[0]:
            return int(order[0])
        means = self._means(candidates)
        gaps = np.maximum(0, means[0] - means) / self.grade.temperature
        weights = np.cumsum([exp(-gap) if gap <= MAX_GAP else 0.0 for gap in gaps])
        pick = next32(self.rng) / 2**32 * weights[-1]
        return int(candidates[np.searchsorted(weights, pick, side="right")])

    def _move(self, node: int) -> Move:
        action = int(self._trees[0].nodes["action"][node])
        return self.game.move(action)

    def _rated(self, node: int) -> MoveRating:
        outcome, solved = self._outcome(node), int(self._proved()[node])
        games, won = int(outcome[GAMES]), float(outcome[SHARES])
        chance = won / games if solved == OPEN else float(solved == WINS)
        low, high = wilson_interval(won, games) if solved == OPEN else (chance, chance)
        scores = tuple((outcome[POINTS:] / outcome[ENDS]).tolist()) if outcome[ENDS] else ()
        line = self._line(node)
        return MoveRating(line[0], chance, low, high, scores, games, line, solved)

    def _outcome(self, node: int) -> Any:
        """How the games of this search ended that began with a root move, over all trees."""
        return sum(tree.outcomes[node] for tree in self._trees)

    def _line(self, node: int) -> tuple[Move, ...]:
        """A root move and the most visited moves after it, in the first tree."""
        visits, line = self._trees[0].nodes["visits"], [self._move(node)]
        while len(line) < MAX_LINE:
            node = max(self._children(node), key=lambda child: visits[child], default=NONE)
            if visits[node] < MIN_LINE_VISITS:
                break
            line.append(self._move(node))
        return tuple(line)

    def _children(self, node: int) -> list[int]:
        """The children of a node in the first tree, the newest first."""
        nodes, children = self._trees[0].nodes, []
        child = nodes["first"][node]
        while child != NONE:
            children.append(child)
            child = nodes["next"][child]
        return children
