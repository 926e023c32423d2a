"""Simulations on a real Ray cluster: two nodes on this machine, which no other machine reaches."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from parhelion.lab.simulation import simulate_into
from parhelion.lab.simulation_plan import SimulationPlan, plan_simulation

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
    """Start a simulation on a cluster."""
    return subprocess.Popen(
        [sys.executable, "-m", "parhelion", "simulate", *words, "--ray", ray, "--out", out],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )


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
    words = ["orion", "--games", "160", "--bots", "1", "--seed", "7", "--pieces"]
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
    words = ["solstis", "--games", "20001", "--seed", "7"]
    with start_command("auto", out, *words, RAY_ADDRESS=cluster) as command:
        _, said = command.communicate()
    assert command.returncode == 0, said
    assert contents(out) == played_here(tmp_path, plan_simulation("solstis", 20_001, seed=7))


def test_ones_own_bot_plays_the_same_games(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers run in another folder than the one in which the bot was named."""
    monkeypatch.chdir(OWN_BOT)
    out, bots = tmp_path / "there", "0,gatherer.py:Gatherer"
    words = ["solstis", "--games", "41", "--bots", bots, "--seed", "7"]
    with start_command(cluster, out, *words) as command:
        _, said = command.communicate()
    assert command.returncode == 0, said
    plan = plan_simulation("solstis", 41, bots=[0, "gatherer.py:Gatherer"], seed=7)
    assert contents(out) == played_here(tmp_path, plan)
