"""Deals and moves of Solenia in words, and the edition that a record was played with."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import parhelion as ph
from parhelion.errors import BadDeal, BadEdition, BadNotation, BadRecord, IllegalMove
from parhelion.games.solenia import INFO
from parhelion.games.solenia.editions.edition_file import archived, checksum, load, template
from tests.positions import play_out
from tests.solenia.positions import solenia

RECORDS = Path(__file__).parents[1] / "records"
OLD = sorted(RECORDS.glob("solenia-v1-*.json"))
UPGRADED = {"players": "3", "board": "winter", "upgrades": "on"}
HOUSE = checksum(load("house"))
OLD_HOUSE, *_ = archived()


# --- editions in records -----------------------------------------------------------------


@pytest.mark.rule("S30")
def test_a_record_names_its_edition_and_carries_its_checksum() -> None:
    record = ph.new("solenia", seed=1).record()
    assert record["options"]["edition"] == "house"
    assert record["deal"]["edition"] == HOUSE


@pytest.mark.rule("S30")
def test_a_record_is_not_replayed_on_another_edition(tmp_path: Path) -> None:
    file = tmp_path / "my-box.toml"
    file.write_text(template(), encoding="utf-8")
    record = play_out(ph.new("solenia", seed=1, edition=str(file)), seed=2).record()
    assert ph.replay(record).record() == record
    file.write_text(template().replace("gale = 24", "gale = 9"), encoding="utf-8")
    with pytest.raises(BadRecord, match=f"deal.edition: .* from edition '{HOUSE}', this one is"):
        ph.replay(record)


@pytest.mark.rule("S30")
def test_a_file_is_read_anew_for_every_game(tmp_path: Path) -> None:
    file = tmp_path / "my-box.toml"
    starts = []
    for stars in (8, 9):
        file.write_text(template().replace("gale = 24", f"gale = {stars}"), encoding="utf-8")
        match = ph.new("solenia", seed=1, players="1", difficulty="gale", edition=str(file))
        starts.append(match.view(0)["position"]["players"][1]["stars"])
    assert starts == [8, 9]


@pytest.mark.rule("S30")
def test_an_edition_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadEdition, match="no edition is called 'hose'; did you mean house"):
        ph.new("solenia", edition="hose")
    with pytest.raises(BadEdition, match="No such file"):
        ph.new("solenia", edition=str(tmp_path / "my-box.toml"))


@pytest.mark.rule("S30")
@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_game_of_an_older_house_edition_is_played_on_that_edition(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    match = solenia(record["seed"], record["deal"], **record["options"])
    for move in record["moves"]:
        match.play(move)
    assert [move.text for move in match.history] == record["moves"]
    again = match.record() | {"moves": record["moves"]}  # which had no rolls of the die yet
    assert again == record | {"rules": INFO.version}


@pytest.mark.rule("S30")
def test_an_older_house_edition_is_there_for_old_games_only(tmp_path: Path) -> None:
    assert "house-1" not in next(each for each in INFO.options if each.name == "edition").values
    file = tmp_path / "my-box.toml"
    file.write_text(template().replace("gale = 24", "gale = 9"), encoding="utf-8")
    deal = ph.new("solenia", seed=1).deal | {"edition": OLD_HOUSE}
    assert ph.new("solenia", deal=deal).deal == deal
    with pytest.raises(BadDeal, match=f"deal.edition: .* from edition '{OLD_HOUSE}', this one is"):
        ph.new("solenia", deal=deal, edition=str(file))


@pytest.mark.rule("S5")
def test_the_twilight_strip_has_the_spaces_of_the_first_version_on_other_faces() -> None:
    old, new = (each.strips.twilight for each in (archived()[OLD_HOUSE], load("house")))
    assert sorted(old.dawn + old.dusk) == sorted(new.dawn + new.dusk)


# --- deals -------------------------------------------------------------------------------


def test_a_deal_can_be_given_by_hand() -> None:
    for options in ({}, UPGRADED, {"players": "1"}, {"players": "4", "sky": "dusk"}):
        deal = ph.new("solenia", seed=7, **options).deal
        again = ph.new("solenia", seed=8, deal=deal, **options)
        assert again.deal == deal
        assert again.view(0) == ph.new("solenia", seed=7, **options).view(0)


Change = Callable[[Any], None]


def _set(value: Any, *path: Any) -> Change:
    def change(deal: Any) -> None:
        for step in path[:-1]:
            deal = deal[step]
        deal[path[-1]] = value

    return change


def _drop(*path: Any) -> Change:
    def change(deal: Any) -> None:
        for step in path[:-1]:
            deal = deal[step]
        del deal[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_drop("edition"), "deal.edition: missing"),
        (
            _set("00", "edition"),
            f"deal.edition: the game was dealt from edition '00', this one is '{HOUSE}'",
        ),
        (
            _set(1, "stars"),
            "deal.stars: unknown; there is: decks, deliveries, edition, sky, upgrades",
        ),
        (_set([], "sky"), "deal.sky: expected 5 strips, found 0"),
        (_set("A", "sky", 0), "deal.sky[0]: expected a list, found 'A'"),
        (
            _set(["T", "dawn"], "sky", 0),
            "deal.sky: expected the strips A to D in any order around T",
        ),
        (_set("noon", "sky", 0, 1), "deal.sky: expected night, night, dawn, day, day or"),
        (_drop("decks", 0), "deal.decks: expected 3 decks, found 2"),
        (_set("9x9", "decks", 1, 4), "deal.decks[1][4]: there is no card '9x9'"),
        (_set(["1w"] * 16, "decks", 2), "deal.decks[2][1]: one card 1w too many"),
        (_set(None, "deliveries"), "deal.deliveries: expected a JSON object, found None"),
        (_set([], "decks", 0), "deal.decks[0]: expected 16 cards, found 0"),
        (_set("WWWW9", "deliveries", "day", 3), "deal.deliveries.day[3]: there is no tile 'WWWW9'"),
        (
            _set("tailwnd", "upgrades", "level 1", 0),
            "there is no upgrade 'tailwnd'; did you mean tailwind?",
        ),
        (
            _set(["barter"] * 3, "upgrades", "level 1"),
            "deal.upgrades.level 1: 'barter' is there 1 times",
        ),
        (
            _set([["guild", "harbour"]] * 3, "upgrades", "level 3"),
            "deal.upgrades.level 3, day: 'guild' is there 1 times in this edition",
        ),
        (
            _set(["guild", "guild"], "upgrades", "level 3", 1),
            "deal.upgrades.level 3[1]: expected two different halves, found 'guild' twice",
        ),
    ],
)
def test_a_deal_that_cannot_be_is_refused_with_its_place(change: Change, message: str) -> None:
    deal = copy.deepcopy(ph.new("solenia", seed=3, **UPGRADED).deal)
    change(deal)
    with pytest.raises(BadDeal) as error:
        ph.new("solenia", deal=deal, **UPGRADED)
    assert message in str(error.value)


# --- moves -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no move begins with ''"),
        ("plya 1w 3-3", "no move begins with 'plya'; did you mean play?"),
        ("play 7w 3-3", "write it like this: play 0x1 1-1"),
        ("play 1w 9-9", "write it like this: play 0x1 1-1"),
        ("pay gold", "write it like this: pay wood"),
        ("slot 4a", "write it like this: slot 1a"),
    ],
)
def test_a_text_that_is_no_move_is_explained(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as error:
        ph.new("solenia", seed=1).play(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pay wood", "there is no voyage to pay"),
        ("deliver day 1", "you can't honour a delivery now"),
        ("exact", "there is nothing to barter"),
        ("slot 1a", "no delivery is waiting for a slot"),
        ("take wood", "there is nothing to choose"),
        ("stop", "you can't give resources for stars now"),
        ("drop wood", "your store is not too full"),
        ("draft barter", "you can't take an upgrade tile now"),
    ],
)
def test_a_move_out_of_its_time_is_explained(text: str, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        ph.new("solenia", seed=1).play(text)


def _first_turn() -> Any:
    """Dawn in the middle and cards that are known: 1w 0x2 2*h in the first hand."""
    match = ph.new("solenia", seed=1, sky="dawn")
    deck = ["1w", "0x2", "2*h"]
    rest = list(match.deal["decks"][0])
    for card in deck:
        rest.remove(card)
    deal = match.deal | {"decks": [deck + rest, match.deal["decks"][1]]}
    deal["sky"] = [["A", "night"], ["B", "night"], ["T", "dawn"], ["C", "day"], ["D", "day"]]
    return ph.new("solenia", sky="dawn", deal=deal)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("play 1h 3-3", "this card is not in your hand"),
        ("discard 1w", "you can play a card without extending the voyage"),
        ("play 1w 1-3", "the voyage to this space costs 1 resource$"),
        ("play 1w 1-1", "the voyage to this space costs 3 resources"),
        ("play 1w 2-3", "you can't honour a delivery in this city"),
    ],
)
def test_a_play_against_the_rules_is_explained(text: str, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        _first_turn().play(text)


def test_a_space_with_a_card_is_taken() -> None:
    match = _first_turn()
    match.play("play 1w 3-3")
    card = match.view(1)["position"]["players"][1]["hand"][0]
    with pytest.raises(IllegalMove, match="there is already a card on this space"):
        match.play(f"play {card} 3-3")
