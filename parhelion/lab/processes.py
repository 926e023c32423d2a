"""Work shared out among processes of this machine."""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

AHEAD = 2
"""What is handed out at a time, for each process: more would only fill the memory."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_processes(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Iterator[tuple[Item, Result]]:
    """What comes of each item, as it is finished; closing the iterator cancels the rest."""
    context = multiprocessing.get_context("spawn")
    left, under_way = iter(items), dict[Future[Result], Item]()
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_quietly) as pool:
        try:
            while True:
                for _, item in zip(range(AHEAD * jobs - len(under_way)), left, strict=False):
                    under_way[pool.submit(work, item)] = item
                if not under_way:
                    return
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    yield under_way.pop(future), future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _end_quietly() -> None:
    """Ctrl-C reaches all processes of a terminal; only the main one prints a message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
