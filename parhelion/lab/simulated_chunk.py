"""The games of one chunk: played, counted, and told as rows.

Whoever plays, the same kernel counts (`parhelion.kernel.game_statistics`): games of bots are played
first, and then once more to count.
"""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from platform import node
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from parhelion.bots import bot
from parhelion.errors import BadBot, BadRecord
from parhelion.games import Json
from parhelion.kernel import MAX_ACTIONS, game_statistics, stream_bytes
from parhelion.kernel.game_statistics import TENTHS, Batch
from parhelion.kernel.rng import RNG
from parhelion.lab.simulation_plan import Chunk, SimulationPlan
from parhelion.match import new

MAX_PLIES = 1 << 16
"""Nobody is asked who leads after more."""
Files = dict[str, bytes]
"""The Parquet files of a chunk by the folder they go to."""


class Rows(NamedTuple):
    """What is known of some games: a row a game, a row a game and seat, and a row a game, seat and
    piece if pieces are counted."""

    games: pa.Table
    seats: pa.Table
    pieces: pa.Table | None


# --- playing -----------------------------------------------------------------------------


def play_chunk(plan: SimulationPlan, chunk: Chunk) -> Rows:
    """Play the games of a chunk."""
    seeds = [plan.game_seed(number) for number in range(chunk.first, chunk.first + chunk.games)]
    batch = new_batch(plan, seeds)
    setups = [plan.game.statistics.setup(state) for state in batch.states[:-1]]
    if plan.is_random:
        game_statistics.play_randomly(batch)
    else:
        game_statistics.play_again(batch, bot_actions(plan, seeds))
    return rows(plan, chunk, batch, seeds, setups)


def new_batch(plan: SimulationPlan, seeds: Sequence[str]) -> Batch:
    """Games that are dealt, and memory for what is counted of them."""
    games, seats = len(seeds), len(plan.seats)
    game = plan.game
    _ = game.kernels  # registers the game
    states = np.frombuffer(bytearray(plan.blank * (games + 1)), dtype=game.dtype)
    states["rng"][:-1] = generators(seeds, "deal")
    game_statistics.deal_each(states[:-1])
    states["rng"][:-1] = generators(seeds, "play")
    pieces = len(game.statistics.pieces(states[0])) if plan.pieces else 0
    choosers = [f"{seed}/{seat}" for seed in seeds for seat in range(seats)]
    return Batch(
        states=states,
        record_bytes=states.view(np.uint8).reshape(games + 1, -1),
        secrets=game.secrets,
        generators=generators(choosers, "bot").reshape(games, seats, -1),
        plies=np.zeros(games, np.int32),
        choices=np.zeros(games, np.int64),
        most_choices=np.zeros(games, np.int32),
        hidden=np.zeros(games, np.int64),
        leaders=np.zeros((games, TENTHS), np.int8),
        points=np.zeros((games, seats), np.int64),
        shares=np.zeros((games, seats), np.float64),
        parts=np.zeros((games, seats, len(game.statistics.PARTS)), np.int64),
        held=np.zeros((games, seats, pieces), np.int32),
        taken=np.zeros((games, seats, pieces), np.int32),
        offered=np.zeros((games, seats, pieces), np.int32),
        listed=np.zeros(MAX_ACTIONS, np.int32),
        led=np.zeros(MAX_PLIES, np.int8),
    )


def generators(seeds: Sequence[str], purpose: str) -> Any:
    """A generator for each seed."""
    drawn = b"".join(stream_bytes(seed, purpose) for seed in seeds)
    return np.frombuffer(bytearray(drawn), dtype="<u4").reshape(len(seeds), *RNG.shape)


def bot_actions(plan: SimulationPlan, seeds: Sequence[str]) -> Any:
    """The actions of games that bots play, one game after the other."""
    actions: list[int] = []
    with plan.local_options() as options:
        for seed in seeds:
            actions += play_bots(plan, options, seed)
    return np.array(actions, dtype=np.int32)


def play_bots(plan: SimulationPlan, options: dict[str, str], seed: str) -> list[int]:
    """The actions of one game; each bot has a generator of its own and one thread."""
    match = new(plan.game.name, seed=seed, **options)
    bots = {
        seat: bot(plan.game.name, plan.own.get(player, player), f"{seed}/{seat}", threads=1)
        for seat, player in enumerate(plan.players)
        if player not in plan.game.info.rivals
    }
    while match.turn is not None:
        match.play(bots[match.turn].choose(match))
    return [move.action for move in match.history]


# --- rows --------------------------------------------------------------------------------


def rows(
    plan: SimulationPlan, chunk: Chunk, batch: Batch, seeds: Sequence[str], setups: Sequence[str]
) -> Rows:
    """What was counted, as tables."""
    numbers = np.arange(chunk.first, chunk.first + chunk.games)
    games = game_rows(plan, numbers, batch, seeds, setups)
    seats = seat_rows(plan, numbers, batch)
    return Rows(games, seats, piece_rows(plan, numbers, batch) if plan.pieces else None)


def game_rows(
    plan: SimulationPlan, numbers: Any, batch: Batch, seeds: Sequence[str], setups: Sequence[str]
) -> pa.Table:
    """A row a game."""
    decisions = np.maximum(batch.plies, 1)
    ends = np.arange(0, len(numbers) * TENTHS + 1, TENTHS, dtype=np.int32)
    reasons = plan.game.view.reasons
    return pa.table(
        {
            "game": numbers,
            "seed": pa.array(seeds, pa.string()),
            "plies": batch.plies,
            "reason": pa.array(["+".join(reasons(end)) for end in batch.states[:-1]], pa.string()),
            "setup": pa.array(setups, pa.string()),
            "branching": batch.choices / decisions,
            "branching_max": batch.most_choices,
            "hidden": batch.hidden / (decisions * float(batch.states.itemsize)),
            "leaders": pa.ListArray.from_arrays(ends, batch.leaders.reshape(-1)),
        }
    )


def seat_rows(plan: SimulationPlan, numbers: Any, batch: Batch) -> pa.Table:
    """A row a game and seat."""
    seats, games = len(plan.seats), len(numbers)
    parts = plan.game.statistics.PARTS
    return pa.table(
        {
            "game": np.repeat(numbers, seats),
            "seat": np.tile(np.arange(seats, dtype=np.int8), games),
            "bot": repeated(list(map(str, plan.players)), games),
            "score": batch.points.reshape(-1),
            "share": batch.shares.reshape(-1),
            **{f"part_{name}": batch.parts[:, :, i].reshape(-1) for i, name in enumerate(parts)},
        }
    )


def repeated(names: Sequence[str], times: int) -> pa.Array:
    """Some texts again and again."""
    return pa.array(names, pa.string()).take(np.tile(np.arange(len(names)), times))


def piece_rows(plan: SimulationPlan, numbers: Any, batch: Batch) -> pa.Table:
    """A row a game, seat and piece of which there is anything to say."""
    games, seats, pieces = np.nonzero(batch.held | batch.taken | batch.offered)
    named = plan.game.statistics.pieces(batch.states[0])
    kinds, names = (pa.array([name[i] for name in named], pa.string()) for i in range(2))
    where = games, seats, pieces
    return pa.table(
        {
            "game": numbers[games],
            "seat": seats.astype(np.int8),
            "kind": kinds.take(pieces),
            "piece": names.take(pieces),
            "held": batch.held[where],
            "taken": batch.taken[where],
            "offered": batch.offered[where],
        }
    )


# --- files -------------------------------------------------------------------------------


def chunk_files(plan: SimulationPlan, described: Json, chunk: Chunk) -> Files:
    """Play the games of a chunk on whatever machine this is; the Parquet files. The plan must be
    the same here as where it was described: the rules, the bots, the game."""
    here = replace(plan)  # knows nothing yet of what was found out elsewhere
    for key, value in _described_here(here).items():
        if described[key] != value:
            raise BadRecord(f"{node()} has another {key}: {value!r}, not {described[key]!r}")
    tables = play_chunk(here, chunk)._asdict()
    return {name: parquet(table) for name, table in tables.items() if table is not None}


def _described_here(plan: SimulationPlan) -> Json:
    """The plan as this machine sees it; the file of a bot of one's own does not travel."""
    try:
        return plan.describe()
    except BadBot as error:
        raise BadBot(f"{node()}: {error}") from error


def parquet(table: pa.Table) -> bytes:
    """A table as a Parquet file, with checksums."""
    out = BytesIO()
    pq.write_table(table, out, compression="zstd", write_page_checksum=True)
    return out.getvalue()


def read_parquet(file: Any) -> pa.Table:
    """A table from a Parquet file whose checksums are right."""
    return pq.read_table(file, page_checksum_verification=True)
