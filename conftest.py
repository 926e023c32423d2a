"""Collection of doctests."""

from pathlib import Path

PACKAGE = Path(__file__).parent / "parhelion"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Ignore modules without doctests: importing and searching them would take most of the time."""
    if collection_path.suffix != ".py" or PACKAGE not in collection_path.parents:
        return None
    return True if ">>>" not in collection_path.read_text(encoding="utf-8") else None
