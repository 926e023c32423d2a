"""Tables that cannot be read here: why, and what their rows alone still show of them.

A game may be missing, its rules may be newer than ours, an edition may be gone, entries may be
damaged. Such a table is adjourned: nothing happens there until it can be read again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from parhelion.errors import BadDeal, BadEdition, BadOption, BadPosition
from parhelion.fair_shuffle import Shuffle
from parhelion.games import Game, Json, registry
from parhelion.records import FORMAT
from parhelion.server import schemas
from parhelion.server.schemas import AdjournedReason, Lang
from parhelion.server.store import Person, StoredTable
from parhelion.server.viewer import Viewer
from parhelion.tables.messages import iso
from parhelion.tables.names import ending_sentence, person_name, player_names
from parhelion.tables.seats import Seat, Seats
from parhelion.words import Words, mark

T = TypeVar("T")
UNREADABLE = "?"
"""Shown for a move that is damaged."""
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


def check(stored: StoredTable) -> None:
    """Raise CannotGoOn if the game of a table is not here, or only an older one, or if entries are
    missing."""
    if stored.table.game not in registry.names():
        raise CannotGoOn("game")
    if [row.number for row in stored.entries] != [*range(len(stored.entries))]:
        raise CannotGoOn("damaged")
    deal = dealt(stored)
    if deal and deal["rules"] > registry.load(stored.table.game).info.version:
        raise CannotGoOn("rules")


def noted_reason(row: Any) -> AdjournedReason | None:
    """Return the known reason why a table cannot be played; None if there is none."""
    if row.game not in registry.names():
        return "game"
    return row.adjourned if row.adjourned in ("rules", "parts", "damaged") else None


def reason_of(error: BaseException) -> AdjournedReason:
    """Return why a table could not be read, by the error or its cause."""
    if isinstance(error, CannotGoOn):
        return error.reason
    if isinstance(error, BadOption | BadEdition | BadDeal | BadPosition):
        return "parts"
    return reason_of(error.__cause__) if error.__cause__ else "damaged"


# --- what its rows show ------------------------------------------------------------------


def field(row: Any, name: str, kind: type[T]) -> T | None:
    """Return a field of an entry; None if it is damaged."""
    value = row.fields.get(name) if isinstance(row.fields, dict) else None
    return value if isinstance(value, kind) else None


def dealt(stored: StoredTable) -> Json | None:
    """Return the deal of a table, if it was dealt."""
    for row in stored.entries:
        deal = field(row, "given" if row.kind == "created" else "deal", dict)
        if row.kind in ("created", "started") and deal:
            return deal
    return None


def moves(stored: StoredTable) -> list[schemas.AdjournedMove]:
    """Return the moves that were played and not taken back."""
    played: list[schemas.AdjournedMove] = []
    for row in stored.entries:
        if row.kind == "created":
            given = field(row, "moves", list) or ()
            played += [schemas.AdjournedMove(seat=None, move=str(move)) for move in given]
        elif row.kind == "moved":
            seat, move = field(row, "seat", int), field(row, "move", str) or UNREADABLE
            played.append(schemas.AdjournedMove(seat=seat, move=move))
        elif row.kind == "took-back" and (ply := field(row, "ply", int)) is not None:
            del played[max(ply, 0) :]
    return played


def record(stored: StoredTable) -> Json:
    """Return the record of a game as its entries have it, without a result."""
    deal, shuffle = dealt(stored) or {}, _shuffle(stored)
    beginning = deal.get("beginning")
    return {
        "format": FORMAT,
        "game": stored.table.game,
        "rules": deal.get("rules"),
        "options": stored.table.options,
        "seed": deal.get("seed"),
        **({"shuffle": shuffle} if shuffle else {}),
        **(beginning if isinstance(beginning, dict) else {"deal": {}}),
        "moves": [each.move for each in moves(stored)],
    }


def _shuffle(stored: StoredTable) -> Json | None:
    """Return the proof of the shuffle; None if there is none, or an entry for it is damaged."""
    try:
        return _proof(stored)
    except (AttributeError, LookupError, TypeError, ValueError):
        return None


def _proof(stored: StoredTable) -> Json | None:
    """Return the proof of the shuffle, from the secret and the contributions of all seats."""
    secret, texts = None, dict[int, str]()
    for row in stored.entries:
        if row.kind == "created":
            secret = row.fields.get("secret")
            texts |= {
                number: seat.get("text") or "" for number, seat in enumerate(row.fields["seats"])
            }
        elif row.kind == "reshuffled":
            secret = row.fields["secret"]
        elif row.kind in ("joined", "vacated", "bot-seated"):
            texts[row.fields["seat"]] = row.fields.get("text") or ""
    if not secret:
        return None
    return Shuffle.of(secret, [texts[seat] for seat in sorted(texts)]).model_dump()


def file_name(row: Any) -> str:
    """Return a name for the file of a record."""
    return f"{row.game}-{row.id}.json"


def described(stored: StoredTable, viewer: Viewer) -> schemas.AdjournedTable:
    """Return what anybody may know of an adjourned table: nothing that was hidden there."""
    row, seats = stored.table, seats_of_rows(stored.seats)
    reason = noted_reason(row) or "damaged"
    game, say = game_and_words(row, viewer.lang)
    names = safe_names(row, seats, stored.people, say)
    return schemas.AdjournedTable(
        id=row.id,
        game=row.game,
        title=game.info.title if game else row.game,
        reason=reason,
        sentence=say(SENTENCES[reason]),
        status=row.status,
        players=names,
        yours=any(seat.person == viewer.id for seat in seats if viewer.id),
        options=_options(game, row.options, say),
        given=row.given,
        moves=[
            schemas.AdjournedMove(seat=each.seat, move=each.move.partition(";")[0])
            for each in moves(stored)
        ],
        ending=safe_ending(row, names, say),
        changed=iso(row.changed),
    )


def seats_of_rows(rows: Sequence[Any]) -> Seats:
    """Return the seats of a table as its projection has them."""
    return tuple(
        Seat(
            person=row.person,
            owner=(row.program_owner or "") if row.program else None,
            level=row.level,
            text="" if row.joined else None,
        )
        for row in rows
    )


def game_and_words(row: Any, lang: Lang) -> tuple[Game | None, Words]:
    """Return the game of a table, if it is here, and the words for it."""
    game = registry.load(row.game) if row.game in registry.names() else None
    return game, game.words(lang) if game else Words(lang)


def safe_names(row: Any, seats: Seats, people: Mapping[str, Person], say: Words) -> list[str]:
    """Return the names of all players, even if the game or its options are unknown."""
    profiles = {id: person.profile for id, person in people.items()}
    try:
        return player_names(registry.load(row.game), row.options, seats, profiles, say)
    except Exception:  # whatever is in its rows
        return [
            person_name(seat, profiles, say) if seat.person else "" if seat.is_open else say("Bot")
            for seat in seats
        ]


def safe_ending(row: Any, names: Sequence[str], say: Words) -> str:
    """Return how a finished game ended; empty if it is not over."""
    if row.status != "over":
        return ""
    winners = [seat for seat in row.winners if 0 <= seat < len(names)]
    return ending_sentence(names, row.ended, winners, say)


def _options(game: Game | None, options: dict[str, str], say: Words) -> list[schemas.ShownOption]:
    """Return the options as people call them, if the game is here."""
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
