"""Commands of the command line, run in the process of the tests."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from typing import NamedTuple

import pytest

from parhelion import cli


class Finished(NamedTuple):
    """A finished command."""

    returncode: int
    stdout: str
    stderr: str


def run_command(*arguments: object, typed: str = "") -> Finished:
    """Run a command with some lines of input, as its own process would run it.

    This saves the start of a process. The output is 120 columns wide and has no colours.
    """
    out, err, code = io.StringIO(), io.StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("COLUMNS", "120")
        patch.setenv("NO_COLOR", "1")
        patch.setattr(sys, "argv", ["parhelion", *map(str, arguments)])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setattr(sys, "excepthook", sys.excepthook)  # Typer replaces it
        patch.setattr(cli, "app", deepcopy(cli.app))  # main adds commands to it
        try:
            cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Finished(code, out.getvalue(), err.getvalue())
