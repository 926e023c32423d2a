"""A turn but for its spirits: playing, capturing, the second chance, drawing, passing
(T7, T8, T9, T10, T14, T16)."""

from parhelion.games.solstis.kernels.constants import CAPTURE, MATCHES, PLAY
from parhelion.games.solstis.kernels.panorama import bring, take_rainbow, tell_each
from parhelion.games.solstis.kernels.places import NONE, ONE
from parhelion.games.solstis.kernels.state import (
    BEGIN,
    CAPTURED,
    CHANCE,
    CLOSE,
    DRAWN,
    LOOK,
    MATCH,
    MATCHED,
    PASSED,
    PLACE,
    PLAYED,
    SEATS,
    TURN,
)
from parhelion.games.solstis.kernels.tiles import (
    draw_tile,
    draw_to_hand,
    join_line,
    take_from_hand,
    take_from_line,
)
from parhelion.kernel import kernel, lowest
from parhelion.kernel.question_steps import LUCK, TURN_OVER, ask, tell


@kernel
def begin_turn(state):
    """T7: choose a tile to play. T16: with an empty pile only one that captures, else pass."""
    seat = state.turn
    state.fresh = NONE
    state.second = 0
    options = playable(state, seat)
    if options == NONE:
        pass_turn(state, seat)
        return
    state.passes = 0
    state.turns += 1
    tell(state, TURN, 0, seat)
    ask(state, PLAY, options, seat)


@kernel
def playable(state, seat):
    """The tiles of a hand that may be played."""
    if state.left > 0:
        return state.hands[seat]
    return state.hands[seat] & matching(state.faces)


@kernel
def matching(faces):
    """The tiles that match any of some others."""
    found = NONE
    while faces != NONE:
        found |= MATCHES[lowest(faces)]
        faces &= faces - ONE
    return found


@kernel
def pass_turn(state, seat):
    """T16: no tile of the hand captures, and everybody knows that now. Twice ends the game."""
    tell(state, PASSED, 0, seat)
    state.barred[seat] |= matching(state.faces)
    state.revealed += 1
    state.passes += 1
    state.turn = 1 - seat
    state.step = CLOSE if state.passes == SEATS else BEGIN


@kernel
def play(state, tile):
    """T7: a tile of the hand comes to the centre."""
    take_from_hand(state, state.turn, tile)
    state.centre = tile
    tell(state, PLAYED, tile, state.turn)
    state.step = MATCH


@kernel
def match(state):
    """T8: capture if anything matches. T9: else a second chance. T10: else a rainbow."""
    matches = MATCHES[state.centre] & state.faces
    if matches != NONE:
        tell_each(state, MATCHED, matches, state.turn)
        ask(state, CAPTURE, matches, state.turn)
        return
    join_line(state, state.centre)
    if state.second:
        state.centre = -1
        take_rainbow(state, state.turn)
        state.after = LOOK
        state.step = PLACE
    else:
        state.second = 1
        tell(state, LUCK, 0, state.turn)
        state.centre = draw_tile(state)
        tell(state, CHANCE, state.centre, state.turn)


@kernel
def capture(state, tile):
    """T8: the captured tile goes to the panorama first, then the one that captured it."""
    take_from_line(state, tile, CAPTURED)
    bring(state, tile)
    bring(state, state.centre)
    state.centre = -1
    state.after = LOOK


@kernel
def draw_up(state):
    """T14: draw back to three, or four with the Bear; then the other turn, or one's own again."""
    seat = state.turn
    drawn = min(state.limit[seat] - state.held[seat], state.left)
    for _ in range(drawn):
        draw_to_hand(state, seat)
    if drawn > 0:
        tell(state, DRAWN, drawn, seat)
    tell(state, TURN_OVER, 0, seat)
    if state.again:
        state.again = 0
    else:
        state.turn = 1 - seat
    state.step = BEGIN
