"""A training run in a folder: rounds of self-play and training, then a duel.

| file                     | what                                                           |
|--------------------------|----------------------------------------------------------------|
| `run.json`               | the plan                                                       |
| `round-N/games/*.npz`    | the games of self-play, a file a chunk                         |
| `round-N/checkpoint.npz` | the training after its last epoch                              |
| `round-N/curve.jsonl`    | a line an epoch                                                |
| `round-N/curve.svg`      | the same as a picture                                          |
| `round-N/network.npz`    | what it came to                                                |
| `duel.json`              | the two searches of the duel                                   |
| `duel.jsonl`             | a line a game                                                  |

Every file is there as a whole or not at all, and each step does what is missing: an interrupted run
goes on when it is started again, and comes to the same networks.
"""

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from parhelion.bots import prepare
from parhelion.bots.network_file import read_network
from parhelion.errors import BadOption, BadRecord
from parhelion.games import Game, Grade, Json, load
from parhelion.lab.arena import GameResult
from parhelion.lab.arena_plan import Pairing
from parhelion.lab.duel import Contender, play_duel_game, seconds_spent, with_equal_time
from parhelion.lab.network_training import Epoch, Training, TrainingSettings, quantised
from parhelion.lab.run_folder import write_whole
from parhelion.lab.self_play import Chunk, SelfPlay, play_chunk
from parhelion.lab.standings import PairingStanding, standing
from parhelion.lab.training_data import Positions, join, read_positions
from parhelion.lab.training_plot import draw_curve
from parhelion.lab.workers import work_through

FORMAT = "parhelion-training/1"
NETWORK, SEARCH = "network", "search"
"""The names of the two sides of a duel."""
Told = Callable[[str, int, int], None]
"""Is told what is being done, and how much of how much is done."""


@dataclass(frozen=True)
class TrainingPlan:
    """How a network comes about."""

    game: str
    seed: int | str
    rounds: int = 2
    games: int = 2000
    """Of self-play in each round."""
    iterations: int = 600
    """Of the search for a move of self-play."""
    temperature: float = 0.04
    """Of self-play, see `Grade`."""
    opening: int = 4
    """Up to so many moves at the beginning of a game are random."""
    chunk: int = 20
    """Games that are played and kept together."""
    epochs: int = 12
    batch: int = 1024
    depth: int = 6
    """Moves that a search with the network plays beyond its tree."""
    exploration: float = 0.2
    """Of a search with the network, see `Grade`: it judges with less noise."""
    duel_games: int = 400
    duel_iterations: int = 1500
    """Of today's search for a move in the duel."""
    scratch: bool = False
    """Whether today's search is that by heuristics, though the game has a network."""

    @cached_property
    def loaded(self) -> Game:
        """The game; BadOption if it has no features or no table for two."""
        game = load(self.game)
        if not game.features or len(game.seats) != 2:
            raise BadOption(
                f"{self.game}: its kernels list no features for two seats to learn from"
            )
        return game

    @property
    def search(self) -> Grade:
        """The search to learn from at first, and to beat in the end: the game's best."""
        best = replace(self.loaded.info.grades[-1], threads=1)
        return replace(best, network=False) if self.scratch else best

    def with_network(self, grade: Grade) -> Grade:
        """A grade for a network of the run, in place of what judged before."""
        return replace(grade, depth=self.depth, exploration=self.exploration)

    def describe(self) -> Json:
        """The plan as JSON."""
        return {"format": FORMAT, "features": self.loaded.features} | dataclasses.asdict(self)

    def check(self) -> None:
        """Refuse numbers that make no run."""
        for name in ("rounds", "games", "iterations", "epochs", "chunk", "batch"):
            if getattr(self, name) < 1:
                raise BadOption(f"{name} {getattr(self, name)}: at least 1")
        if self.games % self.chunk:
            raise BadOption(f"games {self.games}: they are played {self.chunk} at a time")
        if self.duel_games % 2 or self.duel_games < 0:
            raise BadOption(f"duel games {self.duel_games}: every deal is played from both seats")


class TrainingRun:
    """A run in its folder; `go` does what is left of it."""

    def __init__(self, folder: Path, plan: TrainingPlan) -> None:
        plan.check()
        self.folder, self.plan, self.game = folder, plan, plan.loaded
        self._check_folder()

    def go(self, jobs: int | None = None, ray: str | None = None, tell: Told | None = None) -> None:
        """Do all that is left."""
        told = tell or (lambda *_: None)
        if ray is None:
            prepare(self.plan.game)  # here, once, rather than in every process
        for number in range(1, self.plan.rounds + 1):
            if not self._network_file(number).exists():
                self._play(number, jobs, ray, told)
                self._train(number, told)
        self._duel(jobs, ray, told)

    def network(self, number: int | None = None) -> Any:
        """The network of a round, of the last one if none is named."""
        return read_network(self._network_file(number or self.plan.rounds), self.game)

    @property
    def network_file(self) -> Path:
        """The file of the last round's network."""
        return self._network_file(self.plan.rounds)

    def _check_folder(self) -> None:
        """An existing folder must be of the same plan."""
        path, described = self.folder / "run.json", self.plan.describe()
        try:
            if path.exists():
                found = json.loads(path.read_text("utf-8"))
                for key, value in described.items():
                    if found.get(key) != value:
                        raise BadRecord(
                            f"{self.folder}: holds another run ({key} {found.get(key)!r}, "
                            f"not {value!r}); choose another folder"
                        )
            elif self.folder.exists() and any(self.folder.iterdir()):
                raise BadRecord(f"{self.folder}: not the folder of a training run")
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(described, indent=1).encode() + b"\n")
        except (OSError, ValueError) as error:
            if isinstance(error, BadRecord):
                raise
            raise BadRecord(f"{self.folder}: not the folder of a training run") from error

    def _round(self, number: int) -> Path:
        return self.folder / f"round-{number}"

    def _network_file(self, number: int) -> Path:
        return self._round(number) / "network.npz"

    def curve(self) -> list[Epoch]:
        """The epochs of the last round."""
        return read_curve(self._round(self.plan.rounds) / "curve.jsonl")

    # --- self-play

    def _self_play(self, number: int) -> SelfPlay:
        """How the games of a round are played: from the second on with the network before."""
        plan = self.plan
        grade = replace(plan.search, iterations=plan.iterations, temperature=plan.temperature)
        seed, network = f"{plan.seed}/round-{number}", None
        if number > 1:
            grade, network = plan.with_network(grade), self.network(number - 1)
        return SelfPlay(plan.game, seed, grade, plan.opening, plan.chunk, network)

    def _chunk_file(self, number: int, chunk: int) -> Path:
        return self._round(number) / "games" / f"{chunk:06}.npz"

    def _play(self, number: int, jobs: int | None, ray: str | None, tell: Told) -> None:
        """Play the chunks of a round that are missing."""
        chunks = range(self.plan.games // self.plan.chunk)
        missing = [chunk for chunk in chunks if not self._chunk_file(number, chunk).exists()]
        self._chunk_file(number, 0).parent.mkdir(parents=True, exist_ok=True)
        done, text = len(chunks) - len(missing), f"round {number}: games"
        tell(text, done * self.plan.chunk, self.plan.games)
        played = work_through(play_chunk, (self._self_play(number),), missing, jobs, ray)
        for chunk, found in played:
            write_whole(self._chunk_file(number, chunk), packed(found._asdict()))
            done += 1
            tell(text, done * self.plan.chunk, self.plan.games)

    # --- training

    def _train(self, number: int, tell: Told) -> None:
        """Train the network of a round, from the checkpoint if there is one."""
        settings = TrainingSettings(self.plan.epochs, self.plan.batch)
        positions, symmetries = self._positions(number, tell), self.game.symmetries
        training = Training(positions, self.game.features, settings, symmetries)
        checkpoint, curve_file = (
            self._round(number) / n for n in ("checkpoint.npz", "curve.jsonl")
        )
        if checkpoint.exists():
            with np.load(checkpoint) as found:
                training.go_on_from([found[name] for name in found.files])
        curve = read_curve(curve_file)[: training.done]
        tell(f"round {number}: epochs", training.done, self.plan.epochs)
        for epoch in training.epochs():
            curve.append(epoch)
            write_whole(curve_file, b"".join(map(_line, curve)))
            parts = training.checkpoint()
            write_whole(checkpoint, packed({f"{i:03}": part for i, part in enumerate(parts)}))
            tell(f"round {number}: epochs", training.done, self.plan.epochs)
        title = f"{self.game.title}, round {number}: {len(positions.values):,} positions"
        write_whole(self._round(number) / "curve.svg", draw_curve(title, curve))
        write_whole(self._network_file(number), packed(quantised(training.weights), small=True))

    def _positions(self, number: int, tell: Told) -> Positions:
        """The positions of all rounds up to this one."""
        chunks = self.plan.games // self.plan.chunk
        parts, total = [], number * chunks
        for round_number in range(1, number + 1):
            plan = self._self_play(round_number)
            for chunk in range(chunks):
                with np.load(self._chunk_file(round_number, chunk)) as found:
                    parts.append(read_positions(plan, chunk, Chunk(**found)))
                tell(f"round {number}: positions", len(parts), total)
        return join(parts)

    # --- the duel

    def contenders(self) -> tuple[Contender, Contender]:
        """The search with the new network and today's, with equal time for a move."""
        path = self.folder / "duel.json"
        today = Contender(SEARCH, replace(self.plan.search, iterations=self.plan.duel_iterations))
        grade = self.plan.with_network(today.grade)
        new = Contender(NETWORK, grade, self.network())
        if not path.exists():
            new = with_equal_time(self.plan.game, new, today)
            text = json.dumps({"iterations": new.grade.iterations}) + "\n"
            write_whole(path, text.encode())
        iterations = json.loads(path.read_bytes())["iterations"]
        return replace(new, grade=replace(grade, iterations=iterations)), today

    def _duel(self, jobs: int | None, ray: str | None, tell: Told) -> None:
        """Play the games of the duel that are missing."""
        results = {result.number: result for result in self.duel_results()}
        missing = [number for number in range(self.plan.duel_games) if number not in results]
        if not missing:
            return
        tell("duel: games", len(results), self.plan.duel_games)
        shared = (self.plan.game, *self.contenders(), f"{self.plan.seed}/duel")
        for number, result in work_through(play_duel_game, shared, missing, jobs, ray):
            results[number] = result
            lines = [results[each].line() + "\n" for each in sorted(results)]
            write_whole(self.folder / "duel.jsonl", "".join(lines).encode())
            tell("duel: games", len(results), self.plan.duel_games)

    def duel_results(self) -> list[GameResult]:
        """The games of the duel so far."""
        path = self.folder / "duel.jsonl"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return [_result(json.loads(line)) for line in lines]

    def duel_seconds(self) -> tuple[float, float]:
        """The mean processor time for a move of both sides: the network, the search."""
        results = self.duel_results()
        spent = seconds_spent(results)
        moves = sum(result.plies for result in results) / 2
        return spent[NETWORK] / moves, spent[SEARCH] / moves

    def duel_standing(self) -> PairingStanding | None:
        """How the duel stands, seen from the network."""
        results = self.duel_results()
        return standing(Pairing(NETWORK, SEARCH), results) if results else None


def seed_in(folder: Path) -> int | str | None:
    """The seed of the run in a folder, to go on with it; None if there is none."""
    try:
        seed = json.loads((folder / "run.json").read_bytes())["seed"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return seed if isinstance(seed, int | str) else None


def packed(arrays: dict[str, Any], small: bool = False) -> bytes:
    """Arrays as the bytes of an .npz file."""
    file = BytesIO()
    (np.savez_compressed if small else np.savez)(file, **arrays)
    return file.getvalue()


def read_curve(path: Path) -> list[Epoch]:
    """The epochs that a file tells of."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [Epoch(**json.loads(line)) for line in lines]


def _line(epoch: Epoch) -> bytes:
    return json.dumps(epoch._asdict()).encode() + b"\n"


def _result(line: Json) -> GameResult:
    """A game of the duel from its line."""
    lists = {key: tuple(value) for key, value in line.items() if isinstance(value, list)}
    return GameResult(**line | lists | {"pairing": Pairing(*line["pairing"])})
