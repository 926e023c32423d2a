"""Bars that show how far a load test is."""

import asyncio
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.progress import Progress as Bars

TICK = 0.25


class Progress:
    """Two bars: all runs, and the stage of the present one. They vanish at the end."""

    def __init__(self, console: Console, runs: int) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._bars = Bars(
            SpinnerColumn(), *columns, TimeElapsedColumn(), console=console, transient=True
        )
        self._all = self._bars.add_task("all runs", total=runs)
        self._present = self._bars.add_task("")
        self._title = ""

    def __enter__(self) -> "Progress":
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def begin(self, title: str) -> None:
        """A run begins."""
        self._title = title

    def end(self) -> None:
        """A run is done."""
        self._bars.advance(self._all)

    def stage(self, name: str, total: int | None = None) -> None:
        """A part of the run begins, of so many steps if that is known."""
        self._bars.reset(self._present, description=f"{self._title}: {name}", total=total)

    def advance(self) -> None:
        """A step is done."""
        self._bars.advance(self._present)

    async def wait(self, name: str, seconds: float) -> None:
        """Show how some seconds go by."""
        self.stage(name, max(1, round(seconds)))
        ticks = max(1, round(seconds / TICK))
        for _ in range(ticks):
            await asyncio.sleep(seconds / ticks)
            self._bars.advance(self._present, seconds / ticks)
