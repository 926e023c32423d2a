"""The package stays pure: it needs no server, no clock and no chance."""

import ast
import dataclasses
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parhelion.tables

FOLDER = Path(parhelion.tables.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
SERVER_LIBRARIES = {
    *("aiosqlite", "alembic", "argon2", "asyncpg", "fastapi", "httpx", "limits", "orjson"),
    *("prometheus_client", "sqlalchemy", "starlette", "uvicorn", "websockets"),
}
IMPURE = {
    *("asyncio", "concurrent", "multiprocessing", "os", "pathlib", "random", "secrets"),
    *("socket", "sqlite3", "subprocess", "threading", "time", "uuid"),
}
CLOCKS = {"now", "today", "utcnow", "time", "monotonic"}
"""Functions that read a clock."""

IMPORT_ALL = """
import importlib, pkgutil, sys
import parhelion.tables
for module in pkgutil.walk_packages(parhelion.tables.__path__, "parhelion.tables."):
    importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
print(*sorted(name for name in sys.modules if name.startswith("parhelion.")))
"""


def imported(tree: ast.Module) -> Iterator[str]:
    """Return the modules that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield node.module or ""


def test_package_loads_no_library_of_a_server() -> None:
    command = [sys.executable, "-c", IMPORT_ALL]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    libraries, modules = (set(line.split()) for line in printed.splitlines())
    assert not libraries & SERVER_LIBRARIES
    assert "parhelion.tables.commands" in modules
    others = ("parhelion.server", "parhelion.lab", "parhelion.terminal", "parhelion.cli")
    assert not [name for name in modules if name.startswith(others)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_values_are_frozen_and_have_slots(file: Path) -> None:
    name = "parhelion.tables" if file.stem == "__init__" else f"parhelion.tables.{file.stem}"
    classes: list[Any] = [
        value
        for value in vars(importlib.import_module(name)).values()
        if isinstance(value, type) and value.__module__ == name
    ]
    for cls in filter(dataclasses.is_dataclass, classes):
        assert vars(cls)["__dataclass_params__"].frozen, cls
        assert "__slots__" in vars(cls), cls


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_imports_nothing_impure(file: Path) -> None:
    names = {name.partition(".")[0] for name in imported(ast.parse(file.read_text("utf-8")))}
    assert not names & (IMPURE | SERVER_LIBRARIES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_reads_no_clock_and_waits_for_nothing(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        assert not isinstance(node, ast.Await | ast.AsyncFunctionDef | ast.Global)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in CLOCKS, ast.unparse(node)
