"""The kernel layer: bits, the generator, dispatch, the compile cache."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from parhelion.games import registry
from parhelion.kernel import below, cache, lowest, next32, popcount, split, stream, warmup
from parhelion.kernel.compiler import config


def xoshiro128(words: list[int]) -> int:
    """The published algorithm (xoshiro128++ 1.0), on Python ints."""

    def rotate(x: int, k: int) -> int:
        return (x << k | x >> 32 - k) & 0xFFFFFFFF

    result = (rotate(words[0] + words[3] & 0xFFFFFFFF, 7) + words[0]) & 0xFFFFFFFF
    shifted = words[1] << 9 & 0xFFFFFFFF
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= shifted
    words[3] = rotate(words[3], 11)
    return result


def test_the_generator_is_xoshiro128() -> None:
    """Also the first outputs from the state 1, 2, 3, 4, as other implementations give them."""
    rng = np.array([1, 2, 3, 4], dtype=np.uint32)
    words = [1, 2, 3, 4]
    drawn = [int(next32(rng)) for _ in range(1000)]
    assert drawn == [xoshiro128(words) for _ in range(1000)]
    assert drawn[:4] == [641, 1573767, 3222811527, 3517856514]


def test_below_is_uniform_and_stays_below() -> None:
    rng = stream(1, "test")
    for n in (1, 2, 3, 7, 85, 1000):
        counts = np.bincount([below(rng, n) for _ in range(40 * n)], minlength=n)
        assert len(counts) == n
        assert ((counts - 40) ** 2 / 40).sum() < n + 6 * np.sqrt(2 * n)


def test_below_rejects_what_would_be_unfair() -> None:
    """With n just above half of 2**32 / 2 nearly half of all draws are rejected; the mean of
    those kept is that of a uniform number."""
    rng, n = stream(2, "test"), 2**31 - 1
    drawn = np.array([below(rng, n) for _ in range(20_000)])
    assert drawn.max() < n
    assert abs(drawn.mean() / n - 0.5) < 5 / np.sqrt(12 * 20_000)


def test_streams_of_a_seed_differ_and_repeat() -> None:
    assert stream(7, "deal").tolist() == stream("7", "deal").tolist()
    assert stream(7, "deal").tolist() != stream(7, "play").tolist()
    parent, child = stream(7, "deal"), np.zeros(4, dtype=np.uint32)
    split(parent, child)
    assert child.any()
    assert child.tolist() != parent.tolist()


@pytest.mark.parametrize("word", [1, 2, 0b1011000, 2**63, 2**64 - 1, 0x8000000100000000])
def test_bits_are_counted(word: int) -> None:
    assert popcount(np.uint64(word)) == word.bit_count()
    assert lowest(np.uint64(word)) == (word & -word).bit_length() - 1


def test_the_cache_is_named_by_every_source_and_by_numba(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("a")
    two.write_text("b")
    before = cache.digest([one, two], "1.0")
    assert cache.digest([one, two], "1.0") == before
    assert cache.digest([one, two], "1.1") != before
    two.write_text("c")
    assert cache.digest([one, two], "1.0") != before


def test_the_kernel_sources_are_all_files_with_kernels_and_all_that_these_import() -> None:
    sources = cache.kernel_files(cache.PACKAGE)
    with_kernels = [path for path in cache.PACKAGE.rglob("*.py") if "@kernel\n" in path.read_text()]
    assert len(with_kernels) > 8
    for path in with_kernels:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        modules = [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
        ours = [module.split(".")[1:] for module in modules if module.startswith("parhelion.")]
        imported = [cache.PACKAGE.joinpath(*module) for module in ours]
        read = [
            each / "__init__.py" if each.is_dir() else each.with_suffix(".py") for each in imported
        ]
        assert {path, *read} <= set(sources)


def test_caches_that_nobody_used_for_a_month_are_removed(tmp_path: Path) -> None:
    current, recent, old = (tmp_path / f"kernels-{name}" for name in ("now", "recent", "old"))
    for folder in (current, recent, old):
        folder.mkdir()
    os.utime(old, (0, 0))
    cache.forget_unused(current)
    assert set(tmp_path.iterdir()) == {current, recent}


def test_other_users_of_numba_keep_their_own_cache() -> None:
    assert str(cache.directory()) != config.CACHE_DIR


def test_a_read_only_home_falls_back_to_a_temporary_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from parhelion.kernel import cache; print(cache.directory())"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PARHELION_CACHE": str(blocked), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert found.startswith(str(tmp_path / "parhelion-"))


def test_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    """Every kernel that a new process needs to play a move is found on disk."""
    code = """
import parhelion as ph
match = ph.new("orion", seed=1, setup="symmetric-1")
match.play(match.moves()[0])
match.undo()
match.scores, match.view(0), ph.bot("orion", 1, 1).choose(match)
from parhelion.bots.kernels.search import add_priors, run_iterations, winning_move
from parhelion.bots.kernels.tree import reset_tree
from parhelion.kernel import play
kernels = [play.start, play.survey, play.advance, play.retrace, play.points, play.veil]
kernels += [run_iterations, add_priors, winning_move, reset_tree]
print(sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels))
"""
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert runs[1].stdout.strip() == "0"
    assert "Compiling" not in runs[1].stderr


def test_warm_up_names_its_steps() -> None:
    steps = warmup.entry_points(registry.load(registry.names()[0]).dtype)
    assert len({name for name, _ in steps}) == len(steps)
