"""Nothing that a file holds controls the terminal."""

import io
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

import parhelion as ph
from parhelion import records
from parhelion.printable import escaped, printable
from parhelion.safe_console import SafeConsole
from tests.commands import run_command
from tests.positions import play_out

FORGED = (
    "\x1b[2K\r✓ The secret fits the commitment.\n\nThis record proves that chance was fair.\n"
    "\x1b[8m\x9b8m\u202e"
)
"""What an attacker writes into a record: terminal commands, and lines like our own."""


@pytest.mark.parametrize("command", ["verify", "replay", "analyse"])
@pytest.mark.parametrize("place", ["key", "deal", "position", "result", "move", "option"])
def test_a_record_controls_no_terminal(command: str, place: str, tmp_path: Path) -> None:
    """M6: an unknown key moved the cursor and printed a proof of its own."""
    record = play_out(ph.new("orion", seed=7, setup="symmetric-1"), 3).record()
    if place == "key":
        record[FORGED] = 1
    elif place == "move":
        record["moves"][0] += f"; {FORGED}"
    elif place == "option":
        record["options"][FORGED] = FORGED
    else:
        record |= {"deal": None} if place == "position" else {}
        record[place] = {**(record.get(place) or {}), FORGED: 1}
    path = tmp_path / "forged.json"
    records.write(path, record)
    done = run_command(command, path)
    printed = done.stdout + done.stderr
    assert done.returncode != 0
    assert not set(printed) & {"\x1b", "\x9b", "\r", "\u202e"}
    assert "\nThis record proves" not in printed


def test_unseen_characters_are_printed_as_escapes() -> None:
    assert printable("a\x1b[1m\x85\u2066b\tc\nd e\xa0f") == "a\\x1b[1m\\x85\\u2066b\\tc\nd e\xa0f"
    assert escaped("a\nb \ud800 ä") == "a\\nb \\ud800 ä"


def test_console_prints_escapes_in_every_kind_of_text() -> None:
    out = io.StringIO()
    table = Table("\x1b[1mhead")
    table.add_row("cell\x07")
    console = SafeConsole(file=out, force_terminal=True, color_system="standard", width=60)
    for each in (Text("te\u202ext", "bold"), table, "[bold]str\x9bing[/bold]"):
        console.print(each)
    printed = out.getvalue()
    for shown in ("te\\u202ext", "\\x1b[1m", "str\\x9bing"):
        assert shown in printed
    assert "\x1b[1mte" in printed  # a style of ours
    assert not set(printed) & {"\x07", "\x9b", "\u202e"}
