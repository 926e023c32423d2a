"""Numba's side of kernels: how it types, compiles and links them.

Imported only where something is compiled: when a library is built, and for `@jit`. It leans on
Numba's internals, so Numba is pinned; the tests compare what comes out with plain Python.

Numba alone would compile a kernel once for every width of integer and every constant it is called
with, and link everything it calls into each one. Here a kernel has one version for each tuple of
*widened* argument types, and its code is kept apart, unoptimised, until all that a program reaches
is linked together.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, compiler
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.typing.templates import make_concrete_template
from numba.extending import intrinsic, lower_builtin, overload, type_callable
from numba.np import arrayobj

from parhelion.kernel import bits, dispatch, memory
from parhelion.kernel.compiler import Kernel
from parhelion.kernel.record import observed_bytes

WORD = ir.IntType(64)
TYPING, TARGET = cpu_target.typing_context, cpu_target.target_context


def widened(argument: Any) -> Any:
    """The type with which a kernel is compiled: constants lose their value, signed integers are
    64 bits wide."""
    plain: Any = types.unliteral(argument)
    return types.int64 if plain in (types.int8, types.int16, types.int32) else plain


class SeparateCode(JITCodeLibrary):
    """The code of one kernel, neither optimised nor linked with what it calls."""

    def _optimize_functions(self, _module: Any) -> None:
        """Leave it to the whole program."""

    def finalize(self) -> None:
        """Note that the code is complete."""
        self._raise_if_finalized()
        self._finalized = True

    def reached(self) -> Iterator[Any]:
        """This code and all that it calls, each once."""
        return iter(dict.fromkeys((self, *self._linking_libraries)))


def module_of(code: Any) -> Any:
    """Some code as LLVM knows it, without what it calls; what Numba brings along is complete."""
    return code._final_module if isinstance(code, SeparateCode) else code._get_module_for_linking()


@dataclass(frozen=True, eq=False)
class Version:
    """A kernel compiled for some argument types. Callers find its code by it."""

    callee: "Callee"
    signature: Any
    description: Any
    """How its function is called in the code, and with what."""
    code: SeparateCode

    def __repr__(self) -> str:
        return repr(self.callee)


class Callee:
    """A kernel as compiled code calls it. Numba takes it for one of its dispatchers."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.py_func = kernel.py_func
        self.is_compiling = False
        """By this Numba knows a kernel that calls itself."""
        self._pysig = inspect.signature(kernel.py_func)
        self._versions: dict[Any, Version] = {}

    def __repr__(self) -> str:
        return f"<kernel {self.kernel.__module__}.{self.kernel.__name__}>"

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        """How a call with arguments of these types is typed."""
        signature = self.version(arguments).signature
        name = f"kernel {self.kernel.__name__}"
        template = make_concrete_template(name, key=name, signatures=[signature])
        return template, self._pysig, arguments, keywords

    def fold_argument_types(self, arguments: Any, _keywords: Any) -> Any:
        """The types with which a kernel that calls itself is compiled."""
        return self._pysig, tuple(map(widened, arguments))

    def get_overload(self, arguments: Any) -> Any:
        """What the code for these types is found by."""
        return self.version(arguments)

    def version(self, arguments: Any) -> Version:
        """The kernel compiled for these types, at the first call of this."""
        wide = tuple(map(widened, arguments))
        if wide not in self._versions:
            meant = self.kernel.for_state(wide[0])
            if meant is self.kernel:
                self._versions[wide] = self._compiled(wide)
            else:
                self._versions[wide] = callee(meant).version(wide)
        return self._versions[wide]

    def _compiled(self, arguments: Any) -> Version:
        flags: Any = compiler.Flags()
        flags.error_model, flags.nrt, flags.no_compile = "numpy", False, True
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        code = SeparateCode(TARGET.codegen(), self.py_func.__qualname__)
        with global_compiler_lock:
            self.is_compiling = True
            result = compiler.compile_extra(
                TYPING, TARGET, self.py_func, arguments, None, flags, {}, library=code
            )
            self.is_compiling = False
            version = Version(self, result.signature, result.fndesc, code)
            TARGET.insert_user_function(version, result.fndesc, list(code.reached()))
        return version


def dtype_of(record: Any) -> Any:
    """The dtype of the game whose record has this Numba type; None if it is no game's."""
    return next((dtype for dtype in dispatch.GAMES if numba.from_dtype(dtype) == record), None)


def callee(kernel: Kernel) -> Callee:
    """A kernel as compiled code calls it."""
    found: Callee = kernel._numba_type_.dispatcher
    return found


_callees: list[Callee] = []
"""Kept here, since Numba's types keep weak references only."""


def callee_type(kernel: Kernel) -> Any:
    """The Numba type of a kernel."""
    _callees.append(Callee(kernel))
    return types.Dispatcher(_callees[-1])


def jit(function: Callable[..., Any]) -> Any:
    """A function compiled by Numba when it is first called. See `compiler.jit`."""
    return numba.njit(nogil=True, error_model="numpy")(function)


# --- what Python spells differently ------------------------------------------------------


@intrinsic
def _ctpop(_context: Any, _word: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(_context: Any, _word: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))  # 1: never zero

    return types.int64(types.uint64), generate


@overload(bits.popcount, strict=False)
def _popcount(_word: Any) -> Any:
    call: Any = _ctpop  # Numba supplies the first argument
    return lambda word: call(word)


@overload(bits.lowest, strict=False)
def _lowest(_word: Any) -> Any:
    call: Any = _cttz
    return lambda word: call(word)


_SET_BITS = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
_EIGHT_INDICES = ir.VectorType(ir.IntType(32), 8)


@intrinsic
def _list_byte(_context: Any, _byte: Any, _first: Any, out: Any, _n: Any) -> Any:
    """Write eight numbers at once, of which as many count as the byte has bits. A loop over them
    would be unrolled before LLVM sees that it is one vector."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, first, array, n = arguments
        table = cgutils.global_constant(builder, "set_bits", _set_bits_table())
        indices = builder.load(builder.gep(table, [WORD(0), byte]))
        counted = builder.trunc(first, ir.IntType(32))
        every = builder.insert_element(ir.Constant(_EIGHT_INDICES, ir.Undefined), counted, WORD(0))
        every = builder.shuffle_vector(every, every, ir.Constant(_EIGHT_INDICES, [0] * 8))
        data = arrayobj.make_array(signature.args[2])(target, builder, array).data
        place = builder.bitcast(builder.gep(data, [n]), _EIGHT_INDICES.as_pointer())
        numbers = builder.add(builder.zext(indices, _EIGHT_INDICES), every)
        builder.store(numbers, place).align = 4
        return target.get_dummy_value()

    return types.none(types.uint64, types.int64, out, types.uint64), generate


def _set_bits_table() -> Any:
    """For every byte the indices of its set bits, and zeros."""
    bytes_8 = ir.VectorType(ir.IntType(8), 8)
    rows = [ir.Constant(bytes_8, (bits + [0] * 8)[:8]) for bits in _SET_BITS]
    return ir.Constant(ir.ArrayType(bytes_8, 256), rows)


@overload(bits.list_bits, strict=False)
def _list_bits(_word: Any, _first: Any, _out: Any, _n: Any) -> Any:
    call: Any = _list_byte

    def listed(word: Any, first: Any, out: Any, n: Any) -> Any:
        if word != 0:
            for byte in range(8):
                eight = (word >> np.uint64(8 * byte)) & np.uint64(255)
                call(eight, first + 8 * byte, out, n)
                n += np.uint64(bits.popcount(eight))
        return n

    return listed


def _spreading(width: int) -> Any:
    """What writes the lowest bits of a word as bytes, all at once."""

    def typed(_context: Any, word: Any, out: Any, n: Any) -> Any:
        def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            bits_type, bytes_type = (ir.VectorType(ir.IntType(size), width) for size in (1, 8))
            lowest = builder.trunc(arguments[0], ir.IntType(width)) if width < 64 else arguments[0]
            spread = builder.zext(builder.bitcast(lowest, bits_type), bytes_type)
            data = arrayobj.make_array(out)(target, builder, arguments[1]).data
            place = builder.bitcast(builder.gep(data, [arguments[2]]), bytes_type.as_pointer())
            builder.store(spread, place).align = 1
            return target.get_dummy_value()

        return types.none(word, out, n), generate

    return intrinsic(typed)


_spread_16: Any = _spreading(16)
_spread_64: Any = _spreading(64)


@overload(bits.spread_16, strict=False)
def _overload_spread_16(_word: Any, _out: Any, _n: Any) -> Any:
    return lambda word, out, n: _spread_16(np.uint64(word), out, np.int64(n))


@overload(bits.spread_64, strict=False)
def _overload_spread_64(_word: Any, _out: Any, _n: Any) -> Any:
    return lambda word, out, n: _spread_64(np.uint64(word), out, np.int64(n))


@type_callable(memory.scratch)
def _type_scratch(_context: Any) -> Any:
    def typer(size: Any, dtype: Any) -> Any:
        if isinstance(size, types.IntegerLiteral):
            return types.Array(dtype.dtype, 1, "C")
        return None  # Numba asks again, with the constant

    return typer


@lower_builtin(memory.scratch, types.IntegerLiteral, types.Any)  # type: ignore[untyped-decorator]
def _lower_scratch(context: Any, builder: Any, signature: Any, _arguments: Any) -> Any:
    """Memory on the stack of the caller: this is no function of its own."""
    element = context.get_data_type(signature.return_type.dtype)
    count = signature.args[0].literal_value
    with builder.goto_entry_block():  # not cgutils.alloca_once, which fills it with zeros each time
        data = builder.alloca(ir.ArrayType(element, count))
    pointer = builder.bitcast(data, element.as_pointer())
    return _array_at(context, builder, signature.return_type, pointer, count)


def _array_at(context: Any, builder: Any, array_type: Any, pointer: Any, count: int) -> Any:
    """An array of one dimension over memory that is there."""
    element = context.get_data_type(array_type.dtype)
    itemsize = context.get_constant(types.intp, context.get_abi_sizeof(element))
    array = arrayobj.make_array(array_type)(context, builder)
    arrayobj.populate_array(
        array,
        data=pointer,
        shape=[context.get_constant(types.intp, count)],
        strides=[itemsize],
        itemsize=itemsize,
        meminfo=None,
    )
    return array._getvalue()


@type_callable(memory.copy_of)
def _type_copy_of(_context: Any) -> Any:
    return lambda state: state


@lower_builtin(memory.copy_of, types.Record)  # type: ignore[untyped-decorator]
def _lower_copy_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Memory on the stack of the caller, as for `scratch`."""
    record = signature.return_type
    with builder.goto_entry_block():
        copied = builder.alloca(context.get_data_type(record))
    copied.align = 16
    cgutils.raw_memcpy(builder, copied, arguments[0], WORD(1), WORD(record.size))
    return copied


@intrinsic
def _bytes_of(_context: Any, state: Any) -> Any:
    """The memory of a state as an array."""
    array_type = types.Array(types.int8, 1, "C")

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        return _array_at(target, builder, array_type, pointer, state.size)

    return array_type(state), generate


@overload(memory.copy_fields, strict=False)
def _copy_fields(state: Any, _out: Any) -> Any:
    call: Any = _bytes_of
    places = np.array(observed_bytes(dtype_of(state)), dtype=np.int64)

    def copied(state: Any, out: Any) -> None:
        raw = call(state)
        for i in range(len(places)):
            out[i] = raw[places[i]]

    return copied
