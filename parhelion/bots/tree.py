"""The tree that a search grows: its nodes, what it learns on the way, and the memory for both.

A node is a move and what became of it; its children are linked, newest first. Node 0 is none,
the next ones are the moves of the position itself in ascending order of their actions.
"""

from typing import Any, NamedTuple

import numpy as np

from parhelion.kernel import kernel
from parhelion.kernel.dispatch import actor, mask

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float64),  # outlooks of the seat that made the move, in all
                ("won", np.float64),  # its shares of victory, in all
                ("prior", np.float32),  # how good the move looked at a glance
                ("action", np.int32),  # the move that leads here
                ("visits", np.int32),  # iterations that came by
                ("chances", np.int32),  # iterations that could have come by: the move was legal
                ("first", np.int32),  # its newest child, NONE if it has none
                ("next", np.int32),  # its next older sibling, NONE after the last
                ("seat", np.int16),  # who made the move
                ("proved", np.int16),  # WINS or LOSES for that seat, OPEN if neither is proved
            ],
            align=True,
        ),
    )
)

TALLY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float32),  # outlooks of the seat that played the action
                ("played", np.float32),  # how often it did
                ("worth", np.float32),  # the mean of these, drawn towards a half while it is rare
            ]
        ),
    )
)
"""What became of the games in which a seat played an action, whenever that was."""

NONE = 0
OPEN, WINS, LOSES = 0, 1, -1
ILLEGAL, FRESH, HELD = 0, 1, 2  # of an action at a node: legal, and already among its children
SEAT, ACTION, CHILD = 0, 1, 2  # columns of a line: who played what, which led to which node
GAMES, SHARES, ENDS, POINTS = 0, 1, 2, 3
"""Columns of sums: games that count, shares of victory in them, how many of them ended, and from
there on the final points of every seat in these."""
MAX_NOTED = 512  # moves of one iteration that are credited
TALLY_PRIOR = 4.0  # games that a tally starts from, half of them won
FADING = 0.2  # what tallies keep when the game goes on


class Tree(NamedTuple):
    """A tree with what it is grown from and the memory that an iteration works in."""

    states: Any  # the position, the one that an iteration plays in, one to try moves in
    nodes: Any
    spare: Any  # as many nodes, into which what stays of a tree is moved
    free: Any  # the first unused node, in an array of one
    tallies: Any  # by seat and action
    killers: Any  # by seat: a move that won on the spot, -1 if none did so far
    line: Any  # the moves of an iteration, in columns
    status: Any  # of every action at the node where an iteration is
    points: Any  # by seat
    gains: Any  # by seat: evaluation and share of victory of the game just played
    sums: Any  # by move of the position: how games ended, in columns
    rng: Any
    exact: int  # 1 if all seats know everything, so that positions can be solved
    depth: int  # moves that an iteration plays on beyond the tree
    exploration: float  # about moves that it knows little of
    telling: int  # 1 if iterations are played to their end, for what is told of the position


def new_tree(
    dtype: Any,
    actions: int,
    seats: int,
    room: int,
    rng: Any,
    exact: int = 0,
    depth: int = 0,
    exploration: float = 0.0,
    telling: int = 0,
) -> Tree:
    """Memory for a tree of so many nodes below those of the position's own moves."""
    size = 1 + actions + room
    return Tree(
        states=np.zeros(3, dtype=dtype),
        nodes=np.zeros(size, dtype=NODE),
        spare=np.zeros(size, dtype=NODE),
        free=np.ones(1, dtype=np.int64),
        tallies=np.zeros((seats, actions), dtype=TALLY),
        killers=np.zeros(seats, dtype=np.int64),
        line=np.zeros((MAX_NOTED, 3), dtype=np.int64),
        status=np.zeros(actions, dtype=np.uint8),
        points=np.zeros(seats, dtype=np.int64),
        gains=np.zeros((seats, 2), dtype=np.float64),
        sums=np.zeros((actions + 1, POINTS + seats), dtype=np.float64),
        rng=rng,
        exact=exact,
        depth=depth,
        exploration=exploration,
        telling=telling,
    )


@kernel
def plant(tree, seat, action, prior):
    """A fresh node without children."""
    node = tree.free[0]
    tree.free[0] += 1
    clear(tree.nodes[node])
    tree.nodes[node].action = action
    tree.nodes[node].seat = seat
    tree.nodes[node].prior = prior
    return node


@kernel
def clear(node):
    """A node that nobody came by."""
    node.value = node.won = 0.0
    node.prior = 0.0
    node.visits = node.chances = 0
    node.first = node.next = NONE
    node.proved = OPEN


@kernel
def adopt(tree, parent, child):
    """A node becomes the newest child of another."""
    tree.nodes[child].next = tree.nodes[parent].first
    tree.nodes[parent].first = child


@kernel
def start_afresh(tree):
    """Forget everything; plant a node for each legal move of the position."""
    tree.free[0] = 1
    tree.killers[:] = -1
    tree.sums[:] = 0.0
    fade(tree, 0.0)
    plant_moves(tree)


@kernel
def plant_moves(tree):
    """A node for each legal move of the position, in ascending order; how many."""
    seat = actor(tree.states[0])
    mask(tree.states[0], tree.status)
    for action in range(len(tree.status)):
        if tree.status[action] == FRESH:
            plant(tree, seat, action, 0.0)


@kernel
def fade(tree, kept):
    """Let tallies forget all but a part of what they know."""
    for seat in range(tree.tallies.shape[0]):
        for action in range(tree.tallies.shape[1]):
            tally = tree.tallies[seat, action]
            played = kept * (tally.played - TALLY_PRIOR)
            tally.value = played * tally.worth + 0.5 * TALLY_PRIOR
            tally.played = played + TALLY_PRIOR
            tally.worth = tally.value / tally.played


@kernel
def child_with(tree, parent, action):
    """The child of a node with some action, NONE if it has none."""
    child = tree.nodes[parent].first
    while child != NONE and tree.nodes[child].action != action:
        child = tree.nodes[child].next
    return child


@kernel
def go_on(tree, before, played):
    """Keep what the tree knows of the position that some moves lead to; whether it knew any.

    `before` are the moves that the tree began with; states[0] is the new position already.
    """
    node = NONE
    for i in range(len(played)):
        node = move_of(tree, before, played[0]) if i == 0 else child_with(tree, node, played[i])
        if node == NONE:
            return False
    keep(tree, node)
    return True


@kernel
def move_of(tree, moves, action):
    """The node of a move of the position that has so many moves, NONE if there is none."""
    for node in range(1, moves + 1):
        if tree.nodes[node].action == action:
            return node
    return NONE


@kernel
def keep(tree, node):
    """Move everything below a node to the front: its children become moves of the position."""
    tree.spare[:] = tree.nodes
    tree.free[0] = 1
    tree.killers[:] = -1
    tree.sums[:] = 0.0
    fade(tree, FADING)
    plant_moves(tree)
    moves = tree.free[0]
    child = tree.spare[node].first
    while child != NONE:
        for known in range(1, moves):
            if tree.nodes[known].action == tree.spare[child].action:
                copy_node(tree, child, known)
        child = tree.spare[child].next
    copied = 1
    while copied < tree.free[0]:
        copy_children(tree, copied)
        copied += 1


@kernel
def copy_node(tree, old, new):
    """Copy a node from the spare memory; its children are those in there for now."""
    tree.nodes[new] = tree.spare[old]
    tree.nodes[new].next = NONE


@kernel
def copy_children(tree, node):
    """Copy the children of a copied node from the spare memory, as long as there is room."""
    old = tree.nodes[node].first
    tree.nodes[node].first = NONE
    while old != NONE and tree.free[0] < len(tree.nodes) // 2:
        new = tree.free[0]
        tree.free[0] += 1
        copy_node(tree, old, new)
        adopt(tree, node, new)
        old = tree.spare[old].next
