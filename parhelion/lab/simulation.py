"""Many games of one kind, as rows: `simulate` for Python users, `simulate_into` a folder.

>>> rows = simulate("orion", 100, seed=7, jobs=1, setup="symmetric-1")
>>> rows.games.num_rows, rows.seats.num_rows
(100, 200)
>>> rows.games["plies"].to_pylist()[:3], rows.games["reason"].to_pylist()[:3]
([24, 27, 27], ['constellations', 'stuck', 'stuck'])
"""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

import pyarrow as pa

from parhelion.bots import prepare
from parhelion.lab.entrants import Entrant
from parhelion.lab.run_folder import RunFolder
from parhelion.lab.simulated_chunk import Files, Rows, chunk_files, read_parquet
from parhelion.lab.simulation_plan import Chunk, SimulationPlan, plan_simulation
from parhelion.lab.workers import work_through

__all__ = ["Rows", "SimulationPlan", "plan_simulation", "simulate", "simulate_into"]

Told = Callable[[int, int], None]
"""Is told how many games of how many there are."""


def simulate(
    game: str,
    games: int,
    *,
    bots: Entrant | Sequence[Entrant] = 0,
    seed: int | str | None = None,
    pieces: bool = False,
    jobs: int | None = None,
    ray: str | None = None,
    progress: Told | None = None,
    **options: object,
) -> Rows:
    """Play games and return their rows, as Arrow tables.

    `bots` is the level of all seats or one for each, 0 for random moves; "my_bot.py:MyBot" names a
    bot of one's own. `pieces` counts pieces, too. `jobs` is the number of processes, by default one
    for each core; `ray` is the address of a Ray cluster, or "auto". Neither changes the rows. With
    several jobs other processes play, which import the calling script again: put its work under
    `if __name__ == "__main__"`.
    """
    plan = plan_simulation(game, games, bots=bots, seed=seed, pieces=pieces, options=options)
    return simulate_plan(plan, jobs, ray, progress)


def simulate_plan(
    plan: SimulationPlan,
    jobs: int | None = None,
    ray: str | None = None,
    progress: Told | None = None,
) -> Rows:
    """Play the games of a plan and return their rows."""
    found: dict[Chunk, Files] = {}
    for chunk, files in play_chunks(plan, plan.chunks(), jobs, ray):
        found[chunk] = files
        if progress:
            progress(sum(each.games for each in found), plan.games)
    in_order = [found[chunk] for chunk in sorted(found)]
    games, seats = (_joined(in_order, name) for name in ("games", "seats"))
    return Rows(games, seats, _joined(in_order, "pieces") if plan.pieces else None)


def _joined(chunks: Sequence[Files], table: str) -> pa.Table:
    return pa.concat_tables(read_parquet(BytesIO(files[table])) for files in chunks)


def simulate_into(
    path: Path,
    plan: SimulationPlan,
    jobs: int | None = None,
    ray: str | None = None,
    progress: Told | None = None,
) -> None:
    """Play the games of a plan that a folder has not got yet, and keep their rows there."""
    folder = RunFolder(path, plan)
    missing = folder.missing()
    done = plan.games - sum(chunk.games for chunk in missing)
    if progress:
        progress(done, plan.games)
    for chunk, files in play_chunks(plan, missing, jobs, ray):
        folder.add(chunk, files)
        done += chunk.games
        if progress:
            progress(done, plan.games)


def play_chunks(
    plan: SimulationPlan, chunks: Sequence[Chunk], jobs: int | None, ray: str | None
) -> Iterator[tuple[Chunk, Files]]:
    """Play chunks, and yield their files as they come in."""
    if chunks and ray is None:
        prepare(plan.game.name)  # here, once, rather than in every process
    yield from work_through(chunk_files, (plan, plan.describe()), chunks, jobs, ray)
