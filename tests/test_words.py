"""Words: every sentence people read exists in every language, and says the same thing."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from babel.messages.catalog import Catalog, Message

import parhelion as ph
from parhelion.bots.explanations import explanation_sentences
from parhelion.games import Game
from parhelion.words import LANGUAGES, Lang, Words, catalogue, preferred, series
from scripts import words
from tests.positions import matches, positions

SOURCES = words.sources()
CATALOGUES = [(folder, lang) for folder in SOURCES for lang in words.TRANSLATED]
SAME = {
    "fr": {
        "Actions",
        "Duo",
        "Notifications",
        "Orange",
        "Pause",
        "Points",
        "Sébastien Dujardin",
        "Total",
        "Triangle",
        "Violet",
        "option",
        "{cell}, orange",
        "{hours} h {minutes} min",
        "{minutes} min",
    },
    "nl": {
        "Amber",
        "Bot",
        "Chat",
        "Duo",
        "Enter",
        "Esc",
        "Live",
        "Regatta",
        "Shift+R",
        "Shift+← ↑ → ↓",
        "Storm",
        "Sébastien Dujardin",
        "Wolf",
        "hand:",
        "online",
        "water",
        "{minutes} min",
        "{n} water",
    },
}
"""Sentences that are the same in another language; placeholders and signs always may be."""


def told(folder: Path, lang: str) -> dict[words.Sentence, Message]:
    """A catalogue as it is in its file."""
    return words.entries(words.load(folder / f"{lang}.po", lang))


def named(where: Path) -> str:
    return where.relative_to(words.ROOT).as_posix()


every_catalogue = pytest.mark.parametrize(
    ("folder", "lang"), CATALOGUES, ids=[f"{named(folder)}/{lang}" for folder, lang in CATALOGUES]
)


# --- the catalogues


@every_catalogue
def test_no_sentence_is_missing_empty_fuzzy_or_unused(folder: Path, lang: str) -> None:
    found = words.sentences(SOURCES[folder])
    assert found
    assert list(words.problems(words.load(folder / f"{lang}.po", lang), found)) == []


@every_catalogue
def test_a_catalogue_is_written_as_the_tool_writes_it(folder: Path, lang: str) -> None:
    file = folder / f"{lang}.po"
    fresh = words.renewed(words.load(file, lang), words.sentences(SOURCES[folder]))
    assert file.read_text(encoding="utf-8") == words.written(fresh)


def places(text: str) -> set[str]:
    """The {names} of a sentence, with what is done to them."""
    parts = Formatter().parse(text)
    return {f"{name}!{how}:{spec}" for _, name, spec, how in parts if name is not None}


@every_catalogue
def test_every_language_has_the_same_placeholders(folder: Path, lang: str) -> None:
    for sentence, message in told(folder, lang).items():
        counted = set() if sentence.many is None else places("{n}")  # "a move" needs no number
        for text in (*filter(None, sentence), *words.forms(message)):
            assert places(text) - counted == places(sentence.one) - counted, text


@every_catalogue
def test_plural_sentences_have_a_form_for_every_number(folder: Path, lang: str) -> None:
    for sentence, message in told(folder, lang).items():
        assert len(words.forms(message)) == (1 if sentence.many is None else 2)


@every_catalogue
def test_no_sentence_stays_english_by_accident(folder: Path, lang: str) -> None:
    for sentence, message in told(folder, lang).items():
        letters = re.sub(r"\{[^}]*\}|\W", "", sentence.one)
        if letters:
            assert (sentence.one in words.forms(message)) == (sentence.one in SAME[lang]), sentence


@every_catalogue
def test_edges_of_a_sentence_are_kept(folder: Path, lang: str) -> None:
    """Sentences that are put behind or before something keep the space there."""
    for sentence, message in told(folder, lang).items():
        for text in words.forms(message):
            assert text.endswith(" ") == sentence.one.endswith(" "), text
            assert text.endswith(".") == sentence.one.endswith("."), text


@pytest.mark.parametrize("folder", SOURCES, ids=named)
def test_french_signs_stand_off_their_words(folder: Path) -> None:
    for message in told(folder, "fr").values():
        for text in words.forms(message):
            assert not re.search(r"[^\s\u202f«][;:!?»%](?!\w)", re.sub(r"\{[^}]*\}", "x", text)), (
                text
            )
            assert not re.search(r" [;:!?»%]|« |'", re.sub(r"\{[^}]*\}", "x", text)), text


# --- how the tool reads the sources


def test_sentences_of_python_are_found_wherever_they_stand() -> None:
    source = """
def told(say, n):
    names = [self.say("one"), mark("two"), say(names[0]), say("long "
             "sentence", x=len(f(say("inner"))))]
    return say.plural("{n} cell", "{n} cells", n)
"""
    assert set(words.in_python(source)) == {
        words.Sentence("one"),
        words.Sentence("two"),
        words.Sentence("long sentence"),
        words.Sentence("inner"),
        words.Sentence("{n} cell", "{n} cells"),
    }


def test_sentences_of_the_client_are_found_wherever_they_stand() -> None:
    source = r"""
<p title={t('it\'s {name}', {name})}>{t("one")} {t(`two`)} {at("no")} {x.t("no")}</p>
{tn("{n} move",
    "{n} moves", n)} {t(key)} {t(`no ${key}`)} {t("long", )}
"""
    assert list(words.in_client(source)) == [
        words.Sentence("it's {name}"),
        words.Sentence("one"),
        words.Sentence("two"),
        words.Sentence("{n} move", "{n} moves"),
        words.Sentence("long"),
    ]


def test_the_tool_keeps_what_is_used_and_drops_the_rest() -> None:
    kept, gone, fresh = (words.Sentence(text) for text in ("kept", "gone", "fresh"))
    plural = words.Sentence("{n} cell", "{n} cells")
    old = words.renewed(Catalog(locale="fr"), {kept: {"a.py"}, gone: {"a.py"}})
    old.get("kept").string = "gardé"  # type: ignore[union-attr]
    found = {kept: {"b.py"}, fresh: {"b.py"}, plural: {"b.py"}}
    assert sorted(words.problems(old, found)) == [
        "missing: 'fresh'",
        "missing: '{n} cell'",
        "unused: 'gone'",
    ]
    new = words.renewed(old, found)
    assert {s: words.forms(m) for s, m in words.entries(new).items()} == {
        kept: ("gardé",),
        fresh: ("",),
        plural: ("", ""),
    }
    assert sorted(words.problems(new, found)) == ["empty: 'fresh'", "empty: '{n} cell'"]


# --- nothing is said past the catalogues


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that are written out in an expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from literals(part)


def test_the_terminal_prints_nothing_but_what_is_said() -> None:
    for path in (words.PACKAGE / "terminal").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "attr", "")
            if isinstance(node, ast.Call) and name in {"print", "status", "_ask", "_tell"}:
                for text in (text for argument in node.args for text in literals(argument)):
                    assert not re.search(r"[a-z]", re.sub(r"\[[^\]]*\]", "", text)), (path, text)


NAMES = {"Parhelion", "Esc", "Shift"}
"""Names of the project and of keys, which are the same for everybody."""
_SCRIPTS = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_READ_ALOUD = re.compile(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"')


def without_braces(text: str) -> str:
    """A Svelte template without its expressions."""
    while re.search(r"\{[^{}]*\}", text):
        text = re.sub(r"\{[^{}]*\}", "", text)
    return text


def test_templates_of_the_client_hold_no_bare_words() -> None:
    for path in words.CLIENT.rglob("*.svelte"):
        template = without_braces(_SCRIPTS.sub("", path.read_text(encoding="utf-8")))
        aloud = " ".join(_READ_ALOUD.findall(template))
        shown = re.sub(r"<[^>]*>|&\w+;", " ", template)
        bare = set(re.findall(r"[^\W\d_]{2,}", f"{shown} {aloud}")) - NAMES
        assert not bare, f"{path}: {bare}"


# --- saying


def test_a_sentence_without_a_translation_is_said_in_english(tmp_path: Path) -> None:
    text = 'msgid "cell"\nmsgstr "case"\n\n#, fuzzy\nmsgid "tile"\nmsgstr "toile"\n\n'
    text += 'msgid "{n} hex"\nmsgid_plural "{n} hexes"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    (tmp_path / "fr.po").write_text(text, encoding="utf-8")
    say = Words("fr", [tmp_path])
    assert [say("cell"), say("tile"), say("sky {n}", n=2)] == ["case", "tile", "sky 2"]
    assert say.plural("{n} hex", "{n} hexes", 2) == "2 hexes"
    assert Words("de", [tmp_path]).lang == "en"
    assert catalogue(tmp_path, "en") == {}


def test_each_language_counts_in_its_own_way() -> None:
    say = {lang: Words(lang) for lang in LANGUAGES}
    counted = {
        lang: [say[lang].plural("{n} move", "{n} moves", n) for n in range(3)] for lang in LANGUAGES
    }
    assert counted == {
        "en": ["0 moves", "1 move", "2 moves"],
        "fr": ["0 coup", "1 coup", "2 coups"],
        "nl": ["0 zetten", "1 zet", "2 zetten"],
    }


def test_each_language_lists_in_its_own_way() -> None:
    listed = {lang: series(["e4", "e5", "e6"], Words(lang)) for lang in LANGUAGES}
    assert listed == {"en": "e4, e5 and e6", "fr": "e4, e5 et e6", "nl": "e4, e5 en e6"}
    say = Words("en")
    assert [series(names, say) for names in (["{e4}"], ["e4", "{e5}"])] == ["{e4}", "e4 and {e5}"]


def test_every_language_has_a_type() -> None:
    assert get_args(Lang) == tuple(LANGUAGES)


def test_values_may_have_any_name_and_any_text() -> None:
    say = Words("en")
    assert say("{text} by {self}", text="{n}", self="me") == "{n} by me"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "nl_BE.UTF-8", "LC_MESSAGES": "fr_FR@euro"}, "fr"),
        ({"LANG": "nl_BE.UTF-8", "LC_MESSAGES": "fr", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fr", "LC_ALL": ""}, "fr"),
        ({"LANG": "frr_DE"}, "en"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    environment: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in LANGUAGE_VARIABLES:
        monkeypatch.setenv(name, environment.get(name, ""))
    assert preferred() == lang


LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG")


def terminal(*arguments: str, typed: str = "", **environment: str) -> str:
    """Return the output of the command, run without the user's language and terminal settings."""
    ours = {"COLUMNS": "120", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    theirs = (*LANGUAGE_VARIABLES, "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    inherited = {name: value for name, value in os.environ.items() if name not in theirs}
    run = subprocess.run(
        [sys.executable, "-m", "parhelion", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=inherited | ours | environment,
    )
    return run.stdout + run.stderr


def test_the_terminal_speaks_the_language_asked_for() -> None:
    arguments = ("play", "orion", "--players", "human,human", "--setup", "symmetric-1")
    typed = "help\nstar h5\nstra e4\nstar e4\nlog\n"
    shown = terminal(*arguments, "--lang", "fr", typed=typed, LC_ALL="nl_NL.UTF-8")
    assert "À Bleu de jouer." in shown
    assert "annuler votre dernier coup" in shown
    assert "Bleu\u202f: un hexagone bleu ne peut recouvrir le jeton en h5" in shown
    assert "aucune tuile ne s’appelle 'stra'\u202f; vouliez-vous dire star" in shown
    assert "1. Bleu    star e4  " in shown
    assert "La partie est enregistrée." in shown


def test_the_menu_speaks_the_language_of_the_environment() -> None:
    shown = terminal("play", typed="\n\n\n\n2\n\nquit\n9\nnee\n", LC_ALL="", LANG="nl_BE.UTF-8")
    for sentence in (
        "Tegenstander",
        "Opstelling: ",
        "Blauw is aan zet.",
        "Typ een getal van 1 t/m",
    ):
        assert sentence in shown


def test_games_are_presented_in_the_language_asked_for(game: Game) -> None:
    shown = terminal("games", "--lang", "fr", COLUMNS="240")
    assert game.words("fr")(game.info.summary) in shown
    assert game.info.summary not in shown


def test_an_unknown_language_is_refused() -> None:
    assert terminal("games", "--lang", "de") == "parhelion: lang 'de': it is one of: en, fr, nl\n"


@pytest.mark.parametrize("lang", words.TRANSLATED)
def test_a_match_is_told_in_every_language(game: Game, lang: str) -> None:
    match = ph.new(game.info.name, seed=1)
    assert match.status(lang) != match.status()
    assert str(match) == "\n".join(
        ["".join(text for text, _ in line).rstrip() for line in match.board()] + [match.status()]
    )
    with pytest.raises(ph.BadNotation) as english:
        match.parse("?")
    with pytest.raises(ph.BadNotation) as other:
        match.parse("?", lang)
    assert str(english.value) != str(other.value)


@pytest.mark.parametrize("lang", words.TRANSLATED)
def test_scenes_speak_every_language(game: Game, lang: str) -> None:
    match = ph.new(game.info.name, seed=1)
    english, other = match.scene(0), match.scene(0, lang)
    assert other.prompt != english.prompt
    assert [choice.move for choice in other.choices] == [choice.move for choice in english.choices]
    assert [item.id for item in other.items] == [item.id for item in english.items]
    pairs = zip(english.sections, other.sections, strict=True)
    assert all(mine.lines != theirs.lines for mine, theirs in pairs)


# --- words, not codes

CODE = re.compile(r"(?=.*\d)(?=.*[^\d\s])\S+|[A-Z]{2,}|[B-Z]")
"""A code of notation: a digit and something besides, or capitals; A is an English word, too."""
CELL = re.compile(r"[a-z]\d+")
"""Such as e4, which a board of cells can show."""


def codes(match: ph.Match) -> set[str]:
    """What notation calls the moves of a game and the things of a position."""
    moves = {part for move in match.game.all_moves for part in move.args}
    things = set(texts_in(match.view()["position"]))
    return {code for code in moves | things if CODE.fullmatch(code) and not CELL.fullmatch(code)}


def texts_in(value: object) -> Iterator[str]:
    """Every text in some JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for part in value.values() for text in texts_in(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in texts_in(part))


def said(match: ph.Match, lang: str) -> Iterator[str]:
    """All that people read about a position."""
    drawn = match.scene(match.turn, lang)
    yield drawn.prompt
    yield from (text for item in drawn.items for text in (item.label, item.text))
    yield from (choice.label for choice in drawn.choices)
    yield from drawn.notes.values()
    yield from (entry.label for entry in drawn.log)
    yield from (line for section in drawn.sections for line in (section.title, *section.lines))
    if drawn.ending:
        yield from (drawn.ending.sentence, *drawn.ending.count)
        yield from (text for row in drawn.ending.rows for text in (row.label, row.about))
    for move in match.moves()[:4]:
        yield from explanation_sentences(match, move, match.turn, lang)
    yield from (match.why_illegal(match.turn or 0, [item.id], lang) for item in drawn.items)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_people_read_words_and_no_codes(game: Game, lang: str) -> None:
    for match in matches(game, count=1):
        for position in positions(match):
            if position.ply % 12 == 0 or position.turn is None:
                written = "|".join(map(re.escape, sorted(codes(position)))) or r"\Z."
                code = re.compile(rf"(?<![\w*-])(?:{written})(?![\w*-])")
                for text in said(position, lang):
                    assert not code.search(text), text


def test_the_moves_of_a_position_have_different_names(game: Game) -> None:
    for match in matches(game, count=1):
        for position in positions(match):
            labels = {choice.move: choice.label for choice in position.scene(position.turn).choices}
            assert len(set(labels.values())) == len(labels), sorted(labels.values())
