"""Players that are programs: one that plays anything legal, one that searches."""

import secrets
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from parhelion.bots.analysis import Rated, interval
from parhelion.bots.search import (
    TALLY_VISITS,
    entry_points,
    explore,
    glance,
    winning_move,
)
from parhelion.bots.tree import (
    ENDS,
    GAMES,
    LOSES,
    NONE,
    OPEN,
    POINTS,
    SHARES,
    WINS,
    Tree,
    go_on,
    new_tree,
    start_afresh,
)
from parhelion.errors import GameOver, UnknownBot
from parhelion.games import Game, Grade
from parhelion.kernel import below, next32, split, stream
from parhelion.kernel.warmup import ensure_compiled
from parhelion.match import Match, Move, Moves

MIN_EACH = 12
"""Iterations that a move of the position gets in the first round of the sieve, at least."""
MIN_MOVES = 4
"""Moves that are looked into, at least."""
MANY = 8
"""A choice among fewer moves needs fewer iterations."""
PROBES = 16
"""Iterations in which all answers to a move are tried for one that wins on the spot."""
PRIOR_VISITS, PRIOR_SLOPE, MAX_PRIOR = 100.0, 0.07, 6.0
"""How good a move looks counts as much as so many visits; one that promises 1 less than the best is
expected to have so much less of an evaluation, up to a prior so much less."""
PROBE = 200
"""Iterations that tell how fast a search goes, if it is to take some time."""
MAX_PACE = 200_000
"""Nodes that a tree is given for each second."""
MAX_NODES = 2_000_000
"""Of a tree, whatever the time: 200 MB. When they are used up, those there are get on."""
LIKELY = 8
"""Visits that a move needs to be told in a line."""
LONGEST_LINE = 12

HASTE = 0.85
"""Of the seconds that are left: a search slows down as its trees grow."""
MAX_BEHIND = 3
"""Times the temperature: a move that seems so much worse than the best is never played."""

_helpers = ThreadPoolExecutor(thread_name_prefix="bot")


class Bot:
    """Chooses moves and rates them; without a search, at random and all alike."""

    def __init__(self, game: Game, seed: int | str | None = None) -> None:
        self.game = game
        self.rng = stream(secrets.randbits(64) if seed is None else seed, "bot")

    def choose(self, match: Match) -> Move:
        """A move for the seat to move; GameOver if there is none."""
        moves = self._moves(match)
        return moves[int(below(self.rng, len(moves)))]

    def analyse(self, match: Match) -> list[Rated]:
        """The moves it considered, best first."""
        even = 1 / len(match.seats)
        return [Rated(move, even, 0, 1, (), 0, (move,), 0) for move in self._moves(match)]

    def _moves(self, match: Match) -> Moves:
        """The legal moves of a match that this bot can play."""
        if match.game is not self.game:
            ours, theirs = self.game.info.title, match.game.info.title
            raise UnknownBot(f"this bot plays {ours}, not {theirs}")
        if match.turn is None:
            raise GameOver("the game is over: there is no move to choose")
        return match.moves()


class Asked(NamedTuple):
    """The position that a bot was asked about last."""

    dealt: bytes
    played: list[int]
    seat: int | None
    """Who was to move; what its trees know is for nobody else."""
    moves: int
    """How many there were."""


class SearchBot(Bot):
    """Searches trees of so many iterations in all, or for so many seconds; a forced move is
    played at once. It remembers its trees: asked again later in the same game it goes on.

    With a seed, the same questions and no time limit it answers the same on every machine.
    """

    def __init__(
        self,
        game: Game,
        grade: Grade,
        seed: int | str | None = None,
        seconds: float | None = None,
    ) -> None:
        super().__init__(game, seed)
        ensure_compiled(f"{game.info.name} bots", game.dtype, entry_points)
        self.grade = grade
        self.seconds = seconds
        self._trees: list[Tree] = []
        self._asked = Asked(b"", [], None, 0)

    def choose(self, match: Match) -> Move:
        """The move it likes best; GameOver if there is none."""
        moves = self._moves(match)
        if len(moves) == 1:
            return moves[0]
        order = self._search(match)
        return self._move(self._fancied(order))

    def analyse(self, match: Match, also: Iterable[Move] = ()) -> list[Rated]:
        """The moves it looked into, best first, and some `also`; a move that wins on the spot
        stands alone."""
        self._moves(match)
        wanted = {move.action for move in also}
        order = self._search(match, wanted, telling=1)
        proved = self._proved()
        return [self._rated(node) for node in order if proved[node] or self._ends(node)[GAMES]]

    @property
    def visits(self) -> int:
        """The iterations behind its last search, those that its trees still knew of included."""
        return int(self._sum("visits")[: self._asked.moves + 1].sum())

    # --- searching

    def _search(self, match: Match, wanted: Iterable[int] = (), telling: int = 0) -> Any:
        """Grow the trees from a position; its moves as nodes, best first. For what is `telling`
        every game is played to its end."""
        moves = self._plant(match)
        self._trees = [tree._replace(telling=telling) for tree in self._trees]
        tree = self._trees[0]
        own_moves = slice(1, moves + 1)
        tree.nodes["prior"][own_moves] = 0  # what stays of an old tree knows only some of them
        glance(tree, moves)
        for other in self._trees[1:]:
            other.nodes["prior"][own_moves] = tree.nodes["prior"][own_moves]
        won = winning_move(tree)
        order = np.array([won]) if won != NONE else self._sieve(moves)
        return self._look_into(moves, wanted, order)

    def _plant(self, match: Match) -> int:
        """Set the trees to a position, with what they know of it; how many moves it has."""
        since = self._since(match)
        if not self._trees or len(self._trees[0].points) != len(match.seats):
            self._trees, since = self._new_trees(match), []
        for tree in self._trees:
            split(self.rng, tree.rng)
            tree.states[0] = match.state[0]
            if not (since and go_on(tree, self._asked.moves, np.array(since))):
                start_afresh(tree)
        self._asked = Asked(match.dealt, match.played, match.turn, len(match.actions()))
        return self._asked.moves

    def _since(self, match: Match) -> list[int]:
        """The moves played since the last question; none if that was about another game, or
        for another seat."""
        before, played = self._asked, match.played
        same = before.dealt == match.dealt and before.seat == match.turn
        went_on = before.played == played[: len(before.played)]
        return played[len(before.played) :] if same and went_on else []

    def _new_trees(self, match: Match, room: int | None = None) -> list[Tree]:
        """Memory for the trees, for as many seats as a match has."""
        game, threads, seats = self.game, self.grade.threads, len(match.seats)
        if self.seconds is not None:
            room = min(MAX_NODES, int(MAX_PACE * self.seconds))
        elif room is None:
            room = 2 * self.grade.iterations // threads + MIN_EACH
        exact = int(not game.secrets and seats == 2)
        manner = (exact, self.grade.depth, self.grade.exploration)
        return [
            new_tree(game.dtype, game.rules.ACTIONS, seats, room, stream(0, "tree"), *manner)
            for _ in range(threads)
        ]

    def _look_into(self, moves: int, wanted: Iterable[int], order: Any) -> Any:
        """Spend some iterations on moves that were asked for; all moves to tell of, in order."""
        actions = self._trees[0].nodes["action"][1 : moves + 1]
        nodes = 1 + np.flatnonzero(np.isin(actions, list(wanted)))
        if len(nodes):
            self._explore(nodes, max(1, self.grade.iterations // MANY))
        return np.concatenate([order, np.setdiff1d(nodes, order)])

    def _sieve(self, moves: int) -> Any:
        """Successive halving: spend the iterations in rounds, each on the better half of the
        moves of the last."""
        order = self._ranked(np.arange(1, moves + 1))
        started = time.monotonic()
        budget = self._budget(order)
        count = min(moves, max(MIN_MOVES, budget // MIN_EACH))
        rounds = max(1, int(np.ceil(np.log2(count))))
        for round in range(rounds):
            self._explore(order[:count], budget // rounds, PROBES if round == 0 else 0)
            order[:count] = self._ranked(order[:count])
            if self._decided(order[:count]) or self._late(started):
                break
            count = (count + 1) // 2
        return order

    def _budget(self, order: Any) -> int:
        """The iterations to spend; if there are seconds instead, as many as they allow."""
        if self.seconds is None:
            return max(1, self.grade.iterations * min(MANY, len(order)) // MANY)
        started = time.monotonic()
        self._explore(order[: max(MIN_MOVES, PROBE // MIN_EACH)], PROBE)
        pace = PROBE / max(1e-6, time.monotonic() - started)
        left = HASTE * (self.seconds - (time.monotonic() - started))
        return max(1, min(int(pace * left), MAX_NODES * len(self._trees)))

    def _late(self, started: float) -> bool:
        return self.seconds is not None and time.monotonic() - started >= self.seconds

    def _explore(self, order: Any, iterations: int, probes: int = 0) -> None:
        """Spend iterations on some moves, in all trees at once."""
        each = -(-iterations // len(self._trees))
        jobs = [_helpers.submit(explore, tree, order, each, probes) for tree in self._trees[1:]]
        explore(self._trees[0], order, each, probes)
        for job in jobs:
            job.result()

    # --- what the trees say together

    def _sum(self, field: str) -> Any:
        """A field of all nodes that stand for the same move of the position, added up."""
        return sum(tree.nodes[field][: len(tree.status) + 1] for tree in self._trees)

    def _proved(self) -> Any:
        """Whether each move wins or loses by force, as far as any tree knows."""
        total = self._sum("proved")
        return np.where(total > 0, WINS, np.where(total < 0, LOSES, OPEN))

    def _means(self, order: Any) -> Any:
        """The mean evaluation of some moves, steadied by their tallies and priors."""
        tree = self._trees[0]
        actions, seat = tree.nodes["action"][order], tree.nodes["seat"][order]
        worth = sum(t.tallies["worth"][seat, actions] for t in self._trees) / len(self._trees)
        value, visits = self._sum("value")[order], self._sum("visits")[order]
        expected = (value.sum() + 0.5) / (visits.sum() + 1)
        behind = tree.nodes["prior"][order] - tree.nodes["prior"][order].max()
        prior = expected + PRIOR_SLOPE * np.maximum(behind, -MAX_PRIOR)
        known = value + TALLY_VISITS * worth + PRIOR_VISITS * prior
        return known / (visits + TALLY_VISITS + PRIOR_VISITS)

    def _ranked(self, order: Any) -> Any:
        """Some moves, the best first: proved ones, then by their means, then by their prior."""
        keys = (self._trees[0].nodes["prior"][order], self._means(order), self._proved()[order])
        return order[np.lexsort(keys)[::-1]]

    def _decided(self, order: Any) -> bool:
        """Whether the best of some moves needs no further search."""
        proved = self._proved()[order]
        return bool(proved[0] == WINS or (proved[1:] == LOSES).all())

    def _fancied(self, order: Any) -> int:
        """The best move, or for whimsical bots one that is nearly as good."""
        if self.grade.temperature == 0 or len(order) == 1:
            return int(order[0])
        seen = order[(self._sum("visits")[order] > 0) & (self._proved()[order] == OPEN)]
        if len(seen) == 0 or seen[0] != order[0]:
            return int(order[0])
        means = self._means(seen)
        behind = np.maximum(0, means[0] - means) / self.grade.temperature
        fondness = np.where(behind <= MAX_BEHIND, np.exp(-behind), 0.0).cumsum()
        pick = next32(self.rng) / 2**32 * fondness[-1]
        return int(seen[np.searchsorted(fondness, pick, side="right")])

    def _move(self, node: int) -> Move:
        action = int(self._trees[0].nodes["action"][node])
        return Move(action, self.game.notation.text(action))

    def _rated(self, node: int) -> Rated:
        sums, solved = self._ends(node), int(self._proved()[node])
        games, won = int(sums[GAMES]), float(sums[SHARES])
        chance = won / games if solved == OPEN else float(solved == WINS)
        low, high = interval(won, games) if solved == OPEN else (chance, chance)
        scores = tuple((sums[POINTS:] / sums[ENDS]).tolist()) if sums[ENDS] else ()
        return Rated(self._move(node), chance, low, high, scores, games, self._line(node), solved)

    def _ends(self, node: int) -> Any:
        """How the games of this search ended that began with a move."""
        return sum(tree.sums[node] for tree in self._trees)

    def _line(self, node: int) -> tuple[Move, ...]:
        """What most iterations of the first tree played from a move on."""
        nodes, line = self._trees[0].nodes, [self._move(node)]
        while len(line) < LONGEST_LINE:
            children, child = [], nodes["first"][node]
            while child != NONE:
                children.append(child)
                child = nodes["next"][child]
            node = max(children, key=lambda child: nodes["visits"][child], default=NONE)
            if nodes["visits"][node] < LIKELY:
                break
            line.append(self._move(node))
        return tuple(line)
