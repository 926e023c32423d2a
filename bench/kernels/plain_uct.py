"""Plain UCT as in textbooks: UCB1 over all moves, uniformly random playouts. Only for games without
secrets."""

import numpy as np

from parhelion.kernel import jit
from parhelion.kernel.dispatch import actor, apply, legal, share
from parhelion.kernel.play import playout
from parhelion.kernel.rng import below

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("won", np.float64),  # sum of shares of victory of the seat that made the move
                ("action", np.int32),  # the move that leads here
                ("seat", np.int32),  # who made it
                ("visits", np.int32),
                ("first", np.int32),  # its newest child, NONE if it has none
                ("next", np.int32),  # its next older sibling, NONE after the last
                ("children", np.int32),  # how many children it has
            ],
            align=True,
        ),
    )
)
ROOT, NONE = 0, -1
MAX_DEPTH = 512


@jit
def search(states, nodes, points, actions, rng, iterations, exploration):
    """Search from states[0], playing in states[1]; the most visited action."""
    expanded = np.zeros(len(actions), dtype=np.uint8)
    path = np.zeros(MAX_DEPTH, dtype=np.int64)
    set_node(nodes, ROOT, NONE, NONE)
    free = 1
    for _ in range(iterations):
        states[1] = states[0]
        depth = descend(states[1], nodes, free, path, expanded, actions, rng, exploration)
        free = max(free, path[depth] + 1)
        playout(states[1], rng)
        for i in range(depth + 1):
            node = nodes[path[i]]
            node.visits += 1
            if i > 0:
                node.won += share(states[1], node.seat, points)
    return most_visited(nodes)


@jit
def set_node(nodes, node, action, seat):
    """Set a node to a new one without children."""
    nodes[node].won = 0.0
    nodes[node].action = action
    nodes[node].seat = seat
    nodes[node].visits = 0
    nodes[node].first = NONE
    nodes[node].next = NONE
    nodes[node].children = 0


@jit
def descend(state, nodes, free, path, expanded, actions, rng, exploration):
    """Descend to a node that lacks children and add one; return the depth."""
    depth, node = 0, ROOT
    path[0] = ROOT
    while actor(state) >= 0 and depth < MAX_DEPTH - 1:
        count = legal(state, actions)
        expanding = nodes[node].children < count
        if expanding:
            seat = actor(state)
            child = free
            set_node(nodes, child, untried(nodes, node, expanded, actions, count, rng), seat)
            nodes[child].next = nodes[node].first
            nodes[node].first = child
            nodes[node].children += 1
        else:
            child = select_child(nodes, node, exploration)
        apply(state, nodes[child].action)
        depth += 1
        path[depth] = node = child
        if expanding:
            break
    return depth


@jit
def untried(nodes, node, expanded, actions, count, rng):
    """A random legal action for which a node has no child."""
    child = nodes[node].first
    while child != NONE:
        expanded[nodes[child].action] = 1
        child = nodes[child].next
    left = below(rng, count - nodes[node].children)
    chosen = -1
    for i in range(count):
        if not expanded[actions[i]]:
            if left == 0:
                chosen = actions[i]
            left -= 1
    child = nodes[node].first
    while child != NONE:
        expanded[nodes[child].action] = 0
        child = nodes[child].next
    return chosen


@jit
def select_child(nodes, node, exploration):
    """The child with the highest UCB1 score."""
    scale = exploration * np.sqrt(np.log(nodes[node].visits))
    best, highest = NONE, -1.0
    child = nodes[node].first
    while child != NONE:
        visits = nodes[child].visits
        score = nodes[child].won / visits + scale / np.sqrt(visits)
        if score > highest:
            best, highest = child, score
        child = nodes[child].next
    return best


@jit
def most_visited(nodes):
    """The action of the root's most visited child; of equals, the one that won more."""
    best, child = nodes[ROOT].first, nodes[ROOT].first
    while child != NONE:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].won > nodes[best].won):
            best = child
        child = nodes[child].next
    return nodes[best].action
