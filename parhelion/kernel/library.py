"""Libraries: the compiled kernels of a game, found, loaded and called.

A library is a shared library of the operating system with a C function for each entry point; see
`parhelion.kernel.arguments` for how they are called. Its file is named by a hash over everything it
was made from, so a library of other sources is never loaded. A package may bring its libraries
along, in a folder `libraries`; otherwise they are built once, which takes Numba, and kept in the
cache.
"""

import ctypes
import functools
import platform
import sys
from array import array
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from parhelion.kernel import arguments, build_in_subprocess, cache
from parhelion.kernel.build_in_subprocess import Told
from parhelion.kernel.compiler import COMPILED, ENTRY_POINTS, EntryPoint

V3_FEATURES = {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
"""What Linux calls the instructions of x86-64-v3 that x86-64 lacks."""

Function = Callable[[Any], None]
"""What an entry point is in a library: it takes a pointer to its words."""
pointer: Callable[[int], Any] = ctypes.c_void_p.from_param
"""An address as a library takes it."""

_libraries: dict[Any, "Library | None"] = {}
"""By the dtype of the game's record."""
_packages: dict[Any, str] = {}


class Library:
    """A loaded library."""

    def __init__(self, path: Path) -> None:
        self._functions, self._quick_functions = ctypes.CDLL(str(path)), ctypes.PyDLL(str(path))

    def function(self, entry: EntryPoint, quick: bool = False) -> Function:
        """The C function of an entry point. A quick one keeps the GIL: to get it back might take
        longer than the work itself."""
        found: Any = (self._quick_functions if quick else self._functions)[symbol(entry)]
        found.restype = None
        return cast(Function, found)

    def call(self, entry: EntryPoint) -> Callable[..., Any]:
        """An entry point as a Python function."""
        function = self.function(entry)
        kinds, returns = arguments.kinds(entry.py_func)
        words, read = arguments.writer(kinds), arguments.result_reader(returns)

        def call(*given: Any) -> Any:
            written = array("q", words(given))
            function(pointer(written.buffer_info()[0]))
            return read(written[0])

        return call

    def bound(self, entry: EntryPoint, given: Sequence[Any]) -> Callable[[], Any]:
        """An entry point with arguments that stay where they are, so that a call hands nothing
        over."""
        function = self.function(entry)
        kinds, returns = arguments.kinds(entry.py_func)
        written, read = array("q", arguments.writer(kinds)(given)), arguments.result_reader(returns)
        address = pointer(written.buffer_info()[0])

        def call(_kept: Any = given) -> Any:
            function(address)
            return read(written[0])

        return call


def symbol(entry: EntryPoint) -> str:
    """The name of an entry point in a library."""
    return f"{entry.__module__.rpartition('.')[2]}_{entry.__name__}"


def register(dtype: Any, package: str) -> None:
    """Remember which package holds the game of a record."""
    _packages[dtype] = package


@functools.cache
def quick_function(entry: Any, dtype: Any) -> Function | None:
    """An entry point in the library for a record, for work of microseconds; None if there is no
    library."""
    library = of(dtype)
    return library.function(entry, quick=True) if library else None


def entered(entry: EntryPoint, dtype: Any) -> Callable[..., Any]:
    """An entry point in the library for a record; its plain Python if there is none."""
    library = of(dtype)
    return library.call(entry) if library else entry.py_func


def bound(entry: Any, dtype: Any, *given: Any) -> Callable[[], Any]:
    """An entry point in the library for a record, with arguments that stay where they are."""
    library = of(dtype)
    if library is None:
        return functools.partial(getattr(entry, "py_func", entry), *given)
    return library.bound(entry, given)


def use(dtype: Any, library: Library | None) -> None:
    """Use a library for a record from now on; None to look for it again."""
    if library:
        _libraries[dtype] = library
    else:
        _libraries.pop(dtype, None)
    for entry in ENTRY_POINTS:
        entry.calls.pop(dtype, None)
    quick_function.cache_clear()


def of(dtype: Any) -> Library | None:
    """The library for a record, loaded at the first call, and built if there is none; None if it
    cannot be built here."""
    if dtype not in _libraries:
        _libraries[dtype] = _loaded(_packages[dtype]) if dtype in _packages else None
    return _libraries[dtype]


def _loaded(package: str) -> Library | None:
    path = make_ready(package)
    if path is None:
        return None
    if path.parent == cache.folder("libraries"):
        cache.mark_used(path)
    return Library(path)


def make_ready(package: str, tell: Told | None = None, portable: bool = False) -> Path | None:
    """The file of a game's library, built if there is none and if it can be; `portable` builds it
    also for older processors."""
    if not COMPILED:
        return None
    if build_in_subprocess.is_possible() and (portable or find(package) is None):
        wanted = targets() if portable else targets()[:1]
        folder = cache.folder("libraries")
        files = {target: folder / file_name(package, target) for target in wanted}
        build_in_subprocess.build(package, files, tell)
    return find(package)


# --- files -------------------------------------------------------------------------------


def find(package: str) -> Path | None:
    """The file of a game's library that suits this machine best, if there is one."""
    folders = (folder_of(package) / "libraries", cache.folder("libraries"))
    paths = (folder / file_name(package, target) for folder in folders for target in targets())
    return next((path for path in paths if path.exists()), None)


@functools.cache
def file_name(package: str, target: str) -> str:
    """What the file of a game's library is called."""
    sources = cache.generic_kernel_files() + cache.kernel_files(folder_of(package))
    game = package.rpartition(".")[2]
    return f"{game}-{target}-{cache.digest(sources)}.so"


def folder_of(package: str) -> Path:
    """The folder of a game's package."""
    return Path(str(import_module(package).__file__)).parent


@functools.cache
def targets() -> tuple[str, ...]:
    """The targets that this machine can run, the best first."""
    machine = platform.machine().lower()
    machine = {"amd64": "x86-64", "x86_64": "x86-64", "arm64": "aarch64"}.get(machine, machine)
    plain = f"{sys.platform}-{machine}"
    return (f"{plain}-v3", plain) if plain == "linux-x86-64" and has_v3() else (plain,)


def has_v3() -> bool:
    """Whether the processor has the instructions of x86-64-v3; only Linux tells."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    flags = next((line for line in text.splitlines() if line.startswith("flags")), "")
    return set(flags.split()) >= V3_FEATURES
