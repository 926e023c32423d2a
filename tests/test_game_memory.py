"""The memory of a game in progress: the library finds everything in it, plain Python does the same
with it, and copies have nothing in common."""

import random

import numpy as np
import pytest

import parhelion as ph
from parhelion.games import Game
from parhelion.kernel import arguments, library, play
from parhelion.kernel.game_memory import ACTION, ADVANCED, COUNT, SEAT, GameMemory
from parhelion.kernel.play import REFUSED


def memory_of(game: Game, seed: int = 3) -> GameMemory:
    """The memory of a new game."""
    return ph.new(game.name, seed=seed)._memory


def contents(memory: GameMemory) -> tuple[bytes, list[int], int, int]:
    """What a memory holds: the record, what is legal, the turn, and what `advance` returned."""
    legal = memory.legal[: memory.words[COUNT]].tolist()
    return memory.record.tobytes(), legal, memory.words[SEAT], memory.words[ADVANCED]


def advance(memory: GameMemory, action: int) -> None:
    """Play an action, or try to."""
    memory.words[ACTION] = action
    memory.advance()


@pytest.mark.uncompiled
def test_its_words_are_those_of_advance(game: Game) -> None:
    memory = memory_of(game)
    memory.words[ACTION] = 7
    legal, words = np.frombuffer(memory.legal, np.int32), np.frombuffer(memory.words, np.int64)
    kinds, _ = arguments.kinds(getattr(play.advance, "py_func", play.advance))
    written = arguments.writer(kinds)((memory.states, legal, words[SEAT:], 7))
    assert memory.words[:SEAT].tolist() == written


def test_library_and_plain_python_leave_the_same_in_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled, rng = memory_of(game), random.Random(4)
    monkeypatch.setattr(library, "quick_function", lambda entry, dtype: None)
    plain = compiled.copy()
    for _ in range(12):
        action = rng.choice(contents(compiled)[1])
        for memory in (compiled, plain):
            advance(memory, action)
        assert contents(compiled) == contents(plain)
    plain.survey()
    assert contents(compiled)[:3] == contents(plain)[:3]


@pytest.mark.uncompiled
def test_an_action_that_is_not_legal_changes_nothing(game: Game) -> None:
    memory = memory_of(game)
    before = contents(memory)[:3]
    for action in {-1, game.actions, 2**62, *range(game.actions)} - set(before[1]):
        advance(memory, action)
        assert contents(memory) == (*before, REFUSED)


@pytest.mark.uncompiled
def test_a_copy_is_played_on_by_itself(game: Game) -> None:
    memory = memory_of(game)
    twin, before = memory.copy(), contents(memory)
    assert contents(twin) == before
    advance(twin, before[1][0])
    assert contents(memory) == before
    assert contents(twin) != before
    assert twin.states.tobytes() == twin.record.tobytes()
    assert memory.states.tobytes() == memory.record.tobytes()
