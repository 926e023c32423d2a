"""A second, deliberately naive Solenia (rules S1-S33), to check the fast kernel against.

It shares nothing with the kernel: a whole game is one generator that reads like the rulebook and
stops wherever a player has a choice. Everything is in names; spaces are tuples (strip, lane).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.naive_game import Asking, Playing
from tests.solenia.naive_edition import HOUSE

Json = dict[str, Any]
Space = tuple[int, int]
"""Strip and lane, both from 1."""

NAMES = {"W": "wood", "H": "wheat", "S": "stone", "A": "water"}
LETTER = {name: letter for letter, name in NAMES.items()}
ROWS = {"D": "day", "N": "night"}
"""The kind of delivery that a city takes."""
TURNED = {"day": "night", "night": "day", "dawn": "dusk", "dusk": "dawn"}
HAND = 3


class Lying(NamedTuple):
    """A card on the board."""

    card: str
    seat: int


@dataclass
class Strip:
    """A strip of the board, its face and the cards on its five spaces."""

    name: str
    face: str
    cards: list[Lying | None] = field(default_factory=lambda: [None] * 5)


@dataclass
class Player:
    """What a player has; the Trade Wind has no hand and no stock."""

    deck: list[str]
    capacity: int
    limit: int = HAND
    stock: Counter[str] = field(default_factory=Counter)
    stars: int = 0
    hand: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    delivered: dict[str, list[str]] = field(default_factory=lambda: {"day": [], "night": []})
    slots: dict[str, list[str]] = field(default_factory=lambda: {"day": [], "night": []})
    level_1: str | None = None
    level_3: list[str] | None = None

    def draw(self) -> None:
        """S20: draw back to the limit while the pile lasts."""
        while self.deck and len(self.hand) < self.limit:
            self.hand.append(self.deck.pop(0))

    def held(self) -> list[str]:
        """The letters of the resources in stock."""
        return [letter for letter in NAMES if self.stock[letter]]

    def tiles(self) -> int:
        """How many delivery tiles are on the board."""
        return len(self.delivered["day"]) + len(self.delivered["night"])

    def pairs(self) -> int:
        """How many pairs of day and night there are."""
        return min(len(self.delivered["day"]), len(self.delivered["night"]))

    def awake(self) -> bool:
        """S29: whether the level-1 tile works."""
        return bool(self.level_1) and all("1b" in filled for filled in self.slots.values())

    def has(self, power: str) -> bool:
        """Whether a level-1 power is at work."""
        return self.awake() and self.level_1 == power

    def half(self, row: str) -> str | None:
        """The level-3 power of a row."""
        return self.level_3[("day", "night").index(row)] if self.level_3 else None

    def crowned(self, row: str) -> bool:
        """S29: whether the level-3 power of a row works."""
        return bool(self.level_3) and "3b" in self.slots[row]

    def crowns(self) -> list[str | None]:
        """The level-3 powers at work."""
        return [self.half(row) for row in ("day", "night") if self.crowned(row)]


# --- names and numbers


def name(space: Space) -> str:
    """A space in notation."""
    return f"{space[0]}-{space[1]}"


def space_of(text: str) -> Space:
    """The space of a name."""
    strip, lane = text.split("-")
    return int(strip), int(lane)


def value(card: str) -> int:
    """The value of a card."""
    return int(card[0])


def cost(tile: str) -> str:
    """What a delivery tile asks for."""
    return tile[:-1]


def worth(tile: str) -> int:
    """The stars of a delivery tile."""
    return int(tile[-1])


def distance(one: Space, other: Space) -> int:
    """S13."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def diagonal(one: Space, other: Space) -> bool:
    """Whether two spaces touch at a corner only."""
    return abs(one[0] - other[0]) == 1 and abs(one[1] - other[1]) == 1


def missing(stock: Counter[str], asked: str) -> int:
    """How many resources a stock lacks for a tile."""
    return sum((Counter(asked) - stock).values())


# --- the game


class Game(Asking):
    """A game from its deal. `decision` is what is to be decided, None when it is over.

    `roll` is asked for the faces of the die in a game alone: 1 to 5, or "star"."""

    def __init__(
        self,
        deal: Json,
        players: int = 2,
        board: str = "summer",
        upgrades: bool = False,
        even: bool = False,
        difficulty: str = "breeze",
        roll: Callable[[], int | str] | None = None,
        edition: Json = HOUSE,
    ) -> None:
        self.edition = edition
        self.count = players
        self.winter = board == "winter"
        self.upgrades = upgrades
        self.roll = roll
        self.sky = [Strip(strip, face) for strip, face in deal["sky"]]
        shown = 4 if players == 4 else 3  # S9
        self.piles = {row: list(tiles) for row, tiles in deal["deliveries"].items()}
        self.display: dict[str, list[str | None]] = {
            row: [pile.pop(0) for _ in range(shown)] for row, pile in self.piles.items()
        }
        self.players = [Player(list(deck), edition["capacity"][board]) for deck in deal["decks"]]
        for player, gift in zip(self.players, edition["gifts"][players], strict=False):
            player.stock.update(gift)
            player.draw()
        variant = "upgrades" if upgrades else board
        if players == 1:
            self.players[1].stars = edition["head start"][variant][difficulty]  # S33
        elif even:  # S10
            for player, stars in zip(self.players, edition["even"][variant][players], strict=True):
                player.stars = stars
        self.offered_1: list[str | None] = list(deal["upgrades"]["level 1"]) if upgrades else []
        self.offered_3: list[list[str] | None] = (
            list(deal["upgrades"]["level 3"]) if upgrades else []
        )
        self.turn = 0
        self.ahead = False
        self.price = 0
        self.place: Space | None = None
        self.chosen: str | None = None
        self.choose = 0
        self.giving = 0
        self.last_lane = 3
        self.begin(self._whole_game())

    # --- asking

    def _ask_resource(self, seat: int, phase: str, letters: Iterable[str]) -> Playing[str]:
        """The letter of a resource that a seat names."""
        answer = yield from self.ask(seat, phase, [f"{phase} {NAMES[each]}" for each in letters])
        return LETTER[answer.split()[1]]

    # --- the course of the game

    def _whole_game(self) -> Playing[None]:
        if self.upgrades:
            yield from self._draft()
        for _ in range(len(self.edition["cards"])):  # S25
            for seat in range(self.count):
                yield from self._one_turn(seat)
            if self.count == 1:
                yield from self._wind_turn()

    def _draft(self) -> Playing[None]:
        """S29: from the last player backwards, twice."""
        for _ in range(2):
            for seat in reversed(range(self.count)):
                self.turn = seat
                yield from self._draft_one(seat)

    def _draft_one(self, seat: int) -> Playing[None]:
        player = self.players[seat]
        options = []
        if player.level_1 is None:
            options += [f"draft {tile}" for tile in self.offered_1 if tile]
        if player.level_3 is None:
            options += [f"draft {i}" for i, pair in enumerate(self.offered_3, start=1) if pair]
        answer = yield from self.ask(seat, "draft", options)
        picked = answer.removeprefix("draft ")
        if picked.isdigit():
            place = int(picked) - 1
            player.level_3, self.offered_3[place] = self.offered_3[place], None
        else:
            place = self.offered_1.index(picked)
            player.level_1, self.offered_1[place] = self.offered_1[place], None

    def _one_turn(self, seat: int) -> Playing[None]:
        self.turn = seat
        card, space = yield from self._choose_play(seat)
        player = self.players[seat]
        player.hand.remove(card)
        player.used.append(card)
        if space is None:
            self.ahead = True  # S14
        else:
            self.price = self.voyage_price(seat, space)  # before the airship moves (S13)
            self._lay(seat, card, space)
            self.place = space
            self.last_lane = space[1]
            yield from self._voyage(seat, space)
            yield from self._land(seat, card, space)
        yield from self._end_turn(seat)
        self.place = None
        player.draw()

    # --- where a card may go

    def lies(self, space: Space) -> Lying | None:
        """The card on a space."""
        return self.sky[space[0] - 1].cards[space[1] - 1]

    def shows(self, space: Space) -> str:
        """The letter of what is on a space."""
        strip = self.sky[space[0] - 1]
        letter: str = self.edition["strips"][strip.name][strip.face][space[1] - 1]
        return letter

    def spaces(self) -> list[Space]:
        """All 25."""
        return [(strip, lane) for strip in range(1, 6) for lane in range(1, 6)]

    def own_cards(self, seat: int) -> list[Space]:
        """The spaces with a card of a player."""
        lying = [(space, self.lies(space)) for space in self.spaces()]
        return [space for space, card in lying if card and card.seat == seat]

    def voyage_price(self, seat: int, target: Space) -> int:
        """S12, S13: what a card of a player on a space costs."""
        player = self.players[seat]
        starts = [(3, 3), *self.own_cards(seat)]
        nearest = min(distance(start, target) for start in starts)
        price = max(nearest - 1, 0)
        if player.has("crow's nest") and any(diagonal(start, target) for start in starts):
            price = 0
        if player.has("tailwind"):
            price = max(price - 1, 0)
        return price

    def payable(self, seat: int, row: str, stock: Counter[str], price: int) -> list[int]:
        """The places of the displayed tiles that a stock can pay besides a voyage's price."""
        lacking = 1 if self.players[seat].has("barter") else 0
        return [
            place
            for place, tile in enumerate(self.display[row])
            if tile
            and missing(stock, cost(tile)) <= lacking
            and stock.total() >= len(cost(tile)) + price
        ]

    def _playable(self, seat: int, stock: Counter[str], space: Space, price: int) -> bool:
        """S13, S16: whether a stock allows a card on a space."""
        if self.shows(space) in ROWS:
            return bool(self.payable(seat, ROWS[self.shows(space)], stock, price))
        return stock.total() >= price

    def _choose_play(self, seat: int) -> Playing[tuple[str, Space | None]]:
        player = self.players[seat]
        prices = {
            space: self.voyage_price(seat, space)
            for space in self.spaces()
            if self.lies(space) is None
        }
        able = [s for s in prices if self._playable(seat, player.stock, s, prices[s])]
        options = [f"play {card} {name(space)}" for card in player.hand for space in able]
        if not any(prices[space] == 0 for space in able):  # S14
            options += [f"discard {card}" for card in player.hand]
        answer = yield from self.ask(seat, "play", options, even_one=len(player.hand) > 1)
        what, card, *where = answer.split()
        return card, space_of(where[0]) if what == "play" else None

    def _lay(self, seat: int, card: str, space: Space) -> None:
        """S21: a card comes to a space, and a 0 moves the airship at once."""
        self.sky[space[0] - 1].cards[space[1] - 1] = Lying(card, seat)
        self.ahead = value(card) == 0

    def _voyage(self, seat: int, space: Space) -> Playing[None]:
        """S13: pay one resource after the other."""
        player = self.players[seat]
        while self.price:
            able = [
                letter
                for letter in player.held()
                if self._playable(seat, player.stock - Counter(letter), space, self.price - 1)
            ]
            paid = yield from self._ask_resource(seat, "pay", able)
            player.stock[paid] -= 1
            self.price -= 1

    def _land(self, seat: int, card: str, space: Space) -> Playing[None]:
        """S15, S16."""
        player = self.players[seat]
        brings = 1 if value(card) == 0 and player.has("cloud nets") else value(card)
        there = self.shows(space)
        if there in ROWS:
            player.stars += brings
            yield from self._deliver(seat, ROWS[there])
        else:
            player.stock[there] += brings
            yield from self._settle(seat)

    def _settle(self, seat: int) -> Playing[None]:
        """S18: drop what is above the capacity."""
        player = self.players[seat]
        while player.stock.total() > player.capacity:
            dropped = yield from self._ask_resource(seat, "drop", player.held())
            player.stock[dropped] -= 1

    # --- deliveries

    def _deliver(self, seat: int, row: str) -> Playing[None]:
        """S16, S17."""
        player = self.players[seat]
        able = self.payable(seat, row, player.stock, 0)
        options = [f"deliver {row} {place + 1}" for place in able]
        answer = yield from self.ask(seat, "deliver", options)
        place = int(answer.split()[2]) - 1
        tile = self.display[row][place]
        assert tile
        self.chosen = f"{row} {place + 1}"
        yield from self._pay_tile(seat, tile)
        self.chosen = None
        later = player.has("star chart")
        player.delivered[row].append(tile)
        self._refill(row, place)
        if later:
            player.stars += self.number("star chart", "stars")
        yield from self._fill_slot(seat, row)

    def _refill(self, row: str, place: int) -> None:
        """S17."""
        self.display[row][place] = self.piles[row].pop(0) if self.piles[row] else None

    def _pay_tile(self, seat: int, tile: str) -> Playing[None]:
        """S16; with barter one resource may be any other."""
        stock, asked = self.players[seat].stock, Counter(cost(tile))
        ways = {"exact": asked}
        if self.players[seat].has("barter"):
            for owed in asked:
                for given in NAMES.keys() - {owed}:
                    way = asked - Counter(owed) + Counter(given)
                    ways[f"barter {NAMES[owed]} {NAMES[given]}"] = way
        able = [text for text, way in ways.items() if way <= stock]
        answer = yield from self.ask(seat, "barter", able)
        stock.subtract(ways[answer])

    def _fill_slot(self, seat: int, row: str) -> Playing[None]:
        """S19, S27: the bonus of the slot that a new tile comes to, if any."""
        player = self.players[seat]
        if not self.winter:
            number = len(player.delivered[row])
            if number <= 6:
                yield from self._effect(seat, self.edition["summer"][row][number - 1])
            return
        filled = player.slots[row]
        free = self.open_slots(filled)
        if not free:
            return
        answer = yield from self.ask(seat, "slot", [f"slot {slot}" for slot in free])
        slot = answer.split()[1]
        filled.append(slot)
        if self.upgrades and slot == "1b":
            yield from self._wake(seat)
        elif self.upgrades and slot == "3b":
            yield from self._crown(seat, player.half(row))
        else:
            yield from self._effect(seat, self.edition["winter"][row][slot])

    @staticmethod
    def open_slots(filled: list[str]) -> list[str]:
        """S27: the slots of a row that may be filled next."""
        at = {level: len([slot for slot in filled if slot[0] == level]) for level in "123"}
        reached = {"1": True, "2": at["1"] > at["2"], "3": at["2"] > at["3"]}
        slots = [level + side for level in "123" for side in "ab"]
        return [slot for slot in slots if reached[slot[0]] and slot not in filled]

    def _effect(self, seat: int, effect: Json) -> Playing[None]:
        """S19, S28: all of an effect is one gain."""
        player = self.players[seat]
        player.capacity += effect.get("capacity", 0)
        player.stars += effect.get("stars", 0)
        player.stars += effect.get("stars per tile", 0) * player.tiles()
        player.stock.update(effect.get("gain", ""))
        self.choose = effect.get("choose", 0)
        while self.choose:
            taken = yield from self._ask_resource(seat, "take", effect.get("among", "WHSA"))
            player.stock[taken] += 1
            self.choose -= 1
        yield from self._settle(seat)

    # --- upgrade tiles (S29)

    def number(self, power: str | None, what: str) -> int:
        """A number of a power in the edition; 0 if it has none."""
        return int(self.edition["powers"].get(power, {}).get(what, 0))

    def _wake(self, seat: int) -> Playing[None]:
        """What a level-1 tile brings at once when both its slots are filled."""
        player = self.players[seat]
        if player.awake():
            player.stars += self.number(player.level_1, "at once")
        if player.has("deep hold"):
            yield from self._effect(seat, self.edition["powers"]["deep hold"])
        elif player.has("lookout"):
            player.limit = 4
            player.draw()

    def _crown(self, seat: int, power: str | None) -> Playing[None]:
        """What a half of a level-3 tile brings at once."""
        self.players[seat].stars += self.number(power, "at once")
        stars = self.number(power, "stars")
        if power in ("jubilee", "harbour"):
            yield from self._effect(seat, {"stars": stars})
        elif power == "cornucopia":
            yield from self._effect(seat, {"gain": "WHSA", "stars": stars})
        elif power == "regatta":
            least = self.number(power, "least")
            self.players[seat].stars += max(least, stars * len(self.own_cards(seat)))
        elif power == "clearance":
            yield from self._clearance(seat)

    def _clearance(self, seat: int) -> Playing[None]:
        player = self.players[seat]
        self.giving = self.number("clearance", "resources")
        while self.giving:
            options = [f"give {NAMES[letter]}" for letter in player.held()]
            answer = yield from self.ask(seat, "give", [*options, "stop"])
            if answer == "stop":
                break
            player.stock[LETTER[answer.split()[1]]] -= 1
            player.stars += self.number("clearance", "stars")
            self.giving -= 1
        self.giving = 0

    # --- the airship advances

    def _end_turn(self, seat: int) -> Playing[None]:
        """S20, S22, S23."""
        if not self.ahead:
            return
        for step in range(len(self.players)):
            yield from self._expel((seat + step) % len(self.players))
        rear = self.sky.pop(0)
        self.sky.append(Strip(rear.name, TURNED[rear.face]))
        self.ahead = False

    def _expel(self, owner: int) -> Playing[None]:
        """S22: all expulsions of a player are one gain. The cards lie there until the strip is
        turned; nothing looks at them any more."""
        for lane in range(1, 6):
            lying = self.lies((1, lane))
            if lying and lying.seat == owner:
                self._power(owner, lying.card[1:], self.shows((1, lane)))
        yield from self._settle(owner)

    def _power(self, owner: int, power: str, there: str) -> None:
        """S6: what an expelled card brings."""
        if self.count == 1 and owner == 1:
            return  # S32
        player = self.players[owner]
        if power in ("x1", "x2"):
            if there in ROWS:
                player.stars += int(power[1])
            else:
                player.stock[there] += int(power[1])
        elif power[0] == "*":
            player.stars += power[1].upper() == there
        else:
            player.stock.update(power.upper())
        if player.has("salvage") and there in ROWS:
            player.stars += self.number("salvage", "stars")

    # --- alone (S31, S32)

    def _wind_turn(self) -> Playing[None]:
        self.turn = 1
        wind = self.players[1]
        card = wind.deck.pop(0)
        wind.used.append(card)
        assert self.roll
        face = self.roll()
        space = self._wind_space(self.last_lane if face == "star" else int(face))
        if space:
            self._lay(1, card, space)
            self._wind_delivers(wind, card, space)
        yield from self._end_turn(1)

    def _wind_space(self, lane: int) -> Space | None:
        """The free space of a lane nearest to the airship, ahead first; else of the next lane."""
        for aside in range(5):
            there = (lane - 1 + aside) % 5 + 1
            for strip in (3, 4, 2, 5, 1):
                if self.lies((strip, there)) is None:
                    return strip, there
        return None

    def _wind_delivers(self, wind: Player, card: str, space: Space) -> None:
        row = ROWS.get(self.shows(space))
        if row is None:
            return
        wind.stars += value(card)
        for place, tile in enumerate(self.display[row]):
            if tile:
                wind.delivered[row].append(tile)
                self._refill(row, place)
                return

    # --- what there is to see

    def points(self, seat: int) -> Json:
        """S26, S29, S32: the score of a seat as it stands, in its parts."""
        player = self.players[seat]
        wind = self.count == 1 and seat == 1
        parts = {
            "stars": player.stars,
            "deliveries": sum(worth(t) for tiles in player.delivered.values() for t in tiles),
            "pairs": 0,
            "resources": player.stock.total() // (1 if "harbour" in player.crowns() else 2),
            "upgrades": 0,
        }
        if wind or not self.winter:
            parts["pairs"] = self.edition["pairs"][min(player.pairs(), 4)]
        if "twin cities" in player.crowns():
            parts["upgrades"] += self.number("twin cities", "stars") * player.pairs()
        if "guild" in player.crowns():
            parts["upgrades"] += self.number("guild", "stars") * player.tiles()
        for row in ("day", "night"):
            if player.crowned(row) and player.half(row) == "homecoming":
                parts["upgrades"] += self._homecoming(seat, row)
        return parts | {"total": sum(parts.values())}

    def _homecoming(self, seat: int, row: str) -> int:
        mine = len(self.players[seat].delivered[row])
        others = [len(p.delivered[row]) for i, p in enumerate(self.players) if i != seat]
        if mine < max(others):
            return 0
        return self.number("homecoming", "most" if mine > max(others) else "equal")

    def winners(self) -> list[int]:
        """S26, S33: the seats that won, none before the end; alone a tie is lost."""
        if self.decision:
            return []
        totals = [self.points(seat)["total"] for seat in range(len(self.players))]
        if self.count == 1:
            return [0] if totals[0] > totals[1] else [1]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def view(self, viewer: int | None) -> Json:
        """What a seat, or for None a spectator, may know; everything once it is over."""
        return {
            "phase": self.phase,
            "active": self.turn,
            "sky": [self._told_strip(strip) for strip in range(1, 6)],
            "airship": "4-3" if self.ahead else "3-3",
            "display": {
                row: [
                    {"tile": tile, "cost": cost(tile), "stars": worth(tile)} if tile else None
                    for tile in tiles
                ]
                for row, tiles in self.display.items()
            },
            "left": {row: len(pile) for row, pile in self.piles.items()},
            "players": [self._told_player(seat, viewer) for seat in range(len(self.players))],
            "price": self.price,
            "place": name(self.place) if self.place else None,
            "chosen": self.chosen,
            "choose": self.choose,
            "giving": self.giving,
            "offered": {"level 1": self.offered_1, "level 3": self.offered_3}
            if self.phase == "draft"
            else None,
        }

    def _told_strip(self, number: int) -> Json:
        strip = self.sky[number - 1]
        return {
            "strip": strip.name,
            "face": strip.face,
            "spaces": [self.shows((number, lane)) for lane in range(1, 6)],
            "cards": [lying._asdict() if lying else None for lying in strip.cards],
        }

    def _told_player(self, seat: int, viewer: int | None) -> Json:
        player = self.players[seat]
        order = self.edition["deliveries"]
        shown = self.decision is None or seat == viewer
        return {
            "stock": {NAMES[letter]: player.stock[letter] for letter in NAMES},
            "capacity": player.capacity,
            "stars": player.stars,
            "hand": sorted(player.hand) if shown else [],
            "held": len(player.hand),
            "deck": len(player.deck),
            "used": sorted(player.used),
            "deliveries": {
                row: sorted(tiles, key=order[row].index) for row, tiles in player.delivered.items()
            },
            "slots": {row: sorted(slots) for row, slots in player.slots.items()}
            if self.winter
            else None,
            "level 1": player.level_1,
            "awake": player.awake(),
            "level 3": player.level_3,
            "crowned": {row: player.crowned(row) for row in player.slots},
            "points": self.points(seat),
        }
