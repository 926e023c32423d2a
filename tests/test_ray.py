"""Simulations, searches and training on a real Ray cluster: two nodes on this machine, which no
other machine reaches. Their results are the same as without it, to the byte."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from parhelion.games import registry
from parhelion.lab.simulation import simulate_into
from parhelion.lab.simulation_plan import SimulationPlan, plan_simulation
from parhelion.lab.tuning import Search
from parhelion.lab.tuning_plan import parse_vary, plan_tuning
from parhelion.lab.tuning_targets import parse_target
from tests.commands import Finished, run_command
from tests.ray_cluster import SETTINGS
from tests.waiting import TIMEOUT

ROOT = Path(__file__).parents[1]
LOOPBACK = "127.0.0.1"
MORTAL = '''
import os, signal
from pathlib import Path

DIED = Path(__file__).with_name("died")


class Mortal:
    """Kills its process once, in the middle of the second chunk of a run with seed 7."""

    def __init__(self, seed):
        self.dies = str(seed).startswith("7/30/")

    def choose(self, view):
        if self.dies and not DIED.exists():
            DIED.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return view["legal"][0]
'''


class Cluster:
    """A cluster of two nodes with a core each, and a process that runs commands on it."""

    def __init__(self, temporary: str) -> None:
        self.environment = os.environ | SETTINGS
        self.environment |= {"PYTHONPATH": str(ROOT), "RAY_TMPDIR": temporary}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ray_cluster"],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self._line().strip()

    def run(self, folder: Path, *words: object) -> None:
        """Run a command in a working directory."""
        assert self.process.stdin is not None
        given = [str(folder), *map(str, words), "--ray", self.address]
        self.process.stdin.write(json.dumps(given) + "\n")
        self.process.stdin.flush()
        done = Finished(*json.loads(self._line()))
        assert done.returncode == 0, done

    def processes(self) -> list[psutil.Process]:
        """All processes of the cluster."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def close(self) -> None:
        """End the cluster. Raises AssertionError if one of its processes outlives it."""
        nodes = self.processes()
        self.process.communicate()
        _, left = psutil.wait_procs(nodes, timeout=TIMEOUT)
        for each in left:
            each.kill()
        assert self.process.returncode == 0
        assert not left

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    # Paths of sockets must be short, and /tmp/ray may belong to another user.
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as temporary:
        found = Cluster(temporary)
        yield found
        found.close()


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def played_here(tmp_path: Path, plan: SimulationPlan) -> dict[str, bytes]:
    """The files of the same run without a cluster."""
    simulate_into(tmp_path / "here", plan, jobs=1)
    return contents(tmp_path / "here")


def listening_addresses(process: psutil.Process) -> set[str]:
    """The addresses at which a process listens; none if it has ended."""
    try:
        links = process.net_connections("inet")
    except psutil.NoSuchProcess:
        return set()
    return {link.laddr.ip for link in links if link.status == psutil.CONN_LISTEN}


def test_only_this_machine_reaches_the_cluster(cluster: Cluster) -> None:
    listening = set[str]().union(*map(listening_addresses, cluster.processes()))
    assert listening
    assert listening <= {LOOPBACK, "::1", f"::ffff:{LOOPBACK}"}


def test_own_bot_plays_the_same_games_when_a_process_is_killed(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is named relative to a folder that is not the working directory of the workers."""
    (tmp_path / "mortal.py").write_text(MORTAL, "utf-8")
    monkeypatch.chdir(tmp_path)
    bots: list[int | str] = [1, "mortal.py:Mortal"]
    words = ["simulate", "orion", "--games", 41, "--seed", 7, "--pieces"]
    cluster.run(tmp_path, *words, "--bots", ",".join(map(str, bots)), "--out", "there")
    assert (tmp_path / "died").exists()
    plan = plan_simulation("orion", 41, bots=bots, seed=7, pieces=True)
    assert contents(tmp_path / "there") == played_here(tmp_path, plan)


def test_auto_finds_the_cluster_of_this_machine(cluster: Cluster, tmp_path: Path) -> None:
    out, plan = tmp_path / "there", plan_simulation("solstis", 10_001, seed=7)
    words = ["simulate", "solstis", "--games", "10001", "--seed", "7", "--ray", "auto"]
    done = subprocess.run(
        [sys.executable, "-m", "parhelion", *words, "--out", out],
        env=cluster.environment | {"RAY_ADDRESS": cluster.address},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert contents(out) == played_here(tmp_path, plan)


def test_tuning_tries_and_finds_the_same(cluster: Cluster, tmp_path: Path) -> None:
    edition = registry.load("solenia").folder / "editions" / "house.toml"
    vary, target = "even.summer.2[2]=0..20", "seat 2=80±5@players=2,even=on"
    words = ["tune", "solenia", "--edition", edition, "--vary", vary, "--target", target]
    words += ["--trials", "4", "--games", "60", "--bots", "0", "--seed", "7"]
    here, there = ([*words, "--study", f"{name}.log", "--out", f"{name}.toml"] for name in "ab")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert run_command(*here, "--jobs", "1").returncode == 0
    cluster.run(tmp_path, *there)
    assert (tmp_path / "b.toml").read_bytes() == (tmp_path / "a.toml").read_bytes()
    aims = [parse_target(target)]
    plan = plan_tuning("solenia", edition, [parse_vary(vary)], aims, games=60, bots=0, seed=7)
    found, same = (Search(plan, tmp_path / f"{name}.log").trials for name in "ab")
    assert same == found
    assert len({str(trial.values) for trial in found}) > 1


def test_training_results_in_the_same_network(cluster: Cluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    words = ["train", "orion", "--games", "20", "--iterations", "8", "--rounds", "2"]
    words += ["--epochs", "1", "--duel", "0", "--seed", "7"]
    assert run_command(*words, "--jobs", "1", "--out", here).returncode == 0
    cluster.run(tmp_path, *words, "--out", there)
    assert contents(there) == contents(here)
    assert (here / "round-2" / "network.npz").exists()
