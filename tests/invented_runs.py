"""Runs that nobody played, written as `parhelion simulate` writes them, with known truths."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from parhelion.games import load

TENTHS = 10


@dataclass
class Truth:
    """What a run is drawn from. Without changes everything is fair."""

    game: str = "solstis"
    games: int = 2000
    seed: int = 1
    options: Mapping[str, str] = field(default_factory=dict)
    bots: tuple[int | str, ...] = (0, 0)
    favour: float = 0.0
    """Added to the chance of the first seat."""
    plies: float = 40.0
    spread: float = 5.0
    """The standard deviation of lengths."""
    parts: tuple[str, ...] = ("cards", "spirits")
    ways: Mapping[str, float] = field(default_factory=lambda: {"exhausted": 0.7, "resigned": 0.3})
    setups: tuple[str, ...] = ("dawn", "dusk")
    pieces: Mapping[str, float] | None = field(
        default_factory=lambda: dict.fromkeys(("bear", "deer", "fox", "owl"), 0.0)
    )
    """What each piece adds to the score of who takes it; None: they are not written."""
    preferred: str = ""
    """A piece that is chosen three times as often."""
    file_size: int = 700


def write_run(path: Path, truth: Truth) -> Path:
    """Write a run into a folder."""
    rng = np.random.default_rng([truth.seed, 7])
    game = load(truth.game)
    options = game.complete_options(truth.options)
    seats = game.seats_for(options)
    plan = {
        "format": "parhelion-run/1",
        "game": truth.game,
        "rules": game.info.version,
        "options": dict(options),
        "bots": list(truth.bots),
        "seed": truth.seed,
        "games": truth.games,
        "pieces": truth.pieces is not None,
        "seats": list(seats),
        "rivals": [seat for seat in seats if seat in game.info.rivals],
        "parts": list(truth.parts),
        "sources": "0" * 16,
    }
    path.mkdir(parents=True)
    (path / "run.json").write_text(json.dumps(plan))
    tables = tables_of(truth, len(seats), rng)
    for name, table in tables.items():
        (path / name).mkdir()
        for start in range(0, truth.games, truth.file_size):
            games = table["game"].to_numpy()
            part = table.filter((games >= start) & (games < start + truth.file_size))
            pq.write_table(part, path / name / f"{start:08}.parquet")
    return path


def tables_of(truth: Truth, seats: int, rng: np.random.Generator) -> dict[str, pa.Table]:
    """The tables of a run."""
    numbers = np.arange(truth.games)
    took, offered = _choices(truth, seats, rng)
    worth = np.array(list((truth.pieces or {"": 0.0}).values()))
    parts = rng.integers(0, 20, (truth.games, seats, max(1, len(truth.parts))))
    scores = parts.sum(axis=2) + np.rint(took @ worth).astype(int)
    shares = _shares(truth, scores, rng)
    found = {"games": _games(truth, numbers, shares, rng)}
    columns: dict[str, Any] = {
        "game": np.repeat(numbers, seats),
        "seat": np.tile(np.arange(seats, dtype=np.int8), truth.games),
        "bot": [str(bot) for bot in truth.bots] * truth.games,
        "score": scores.ravel(),
        "share": shares.ravel(),
    }
    columns |= {f"part_{part}": parts[:, :, i].ravel() for i, part in enumerate(truth.parts)}
    found["seats"] = pa.table(columns)
    if truth.pieces is not None:
        found["pieces"] = _pieces(list(truth.pieces), took, offered)
    return found


def _choices(truth: Truth, seats: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Every seat is offered two pieces and takes one: by game, seat and piece."""
    names = list(truth.pieces or {"": 0.0})
    order = rng.random((truth.games, seats, len(names))).argsort(axis=2)
    offered = order < 2
    weight = np.array([3.0 if name == truth.preferred else 1.0 for name in names])
    wish = rng.exponential(size=order.shape) / weight
    chosen = np.where(offered, wish, np.inf).argmin(axis=2)
    return np.eye(len(names), dtype=int)[chosen], offered.astype(int)


def _shares(truth: Truth, scores: Any, rng: np.random.Generator) -> Any:
    """The best score wins, or, with a favour, the first seat so much more often than its part."""
    seats = scores.shape[1]
    best = (scores + rng.random(scores.shape)).argmax(axis=1)
    if truth.favour:
        chance = np.full(seats, (1 - 1 / seats - truth.favour) / (seats - 1))
        chance[0] = 1 / seats + truth.favour
        best = rng.choice(seats, len(scores), p=chance)
    return np.eye(seats)[best]


def _games(truth: Truth, numbers: Any, shares: Any, rng: np.random.Generator) -> pa.Table:
    size, seats = shares.shape
    decided = rng.random((size, TENTHS)) < np.linspace(0.1, 1, TENTHS)
    leaders = np.where(decided, shares.argmax(axis=1)[:, None], rng.integers(-1, seats, (size, 1)))
    return pa.table(
        {
            "game": numbers,
            "seed": [f"{truth.seed}/{number}" for number in numbers],
            "plies": np.rint(rng.normal(truth.plies, truth.spread, size)).astype(np.int32),
            "reason": rng.choice(list(truth.ways), size, p=list(truth.ways.values())),
            "setup": rng.choice(list(truth.setups or [""]), size),
            "branching": rng.normal(12, 2, size),
            "branching_max": rng.integers(20, 40, size).astype(np.int32),
            "hidden": rng.uniform(0.05, 0.15, size),
            "leaders": pa.array(leaders.tolist(), pa.list_(pa.int8())),
        }
    )


def _pieces(names: list[str], took: Any, offered: Any) -> pa.Table:
    games, seats, piece = np.nonzero(offered)
    return pa.table(
        {
            "game": games,
            "seat": seats.astype(np.int8),
            "kind": ["spirit"] * len(games),
            "piece": np.array(names)[piece],
            "held": took[games, seats, piece].astype(np.int32),
            "taken": took[games, seats, piece].astype(np.int32),
            "offered": offered[games, seats, piece].astype(np.int32),
        }
    )
