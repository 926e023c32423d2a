"""Plain tree search, compiled through our kernels: UCB1 over all moves, uniform playouts.

What a textbook says and no more, to measure what the search of the bots adds. Only for games
without secrets."""

from typing import Any

import numpy as np

from parhelion.errors import BadOption
from parhelion.kernel import kernel, stream
from parhelion.kernel.dispatch import actor, apply, legal, share
from parhelion.kernel.play import playout
from parhelion.kernel.rng import below
from parhelion.match import Match, Move

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("won", np.float64),  # shares of victory of the seat that made the move, in all
                ("action", np.int32),  # the move that leads here
                ("seat", np.int32),  # who made it
                ("visits", np.int32),
                ("first", np.int32),  # its newest child, NONE if it has none
                ("next", np.int32),  # its next older sibling, NONE after the last
                ("children", np.int32),  # how many it has
            ],
            align=True,
        ),
    )
)
ROOT, NONE = 0, -1
DEEPEST = 512
EXPLORATION = 0.1
"""The best of 0.1, 0.25, 0.5, 0.7 and 1 in Orion Duel; see docs/benchmarks.md."""


@kernel
def search(states, nodes, points, actions, rng, iterations, exploration):
    """Search from states[0], playing in states[1]; the action that was tried most."""
    held = np.zeros(len(actions), dtype=np.uint8)
    path = np.zeros(DEEPEST, dtype=np.int64)
    plant(nodes, ROOT, NONE, NONE)
    free = 1
    for _ in range(iterations):
        states[1] = states[0]
        depth = descend(states[1], nodes, free, path, held, actions, rng, exploration)
        free = max(free, path[depth] + 1)
        playout(states[1], rng)
        for i in range(depth + 1):
            node = nodes[path[i]]
            node.visits += 1
            if i > 0:
                node.won += share(states[1], node.seat, points)
    return most_visited(nodes)


@kernel
def plant(nodes, node, action, seat):
    """A fresh node without children."""
    nodes[node].won = 0.0
    nodes[node].action = action
    nodes[node].seat = seat
    nodes[node].visits = 0
    nodes[node].first = NONE
    nodes[node].next = NONE
    nodes[node].children = 0


@kernel
def descend(state, nodes, free, path, held, actions, rng, exploration):
    """Walk down the tree to a node that has not all its children, and add one; the depth."""
    depth, node = 0, ROOT
    path[0] = ROOT
    while actor(state) >= 0 and depth < DEEPEST - 1:
        count = legal(state, actions)
        fresh = nodes[node].children < count
        if fresh:
            seat = actor(state)
            child = free
            plant(nodes, child, untried(nodes, node, held, actions, count, rng), seat)
            nodes[child].next = nodes[node].first
            nodes[node].first = child
            nodes[node].children += 1
        else:
            child = most_urgent(nodes, node, exploration)
        apply(state, nodes[child].action)
        depth += 1
        path[depth] = node = child
        if fresh:
            break
    return depth


@kernel
def untried(nodes, node, held, actions, count, rng):
    """A random legal action that a node has no child for."""
    child = nodes[node].first
    while child != NONE:
        held[nodes[child].action] = 1
        child = nodes[child].next
    left = below(rng, count - nodes[node].children)
    chosen = -1
    for i in range(count):
        if not held[actions[i]]:
            if left == 0:
                chosen = actions[i]
            left -= 1
    child = nodes[node].first
    while child != NONE:
        held[nodes[child].action] = 0
        child = nodes[child].next
    return chosen


@kernel
def most_urgent(nodes, node, exploration):
    """The child that UCB1 wants."""
    scale = exploration * np.sqrt(np.log(nodes[node].visits))
    best, highest = NONE, -1.0
    child = nodes[node].first
    while child != NONE:
        visits = nodes[child].visits
        urgency = nodes[child].won / visits + scale / np.sqrt(visits)
        if urgency > highest:
            best, highest = child, urgency
        child = nodes[child].next
    return best


@kernel
def most_visited(nodes):
    """The action of the root's child with the most visits, the better one of equals."""
    best, child = nodes[ROOT].first, nodes[ROOT].first
    while child != NONE:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].won > nodes[best].won):
            best = child
        child = nodes[child].next
    return nodes[best].action


class PlainBot:
    """Plays by plain search of so many iterations a move."""

    def __init__(self, iterations: int, seed: int | str, exploration: float = EXPLORATION) -> None:
        self.iterations = iterations
        self.exploration = exploration
        self.rng = stream(seed, "plain")
        self._nodes: Any = np.zeros(iterations + 1, dtype=NODE)

    def choose(self, match: Match) -> Move:
        """The move that it tried most."""
        if match.game.secrets:
            raise BadOption(f"plain search would peek in {match.game.info.title}")
        actions = np.zeros(match.game.rules.ACTIONS, dtype=np.int32)
        points = np.zeros(len(match.seats), dtype=np.int64)
        states = np.repeat(match.state, 2)
        action = int(
            search(
                states, self._nodes, points, actions, self.rng, self.iterations, self.exploration
            )
        )
        return Move(action, match.game.notation.text(action))
