"""The rules of Solenia as kernels on one record; ids such as S12 are those of docs/rules.

A turn is a chain of steps. A step does what the rules want and says which one comes next, or
it asks a player something; what leaves no choice is not asked. `apply` takes the answer and
carries on until the next question.
"""

import numpy as np

from parhelion.games.solenia.state import (
    ADVANCED,
    BLEW,
    CARDS,
    CROWNED,
    DELIVERED,
    DISCARDED,
    DISPLAYED,
    DRAFTED,
    DREW,
    DROPPED,
    E_AMONG,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
    ENDED,
    EVENTS,
    EXPELLED,
    GAINED,
    GIVEN,
    HAND,
    PAID,
    PLAYED,
    ROLLED,
    SEATS,
    SHOWN,
    SLOTTED,
    STARRED,
    STATE,
    SUMMER,
    TILES,
    TURNED,
    WIDENED,
    WINTER,
    WOKE,
)
from parhelion.games.solenia.tables import (
    ACTION,
    ACTIONS,
    BARTER,
    BARTER_PHASE,
    BOARD,
    CHOICE,
    CLEARANCE,
    CLOUD_NETS,
    CORNUCOPIA,
    CROWS_NEST,
    DAY_CITY,
    DEEP_HOLD,
    DELIVER,
    DRAFT,
    DROP,
    EXACT,
    FIRST_CHOICE,
    FIXED,
    GIVE,
    GUILD,
    HARBOUR,
    HOMECOMING,
    JUBILEE,
    KINDS,
    LANES,
    LEVEL_3,
    LOOKOUT,
    OF_SPACE,
    OVER,
    PAY,
    PLAY,
    PLAYS,
    POWERS,
    REGATTA,
    SALVAGE,
    SLOT,
    SLOT_1B,
    SLOT_3B,
    SPACE,
    SPACE_NUMBER,
    SPACES,
    STAR_CHART,
    STAR_IF,
    STOP,
    STRIDE,
    STRIPS,
    TAILWIND,
    TAKE,
    TWIN_CITIES,
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
from parhelion.kernel.dispatch import most_points

NONE, ONE, AHEAD = np.uint64(0), np.uint64(1), np.uint64(STRIDE)
NOBODY = -1
ALONE = 1
WIND = 1
"""The Trade Wind's seat in a game alone."""
NUMBER_OF_SPACES = len(SPACES)
NUMBER_OF_POWERS = len(POWERS)
ANY = 15
"""All four resources, as a bit set."""
MIDDLE = 2
"""The strip and the lane of the airship between turns (S4)."""
TWILIGHT = 4
"""The strip with dawn and dusk."""

(
    ASK, BEGIN, VOYAGE, GAIN, HONOUR, SETTLE, CHOOSE, STORE, EXPEL, TURN_STRIP, DRAW, NEXT, BLOW,
    CLEAR, END,
) = range(15)  # fmt: skip
"""The steps: wait for an answer; begin a turn; pay the voyage; gain from island or city; honour a
delivery; put it on the board; choose resources; empty an overfull store; expel cards; turn the
strip; draw; the next seat; the Trade Wind; give resources for stars; the end."""


# --- small things ------------------------------------------------------------------------


@kernel
def tell(state, event, value, seat):
    """Write down what everybody sees happen."""
    if state.happened < EVENTS:
        state.events[state.happened] = event << 24 | np.int64(seat) << 16 | np.int64(value)
        state.happened += 1


@kernel
def add_stars(state, seat, stars):
    """A player gains stars."""
    if stars > 0:
        state.stars[seat] += stars
        tell(state, STARRED, stars, seat)


@kernel
def add_resources(state, seat, resource, number):
    """A player gains resources."""
    if number > 0:
        state.stock[seat, resource] += number
        tell(state, GAINED, 16 * np.int64(number) + resource, seat)


@kernel
def widen(state, seat, more):
    """A player's capacity grows."""
    if more > 0:
        state.capacity[seat] += more
        tell(state, WIDENED, more, seat)


@kernel
def has_power(state, seat, power):
    """Whether a level-1 power of a player is at work (S29)."""
    return np.int64(state.powers[seat]) >> power & 1


@kernel
def has_crown(state, seat, row, power):
    """Whether a level-3 power of a player's row is at work."""
    return np.int64(state.crowns[seat, row]) >> power & 1


@kernel
def amount_in(state, seat):
    """Resources in a player's store."""
    total = 0
    for resource in range(4):
        total += state.stock[seat, resource]
    return total


@kernel
def in_stock(state, seat):
    """The resources a player has, as a bit set."""
    found = 0
    for resource in range(4):
        if state.stock[seat, resource] > 0:
            found |= 1 << resource
    return found


@kernel
def produces(state, space):
    """What a space is now: a resource or a city."""
    strip, lane = space // STRIDE, space % STRIDE
    return np.int64(state.strips[state.order[strip], state.face[strip], lane])


# --- setting up --------------------------------------------------------------------------


@kernel
def deal(state, rng):
    """S3, S9, S10: shuffle the strips, both kinds of deliveries and every deck."""
    clear(state)
    deal_sky(state, rng)
    for row in range(2):
        for tile in range(TILES):
            state.piles[row, tile] = tile
        shuffle(state.piles[row], TILES, rng)
    for seat in range(decks_in_play(state)):
        for card in range(CARDS):
            state.decks[seat, card] = card
        shuffle(state.decks[seat], CARDS, rng)
        number_alike(state, state.decks[seat])
    if state.upgrades:
        deal_upgrades(state, rng)
    begin(state)


@kernel
def number_alike(state, deck):
    """Cards of one kind are alike: let those that are drawn first have the lower numbers."""
    for kind in range(KINDS):
        place = CARDS
        for card in range(CARDS):
            if state.cards[card] == kind:
                place -= 1
                while state.cards[deck[place]] != kind:
                    place -= 1
                deck[place] = card


@kernel
def decks_in_play(state):
    """Every player has one, and the Trade Wind."""
    return 2 if state.players == ALONE else np.int64(state.players)


@kernel
def clear(state):
    """An empty table with full piles."""
    state.lying[:] = -1
    state.owner[:] = -1
    state.taken = state.spaces = state.free = NONE
    state.display[:] = -1
    state.piles[:] = -1
    state.left[:] = TILES
    state.stock[:] = 0
    state.stars[:] = 0
    state.tiles[:] = 0
    state.delivered[:] = 0
    state.slots[:] = 0
    state.capacity[:] = state.capacities[state.board]
    state.hands[:] = -1
    state.held[:] = 0
    state.limit[:] = HAND
    state.decks[:] = -1
    state.deck_left[:] = 0
    state.used[:] = 0
    state.level_1[:] = state.offered_1[:] = -1
    state.level_3[:] = state.offered_3[:] = -1
    state.powers[:] = 0
    state.crowns[:] = 0
    for seat in range(SEATS):
        state.own[seat] = NONE
    state.last_lane = MIDDLE
    state.options = state.price = state.to_choose = state.among = state.giving = 0
    state.place = state.chosen = -1
    state.value = state.row = state.turn = state.ahead = state.draft_round = state.revealed = 0
    state.paid_out = state.filling = state.happened = 0
    state.events[:] = 0
    state.after = NEXT


@kernel
def deal_sky(state, rng):
    """S3: the four strips in random order around the twilight one; the position gives the face."""
    sky = np.int64(state.sky) - 1
    if sky < 0:
        sky = below(rng, 2)
    strips = np.arange(TWILIGHT)
    shuffle(strips, TWILIGHT, rng)
    lay_sky(state, strips, sky)


@kernel
def lay_sky(state, strips, sky):
    """S3: night in the rear and dawn in the middle, or the other way round."""
    for i in range(STRIPS):
        state.order[i] = TWILIGHT if i == MIDDLE else strips[i if i < MIDDLE else i - 1]
        state.face[i] = sky if i == MIDDLE else (sky if i > MIDDLE else 1 - sky)


@kernel
def deal_upgrades(state, rng):
    """S29: as many tiles of each level as players; a level-3 tile has two different halves."""
    first, day, night = np.arange(8), np.arange(8), np.arange(8)
    shuffle(first, 8, rng)
    shuffle(day, 8, rng)
    shuffle(night, 8, rng)
    for i in range(state.players):
        other = i
        while state.crowning[0, day[i]] == state.crowning[1, night[other]]:
            other += 1
        night[i], night[other] = night[other], night[i]
        state.offered_1[i] = state.lasting[first[i]]
        state.offered_3[i, 0] = state.crowning[0, day[i]]
        state.offered_3[i, 1] = state.crowning[1, night[i]]


@kernel
def begin(state):
    """S9, S10: show the deliveries, draw hands, hand out gifts; then draft or play."""
    players = np.int64(state.players)
    for row in range(2):
        for place in range(3 if players < 4 else 4):
            refill(state, row, place)
    for seat in range(decks_in_play(state)):
        state.deck_left[seat] = CARDS
    for seat in range(players):
        draw_up(state, seat)
        for resource in range(4):
            state.stock[seat, resource] = state.gifts[players - 1, seat, resource]
    if state.even and players > 1:
        state.stars[1] = 1
    if players == ALONE:
        state.stars[WIND] = state.head_starts[state.difficulty]
    state.revealed = 0
    if state.upgrades:
        state.turn = players - 1
        ask_draft(state)
    else:
        state.step = BEGIN
    carry_on(state)
    state.happened = 0


# --- questions and answers ---------------------------------------------------------------


@kernel
def actor(state):
    """The seat to decide, -1 when the game is over."""
    return int(state.actor)


@kernel
def kinds_in_hand(state, seat):
    """The kinds of cards in a hand, as a bit set."""
    kinds = NONE
    for i in range(state.held[seat]):
        kinds |= one(state.cards[state.hands[seat, i]])
    return kinds


@kernel
def legal(state, out):
    """The legal actions, ascending, into `out`; how many."""
    if state.phase == PLAY:
        return list_plays(state, out)
    options, n = np.uint64(state.options), 0
    while options != NONE:
        out[n] = ACTION[state.phase, lowest(options)]
        n += 1
        options &= options - ONE
    return n


@kernel
def list_plays(state, out):
    """S11-S14: every kind in hand on every space, and discards if nothing else is free."""
    kinds, n = kinds_in_hand(state, np.int64(state.actor)), 0
    left = kinds
    while left != NONE:
        spaces = state.spaces
        while spaces != NONE:
            out[n] = NUMBER_OF_SPACES * lowest(left) + SPACE_NUMBER[lowest(spaces)]
            n += 1
            spaces &= spaces - ONE
        left &= left - ONE
    while state.free == NONE and kinds != NONE:
        out[n] = PLAYS + lowest(kinds)
        n += 1
        kinds &= kinds - ONE
    return n


@kernel
def mask(state, out):
    """Whether each action is legal."""
    out[:] = 0
    listed = np.empty(ACTIONS, dtype=np.int32)
    for i in range(legal(state, listed)):
        out[listed[i]] = 1


@kernel
def sample(state, rng):
    """One uniformly random legal action."""
    if state.phase != PLAY:
        options = np.uint64(state.options)
        return ACTION[state.phase, nth_bit(options, below(rng, popcount(options)))]
    kinds = kinds_in_hand(state, np.int64(state.actor))
    spaces = popcount(state.spaces)
    each = spaces + (state.free == NONE)
    pick = below(rng, popcount(kinds) * each)
    kind = nth_bit(kinds, pick // each)
    if pick % each == spaces:
        return PLAYS + kind
    return NUMBER_OF_SPACES * kind + SPACE_NUMBER[nth_bit(state.spaces, pick % each)]


@kernel
def ask(state, phase, options, seat):
    """Let a player choose; what is the only option is done at once."""
    state.phase = phase
    state.options = options
    state.actor = seat
    state.step = ASK
    if popcount(np.uint64(options)) == 1:
        answer(state, lowest(np.uint64(options)))


@kernel
def apply(state, action):
    """Play a legal action, and all that follows from it without a choice."""
    state.happened = 0
    if action < PLAYS:
        play(state, action // NUMBER_OF_SPACES, SPACE[action % NUMBER_OF_SPACES])
    elif action < FIRST_CHOICE:
        discard(state, action - PLAYS)
    else:
        answer(state, CHOICE[action])
    carry_on(state)


@kernel
def answer(state, choice):
    """Do what was chosen and say which step comes next."""
    phase, seat = state.phase, np.int64(state.actor)
    if phase == PAY:
        state.stock[seat, choice] -= 1
        tell(state, PAID, choice, seat)
        state.price -= 1
        state.step = VOYAGE
    elif phase == DELIVER:
        choose_delivery(state, choice)
    elif phase == BARTER_PHASE:
        pay_delivery(state, choice)
    elif phase == SLOT:
        fill_slot(state, choice)
    elif phase == TAKE:
        add_resources(state, seat, choice, 1)
        state.to_choose -= 1
        state.step = CHOOSE
    elif phase == GIVE:
        give(state, choice)
    elif phase == DROP:
        state.stock[seat, choice] -= 1
        tell(state, DROPPED, choice, seat)
        state.step = STORE
    else:
        draft(state, choice)


@kernel
def carry_on(state):
    """Take one step after the other until somebody has to be asked."""
    while state.step != ASK:
        step = state.step
        if step == BEGIN:
            begin_turn(state)
        elif step == VOYAGE:
            voyage(state)
        elif step == GAIN:
            gain(state)
        elif step == HONOUR:
            honour(state)
        elif step == SETTLE:
            settle(state)
        elif step == CHOOSE:
            choose(state)
        elif step == STORE:
            store(state)
        elif step == CLEAR:
            clear_stock(state)
        elif step == EXPEL:
            expel(state)
        elif step == TURN_STRIP:
            turn_strip(state)
        elif step == DRAW:
            draw(state)
        elif step == NEXT:
            next_turn(state)
        elif step == BLOW:
            blow(state)
        else:
            end(state)


# --- where a card may be played ----------------------------------------------------------


@kernel
def around(spaces):
    """Some spaces and all that share an edge with one of them."""
    wider = spaces | spaces << ONE | spaces >> ONE | spaces << AHEAD | spaces >> AHEAD
    return wider & BOARD


@kernel
def with_corners(spaces):
    """Some spaces and all that share an edge or a corner with one of them."""
    rows = spaces | spaces << ONE & BOARD | spaces >> ONE & BOARD
    return (rows | rows << AHEAD | rows >> AHEAD) & BOARD


@kernel
def without_extending(state, seat):
    """S12: the spaces that cost nothing."""
    start = state.own[seat] | one(STRIDE * MIDDLE + MIDDLE)
    near = around(start)
    if has_power(state, seat, TAILWIND):
        near = around(near)
    if has_power(state, seat, CROWS_NEST):
        near |= with_corners(start)
    return near


@kernel
def price_of(state, seat, space):
    """S13: what the voyage to a space costs."""
    if without_extending(state, seat) & one(space) != NONE:
        return 0
    reach, price = around(state.own[seat] | one(STRIDE * MIDDLE + MIDDLE)), 0
    while reach & one(space) == NONE:
        reach = around(reach)
        price += 1
    return price - has_power(state, seat, TAILWIND)


@kernel
def find_spaces(state, seat):
    """S11-S16: where a card may be played: free spaces within reach, cities only if a delivery can
    be honoured there after the voyage is paid."""
    cities = cities_on_board(state)
    room = BOARD & ~state.taken
    state.free = payable(state, seat, without_extending(state, seat) & room, cities, 0)
    state.spaces = state.free
    reached = without_extending(state, seat)
    reach = around(state.own[seat] | one(STRIDE * MIDDLE + MIDDLE))
    price, most = 0, amount_in(state, seat)
    while reach != BOARD and price < most + has_power(state, seat, TAILWIND):
        reach = around(reach)
        price += 1
        cost = price - has_power(state, seat, TAILWIND)
        state.spaces |= payable(state, seat, reach & room & ~reached, cities, cost)
        reached |= reach


@kernel
def cities_on_board(state):
    """The spaces with a city of the day, and those with a city of the night."""
    day, night = NONE, NONE
    for strip in range(STRIPS):
        for lane in range(LANES):
            what = produces(state, STRIDE * strip + lane)
            if what == DAY_CITY:
                day |= one(STRIDE * strip + lane)
            elif what > DAY_CITY:
                night |= one(STRIDE * strip + lane)
    return day, night


@kernel
def payable(state, seat, spaces, cities, price):
    """Of some spaces those that are no city, or one where a delivery can be honoured."""
    for row in range(2):
        if spaces & cities[row] != NONE and not can_honour(state, seat, row, price):
            spaces &= ~cities[row]
    return spaces


@kernel
def can_honour(state, seat, row, price):
    """S16: whether some displayed tile can be paid after so many other resources are given."""
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0 and can_pay(state, seat, row, place, price):
            return True
    return False


@kernel
def can_pay(state, seat, row, place, price):
    """Whether a displayed tile can be paid, and so many resources besides. With barter one that
    is missing may be any other (S29)."""
    tile, missing, over = state.display[row, place], 0, 0
    for resource in range(4):
        left = np.int64(state.stock[seat, resource]) - state.costs[row, tile, resource]
        if left < 0:
            missing -= left
        else:
            over += left
    return missing <= has_power(state, seat, BARTER) and over - missing >= price


# --- the turn ----------------------------------------------------------------------------


@kernel
def begin_turn(state):
    """S11: choose a card and a space; S14: if nothing is free, extend or discard."""
    seat = np.int64(state.turn)
    find_spaces(state, seat)
    state.paid_out = 0
    state.phase = PLAY
    state.actor = seat
    state.options = 0
    state.step = ASK
    # A hand of several cards of one kind is asked too: a missing question would tell about it.
    if state.held[seat] == 1 and popcount(state.spaces) + (state.free == NONE) == 1:
        kind = np.int64(state.cards[state.hands[seat, 0]])
        if state.spaces == NONE:
            discard(state, kind)
        else:
            play(state, kind, lowest(state.spaces))


@kernel
def take_card(state, seat, kind):
    """The first card of a kind leaves a hand."""
    i = 0
    while state.cards[state.hands[seat, i]] != kind:
        i += 1
    state.used[seat] |= 1 << np.int64(state.hands[seat, i])
    state.held[seat] -= 1
    for j in range(i, state.held[seat]):
        state.hands[seat, j] = state.hands[seat, j + 1]
    state.hands[seat, state.held[seat]] = -1


@kernel
def play(state, kind, space):
    """S11, S13, S21: lay a card on a space; the voyage is measured before the airship moves."""
    seat = np.int64(state.turn)
    take_card(state, seat, kind)
    state.price = price_of(state, seat, space)
    state.place = space
    state.value = kind // NUMBER_OF_POWERS
    state.ahead = state.value == 0
    state.last_lane = space % STRIDE
    lay_card(state, seat, kind, space)
    tell(state, PLAYED, 64 * kind + space, seat)
    if state.ahead:
        tell(state, ADVANCED, 0, seat)
    state.spaces = state.free = NONE
    state.step = VOYAGE


@kernel
def lay_card(state, seat, kind, space):
    """A card lies on a space."""
    state.lying[space] = kind
    state.owner[space] = seat
    state.taken |= one(space)
    state.own[seat] |= one(space)


@kernel
def discard(state, kind):
    """S14: a discarded card only advances the airship."""
    take_card(state, np.int64(state.turn), kind)
    tell(state, DISCARDED, kind, state.turn)
    tell(state, ADVANCED, 0, state.turn)
    state.place = -1
    state.ahead = 1
    state.spaces = state.free = NONE
    state.step = EXPEL


@kernel
def voyage(state):
    """S13: pay for the voyage, one resource after the other."""
    seat = np.int64(state.turn)
    if state.price == 0:
        state.step = GAIN
        return
    options = 0
    for resource in range(4):
        if state.stock[seat, resource] > 0 and may_pay(state, seat, resource):
            options |= 1 << resource
    ask(state, PAY, options, seat)


@kernel
def may_pay(state, seat, resource):
    """S13: on a city, a payment that leaves no displayed tile payable is not allowed."""
    what = produces(state, np.int64(state.place))
    if what < DAY_CITY:
        return True
    state.stock[seat, resource] -= 1
    able = can_honour(state, seat, what - DAY_CITY, np.int64(state.price) - 1)
    state.stock[seat, resource] += 1
    return able


@kernel
def gain(state):
    """S15, S16: the card's value in what the island produces, or in stars and then a delivery."""
    seat, what = np.int64(state.turn), produces(state, np.int64(state.place))
    value = np.int64(state.value)
    if value == 0 and has_power(state, seat, CLOUD_NETS):
        value = 1
    if what >= DAY_CITY:
        add_stars(state, seat, value)
        state.row = what - DAY_CITY
        state.step = HONOUR
    else:
        add_resources(state, seat, what, value)
        check_store(state, seat, EXPEL)


@kernel
def check_store(state, seat, after):
    """S18: see that a player's store is not too full, then go on."""
    state.filling = seat
    state.after = after
    state.step = STORE


@kernel
def store(state):
    """S18: discard down to one's capacity."""
    seat = np.int64(state.filling)
    if amount_in(state, seat) > state.capacity[seat]:
        ask(state, DROP, in_stock(state, seat), seat)
    else:
        state.step = state.after


# --- deliveries --------------------------------------------------------------------------


@kernel
def honour(state):
    """S16: one displayed tile of the city's kind must be honoured."""
    seat, row, options = np.int64(state.turn), np.int64(state.row), 0
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0 and can_pay(state, seat, row, place, 0):
            options |= 1 << (DISPLAYED * row + place)
    ask(state, DELIVER, options, seat)


@kernel
def choose_delivery(state, choice):
    """S16: pay it as it stands, or with barter in any other way that is possible."""
    seat = np.int64(state.turn)
    state.chosen = choice % DISPLAYED
    ways = 0
    tile = state.display[state.row, state.chosen]
    if has_power(state, seat, BARTER):
        for owed in range(4):
            for given in range(4):
                if owed != given and pays(state, seat, tile, owed, given):
                    ways |= 1 << (4 * owed + given)
    if pays(state, seat, tile, 0, 0):
        ways |= 1 << EXACT
    if popcount(np.uint64(ways)) == 1:
        pay_delivery(state, lowest(np.uint64(ways)))
    else:
        state.phase = BARTER_PHASE
        state.options = ways
        state.actor = seat
        state.step = ASK


@kernel
def pays(state, seat, tile, owed, given):
    """Whether a tile can be paid if one resource is given for another that it asks for."""
    if owed != given and state.costs[state.row, tile, owed] == 0:
        return False
    for resource in range(4):
        cost = np.int64(state.costs[state.row, tile, resource])
        cost += (owed != given) * ((resource == given) - (resource == owed))
        if state.stock[seat, resource] < cost:
            return False
    return True


@kernel
def pay_delivery(state, way):
    """S16, S17: pay, take the tile, refill the display; then its place on the board."""
    seat, row, place = np.int64(state.turn), np.int64(state.row), np.int64(state.chosen)
    tile = np.int64(state.display[row, place])
    for resource in range(4):
        state.stock[seat, resource] -= state.costs[row, tile, resource]
    if way != EXACT:
        state.stock[seat, way // 4] += 1
        state.stock[seat, way % 4] -= 1
    take_tile(state, seat, row, place)
    state.chosen = -1
    if has_power(state, seat, STAR_CHART):
        add_stars(state, seat, np.int64(state.lasting_amounts[STAR_CHART, 0]))
    state.step = SETTLE


@kernel
def take_tile(state, seat, row, place):
    """S17: a displayed tile comes to a player, and the display is refilled at once."""
    tell(state, DELIVERED, 32 * row + np.int64(state.display[row, place]), seat)
    state.tiles[seat, row] |= 1 << np.int64(state.display[row, place])
    state.delivered[seat, row] += 1
    state.display[row, place] = -1
    refill(state, row, place)


@kernel
def refill(state, row, place):
    """S17: the top of the pile is shown, if there is one."""
    if state.left[row] > 0:
        state.left[row] -= 1
        state.display[row, place] = state.piles[row, state.left[row]]
        state.piles[row, state.left[row]] = -1
        state.revealed += 1
        tell(state, SHOWN, 32 * row + np.int64(state.display[row, place]), state.turn)


@kernel
def settle(state):
    """S19: the leftmost free slot; S27: a slot of one's choice. A seventh tile brings nothing."""
    seat, row = np.int64(state.turn), np.int64(state.row)
    count = np.int64(state.delivered[seat, row])
    if state.board == WINTER:
        options = open_slots(np.int64(state.slots[seat, row]))
        if options == 0:
            check_store(state, seat, EXPEL)
        else:
            ask(state, SLOT, options, seat)
    elif count > 6:
        check_store(state, seat, EXPEL)
    else:
        take_effect(state, seat, SUMMER, row, count - 1)


@kernel
def open_slots(filled):
    """S27: level 1 is open; a slot of another level needs more filled ones below it than on it."""
    found, below_it = 0, 3
    for level in range(3):
        here = (filled >> 2 * level & 1) + (filled >> 2 * level + 1 & 1)
        if here < below_it:
            found |= (3 << 2 * level) & ~filled
        below_it = here
    return found


@kernel
def fill_slot(state, slot):
    """S27-S29: a tile fills a slot; its power, or that of an upgrade tile, is at work."""
    seat, row = np.int64(state.turn), np.int64(state.row)
    state.slots[seat, row] |= 1 << slot
    tell(state, SLOTTED, slot, seat)
    if state.upgrades and slot == SLOT_1B:
        wake_lasting(state, seat)
    elif state.upgrades and slot == SLOT_3B:
        crown(state, seat, row)
    else:
        take_effect(state, seat, WINTER, row, slot)


@kernel
def take_effect(state, seat, board, row, slot):
    """S19, S28: what a slot brings."""
    effect = state.effects[board, row, slot]
    for resource in range(4):
        add_resources(state, seat, resource, np.int64(effect[resource]))
    tiles = np.int64(state.delivered[seat, 0]) + state.delivered[seat, 1]
    add_stars(state, seat, np.int64(effect[E_STARS]) + effect[E_PER_TILE] * tiles)
    widen(state, seat, np.int64(effect[E_CAPACITY]))
    state.to_choose = effect[E_CHOOSE]
    state.among = effect[E_AMONG]
    state.step = CHOOSE


@kernel
def choose(state):
    """Choose resources, one after the other; then see that the store is not too full."""
    seat = np.int64(state.turn)
    if state.to_choose > 0:
        ask(state, TAKE, np.int64(state.among), seat)
    else:
        check_store(state, seat, EXPEL)


# --- upgrade tiles -----------------------------------------------------------------------


@kernel
def ask_draft(state):
    """S29: from the last player backwards, first a tile of either level, then of the other."""
    seat, options = np.int64(state.turn), 0
    for i in range(state.players):
        if state.offered_1[i] >= 0 and state.level_1[seat] < 0:
            options |= 1 << np.int64(state.offered_1[i])
        if state.offered_3[i, 0] >= 0 and state.level_3[seat, 0] < 0:
            options |= 1 << (LEVEL_3 + i)
    ask(state, DRAFT, options, seat)


@kernel
def draft(state, choice):
    """S29: a player takes a tile; the next one asked is the one before."""
    seat = np.int64(state.turn)
    tell(state, DRAFTED, choice, seat)
    if choice >= LEVEL_3:
        for row in range(2):
            state.level_3[seat, row] = state.offered_3[choice - LEVEL_3, row]
            state.offered_3[choice - LEVEL_3, row] = -1
    else:
        state.level_1[seat] = choice
        i = 0
        while state.offered_1[i] != choice:
            i += 1
        state.offered_1[i] = -1
    if seat > 0:
        state.turn = seat - 1
    else:
        state.draft_round += 1
        state.turn = state.players - 1
    state.step = NEXT


@kernel
def wake_lasting(state, seat):
    """S29: the level-1 tile works once both 1b slots hold a delivery."""
    both = state.slots[seat, 0] & state.slots[seat, 1] & (1 << SLOT_1B)
    power = np.int64(state.level_1[seat])
    state.step = CHOOSE
    if not both:
        return
    state.powers[seat] |= 1 << power
    tell(state, WOKE, power, seat)
    if power == DEEP_HOLD:
        widen(state, seat, np.int64(state.lasting_amounts[DEEP_HOLD, 0]))
        state.to_choose = state.lasting_amounts[DEEP_HOLD, 1]
        state.among = ANY
    elif power == LOOKOUT:
        state.limit[seat] += 1
        draw_up(state, seat)


@kernel
def crown(state, seat, row):
    """S29: a half of the level-3 tile works at once, or counts at the end."""
    power = np.int64(state.level_3[seat, row])
    state.crowns[seat, row] |= 1 << power
    amounts = state.crowning_amounts[power]
    tell(state, CROWNED, power, seat)
    state.step = CHOOSE
    if power == REGATTA:
        ships = popcount(state.own[seat])
        add_stars(state, seat, max(np.int64(amounts[0]) * ships, np.int64(amounts[1])))
    elif power == CLEARANCE:
        state.giving = amounts[0]
        state.step = CLEAR
    elif power == CORNUCOPIA:
        add_stars(state, seat, np.int64(amounts[0]))
        for resource in range(4):
            add_resources(state, seat, resource, 1)
    elif power in (JUBILEE, HARBOUR):
        add_stars(state, seat, np.int64(amounts[0]))


@kernel
def clear_stock(state):
    """S29, clearance: give resources for stars, or stop."""
    seat = np.int64(state.turn)
    if state.giving == 0 or amount_in(state, seat) == 0:
        state.giving = 0
        state.step = CHOOSE
    else:
        ask(state, GIVE, in_stock(state, seat) | 1 << STOP, seat)


@kernel
def give(state, choice):
    """A resource for stars, or no more."""
    seat = np.int64(state.turn)
    if choice == STOP:
        state.giving = 0
    else:
        state.giving -= 1
        state.stock[seat, choice] -= 1
        tell(state, GIVEN, choice, seat)
        add_stars(state, seat, np.int64(state.crowning_amounts[CLEARANCE, 1]))
    state.step = CLEAR


# --- the airship advances ----------------------------------------------------------------


@kernel
def expel(state):
    """S22: the cards of the rear strip pay their owners, the active player first; each player's
    gains are one, and whoever has too much decides before the next is paid."""
    if not state.ahead:
        state.step = DRAW
        return
    if state.paid_out == SEATS:
        state.step = TURN_STRIP
        return
    seat = (np.int64(state.turn) + state.paid_out) % SEATS
    state.paid_out += 1
    for lane in range(LANES):
        if state.owner[lane] == seat and not is_wind(state, seat):
            pay_power(state, seat, lane)
    check_store(state, seat, EXPEL)


@kernel
def is_wind(state, seat):
    """Whether a seat is the Trade Wind's."""
    return state.players == ALONE and seat == WIND


@kernel
def pay_power(state, seat, space):
    """S6, S22: what an expelled card brings."""
    kind, what = np.int64(state.lying[space]), produces(state, space)
    power = kind % NUMBER_OF_POWERS
    tell(state, EXPELLED, 64 * kind + space, seat)
    for resource in range(4):
        add_resources(state, seat, resource, FIXED[power, resource])
    if what < DAY_CITY:
        add_resources(state, seat, what, OF_SPACE[power])
        add_stars(state, seat, np.int64(STAR_IF[power] == what))
    else:
        salvage = has_power(state, seat, SALVAGE) * state.lasting_amounts[SALVAGE, 0]
        add_stars(state, seat, OF_SPACE[power] + salvage)


@kernel
def turn_strip(state):
    """S23: the rear strip is turned over and becomes the front one; the others shift back."""
    strip, face = state.order[0], state.face[0]
    tell(state, TURNED, strip, state.turn)
    for i in range(STRIPS - 1):
        state.order[i] = state.order[i + 1]
        state.face[i] = state.face[i + 1]
    state.order[STRIPS - 1] = strip
    state.face[STRIPS - 1] = 1 - face
    for space in range(STRIDE * (STRIPS - 1)):
        state.lying[space] = state.lying[space + STRIDE]
        state.owner[space] = state.owner[space + STRIDE]
    for lane in range(STRIDE):
        state.lying[STRIDE * (STRIPS - 1) + lane] = -1
        state.owner[STRIDE * (STRIPS - 1) + lane] = -1
    state.taken >>= AHEAD
    for seat in range(SEATS):
        state.own[seat] >>= AHEAD
    state.ahead = 0
    state.step = DRAW


@kernel
def draw(state):
    """S20: draw back to three while the pile lasts; alone the Trade Wind follows."""
    state.place = -1
    draw_up(state, np.int64(state.turn))
    state.step = NEXT


@kernel
def draw_up(state, seat):
    """Draw up to the hand limit; the Trade Wind holds no cards."""
    if is_wind(state, seat):
        return
    before = np.int64(state.held[seat])
    while state.held[seat] < state.limit[seat] and state.deck_left[seat] > 0:
        state.deck_left[seat] -= 1
        card = state.decks[seat, state.deck_left[seat]]
        state.decks[seat, state.deck_left[seat]] = -1
        i = np.int64(state.held[seat])
        while i > 0 and state.hands[seat, i - 1] > card:
            state.hands[seat, i] = state.hands[seat, i - 1]
            i -= 1
        state.hands[seat, i] = card
        state.held[seat] += 1
        state.revealed += 1
    if state.held[seat] > before:
        tell(state, DREW, np.int64(state.held[seat]) - before, seat)


@kernel
def next_turn(state):
    """The next seat; S24, S25: the end once all have played their sixteen cards."""
    if state.upgrades and state.draft_round < 2:
        ask_draft(state)
    elif state.draft_round == 2:
        state.draft_round = 3
        state.turn = 0
        state.step = BEGIN
    else:
        state.turn = (np.int64(state.turn) + 1) % decks_in_play(state)
        if is_wind(state, np.int64(state.turn)):
            state.step = BLOW
        else:
            state.step = BEGIN if state.held[state.turn] > 0 else END


# --- alone -------------------------------------------------------------------------------


@kernel
def blow(state):
    """S31, S32: the Trade Wind turns up a card and rolls the die."""
    state.deck_left[WIND] -= 1
    card = np.int64(state.decks[WIND, state.deck_left[WIND]])
    state.decks[WIND, state.deck_left[WIND]] = -1
    state.used[WIND] |= 1 << card
    state.revealed += 1
    lane = np.int64(state.die[below(state.rng, 6)])
    tell(state, ROLLED, LANES if lane < 0 else lane, WIND)
    space = landing(state, np.int64(state.last_lane) if lane < 0 else lane)
    state.paid_out = 0
    state.step = EXPEL
    if space >= 0:
        kind = np.int64(state.cards[card])
        lay_card(state, WIND, kind, space)
        tell(state, BLEW, 64 * kind + space, WIND)
        state.ahead = kind // NUMBER_OF_POWERS == 0
        if state.ahead:
            tell(state, ADVANCED, 0, WIND)
        wind_delivers(state, produces(state, space) - DAY_CITY, kind // NUMBER_OF_POWERS)


@kernel
def landing(state, lane):
    """S31: the free space of a lane nearest to the airship's strip, ties ahead; a full lane gives
    way to the next one; -1 on a full board."""
    for i in range(LANES):
        here = (lane + i) % LANES
        for away in range(MIDDLE + 1):
            for strip in (MIDDLE + away, MIDDLE - away):
                if state.taken & one(STRIDE * strip + here) == NONE:
                    return STRIDE * strip + here
    return -1


@kernel
def wind_delivers(state, row, value):
    """S32: on a city it takes the leftmost displayed tile and scores it with the card's value."""
    if row < 0:
        return
    add_stars(state, WIND, value)
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0:
            take_tile(state, WIND, row, place)
            return


# --- the end -----------------------------------------------------------------------------


@kernel
def end(state):
    """S25: the game is over: everything is shown."""
    state.phase = OVER
    state.options = 0
    state.actor = NOBODY
    state.revealed += 1
    tell(state, ENDED, 0, 0)
    state.step = ASK


@kernel
def scores(state, out):
    """S26: the points of each seat as they stand."""
    parts = np.zeros(PARTS, dtype=np.int64)
    for seat in range(len(out)):
        count_points(state, seat, parts)
        out[seat] = parts.sum()


@kernel
def share(state, seat, points):
    """S26: the most stars win. S33: alone, a tie is lost."""
    if state.players != ALONE:
        return most_points(state, seat, points)
    scores(state, points)
    won = points[1 - WIND] > points[WIND]
    return 1.0 if won == (seat != WIND) else 0.0


PARTS = 5
"""What brings points: stars, deliveries, pairs, resources left, level-3 tiles."""


@kernel
def count_points(state, seat, out):
    """S26, S29: stars gained, stars of deliveries, pairs, resources left, level-3 tiles."""
    day, night = np.int64(state.delivered[seat, 0]), np.int64(state.delivered[seat, 1])
    pairs, left = min(day, night), amount_in(state, seat)
    out[0] = state.stars[seat]
    out[1] = 0
    for row in range(2):
        for tile in range(TILES):
            if np.int64(state.tiles[seat, row]) >> tile & 1:
                out[1] += state.worth[row, tile]
    in_pairs = state.board == SUMMER or is_wind(state, seat)
    out[2] = state.pair_stars[min(pairs, 4)] if in_pairs else 0
    out[3] = left // 2
    out[4] = 0
    for row in range(2):
        if has_crown(state, seat, row, HARBOUR):
            out[3] = left
        if has_crown(state, seat, row, TWIN_CITIES):
            out[4] += state.crowning_amounts[TWIN_CITIES, 0] * pairs
        if has_crown(state, seat, row, GUILD):
            out[4] += state.crowning_amounts[GUILD, 0] * (day + night)
        if has_crown(state, seat, row, HOMECOMING):
            out[4] += homecoming(state, seat, row)


@kernel
def homecoming(state, seat, row):
    """S29: for more deliveries of a kind than anyone else, or for as many as the most."""
    most = 0
    for other in range(SEATS):
        if other != seat:
            most = max(most, np.int64(state.delivered[other, row]))
    mine = np.int64(state.delivered[seat, row])
    if mine > most:
        return np.int64(state.crowning_amounts[HOMECOMING, 0])
    return np.int64(state.crowning_amounts[HOMECOMING, 1]) if mine == most else 0


# --- knowledge ---------------------------------------------------------------------------


@kernel
def hide(state, seat):
    """Hide the other hands, all draw piles and the delivery piles; after the end nothing."""
    state.rng[:] = 0
    if state.actor == NOBODY:
        return
    for other in range(SEATS):
        if other != seat:
            state.hands[other, :] = -1
    state.decks[:] = -1
    state.piles[:] = -1


@kernel
def redeal(state, seat, rng):
    """Deal anew what the seat has not seen: each possibility is as likely as any other."""
    split(rng, state.rng)
    if state.actor == NOBODY:
        return
    for other in range(decks_in_play(state)):
        deal_cards(state, other, other == seat or seat == TOGETHER, rng)
    for row in range(2):
        deal_pile(state, row, rng)


@kernel
def deal_cards(state, seat, known, rng):
    """A player's unused cards: the deck in random order, and the hand too unless it is known."""
    cards, n, seen = np.empty(CARDS, dtype=np.int8), 0, np.int64(state.used[seat])
    if known:
        for i in range(state.held[seat]):
            seen |= 1 << np.int64(state.hands[seat, i])
    for card in range(CARDS):
        if not seen >> card & 1:
            cards[n] = card
            n += 1
    shuffle(cards, n, rng)
    for i in range(state.deck_left[seat]):
        state.decks[seat, i] = cards[i]
    if not known:
        hand = np.sort(cards[state.deck_left[seat] : n])
        for i in range(state.held[seat]):
            state.hands[seat, i] = hand[i]


@kernel
def deal_pile(state, row, rng):
    """The delivery tiles of a kind that nobody has seen, in random order."""
    seen = 0
    for seat in range(SEATS):
        seen |= np.int64(state.tiles[seat, row])
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0:
            seen |= 1 << np.int64(state.display[row, place])
    n = 0
    for tile in range(TILES):
        if not seen >> tile & 1:
            state.piles[row, n] = tile
            n += 1
    shuffle(state.piles[row], n, rng)


register(STATE, __name__)

__all__ = ["ACTIONS", "KINDS", "STATE"]
