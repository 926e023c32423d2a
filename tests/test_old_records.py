"""Records of every version of the rules can be read, and every position of them is as it was. A
rule that changes without a new version fails here: CONTRIBUTING.md says how to change one."""

import json
from pathlib import Path

import pytest

import parhelion as ph
from parhelion.errors import BadDeal
from parhelion.games import Game
from parhelion.match import Match
from tests.archived_games import archived, fingerprint, fingerprints

RECORDS = archived()
KNOWN = fingerprints()
REASONS = {
    "orion": {"constellations", "galaxies", "holes", "tiles", "stuck"},
    "solenia": {"cards"},
    "solstis": {"exhausted"},
}


def archived_of(game: Game, rules: int) -> list[ph.Match]:
    """The archived games of a version."""
    return [ph.load(path) for path in RECORDS if path.stem.startswith(f"{game.name}-v{rules}-")]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_archived_game_is_replayed_as_it_was_played(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    match = ph.load(path)
    assert path.stem.startswith(f"{match.game.name}-v{match.rules}-")
    assert match.rules == record["rules"] <= match.game.info.version
    again = match.record()
    assert [move.text for move in match.history] == [
        text.partition(";")[0] for text in record["moves"]
    ]
    assert (again["rules"], again["result"]) == (record["rules"], record["result"])
    assert ph.replay(again) == match
    told = "the rules say something else than they did; a change of rules needs a new version"
    assert fingerprint(record) == KNOWN[path.stem], told


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_seed_deals_what_it_dealt_then_or_nobody_claims_to_know(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    match = ph.load(path)
    try:
        dealt = Match(match.game, match.options, record["seed"], rules=record["rules"])
    except BadDeal:
        assert path.stem == "orion-v1-random-two-conditions"
        return
    assert dealt.deal == record["deal"]
    for move in record["moves"]:
        dealt.play(move.partition(";")[0])
    assert (dealt.texts(), dealt.outcome) == (match.texts(), match.outcome)


def test_every_version_of_every_game_is_archived(game: Game) -> None:
    for rules in range(1, game.info.version + 1):
        matches = archived_of(game, rules)
        assert matches, "python -m tests.archived_games"
        reasons = {reason for match in matches if match.outcome for reason in match.outcome.reason}
        assert reasons == REASONS[game.name]


def test_every_option_is_archived_by_the_newest_rules(game: Game) -> None:
    matches = archived_of(game, game.info.version)
    found = {item for match in matches for item in match.options.items()}
    assert found >= {(option.name, value) for option in game.options for value in option.values}
    assert any(match.shuffle for match in matches)
