"""A tree search for any game: how well does the seat to move fare after each of its moves?

Information-set search with one observer. Every iteration starts from a fresh guess at what the
seat may not know, so nothing hidden is ever used, walks down the tree along moves that are legal
in this guess, adds one move to the tree, plays on to the end and credits every move on the way
with its seat's share of victory.

Games with hundreds of moves would drown such a tree. So the moves of the position itself are
sieved: all get a few iterations, then the better half as many again, and so on. Further down a
node holds few of its moves (about the square root of its visits). Which ones, and what playouts
prefer, is learnt while searching: a tally for each seat and action keeps how the games went in
which it was played, and a move that once won on the spot is tried first elsewhere.
"""

from typing import Any, NamedTuple

import numpy as np

from parhelion.kernel import kernel, machine_code, shuffle, stream
from parhelion.kernel.dispatch import actor, apply, mask, redeal, sample
from parhelion.kernel.play import share
from parhelion.kernel.warmup import Steps

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("won", np.float64),  # shares of victory of the seat that made the move, in all
                ("action", np.int32),  # the move that leads here
                ("seat", np.int32),  # who made it
                ("visits", np.int32),  # iterations that came by
                ("chances", np.int32),  # iterations that could have come by: the move was legal
                ("first", np.int32),  # its newest child, NONE if it has none
                ("next", np.int32),  # its next older sibling, NONE after the last
            ],
            align=True,
        ),
    )
)
"""A node of the tree: a move and what became of it. Node 0 is none, the next are the moves of
the position itself."""

TALLY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("won", np.float32),  # shares of victory of the seat that played the action
                ("played", np.float32),  # how often it did
                ("worth", np.float32),  # the mean share, drawn towards a half while it is rare
            ]
        ),
    )
)
"""What became of the games in which a seat played an action, whenever that was."""

NONE = 0
ILLEGAL, FRESH, HELD = 0, 1, 2  # of an action at a node: legal, and already among its children
SEAT, ACTION, CHILD = 0, 1, 2  # columns of a line: who played what, which led to which node
MOST_NOTED = 512  # moves of one iteration that are credited

# Set by hand, guided by some hundred games between variants.
WIDENING = 1.0  # times the square root of its visits: children that a node may have
LEAST_CHILDREN = 3
PROPOSALS = 32  # random moves of which the best becomes a child
EXPLORATION = 0.4
TALLY_VISITS = 20.0  # the tally of a move counts as much as so many visits
TALLY_PRIOR = 4.0  # games that a tally starts from, half of them won
SECOND_THOUGHTS = 3  # further moves that a playout draws to take the best of
PROBES = 16  # at first all answers to a move are tried for one that wins on the spot
DECISIVE_VISITS = 40  # later this is done at nodes visited so often
PROOF = 16  # guesses in which a move must win on the spot to need no further search


class Tree(NamedTuple):
    """A tree with what it is grown from and the memory that an iteration works in."""

    states: Any  # the position, the one that an iteration plays in, one to try moves in
    nodes: Any
    free: Any  # the first unused node, in an array of one
    tallies: Any  # by seat and action
    killers: Any  # by seat: a move that won on the spot, -1 if none did so far
    line: Any  # the moves of an iteration, in columns
    status: Any  # of every action at the node where an iteration is
    points: Any  # by seat
    rng: Any


@kernel
def search(states, nodes, tallies, rng, iterations):
    """Grow a tree from states[0], whose other two are for work; its moves, as nodes, best first.

    `nodes` must hold one for every action of the game and every iteration and one more, and
    tallies[seat, action] cover all actions. What is in them at first does not matter.
    """
    seats, actions = tallies.shape
    free, killers = np.ones(1, dtype=np.int64), np.full(seats, -1, dtype=np.int64)
    line = np.zeros((MOST_NOTED, 3), dtype=np.int64)
    status, points = np.zeros(actions, dtype=np.uint8), np.zeros(seats, dtype=np.int64)
    tree = Tree(states, nodes, free, tallies, killers, line, status, points, rng)
    forget(tallies)
    order = plant_moves(tree)
    if not has_won(tree, order):
        sieve(tree, order, iterations)
    return order


@kernel
def forget(tallies):
    """Clear all tallies."""
    for seat in range(tallies.shape[0]):
        for action in range(tallies.shape[1]):
            tallies[seat, action].won = 0.5 * TALLY_PRIOR
            tallies[seat, action].played = TALLY_PRIOR
            tallies[seat, action].worth = 0.5


@kernel
def plant(tree, seat, action):
    """A fresh node without children."""
    node = tree.free[0]
    tree.free[0] += 1
    tree.nodes[node].won = 0.0
    tree.nodes[node].action = action
    tree.nodes[node].seat = seat
    tree.nodes[node].visits = 0
    tree.nodes[node].chances = 0
    tree.nodes[node].first = NONE
    tree.nodes[node].next = NONE
    return node


@kernel
def plant_moves(tree):
    """A node for each legal move of the position; these nodes, shuffled."""
    mask(tree.states[0], tree.status)
    for action in range(len(tree.status)):
        if tree.status[action] == FRESH:
            plant(tree, actor(tree.states[0]), action)
    order = np.arange(1, tree.free[0])
    shuffle(order, len(order), tree.rng)
    return order


# --- the moves of the position -----------------------------------------------------------


@kernel
def has_won(tree, order):
    """Whether some move wins on the spot, whatever the seat cannot know; it then comes first."""
    guess(tree)
    mask(tree.states[1], tree.status)
    action = decisive_move(tree)
    if action < 0:
        return False
    first = 0
    while tree.nodes[order[first]].action != action:
        first += 1
    order[0], order[first] = order[first], order[0]
    for _ in range(PROOF):
        iterate(tree, order[0], False)
    return tree.nodes[order[0]].won == PROOF


@kernel
def sieve(tree, order, iterations):
    """Successive halving: spend the iterations in rounds, each on the better half of the last."""
    count, rounds, done = len(order), 1, 0
    while count >> rounds > 1:
        rounds += 1
    for r in range(1, rounds + 1):
        start = done
        while done < iterations * r // rounds:
            iterate(tree, order[(done - start) % count], done < PROBES)
            done += 1
        rank(tree, order[:count])
        count = (count + 1) // 2


@kernel
def rank(tree, order):
    """Sort some nodes, the best first."""
    for i in range(1, len(order)):
        node, place = order[i], i
        value = mean(tree, node)
        while place > 0 and mean(tree, order[place - 1]) < value:
            order[place] = order[place - 1]
            place -= 1
        order[place] = node


@kernel
def mean(tree, node):
    """The mean share of victory of a move, steadied by its tally."""
    move = tree.nodes[node]
    worth = tree.tallies[move.seat, move.action].worth
    return (move.won + TALLY_VISITS * worth) / (move.visits + TALLY_VISITS)


# --- one iteration -----------------------------------------------------------------------


@kernel
def guess(tree):
    """Copy the position, with a fresh guess at what its actor cannot know."""
    tree.states[1] = tree.states[0]
    redeal(tree.states[1], actor(tree.states[0]), tree.rng)


@kernel
def iterate(tree, node, probing):
    """Play one game from the position, beginning with the move of a node, and learn from it."""
    guess(tree)
    follow(tree, node, 0)
    depth = descend(tree, node, probing)
    credit(tree, depth, play_on(tree, depth))


@kernel
def follow(tree, node, depth):
    """Play the move of a node and write it down."""
    tree.line[depth, SEAT] = tree.nodes[node].seat
    tree.line[depth, ACTION] = tree.nodes[node].action
    tree.line[depth, CHILD] = node
    apply(tree.states[1], tree.line[depth, ACTION])


@kernel
def descend(tree, node, probing):
    """Walk down the tree until a node is added or the game is over; how many moves that made."""
    depth, before = 1, tree.free[0]
    while tree.free[0] == before and actor(tree.states[1]) >= 0 and depth < MOST_NOTED:
        mask(tree.states[1], tree.status)
        child, count = best_child(tree, node)
        if child == NONE or tree.nodes[child].won < tree.nodes[child].visits:
            action = new_move(tree, node, count, probing)
            if action >= 0:
                child = plant(tree, actor(tree.states[1]), action)
                tree.nodes[child].next = tree.nodes[node].first
                tree.nodes[node].first = child
        follow(tree, child, depth)
        node = child
        depth += 1
    return depth


@kernel
def best_child(tree, node):
    """The child to follow among those whose move is legal now, and how many of these there are.

    Their moves are marked as held.
    """
    seat, best, highest, count = actor(tree.states[1]), NONE, -1.0, 0
    child = tree.nodes[node].first
    while child != NONE:
        move = tree.nodes[child]
        if move.seat == seat and tree.status[move.action] != ILLEGAL:
            tree.status[move.action] = HELD
            move.chances += 1
            count += 1
            bonus = EXPLORATION * np.sqrt(np.log(move.chances) / move.visits)
            if mean(tree, child) + bonus > highest:
                best, highest = child, mean(tree, child) + bonus
        child = move.next
    return best, count


@kernel
def new_move(tree, node, count, probing):
    """A move to add to a node with so many children, -1 if it has enough."""
    visits, killer = tree.nodes[node].visits, tree.killers[actor(tree.states[1])]
    if killer >= 0 and tree.status[killer] == FRESH:
        return killer
    if probing or visits == DECISIVE_VISITS:
        action = decisive_move(tree)
        if action >= 0:
            tree.killers[actor(tree.states[1])] = action
            return action
    if count >= max(LEAST_CHILDREN, WIDENING * np.sqrt(visits)):
        return -1
    return promising_move(tree)


@kernel
def promising_move(tree):
    """Of some random moves that a node does not hold yet the one of most worth, -1 if none."""
    seat, best, highest = actor(tree.states[1]), -1, -1.0
    for _ in range(PROPOSALS):
        action = sample(tree.states[1], tree.rng)
        worth = tree.tallies[seat, action].worth
        if tree.status[action] == FRESH and worth > highest:
            best, highest = action, worth
    return best


@kernel
def decisive_move(tree):
    """A move that wins on the spot and that its node does not hold yet, -1 if there is none."""
    seat = actor(tree.states[1])
    for action in range(len(tree.status)):
        if tree.status[action] == FRESH:
            tree.states[2] = tree.states[1]
            apply(tree.states[2], action)
            if actor(tree.states[2]) < 0 and share(tree.states[2], seat, tree.points) == 1.0:
                return action
    return -1


@kernel
def play_on(tree, length):
    """Play to the end, each move the one of most worth among a few random ones.

    Goes on writing moves down, as far as the line reaches; how many are in it.
    """
    state, tallies = tree.states[1], tree.tallies
    seat = actor(state)
    while seat >= 0:
        action = sample(state, tree.rng)
        for _ in range(SECOND_THOUGHTS):
            other = sample(state, tree.rng)
            if tallies[seat, other].worth > tallies[seat, action].worth:
                action = other
        if length < MOST_NOTED:
            tree.line[length, SEAT] = seat
            tree.line[length, ACTION] = action
            length += 1
        apply(state, action)
        seat = actor(state)
    return length


@kernel
def credit(tree, depth, length):
    """Credit a finished game to its moves: to all tallies, and to the nodes of the first ones."""
    for i in range(length):
        seat = tree.line[i, SEAT]
        won = share(tree.states[1], seat, tree.points)
        tally = tree.tallies[seat, tree.line[i, ACTION]]
        tally.won += won
        tally.played += 1
        tally.worth = tally.won / tally.played
        if i < depth:
            node = tree.nodes[tree.line[i, CHILD]]
            node.visits += 1
            node.won += won


# --- for Python --------------------------------------------------------------------------


def entry_points(dtype: Any) -> Steps:
    """What to compile before the first search of a game; see `parhelion.kernel.warmup`."""
    states, nodes = np.zeros(3, dtype=dtype), np.zeros(1, dtype=NODE)
    tallies, rng = np.zeros((1, 1), dtype=TALLY), stream(0, "bot")
    return [("searching", lambda: machine_code(search, states, nodes, tallies, rng, 0))]
