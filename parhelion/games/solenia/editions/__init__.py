"""What the pieces of Solenia print is data: an edition is one TOML file (S30).

Here is the shelf with those that are known by name: ours, and what lies in a folder of the user's.
The archive holds what the house edition was in older versions of the rules. Nobody can choose one
of these, but a record of that time is replayed with it.
"""

import os
from pathlib import Path

OURS = Path(__file__).parent
ARCHIVE = OURS / "archive"
HOUSE = "house"
SETTING = "PARHELION_EDITIONS"
"""The environment variable that names a folder with more editions."""


def shelf() -> dict[str, Path]:
    """The files of all editions by name, the house edition first; ours win over others."""
    theirs = os.environ.get(SETTING)
    folders = [*([Path(theirs).expanduser()] if theirs else []), OURS]
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    return {HOUSE: files.pop(HOUSE), **dict(sorted(files.items()))}
