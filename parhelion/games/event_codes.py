"""What everybody saw of the last action, as a record holds it."""

from typing import Any


def event_codes(state: Any) -> list[int]:
    """The events of the last action as codes. Fields are taken by their names in brackets: as
    attributes of a record each would take NumPy several times as long."""
    codes: list[int] = state["events"][: state["happened"]].tolist()
    return codes
