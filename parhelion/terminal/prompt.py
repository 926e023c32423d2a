"""Asking for a line of text, with completion on a real terminal."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Ask = Callable[[str, list[str]], str]
"""Show a prompt, offer some sentences for completion, return what was typed."""


def next_words(typed: str, sentences: Iterable[str]) -> list[str]:
    """What may follow a typed beginning: the next word of every sentence that starts so."""
    typed = typed.lower()
    words = set()
    for sentence in sentences:
        if sentence.startswith(typed) and sentence != typed:
            rest = re.match(r"[ /]?[^ /]*", sentence[len(typed) :])
            words.add(rest[0] if rest else "")
    return sorted(words)


def asker() -> Ask:
    """Line editing with completion on a terminal, plain reading from a pipe."""
    return _terminal_asker() if sys.stdin.isatty() else _plain


def _plain(prompt: str, _sentences: list[str]) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print()
    return line.strip()


def _terminal_asker() -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class Sentences(Completer):
        def __init__(self) -> None:
            self.sentences: list[str] = []

        def get_completions(self, document: Any, _event: Any) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for word in next_words(typed, self.sentences):
                yield Completion(word, display=(typed + word).split("/")[-1].split(" ")[-1])

    completer = Sentences()
    session: PromptSession[str] = PromptSession(completer=completer)

    def ask(prompt: str, sentences: list[str]) -> str:
        completer.sentences = sentences
        return session.prompt(prompt).strip()

    return ask
