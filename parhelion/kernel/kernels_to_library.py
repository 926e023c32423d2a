"""Builds the library of a game: from Python kernels to a shared library with C functions.

1. Numba types every kernel that an entry point reaches and turns it into LLVM's intermediate
   code, each apart and unoptimised (`parhelion.kernel.numba_bridge`).
2. For each entry point a C function is added that reads its arguments from words.
3. All of it is linked into one module, in which nothing but these functions can be seen from
   outside, and optimised at once, as a whole program, for a target.
4. LLVM emits an object file, and a linker makes a library of it: this machine's own for itself,
   Zig's for other machines.

A library needs nothing but `memcpy`, `memmove` and `memset` from the C library. No fused
multiply-add is made, so that every target calculates the same.
"""

import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import from_dtype, typeof, types
from numba.np import arrayobj

from parhelion.kernel import arguments, defaults, dispatch, library, numba_bridge  # noqa: F401
from parhelion.kernel.arguments import ArrayArgument, StateArgument
from parhelion.kernel.build_in_subprocess import Told
from parhelion.kernel.compiler import ENTRY_POINTS, EntryPoint
from parhelion.kernel.numba_bridge import TARGET, WORD, SeparateCode

GENERIC = (
    "parhelion.kernel.dispatch",
    "parhelion.kernel.play",
    "parhelion.kernel.batch",
    "parhelion.kernel.preview",
    "parhelion.kernel.game_statistics",
    "parhelion.bots.kernels.network",
    "parhelion.bots.kernels.tree",
    "parhelion.bots.kernels.search",
    "parhelion.bots.kernels.luck_playouts",
)
"""Where the entry points of all games are."""
EMITTING = 10
"""Steps that optimising for one target and emitting count as, an entry point being one."""
TRIPLES = {
    "linux-x86-64": ("x86_64-unknown-linux-gnu", "x86-64"),
    "linux-x86-64-v3": ("x86_64-unknown-linux-gnu", "x86-64-v3"),
    "linux-aarch64": ("aarch64-unknown-linux-gnu", "generic"),
    "darwin-aarch64": ("arm64-apple-macosx11.0.0", "apple-m1"),
    "darwin-x86-64": ("x86_64-apple-macosx11.0.0", "x86-64"),
}
"""The targets: what LLVM calls the system, and the processor. Nobody has tried those of macOS."""
OWN_LINKER = {
    "linux": ["ld", "-shared", "-s"],
    "darwin": ["cc", "-dynamiclib", "-nostdlib", "-undefined", "dynamic_lookup"],
}
NUMBERS: dict[Any, Any] = {int: types.int64, float: types.float64, bool: types.boolean}


def build(package: str, files: Mapping[str, Path], tell: Told) -> None:
    """Build the library of a game's package for some targets, each into its file."""
    code = whole_program(package, lambda done, steps: tell(done, steps + len(files) * EMITTING))
    steps = len(entry_points(package)) + len(files) * EMITTING
    for left, (target, path) in enumerate(files.items(), start=1 - len(files)):
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            emitted, linked = Path(folder) / "library.o", Path(folder) / path.name
            emitted.write_bytes(object_code(code, target))
            link(emitted, linked, target)
            linked.replace(path)
        tell(steps + left * EMITTING, steps)


def whole_program(package: str, tell: Told) -> bytes:
    """All kernels that the entry points of a game reach, and these, as LLVM bitcode."""
    game = import_module(f"{package}.kernels")
    dispatch.register(game.STATE, game)
    module, linked, entries = llvm.parse_assembly(""), set[Any](), entry_points(package)
    for done, entry in enumerate(entries):
        tell(done, len(entries))
        for code in c_function(entry, game.STATE).reached():
            if code not in linked:
                linked.add(code)
                module.link_in(numba_bridge.module_of(code), True)
    names = {library.symbol(entry) for entry in entries}
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"
    module.verify()
    return bytes(module.as_bitcode())


def entry_points(package: str) -> list[EntryPoint]:
    """The entry points of a game: those of all games and its own."""
    kernels = import_module(f"{package}.kernels")
    chapters = pkgutil.iter_modules(getattr(kernels, "__path__", ()), f"{kernels.__name__}.")
    modules = (*GENERIC, kernels.__name__, *(chapter.name for chapter in chapters))
    for module in modules:
        import_module(module)
    return [
        entry
        for entry in ENTRY_POINTS
        if entry.__module__ in modules and entry.field in ("", *kernels.STATE.names)
    ]


# --- C functions -------------------------------------------------------------------------


def c_function(entry: EntryPoint, dtype: Any) -> SeparateCode:
    """The code of an entry point's C function; what it needs is in its linking libraries."""
    kinds, returns = arguments.kinds(entry.py_func)
    version = numba_bridge.callee(entry).version([numba_type(kind, dtype) for kind in kinds])
    code = SeparateCode(TARGET.codegen(), library.symbol(entry))
    module = code.create_ir_module(library.symbol(entry))
    function = ir.Function(
        module, ir.FunctionType(ir.VoidType(), [WORD.as_pointer()]), library.symbol(entry)
    )
    builder = ir.IRBuilder(function.append_basic_block())
    words = Words(builder, function.args[0])
    signature = version.signature
    values = [words.value(kind, each) for kind, each in zip(kinds, signature.args, strict=True)]
    called = TARGET.declare_function(module, version.description)
    _, result = TARGET.call_conv.call_function(
        builder, called, signature.return_type, signature.args, values
    )
    with TARGET.push_code_library(code):
        words.store_result(result, signature.return_type, returns)
    builder.ret_void()
    code.add_ir_module(module)
    for called_code in version.code.reached():
        code.add_linking_library(called_code)
    code.finalize()
    return code


def numba_type(kind: Any, dtype: Any) -> Any:
    """What Numba calls a kind of argument, for a game's record."""
    if isinstance(kind, StateArgument):
        return from_dtype(dtype)
    if isinstance(kind, ArrayArgument):
        return typeof(np.zeros((0,) * kind.dimensions, dtype if kind.dtype is None else kind.dtype))
    if kind in NUMBERS:
        return NUMBERS[kind]
    return types.NamedTuple([numba_type(each, dtype) for each in arguments.fields(kind)], kind)


class Words:
    """Reads arguments from words, one after the other; see `parhelion.kernel.arguments`."""

    def __init__(self, builder: Any, first: Any) -> None:
        self._builder, self._first, self._next = builder, first, 1

    def _word(self) -> Any:
        place = self._builder.gep(self._first, [ir.Constant(WORD, self._next)])
        self._next += 1
        return self._builder.load(place)

    def value(self, kind: Any, numba_type: Any) -> Any:
        """The next argument as Numba represents it."""
        if isinstance(kind, StateArgument):
            return self._builder.inttoptr(self._word(), TARGET.get_value_type(numba_type))
        if isinstance(kind, ArrayArgument):
            return self._array(numba_type)
        if kind is float:
            return self._builder.bitcast(self._word(), ir.DoubleType())
        if kind is bool:
            return self._builder.trunc(self._word(), ir.IntType(1))
        if kind is int:
            return self._word()
        fields = zip(arguments.fields(kind), numba_type.types, strict=True)
        values = [self.value(each, its_type) for each, its_type in fields]
        return TARGET.make_tuple(self._builder, numba_type, values)

    def _array(self, numba_type: Any) -> Any:
        element = TARGET.get_data_type(numba_type.dtype)
        itemsize = TARGET.get_constant(types.intp, TARGET.get_abi_sizeof(element))
        data = self._builder.inttoptr(self._word(), element.as_pointer())
        shape = [self._word() for _ in range(numba_type.ndim)]
        strides = [itemsize]
        for length in reversed(shape[1:]):
            strides.insert(0, self._builder.mul(strides[0], length))
        array = arrayobj.make_array(numba_type)(TARGET, self._builder)
        arrayobj.populate_array(
            array, data=data, shape=shape, strides=strides, itemsize=itemsize, meminfo=None
        )
        return array._getvalue()

    def store_result(self, value: Any, numba_type: Any, kind: Any) -> None:
        """Write what the entry point returns to the first word."""
        if kind not in NUMBERS:
            return
        value = TARGET.cast(self._builder, value, numba_type, NUMBERS[kind])
        if kind is float:
            value = self._builder.bitcast(value, WORD)
        elif kind is bool:
            value = self._builder.zext(value, WORD)
        self._builder.store(value, self._first)


# --- linking and emitting ----------------------------------------------------------------


def object_code(code: bytes, target: str) -> bytes:
    """A whole program optimised for a target, as an object file."""
    triple, processor = TRIPLES[target]
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=processor, opt=3, reloc="pic", codemodel="default"
    )
    module = llvm.parse_bitcode(code)
    module.triple, module.data_layout = triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = True, False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def link(emitted: Path, linked: Path, target: str) -> None:
    """Make a shared library of an object file."""
    here = target in library.targets()
    zig = [sys.executable, "-m", "ziglang", "ld.lld", "-shared", "-s"]
    command = OWN_LINKER.get(sys.platform, zig) if here else zig
    subprocess.run([*command, "-o", str(linked), str(emitted)], check=True)  # noqa: S603


def main(package: str, *targets_and_files: str) -> None:
    """Build a library for each target into the file named after it, and print how far it is."""
    named = iter(targets_and_files)
    files = {target: Path(path) for target, path in zip(named, named, strict=True)}
    if unknown := ", ".join(files.keys() - TRIPLES.keys()):
        sys.exit(f"No library can be built for {unknown}, only for {', '.join(TRIPLES)}.")
    build(package, files, lambda done, steps: print(done, steps, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
