"""Tables that cannot go on here: why, and what their rows alone still tell of them.

A game may be missing, its rules may be newer than ours, an edition may be gone, rows may be
damaged. Such a table is adjourned: nothing happens there until it can be read again.
"""

from collections.abc import Sequence
from typing import Any

from parhelion.errors import BadDeal, BadEdition, BadOption, BadPosition
from parhelion.fair_shuffle import Shuffle
from parhelion.games import Game, Json, registry
from parhelion.records import FORMAT
from parhelion.server import schemas
from parhelion.server.chairs import Chair
from parhelion.server.player_names import person_name, player_names
from parhelion.server.schemas import AdjournedReason, Lang
from parhelion.server.store import StoredTable
from parhelion.server.table import is_given, iso, stored_chairs
from parhelion.server.viewer import Viewer
from parhelion.tables.names import ending_sentence
from parhelion.words import Words, mark

SENTENCES: dict[AdjournedReason, str] = {
    "game": mark("This game is not installed here."),
    "rules": mark("It was dealt by newer rules than this server knows."),
    "parts": mark("Its options or its edition are not here any more, or have changed."),
    "damaged": mark("A part of it that was saved is damaged."),
}


# --- why ---------------------------------------------------------------------------------


class CannotGoOn(Exception):
    """A table cannot be played here."""

    def __init__(self, reason: AdjournedReason) -> None:
        super().__init__(reason)
        self.reason = reason


def check(row: Any) -> None:
    """CannotGoOn if the game of a table is not here, or only an older one."""
    if row.game not in registry.names():
        raise CannotGoOn("game")
    if row.seed is not None and row.rules > registry.load(row.game).info.version:
        raise CannotGoOn("rules")


def noted_reason(row: Any) -> AdjournedReason | None:
    """Why a table cannot go on, as far as its row tells; None if nothing speaks against it."""
    try:
        check(row)
    except CannotGoOn as error:
        return error.reason
    return row.adjourned if row.adjourned in ("parts", "damaged") else None


def reason_of(error: Exception) -> AdjournedReason:
    """Why a table could not be read."""
    if isinstance(error, CannotGoOn):
        return error.reason
    lacking = isinstance(error, BadOption | BadEdition | BadDeal | BadPosition)
    return "parts" if lacking else "damaged"


# --- what its rows tell ------------------------------------------------------------------


def moves(stored: StoredTable) -> list[Any]:
    """The entries of the moves that were played and not taken back."""
    played: list[Any] = []
    for entry in stored.journal:
        if entry.kind in ("given", "move"):
            played.append(entry)
        elif entry.kind == "takeback" and entry.text.isdecimal():
            del played[int(entry.text) :]
    return played


def record(stored: StoredTable) -> Json:
    """The record of a game as its rows have it; the result is not among them."""
    row = stored.table
    texts = [seat.text or "" for seat in stored.seats]
    shuffle = Shuffle.of(row.secret, texts).model_dump() if row.secret else None
    return {
        "format": FORMAT,
        "game": row.game,
        "rules": row.rules,
        "options": row.options,
        "seed": row.seed,
        **({"shuffle": shuffle} if shuffle else {}),
        **(row.beginning or {"deal": {}}),
        "moves": [entry.text for entry in moves(stored)],
    }


def file_name(row: Any) -> str:
    """A name for the file of a record."""
    return f"{row.game}-{row.id}.json"


def described(stored: StoredTable, viewer: Viewer) -> schemas.AdjournedTable:
    """An adjourned table for anybody: nothing that was hidden at the table."""
    row, chairs = stored.table, stored_chairs(stored)
    reason = noted_reason(row) or "damaged"
    game, say = game_and_words(row, viewer.lang)
    names = safe_names(row, chairs, say)
    return schemas.AdjournedTable(
        id=row.id,
        game=row.game,
        title=game.info.title if game else row.game,
        reason=reason,
        sentence=say(SENTENCES[reason]),
        status=row.status,
        players=names,
        yours=any(chair.belongs_to(viewer.person) for chair in chairs),
        options=_options(game, row.options, say),
        given=is_given(row),
        moves=[
            schemas.AdjournedMove(seat=entry.seat, move=entry.text.partition(";")[0])
            for entry in moves(stored)
        ],
        ending=safe_ending(row, names, say),
        changed=iso(row.changed),
    )


def game_and_words(row: Any, lang: Lang) -> tuple[Game | None, Words]:
    """The game of a table, if it is here, and the words for it."""
    game = registry.load(row.game) if row.game in registry.names() else None
    return game, game.words(lang) if game else Words(lang)


def safe_names(row: Any, chairs: Sequence[Chair], say: Words) -> list[str]:
    """The names on all chairs, even if the game or its options are not known."""
    try:
        return player_names(registry.load(row.game), row.options, chairs, say)
    except Exception:  # whatever is in its rows
        return [
            person_name(chair.person, say) if chair.person else "" if chair.open else say("Bot")
            for chair in chairs
        ]


def safe_ending(row: Any, names: Sequence[str], say: Words) -> str:
    """How a finished game ended; empty if it goes on."""
    if row.status != "over":
        return ""
    winners = [seat for seat in row.winners if 0 <= seat < len(names)]
    return ending_sentence(names, row.ended, winners, say)


def _options(game: Game | None, options: dict[str, str], say: Words) -> list[schemas.ShownOption]:
    """The options as people call them, if the game is here to tell."""
    known = {option.name: option for option in game.options} if game else {}
    shown = []
    for name, value in options.items():
        option, label = known.get(name), str(value)
        if option and value in option.values:
            label = option.labels[option.values.index(value)]
        shown.append(
            schemas.ShownOption(label=say(option.label) if option else name, value=say(label))
        )
    return shown
