"""Simulations: rows that tell the truth, the same ones everywhere, and folders that keep them."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from platform import node
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from parhelion.bots import bot, load_own_bot
from parhelion.bots.network_file import FILE_NAME
from parhelion.errors import (
    BadBot,
    BadEdition,
    BadOption,
    BadRecord,
    BotFailed,
    MissingExtra,
    UnknownBot,
)
from parhelion.games import registry
from parhelion.kernel import COMPILED, game_statistics
from parhelion.lab import run_folder, simulated_chunk, simulation_plan, workers
from parhelion.lab.arena_plan import plan_arena
from parhelion.lab.entrants import Entrant, source_digest
from parhelion.lab.run_folder import RunFolder, read_plan, read_table
from parhelion.lab.simulated_chunk import Rows, play_chunk
from parhelion.lab.simulation import simulate, simulate_into, simulate_plan
from parhelion.lab.simulation_plan import Chunk, SimulationPlan, plan_simulation
from parhelion.match import Match, new
from tests import plugins
from tests.commands import Finished, run_command
from tests.waiting import until

ROOT = Path(__file__).parents[1]
GATHERER = f"{ROOT / 'examples' / 'own_bot' / 'gatherer.py'}:Gatherer"
FAILING = """
class Failing:
    def __init__(self, seed):
        self.fails = str(seed).startswith("7/30/")

    def choose(self, view):
        return "fly" if self.fails else view["legal"][0]


class Unmade(Failing):
    def __init__(self):
        raise KeyError("model")
"""
"""A bot that plays no legal move in game 30 of a run with seed 7, and one that cannot be made."""
INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from parhelion.cli import main
main()
"""
"""The command line; Python ignores the signal if the tests were started in the background."""
GAMES = 6 if COMPILED else 1
MODES: list[tuple[str, dict[str, str]]] = [
    ("orion", {"setup": "symmetric-1"}),
    ("orion", {"setup": "players", "count": "each"}),
    ("solstis", {}),
    ("solenia", {}),
    ("solenia", {"players": "1", "difficulty": "gale"}),
    ("solenia", {"players": "3", "board": "winter", "upgrades": "on"}),
    ("lantern", {}),
]


@pytest.fixture(autouse=True)
def lantern() -> Iterator[None]:
    """A game that another package brings is known, too."""
    with plugins.known():
        yield


@pytest.fixture(params=MODES, ids=lambda mode: "-".join([mode[0], *mode[1].values()]))
def plan(request: pytest.FixtureRequest) -> SimulationPlan:
    """A few random games of every kind."""
    game, options = request.param
    return plan_simulation(game, GAMES, seed=7, pieces=True, options=options)


def replayed(plan: SimulationPlan, number: int, level: int = 0) -> list[Match]:
    """Every position of a game, as bots play it at a table."""
    seed = plan.game_seed(number)
    actions = simulated_chunk.play_bots(
        replace(plan, players=tuple(level for _ in plan.players)), dict(plan.options), seed
    )
    match = new(plan.game.name, seed=seed, **plan.options)
    positions = [match.copy()]
    for action in actions:
        match.play(action)
        positions.append(match.copy())
    return positions


def leader(match: Match) -> int:
    best = [seat for seat, score in enumerate(match.scores) if score == max(match.scores)]
    return best[0] if len(best) == 1 else -1


def hidden(match: Match) -> float:
    """The share of the record's bytes that the seat to move may not know."""
    if not match.game.secrets:
        return 0.0
    there, known = match.state, match.state
    match.game.kernels.hide(known[0], match.turn)
    known["rng"] = there["rng"]
    return float(np.mean(there.view(np.uint8) != known.view(np.uint8)))


# --- the rows tell the truth -------------------------------------------------------------


@pytest.mark.uncompiled
def test_rows_tell_what_happens_at_a_table_of_random_bots(plan: SimulationPlan) -> None:
    rows = play_chunk(plan, Chunk(0, GAMES))
    seats = rows.seats.to_pylist()
    for told in rows.games.to_pylist():
        positions = replayed(plan, told["game"])
        end, asked = positions[-1], positions[:-1]
        assert end.outcome is not None
        assert told["seed"] == end.seed
        assert told["plies"] == end.ply
        assert told["reason"] == "+".join(end.outcome.reason)
        choices = [len(match.moves()) for match in asked]
        assert told["branching"] == pytest.approx(np.mean(choices))
        assert told["branching_max"] == max(choices)
        assert told["hidden"] == pytest.approx(np.mean([hidden(match) for match in asked]))
        tenths = [-(-end.ply * tenth // 10) for tenth in range(1, 11)]
        assert told["leaders"] == [leader(positions[ply]) for ply in tenths]
        mine = [row for row in seats if row["game"] == told["game"]]
        assert [row["seat"] for row in mine] == list(range(len(end.seats)))
        assert [row["bot"] for row in mine] == list(map(str, plan.players))
        assert tuple(row["score"] for row in mine) == end.scores
        won = [(seat in end.winners) / len(end.winners) for seat in range(len(end.seats))]
        assert [row["share"] for row in mine] == pytest.approx(won)


@pytest.mark.uncompiled
def test_parts_add_up_to_the_score(plan: SimulationPlan) -> None:
    rows = play_chunk(plan, Chunk(0, GAMES)).seats
    parts = [f"part_{name}" for name in plan.game.statistics.PARTS]
    assert rows.column_names == ["game", "seat", "bot", "score", "share", *parts]
    if parts:
        total = sum(rows[name].to_numpy() for name in parts)
        assert np.array_equal(total, rows["score"].to_numpy())


def test_columns_have_the_promised_types() -> None:
    rows = simulate("solstis", 2, seed=1, jobs=1, pieces=True)
    assert rows.pieces is not None
    types = [
        {name: str(table.schema.field(name).type) for name in table.column_names}
        for table in (rows.games, rows.pieces)
    ]
    assert types == [
        {
            "game": "int64", "seed": "string", "plies": "int32", "reason": "string",
            "setup": "string", "branching": "double", "branching_max": "int32",
            "hidden": "double", "leaders": "list<element: int8>",
        },
        {
            "game": "int64", "seat": "int8", "kind": "string", "piece": "string",
            "held": "int32", "taken": "int32", "offered": "int32",
        },
    ]  # fmt: skip
    seats = {name: str(rows.seats.schema.field(name).type) for name in rows.seats.column_names}
    parts = {name: kind for name, kind in seats.items() if name.startswith("part_")}
    assert seats == {
        "game": "int64", "seat": "int8", "bot": "string", "score": "int64", "share": "double",
        **parts,
    }  # fmt: skip
    assert set(parts.values()) == {"int64"}


def pieces_of(game: str, games: int, **options: str) -> list[dict[str, Any]]:
    plan = plan_simulation(game, games, seed=3, pieces=True, options=options)
    rows = simulate_plan(plan, jobs=1).pieces
    assert rows is not None
    return list(rows.to_pylist())


def test_nobody_takes_more_than_was_offered_or_less_than_it_has() -> None:
    for game, options in MODES:
        for row in pieces_of(game, 20, **options):
            assert 0 <= row["taken"] <= row["offered"]
            assert row["held"] + row["taken"] + row["offered"] > 0
            if row["kind"] in ("spirit", "delivery", "upgrade 1"):
                assert row["taken"] <= row["held"] <= 1


@pytest.mark.uncompiled
@pytest.mark.rule("S29")
def test_every_upgrade_power_of_a_game_is_counted_once() -> None:
    """Of two tiles of each level, one is chosen and the other one comes by itself; a tile of level
    3 has two powers."""
    rows = pieces_of("solenia", 3, board="winter", upgrades="on")
    for game in range(3):
        drafted = [row for row in rows if row["game"] == game and "upgrade" in row["kind"]]
        counted = {what: sum(row[what] for row in drafted) for what in ("offered", "taken", "held")}
        assert counted == {"offered": 6, "taken": 3, "held": 6}


@pytest.mark.rule("S16")
def test_deliveries_are_those_on_the_boards() -> None:
    plan = plan_simulation("solenia", 3, bots=2, seed=3, pieces=True)
    rows = play_chunk(plan, Chunk(0, 3)).pieces
    assert rows is not None
    for number in range(3):
        end = replayed(plan, number, level=2)[-1]
        for seat, player in enumerate(end.view(None)["position"]["players"]):
            told = [
                row["piece"].partition(" #")[0]
                for row in rows.to_pylist()
                if (row["game"], row["seat"]) == (number, seat) and row["held"]
            ]
            laid = [
                f"{row} {tile}" for row in ("day", "night") for tile in player["deliveries"][row]
            ]
            assert sorted(told) == sorted(laid)


def test_setups_are_told() -> None:
    skies = simulate("solenia", 40, seed=1, jobs=1).games["setup"].to_pylist()
    assert set(skies) == {"dawn", "dusk"}
    for sky in ("dawn", "dusk"):
        told = simulate("solenia", 3, seed=1, jobs=1, sky=sky).games["setup"].to_pylist()
        assert told == [sky] * 3
    assert simulate("orion", 1, jobs=1, setup="symmetric-2").games["setup"][0].as_py() == (
        "symmetric-2"
    )


def test_a_game_that_says_nothing_of_pieces_has_none() -> None:
    rows = simulate("lantern", 5, seed=1, jobs=1, pieces=True)
    assert rows.pieces is not None
    assert rows.pieces.num_rows == 0
    assert set(rows.games["setup"].to_pylist()) == {""}


# --- the same rows everywhere ------------------------------------------------------------


@pytest.mark.uncompiled
def test_kernels_play_the_same_games_as_random_bots(plan: SimulationPlan) -> None:
    seeds = [plan.game_seed(number) for number in range(GAMES)]
    batch = simulated_chunk.new_batch(plan, seeds)
    setups = [plan.game.statistics.setup(state) for state in batch.states[:-1]]
    game_statistics.play_again(batch, simulated_chunk.bot_actions(plan, seeds))
    bots = simulated_chunk.rows(plan, Chunk(0, GAMES), batch, seeds, setups)
    for one, other in zip(play_chunk(plan, Chunk(0, GAMES)), bots, strict=True):
        assert one == other


def same(one: Rows, other: Rows) -> bool:
    return all(mine == yours for mine, yours in zip(one, other, strict=True))


def small_chunks(monkeypatch: pytest.MonkeyPatch, games: int = 4) -> None:
    """Chunks of a few games."""
    monkeypatch.setattr(simulation_plan, "RANDOM_CHUNK", games)
    monkeypatch.setattr(simulation_plan, "BOT_CHUNK", games)


def test_chunks_do_not_change_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = simulate("solstis", 30, seed=5, jobs=1, pieces=True)
    small_chunks(monkeypatch, 7)
    assert same(simulate("solstis", 30, seed=5, jobs=1, pieces=True), at_once)


def test_several_processes_give_the_same_rows() -> None:
    """Random games in several processes are compared in tests/test_tuning.py."""
    plan = plan_simulation("orion", 41, bots=[1, 0], seed=5, pieces=True)
    assert len(plan.chunks()) == 3
    progress: list[tuple[int, int]] = []
    shared = simulate_plan(plan, jobs=2, progress=lambda *far: progress.append(far))
    assert same(shared, simulate_plan(plan, jobs=1))
    assert progress[-1] == (plan.games, plan.games)


def test_the_first_games_do_not_depend_on_how_many_follow() -> None:
    few, many = (simulate("orion", games, seed=5, jobs=1) for games in (3, 9))
    assert many.games.slice(0, 3) == few.games
    assert many.seats.slice(0, 6) == few.seats


def test_an_edition_travels_with_the_plan(tmp_path: Path) -> None:
    """Where the games are played the file need not be, nor be the same."""
    house = registry.load("solenia").folder / "editions" / "house.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(house.read_text("utf-8").replace("pairs = [", "pairs = [ "), "utf-8")
    plan = plan_simulation("solenia", 3, bots=1, seed=1, options={"edition": str(mine)})
    described = plan.describe()
    mine.unlink()
    rows = simulated_chunk.chunk_files(plan, described, Chunk(0, 3))
    expected = simulate("solenia", 3, bots=1, seed=1, jobs=1)
    assert simulated_chunk.read_parquet(BytesIO(rows["games"])) == expected.games


def test_a_machine_with_other_rules_is_refused() -> None:
    plan = plan_simulation("orion", 3, seed=1)
    other = plan.describe() | {"sources": "0" * 16}
    with pytest.raises(BadRecord, match=r"has another sources: '[0-9a-f]+', not '0000"):
        simulated_chunk.chunk_files(plan, other, Chunk(0, 3))


# --- folders -----------------------------------------------------------------------------


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> SimulationPlan:
    """Ten games in three chunks."""
    small_chunks(monkeypatch)
    return plan_simulation("solstis", 10, seed=5, pieces=True)


def test_a_run_is_a_folder_of_tables(made: SimulationPlan, tmp_path: Path) -> None:
    run = tmp_path / "run.parquet"
    simulate_into(run, made, jobs=1)
    names = [f"{first:08}.parquet" for first in (0, 4, 8)]
    tables = [f"{table}/{name}" for table in ("games", "pieces", "seats") for name in names]
    assert set(contents(run)) == {*tables, "run.json"}
    assert read_plan(run) == json.loads(json.dumps(made.describe()))
    rows = simulate_plan(made, jobs=1)
    for name in Rows._fields:
        assert read_table(run, name) == getattr(rows, name)


def test_an_interrupted_run_goes_on(made: SimulationPlan, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    simulate_into(whole, made, jobs=1)

    def stop_after_a_chunk(done: int, of: int) -> None:
        if done:
            raise KeyboardInterrupt

    RunFolder(broken, made)
    with pytest.raises(BadRecord, match="the run has no games yet"):
        read_table(broken, "games")
    with pytest.raises(KeyboardInterrupt):
        simulate_into(broken, made, 1, None, stop_after_a_chunk)
    assert [chunk.first for chunk in RunFolder(broken, made).missing()] == [4, 8]
    (broken / "seats" / "00000004.parquet").write_bytes(b"written, but not its games")
    told: list[int] = []
    simulate_into(broken, made, 1, None, lambda done, of: told.append(done))
    assert told == [4, 8, 10]
    assert contents(broken) == contents(whole)


def test_a_run_grows_to_what_it_would_have_been(made: SimulationPlan, tmp_path: Path) -> None:
    grown, at_once = tmp_path / "grown", tmp_path / "at once"
    more = replace(made, games=19)
    simulate_into(grown, made, jobs=1)
    simulate_into(grown, more, jobs=1)
    simulate_into(at_once, more, jobs=1)
    assert contents(grown) == contents(at_once)
    with pytest.raises(BadRecord, match="holds a run of 19 games, not 10"):
        simulate_into(grown, made, jobs=1)


@pytest.mark.parametrize("table", ["games", "seats", "pieces"])
@pytest.mark.parametrize("harm", ["cut", "flip", "remove"])
def test_a_damaged_chunk_is_named_and_mended(
    made: SimulationPlan, tmp_path: Path, table: str, harm: str
) -> None:
    run = tmp_path / "run"
    simulate_into(run, made, jobs=1)
    good, file = contents(run), run / table / "00000004.parquet"
    if harm == "remove":
        file.unlink()
    else:
        content = bytearray(file.read_bytes())
        content[40] ^= 255
        file.write_bytes(content if harm == "flip" else content[:-20])
    if harm != "remove" or table != "games":
        with pytest.raises(BadRecord, match=f"{table}/00000004.parquet: damaged"):
            read_table(run, table)
    assert RunFolder(run, made).missing() == [Chunk(4, 4)]
    simulate_into(run, made, jobs=1)
    assert contents(run) == good


def test_another_plan_is_refused(made: SimulationPlan, tmp_path: Path) -> None:
    run = tmp_path / "run"
    simulate_into(run, made, jobs=1)
    before = contents(run)
    others = {
        "seed 5, not 6": replace(made, seed=6),
        "pieces True, not False": replace(made, pieces=False),
        "bots [0, 0], not [1, 0]": replace(made, players=(1, 0)),
        "options {'evil': 'on'}, not {'evil': 'off'}": replace(made, options={"evil": "off"}),
    }
    for why, other in others.items():
        with pytest.raises(BadRecord, match=re.escape(f"holds another run ({why})")):
            simulate_into(run, other, jobs=1)
    assert contents(run) == before


def test_an_edition_that_changed_is_another_run(tmp_path: Path) -> None:
    house = registry.load("solenia").folder / "editions" / "house.toml"
    mine, text = tmp_path / "mine.toml", house.read_text("utf-8")
    mine.write_text(text, "utf-8")

    def plan() -> SimulationPlan:
        return plan_simulation("solenia", 2, seed=1, options={"edition": str(mine)})

    simulate_into(tmp_path / "run", plan(), jobs=1)
    assert text.count("breeze = 18") == 1
    mine.write_text(text.replace("breeze = 18", "breeze = 17"), "utf-8")
    with pytest.raises(BadRecord, match="holds another run \\(record "):
        simulate_into(tmp_path / "run", plan(), jobs=1)


def test_a_folder_of_something_else_is_left_alone(made: SimulationPlan, tmp_path: Path) -> None:
    folder, file = tmp_path / "photos", tmp_path / "file"
    folder.mkdir()
    (folder / "run.json").write_text('{"format": "marathon"}')
    file.write_text("mine")
    for path in (folder, file, tmp_path / "photos" / "run.json"):
        with pytest.raises(BadRecord, match="not the folder of a simulation"):
            simulate_into(path, made)
    with pytest.raises(BadRecord, match="no/where: No such file or directory"):
        simulate_into(tmp_path / "no" / "where", made)
    assert sorted(contents(tmp_path)) == ["file", "photos/run.json"]


def test_an_interrupted_write_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    run_folder.write_whole(tmp_path / "a", b"before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        run_folder.write_whole(tmp_path / "a", b"after")
    assert contents(tmp_path) == {"a": b"before"}


# --- bots of one's own -------------------------------------------------------------------


@pytest.fixture
def mixed() -> SimulationPlan:
    """Games of a level and a bot of one's own, in three chunks."""
    return plan_simulation("solstis", 41, bots=[1, GATHERER], seed=7, pieces=True)


def test_ones_own_bot_plays_as_at_a_table(mixed: SimulationPlan) -> None:
    rows = play_chunk(mixed, Chunk(0, 3))
    for told in rows.games.to_pylist():
        match = new("solstis", seed=told["seed"])
        bots = [
            bot("solstis", player, f"{match.seed}/{seat}", threads=1)
            for seat, player in enumerate(mixed.players)
        ]
        while match.turn is not None:
            match.play(bots[match.turn].choose(match))
        scores = [row["score"] for row in rows.seats.to_pylist() if row["game"] == told["game"]]
        assert (told["plies"], tuple(scores)) == (match.ply, match.scores)
    assert rows.seats["bot"].to_pylist() == ["1", GATHERER] * 3


def test_ones_own_bot_wins_against_random_moves() -> None:
    shares = simulate("solstis", 40, bots=[0, GATHERER], seed=7, jobs=1).seats["share"]
    assert sum(shares.to_pylist()[1::2]) > 24


def test_ones_own_bot_takes_all_seats_beside_a_rival(tmp_path: Path) -> None:
    spec = written(tmp_path, "class First:\n    def choose(self, view): return view['legal'][0]\n")
    plan = plan_simulation("solenia", 2, bots=f"{spec}:First", options={"players": 1})
    assert plan.players == (f"{spec}:First", "Trade Wind")
    assert not plan.is_random
    assert play_chunk(plan, Chunk(0, 2)).games.num_rows == 2


def test_own_bot_plays_the_same_games_in_other_processes_and_resumed_runs(
    mixed: SimulationPlan, tmp_path: Path
) -> None:
    alone, resumed = tmp_path / "alone", tmp_path / "resumed"
    simulate_into(alone, mixed, jobs=1)
    simulate_into(resumed, replace(mixed, games=20), jobs=1)
    simulate_into(resumed, mixed, jobs=2)
    assert contents(alone) == contents(resumed)


def test_a_run_notes_ones_own_bot_and_its_version(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    source = Path(GATHERER.removesuffix(":Gatherer")).read_text("utf-8")
    spec = f"{written(tmp_path, source)}:Gatherer"

    def run_with(*bots: Entrant) -> None:
        simulate_into(folder, plan_simulation("solstis", 1, bots=bots, seed=7), jobs=1)

    run_with(0, spec)
    plan = read_plan(folder)
    assert plan["bots"] == [0, spec]
    assert plan["own"] == {spec: load_own_bot(spec).digest()}
    before = contents(folder)
    for other in (GATHERER, 0):
        why = f"holds another run (bots [0, {spec!r}], not [0, {other!r}])"
        with pytest.raises(BadRecord, match=re.escape(why)):
            run_with(0, other)
    written(tmp_path, source + "# another version\n")
    with pytest.raises(BadRecord, match=r"holds another run \(own "):
        run_with(0, spec)
    assert contents(folder) == before


def test_a_run_of_house_bots_is_described_as_before() -> None:
    assert "own" not in plan_simulation("solstis", 1, bots=1).describe()


def written(folder: Path, source: str) -> str:
    """The path of a file with the source of a bot."""
    path = folder / "mine.py"
    path.write_text(source, "utf-8")
    return str(path)


@pytest.mark.parametrize("jobs", [1, 2])
def test_where_ones_own_bot_fails_the_chunks_before_are_kept(tmp_path: Path, jobs: int) -> None:
    spec, run = f"{written(tmp_path, FAILING)}:Failing", tmp_path / "run"
    plan = plan_simulation("orion", 40, bots=[0, spec], seed=7, options={"setup": "symmetric-1"})
    simulate_into(run, replace(plan, games=20), jobs=1)
    before = contents(run)
    failed = r"mine.py:Failing, move 2 as Orange: choose answered 'fly': "
    with pytest.raises(BotFailed, match=failed):
        simulate_into(run, plan, jobs)
    assert RunFolder(run, plan).missing() == [Chunk(20, 20)]
    assert contents(run).items() >= before.items() - {("run.json", before["run.json"])}


@pytest.mark.parametrize("spec", ["nowhere.py:Mine", "{file}:Other", "{file}:Unmade"])
def test_what_is_no_bot_is_named_as_in_the_arena(tmp_path: Path, spec: str) -> None:
    """No file, no class, a class that cannot be made."""
    bots: list[Entrant] = [0, spec.format(file=written(tmp_path, FAILING))]
    errors = []
    for plan in (plan_simulation, plan_arena):
        with pytest.raises((BadBot, BotFailed)) as caught:
            plan("orion", bots=bots, games=2)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]


def test_a_machine_without_the_file_of_ones_own_bot_is_named(mixed: SimulationPlan) -> None:
    other = replace(mixed, own={GATHERER: "/nowhere/gatherer.py:Gatherer"})
    with pytest.raises(BadBot, match=f"^{re.escape(node())}: .* there is no file /nowhere/"):
        simulated_chunk.chunk_files(other, mixed.describe(), Chunk(0, 1))


# --- what cannot be played ---------------------------------------------------------------


def test_what_cannot_be_played_is_named() -> None:
    with pytest.raises(BadOption, match="games 0: at least one is played"):
        plan_simulation("orion", 0)
    with pytest.raises(BadOption, match="bots 1,2,3: one bot for all seats, or 2, one a seat"):
        plan_simulation("orion", 1, bots=[1, 2, 3])
    with pytest.raises(UnknownBot, match="no bot has level 9"):
        plan_simulation("orion", 1, bots=9)
    with pytest.raises(BadOption, match="orion has no option 'setups'; did you mean setup"):
        plan_simulation("orion", 1, options={"setups": "players"})
    with pytest.raises(BadEdition, match="no edition is called 'mine'"):
        plan_simulation("solenia", 1, options={"edition": "mine"})


def test_alone_the_rival_of_the_rules_takes_its_seat() -> None:
    plan = plan_simulation("solenia", 1, bots=2, options={"players": 1})
    assert plan.players == (2, "Trade Wind")
    assert not plan.is_random
    assert plan_simulation("solenia", 1, options={"players": 1}).is_random


# --- the command -------------------------------------------------------------------------


def run(*arguments: object) -> Finished:
    """Run the command."""
    return run_command("simulate", *arguments)


def test_the_command_plays_prints_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "run.parquet"
    words = ["solenia", "--games", "4", "--bots", "1,0", "--board", "winter", "--jobs", "1"]
    done = run(*words, "--out", out, "--pieces")
    assert done.returncode == 0, done.stderr
    seed = read_plan(out)["seed"]
    assert f"Solenia, 4 games, seed {seed}" in done.stderr
    assert "4 of 4 games" in done.stderr
    assert "share of victories" in done.stdout
    bots = [line.split("│")[2].strip() for line in done.stdout.splitlines() if "%" in line]
    assert bots == ["1", "0"]
    assert read_plan(out)["options"]["board"] == "winter"
    words[2] = "6"
    more = run(*words, "--out", str(out), "--pieces")
    assert f"seed {seed}" in more.stderr
    assert read_table(out, "games").num_rows == 6
    other = run(*words, "--out", str(out))
    assert other.returncode == 2
    assert "holds another run (pieces True, not False); choose another folder" in other.stderr


def test_the_command_takes_bots_of_ones_own(tmp_path: Path) -> None:
    words = [
        "solstis",
        "--games",
        "2",
        "--seed",
        "7",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "run"),
    ]
    done = run(*words, "--bots", f"0,{GATHERER}")
    assert done.returncode == 0, done.stderr
    bots = [line.split("│")[2].strip() for line in done.stdout.splitlines() if "%" in line]
    assert bots == ["0", "Gatherer"]
    for other, why in (
        (GATHERER.replace("gatherer", "nobody"), "there is no file"),
        ("x", "levels of bots, with commas: 1,2,3, or your own: my_bot.py:MyBot"),
    ):
        refused = run(*words, "--bots", other)
        assert refused.returncode == 2
        assert why in refused.stderr
        assert "Traceback" not in refused.stderr


def test_interrupted_command_reports_what_it_keeps(tmp_path: Path) -> None:
    """There are far more games than it plays before the signal arrives."""
    out = tmp_path / "run.parquet"
    words = ["simulate", "orion", "--games", "100000", "--bots", "0,1", "--jobs", "1"]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *words, "--seed", "3", "--out", str(out)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = [process.stderr.readline()]  # the title
        until((out / "games" / "00000020.parquet").exists)
        process.send_signal(signal.SIGINT)
        said += process.stderr.readlines()
    assert process.returncode == 1
    assert said[-1] == f"Stopped; {out} keeps what was played. Repeat it to go on.\n"
    kept = read_table(out, "games")
    assert kept.num_rows >= 40
    assert kept.slice(0, 20) == simulate("orion", 20, bots=[0, 1], seed=3, jobs=1).games


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"a cluster needs ray: pip install 'parhelion\[ray\]'"):
        simulate("orion", 1, ray="auto")


def test_an_address_where_no_cluster_is_is_refused_at_once() -> None:
    for address, why in (
        ("somewhere", "it is auto, or an address such as 10.0.0.5:6379"),
        ("127.0.0.1:1", "no cluster answers there"),
    ):
        with pytest.raises(BadOption, match=why):
            workers._check_address(address)


def test_rows_are_plain_arrow_tables() -> None:
    assert isinstance(simulate("orion", 1, jobs=1, setup="symmetric-1").games, pa.Table)


def test_another_network_is_another_run(tmp_path: Path) -> None:
    """A run used to go on with a network that was trained meanwhile."""
    folder = plugins.installed(plugins.EXAMPLE, tmp_path)
    with plugins.known(folder):
        game = registry.load("noughts")
        digests = [source_digest(game, "test")]
        for weights in (b"1", b"2"):
            (game.folder / FILE_NAME).write_bytes(weights)
            digests.append(source_digest(game, "test"))
    assert len(set(digests)) == 3
