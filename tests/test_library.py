"""Libraries: the compiled kernels of a game calculate what Numba's JIT and plain Python calculate,
on every processor; they are found, built and refused as they should be."""

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import FileLock
from llvmlite.binding.object_file import ObjectFileRef

import parhelion as ph
from parhelion.bots import SearchBot
from parhelion.games import Game, registry
from parhelion.kernel import arguments, build_in_subprocess, cache, jit, library, play, stream
from parhelion.kernel.compiler import ENTRY_POINTS
from parhelion.kernel.library import Library
from tests.positions import EFFORT

GAMES = ["orion", "solenia", "solstis"]
compiled_playouts: Any = jit(play.playouts)


@pytest.mark.parametrize("name", GAMES if EFFORT > 1 else ["solstis"])  # compiling takes long
def test_library_and_jit_play_the_same_games(name: str) -> None:
    """Plain Python is compared in `test_contract.test_compiled_and_uncompiled_agree`."""
    start = ph.new(name, seed=3).state
    ways = []
    for playouts in (play.playouts, compiled_playouts):
        states, rng = np.repeat(start, 2), stream(5, "test")
        plies = playouts(states, rng, 200)
        ways.append((plies, rng.tobytes(), states.tobytes()))
    assert ways[0] == ways[1]


@pytest.mark.parametrize("name", GAMES)
def test_every_processor_searches_alike(name: str) -> None:
    """The libraries for old and for new processors reach the same tree, to the last bit."""
    game, searches = registry.load(name), []
    library.make_ready(game.package, portable=True)
    for target in library.targets():
        library.use(game.dtype, Library(cached(game, target)))
        searches.append(searched(name))
    library.use(game.dtype, None)
    assert len(searches) == len(library.targets())
    assert all(each == searches[0] for each in searches)


@pytest.mark.parametrize("name", GAMES)
def test_libraries_only_need_memory_functions_of_the_c_library(name: str) -> None:
    """Its mathematical functions, such as fma, may round differently elsewhere."""
    game = registry.load(name)
    library.make_ready(game.package, portable=True)
    for target in library.targets():
        assert undefined_symbols(cached(game, target)) <= {"memcpy", "memmove", "memset"}


def undefined_symbols(path: Path) -> set[str]:
    """The symbols that a shared library expects from others (64-bit little-endian ELF)."""
    sections = {each.name(): each.data() for each in ObjectFileRef.from_path(str(path)).sections()}
    names, symbols = sections[b".dynstr"], struct.iter_unpack("<IBBHQQ", sections[b".dynsym"])
    starts = [start for start, _, _, section, _, _ in symbols if section == 0 and start]
    return {names[start : names.index(b"\0", start)].decode() for start in starts}


def cached(game: Game, target: str) -> Path:
    """The file of a library in the cache."""
    return cache.folder("libraries") / library.file_name(game.package, target)


def searched(name: str) -> list[bytes]:
    """The trees of searches at three positions of a game."""
    match, trees = ph.new(name, seed=8), []
    bot = ph.bot(name, 4, seed=1)  # with a network, where a game has one
    assert isinstance(bot, SearchBot)
    for _ in range(3):
        match.play(bot.choose(match))
        trees += [tree.nodes.tobytes() + tree.tallies.tobytes() for tree in bot._trees]
    return trees


def test_every_entry_point_says_what_it_takes() -> None:
    for entry in ENTRY_POINTS:
        kinds, _ = arguments.kinds(entry.py_func)
        assert len(kinds) == entry.py_func.__code__.co_argcount, entry


def test_a_library_of_other_sources_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name tells what it was made from."""
    package = registry.load("orion").package
    before = library.file_name(package, "linux-x86-64")
    changed = tmp_path / "rules.py"
    changed.write_text("other rules")
    files = cache.kernel_files
    monkeypatch.setattr(cache, "kernel_files", lambda folder: [*files(folder), changed])
    library.file_name.cache_clear()
    assert library.file_name(package, "linux-x86-64") != before
    assert library.find(package) is None
    library.file_name.cache_clear()


def test_without_a_compiler_the_rules_run_as_plain_python(tmp_path: Path) -> None:
    code = """
import sys
sys.modules["numba"] = None  # as if it were not installed
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "numba" else find(name, *more)
import parhelion as ph
match = ph.new("solstis", seed=1)
match.play(match.moves()[0])
print(match.turn, match.ply)
"""
    match = ph.new("solstis", seed=1)
    match.play(match.moves()[0])
    assert run(code, tmp_path).stdout.split() == [str(match.turn), str(match.ply)]


def test_playing_needs_neither_numba_nor_llvm(tmp_path: Path) -> None:
    code = """
import sys
import parhelion as ph
match = ph.new("orion", seed=1)
match.play(ph.bot("orion", 2, seed=1).choose(match))
print(sorted({"numba", "llvmlite"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_library_in_use_is_kept_and_one_that_nobody_uses_is_removed(tmp_path: Path) -> None:
    path = library.make_ready(registry.load("orion").package)
    assert path is not None
    (tmp_path / "libraries").mkdir()
    used, unused = tmp_path / "libraries" / path.name, tmp_path / "libraries" / "orion-of-old.so"
    shutil.copy(path, used)
    unused.touch()
    for file in (used, unused):
        os.utime(file, (0, 0))
    run("import parhelion as ph; ph.new('orion', seed=1)", tmp_path)
    assert used.exists()
    assert not unused.exists()


def run(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run Python with an empty cache."""
    environment = os.environ | {"PARHELION_CACHE": str(folder)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)


BAD_KERNELS = """
import numpy as np
from parhelion.kernel import kernel, record
STATE = record(("cells", np.int8, 9))
ACTIONS = 9
@kernel
def deal(state, rng):
    order = np.zeros(9)
    state.cells[0] = order[0]
@kernel
def actor(state):
    return 0
@kernel
def legal(state, out):
    return 0
@kernel
def apply(state, action):
    pass
@kernel
def scores(state, out):
    pass
"""


def test_a_kernel_that_makes_an_array_is_refused_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wasteful").mkdir()
    (tmp_path / "wasteful" / "__init__.py").touch()
    (tmp_path / "wasteful" / "kernels.py").write_text(BAD_KERNELS)
    monkeypatch.syspath_prepend(str(tmp_path))
    files = {library.targets()[0]: tmp_path / "wasteful.so"}
    with pytest.raises(build_in_subprocess.LibraryNotBuilt, match=r"np.zeros(.|\n)*scratch"):
        build_in_subprocess.build("wasteful", files, lambda done, steps: None)
    assert not (tmp_path / "wasteful.so").exists()


def test_a_machine_that_nothing_is_built_for_is_told_so(tmp_path: Path) -> None:
    files = {"win32-x86-64": tmp_path / "orion.so"}
    with pytest.raises(build_in_subprocess.LibraryNotBuilt, match="only for linux-x86-64"):
        build_in_subprocess.build("parhelion.games.orion", files, lambda done, steps: None)


def test_who_waits_for_a_library_is_told_how_far_another_process_is(tmp_path: Path) -> None:
    """The bar on the page moves while `make play` compiles beside the server."""
    path, told = tmp_path / "orion.so", list[tuple[int, int]]()
    path.with_suffix(".progress").write_text("7 40")
    other = FileLock(path.with_suffix(".lock"))
    other.acquire()

    def tell(done: int, steps: int) -> None:
        told.append((done, steps))
        path.touch()  # the other one is done
        other.release()

    build_in_subprocess.build("parhelion.games.orion", {library.targets()[0]: path}, tell)
    assert told == [(7, 40)]
