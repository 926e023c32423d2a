"""What viewers are sent of a table."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from parhelion import new
from parhelion.fair_shuffle import commitment_of
from parhelion.games import Json
from parhelion.tables import pictures
from parhelion.tables.commands import (
    CheckFlag,
    Join,
    Leave,
    PlayAgain,
    ReportFailure,
    Resign,
    Return,
    Say,
    Substitute,
)
from parhelion.tables.entries import Reshuffled, Said
from parhelion.tables.messages import Company, chat_json, iso, public_state, seat_shown, state
from parhelion.tables.moment import Actor
from parhelion.tables.names import Profile, ending_sentence, player_names, sender_of
from parhelion.tables.player_marks import mark_of
from parhelion.words import Lang
from tests.positions import play_out
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    DAYS,
    EVE,
    GAMES,
    GATHERER,
    HOUSE_BOT,
    LANTERN_DEAL,
    LIVE,
    OPEN,
    SEATS,
    SECRET,
    SITUATIONS,
    START,
    Session,
    against_bots,
    against_the_rules,
    bot_to_move,
    creation,
    first_move,
    given,
    given_lanterns,
    joined,
    one_device,
    one_open_seat,
    one_seat_resigned,
    one_seat_substituted,
    open_seats,
    over,
    playing,
    program_failed,
    program_invited,
    program_silent,
    program_to_move,
    rematch,
    second_move,
    secret_revealed,
    takeback_proposed,
)

PEOPLE = {
    ANN.id: Profile("Ann"),
    BOB.id: Profile("Bob"),
    CAS.id: Profile("Cas"),
    EVE.id: Profile("Eve"),
    GATHERER.id: Profile("Gatherer", owner_name="Ann"),
    HOUSE_BOT.id: Profile("House bot"),
}
ACTORS = (ANN, BOB, CAS, EVE, GATHERER, HOUSE_BOT, None)


def seen(
    session: Session, actor: Actor | None = None, lang: Lang = "en", **company: Any
) -> dict[str, Any]:
    """Return the state that a viewer is sent, read back from JSON."""
    values = {"people": PEOPLE} | company
    sent = state(session.table, actor, lang, Company(**values), session.moment)
    read: dict[str, Any] = json.loads(json.dumps(sent))
    assert read == sent, "everything is plain JSON"
    return read


def everything(session: Session, actor: Actor | None) -> str:
    """Return everything that a viewer is sent: state, scene, picture, words and chat."""
    table, seat = session.table, seat_shown(session.table, actor.id if actor else None)
    names = [f"name {number}" for number in range(len(table.seats))]
    chat = chat_json(table.chat, 0, PEOPLE)
    parts = [
        json.dumps(seen(session, actor)),
        repr(pictures.scene(table, seat, "en", "wide", names)),
        repr(pictures.picture(table, seat, "en", "wide", names)),
        repr(pictures.words(table, seat, "en")),
        json.dumps(chat),
    ]
    return "\n".join(parts)


# --- state ---------------------------------------------------------------------------------


def test_state_of_a_game() -> None:
    session = playing("orion", time=LIVE)
    session.advance(15)
    sent = seen(session, BOB, spectators=3, online={BOB.id})
    assert [*sent] == [
        *("id", "game", "title", "options", "secrets", "clock", "listed", "spectators_chat"),
        *(
            "given",
            "commitment",
            "status",
            "version",
            "entries",
            "ply",
            "turn",
            "seats",
            "proposal",
        ),
        *("remarks", "ended", "winners", "rematch", "spectators", "seat", "can", "firm"),
    ]
    assert (sent["id"], sent["game"], sent["title"]) == ("table", "orion", "Orion Duel")
    assert sent["clock"] == {"kind": "live", "minutes": 1, "seconds": 20, "days": 3}
    assert (sent["status"], sent["version"], sent["ply"], sent["turn"]) == ("playing", 0, 0, 0)
    assert sent["commitment"] == commitment_of(SECRET)
    assert (sent["seat"], sent["spectators"], sent["firm"]) == (1, 3, False)
    assert sent["can"] == ["resign", "substitute", "chat"]
    assert sent["seats"][1] == {
        "seat": 1,
        "title": "Orange",
        "kind": "human",
        "name": "Bob",
        "level": None,
        "online": True,
        "substitute": False,
        "program": None,
        "thinking": False,
        "resigned": False,
        "awaited": False,
        "yours": True,
        "can": ["substitute"],
        "seconds": 60,
    }
    assert (sent["seats"][0]["seconds"], sent["seats"][0]["online"]) == (45, False)


def test_version_of_a_message_is_the_position() -> None:
    session = playing("orion")
    before = seen(session)["version"]
    session.do(BOB, Say("Hello"))
    assert seen(session)["version"] == before
    session.move()
    assert seen(session)["version"] == before + 1 == session.table.position


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_state_is_made_for_every_viewer(situation: Callable[[], Session]) -> None:
    session = situation()
    for actor in ACTORS:
        sent = seen(session, actor)
        assert sent["can"] == session.can(actor)
        mine = session.table.seats_of(actor.id) if actor else frozenset()
        assert [seat["seat"] for seat in sent["seats"] if seat["yours"]] == sorted(mine)
        assert [seat["can"] for seat in sent["seats"]] == [
            session.can_at(actor, seat) for seat in range(len(session.table.seats))
        ]


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_messages_hold_no_ids_of_people(situation: Callable[[], Session]) -> None:
    session = situation()
    session.add([Said(at=START, by=each.id, text="Hello") for each in (ANN, EVE)])
    for actor in ACTORS:
        assert not re.search("id-of-", everything(session, actor))


def test_cached_public_part_gives_the_same_state() -> None:
    session = takeback_proposed()
    company = Company(PEOPLE)
    public = public_state(session.table, "en", company, session.moment)
    before = json.dumps(public)
    for actor in ACTORS:
        whole = state(session.table, actor, "en", company, session.moment)
        cached = state(session.table, actor, "en", company, session.moment, public)
        assert whole == cached
    assert json.dumps(public) == before


def test_cached_public_part_holds_no_time() -> None:
    session = playing("orion", time=LIVE)
    company = Company(PEOPLE)
    public = public_state(session.table, "en", company, session.moment)
    session.advance(20)
    sent = state(session.table, ANN, "en", company, session.moment, public)
    assert sent["seats"][0]["seconds"] == 40
    assert "seconds" not in public["seats"][0]


def test_titles_are_translated() -> None:
    session = playing("orion")
    titles = {lang: seen(session, lang=lang)["seats"][0]["title"] for lang in ("en", "fr")}
    assert titles["en"] != titles["fr"]


def test_proposal_names_seats() -> None:
    assert seen(takeback_proposed())["proposal"] == {
        "kind": "takeback",
        "seat": 0,
        "ply": 0,
        "asker": 0,
    }
    session = first_move()
    session.sees(absent={ANN.id})
    session.do(CAS, Substitute(0))
    assert seen(session)["proposal"] == {"kind": "bot", "seat": 0, "ply": 0, "asker": 2}


def test_remarks_are_shown_to_everybody() -> None:
    session = one_seat_substituted()
    session.do(CAS, Return(2))
    expected = [{"kind": "bot", "seat": 2, "ply": 0}, {"kind": "return", "seat": 2, "ply": 0}]
    for actor in ACTORS:
        assert seen(session, actor)["remarks"] == expected


def test_end_and_rematch_are_shown() -> None:
    session = over()
    session.do(ANN, PlayAgain("next"))
    sent = seen(session, EVE)
    assert (sent["status"], sent["ended"], sent["winners"]) == ("over", "resigned", [2])
    assert (sent["rematch"], sent["turn"]) == ("next", None)


def test_firm_positions_are_marked_while_the_game_is_played() -> None:
    session = secret_revealed()
    assert seen(session, ANN)["firm"]
    assert not seen(session, BOB)["firm"]
    assert not seen(second_move(), ANN)["firm"]
    for actor in (CAS, BOB):
        session.do(actor, Resign())
    assert not seen(session, ANN)["firm"]


def test_given_game_is_marked() -> None:
    sent = seen(given_lanterns([joined(ANN), BOT, BOT]))
    assert (sent["given"], sent["commitment"], sent["secrets"]) == (True, None, True)


def test_waiting_table_shows_its_seats() -> None:
    sent = seen(open_seats(), ANN)
    assert (sent["status"], sent["version"], sent["turn"], sent["ply"]) == ("open", 0, None, 0)
    assert [seat["kind"] for seat in sent["seats"]] == ["human", "open", "open"]
    assert [seat["name"] for seat in sent["seats"]] == ["Ann", "", ""]


def test_reserved_seats_are_awaited() -> None:
    assert [seat["awaited"] for seat in seen(rematch())["seats"]] == [False, True, True]
    assert [seat["kind"] for seat in seen(rematch())["seats"]] == ["human"] * 3
    assert [seat["awaited"] for seat in seen(program_invited())["seats"]] == [False, True]


def test_bots_are_shown_as_such() -> None:
    seats = seen(against_bots())["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot", "bot"]
    assert [seat["level"] for seat in seats] == [None, 1, 1]
    assert not any(seat["substitute"] for seat in seats)


def test_substitute_is_shown_with_its_player() -> None:
    seat = seen(one_seat_substituted())["seats"][2]
    assert (seat["kind"], seat["name"], seat["level"]) == ("bot", "Cas", 3)
    assert (seat["substitute"], seat["resigned"]) == (True, False)


def test_resigned_seat_is_shown_as_a_bot() -> None:
    seat = seen(one_seat_resigned())["seats"][2]
    assert (seat["kind"], seat["name"], seat["level"]) == ("bot", "Cas", 3)
    assert (seat["substitute"], seat["resigned"]) == (True, True)


def test_seat_of_the_rules_has_no_level_and_no_clock() -> None:
    session = Session(creation("solenia", [joined(ANN), BOT], options={"players": "1"}, time=LIVE))
    seat = seen(session)["seats"][1]
    assert (seat["kind"], seat["level"], seat["seconds"]) == ("rules", None, None)
    assert seat["name"] == seat["title"] == "Trade Wind"
    assert seen(session)["seats"][0]["seconds"] == 60


@pytest.mark.parametrize(
    ("situation", "trouble", "thinking"),
    [
        (program_invited, None, False),
        (program_to_move, None, True),
        (program_silent, "silent", False),
        (program_failed, "failed", False),
    ],
)
def test_program_is_shown_with_owner_and_trouble(
    situation: Callable[[], Session], trouble: str | None, thinking: bool
) -> None:
    for actor in (ANN, EVE, None):
        seat = seen(situation(), actor)["seats"][1]
        assert (seat["kind"], seat["name"], seat["level"]) == ("bot", "Gatherer", None)
        assert seat["program"] == {"owner": "Ann", "trouble": trouble}
        assert seat["thinking"] is thinking


def test_replaced_program_has_no_trouble() -> None:
    session = program_to_move()
    session.do(GATHERER, ReportFailure("slow"))
    session.do(ANN, Substitute(1))
    seat = seen(session, thinking=True)["seats"][1]
    assert seat["program"] == {"owner": "Ann", "trouble": None}
    assert (seat["substitute"], seat["thinking"]) == (True, True)


def test_bot_to_move_thinks_if_the_server_says_so() -> None:
    session = bot_to_move()
    for thinking in (True, False):
        seats = seen(session, thinking=thinking)["seats"]
        assert [seat["thinking"] for seat in seats] == [False, thinking, False]
    assert not any(seat["thinking"] for seat in seen(playing(), thinking=True)["seats"])


def test_bot_does_not_think_before_the_start() -> None:
    session = Session(given(new("orion", seed=3), [BOT, OPEN]))
    assert session.table.turn == 0
    assert not any(seat["thinking"] for seat in seen(session, thinking=True)["seats"])


# --- clocks --------------------------------------------------------------------------------


def test_clocks_are_shown_for_all_seats() -> None:
    session = playing("orion", time=DAYS)
    session.advance(86_400)
    assert [seat["seconds"] for seat in seen(session)["seats"]] == [2 * 86_400, 3 * 86_400]
    assert [seat["seconds"] for seat in seen(playing("orion"))["seats"]] == [None, None]


def test_no_time_is_left_after_a_flag_has_fallen() -> None:
    session = playing("orion", time=LIVE)
    session.advance(61)
    session.do(None, CheckFlag())
    session.advance(61)
    assert [seat["seconds"] for seat in seen(session)["seats"]] == [0, 60]


# --- the seat shown ------------------------------------------------------------------------


def test_spectators_get_no_seat() -> None:
    for situation in SITUATIONS.values():
        assert seat_shown(situation().table, EVE.id) is None
        assert seat_shown(situation().table, None) is None


def test_player_gets_their_seat_before_and_after_the_game() -> None:
    assert seat_shown(open_seats().table, ANN.id) == 0
    assert seat_shown(playing().table, CAS.id) == 2
    assert seat_shown(over().table, BOB.id) == 1


def test_shared_device_gets_the_seat_to_move() -> None:
    session = one_device()
    for seat in (0, 1, 2, 0):
        assert seat_shown(session.table, ANN.id) == seat
        session.move("draw" if session.table.ply < 3 else None)


def test_shared_device_gets_the_seat_that_moved_last_while_a_bot_moves() -> None:
    session = Session(creation(seats=[joined(ANN), joined(ANN), BOT]))
    session.move(session.a_light())
    session.move(session.a_light())
    assert session.table.turn == 2
    assert seat_shown(session.table, ANN.id) == 1


def test_shared_device_gets_its_first_seat_before_any_move() -> None:
    session = Session(creation(seats=[BOT, joined(ANN), joined(ANN)]))
    assert seat_shown(session.table, ANN.id) == 1
    assert seat_shown(Session(creation(seats=[OPEN, joined(ANN), joined(ANN)])).table, ANN.id) == 1


def test_seat_that_a_bot_plays_for_me_is_shown_only_if_i_play_no_other() -> None:
    session = Session(creation(seats=[joined(ANN), joined(ANN), BOT]))
    session.do(ANN, Substitute(0))
    assert (session.table.turn, seat_shown(session.table, ANN.id)) == (0, 1)
    session.do(ANN, Substitute(1))
    assert seat_shown(session.table, ANN.id) == 0


# --- names ---------------------------------------------------------------------------------


def names(session: Session, **people: Profile) -> list[str]:
    """Return the names of all players, some of whom may have other profiles."""
    return [seat["name"] for seat in seen(session, people=PEOPLE | people)["seats"]]


def test_bots_of_one_level_have_different_names() -> None:
    found = names(Session(creation(seats=[BOT, BOT, {"level": 2}])))
    assert len(set(found)) == 3
    assert all(found)


def test_bot_of_an_unknown_level_has_a_name_of_the_middle_one() -> None:
    (first, *_) = names(Session(creation(seats=[{"level": 77}, joined(ANN), joined(BOB)])))
    assert first == names(Session(creation(seats=[{"level": 3}, joined(ANN), joined(BOB)])))[0]


def test_players_on_a_shared_device_have_the_names_of_their_seats() -> None:
    assert names(Session(creation(seats=[joined(ANN), joined(BOB), joined(ANN)]))) == [
        "Ash",
        "Bob",
        "Cedar",
    ]


def test_players_with_the_same_name_are_told_apart() -> None:
    people = {BOB.id: Profile("Ann")}
    assert names(playing(), **people) == ["Ann (Ash)", "Ann (Birch)", "Cas"]


@pytest.mark.parametrize("people", [{CAS.id: Profile("")}, {}], ids=["deleted", "missing"])
def test_deleted_people_have_no_name(people: dict[str, Profile]) -> None:
    session = playing()
    session.do(CAS, Leave())
    company = {id: each for id, each in PEOPLE.items() if id != CAS.id} | people
    table, game = session.table, session.table.game
    for lang, left in (("en", "Somebody who left"), ("fr", None)):
        say = game.words(lang)
        found = player_names(game, table.setup.options, table.seats, company, say)
        assert found[:2] == ["Ann", "Bob"]
        assert found[2] == left if left else found[2] not in ("", "Somebody who left", "Cas")


def test_deleted_program_has_no_name_and_no_owner() -> None:
    session = program_to_move()
    session.do(GATHERER, Leave())
    people = {GATHERER.id: Profile("")}
    assert names(session, **people)[1] == "A bot that left"
    seat = seen(session, people=PEOPLE | people)["seats"][1]
    assert seat["program"] == {"owner": "", "trouble": None}


def test_program_of_the_host_has_no_owner() -> None:
    session = Session(creation("orion", [joined(ANN), joined(HOUSE_BOT)]))
    assert seen(session)["seats"][1]["program"] == {"owner": "", "trouble": None}


def test_end_is_a_sentence_with_names() -> None:
    say, people = new("orion").game.words("en"), ["Ann", "Bob", "Cas"]
    assert ending_sentence(people, "rules", [0], say) == "Ann wins."
    assert ending_sentence(people, "resigned", [1], say) == "Bob wins by resignation."
    assert ending_sentence(people, "time", [2], say) == "Cas wins on time."
    assert ending_sentence(people, "rules", [0, 2], say) == "Ann, Cas share the victory."


# --- chat ----------------------------------------------------------------------------------


def test_chat_shows_names_numbers_and_times() -> None:
    session = first_move()
    session.do(BOB, Say("Hello"))
    session.do(EVE, Say("I watch"))
    lines = chat_json(session.table.chat[1:], 1, PEOPLE)
    assert lines == [
        {
            "number": 1,
            "at": "2023-11-14T22:13:20Z",
            "name": "Eve",
            "sender": sender_of(EVE.id),
            "seat": None,
            "text": "I watch",
        }
    ]
    (first,) = chat_json(session.table.chat[:1], 0, PEOPLE)
    assert (first["number"], first["name"], first["seat"]) == (0, "Bob", 1)


def test_lines_of_deleted_people_remain_without_a_name() -> None:
    session = first_move()
    session.do(BOB, Say("Hello"))
    for people in ({}, {BOB.id: Profile("")}):
        (line,) = chat_json(session.table.chat, 0, people)
        assert (line["name"], line["text"]) == ("", "Hello")


def test_old_lines_without_an_id_keep_their_name() -> None:
    session = first_move()
    session.add([Said(at=START, text="Long ago", name="Dee"), Said(at=START, text="Unsigned")])
    lines = chat_json(session.table.chat, 0, PEOPLE)
    assert [(line["name"], line["sender"]) for line in lines] == [("Dee", ""), ("", "")]


def test_senders_are_the_same_at_every_table_and_reveal_no_id() -> None:
    assert sender_of(ANN.id) == sender_of(ANN.id)
    assert re.fullmatch("[0-9a-f]{16}", sender_of(ANN.id))
    assert len({sender_of(each.id) for each in (ANN, BOB, CAS, EVE)}) == 4


def test_times_are_in_utc() -> None:
    assert iso(0.0) == "1970-01-01T00:00:00Z"
    assert iso(START + 0.999) == "2023-11-14T22:13:20Z"


# --- nothing hidden ------------------------------------------------------------------------


def viewers(session: Session) -> list[Actor | None]:
    """Return one viewer for each seat, and a spectator."""
    people = [seat.person for seat in session.table.seats if seat.person]
    return [*map(Actor, people), EVE, None]


@pytest.mark.parametrize("game", GAMES)
def test_secret_of_the_shuffle_is_never_sent(game: str) -> None:
    seats = [joined(ANN, "anns-text"), *[OPEN] * (SEATS[game] - 1)]
    session = Session(creation(game, seats))
    joins = [(BOB, Join(1, "bobs-text")), (CAS, Join(2, "cass-text"))]
    for actor, command in joins[: SEATS[game] - 1]:
        session.do(actor, command)
    for number in range(6):
        for viewer in viewers(session):
            sent = everything(session, viewer)
            for hidden in (SECRET, "anns-text", "bobs-text", "cass-text"):
                assert hidden not in sent, (number, viewer)
        session.move()


def test_new_secret_of_a_reshuffled_table_is_never_sent() -> None:
    session, secret = one_open_seat(), SECRET[::-1]
    session.add([Reshuffled(at=START, secret=secret)])
    for command in (None, Join(2)):
        if command:
            session.do(CAS, command)
        for viewer in viewers(session):
            sent = everything(session, viewer)
            assert SECRET not in sent
            assert secret not in sent
            assert commitment_of(secret) in sent
            assert commitment_of(SECRET) not in sent


@pytest.mark.parametrize("game", GAMES)
def test_waiting_table_shows_the_same_whatever_will_be_dealt(game: str) -> None:
    seats = [joined(ANN), *[OPEN] * (SEATS[game] - 1)]
    shown = set()
    for secret in (SECRET, SECRET[::-1]):
        session = Session(creation(game, seats, secret=secret))
        for seat in (None, 0, 1):
            assert session.table.match is None
            scene = pictures.scene(session.table, seat, "en", "wide", ["Ann", "", ""])
            assert scene.prompt == "The game is dealt when everybody sits."
            assert [section.lines for section in scene.sections] == [(scene.prompt,)]
            assert scene.choices == ()
            shown.add(repr(scene))
            picture, offer = pictures.picture(session.table, seat, "en", "wide", ["Ann", "", ""])
            assert offer is None
            assert picture.items == scene.items
            sections, notes = pictures.words(session.table, seat, "en")
            assert (sections, notes) == (scene.sections, {})
    assert len(shown) == 1


def lanterns(session: Session, seat: int | None) -> set[str]:
    """Return the lanterns that a seat sees."""
    scene = pictures.scene(session.table, seat, "en", "wide", ["", "", ""])
    return {item.text for item in scene.items if item.kind == "lantern"}


def test_pictures_show_only_the_own_hand() -> None:
    session = given_lanterns([joined(ANN), joined(BOB), joined(CAS)], ())
    hands = [set(map(str, hand)) for hand in LANTERN_DEAL["hands"]]
    assert [lanterns(session, seat) for seat in range(3)] == hands
    assert lanterns(session, None) == set()


# --- pictures ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_only_the_player_to_move_gets_choices(game: str) -> None:
    session = playing(game)
    for seat in (*range(SEATS[game]), None):
        scene = pictures.scene(session.table, seat, "en", "wide", ["", "", ""])
        _, offer = pictures.picture(session.table, seat, "en", "wide", ["", "", ""])
        assert bool(scene.choices) == (seat == session.table.turn)
        assert (offer is not None) == (seat == session.table.turn)


@pytest.mark.parametrize(
    "situation", [bot_to_move, over, open_seats, against_the_rules, one_seat_substituted]
)
def test_nobody_gets_choices_for_bots_or_outside_a_game(
    situation: Callable[[], Session],
) -> None:
    session = situation()
    for seat in range(len(session.table.seats)):
        offered = pictures.scene(session.table, seat, "en", "wide", ["", "", ""]).choices
        plays = pictures.is_choosing(session.table, seat) and seat == session.table.turn
        assert bool(offered) == plays
    assert not pictures.is_choosing(session.table, None)


def test_end_by_resignation_has_a_sentence() -> None:
    session = playing("orion")
    session.do(ANN, Resign())
    scene = pictures.scene(session.table, 0, "en", "wide", ["Ann", "Bob"])
    assert scene.ending
    assert (scene.ending.winners, scene.ending.sentence) == ((1,), "Bob wins by resignation.")
    assert scene.prompt == scene.ending.sentence


def test_end_by_the_rules_without_a_player_who_resigned_has_a_sentence() -> None:
    """Ann would have won."""
    found = (play_out(new("lantern", seed=seed)) for seed in range(100))
    match = next(each for each in found if each.winners == (0,) and each.movers[-1])
    texts = match.texts()
    match.undo(match.ply)
    session = Session(given(match, [joined(ANN), joined(BOB), joined(CAS)], texts[:-1]))
    session.do(ANN, Resign())
    session.move(texts[-1])
    scene = pictures.scene(session.table, 1, "en", "wide", ["Ann", "Bob", "Cas"])
    assert scene.ending
    assert list(scene.ending.winners) == session.table.winners
    assert "Ann" not in scene.ending.sentence
    assert scene.prompt == scene.ending.sentence


def test_end_by_the_rules_is_described_by_the_game() -> None:
    session = playing("orion")
    session.play_out()
    scene = pictures.scene(session.table, 0, "en", "wide", ["Ann", "Bob"])
    assert scene == session.table.dealt.scene(0, choices=False)


def test_players_are_marked_in_sentences() -> None:
    """A name takes the place of a mark when a message is built."""
    table = playing("orion").table
    assert table.dealt.names == (mark_of(0), mark_of(1))
    assert table.dealt.status() == f"{mark_of(0)} to move."
    assert against_the_rules().table.dealt.names == (mark_of(0), "")
    assert pictures.shown_match(open_seats().table).names == tuple(map(mark_of, range(3)))


def test_example_is_shared_and_never_dealt() -> None:
    one, other = open_seats().table, open_seats().table
    assert pictures.shown_match(one) is pictures.shown_match(other)
    assert pictures.shown_match(one).seed == "example"


def test_setup_has_no_secret_in_its_messages() -> None:
    sent: Json = seen(open_seats())
    assert SECRET not in json.dumps(sent)
    assert sent["commitment"] == commitment_of(SECRET)
