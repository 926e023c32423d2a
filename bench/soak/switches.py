"""What a crash test can change about a running server: its wall clock, and whether it may write."""

import mmap
import struct
from pathlib import Path

LAYOUT = struct.Struct("d?")


class Switches:
    """A few bytes that two processes share through a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        if not file.exists():
            file.write_bytes(LAYOUT.pack(0.0, False))
        with file.open("r+b") as content:
            self._shared = mmap.mmap(content.fileno(), LAYOUT.size)

    @property
    def jump(self) -> float:
        """By how many seconds the wall clock is wrong."""
        return float(LAYOUT.unpack_from(self._shared)[0])

    @property
    def read_only(self) -> bool:
        """Whether SQLite refuses to write."""
        return bool(LAYOUT.unpack_from(self._shared)[1])

    def set(self, jump: float = 0.0, read_only: bool = False) -> None:
        """Set everything; without arguments all is well again."""
        LAYOUT.pack_into(self._shared, 0, jump, read_only)
