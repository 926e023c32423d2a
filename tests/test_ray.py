"""Simulations, searches and training on a real Ray cluster: two nodes on this machine, which no
other machine reaches. They come to the same as without it, to the byte."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from parhelion.cli import app
from parhelion.games import registry
from parhelion.lab.simulation import simulate_into
from parhelion.lab.simulation_plan import SimulationPlan, plan_simulation
from parhelion.lab.tuning import Search
from parhelion.lab.tuning_plan import parse_vary, plan_tuning
from parhelion.lab.tuning_targets import parse_target

ROOT = Path(__file__).parents[1]
OWN_BOT = ROOT / "examples" / "own_bot"
LOOPBACK = "127.0.0.1"
PLAYING = "ray::chunk_files"
"""What Ray calls a process that plays a chunk."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of two nodes with a core each; nothing of them is left in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ray_cluster"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    nodes = psutil.Process(process.pid).children(recursive=True)
    process.communicate()
    _, left = psutil.wait_procs(nodes, timeout=60)
    for each in left:
        each.kill()
    assert process.returncode == 0
    assert not left


def start_command(ray: str, out: Path, *words: str, **settings: str) -> "subprocess.Popen[str]":
    """Start a command on a cluster."""
    return subprocess.Popen(
        [sys.executable, "-m", "parhelion", *words, "--ray", ray, "--out", out],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )


def run_command(ray: str, out: Path, *words: str, **settings: str) -> None:
    """Run a command on a cluster to its end."""
    with start_command(ray, out, *words, **settings) as command:
        _, said = command.communicate()
    assert command.returncode == 0, said


def run_here(*words: str | Path) -> None:
    """Run a command in this process."""
    done = CliRunner().invoke(app, [*map(str, words), "--jobs", "1"], catch_exceptions=False)
    assert done.exit_code == 0, done.output


def kill_a_player(command: "subprocess.Popen[str]") -> int:
    """Kill a process that plays a chunk, as soon as there is one; its id."""
    while command.poll() is None:
        for process in psutil.Process().children(recursive=True):
            if titled(process).startswith(PLAYING):
                process.send_signal(signal.SIGKILL)
                return int(process.pid)
        time.sleep(0.01)
    raise AssertionError("all was played before anybody could be killed")


def titled(process: psutil.Process) -> str:
    """The title of a process; empty if it has ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def played_here(tmp_path: Path, plan: SimulationPlan) -> dict[str, bytes]:
    """The files of the same run without a cluster."""
    simulate_into(tmp_path / "here", plan, jobs=1)
    return contents(tmp_path / "here")


def test_nobody_else_reaches_the_cluster(cluster: str) -> None:
    listening = [
        link.laddr.ip
        for process in psutil.Process().children(recursive=True)
        for link in process.net_connections("inet")
        if link.status == psutil.CONN_LISTEN
    ]
    assert listening
    assert set(listening) <= {LOOPBACK, "::1", f"::ffff:{LOOPBACK}"}


def test_a_killed_process_changes_no_byte(cluster: str, tmp_path: Path) -> None:
    words = ["simulate", "orion", "--games", "160", "--bots", "1", "--seed", "7", "--pieces"]
    out = tmp_path / "there"
    with start_command(cluster, out, *words) as command:
        assert command.stderr is not None
        said = [command.stderr.readline(), command.stderr.readline()]
        killed = kill_a_player(command)
        said += command.stderr.readlines()
    assert command.returncode == 0, said
    assert said[1] == "20 of 160 games\n", said  # so it was killed in the middle
    assert said[-1] == "160 of 160 games\n", said
    assert not psutil.pid_exists(killed)
    plan = plan_simulation("orion", 160, bots=1, seed=7, pieces=True)
    assert contents(out) == played_here(tmp_path, plan)


def test_random_games_are_the_same(cluster: str, tmp_path: Path) -> None:
    """A cluster that runs on this machine is found."""
    out = tmp_path / "there"
    words = ["simulate", "solstis", "--games", "20001", "--seed", "7"]
    run_command("auto", out, *words, RAY_ADDRESS=cluster)
    assert contents(out) == played_here(tmp_path, plan_simulation("solstis", 20_001, seed=7))


def test_ones_own_bot_plays_the_same_games(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers run in another folder than the one in which the bot was named."""
    monkeypatch.chdir(OWN_BOT)
    out, bots = tmp_path / "there", "0,gatherer.py:Gatherer"
    words = ["simulate", "solstis", "--games", "41", "--bots", bots, "--seed", "7"]
    run_command(cluster, out, *words)
    plan = plan_simulation("solstis", 41, bots=[0, "gatherer.py:Gatherer"], seed=7)
    assert contents(out) == played_here(tmp_path, plan)


def test_a_search_tries_and_finds_the_same(cluster: str, tmp_path: Path) -> None:
    edition = registry.load("solenia").folder / "editions" / "house.toml"
    vary, target = "even.summer.2[2]=0..20", "seat 2=80±5@players=2,even=on"
    words = ["tune", "solenia", "--edition", str(edition), "--vary", vary, "--target", target]
    words += ["--trials", "4", "--games", "60", "--bots", "0", "--seed", "7"]
    studies = [tmp_path / name for name in ("here.log", "there.log")]
    run_here(*words, "--study", studies[0], "--out", tmp_path / "here.toml")
    run_command(cluster, tmp_path / "there.toml", *words, "--study", str(studies[1]))
    assert (tmp_path / "there.toml").read_bytes() == (tmp_path / "here.toml").read_bytes()
    aims = [parse_target(target)]
    plan = plan_tuning("solenia", edition, [parse_vary(vary)], aims, games=60, bots=0, seed=7)
    here, there = (Search(plan, study).trials for study in studies)
    assert there == here
    assert len({str(trial.values) for trial in here}) > 1


def test_training_comes_to_the_same_network(cluster: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    words = ["train", "orion", "--games", "20", "--iterations", "8", "--rounds", "2"]
    words += ["--epochs", "1", "--duel", "0", "--seed", "7"]
    run_here(*words, "--out", here)
    run_command(cluster, there, *words)
    assert contents(there) == contents(here)
    assert (here / "round-2" / "network.npz").exists()
