"""Records of every version of the rules, and what the rules said along the way.

`python -m tests.archived_games` adds records of the newest version of every game, where there are
none. It never touches a file that is there: those of older versions are how games were played then.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import parhelion as ph
from parhelion.games import Game, Json, registry
from parhelion.match import Match
from tests import shuffled_games
from tests.playthroughs import golden
from tests.positions import option_sets, play_out

FOLDER = Path(__file__).parent / "records"
FINGERPRINTS = FOLDER / "fingerprints.json"
"""Of every record, by its name: a few digits for each position."""
DIGITS = 6


def archived() -> list[Path]:
    """The files of all records."""
    return sorted(path for path in FOLDER.glob("*.json") if path != FINGERPRINTS)


def fingerprints() -> dict[str, str]:
    """What the rules said along the way, by the name of the record."""
    found: dict[str, str] = json.loads(FINGERPRINTS.read_text("utf-8"))
    return found


def fingerprint(record: Json) -> str:
    """What the rules say in each position of a record: who is to move, what is legal, the points
    and what chance decided. Pictures and words may change, these may not."""
    match, digits = ph.replay(record, to=0), []
    for text in (*record["moves"], None):
        legal = sorted(move.text for move in match.moves())
        said = [match.turn, legal, match.scores, match.log.chances]
        digits.append(hashlib.sha256(json.dumps(said).encode()).hexdigest()[:DIGITS])
        if text is not None:
            match.play(text)
    return "".join(digits)


# --- which games there are ---------------------------------------------------------------


def newest_games(game: Game) -> Iterator[tuple[str, Match]]:
    """Games by the newest rules with their names: all kinds of endings, provable shuffles, and
    every value of every option."""
    named = [*_golden(game), *_shuffled(game)]
    covered = {item for _, match in named for item in match.options.items()}
    for options in option_sets(game):
        complete = game.complete_options(options)
        if new := sorted(complete.items() - covered):
            covered |= complete.items()
            name = "-".join(f"{option}-{value}" for option, value in new)
            named.append((name, play_out(ph.new(game.name, seed=1, **options), 1)))
    yield from named


def _golden(game: Game) -> list[tuple[str, Match]]:
    plans = golden.GOLDEN.items()
    return [
        (name.removeprefix(f"{game.name}-"), golden.play(plan))
        for name, plan in plans
        if plan.game == game.name
    ]


def _shuffled(game: Game) -> list[tuple[str, Match]]:
    plans = shuffled_games.PLANS.items()
    return [
        (f"shuffled-{name}", shuffled_games.played(plan))
        for name, plan in plans
        if plan.game == game.name
    ]


def archive() -> None:
    """Add what is missing."""
    known = fingerprints() if FINGERPRINTS.exists() else {}
    for game in map(registry.load, registry.names()):
        for name, match in newest_games(game):
            path = FOLDER / f"{game.name}-v{game.info.version}-{name}.json"
            if not path.exists():
                path.write_text(json.dumps(match.record(), ensure_ascii=False) + "\n", "utf-8")
    for path in archived():
        if path.stem not in known:
            known[path.stem] = fingerprint(json.loads(path.read_text("utf-8")))
    written = json.dumps(dict(sorted(known.items())), indent=0)
    FINGERPRINTS.write_text(written + "\n", "utf-8")


if __name__ == "__main__":
    archive()
