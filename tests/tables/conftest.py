"""Fixtures of the tests of tables."""

from collections.abc import Iterator

import pytest

from tests import plugins


@pytest.fixture(scope="package", autouse=True)
def test_games() -> Iterator[None]:
    """Install Lanterns, a small game with secrets for three seats."""
    with plugins.known():
        yield
