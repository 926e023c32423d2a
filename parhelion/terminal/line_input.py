"""Reads a line of text from the user, with completion on a real terminal."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Ask = Callable[[str, list[str]], str]
"""Shows a prompt, offers some texts for completion and returns what was typed."""


def next_words(typed: str, texts: Iterable[str]) -> list[str]:
    """What may follow a typed beginning: the next word of every text that starts with it."""
    typed = typed.lower()
    words = set()
    for text in texts:
        if text.startswith(typed) and text != typed:
            rest = re.match(r"[ /]?[^ /]*", text[len(typed) :])
            words.add(rest[0] if rest else "")
    return sorted(words)


def asker() -> Ask:
    """A function with line editing and completion on a terminal, a plain one for a pipe."""
    return _terminal_asker() if sys.stdin.isatty() else _plain


def _plain(prompt: str, _texts: list[str]) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print()
    return line.strip()


def _terminal_asker() -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class TextCompleter(Completer):
        def __init__(self) -> None:
            self.texts: list[str] = []

        def get_completions(self, document: Any, _event: Any) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for word in next_words(typed, self.texts):
                yield Completion(word, display=(typed + word).split("/")[-1].split(" ")[-1])

    completer = TextCompleter()
    session: PromptSession[str] = PromptSession(completer=completer)

    def ask(prompt: str, texts: list[str]) -> str:
        completer.texts = texts
        return session.prompt(prompt).strip()

    return ask
