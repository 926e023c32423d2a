"""Tree search for any game: single-observer information-set Monte Carlo tree search.

Every iteration starts from a fresh determinization, a random guess at what the seat to move cannot
know, so hidden information is never used. It descends the tree along moves that are legal in this
guess, adds one node, plays a rollout by the game's heuristics and credits every move on its path
with the reward of the seat that made it.

Games with hundreds of moves would swamp such a tree, so a node has few children (progressive
widening: about the square root of its visits). Candidates are ranked by the game's `prior` and by
what the search has learnt: a tally for each seat and action keeps the rewards of all iterations in
which it was played, and a move that won at once in one place (a killer move) is tried first in
others. `parhelion.bots.search_bot` decides which root moves to search, and for how long.

In a game for two without secrets moves can be proved: a move loses if some reply to it wins, and it
wins if every reply to it loses.
"""

import numpy as np

from parhelion.bots.kernels.network import network_value
from parhelion.bots.kernels.tree import (
    ACTION,
    CHILD,
    ENDS,
    EXPANDED,
    GAMES,
    ILLEGAL,
    LOSES,
    MAX_PATH,
    NONE,
    OPEN,
    POINTS,
    SEAT,
    SHARES,
    UNTRIED,
    WINS,
    Tree,
    add_node,
    link_child,
)
from parhelion.kernel import MAX_ACTIONS, MAX_SEATS, below, entry_point, kernel, log, scratch
from parhelion.kernel.arguments import Int64s
from parhelion.kernel.dispatch import (
    actor,
    apply,
    evaluate_all,
    legal,
    mask,
    may_win_now,
    prior,
    priors,
    redeal,
    rollout,
    scores,
    share,
)

PROPOSED = 3  # status of an action at a node: already among the proposals for a new child

# Set by hand, guided by some hundred games between variants.
WIDENING = 1.0  # a node may have this times the square root of its visits as children
MIN_CHILDREN = 3
MAX_LISTED = 128  # up to so many legal moves are all proposed; at least PROPOSALS
PROPOSALS = 32  # random moves that are proposed otherwise
PRIOR_BIAS = 1.0  # weight of a prior at the first visit of its move (progressive bias)
TALLY_WEIGHT = 6.0  # weight of a tally's worth, 0 to 1, against a prior
TALLY_VISITS = 20.0  # visits that a tally counts as in the mean value of a move
DECISIVE_VISITS = 40  # at this visit of a node all its moves are tried for one that wins at once
PROOF_GUESSES = 16  # guesses in which a move must win at once to need no further search
PRIOR_GUESSES = 4  # guesses over which the prior of a root move is averaged
NETWORK_PRIOR = 14.0  # the prior of a root move that the network is sure to win: 1 / PRIOR_SLOPE
NO_LIMIT = 1 << 30  # moves; no game is as long
LOGARITHMS = np.array([0.0] + [log(number) for number in range(1, 2048)])
"""Logarithms of small whole numbers. Most moves have been available less often than that."""


@entry_point
def run_iterations(tree: Tree, moves: Int64s, iterations: int, probes: int) -> None:
    """Spend iterations on some root moves, given as nodes, in turn. In the first `probes` of them
    all replies to the move are tried for one that wins at once."""
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


@entry_point
def add_priors(tree: Tree, moves: int) -> None:
    """Add the mean prior over a few guesses to each of the first `moves` root moves; where nothing
    is hidden, one guess says all."""
    guesses = 1 if tree.solvable else PRIOR_GUESSES
    for _ in range(guesses):
        determinize(tree)
        for node in range(1, moves + 1):
            move = tree.nodes[node]
            # Added as doubles: uncompiled, NumPy would round each sum to a single.
            move.prior = np.float64(move.prior) + root_prior(tree, move.action) / guesses


@kernel
def root_prior(tree, action):
    """How good a root move looks: to the network if there is one, else to the game's heuristics."""
    state, after = tree.states[1], tree.states[2]
    if len(tree.network) == 0:
        return prior(state, action)
    tree.states[2] = state
    apply(after, action)
    mover, seat = actor(after), actor(state)
    if mover < 0:
        return NETWORK_PRIOR * share(after, seat, tree.points)
    value = network_value(tree.network, after)
    return NETWORK_PRIOR * (value if mover == seat else 1.0 - value)


@entry_point
def winning_move(tree: Tree) -> int:
    """The node of a root move that wins at once in every guess that is tried; NONE if none."""
    determinize(tree)
    mask(tree.states[1], tree.status)
    action = decisive_move(tree)
    if action < 0:
        return NONE
    node = 1
    while tree.nodes[node].action != action:
        node += 1
    won = tree.nodes[node].won
    for _ in range(PROOF_GUESSES):
        iterate(tree, node, False)
    return node if tree.nodes[node].won - won == PROOF_GUESSES else NONE


# --- one iteration -----------------------------------------------------------------------


@kernel
def determinize(tree):
    """Copy the root position, with a random guess at what the seat to move cannot know."""
    tree.states[1] = tree.states[0]
    redeal(tree.states[1], actor(tree.states[0]), tree.rng)


@kernel
def iterate(tree, node, probing):
    """Run one iteration that begins with a root move: descend, expand, roll out, backpropagate."""
    determinize(tree)
    play_node(tree, node, 0)
    depth = descend(tree, node, probing)
    last = tree.nodes[tree.path[depth - 1, CHILD]]
    if tree.solvable and actor(tree.states[1]) < 0:
        prove_ended(tree, last)
    if last.proved != OPEN:
        set_proved_rewards(tree, np.int64(last.seat), last.proved == WINS)
        backpropagate(tree, depth, depth)
        backpropagate_proof(tree, depth)
    else:
        length = roll_out(tree, depth, tree.rollout_depth)
        set_rewards(tree)
        backpropagate(tree, depth, length)
        if tree.full_games:
            roll_out(tree, MAX_PATH, NO_LIMIT)
    if tree.full_games:
        record_outcome(tree)


@kernel
def play_node(tree, node, depth):
    """Play the move of a node and record it in the path."""
    tree.path[depth, SEAT] = tree.nodes[node].seat
    tree.path[depth, ACTION] = tree.nodes[node].action
    tree.path[depth, CHILD] = node
    apply(tree.states[1], tree.path[depth, ACTION])


@kernel
def descend(tree, node, probing):
    """Descend from a node until one is added, the game is over or the rest is proved; return the
    length of the path."""
    depth, before = 1, tree.free[0]
    while tree.free[0] == before and actor(tree.states[1]) >= 0 and depth < MAX_PATH:
        mask(tree.states[1], tree.status)
        child, count = select_child(tree, node)
        if child != NONE and tree.nodes[child].proved == WINS:
            prove_node(tree, node, True)
            return depth
        action, promise = move_to_add(tree, node, child, count, probing)
        if action >= 0 and tree.free[0] < len(tree.nodes):
            child = add_node(tree, actor(tree.states[1]), action, promise)
            link_child(tree, node, child)
        elif child != NONE and tree.nodes[child].proved == LOSES and action < 0:
            prove_node(tree, node, False)
            return depth
        if child == NONE:  # the memory is full
            return depth
        play_node(tree, child, depth)
        node = child
        depth += 1
    return depth


@kernel
def roll_out(tree, length, limit):
    """Play by the game's rollout heuristic, up to `limit` moves or the end of the game.

    Moves are recorded in the path, which has `length` so far; return its new length.
    """
    state, tallies, left = tree.states[1], tree.tallies, limit
    seat = actor(state)
    while seat >= 0 and left > 0:
        action = rollout(state, tallies[seat], tree.rng)
        if length < MAX_PATH:
            tree.path[length, SEAT] = seat
            tree.path[length, ACTION] = action
            length += 1
        apply(state, action)
        seat = actor(state)
        left -= 1
    return length


# --- selection ---------------------------------------------------------------------------


@kernel
def select_child(tree, node):
    """The child with the highest score among those whose move is legal now, and their number.

    Their moves are marked as expanded. A child that is proved to lose is selected only if all are.
    """
    seat, best, highest, count = actor(tree.states[1]), NONE, -1e9, 0
    child = tree.nodes[node].first
    while child != NONE:
        move = tree.nodes[child]
        if move.seat == seat and tree.status[move.action] != ILLEGAL:
            tree.status[move.action] = EXPANDED
            move.available += 1
            count += 1
            score = ucb_score(tree, child)
            if score > highest:
                best, highest = child, score
        child = move.next
    return best, count


@kernel
def ucb_score(tree, node):
    """The score by which children are selected: UCB1 for moves that are not always legal, with
    progressive bias by the prior."""
    move = tree.nodes[node]
    if move.proved != OPEN:
        return 1e6 * move.proved
    bonus = tree.exploration * np.sqrt(log_of(move.available) / move.visits)
    return mean_value(tree, node) + bonus + PRIOR_BIAS * np.float64(move.prior) / (move.visits + 1)


@kernel
def log_of(number):
    """Return the natural logarithm of a positive whole number."""
    return LOGARITHMS[number] if number < len(LOGARITHMS) else log(number)


@kernel
def mean_value(tree, node):
    """The mean evaluation of a move, smoothed by its tally."""
    move = tree.nodes[node]
    worth = tree.tallies[move.seat, move.action].worth
    return (move.value + TALLY_VISITS * worth) / (move.visits + TALLY_VISITS)


# --- expansion ---------------------------------------------------------------------------


@kernel
def move_to_add(tree, node, best, count, probing):
    """Return a move to add to a node with `count` legal children, and its prior; -1 if it has
    enough."""
    if best != NONE and tree.nodes[best].proved == LOSES:
        return any_untried_move(tree)  # all children lose: without another move, so does the node
    if best != NONE and tree.nodes[best].won == tree.nodes[best].visits:
        return -1, 0.0  # the best child has always won
    visits, killer = tree.nodes[node].visits, tree.killers[actor(tree.states[1])]
    if killer >= 0 and tree.status[killer] == UNTRIED:
        return killer, prior(tree.states[1], killer)
    if probing or visits == DECISIVE_VISITS:
        action = decisive_move(tree)
        if action >= 0:
            tree.killers[actor(tree.states[1])] = action
            return action, prior(tree.states[1], action)
    if count >= max(MIN_CHILDREN, WIDENING * np.sqrt(visits)):
        return -1, 0.0
    return best_proposal(tree)


@kernel
def best_proposal(tree):
    """Return the best of the proposed moves, by prior and tally, and its prior; -1 if none."""
    state, proposed = tree.states[1], scratch(MAX_LISTED, np.int32)
    count, promises = propose(tree, proposed), scratch(MAX_LISTED, np.float64)
    priors(state, proposed, count, promises)
    seat, best, promise, highest = actor(state), -1, 0.0, -1e9
    for i in range(count):
        score = promises[i] + TALLY_WEIGHT * tree.tallies[seat, proposed[i]].worth
        if score > highest:
            best, promise, highest = np.int64(proposed[i]), promises[i], score
    return best, promise


@kernel
def propose(tree, proposed):
    """List moves that have no child yet; return how many. These are all such moves if few are
    legal, otherwise some random ones."""
    listed, count = scratch(MAX_ACTIONS, np.int32), 0
    moves = legal(tree.states[1], listed)
    if moves <= MAX_LISTED:
        for i in range(moves):
            proposed[count] = listed[i]
            count += tree.status[listed[i]] == UNTRIED
        return count
    for _ in range(PROPOSALS):  # from the list, which is faster than to call `sample` so often
        action = listed[below(tree.rng, moves)]
        if tree.status[action] == UNTRIED:
            tree.status[action] = PROPOSED
            proposed[count] = action
            count += 1
    return count


@kernel
def any_untried_move(tree):
    """Return a move that has no child yet, and its prior; -1 if all have one."""
    action, promise = best_proposal(tree)
    if action >= 0:
        return action, promise
    for action in range(len(tree.status)):
        if tree.status[action] == UNTRIED:
            return action, prior(tree.states[1], action)
    return -1, 0.0


@kernel
def decisive_move(tree):
    """A move that wins at once and has no child yet, -1 if there is none."""
    seat = actor(tree.states[1])
    for action in range(len(tree.status)):
        if tree.status[action] == UNTRIED and may_win_now(tree.states[1], action):
            tree.states[2] = tree.states[1]
            apply(tree.states[2], action)
            if actor(tree.states[2]) < 0 and share(tree.states[2], seat, tree.points) == 1.0:
                return action
    return -1


# --- backpropagation ---------------------------------------------------------------------


@kernel
def set_rewards(tree):
    """Set each seat's reward: its evaluation, and its share of victory if the game is over."""
    state = tree.states[1]
    over = actor(state) < 0
    if len(tree.network) > 0 and not over:
        set_network_rewards(tree)
        return
    values = scratch(MAX_SEATS, np.float64)
    evaluate_all(state, tree.points, values)
    for seat in range(len(tree.points)):
        tree.rewards[seat, 0] = values[seat]
        tree.rewards[seat, 1] = share(state, seat, tree.points) if over else values[seat]


@kernel
def set_network_rewards(tree):
    """Set the rewards of two seats to what the network expects."""
    state = tree.states[1]
    mover = actor(state)
    value = network_value(tree.network, state)
    tree.rewards[mover, :] = value
    tree.rewards[1 - mover, :] = 1.0 - value


@kernel
def set_proved_rewards(tree, seat, wins):
    """Set the rewards of two seats when one of them is proved to win, or to lose."""
    winner = seat if wins else 1 - seat
    for other in range(2):
        tree.rewards[other, :] = 1.0 if other == winner else 0.0


@kernel
def backpropagate(tree, depth, length):
    """Credit the rewards to all moves of the path: to their tallies, and to the nodes of the first
    `depth` of them."""
    for i in range(length):
        seat = tree.path[i, SEAT]
        tally = tree.tallies[seat, tree.path[i, ACTION]]
        tally.value += tree.rewards[seat, 0]
        tally.played += 1
        tally.worth = tally.value / tally.played
        if i < depth:
            node = tree.nodes[tree.path[i, CHILD]]
            node.visits += 1
            node.value += tree.rewards[seat, 0]
            node.won += tree.rewards[seat, 1]


@kernel
def record_outcome(tree):
    """Count the end of the game, or its proved result, for the root move that it began with."""
    state, node, seats = tree.states[1], tree.path[0, CHILD], len(tree.points)
    seat, outcome = tree.path[0, SEAT], tree.outcomes[node]
    if actor(state) < 0:
        outcome[SHARES] += share(state, seat, tree.points)
        scores(state, tree.points)
        for other in range(seats):
            outcome[POINTS + other] += tree.points[other]
        outcome[ENDS] += 1
    else:
        outcome[SHARES] += tree.rewards[seat, 1]
    outcome[GAMES] += 1


# --- proofs ------------------------------------------------------------------------------


@kernel
def prove_ended(tree, last):
    """The game is over after a move: prove whether the move wins or loses."""
    won = share(tree.states[1], np.int64(last.seat), tree.points)
    if won == 1.0:
        last.proved = WINS
    elif won == 0.0:
        last.proved = LOSES


@kernel
def prove_node(tree, node, wins):
    """Prove a node after which the seat to move is known to win, or to lose."""
    same = actor(tree.states[1]) == tree.nodes[node].seat
    tree.nodes[node].proved = WINS if same == wins else LOSES


@kernel
def backpropagate_proof(tree, depth):
    """While the next move of the path is proved to win, prove the move before it, too."""
    for i in range(depth - 2, -1, -1):
        move, reply = tree.nodes[tree.path[i, CHILD]], tree.nodes[tree.path[i + 1, CHILD]]
        if reply.proved != WINS:
            return
        move.proved = WINS if move.seat == reply.seat else LOSES
