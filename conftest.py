"""Collection of tests and doctests."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent / "parhelion"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Ignore modules without doctests: importing and searching them would take most of the time."""
    if collection_path.suffix != ".py" or PACKAGE not in collection_path.parents:
        return None
    return True if ">>>" not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage while tests are collected, and skip what they hold in later collections.

    Modules and tests are a million objects that live to the end. To look at them again and again
    takes half of the time of every worker's collection.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
