"""What people read, in their language. The English sentence itself is the key.

Sources write `say("{name} wins.", name=...)` with a `Words` called `say`, `say.plural(...)`
where a number decides, and `mark("...")` around a sentence that is said later. The catalogues are
`locale/fr.po` and `locale/nl.po`: one folder for everything shared, one in each game's folder;
`scripts/words.py` brings them up to date with the sources. How a language counts, lists and is
chosen comes from Babel, which is imported only when it is needed: starting stays quick.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, cast

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Message

Lang = Literal["en", "fr", "nl"]
"""The tag of a language; types cannot be made from `LANGUAGES`, a test holds the two equal."""
LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français", "nl": "Nederlands"}
"""Every language by its tag, in its own words; the first is the language of the sources."""
SHARED = Path(__file__).parent / "locale"

Catalogue = Mapping[str, str | tuple[str, ...]]
"""Translations by the English sentence: one, or one for each plural form of the language."""


class TextWithRule(str):
    """Words with the rule of the game's rulebook that they are about."""

    rule: str
    """The id of the rule; empty if none is named."""

    def __new__(cls, text: str, rule: str = "") -> Self:
        """A sentence, or a part of one. A rule that the text brings is kept."""
        made = super().__new__(cls, text)
        made.rule = getattr(text, "rule", "") or rule
        return made


def mark(text: str) -> str:
    """A sentence that is translated where it is shown; this only lets it be found."""
    return text


@cache
def catalogue(folder: Path, lang: str) -> Catalogue:
    """The translations of a folder into a language; none for English, the language of the keys."""
    file = folder / f"{lang}.po"
    if not file.exists():
        return {}
    from babel.messages.pofile import read_po

    with file.open("rb") as text:
        messages = read_po(text, locale=lang)
    return {_key(message.id): _said(message.string) for message in messages if _is_said(message)}


def _is_said(message: "Message") -> bool:
    """Whether a sentence has its translation, in every form, and nobody doubts it."""
    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
    return bool(message.id) and all(forms) and not message.fuzzy


def _key(id: object) -> str:
    """The key of a sentence with plurals is its singular."""
    return cast(str, id[0] if isinstance(id, list | tuple) else id)


def _said(string: object) -> str | tuple[str, ...]:
    return tuple(string) if isinstance(string, list | tuple) else cast(str, string)


def preferred() -> str:
    """The language that the user's environment asks for, English if it is none of ours."""
    from babel.core import default_locale, negotiate_locale

    asked = default_locale(("LC_ALL", "LC_MESSAGES", "LANG"))
    return negotiate_locale([asked] if asked else [], LANGUAGES) or "en"


class Words:
    """Says sentences in one language, from some catalogues; what none of them has, in English."""

    def __init__(self, lang: str, folders: Iterable[Path] = (SHARED,)) -> None:
        self.lang = lang if lang in LANGUAGES else next(iter(LANGUAGES))
        self._texts: dict[str, str | tuple[str, ...]] = {}
        self.reader = ""
        """What the player who reads is called; empty if nobody in particular reads."""
        for folder in folders:
            self._texts |= catalogue(folder, self.lang)

    def __call__(self, text: str, /, *, you: Any = "", **values: object) -> str:
        """Return a sentence, its {names} replaced by values.

        `you` is the sentence, a text, for the player it is about:

        >>> say = ENGLISH.calling({"Blue": "Alba"}, reader="Blue")
        >>> say("{seat} wins.", you="You win.", seat=say("Blue"))
        'You win.'
        """
        text = you if you and self._is_about_reader(values) else text
        said = self._texts.get(text, text)
        return cast(str, said).format(**values) if values else cast(str, said)

    def plural(
        self,
        one: str,
        many: str,
        n: int,
        /,
        *,
        you: Any = None,
        **values: object,
    ) -> str:
        """Return the form of a sentence that fits a number, which is also its {n}.

        `you` is a pair: both forms for the player it is about.
        """
        one, many = you if you and self._is_about_reader(values) else (one, many)
        forms = self._texts.get(one, (one, many))
        return forms[self._form(n)].format(n=n, **values)

    def _is_about_reader(self, values: Mapping[str, object]) -> bool:
        return bool(self.reader) and self.reader in values.values()

    def calling(self, names: Mapping[str, str], reader: str | None = None) -> "Words":
        """Return the same words, but some things have other names: {"Blue": "Alba"}.

        `reader` is the one of them that the reader is: sentences about it say "you".
        """
        twin = Words(self.lang, ())
        twin._texts = {**self._texts, **names}
        twin.reader = "" if reader is None else twin(reader)
        return twin

    @cached_property
    def _form(self) -> Callable[[int], int]:
        """Which form of a sentence a number takes in this language."""
        from babel.messages.plurals import get_plural

        return c2py(get_plural(self.lang).plural_expr)


ENGLISH = Words("en")


def told_apart(names: Sequence[str], seats: Sequence[str]) -> list[str]:
    """The names of players; those that are alike get their seats behind them."""
    times = Counter(names)
    return [
        f"{name} ({seat})" if name and times[name] > 1 else name
        for name, seat in zip(names, seats, strict=True)
    ]


def series(words: Iterable[str], say: Words) -> str:
    """Some words as people list them: e4, e5 and e6."""
    return _listed(tuple(words), say.lang)


@lru_cache(maxsize=10_000)  # the same cells and cards are listed again and again
def _listed(words: tuple[str, ...], lang: str) -> str:
    from babel.lists import format_list

    return format_list(words, locale=_locale(lang))


@cache
def _locale(lang: str) -> "Locale":
    """The customs of a language; for English the British ones: no comma before "and"."""
    from babel import Locale

    return Locale.parse("en_GB" if lang == "en" else lang)
