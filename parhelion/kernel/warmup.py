"""Compile what a game needs before it is needed, with a progress bar, once per machine."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from parhelion.kernel import cache, play, preview
from parhelion.kernel.compiler import COMPILED, machine_code
from parhelion.kernel.defaults import MAX_ACTIONS
from parhelion.kernel.rng import stream

Steps = list[tuple[str, Callable[[], Any]]]
"""What is compiled, in words, and a small call that compiles it."""


def entry_points(dtype: Any) -> Steps:
    """The generic kernels that Python calls, each with a small call that compiles it."""
    states, rng = np.zeros(2, dtype=dtype), stream(0, "deal")
    actions = np.zeros(MAX_ACTIONS, dtype=np.int32)
    scores = np.zeros(8, dtype=np.int64)
    none = np.zeros(0, dtype=np.int32)
    return [
        ("dealing", lambda: play.start(states, rng)),
        ("beginning", lambda: play.begin(states, rng, actions)),
        ("legal moves", lambda: play.survey(states, actions)),
        ("looking up", lambda: play.listed(actions, 0, 0)),
        ("playing", lambda: play.advance(states, actions, 0, 0)),
        ("undoing", lambda: play.retrace(states, none)),
        ("scoring", lambda: play.points(states, scores)),
        ("hiding", lambda: play.veil(states, 0)),
        ("imagining", lambda: machine_code(play.imagine, states, 0, rng, 0)),
        ("playouts", lambda: play.playouts(states, rng, 0)),
        *previewing(dtype),
    ]


def previewing(dtype: Any) -> Steps:
    """The kernel that previews moves, for a record with events."""
    if "events" not in dtype.names:
        return []
    states, none = np.zeros(preview.STATES, dtype=dtype), np.zeros(0, dtype=np.int32)
    certain, counts = np.zeros((0, 2), dtype=np.uint32), np.zeros(0, dtype=np.int64)
    rng = stream(0, "preview")
    return [("previews", lambda: preview.foresee(states, 0, rng, none, 0, certain, counts))]


def ensure_compiled(
    name: str, dtype: Any, entry_points: Callable[[Any], Steps] = entry_points
) -> None:
    """Compile some entry points for a game, unless they are on disk already.

    Later calls, in this process or another, find the mark and return at once.
    """
    if not COMPILED:
        return
    mark = cache.directory() / f"{name}.ready"
    if mark.exists():
        return
    steps = entry_points(dtype)
    for (_, call), _ in zip(steps, _progress(name, [what for what, _ in steps]), strict=True):
        call()
    mark.touch()


def _progress(name: str, steps: list[str]) -> Any:
    """Yield once per step, showing a bar on a terminal and one line elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=sys.stderr)
    if not console.is_terminal:
        console.print(f"Compiling {name} (once) …")
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"Compiling {name} (once)", total=len(steps))
        for step in steps:
            progress.update(task, description=f"Compiling {name} (once): {step}")
            yield
            progress.advance(task)
