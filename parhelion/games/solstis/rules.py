"""The rules of Solstis as kernels on one record; ids such as T9 are those of docs/rules.

A turn is a chain of steps. A step does what the rules want and says which one comes next, or
it asks the player something; what leaves no choice is not asked. `apply` takes the answer and
carries on until the next question.
"""

import numpy as np

from parhelion.games.solstis.sets import (
    NONE,
    ONE,
    area_around,
    beside,
    covered_by,
    has,
    squares_in,
    squares_with,
)
from parhelion.games.solstis.state import (
    AGAIN,
    ASIDE,
    BY_BEETLE,
    BY_DEER,
    BY_DRAGONFLY,
    BY_EAGLE,
    BY_SQUIRREL,
    CAPTURED,
    CHANCE,
    COVERED,
    CURSED,
    DRAWN,
    DREW,
    ENDED,
    EVENTS,
    GONE,
    HAND,
    JOINED,
    LAID,
    LIFTED,
    MET,
    PASSED,
    PILE,
    PLACED,
    PLAYED,
    RAINBOWS,
    SEATED,
    SEATS,
    STACKS,
    STATE,
    TOOK,
    TURN,
    UNCOVERED,
)
from parhelion.games.solstis.tables import (
    ACTION,
    ACTIONS,
    BEAR,
    BEE,
    BEETLE,
    BIRD,
    BLUE,
    BUTTERFLY,
    CAPTURE,
    CHOICE,
    COVER,
    DEER,
    DRAGONFLY,
    DRAW,
    EAGLE,
    EVIL,
    FIRES,
    FISH,
    GROUNDHOG,
    KEEP,
    LADYBUG,
    LIZARD,
    MATCHES,
    MEET,
    MOUNTAIN,
    OVER,
    PLACES,
    PLAY,
    PLAY_BEETLE,
    PLAY_DEER,
    RAINBOW,
    SHARED_FIRE,
    SQUARE,
    SQUIRREL,
    VALLEY,
    WOLF,
    WOOD,
)
from parhelion.kernel import (
    TOGETHER,
    below,
    kernel,
    lowest,
    nth_bit,
    one,
    popcount,
    register,
    shuffle,
    split,
)

ALL_PLACES = np.array(PLACES, dtype=np.int8)
NOBODY = -1
PARTS = 2 + EVIL
"""What brings points: the largest area, lit fires, each spirit but the Evil one."""

ASK, BEGIN, MATCH, PLACE, LOOK, SIT, EFFECT, DRAW_UP, CLOSE, EMPTY_HAND, END = range(11)
"""The steps: wait for an answer; begin a turn; match the tile in the centre with the line; bring
tiles and rainbows to the panorama; look for squares; seat the spirit; let it act; draw; the Evil
spirit; the Squirrel; the end."""


# --- setting up --------------------------------------------------------------------------


@kernel
def deal(state, rng):
    """T5, T6: shuffle the tiles and the spirits, and lay them out."""
    tiles = ALL_PLACES.copy()
    spirits = np.arange(EVIL + np.int64(state.with_evil)).astype(np.int8)
    shuffle(tiles, len(tiles), rng)
    shuffle(spirits, len(spirits), rng)
    lay_out(state, tiles, spirits)


@kernel
def lay_out(state, tiles, spirits):
    """T5: from the first tile on a face-down line, face-up tiles on it, the two hands and the
    draw pile; from piles the last is drawn first. Then the first seat is asked what it plays."""
    clear(state)
    for slot in range(STACKS):
        state.under[slot] = tiles[slot]
        lay_face_up(state, slot, tiles[STACKS + slot])
    first = 2 * STACKS
    for seat in range(SEATS):
        for _ in range(HAND):
            state.hands[seat] |= one(tiles[first])
            first += 1
    for i in range(PILE):
        state.pile[i] = tiles[first + i]
    for i in range(len(spirits)):
        state.spirit_pile[i] = spirits[i]
    state.turn = 0
    state.step = BEGIN
    carry_on(state)
    state.happened = 0


@kernel
def clear(state):
    """The table before anything is dealt, with its counts as after the deal."""
    for seat in range(SEATS):
        state.tiles[seat] = state.rainbows[seat] = state.squares[seat] = NONE
        state.hands[seat] = state.barred[seat] = NONE
        state.spirits[seat] = state.kept[seat] = 0
        state.held[seat] = state.limit[seat] = HAND
    state.faces = state.gone = state.fresh = state.options = NONE
    state.open = state.revealed = state.turns = 0
    state.line[:] = -1
    state.under[:] = -1
    state.stacked = (1 << STACKS) - 1
    state.pile[:] = -1
    state.left = PILE
    state.spirit_pile[:] = -1
    state.spirits_left = EVIL + state.with_evil
    state.square_of[:] = -1
    state.supply = RAINBOWS
    state.centre = state.met = state.evil = state.covered = -1
    state.coming[:] = -1
    state.drawn[:] = -1
    state.waiting = state.second = state.again = state.passes = state.happened = 0
    state.after = LOOK
    state.events[:] = 0


# --- questions and answers ---------------------------------------------------------------


@kernel
def actor(state):
    """The seat to decide, -1 when the game is over."""
    return int(state.actor)


@kernel
def legal(state, out):
    """The legal actions, ascending, into `out`; how many."""
    options, n = state.options, 0
    while options != NONE:
        out[n] = ACTION[state.phase, lowest(options)]
        n += 1
        options &= options - ONE
    return n


@kernel
def mask(state, out):
    """Whether each action is legal."""
    out[:] = 0
    options = state.options
    while options != NONE:
        out[ACTION[state.phase, lowest(options)]] = 1
        options &= options - ONE


@kernel
def sample(state, rng):
    """One uniformly random legal action."""
    rank = below(rng, popcount(state.options))
    return ACTION[state.phase, nth_bit(state.options, rank)]


@kernel
def ask(state, phase, options):
    """Let the player whose turn it is choose."""
    state.phase = phase
    state.options = options
    state.actor = state.turn
    state.step = ASK


@kernel
def ask_if_open(state, phase, options):
    """Let the player choose; what is the only option is done at once."""
    ask(state, phase, options)
    if popcount(options) == 1:
        answer(state, lowest(options))


@kernel
def apply(state, action):
    """Play a legal action, and all that follows from it without a choice."""
    state.happened = 0
    answer(state, CHOICE[action])
    carry_on(state)


@kernel
def answer(state, choice):
    """Do what was chosen and say which step comes next."""
    phase = state.phase
    if phase == PLAY:
        play(state, choice)
    elif phase == CAPTURE:
        capture(state, choice)
    elif phase == RAINBOW:
        lay_rainbow(state, choice)
    elif phase == MEET and choice == DRAW:
        draw_spirits(state)
    elif phase == MEET:
        meet(state, choice)
    elif phase == KEEP:
        keep(state, choice)
    elif phase == SQUARE:
        seat_spirit(state, choice)
    elif phase == PLAY_DEER:
        take_from_hand(state, np.int64(state.turn), choice)
        add(state, choice, BY_DEER)
    elif phase == PLAY_BEETLE:
        take_from_line(state, choice, BY_BEETLE)
        bring(state, choice)
    else:
        cover(state, choice)


@kernel
def carry_on(state):
    """Take one step after the other until somebody has to be asked."""
    while state.step != ASK:
        step = state.step
        if step == BEGIN:
            begin_turn(state)
        elif step == MATCH:
            match(state)
        elif step == PLACE:
            place(state)
        elif step == LOOK:
            look_for_squares(state)
        elif step == SIT:
            ask_if_open(state, SQUARE, formed(state))
        elif step == EFFECT:
            act(state)
        elif step == DRAW_UP:
            draw_up(state)
        elif step == CLOSE:
            close(state)
        elif step == EMPTY_HAND:
            empty_hand(state)
        else:
            end(state)


@kernel
def tell(state, event, value, seat):
    """Write down what everybody sees happen."""
    if state.happened < EVENTS:
        state.events[state.happened] = event << 8 | seat << 7 | np.int64(value)
        state.happened += 1


# --- the turn ----------------------------------------------------------------------------


@kernel
def begin_turn(state):
    """T7: choose a tile to play. T16: with an empty pile only one that captures, else pass."""
    seat = np.int64(state.turn)
    state.fresh = NONE
    state.second = 0
    options = playable(state, seat)
    if options == NONE:
        pass_turn(state, seat)
        return
    state.passes = 0
    state.turns += 1
    tell(state, TURN, 0, seat)
    ask(state, PLAY, options)
    # A single option is asked too, unless all can see that it is one: the other player must
    # not learn from a missing question that no other tile in hand captures.
    if state.held[seat] == 1:
        answer(state, lowest(options))


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
    take_from_hand(state, np.int64(state.turn), tile)
    state.centre = tile
    tell(state, PLAYED, tile, np.int64(state.turn))
    state.step = MATCH


@kernel
def match(state):
    """T8: capture if anything matches. T9: else a second chance. T10: else a rainbow."""
    seat, tile = np.int64(state.turn), np.int64(state.centre)
    matches = MATCHES[tile] & state.faces
    if matches != NONE:
        ask_if_open(state, CAPTURE, matches)
        return
    join_line(state, tile)
    if state.second:
        state.centre = -1
        take_rainbow(state, seat)
        state.after = LOOK
        state.step = PLACE
    else:
        state.second = 1
        state.centre = draw_tile(state)
        tell(state, CHANCE, state.centre, seat)


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
    seat = np.int64(state.turn)
    drawn = min(state.limit[seat] - state.held[seat], np.int64(state.left))
    for _ in range(drawn):
        draw_to_hand(state, seat)
    if drawn > 0:
        tell(state, DRAWN, drawn, seat)
    if state.again:
        state.again = 0
    else:
        state.turn = 1 - seat
    state.step = BEGIN


# --- hands, pile and line ----------------------------------------------------------------


@kernel
def take_from_hand(state, seat, tile):
    """A tile leaves a hand."""
    state.hands[seat] &= ~one(tile)
    state.held[seat] -= 1


@kernel
def draw_tile(state):
    """Turn up the top of the draw pile."""
    return take_from_pile(state, np.int64(state.left) - 1)


@kernel
def take_from_pile(state, place):
    """Take a tile out of the draw pile; those above it close the gap."""
    tile = np.int64(state.pile[place])
    for above in range(place + 1, state.left):
        state.pile[above - 1] = state.pile[above]
    state.left -= 1
    state.pile[state.left] = -1
    state.revealed += 1
    return tile


@kernel
def draw_to_hand(state, seat):
    """A player draws a tile."""
    state.hands[seat] |= one(draw_tile(state))
    state.held[seat] += 1


@kernel
def lay_face_up(state, slot, tile):
    """A tile lies face up in a slot of the line."""
    state.line[slot] = tile
    state.faces |= one(tile)


@kernel
def join_line(state, tile):
    """T11: into the first gap; those behind the end of the line are gaps too."""
    slot = 0
    while state.line[slot] >= 0:
        slot += 1
    lay_face_up(state, slot, tile)
    tell(state, JOINED, tile, np.int64(state.turn))


@kernel
def take_from_line(state, tile, event):
    """A tile leaves the line; the face-down one below it is turned up (T8)."""
    seat, slot = np.int64(state.turn), 0
    while state.line[slot] != tile:
        slot += 1
    state.line[slot] = -1
    state.faces &= ~one(tile)
    tell(state, event, tile, seat)
    if state.stacked >> slot & 1:
        below_it = np.int64(state.under[slot])
        state.under[slot] = -1
        state.stacked ^= 1 << slot
        state.revealed += 1
        lay_face_up(state, slot, below_it)
        tell(state, UNCOVERED, below_it, seat)


# --- the panorama ------------------------------------------------------------------------


@kernel
def bring(state, tile):
    """A tile is on its way to the panorama of the turn."""
    state.coming[state.waiting] = tile
    state.waiting += 1
    state.step = PLACE


@kernel
def place(state):
    """Place what waits: rainbows as soon as they find a place (T10, T12), then tiles in order."""
    seat = np.int64(state.turn)
    places = room_for_rainbow(state, seat) if state.kept[seat] > 0 else NONE
    if places != NONE:
        ask_if_open(state, RAINBOW, places)
    elif state.waiting > 0:
        place_tile(state, seat, np.int64(state.coming[0]))
    else:
        state.step = state.after


@kernel
def room_for_rainbow(state, seat):
    """T10: empty places next to a landscape tile, save the one that a tile is about to take."""
    held = state.tiles[seat] | state.rainbows[seat]
    places = beside(state.tiles[seat]) & MOUNTAIN & ~held
    if state.waiting > 0:
        places &= ~one(state.coming[0])
    return places


@kernel
def place_tile(state, seat, tile):
    """T12: a tile comes to its place; a free rainbow there moves first, a blocked one stays."""
    if has(state.rainbows[seat], tile):
        if has(covered_by(state.squares[seat]), tile):
            state.gone |= one(tile)
            tell(state, GONE, tile, seat)
            shift_coming(state)
        else:
            state.rainbows[seat] &= ~one(tile)
            state.kept[seat] += 1
            tell(state, LIFTED, tile, seat)
    else:
        state.tiles[seat] |= one(tile)
        state.fresh |= one(tile)
        tell(state, PLACED, tile, seat)
        shift_coming(state)


@kernel
def shift_coming(state):
    """The next tile on its way is the first now."""
    state.waiting -= 1
    for i in range(state.waiting):
        state.coming[i] = state.coming[i + 1]
    state.coming[state.waiting] = -1


@kernel
def take_rainbow(state, seat):
    """T10: take a rainbow, if there is one left."""
    if state.supply > 0:
        state.supply -= 1
        state.kept[seat] += 1
        tell(state, TOOK, 0, seat)


@kernel
def lay_rainbow(state, place):
    """A rainbow comes to a place."""
    seat = np.int64(state.turn)
    state.kept[seat] -= 1
    state.rainbows[seat] |= one(place)
    state.fresh |= one(place)
    tell(state, LAID, place, seat)
    state.step = PLACE


# --- spirits -----------------------------------------------------------------------------


@kernel
def formed(state):
    """T13: the squares that this turn completed and that hold no spirit."""
    seat = np.int64(state.turn)
    complete = squares_in(state.tiles[seat] | state.rainbows[seat])
    return complete & squares_with(state.fresh) & ~state.squares[seat]


@kernel
def look_for_squares(state):
    """T13: a square brings one spirit: one of the next two, or one that lies face up."""
    state.step = DRAW_UP
    if formed(state) == NONE:
        return
    if state.open:
        drawing = one(DRAW) if state.spirits_left > 0 else NONE
        ask_if_open(state, MEET, np.uint64(state.open) | drawing)
    elif state.spirits_left > 0:
        draw_spirits(state)


@kernel
def draw_spirit(state):
    """Turn up the top of the spirit pile."""
    state.spirits_left -= 1
    spirit = np.int64(state.spirit_pile[state.spirits_left])
    state.spirit_pile[state.spirits_left] = -1
    state.revealed += 1
    tell(state, DREW, spirit, np.int64(state.turn))
    return spirit


@kernel
def draw_spirits(state):
    """T13: draw two and keep one. T15: the Evil spirit stays in front of whoever draws it."""
    spirit = draw_spirit(state)
    other = draw_spirit(state) if state.spirits_left > 0 else NOBODY
    if spirit == EVIL:
        spirit, other = other, spirit
    if spirit == NOBODY:
        curse(state, np.int64(state.turn))
        state.step = DRAW_UP
    elif other == EVIL:
        meet(state, spirit)
        curse(state, np.int64(state.turn))
    elif other == NOBODY:
        meet(state, spirit)
    else:
        state.drawn[0] = min(spirit, other)
        state.drawn[1] = max(spirit, other)
        ask(state, KEEP, one(spirit) | one(other))


@kernel
def keep(state, spirit):
    """T13: the spirit that is not kept is laid face up beside the pile."""
    other = np.int64(state.drawn[0] + state.drawn[1]) - spirit
    state.drawn[:] = -1
    state.open |= 1 << other
    tell(state, ASIDE, other, np.int64(state.turn))
    meet(state, spirit)


@kernel
def meet(state, spirit):
    """A spirit is met; it looks for its square. T15: the Evil spirit moves on."""
    seat = np.int64(state.turn)
    state.open = np.int64(state.open) & ~(1 << spirit)
    state.met = spirit
    tell(state, MET, spirit, seat)
    if state.evil == seat:
        curse(state, 1 - seat)
    state.step = SIT


@kernel
def curse(state, seat):
    """The Evil spirit comes to a player."""
    state.evil = seat
    tell(state, CURSED, 0, seat)


@kernel
def seat_spirit(state, square):
    """T13: the spirit sits down on a square."""
    seat = np.int64(state.turn)
    state.squares[seat] |= one(square)
    state.spirits[seat] |= 1 << np.int64(state.met)
    state.square_of[state.met] = square
    tell(state, SEATED, square, seat)
    state.step = EFFECT


@kernel
def act(state):
    """T4: a wood spirit acts at once, as far as it can (T13); no square it makes brings another."""
    seat, spirit = np.int64(state.turn), np.int64(state.met)
    state.met = -1
    state.after = DRAW_UP
    state.step = PLACE
    if spirit == FISH:
        take_rainbow(state, seat)
    elif spirit == DEER and state.held[seat] > 0:
        ask_if_open(state, PLAY_DEER, state.hands[seat])
    elif spirit == EAGLE and state.left > 0:
        add(state, take_from_pile(state, below(state.rng, np.int64(state.left))), BY_EAGLE)
    elif spirit == BEAR and state.left > 0:
        state.limit[seat] += 1
        draw_to_hand(state, seat)
        tell(state, DRAWN, 1, seat)
    elif spirit == DRAGONFLY and state.held[1 - seat] > 0:
        steal(state, 1 - seat)
    elif spirit == BEETLE and state.faces != NONE:
        ask_if_open(state, PLAY_BEETLE, state.faces)
    elif spirit == GROUNDHOG:
        state.again = 1
        tell(state, AGAIN, 0, seat)


@kernel
def add(state, tile, event):
    """A spirit adds a tile to the panorama."""
    tell(state, event, tile, np.int64(state.turn))
    bring(state, tile)


@kernel
def steal(state, other):
    """T4, Dragonfly: a random tile of the other hand, which draws one in its place."""
    tile = nth_bit(state.hands[other], below(state.rng, np.int64(state.held[other])))
    take_from_hand(state, other, tile)
    state.revealed += 1
    add(state, tile, BY_DRAGONFLY)
    if state.left > 0:
        draw_to_hand(state, other)
        tell(state, DRAWN, 1, other)


# --- the end -----------------------------------------------------------------------------


@kernel
def close(state):
    """T17: the other player chooses which spirit of its holder the Evil one covers."""
    holder = np.int64(state.evil)
    state.step = EMPTY_HAND
    if holder != NOBODY and state.spirits[holder] != 0:
        state.turn = 1 - holder
        ask_if_open(state, COVER, np.uint64(state.spirits[holder]))


@kernel
def cover(state, spirit):
    """T17: a covered spirit neither scores nor does anything else."""
    state.covered = spirit
    tell(state, COVERED, spirit, np.int64(state.evil))
    state.step = EMPTY_HAND


@kernel
def empty_hand(state):
    """T17, Squirrel: its owner adds all tiles left in hand."""
    state.step = END
    for seat in range(SEATS):
        if active(state, seat) >> SQUIRREL & 1 and state.held[seat] > 0:
            state.turn = seat
            state.after = END
            state.revealed += 1
            while state.hands[seat] != NONE:
                tile = lowest(state.hands[seat])
                take_from_hand(state, seat, tile)
                add(state, tile, BY_SQUIRREL)


@kernel
def end(state):
    """The game is over: everything is shown."""
    state.phase = OVER
    state.options = NONE
    state.actor = NOBODY
    state.revealed += 1
    tell(state, ENDED, 0, 0)
    state.step = ASK


# --- points ------------------------------------------------------------------------------


@kernel
def scores(state, out):
    """T18: the points of each seat as they stand."""
    parts = np.empty(PARTS, dtype=np.int64)
    for seat in range(SEATS):
        count_points(state, seat, parts)
        out[seat] = parts.sum()


@kernel
def count_points(state, seat, out):
    """T18: for the largest area, for lit fires, then for each spirit."""
    tiles = state.tiles[seat]
    held = tiles | state.rainbows[seat]
    largest, areas = survey_areas(tiles, held)
    burning = fires_on(lit(tiles, held))
    dark = fires_on(tiles) - burning
    out[0] = popcount(largest)
    out[1] = burning
    for spirit in range(EVIL):
        out[2 + spirit] = worth(state, seat, spirit, areas, burning, dark)


@kernel
def assess(states, points, tiles):
    """For each seat of states[0] its points part by part, and two sets of tiles: those of the
    largest area, and those connected with the valley."""
    state = states[0]
    for seat in range(SEATS):
        held = state.tiles[seat] | state.rainbows[seat]
        count_points(state, seat, points[seat])
        tiles[seat, 0], _ = survey_areas(state.tiles[seat], held)
        tiles[seat, 1] = lit(state.tiles[seat], held)


@kernel
def survey_areas(tiles, held):
    """T18: the landscape tiles of the largest area, and how many areas there are."""
    largest, areas, rest = NONE, 0, held
    while rest != NONE:
        area = area_around(rest & ~(rest - ONE), held)
        areas += 1
        if popcount(area & tiles) > popcount(largest):
            largest = area & tiles
        rest &= ~area
    return largest, areas


@kernel
def lit(tiles, held):
    """T18: the tiles that are connected with the valley."""
    return tiles & area_around(held & VALLEY, held)


@kernel
def fires_on(tiles):
    """T3: the fires on some tiles; one needs both tiles that it straddles."""
    return popcount(tiles & FIRES) + (tiles & SHARED_FIRE == SHARED_FIRE)


@kernel
def active(state, seat):
    """The spirits of a seat that are not covered, as a bit set."""
    spirits = np.int64(state.spirits[seat])
    return spirits if state.covered < 0 else spirits & ~(1 << np.int64(state.covered))


@kernel
def worth(state, seat, spirit, areas, burning, dark):
    """T4, T18: 1 for a spirit and its bonus."""
    spirits = active(state, seat)
    if not spirits >> spirit & 1:
        return 0
    bonus = 0
    if spirit == BEE:
        bonus = popcount(np.uint64(spirits & WOOD))
    elif spirit == LADYBUG:
        bonus = dark
    elif spirit == WOLF:
        bonus = areas
    elif spirit == BIRD:
        bonus = popcount(np.uint64(spirits & BLUE)) - 1
    elif spirit == LIZARD:
        bonus = popcount(state.rainbows[seat])
    elif spirit == BUTTERFLY:
        bonus = burning
    return 1 + bonus


# --- knowledge ---------------------------------------------------------------------------


@kernel
def asks_about_hand(state):
    """Whether the options of the position are tiles of a hand."""
    return state.phase == PLAY or state.phase == PLAY_DEER


@kernel
def hide(state, seat):
    """Hide the other hands, both piles and what lies face down; after the end nothing."""
    state.rng[:] = 0
    if state.actor == NOBODY:
        return
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = NONE
    if state.actor != seat and asks_about_hand(state):
        state.options = NONE
    state.under[:] = -1
    state.pile[:] = -1
    state.spirit_pile[:] = -1


@kernel
def redeal(state, seat, rng):
    """Deal anew what the seat has not seen: each possibility is as likely as any other."""
    split(rng, state.rng)
    if state.actor == NOBODY:
        return
    if seat != TOGETHER:
        deal_hands(state, seat, rng)
    deal_tiles(state, rng)
    deal_spirits(state, rng)
    if state.phase == PLAY:
        state.options = playable(state, np.int64(state.actor))
    elif state.phase == PLAY_DEER:
        state.options = state.hands[state.actor]


@kernel
def seen_by_all(state):
    """The tiles that lie face up somewhere, or did before they left the game."""
    seen = state.tiles[0] | state.tiles[1] | state.gone | state.faces
    if state.centre >= 0:
        seen |= one(state.centre)
    for i in range(state.waiting):
        seen |= one(state.coming[i])
    return seen


@kernel
def deal_hands(state, seat, rng):
    """New hands for those that a seat does not see: without tiles that passing ruled out, and
    with one that can be played where somebody is known to have one (T16)."""
    unseen = MOUNTAIN & ~seen_by_all(state)
    if seat >= 0:
        unseen &= ~state.hands[seat]
    while True:
        for other in range(SEATS):
            if other != seat:
                possible = unseen & ~state.barred[other]
                state.hands[other] = some_of(possible, np.int64(state.held[other]), rng)
        apart = state.hands[0] & state.hands[1] == NONE
        if apart and (state.phase != PLAY or playable(state, np.int64(state.actor)) != NONE):
            return


@kernel
def some_of(tiles, n, rng):
    """A random choice of `n` tiles."""
    chosen = NONE
    for _ in range(n):
        tile = nth_bit(tiles, below(rng, popcount(tiles)))
        chosen |= one(tile)
        tiles &= ~one(tile)
    return chosen


@kernel
def deal_tiles(state, rng):
    """The tiles in no hand and not seen, in random order: under the line and in the pile."""
    rest = MOUNTAIN & ~seen_by_all(state) & ~state.hands[0] & ~state.hands[1]
    tiles, n = np.empty(PILE + STACKS, dtype=np.int8), 0
    while rest != NONE:
        tiles[n] = lowest(rest)
        n += 1
        rest &= rest - ONE
    shuffle(tiles, n, rng)
    for i in range(state.left):
        state.pile[i] = tiles[i]
    n = np.int64(state.left)
    for slot in range(STACKS):
        if state.stacked >> slot & 1:
            state.under[slot] = tiles[n]
            n += 1


@kernel
def deal_spirits(state, rng):
    """The spirits that nobody has seen, in random order."""
    seen = np.int64(state.spirits[0]) | state.spirits[1] | state.open
    for spirit in (state.drawn[0], state.drawn[1], state.met):
        if spirit >= 0:
            seen |= 1 << np.int64(spirit)
    if state.evil != NOBODY:
        seen |= 1 << EVIL
    n = 0
    for spirit in range(EVIL + state.with_evil):
        if not seen >> spirit & 1:
            state.spirit_pile[n] = spirit
            n += 1
    shuffle(state.spirit_pile, n, rng)


register(STATE, __name__)

__all__ = ["ACTIONS", "STATE"]
