"""Numbers of an edition that a search may change (see `parhelion.lab.tuning`)."""

import json
from collections.abc import Mapping

from parhelion.games.solenia.editions import edition_file, toml_lines

OPTION = "edition"

Value = int | str


def values(text: str, file: str) -> dict[str, Value]:
    """What an edition says, by place: whole numbers and texts. BadEdition if it is none.

    >>> from parhelion.games.solenia.editions.edition_file import template
    >>> found = values(template(), "my-box.toml")
    >>> found["deliveries.night[7].stars"], found["powers.jubilee.stars"] > 0
    (5, True)
    """
    edition_file.read(text, file)
    spans = toml_lines.spans(text)
    read = {edition_file.place_name(place): text[span] for place, span in spans.items()}
    return {place: _value(word) for place, word in read.items() if word not in {"true", "false"}}


def changed(text: str, changes: Mapping[str, Value], file: str) -> str:
    """The text of an edition with other values; comments stay. BadEdition if it is none then."""
    spans = {edition_file.place_name(place): at for place, at in toml_lines.spans(text).items()}
    for place in sorted(changes, key=lambda place: spans[place].start, reverse=True):
        at = spans[place]
        text = text[: at.start] + json.dumps(changes[place], ensure_ascii=False) + text[at.stop :]
    edition_file.read(text, file)
    return text


def _value(word: str) -> Value:
    """What a value is, as the file writes it."""
    return int(word) if word.removeprefix("-").isdecimal() else word.strip("\"'")
