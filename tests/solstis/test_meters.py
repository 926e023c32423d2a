"""The meters of Solstis: the largest area and the lit fires as they would score now."""

import pytest

from parhelion.match import Match
from parhelion.scene import Item
from tests.positions import positions
from tests.solstis.set_up import solstis

SEATS = range(2)


def meters(match: Match) -> dict[str, Item]:
    return {item.id: item for item in match.scene(0).items if item.kind in ("area", "fires")}


@pytest.mark.rule("T18")
def test_the_meters_show_what_the_area_and_the_fires_bring() -> None:
    seen = set()
    for seed in range(3):
        for match in positions(solstis(seed), seed):
            shown, points = meters(match), match.view(0)["position"]["points"]
            assert len(shown) == 4
            for seat in SEATS:
                assert int(shown[f"area-{seat}"].text) == points[seat]["area"]
                assert int(shown[f"fires-{seat}"].text) == points[seat]["fires"]
                seen.add(points[seat]["fires"])
    assert len(seen) > 1


def test_a_meter_that_is_asked_about_says_whose_it_is_and_what_it_brings() -> None:
    match = solstis(1)
    assert meters(match)["area-0"].label == "Dawn: largest area of 0 tiles, 1 star each"
    assert meters(match)["fires-1"].label == "Dusk: 0 lit fires, 1 star each"


def test_meters_do_not_cover_each_other_or_the_stars() -> None:
    for layout in ("wide", "tall"):
        items = [
            item
            for item in solstis(1).scene(0, layout=layout).items
            if item.kind in ("area", "fires", "points")
        ]
        for one in items:
            for other in items:
                apart = abs(one.x - other.x) >= 44 or abs(one.y - other.y) >= 24
                assert one is other or apart, (one.id, other.id)
