"""Bring the catalogues of words up to date with the sources.

    python scripts/words.py            rewrite the .po files and say what is missing
    python scripts/words.py --check    change nothing; fail if anything is missing or unused

Python sources say `say("...")`, `mark("...")` and `say.plural("...", "...", n)`; those of the
client say `t("...")`, `mark("...")` and `tn("...", "...", n)`. Python is read as a syntax tree:
Babel's own extractor overlooks sentences inside the arguments of other calls.
"""

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from parhelion.words import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "parhelion"
CLIENT = ROOT / "web" / "src"
_, *TRANSLATED = LANGUAGES
"""Every language but that of the sources."""
HEADER = """\
msgid ""
msgstr ""
"Language: {lang}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


class Sentence(NamedTuple):
    """A sentence of the sources; `many` is its plural, if it has one."""

    one: str
    many: str | None = None


Found = dict[Sentence, set[str]]
"""The sentences of some sources, each with the files that say it."""


# --- the sources -------------------------------------------------------------------------


def sources() -> dict[Path, list[Path]]:
    """The folder of every catalogue with the sources it is for."""
    games = [init.parent for init in sorted(PACKAGE.glob("games/*/__init__.py"))]
    python = [path for path in sorted(PACKAGE.rglob("*.py")) if "template" not in path.parts]
    client = [path for path in sorted(CLIENT.rglob("*")) if path.suffix in {".ts", ".svelte"}]
    shared = [path for path in python if not any(game in path.parents for game in games)]
    own = {game / "locale": [path for path in python if game in path.parents] for game in games}
    return {PACKAGE / "locale": shared + client, **own}


def sentences(paths: list[Path]) -> Found:
    """Every sentence of some sources."""
    found: Found = {}
    for path in paths:
        read = in_python if path.suffix == ".py" else in_client
        for sentence in read(path.read_text(encoding="utf-8")):
            found.setdefault(sentence, set()).add(path.relative_to(ROOT).as_posix())
    return found


def in_python(source: str) -> Iterator[Sentence]:
    """The sentences of a Python source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = [getattr(argument, "value", None) for argument in node.args[:2]]
            yield from _about_the_reader(node)
            if name in {"say", "mark"} and isinstance(texts[0], str):
                yield Sentence(texts[0])
            elif name == "plural" and isinstance(texts[0], str) and isinstance(texts[1], str):
                yield Sentence(texts[0], texts[1])


def _about_the_reader(call: ast.Call) -> Iterator[Sentence]:
    """The sentences of a call in which the reader is "you"."""
    for argument in call.keywords:
        if argument.arg == "you":
            value = ast.literal_eval(argument.value)
            yield Sentence(value) if isinstance(value, str) else Sentence(*value)


_TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`)\s*"""
_SAID = re.compile(rf"(?<![\w.$])(?:tn\(\s*{_TEXT},\s*{_TEXT}[,)]|(?:t|mark)\(\s*{_TEXT}[,)])")


def in_client(source: str) -> Iterator[Sentence]:
    """The sentences of a TypeScript or Svelte source."""
    for call in _SAID.finditer(source):
        one, many, only = (text and _unquoted(text) for text in call.groups())
        yield Sentence(only or one, many)


def _unquoted(text: str) -> str:
    """What a string literal of the client means."""
    return re.sub(r"\\(.)", lambda escape: {"n": "\n"}.get(escape[1], escape[1]), text[1:-1])


# --- the catalogues ----------------------------------------------------------------------


def load(file: Path, lang: str) -> Catalog:
    """A catalogue as it is, empty if there is none yet."""
    text = file.read_bytes() if file.exists() else b""
    return read_po(io.BytesIO(text), locale=lang)


def entries(catalog: Catalog) -> dict[Sentence, Message]:
    """What a catalogue has, by sentence."""
    found = {}
    for message in catalog:
        if message.id:  # the header has none
            ids = (message.id,) if isinstance(message.id, str) else message.id
            found[Sentence(*ids)] = message
    return found


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a sentence, in each of its plural forms if it has any."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def renewed(old: Catalog, found: Found) -> Catalog:
    """A catalogue of exactly the sentences found, with the translations there are."""
    new, known = Catalog(locale=old.locale), entries(old)
    for sentence in sorted(found, key=lambda sentence: (sorted(found[sentence]), sentence.one)):
        one, many = sentence
        before = known.get(sentence)
        new.add(
            one if many is None else (one, many),
            before.string if before else None,
            locations=[(file, 0) for file in sorted(found[sentence])],
            flags=before.flags & {"fuzzy"} if before else (),
            user_comments=before.user_comments if before else (),
        )
    return new


def written(catalog: Catalog) -> str:
    """A catalogue as text: no dates, no line numbers, so that it changes only with its words."""
    body = io.BytesIO()
    write_po(body, catalog, width=100, omit_header=True, include_lineno=False)
    header = HEADER.format(lang=catalog.locale, plural=catalog.plural_forms)
    return header + body.getvalue().decode()


def problems(catalog: Catalog, found: Found) -> Iterator[str]:
    """What a catalogue lacks, and what it has for nothing."""
    known = entries(catalog)
    for sentence in sorted(found, key=lambda sentence: sentence.one):
        if sentence not in known:
            yield f"missing: {sentence.one!r}"
        elif not all(forms(known[sentence])):
            yield f"empty: {sentence.one!r}"
        elif known[sentence].fuzzy:
            yield f"fuzzy: {sentence.one!r}"
    for sentence in known:
        if sentence not in found:
            yield f"unused: {sentence.one!r}"


def main(check: bool) -> int:
    """Update or check all catalogues; the exit code."""
    told = []
    for folder, paths in sources().items():
        found = sentences(paths)
        for lang in TRANSLATED:
            file = folder / f"{lang}.po"
            catalog = load(file, lang)
            if not check:
                catalog = renewed(catalog, found)
                folder.mkdir(exist_ok=True)
                file.write_text(written(catalog), encoding="utf-8")
            told += [f"{file.relative_to(ROOT)}: {text}" for text in problems(catalog, found)]
    print("\n".join(told or ["Every sentence is translated."]))
    return 1 if check and told else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
