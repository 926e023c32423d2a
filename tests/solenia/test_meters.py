"""The meters of Solenia: pairs of day and night, and how full the stores are, of every player."""

import pytest

from parhelion.match import Match
from parhelion.scene import Item
from tests.positions import positions
from tests.solenia.positions import solenia


def items(match: Match) -> dict[str, Item]:
    return {item.id: item for item in match.scene(0).items}


@pytest.mark.rule("S26")
@pytest.mark.parametrize("players", ["1", "2", "4"])
def test_the_pairs_of_every_player_are_shown_with_what_they_bring(players: str) -> None:
    seen = set()
    for match in positions(solenia(2, players=players), 2):
        shown = items(match)
        for seat, owner in enumerate(match.view(0)["position"]["players"]):
            pairs, pair = min(map(len, owner["deliveries"].values())), shown[f"pair-{seat}"]
            assert int(pair.text) == pairs
            stars = owner["points"]["pairs"]
            assert f"{stars} star" in pair.label
            seen.add(stars)
    assert len(seen) > 1


@pytest.mark.rule("S27")
def test_on_winter_boards_no_pairs_are_shown_as_they_score_nothing() -> None:
    match = solenia(2, board="winter")
    assert not [id for id in items(match) if id.startswith("pair-")]


@pytest.mark.rule("S33")
def test_the_pairs_of_the_trade_wind_are_shown_in_winter_too() -> None:
    shown = items(solenia(2, players="1", board="winter"))
    assert [id for id in shown if id.startswith("pair-")] == ["pair-1"]


def test_a_resource_of_another_player_tells_how_much_the_store_holds() -> None:
    told = set()
    for match in positions(solenia(3), 3):
        owner = match.view(0)["position"]["players"][1]
        label = items(match)["stock-1-wheat"].label
        stock = owner["stock"]
        assert label == (
            f"Coral's store: {stock['wheat']} wheat; "
            f"{sum(stock.values())} of {owner['capacity']} places filled"
        )
        told.add(label)
    assert len(told) > 3


@pytest.mark.rule("S26")
def test_the_count_at_the_end_names_every_part_and_the_sum() -> None:
    match = [*positions(solenia(2), 2)][-1]
    ending = match.scene(None).ending
    assert ending is not None
    for seat, told in enumerate(ending.count):
        for row in ending.rows[:-1]:
            value = int(row.values[seat])
            assert (f"{row.label.lower()} {value}" in told) == (value > 0)
        assert told.startswith(match.seats[seat])
        assert told.endswith(f"Together {match.scores[seat]} stars.")
