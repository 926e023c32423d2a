"""Who does work that falls into independent items: this process, some processes of this machine, or
Ray. The results are the same, in any order."""

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, TypeVar

from parhelion.cores import usable_cores
from parhelion.errors import BadOption, MissingExtra, ParhelionError
from parhelion.lab.processes import AHEAD, in_processes

AUTO = "auto"
"""Instead of the address of a Ray cluster: that of this machine, or a new one."""
RETRIES = 20
"""How often an item is begun again because a process or a machine was lost."""

LOOPBACK = "127.0.0.1"
STAY_ON_LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0"
"""Without this setting Ray replaces the loopback address by one that other machines reach."""
OBJECT_STORE = 128 << 20
"""Bytes of memory for results that wait, in a cluster that is started here."""
PATIENCE = 10
"""Seconds to wait for the answer of a cluster."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def work_through(
    function: Callable[..., Result],
    shared: tuple[Any, ...],
    items: Sequence[Item],
    jobs: int | None = None,
    ray: str | None = None,
) -> Iterator[tuple[Item, Result]]:
    """Call a function with what all items share and with each item, and yield what it returns as it
    comes in. With several jobs other processes import the calling script again."""
    jobs_here = min(jobs or usable_cores(), len(items))
    if ray is not None and items:
        yield from _on_ray(function, shared, items, jobs, ray)
    elif jobs_here <= 1:
        yield from ((item, function(*shared, item)) for item in items)
    else:
        yield from in_processes(partial(function, *shared), items, jobs_here)


# --- Ray ---------------------------------------------------------------------------------


def _on_ray(
    function: Callable[..., Result],
    shared: tuple[Any, ...],
    items: Sequence[Item],
    jobs: int | None,
    address: str,
) -> Iterator[tuple[Item, Result]]:
    """The results as a Ray cluster gives them; what a lost process had begun is begun again."""
    with _cluster(address, jobs) as ray:
        remote = ray.remote(function).options(num_cpus=1, max_retries=RETRIES)
        kept = [ray.put(each) for each in shared]
        left, begun = list(reversed(items)), dict[Any, Item]()
        while left or begun:
            while left and len(begun) < AHEAD * (jobs or _cores(ray)):
                item = left.pop()
                begun[remote.remote(*kept, item)] = item
            done, _ = ray.wait(list(begun))
            for future in done:
                yield begun.pop(future), _result(ray, future)


def _cores(ray: Any) -> int:
    """The cores of a cluster as it is now: machines come and go."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _result(ray: Any, future: Any) -> Any:
    """What an item came to; what went wrong there is raised here as it was."""
    try:
        return ray.get(future)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, ParhelionError) else error) from None


@contextmanager
def connected(address: str | None, jobs: int | None) -> Iterator[None]:
    """Stay connected with a cluster, if there is an address, while several plans are played."""
    with nullcontext() if address is None else _cluster(address, jobs):
        yield


@contextmanager
def _cluster(address: str, jobs: int | None) -> Iterator[Any]:
    """Ray, connected with a cluster; what was not connected before is left again."""
    if address == AUTO or address.startswith(f"{LOOPBACK}:"):
        os.environ.setdefault(*STAY_ON_LOOPBACK)
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingExtra(f"a cluster needs {error.name}: pip install 'parhelion[ray]'") from error
    if ray.is_initialized():
        yield ray
        return
    _connect(ray, address, jobs)
    try:
        yield ray
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str, jobs: int | None) -> None:
    """Join a cluster; with AUTO the one on this machine, or start one that only it reaches."""
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if address != AUTO:
        _check_address(address)
    try:
        ray.init(address=address, **quiet)
    except ConnectionError as error:
        if address != AUTO:
            raise BadOption(f"ray {address!r}: no cluster answers there") from error
        ray.init(
            address="local",
            num_cpus=jobs or usable_cores(),
            object_store_memory=OBJECT_STORE,
            include_dashboard=False,
            _node_ip_address=LOOPBACK,
            **quiet,
        )


def _check_address(address: str) -> None:
    """Refuse at once where nobody listens: Ray would try for a quarter of an hour."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise BadOption(f"ray {address!r}: it is auto, or an address such as 10.0.0.5:6379")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise BadOption(f"ray {address!r}: no cluster answers there ({error})") from error
