"""Write docs/rules, the rulebooks for reading without a server, from those of the games.

    python scripts/rules.py            write what has changed
    python scripts/rules.py --check    change nothing; fail if anything would change

The texts are the games' `rules/en.md`; the pictures are drawn from the positions in their
`rules/pictures.toml`.
"""

import re
import sys
from pathlib import Path

from parhelion.games import Game, registry, rulebook
from parhelion.rule_pictures import picture_files

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "rules"
NOTICE = "<!-- Made by scripts/rules.py from {source}: change that, then run `make rules`. -->\n\n"


def documents() -> dict[Path, str]:
    """Every file of docs/rules with its content."""
    found: dict[Path, str] = {}
    for game in map(registry.load, registry.names()):
        if game.has_rules and ROOT in game.folder.parents:
            pictures = picture_files(game)
            found[FOLDER / f"{_slug(game.title)}.md"] = _text(game)
            found |= {FOLDER / _address(game, name): drawn for name, drawn in pictures.items()}
    return found


def _text(game: Game) -> str:
    """A rulebook in English as GitHub shows it: anchors at the rules, no modes in headings."""
    source = game.folder / rulebook.FOLDER / "en.md"
    text = source.read_text("utf-8")
    text = re.sub(r"^(##.*?) *\{[a-z-]+\}$", r"\1", text, flags=re.MULTILINE)
    text = re.sub(r"^- \*\*([A-Z]\d+)\*\*", r'- <a id="\1"></a>**\1**', text, flags=re.MULTILINE)
    pictures = re.compile(rf"\]\({rulebook.PICTURE}([\w-]+)\)")
    text = pictures.sub(lambda found: f"]({_address(game, found[1])})", text)
    return NOTICE.format(source=source.relative_to(ROOT).as_posix()) + text


def _address(game: Game, picture: str) -> str:
    return f"pictures/{game.name}-{picture}.svg"


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")


def main(check: bool) -> int:
    """Write or check all files; the exit code."""
    wanted = documents()
    there = {path for path in FOLDER.rglob("*") if path.is_file()}
    told = [path for path in sorted(wanted) if not _holds(path, wanted[path])]
    gone = sorted(there - set(wanted))
    for path in () if check else told:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], "utf-8")
    for path in () if check else gone:
        path.unlink()
    names = [path.relative_to(ROOT).as_posix() for path in (*told, *gone)]
    print("\n".join(names or ["docs/rules is up to date."]))
    return 1 if check and names else 0


def _holds(path: Path, content: str) -> bool:
    return path.exists() and path.read_text("utf-8") == content


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
