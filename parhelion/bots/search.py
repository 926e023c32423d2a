"""A tree search for any game: how well does the seat to move fare after each of its moves?

Information-set search with one observer. Every iteration starts from a fresh guess at what the
seat may not know, so nothing hidden is ever used, walks down the tree along moves that are legal
in this guess, adds one move to the tree, plays on by the game's heuristics and credits every move
on the way with what its seat got.

Games with hundreds of moves would drown such a tree, so a node holds few of its moves (about the
square root of its visits). Which ones is the game's heuristics (`prior`), and what was learnt
while searching: a tally for each seat and action keeps how the games went in which it was
played, and a move that once won on the spot is tried first elsewhere. Among the moves of the
position itself `parhelion.bots.player` chooses which to explore, and how long.

In a game without secrets a position may be solved: a move that wins whatever follows is proved,
and so is one after which every reply loses.
"""

from typing import Any

import numpy as np

from parhelion.bots.tree import (
    ACTION,
    CHILD,
    ENDS,
    FRESH,
    GAMES,
    HELD,
    ILLEGAL,
    LOSES,
    MAX_NOTED,
    NONE,
    OPEN,
    POINTS,
    SEAT,
    SHARES,
    WINS,
    adopt,
    go_on,
    new_tree,
    plant,
    start_afresh,
)
from parhelion.kernel import kernel, machine_code, stream
from parhelion.kernel.dispatch import (
    actor,
    apply,
    evaluate,
    mask,
    may_win_now,
    prior,
    redeal,
    rollout,
    sample,
    scores,
    share,
)
from parhelion.kernel.warmup import Steps

SCORED = 3  # of an action at a node: legal, and its prior is known

# Set by hand, guided by some hundred games between variants.
WIDENING = 1.0  # times the square root of its visits: children that a node may have
MIN_CHILDREN = 3
PROPOSALS = 32  # random moves of which the best becomes a child
BIAS = 1.0  # what the prior of a move counts at its first visit
LEARNT = 6.0  # what the worth of a tally, 0 to 1, counts in a prior
TALLY_VISITS = 20.0  # the tally of a move counts as much as so many visits
DECISIVE_VISITS = 40  # at nodes visited so often all moves are tried for one that wins
PROOF = 16  # guesses in which a move must win on the spot to need no further search
ENDLESS = 1 << 30  # moves; no game is as long
GLANCES = 4  # guesses over which the prior of a move of the position is taken


@kernel
def explore(tree, moves, iterations, probes):
    """Spend some iterations on some moves of the position, given as nodes, in turn. In the first
    so many all answers to the move are tried for one that wins on the spot."""
    i = 0
    for done in range(iterations):
        for _ in range(len(moves)):
            if tree.nodes[moves[i]].proved == OPEN:
                break
            i = (i + 1) % len(moves)
        if tree.nodes[moves[i]].proved != OPEN:
            return
        iterate(tree, moves[i], done < probes)
        i = (i + 1) % len(moves)


@kernel
def glance(tree, moves):
    """Note how good the first moves of the position look."""
    for _ in range(GLANCES):
        guess(tree)
        for node in range(1, moves + 1):
            move = tree.nodes[node]
            move.prior += prior(tree.states[1], np.int64(move.action)) / GLANCES


@kernel
def winning_move(tree):
    """The node of a move that wins on the spot, whatever the seat cannot know; NONE if none."""
    guess(tree)
    mask(tree.states[1], tree.status)
    action = decisive_move(tree)
    if action < 0:
        return NONE
    node = 1
    while tree.nodes[node].action != action:
        node += 1
    won = tree.nodes[node].won
    for _ in range(PROOF):
        iterate(tree, node, False)
    return node if tree.nodes[node].won - won == PROOF else NONE


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
    last = tree.nodes[tree.line[depth - 1, CHILD]]
    if tree.exact and actor(tree.states[1]) < 0:
        settle(tree, last)
    if last.proved != OPEN:
        judge_proved(tree, np.int64(last.seat), last.proved == WINS)
        credit(tree, depth, depth)
        prove(tree, depth)
    else:
        length = play_on(tree, depth, tree.depth)
        judge(tree)
        credit(tree, depth, length)
        if tree.telling:
            play_on(tree, MAX_NOTED, ENDLESS)
    if tree.telling:
        note_end(tree)


@kernel
def follow(tree, node, depth):
    """Play the move of a node and write it down."""
    tree.line[depth, SEAT] = tree.nodes[node].seat
    tree.line[depth, ACTION] = tree.nodes[node].action
    tree.line[depth, CHILD] = node
    apply(tree.states[1], tree.line[depth, ACTION])


@kernel
def descend(tree, node, probing):
    """Walk down the tree until a node is added, the game is over or the rest is proved; how many
    moves that made."""
    depth, before = 1, tree.free[0]
    while tree.free[0] == before and actor(tree.states[1]) >= 0 and depth < MAX_NOTED:
        mask(tree.states[1], tree.status)
        child, count = best_child(tree, node)
        if child != NONE and tree.nodes[child].proved == WINS:
            conclude(tree, node, True)
            return depth
        action = new_move(tree, node, child, count, probing)
        if action >= 0 and tree.free[0] < len(tree.nodes):
            seen = prior(tree.states[1], action)
            child = plant(tree, actor(tree.states[1]), action, seen)
            adopt(tree, node, child)
        elif child != NONE and tree.nodes[child].proved == LOSES and action < 0:
            conclude(tree, node, False)
            return depth
        if child == NONE:  # no room is left
            return depth
        follow(tree, child, depth)
        node = child
        depth += 1
    return depth


@kernel
def best_child(tree, node):
    """The child to follow among those whose move is legal now, and how many of these there are.

    Their moves are marked as held. One that is proved to lose is followed only if all are.
    """
    seat, best, highest, count = actor(tree.states[1]), NONE, -1e9, 0
    child = tree.nodes[node].first
    while child != NONE:
        move = tree.nodes[child]
        if move.seat == seat and tree.status[move.action] != ILLEGAL:
            tree.status[move.action] = HELD
            move.chances += 1
            count += 1
            worth = appeal(tree, child)
            if worth > highest:
                best, highest = child, worth
        child = move.next
    return best, count


@kernel
def appeal(tree, node):
    """How much a move of the tree wants to be followed."""
    move = tree.nodes[node]
    if move.proved != OPEN:
        return 1e6 * move.proved
    bonus = tree.exploration * np.sqrt(np.log(move.chances) / move.visits)
    return mean(tree, node) + bonus + BIAS * move.prior / (move.visits + 1)


@kernel
def mean(tree, node):
    """The mean evaluation of a move, steadied by its tally."""
    move = tree.nodes[node]
    worth = tree.tallies[move.seat, move.action].worth
    return (move.value + TALLY_VISITS * worth) / (move.visits + TALLY_VISITS)


@kernel
def new_move(tree, node, best, count, probing):
    """A move to add to a node with so many children, -1 if it has enough."""
    if best != NONE and tree.nodes[best].proved == LOSES:
        return any_move(tree)  # all children lose: there must be another, or it is lost
    if best != NONE and tree.nodes[best].won == tree.nodes[best].visits:
        return -1  # it won whatever happened
    visits, killer = tree.nodes[node].visits, tree.killers[actor(tree.states[1])]
    if killer >= 0 and tree.status[killer] == FRESH:
        return killer
    if probing or visits == DECISIVE_VISITS:
        action = decisive_move(tree)
        if action >= 0:
            tree.killers[actor(tree.states[1])] = action
            return action
    if count >= max(MIN_CHILDREN, WIDENING * np.sqrt(visits)):
        return -1
    return promising_move(tree)


@kernel
def promising_move(tree):
    """Of some random moves that a node does not hold yet the most promising, -1 if none."""
    state = tree.states[1]
    seat, best, highest = actor(state), -1, -1e9
    for _ in range(PROPOSALS):
        action = sample(state, tree.rng)
        if tree.status[action] == FRESH:
            tree.status[action] = SCORED
            worth = prior(state, action) + LEARNT * tree.tallies[seat, action].worth
            if worth > highest:
                best, highest = action, worth
    return best


@kernel
def any_move(tree):
    """A move that a node does not hold yet, -1 if it holds all."""
    action = promising_move(tree)
    if action >= 0:
        return action
    for action in range(len(tree.status)):
        if tree.status[action] == FRESH:
            return action
    return -1


@kernel
def decisive_move(tree):
    """A move that wins on the spot and that its node does not hold yet, -1 if there is none."""
    seat = actor(tree.states[1])
    for action in range(len(tree.status)):
        if tree.status[action] == FRESH and may_win_now(tree.states[1], action):
            tree.states[2] = tree.states[1]
            apply(tree.states[2], action)
            if actor(tree.states[2]) < 0 and share(tree.states[2], seat, tree.points) == 1.0:
                return action
    return -1


@kernel
def play_on(tree, length, depth):
    """Play on by heuristics, to the end or so far.

    Goes on writing moves down, as far as the line reaches; how many are in it.
    """
    state, tallies, left = tree.states[1], tree.tallies, depth
    seat = actor(state)
    while seat >= 0 and left > 0:
        action = rollout(state, tallies[seat], tree.rng)
        if length < MAX_NOTED:
            tree.line[length, SEAT] = seat
            tree.line[length, ACTION] = action
            length += 1
        apply(state, action)
        seat = actor(state)
        left -= 1
    return length


# --- what becomes of it ------------------------------------------------------------------


@kernel
def judge(tree):
    """Note what each seat got: its evaluation, and its share of victory if the game is over."""
    state = tree.states[1]
    over = actor(state) < 0
    for seat in range(len(tree.points)):
        tree.gains[seat, 0] = evaluate(state, seat, tree.points)
        tree.gains[seat, 1] = share(state, seat, tree.points) if over else tree.gains[seat, 0]


@kernel
def judge_proved(tree, seat, wins):
    """The same when it is proved that one of two seats wins, or loses."""
    winner = seat if wins else 1 - seat
    for other in range(2):
        tree.gains[other, :] = 1.0 if other == winner else 0.0


@kernel
def note_end(tree):
    """Note for the move that the iteration began with how the game ended, or is proved to."""
    state, node, seats = tree.states[1], tree.line[0, CHILD], len(tree.points)
    seat, sums = tree.line[0, SEAT], tree.sums[node]
    if actor(state) < 0:
        sums[SHARES] += share(state, seat, tree.points)
        scores(state, tree.points)
        for other in range(seats):
            sums[POINTS + other] += tree.points[other]
        sums[ENDS] += 1
    else:
        sums[SHARES] += tree.gains[seat, 1]
    sums[GAMES] += 1


@kernel
def credit(tree, depth, length):
    """Credit a finished game to its moves: to all tallies, and to the nodes of the first ones."""
    for i in range(length):
        seat = tree.line[i, SEAT]
        tally = tree.tallies[seat, tree.line[i, ACTION]]
        tally.value += tree.gains[seat, 0]
        tally.played += 1
        tally.worth = tally.value / tally.played
        if i < depth:
            node = tree.nodes[tree.line[i, CHILD]]
            node.visits += 1
            node.value += tree.gains[seat, 0]
            node.won += tree.gains[seat, 1]


# --- proofs ------------------------------------------------------------------------------


@kernel
def settle(tree, last):
    """The game is over after a move: note whether it wins or loses."""
    won = share(tree.states[1], np.int64(last.seat), tree.points)
    if won == 1.0:
        last.proved = WINS
    elif won == 0.0:
        last.proved = LOSES


@kernel
def conclude(tree, node, wins):
    """The seat to move after a node is proved to win, or to lose."""
    same = actor(tree.states[1]) == tree.nodes[node].seat
    tree.nodes[node].proved = WINS if same == wins else LOSES


@kernel
def prove(tree, depth):
    """After a move that is proved to win: those before it that let it happen are proved, too."""
    for i in range(depth - 2, -1, -1):
        move, reply = tree.nodes[tree.line[i, CHILD]], tree.nodes[tree.line[i + 1, CHILD]]
        if reply.proved != WINS:
            return
        move.proved = WINS if move.seat == reply.seat else LOSES


# --- for Python --------------------------------------------------------------------------


def entry_points(dtype: Any) -> Steps:
    """What to compile before the first search of a game; see `parhelion.kernel.warmup`."""
    tree, none = new_tree(dtype, 1, 1, 0, stream(0, "bot")), np.zeros(0, dtype=np.int64)
    moves = np.zeros(1, dtype=np.int64)
    return [
        ("planting", lambda: machine_code(start_afresh, tree)),
        ("keeping", lambda: machine_code(go_on, tree, 0, none)),
        ("glancing", lambda: machine_code(glance, tree, 0)),
        ("looking for a win", lambda: machine_code(winning_move, tree)),
        ("searching", lambda: machine_code(explore, tree, moves, 0, 0)),
    ]
