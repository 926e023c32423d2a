"""The search tree: its nodes, its statistics, the memory for both, and reuse of a subtree.

A node is a move and the statistics of the iterations that played it. Children form a linked list,
the newest first. Node 0 stands for "no node"; the next ones are the legal moves of the root
position in ascending order of their actions.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from parhelion.kernel import entry_point, kernel
from parhelion.kernel.arguments import (
    ArrayArgument,
    Bytes,
    Float64Table,
    Generator,
    Int16s,
    Int64s,
    Int64Table,
    States,
)
from parhelion.kernel.dispatch import actor, mask
from parhelion.kernel.tally import TALLY

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float64),  # sum of evaluations for the seat that made the move
                ("won", np.float64),  # sum of that seat's shares of victory
                ("prior", np.float32),  # the game's heuristic estimate of the move
                ("action", np.int32),  # the move that leads here
                ("visits", np.int32),  # iterations that played the move here
                ("available", np.int32),  # iterations that came by while the move was legal
                ("first", np.int32),  # its newest child, NONE if it has none
                ("next", np.int32),  # its next older sibling, NONE after the last
                ("seat", np.int16),  # who made the move
                ("proved", np.int16),  # WINS or LOSES for that seat, OPEN if neither is proved
            ],
            align=True,
        ),
    )
)

NONE = 0
OPEN, WINS, LOSES = 0, 1, -1
ILLEGAL, UNTRIED, EXPANDED = 0, 1, 2  # status of an action at a node; EXPANDED: it has a child
SEAT, ACTION, CHILD = 0, 1, 2  # columns of a path: who played what, leading to which node
GAMES, SHARES, ENDS, POINTS = 0, 1, 2, 3
"""Columns of `outcomes`: counted games, sum of shares of victory, how many of the games reached
their end, and from there on the sum of final points of each seat in those."""
MAX_PATH = 512  # moves of one iteration that are recorded and credited
TALLY_PRIOR = 4.0  # games that a tally starts with, half of them won
TALLY_DECAY = 0.2  # part of its games that a tally keeps when a subtree is reused


Nodes = Annotated[Any, ArrayArgument(NODE)]
TallyTable = Annotated[Any, ArrayArgument(TALLY, 2)]


class Tree(NamedTuple):
    """A search tree with its root position, its settings and the memory of an iteration."""

    states: States  # the root position, the position of the iteration, one to try moves in
    nodes: Nodes
    spare: Nodes  # as many nodes, for moving a subtree to the front
    free: Int64s  # the first unused node, in an array of one
    tallies: TallyTable  # by seat and action
    killers: Int64s  # by seat: the last move that won at once, -1 if none did so far
    path: Int64Table  # the moves of an iteration, in columns
    status: Bytes  # of every action at the node that an iteration has reached
    points: Int64s  # by seat
    rewards: Float64Table  # by seat: evaluation and share of victory of this iteration
    outcomes: Float64Table  # by root move: how games that began with it ended, in columns
    rng: Generator
    network: Int16s  # the weights that judge positions, see `network`; none: the game's heuristics
    solvable: int  # 1 in games for two without secrets, where moves can be proved
    rollout_depth: int  # moves that an iteration plays beyond the tree
    exploration: float  # weight of the exploration term of UCB
    full_games: int  # 1 if every iteration is played to the end and counted in `outcomes`


def new_tree(
    dtype: Any,
    actions: int,
    seats: int,
    room: int,
    rng: Generator,
    network: Int16s,
    solvable: int = 0,
    rollout_depth: int = 0,
    exploration: float = 0.0,
    full_games: int = 0,
) -> Tree:
    """Memory for a tree with `room` nodes below the root moves."""
    size = 1 + actions + room
    return Tree(
        states=np.zeros(3, dtype=dtype),
        nodes=np.zeros(size, dtype=NODE),
        spare=np.zeros(size, dtype=NODE),
        free=np.ones(1, dtype=np.int64),
        tallies=np.zeros((seats, actions), dtype=TALLY),
        killers=np.zeros(seats, dtype=np.int64),
        path=np.zeros((MAX_PATH, 3), dtype=np.int64),
        status=np.zeros(actions, dtype=np.uint8),
        points=np.zeros(seats, dtype=np.int64),
        rewards=np.zeros((seats, 2), dtype=np.float64),
        outcomes=np.zeros((actions + 1, POINTS + seats), dtype=np.float64),
        rng=rng,
        network=network,
        solvable=solvable,
        rollout_depth=rollout_depth,
        exploration=exploration,
        full_games=full_games,
    )


# --- nodes -------------------------------------------------------------------------------


@kernel
def add_node(tree, seat, action, prior):
    """Add a node without children and return it."""
    node = tree.free[0]
    tree.free[0] += 1
    clear_node(tree.nodes[node])
    tree.nodes[node].action = action
    tree.nodes[node].seat = seat
    tree.nodes[node].prior = prior
    return node


@kernel
def clear_node(node):
    """Reset the statistics and the links of a node."""
    node.value = node.won = 0.0
    node.prior = 0.0
    node.visits = node.available = 0
    node.first = node.next = NONE
    node.proved = OPEN


@kernel
def link_child(tree, parent, child):
    """Make a node the newest child of another."""
    tree.nodes[child].next = tree.nodes[parent].first
    tree.nodes[parent].first = child


@kernel
def find_child(tree, parent, action):
    """The child of a node that plays an action, NONE if there is none."""
    child = tree.nodes[parent].first
    while child != NONE and tree.nodes[child].action != action:
        child = tree.nodes[child].next
    return child


@kernel
def find_root_move(tree, moves, action):
    """The node among the first `moves` root moves that plays an action, NONE if there is none."""
    for node in range(1, moves + 1):
        if tree.nodes[node].action == action:
            return node
    return NONE


# --- a new root --------------------------------------------------------------------------


@entry_point
def reset_tree(tree: Tree) -> None:
    """Forget everything and add a node for each legal move of the root position."""
    tree.free[0] = 1
    tree.killers[:] = -1
    tree.outcomes[:] = 0.0
    decay_tallies(tree, 0.0)
    add_root_moves(tree)


@kernel
def add_root_moves(tree):
    """Add a node for each legal move of the root position, in ascending order."""
    seat = actor(tree.states[0])
    mask(tree.states[0], tree.status)
    for action in range(len(tree.status)):
        if tree.status[action] == UNTRIED:
            add_node(tree, seat, action, 0.0)


@kernel
def decay_tallies(tree, kept):
    """Keep only a part of the games of every tally."""
    for seat in range(tree.tallies.shape[0]):
        for action in range(tree.tallies.shape[1]):
            tally = tree.tallies[seat, action]
            played = kept * (tally.played - TALLY_PRIOR)
            tally.value = played * tally.worth + 0.5 * TALLY_PRIOR
            tally.played = played + TALLY_PRIOR
            tally.worth = tally.value / tally.played


@entry_point
def reuse_subtree(tree: Tree, moves: int, played: Int64s) -> bool:
    """Keep the subtree below a line of played moves; False if the tree does not contain it.

    `moves` is how many root moves the tree had; states[0] is already the new root position.
    """
    node = NONE
    for i in range(len(played)):
        if i == 0:
            node = find_root_move(tree, moves, played[0])
        else:
            node = find_child(tree, node, played[i])
        if node == NONE:
            return False
    move_to_root(tree, node)
    return True


@kernel
def move_to_root(tree, node):
    """Move everything below a node to the front: its children become root moves."""
    for i in range(len(tree.nodes)):  # an assignment of arrays would bring its error messages
        tree.spare[i] = tree.nodes[i]
    tree.free[0] = 1
    tree.killers[:] = -1
    tree.outcomes[:] = 0.0
    decay_tallies(tree, TALLY_DECAY)
    add_root_moves(tree)
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
    """Copy a node from the spare memory; until `copy_children` its children lie there, too."""
    tree.nodes[new] = tree.spare[old]
    tree.nodes[new].next = NONE


@kernel
def copy_children(tree, node):
    """Copy the children of a copied node from the spare memory, up to half of all nodes."""
    old = tree.nodes[node].first
    tree.nodes[node].first = NONE
    while old != NONE and tree.free[0] < len(tree.nodes) // 2:
        new = tree.free[0]
        tree.free[0] += 1
        copy_node(tree, old, new)
        link_child(tree, node, new)
        old = tree.spare[old].next
