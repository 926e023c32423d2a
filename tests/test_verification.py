"""Provable shuffles: what a record proves, and that whatever was altered in it is found."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import parhelion as ph
from parhelion import cli, fair_shuffle, records
from parhelion.command_options import parse_seed
from parhelion.fair_shuffle import Shuffle
from parhelion.games import Json, registry
from parhelion.verification import Verdict, verify, what_it_proves
from parhelion.words import Words
from tests.shuffled_games import FOLDER, PLANS, path, played, shuffled

NAMES = sorted(PLANS)
SECRET, SEED, DEAL, CHANCE, MOVES = range(5)
"""The steps of a record that tells its shuffle, without a noted commitment."""


def told(name: str) -> Json:
    record: Json = records.read(path(name))
    return record


def failing(record: Json, noted: str | None = None) -> list[int]:
    """The steps that fail, by their place."""
    steps = verify(record, noted)
    return [i for i, step in enumerate(steps) if step.verdict is Verdict.FAILS]


# --- what a shuffle is -------------------------------------------------------------------


def test_secrets_have_128_bits_and_are_all_different() -> None:
    found = {fair_shuffle.new_secret() for _ in range(100)}
    assert len(found) == 100
    assert all(len(secret) == 32 and int(secret, 16) >= 0 for secret in found)


def test_a_seed_has_one_part_for_the_secret_and_one_for_each_seat() -> None:
    shuffle = Shuffle.of("0" * 32, ["Ann", "", "b-_9"])
    assert shuffle.seed == f"{'0' * 32}.Ann..b-_9"


@pytest.mark.parametrize("text", ["é", "a b", "a.b", "x" * 65, "a\n", "\ud800"])
def test_texts_of_seats_that_could_be_misread_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="characters of"):
        fair_shuffle.checked_seat_text(text)
    record = told("solstis")
    record["shuffle"]["seats"][1] = text
    with pytest.raises(ph.BadRecord, match=r"^shuffle\.seats\[1\]: "):
        ph.replay(record)


# --- seeds -------------------------------------------------------------------------------


def test_seeds_that_nobody_chose_have_128_bits() -> None:
    first, second = ph.new("orion").seed, ph.new("orion").seed
    assert isinstance(first, str)
    assert len(bytes.fromhex(first)) == 16
    assert first != second


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        ("a\ud800", "whole characters"),
        ("x" * 1001, "at most 1000 characters, not 1001"),
        (10**1000, "at most 1000 digits"),
    ],
)
def test_seeds_that_a_record_cannot_hold_are_refused(seed: int | str, why: str) -> None:
    with pytest.raises(ph.BadOption, match=why):
        ph.new("orion", seed=seed)
    with pytest.raises(ph.BadRecord, match=f"^seed: .*{why}"):
        ph.replay(ph.new("orion").record() | {"seed": seed})


def test_a_number_that_some_json_readers_round_is_kept_as_text_and_deals_the_same() -> None:
    large = ph.new("orion", seed=2**53 + 1)
    assert large.seed == str(2**53 + 1)
    assert large.deal == ph.new("orion", seed=str(2**53 + 1)).deal
    assert ph.new("orion", seed=-(2**53)).seed == -(2**53)


def test_a_seed_typed_in_is_a_number_only_if_it_is_short() -> None:
    typed = ("7", "-7", "12345678901234567890123456789012", "x7", "", None)
    kept = (7, -7, "12345678901234567890123456789012", "x7", "", None)
    assert tuple(map(parse_seed, typed)) == kept


def test_a_number_too_long_for_python_is_a_bad_record(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    file.write_text('{"seed": ' + "9" * 5000 + "}")
    with pytest.raises(ph.BadRecord, match=r"long\.json"):
        ph.load(file)


# --- a match keeps its shuffle -----------------------------------------------------------


def test_copies_pickles_and_records_keep_the_shuffle() -> None:
    match = shuffled(PLANS["solstis"])
    record = match.record()
    assert record["shuffle"] == {
        "commitment": fair_shuffle.commitment_of(f"{39:032x}"),
        "secret": f"{39:032x}",
        "seats": ["Ann", ""],
    }
    for twin in (match.copy(), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):  # noqa: S301
        assert twin.record() == record
    assert ph.replay(record).record() == record
    assert "shuffle" not in ph.new("solstis", seed=1).record()


# --- records that hold -------------------------------------------------------------------


def test_there_is_a_file_for_every_shuffled_game() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_shuffled_game_holds_and_its_file_is_up_to_date(name: str) -> None:
    record = told(name)
    assert record == played(PLANS[name]).record()
    commitment = record["shuffle"]["commitment"]
    steps = verify(record, commitment)
    assert {step.verdict for step in steps} == {Verdict.HOLDS}
    assert len(steps) == 6
    assert "not even whoever ran the table" in what_it_proves(record, steps)[0]


def test_the_texts_of_the_seats_are_told_so_that_everybody_finds_their_own() -> None:
    assert "Dawn: Ann, Dusk: no text." in verify(told("solstis"))[SEED].text


def test_a_record_of_an_older_edition_still_holds() -> None:
    record = records.read(Path(__file__).parent / "records" / "solenia-v1-alone-upgrades.json")
    assert failing(record) == []
    assert "Not proved: that nobody chose the seed" in what_it_proves(record, verify(record))[0]


def test_an_older_version_of_the_rules_may_have_dealt_otherwise() -> None:
    file = Path(__file__).parent / "records" / "orion-v1-random-two-conditions.json"
    assert verify(records.read(file))[0].verdict is Verdict.OPEN
    other = ph.new("orion", seed=8)
    record = told("orion") | {"rules": 1, "deal": other.deal, "moves": [], "result": None}
    assert DEAL in failing(record), "tables whose shuffle can be proved are younger"


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (game, rules)
        for game in ("orion", "solstis", "solenia")
        for rules in range(1, registry.load(game).info.version)
    ],
)
def test_forged_deal_of_a_shuffled_game_fails_whatever_rules_it_claims(
    game: str, rules: int
) -> None:
    """It passed as dealt otherwise by older rules, which are older than provable shuffles."""
    record, other = told(game), ph.new(game, seed=8)
    record |= {"rules": rules, "deal": other.deal, "moves": [], "result": None}
    assert DEAL in failing(record)


# --- records that were altered -----------------------------------------------------------


def _secret(record: Json) -> None:
    record["shuffle"]["secret"] = "f" * 32


def _commitment(record: Json) -> None:
    record["shuffle"]["commitment"] = "0" * 64


def _seat_text(record: Json) -> None:
    record["shuffle"]["seats"][0] = "ann"


def _one_part_more(record: Json) -> None:
    record["shuffle"]["seats"].append("x")
    record["seed"] += ".x"


def _spirits(record: Json) -> None:
    spirits = record["deal"]["spirits"]
    spirits[-1], spirits[-2] = spirits[-2], spirits[-1]


def _eagle(record: Json) -> None:
    at = next(i for i, move in enumerate(record["moves"]) if "; eagle" in move)
    record["moves"][at] = (
        record["moves"][at].split(";")[0] + f"; eagle {record['deal']['pile'][-1]}"
    )


def _result(record: Json) -> None:
    record["result"]["scores"][0] += 1


@pytest.mark.parametrize(
    ("alter", "steps"),
    [
        (_secret, [SECRET, SEED]),
        (_commitment, [SECRET]),
        (_seat_text, [SEED]),
        (_spirits, [DEAL]),
        (_result, [MOVES]),
    ],
)
def test_what_was_altered_is_found(alter: Callable[[Json], None], steps: list[int]) -> None:
    record = told("solstis")
    alter(record)
    assert failing(record) == steps
    assert "does not prove" in what_it_proves(record, verify(record))[0]


def test_a_deal_that_the_rules_do_not_allow_is_found() -> None:
    record = told("orion")
    record["deal"]["holes"][-1] = record["deal"]["holes"][0]
    steps = verify(record)
    assert (steps[-1].verdict, "deal.holes[6]" in steps[-1].text.lower()) == (Verdict.FAILS, True)


def test_a_part_of_the_seed_that_belongs_to_no_seat_is_found() -> None:
    """Whoever deals could try such parts until the deal is as wanted."""
    record = told("solstis")
    _one_part_more(record)
    assert SEED in failing(record)
    alone = told("solenia-alone")
    alone["shuffle"]["seats"][1] = "x"
    alone["seed"] += "x"
    step = verify(alone)[SEED]
    assert (step.verdict, "Trade Wind" in step.text) == (Verdict.FAILS, True)
    for altered in (record, alone):
        with pytest.raises(ph.BadRecord, match=r"shuffle\.seats"):
            ph.replay(altered)


def test_another_tile_for_the_eagle_is_found() -> None:
    record = told("solstis")
    _eagle(record)
    step = verify(record)[CHANCE]
    assert step.verdict is Verdict.FAILS
    assert "but the seed gives “eagle" in step.text


def test_another_roll_of_the_die_is_found() -> None:
    record = told("solenia-alone")
    at = next(i for i, move in enumerate(record["moves"]) if "; roll" in move)
    move, _, roll = record["moves"][at].partition("; ")
    record["moves"][at] = f"{move}; roll {'2' if roll != 'roll 2' else '3'}"
    step = verify(record)[CHANCE]
    assert (step.verdict, f"Move {at + 1}, " in step.text) == (Verdict.FAILS, True)


def test_chance_claimed_where_none_is_decided_is_found() -> None:
    record = told("solstis")
    assert ";" not in record["moves"][0]
    record["moves"][0] += "; eagle 2-8"
    step = verify(record)[CHANCE]
    assert (step.verdict, "chance decides nothing" in step.text) == (Verdict.FAILS, True)


def test_chance_is_checked_up_to_a_move_that_is_not_legal() -> None:
    record = told("solstis")
    record["moves"][3] = "play 1-1"
    steps = verify(record)
    assert steps[CHANCE].text == "What chance decided from move 4 on was not checked."
    assert steps[MOVES].verdict is Verdict.FAILS


def test_another_commitment_than_the_noted_one_is_found() -> None:
    assert failing(told("solstis"), "0" * 64) == [1]
    assert failing(ph.new("solstis", seed=7).record(), "0" * 64) == [0]


# --- records that prove little -----------------------------------------------------------


def test_a_game_that_was_typed_in_proves_nothing_about_chance() -> None:
    record = told("solenia-alone")
    del record["seed"], record["shuffle"]
    steps = verify(record)
    assert [step.verdict for step in steps] == [Verdict.OPEN, Verdict.OPEN, Verdict.HOLDS]
    assert "prove nothing about chance" in what_it_proves(record, steps)[0]


def test_a_position_that_was_set_up_proves_nothing_about_chance() -> None:
    record = ph.position("orion", {"hexes": {"blue": ["e4"], "orange": ["e5"]}}).record()
    steps = verify(record)
    assert steps[0].verdict is Verdict.OPEN
    assert "prove nothing about chance" in what_it_proves(record, steps)[0]


# --- the command -------------------------------------------------------------------------


def test_the_command_says_what_was_checked_and_fails_if_a_step_does(tmp_path: Path) -> None:
    run, record = CliRunner(), told("solstis")
    commitment = record["shuffle"]["commitment"]
    good = run.invoke(cli.app, ["verify", str(path("solstis")), "--commitment", commitment.upper()])
    assert (good.exit_code, good.stdout.count("✓")) == (0, 6)
    _seat_text(record)
    records.write(tmp_path / "bad.json", record)
    bad = run.invoke(cli.app, ["verify", str(tmp_path / "bad.json"), "--lang", "fr"])
    assert (bad.exit_code, bad.stdout.count("✗")) == (1, 2)


def test_the_command_refuses_what_is_no_commitment() -> None:
    error = CliRunner().invoke(cli.app, ["verify", str(path("solstis")), "--commitment", "x"])
    assert isinstance(error.exception, ph.BadOption)


@pytest.mark.parametrize("lang", ["fr", "nl"])
def test_the_steps_are_told_in_every_language(lang: str) -> None:
    english, other = verify(told("solstis")), verify(told("solstis"), say=Words(lang))
    assert all(one.text != two.text for one, two in zip(english, other, strict=True))
    assert json.dumps(other)
