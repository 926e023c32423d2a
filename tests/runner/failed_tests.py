"""Finds the failed tests in what pytest printed, and writes the command that runs them again."""

import re
import shlex
from collections.abc import Mapping, Sequence

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?\.(?:py|md)(?:::.*?)?)(?: - .*)?$", re.MULTILINE)
"""A line of pytest's short summary: the id of a test, then the first line of its error."""


def failed_tests(output: str) -> list[str]:
    """Return the ids of the failed tests in pytest's output, each once."""
    return list(dict.fromkeys(FAILED.findall(output)))


def rerun_command(
    command: Sequence[str], environment: Mapping[str, str], tests: Sequence[str]
) -> str:
    """Return the shell command that runs only these tests; without tests, the whole command."""
    settings = [f"{name}={shlex.quote(value)}" for name, value in environment.items()]
    program = [command[0], *tests] if tests else command
    return " ".join([*settings, shlex.join(program)])
