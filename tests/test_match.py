"""The boundary: what a Python user may do with a match, and what is refused how."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion import records
from parhelion.games import registry
from tests.conftest import GAMES
from tests.positions import play_out, raw

DEAL = {
    "galaxies": ["b2", "b6", "d5", "f1", "f9", "h5", "j2", "j6"],
    "holes": ["b4", "d2", "d8", "f5", "h2", "h8", "j4"],
}


def fresh(**options: Any) -> ph.Match:
    return ph.new("orion", seed=7, setup="symmetric-1", **options)


@pytest.fixture
def record() -> dict[str, Any]:
    """A finished game."""
    return play_out(fresh()).record()


# --- starting


def test_unknown_game_says_what_there_is() -> None:
    with pytest.raises(ph.UnknownGame, match="no game is called 'orin'; did you mean orion"):
        ph.new("orin")
    with pytest.raises(ph.UnknownGame, match=r"no game is called 'chess'; there is: .*orion"):
        ph.new("chess")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"setup": "symmetric-4"}, "option setup cannot be 'symmetric-4'; it is one of: random, "),
        ({"setup": 1}, "option setup cannot be 1; it is one of"),
        ({"setup": ["random"]}, r"option setup cannot be \['random'\]"),
        ({"setpu": "random"}, "orion has no option 'setpu'; did you mean setup"),
        ({"seed": 1.5}, "a seed is a whole number or a text, not 1.5"),
        ({"seed": True}, "a seed is a whole number or a text, not True"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ph.BadOption, match=message):
        ph.new("orion", **options)


def test_unknown_bot_says_what_there_is() -> None:
    with pytest.raises(ph.UnknownGame, match="no game is called 'chess'"):
        ph.bot("chess")
    with pytest.raises(ph.UnknownBot, match=r"no bot has level 6; there is: 1 \(Sparrow\), 2"):
        ph.bot("orion", 6)


def test_a_match_without_a_seed_can_still_be_repeated() -> None:
    match = ph.new("orion", setup="symmetric-2")
    again = ph.new("orion", setup="symmetric-2", seed=match.seed)
    assert raw(again.state) == raw(match.state)


def test_different_seeds_deal_differently_and_texts_are_seeds_too() -> None:
    deals = [ph.new("orion", seed=seed).deal for seed in (1, 2, "1", "the club of Ghent")]
    assert deals[0] == deals[2]
    assert len({json.dumps(deal) for deal in deals}) == 3


# --- deals


@pytest.mark.rule("O3", "O5", "O6")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["galaxies"].pop(), "deal.galaxies: expected 8 cells, found 7"),
        (lambda d: d["holes"].append("k4"), "deal.holes: expected 7 cells, found 8"),
        (
            lambda d: d["galaxies"].__setitem__(3, "b2"),
            r"deal.galaxies\[3\]: a second galaxy on b2",
        ),
        (lambda d: d["holes"].__setitem__(6, "b4"), r"deal.holes\[6\]: a second hole on b4"),
        (
            lambda d: d["galaxies"].__setitem__(0, "z9"),
            r"deal.galaxies\[0\]: there is no cell 'z9'",
        ),
        (lambda d: d["galaxies"].__setitem__(0, 5), r"deal.galaxies\[0\]: there is no cell 5"),
        (lambda d: d["galaxies"].__setitem__(0, []), r"deal.galaxies\[0\]: there is no cell \[\]"),
        (
            lambda d: d["galaxies"].__setitem__(7, "j3"),
            r"deal.galaxies\[7\]: j3 and h5 are 2 apart; 3 or more are required",
        ),
        (
            lambda d: d["holes"].__setitem__(6, "h4"),
            r"deal.holes\[6\]: h4 and f5 are 2 apart; 3 or more are required",
        ),
        (
            lambda d: d["holes"].__setitem__(6, "j3"),
            r"deal.holes\[6\]: j3 and j2 are 1 apart; 2 or more are required \(black hole",
        ),
        (lambda d: d.pop("holes"), "deal.holes: missing"),
        (lambda d: d.update(stars=[]), "deal.stars: unknown"),
    ],
)
def test_a_wrong_deal_is_refused_with_the_place(change: Any, message: str) -> None:
    deal = copy.deepcopy(DEAL)
    change(deal)
    with pytest.raises(ph.BadDeal, match=message):
        ph.new("orion", deal=deal)


def test_a_deal_must_be_an_object_and_fit_the_setup() -> None:
    with pytest.raises(ph.BadDeal, match="deal: expected a JSON object"):
        ph.new("orion", deal="b2")
    with pytest.raises(ph.BadDeal, match="do not lie as in setup symmetric-2"):
        ph.new("orion", setup="symmetric-2", deal=DEAL)
    with pytest.raises(ph.BadDeal, match="with setup players it is empty"):
        ph.new("orion", setup="players", deal=DEAL)
    assert ph.new("orion", setup="symmetric-1", deal=DEAL).deal == DEAL
    assert ph.new("orion", setup="players", deal={}).turn == 0


# --- moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stra e4", "'stra e4': no tile is called 'stra'; did you mean star"),
        ("", "'': no tile is called ''"),
        ("star", "'star': a star covers 1 cell, not 0"),
        ("star e44", "'star e44': there is no cell 'e44'"),
        ("line e4 e5", "'line e4 e5': a line covers 3 cells, not 2"),
        ("line e4 e5/f5", "'line e4 e5/f5': these cells do not have the shape of a line"),
        ("line e4 e6/e5", "these cells do not have the shape of a line"),
        ("galaxy e4 e5", "'galaxy e4 e5': a galaxy lies on one cell, not 2"),
    ],
)
def test_misspelt_moves_are_explained_and_change_nothing(text: str, message: str) -> None:
    match = fresh()
    before = raw(match.state)
    with pytest.raises(ph.BadNotation, match=re.escape(message)):
        match.play(text)
    assert raw(match.state) == before


@pytest.mark.parametrize("move", [None, 1.5, True, ["star e4"], b"star e4"])
def test_what_is_not_a_move_is_refused(move: Any) -> None:
    with pytest.raises(ph.BadNotation, match="a move is a Move, a text or an action id"):
        fresh().play(move)


def test_moves_can_be_played_in_every_form() -> None:
    by_text, by_move, by_id, by_numpy = fresh(), fresh(), fresh(), fresh()
    move = by_text.parse("LINE  e5 e4 e6")
    assert str(move) == move.text == "line e4 e5/e6"
    by_text.play("line e4 e5/e6")
    by_move.play(move)
    by_id.play(move.action)
    by_numpy.play(np.int64(move.action))  # type: ignore[arg-type]
    assert raw(by_text.state) == raw(by_move.state) == raw(by_id.state) == raw(by_numpy.state)


def test_parse_refuses_what_is_not_legal_now() -> None:
    match = fresh()
    match.play("star e4")
    with pytest.raises(ph.IllegalMove, match="move 2 'star e4' by Orange: e4 already has a tile"):
        match.parse("star e4")
    with pytest.raises(
        ph.IllegalMove, match="move 2 'galaxy e4' by Orange: all tokens are already placed"
    ):
        match.parse("galaxy e4")
    for action in (-1, 2493, 10**30):
        with pytest.raises(ph.IllegalMove, match=f"move 2: there is no action {action}"):
            match.play(action)


@pytest.mark.rule("O5", "O6", "O7")
@pytest.mark.parametrize(
    ("played", "text", "why"),
    [
        ([], "star e4", "place all tokens first"),
        ([], "hole e4", "the galaxies come first"),
        (["galaxy e4"], "galaxy e4", "e4 already has a token"),
        (["galaxy e4"], "galaxy e6", "e6 and e4 are 2 apart; 3 or more are required"),
        ([f"galaxy {c}" for c in DEAL["galaxies"]], "galaxy k4", "all galaxies are already placed"),
        ([f"galaxy {c}" for c in DEAL["galaxies"]], "hole b1", "b1 and b2 are 1 apart; 2 or"),
        (
            [f"galaxy {c}" for c in DEAL["galaxies"]] + ["hole b4"],
            "hole c4",
            "c4 and b4 are 1 apart; 3 or more are required",
        ),
    ],
)
def test_misplaced_tokens_are_explained(played: list[str], text: str, why: str) -> None:
    match = ph.new("orion", setup="players")
    for move in played:
        match.play(move)
    with pytest.raises(ph.IllegalMove, match=re.escape(why)):
        match.play(text)


def test_given_chance_ends_with_undo_and_is_not_shared_with_copies(root: Path) -> None:
    record = records.read(root / "tests" / "shuffled_records" / "solenia-alone.json")
    moves = record["moves"]
    at = next(i for i, move in enumerate(moves) if "; roll" in move)
    move, _, roll = moves[at].partition("; ")
    match = ph.replay(record, at)
    other = f"{move}; roll {'2' if roll != 'roll 2' else '3'}"
    match.play(other)
    match.undo()
    match.copy().play(other)
    match.play(move)  # as the seed decides
    match.play(moves[at + 1])
    match.undo()
    assert raw(match.state) == raw(ph.replay(record, at + 1).state)


def test_refused_chance_is_not_given_to_the_next_move() -> None:
    match, direct = fresh(), fresh()
    with pytest.raises(ph.BadNotation):
        match.play("star a1; roll 3")
    match.play("star a1")
    match.play("star k4")
    match.undo()
    direct.play("star a1")
    assert match == direct


@pytest.mark.parametrize("game", GAMES)
def test_another_move_after_undo_has_its_own_words_in_the_log(game: str) -> None:
    match = ph.new(game, seed=1)
    first, other, *_ = match.moves()
    match.play(first)
    match.scene(None, "en")
    match.undo()
    match.play(other)
    direct = ph.new(game, seed=1)
    direct.play(other)
    assert match.scene(None, "en").log == direct.scene(None, "en").log


@pytest.mark.parametrize("game", GAMES)
def test_copies_have_words_of_their_own_in_the_log(game: str) -> None:
    match = ph.new(game, seed=1)
    match.scene(None, "en")
    for player, move in zip((match.copy(), match), match.moves(), strict=False):
        direct = ph.new(game, seed=1)
        for each in (player, direct):
            each.play(move)
        assert player.scene(None, "en").log == direct.scene(None, "en").log


def test_undo_beyond_the_start_is_refused() -> None:
    match = fresh()
    match.play("star e4")
    with pytest.raises(ph.IllegalMove, match="cannot undo 2 of 1 moves"):
        match.undo(2)
    with pytest.raises(ph.IllegalMove, match="cannot undo -1 of 1 moves"):
        match.undo(-1)
    match.undo(0)
    assert match.ply == 1


def test_moves_behave_as_a_sequence() -> None:
    moves = fresh().moves()
    assert len(moves) == 1220
    assert moves[0] == moves[:2][0] == next(iter(moves))
    assert moves[-1] in moves
    assert repr(moves).startswith("<1220 moves: ")


def test_the_state_handed_out_is_a_copy() -> None:
    match = fresh()
    match.state["actor"] = 1
    assert match.turn == 0


def test_a_view_of_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ph.BadOption, match="there is no seat 2; there are 2"):
        fresh().view(2)


# --- records


def test_a_record_says_all_there_is(record: dict[str, Any]) -> None:
    assert record["format"] == "parhelion/1"
    chosen = {"setup": "symmetric-1", "count": "ways", "placer": "blue", "first": "blue"}
    assert record["options"] == chosen
    assert record["deal"] == DEAL
    assert record["result"]["reason"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.update(format="parhelion/9"), "format: expected 'parhelion/1', found 'parh"),
        (lambda r: r.pop("format"), "format: expected 'parhelion/1', found None"),
        (lambda r: r.pop("deal"), "a record has either a deal or a position"),
        (lambda r: r.update(game="orin"), "game: no game is called 'orin'; did you mean orion"),
        (lambda r: r.update(rules=9), "rules: the record was played with version 9 of the rules"),
        (lambda r: r.update(rules="1"), "rules: expected a whole number, found '1'"),
        (lambda r: r.update(rules=True), "rules: expected a whole number, found True"),
        (lambda r: r.update(moves="star e4"), "moves: expected a list, found 'star e4'"),
        (lambda r: r.update(mvoes=[]), "mvoes: unknown; did you mean moves"),
        (lambda r: r["options"].update(count="all"), "option count cannot be 'all'"),
        (lambda r: r["deal"]["holes"].pop(), "deal.holes: expected 7 cells, found 6"),
        (lambda r: r["moves"].__setitem__(4, 17), r"moves\[4\]: expected a text, found 17"),
        (lambda r: r["moves"].__setitem__(4, "star z1"), "move 5 'star z1': there is no cell 'z1'"),
        (lambda r: r["moves"].__setitem__(2, r["moves"][0]), "move 3 .* by Blue: .* already has"),
        (lambda r: r["moves"].append("star e4"), "move .* 'star e4': the game is over"),
        (lambda r: r["moves"].pop(), "result: the record gives .*, but after its .* moves the ga"),
        (
            lambda r: r["result"].update(winners=[0, 1]),
            "result: the record gives .*, but its .* mov",
        ),
        (lambda r: r.update(result=None), "result: the record gives None, but its .* moves lead"),
    ],
)
def test_an_altered_record_says_what_is_wrong(
    record: dict[str, Any], change: Any, message: str
) -> None:
    change(record)
    with pytest.raises(ph.BadRecord, match=message):
        ph.replay(record)


@pytest.mark.parametrize("record", [[], None, "{}", 7])
def test_what_is_not_an_object_is_no_record(record: Any) -> None:
    with pytest.raises(ph.BadRecord, match="a record is a JSON object"):
        ph.replay(record)


def test_a_record_typed_in_by_hand_may_leave_out_seed_and_result() -> None:
    match = ph.replay(
        {
            "format": "parhelion/1",
            "game": "orion",
            "rules": 1,
            "options": {},
            "deal": DEAL,
            "moves": ["line e4 e5/e6"],
        }
    )
    assert match.turn == 1


def test_replay_can_stop_on_the_way(record: dict[str, Any]) -> None:
    assert ph.replay(record, to=3).texts() == record["moves"][:3]
    with pytest.raises(ph.BadRecord, match="cannot replay to move 99: the record has"):
        ph.replay(record, to=99)


def test_files_are_written_whole_and_broken_ones_explained(
    record: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    records.write(path, record)
    assert records.read(path) == record
    assert list(tmp_path.iterdir()) == [path]
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    with pytest.raises(ph.BadRecord, match=r"game.json: broken JSON at line \d+, column \d+"):
        records.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ph.BadRecord, match=r"game.json: not a text file"):
        records.read(path)
    with pytest.raises(ph.BadRecord, match="No such file"):
        records.read(tmp_path / "nothing.json")
    with pytest.raises(ph.BadRecord, match="No such file"):
        records.write(tmp_path / "no" / "folder.json", record)


def test_the_records_in_the_documentation_can_be_replayed(root: Path) -> None:
    text = (root / "docs" / "records.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.S)
    table, *others = [ph.replay(json.loads(block)) for block in blocks]
    assert {match.game.name for match in others} == set(registry.names())
    assert [match.ply for match in others] == [2] * len(others)
    assert "seed" not in json.loads(blocks[0])
    assert table.texts() == json.loads(blocks[0])["moves"]
    assert all("; roll" in text for text in table.texts())


def test_the_end_shows_the_winning_chains() -> None:
    """Until all kinds of endings were seen, in every one the chains are what they claim."""
    seen, kinds = set[str](), {"constellations", "galaxies", "holes", "tiles", "stuck"}
    for seed in range(400):
        if seed >= 60 and seen == kinds:
            break
        match = play_out(fresh(count="each") if seed % 2 else fresh(), seed)
        outcome = match.outcome
        assert outcome is not None
        seen |= set(outcome.reason)
        view = match.view()["position"]
        for chain in outcome.details.get("chains", []):
            assert chain["reason"] in outcome.reason
            assert set(chain["cells"]) <= set(view["hexes"][chain["colour"]])
            if chain["reason"] != "constellations":
                tokens = set(view["galaxies" if chain["reason"] == "galaxies" else "holes"])
                assert tokens & set(chain["cells"]) == set(chain["tokens"])
                assert len(chain["tokens"]) >= (4 if chain["reason"] == "galaxies" else 3)
        won = [chain["reason"] for chain in outcome.details.get("chains", [])]
        assert set(won) == set(outcome.reason) - {"tiles", "stuck"}
    assert seen == kinds
