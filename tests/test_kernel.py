"""The kernel layer: bits, the generator, dispatch, the compile cache."""

import ast
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parhelion.kernel import (
    below,
    below62,
    cache,
    exp,
    jit,
    list_bits,
    log,
    lowest,
    next32,
    popcount,
    record,
    split,
    spread_16,
    spread_64,
    stream,
)


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


def test_record_of_another_package_has_a_field_named_after_it() -> None:
    assert record(("cells", np.int8)).names == ("cells", "rng", "of_tests")


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


@pytest.mark.parametrize("n", [1, 3, 1000, 2**40 + 1, 2**61 + 1, 2**62 - 1, 2**62])
def test_below62_takes_the_remainder_of_what_is_fair(n: int) -> None:
    """Of the 2**62 numbers that two draws make, so many from 0 on that every remainder is as
    frequent; the others are drawn again."""
    rng, twin = stream(3, "test"), stream(3, "test")
    for _ in range(500):
        drawn = 2**62
        while drawn >= 2**62 // n * n:
            drawn = int(next32(twin)) // 2 * 2**31 + int(next32(twin)) // 2
        assert below62(rng, n) == drawn % n
    assert rng.tolist() == twin.tolist()


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


def list_two_words(first: Any, second: Any, out: Any) -> Any:
    """The bits of two words, one behind the other."""
    return list_bits(second, 164, out, list_bits(first, 100, out, np.uint64(0)))


compiled_list_two_words: Any = jit(list_two_words)


@pytest.mark.parametrize("first", [0, 1, 0b1011000, 2**63, 2**64 - 1, 0x8000000100000000])
@pytest.mark.parametrize("second", [0, 0xFF00FF0000000081])
def test_bits_are_listed_compiled_and_uncompiled(first: int, second: int) -> None:
    bits = [bit for bit in range(128) if (second << 64 | first) >> bit & 1]
    for listed in (list_two_words, compiled_list_two_words):
        out = np.full(136, -1, dtype=np.int32)
        n = int(listed(np.uint64(first), np.uint64(second), out))
        assert out[:n].tolist() == [100 + bit for bit in bits]


def spread_both(word: Any, out: Any) -> None:
    """The low bits of a word, then all of them."""
    spread_16(word, out, 1)
    spread_64(word, out, 20)


@pytest.mark.parametrize("word", [0, 1, 0b1011000, 2**63, 2**64 - 1, 0x8000000100008001])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
def test_bits_are_spread_compiled_and_uncompiled(word: int, dtype: Any) -> None:
    bits = [word >> bit & 1 for bit in range(64)]
    for spread in (spread_both, jit(spread_both)):
        out = np.full(90, 7, dtype=dtype)
        spread(np.uint64(word), out)
        assert out.tolist() == [7, *bits[:16], 7, 7, 7, *bits, 7, 7, 7, 7, 7, 7]


def test_what_is_compiled_is_named_by_every_source(tmp_path: Path) -> None:
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
    texts = {path: path.read_text(encoding="utf-8") for path in cache.PACKAGE.rglob("*.py")}
    with_kernels = [path for path, text in texts.items() if "\n@kernel\n" in text]
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


def test_what_nobody_used_for_a_month_is_removed(tmp_path: Path) -> None:
    current, recent, old = (tmp_path / name for name in ("now", "recent", "old"))
    for path in (current, recent, old):
        path.touch()
    os.utime(old, (0, 0))
    os.utime(current, (0, 0))
    cache.mark_used(current)
    assert set(tmp_path.iterdir()) == {current, recent}


def test_a_read_only_home_falls_back_to_a_temporary_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from parhelion.kernel import cache; print(cache.folder('libraries'))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PARHELION_CACHE": str(blocked), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert found.startswith(str(tmp_path / "parhelion-"))


@pytest.mark.parametrize("x", [-745.5, -20.3, -1.0, -1e-9, 0.0, 0.3, 1.0, 17.7, 700.0])
def test_exp_is_exact_to_15_digits(x: float) -> None:
    """`decimal` calculates the same everywhere, unlike the C library."""
    assert exp(x) == pytest.approx(float(Decimal(max(x, -700.0)).exp()), rel=1e-15)


@pytest.mark.parametrize("x", [1e-300, 0.1, 1, 2, 3, 1.4142135623730951, 10, 12345678, 1e300])
def test_log_is_exact_to_15_digits(x: float) -> None:
    assert log(x) == pytest.approx(float(Decimal(x).ln()), rel=1e-15)
