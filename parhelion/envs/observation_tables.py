"""Writes docs/observations.md: what is observed of each of our games, from its declaration.

python -m parhelion.envs.observation_tables            write what has changed
python -m parhelion.envs.observation_tables --check    change nothing; fail if anything would
"""

import sys
from pathlib import Path

from parhelion.envs.observation import observation
from parhelion.games import Game, registry
from parhelion.games.observations import ObservedPart

FILE = Path(__file__).resolve().parents[2] / "docs" / "observations.md"
HEAD = """\
# What programs observe

<!-- Made by `python -m parhelion.envs.observation_tables`: change the games' `observation.py`. -->

Every environment of [environments.md](environments.md) observes the same: a flat array of `int8`,
whose parts are listed here in order. A part with a shape is an array, row by row. `int8` is small
to keep and quick to write; a network wants `observations.astype(np.float32)`.

An observation holds what the seat may know and nothing else: it is the same whatever the hidden
cards are, and a test deals them anew in random positions to see that. It is seen from the viewer:
its own things come first, seats are counted from its own.

```python
>>> import parhelion as ph
>>> from parhelion.envs import observation
>>> solstis = observation("solstis")
>>> seen = solstis.of(ph.new("solstis", seed=7), seat=1)
>>> solstis.part(seen, "hand").shape, solstis.part(seen, "hand").sum().item()
((6, 10), 3)

```

**A game that declares nothing**, such as a plug-in, is observed field by field: the seat that
observes, the seat to decide, then the bytes of the fields of its record, after `hide` has blanked
what the seat may not know. A number of more than one byte has its lowest byte first. To declare
something better, write a kernel `observe(state, seat, out)` and list what it writes as `PARTS` in a
module `observation`; [that of Orion Duel](../parhelion/games/orion/observation.py) is short.
"""


def document() -> str:
    """The whole file."""
    games = [registry.load(name) for name in registry.names()]
    return "\n".join([HEAD, *(_table(game) for game in games if FILE.parents[1] in _parents(game))])


def _parents(game: Game) -> list[Path]:
    return list(game.folder.resolve().parents)


def _table(game: Game) -> str:
    layout = observation(game.name)
    lines = [
        f"## {game.title}: {layout.size:,} numbers",
        "",
        "| part | from | shape | values | meaning |",
        "|---|---|---|---|---|",
        *(_row(part, layout.places[part.name].start) for part in layout.parts.values()),
    ]
    return "\n".join(lines) + "\n"


def _row(part: ObservedPart, begin: int) -> str:
    shape = " × ".join(map(str, part.shape)) or "1"
    return f"| `{part.name}` | {begin} | {shape} | {part.low} … {part.high} | {part.meaning} |"


def main(check: bool) -> None:
    """Write the file, or say that it is out of date."""
    text = document()
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return
    if check:
        sys.exit(f"{FILE.name} is out of date: python -m parhelion.envs.observation_tables")
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
