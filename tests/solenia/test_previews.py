"""What is told of a move of Solenia before it is made is what the rules then do."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from parhelion.games import Event
from parhelion.games.solenia import kernels
from parhelion.games.solenia.view import describe
from parhelion.kernel import COMPILED, stream
from parhelion.match import Match
from parhelion.previews import certain_events
from tests.positions import positions
from tests.solenia.endgames import legal
from tests.solenia.event_tuples import SOLENIA
from tests.solenia.positions import Position, deliver

MODES: tuple[dict[str, str], ...] = (
    {"players": "2"},
    {"players": "4", "board": "winter", "upgrades": "on"},
    {"players": "2", "board": "winter", "upgrades": "on"},
    {"players": "1"},
)
GAMES = 3 if COMPILED else 1
MOVES = 8 if COMPILED else 1
"""Moves of a position that are looked at."""
PAUSE = 1 if COMPILED else 20
CONTINUATIONS = 12
SEEN = {"played", "gained", "stars", "delivered", "voyage", "expelled"} if COMPILED else {"played"}
"""Events that are certain in some of the positions; uncompiled these are few."""
BY_CHANCE = {"shown"}
"""What may look certain although it is not: the last tiles of a pile are few. No words tell it."""


# --- what is certain -----------------------------------------------------------------------


@pytest.mark.parametrize("options", MODES, ids=lambda each: " ".join(each.values()))
def test_what_is_told_of_a_move_happens_however_the_turn_goes_on(options: dict[str, str]) -> None:
    """In every guess at what the seat cannot know, whatever it chooses afterwards."""
    chance, seen = random.Random(1), Counter[str]()
    for match in some_positions(options):
        moves = list(match.moves())
        for move in chance.sample(moves, min(MOVES, len(moves))):
            certain = counted(match.preview(move))
            for number in range(CONTINUATIONS):
                happens = counted(turn(match, move.action, f"{match.ply} {number}", chance))
                assert certain <= happens, (move, certain - happens)
            seen.update(dict(what)["what"] for what in certain)
    assert seen.keys() >= SEEN


def some_positions(options: dict[str, str]) -> Iterator[Match]:
    for seed in range(GAMES):
        for match in positions(Match(SOLENIA, options, seed), seed):
            if match.turn is not None and match.ply % PAUSE == 0:
                yield match


def turn(match: Match, action: int, seed: str, chance: random.Random) -> list[Event]:
    """What happens after an action until the turn is over, in a guess and at random."""
    states, seat = match.state, match.turn
    kernels.redeal(states[0], seat, stream(seed, "test"))
    kernels.apply(states[0], action)
    found, names = [], list[str]()
    while "turn_over" not in names:
        found += SOLENIA.events(states[0])
        names = [event["what"] for event in found]
        if states[0].actor != seat or not kernels.mid_turn(states[0]):
            break
        kernels.apply(states[0], chance.choice(legal(states)))
    return found[: names.index("turn_over")] if "turn_over" in names else found


def counted(events: Any) -> Counter[tuple[tuple[str, Any], ...]]:
    """How often each event happens."""
    return Counter(
        tuple((part, str(value) if part == "resources" else value) for part, value in event.items())
        for event in events
        if event["what"] not in BY_CHANCE
    )


# --- in words ------------------------------------------------------------------------------


def told(position: Position, move: str, lang: str = "en") -> str:
    """What is told of a move in a position, to the seat that makes it."""
    state = position.state
    seat, action = int(state.actor), SOLENIA.move(move).action
    codes = certain_events(SOLENIA, state, seat, [action], 0).get(action, ())
    options = {"players": str(int(state.players))}
    view: Any = {"turn": seat, "options": options, "position": describe(state)}
    events = [SOLENIA.view.event(state, code) for code in codes]
    return SOLENIA.drawing.tell(view, events, SOLENIA.words(lang))


CITY: dict[str, Any] = {"hands": ("1h 2*s 2*a",), "cards": ("1w@3-4",)}
"""The first seat can play a 1 on the day city 3-5."""


def test_cards_that_leave_and_what_is_too_much_are_told() -> None:
    position = Position(("0x2 1w 1h",), ("0ws@1-4", "1x1@1-2"), stock=("WWHHSSAA",))
    assert told(position, "play 0x2 1-3") == (
        "the airship advances; your 2 expelled cards: +1 wood, +1 stone, +2 water; "
        "Coral's expelled card: +1 stone; 4 too many for your store"
    )


def test_the_price_of_a_voyage_is_told_and_what_is_left_of_it() -> None:
    position = Position(("2*w 1w 1h",), stock=("WHS",))
    assert told(position, "play 2*w 5-3") == "voyage: −1 resource; +2 wood"
    assert told(position, "play 2*w 5-1") == "voyage: −3 resources; +2 wheat"
    position = Position(("2*w 1w 1h",), stock=("WHSA",)).play("play 2*w 5-1")
    assert told(position, "pay wood") == "then 2 more to pay; +2 wheat"
    assert told(position.play("pay wood", "pay wheat"), "pay stone") == "+2 wheat"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "delivers 2 stone and 1 water for 5 stars; +1 wood, +1 star; a pair: +1 star"),
        (
            "fr",
            "livre 2 pierres et 1 eau pour 5 étoiles ; +1 bois, +1 étoile ; une paire : +1 étoile",
        ),
        ("nl", "levert 2 steen en 1 water voor 5 sterren; +1 hout, +1 ster; een paar: +1 ster"),
    ],
)
def test_the_only_delivery_is_told_in_every_language(lang: str, words: str) -> None:
    position = Position(**CITY, stock=("SSA",), display="SSA5 | WWH5", delivered=("| WHH5",))
    assert told(position, "play 1h 3-5", lang).replace("\u202f", " ") == words


def test_of_several_deliveries_the_number_is_told() -> None:
    position = Position(**CITY, stock=("SSAA",), display="SSA5 SAA5 | WWH5")
    assert told(position, "play 1h 3-5") == "then one of 2 deliveries; +1 wood, +1 star"
    position.play("play 1h 3-5")
    assert told(position, "deliver day 2") == "delivers 1 stone and 2 water for 5 stars; +1 wood"


def test_what_a_slot_brings_is_told() -> None:
    position = deliver(board="winter")
    assert told(position, "slot 1a") == "capacity +1; +1 wood or wheat"
    assert told(position, "slot 1b") == "+1 wood, +1 wheat"
    position = deliver(slots=("1a 1b 2a 2b |",))
    assert told(position, "slot 3a") == "+5 stars"  # one for each delivery


def test_what_an_upgrade_brings_is_told() -> None:
    tiles: dict[str, Any] = {"level_1": ("deep hold",), "level_3": ("regatta | guild",)}
    waiting = deliver(slots=("1a | 1a",), **tiles)
    assert told(waiting, "slot 1b") == "one of two slots that activate Deep hold"
    hold = "Deep hold: 1 star at once; capacity +4, and 1 resource of your choice at once"
    assert told(deliver(slots=("1a | 1a 1b",), **tiles), "slot 1b") == f"{hold}; now +1 star"
    race = "Regatta: 2 stars for each of your cards on the board, at least 3"
    crowned = deliver(slots=("1a 1b 2a 2b | 1a",), **tiles)
    assert told(crowned, "slot 3b") == f"{race}; now +4 stars"


def test_resources_given_for_stars_are_told() -> None:
    tiles: dict[str, Any] = {"level_1": ("barter",), "level_3": ("clearance | guild",)}
    position = deliver(slots=("1a 1b 2a 2b | 1a",), stock=("SSAWWH",), **tiles).play("slot 3b")
    assert told(position, "give wheat") == "+3 stars"
    assert told(position, "stop") == ""


def test_what_the_trade_wind_may_do_is_not_told() -> None:
    position = Position(players=1, cards=("0ws@1-4", "1w@1-2"))
    assert told(position, "play 2*a 3-3") == "+2 wheat"


def test_a_scene_tells_what_every_move_brings() -> None:
    match = Match(SOLENIA, {"sky": "dawn"}, 1)
    notes = match.scene(0).notes
    assert notes.keys() <= {move.text for move in match.moves()}
    for move in match.moves():
        kind, _ = move.args
        assert ("the airship advances" in notes[move.text]) == (kind[0] == "0")
