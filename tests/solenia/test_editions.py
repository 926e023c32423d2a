"""Editions: what the house edition holds, and what is said of a file that is none."""

import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from parhelion.errors import BadEdition
from parhelion.games.solenia import tuning
from parhelion.games.solenia.edition_command import app
from parhelion.games.solenia.editions import SETTING, shelf, toml_lines
from parhelion.games.solenia.editions.edition_file import (
    PRINTED,
    as_arrays,
    checksum,
    load,
    read,
    template,
)
from parhelion.games.solenia.editions.edition_listing import listing
from parhelion.games.solenia.kernels.constants import (
    CROWNING,
    E_AMONG,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
    EFFECT,
    LASTING,
    LETTERS,
    POWERS,
    SUMMER,
    WINTER,
)
from parhelion.games.solenia.kernels.state import STATE

HOUSE = load("house")
ARRAYS = as_arrays(HOUSE)
NIGHT_TILES = {
    5: "WWH WHH WWS WWA WHS WHA HHS HHA",
    6: "WWSS WWSA WWAA WHSS WHSA WHAA HHSS HHSA HHAA WWHS WWHA WHHS WHHA WWHH",
    8: "WWHSA WHHSA",
}
"""S7, as the rules print it."""
COLUMNS = {
    "stars": E_STARS,
    "choose": E_CHOOSE,
    "among": E_AMONG,
    "capacity": E_CAPACITY,
    "per_tile": E_PER_TILE,
}


def changed(*changes: tuple[str, str]) -> str:
    """The template with the first occurrence of some texts replaced."""
    text = template()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def complaints(*changes: tuple[str, str]) -> list[str]:
    """What is said of a changed template, without the lines."""
    with pytest.raises(BadEdition) as error:
        read(changed(*changes), "my-box.toml")
    told = []
    for text in str(error.value).splitlines():
        file, line, what = text.split(":", 2)
        assert file == "my-box.toml"
        assert line.isdecimal()
        told.append(what.strip())
    return told


# --- the house edition -------------------------------------------------------------------


@pytest.mark.rule("S5")
def test_the_strips_are_those_of_the_rules() -> None:
    faces = ["".join(LETTERS[space] for space in face) for face in ARRAYS["strips"].reshape(10, 5)]
    assert faces == [
        *("WHDWH", "NSASN"),
        *("DWHWD", "ASNAS"),
        *("HDWHW", "ANSNA"),
        *("HDWDH", "SASNA"),
        *("NAHWD", "DHSSN"),
    ]


@pytest.mark.rule("S6")
def test_the_cards_are_those_of_the_rules() -> None:
    cards = [(int(kind) // 16, POWERS[kind % 16]) for kind in ARRAYS["cards"]]
    assert cards == [
        *[(0, "x2")] * 2,
        *[(0, pair) for pair in ("ws", "wa", "hs", "ha")],
        *[(1, "x1")] * 2,
        *[(1, one) for one in "whsa"],
        *[(2, star) for star in ("*w", "*h", "*s", "*a")],
    ]


@pytest.mark.rule("S7")
def test_the_delivery_tiles_are_those_of_the_rules() -> None:
    night = [(cost, stars) for stars, costs in NIGHT_TILES.items() for cost in costs.split()]
    swapped = str.maketrans("WHSA", "SAWH")
    for row, tiles in enumerate(([(cost.translate(swapped), n) for cost, n in night], night)):
        assert ARRAYS["costs"][row].tolist() == [[c.count(r) for r in "WHSA"] for c, _ in tiles]
        assert ARRAYS["worth"][row].tolist() == [stars for _, stars in tiles]


@pytest.mark.rule("S10")
def test_the_third_player_starts_with_a_wood_the_fourth_with_a_stone() -> None:
    gifts = np.zeros((4, 4, 4), dtype=np.int8)
    gifts[2:, 2, 0] = 1
    gifts[3, 3, 2] = 1
    assert np.array_equal(ARRAYS["gifts"], gifts)


@pytest.mark.rule("S18", "S19", "S26", "S27", "S28")
def test_the_boards_are_those_of_the_rules() -> None:
    def effect(gain: tuple[int, ...] = (), **parts: int) -> list[int]:
        numbers = [int(resource in gain) for resource in range(4)] + [0] * (EFFECT - 4)
        for part, number in parts.items():
            numbers[COLUMNS[part]] = number
        return numbers

    for row, (one, other) in enumerate(((0, 1), (2, 3))):
        either = 1 << one | 1 << other
        assert ARRAYS["effects"][SUMMER, row].tolist() == [
            effect((one,)),
            effect((other,)),
            effect(choose=1, among=either),
            effect((one, other)),
            effect(stars=5),
            effect(stars=5),
        ]
        assert ARRAYS["effects"][WINTER, row].tolist() == [
            effect(capacity=1, choose=1, among=either),
            effect((one, other)),
            effect(stars=3),
            effect(choose=2, among=0b1111),
            effect(per_tile=1),
            effect(stars=5),
        ]
    assert ARRAYS["capacities"].tolist() == [8, 6]
    assert ARRAYS["pair_stars"].tolist() == [0, 1, 3, 6, 10]


@pytest.mark.rule("S29")
def test_the_upgrade_tiles_are_those_of_the_rules() -> None:
    assert ARRAYS["lasting"].tolist() == list(range(8))
    assert ARRAYS["crowning"].tolist() == [list(range(8))] * 2
    numbers = {
        "deep hold": [4, 1],
        "star chart": [2, 0],
        "salvage": [2, 0],
        "jubilee": [6, 0],
        "harbour": [5, 0],
        "twin cities": [3, 0],
        "guild": [1, 0],
        "cornucopia": [0, 0],
        "regatta": [2, 3],
        "clearance": [4, 3],
        "homecoming": [6, 3],
    }
    for powers, array in ((LASTING, "lasting_amounts"), (CROWNING, "crowning_amounts")):
        assert ARRAYS[array].tolist() == [numbers.get(power, [0, 0]) for power in powers]
    assert ARRAYS["at_once"].tolist() == [[2, 3, 1, 1, 2, 1, 4, 1], [0, 0, 1, 1, 0, 0, 3, 1]]


@pytest.mark.rule("S10")
def test_the_even_starts_are_those_of_the_rules() -> None:
    assert ARRAYS["even_stars"].tolist() == [
        [[0] * 4, [0, 1, 0, 0], [1, 1, 0, 0], [1, 2, 0, 1]],
        [[0] * 4, [0, 1, 0, 0], [1, 2, 0, 0], [1, 2, 0, 0]],
        [[0] * 4, [0, 2, 0, 0], [1, 2, 0, 0], [4, 4, 1, 0]],
    ]


@pytest.mark.rule("S31", "S33")
def test_the_solo_table_is_that_of_the_rules() -> None:
    assert ARRAYS["die"].tolist() == [0, 1, 2, 3, 4, -1]
    assert ARRAYS["head_starts"].tolist() == [[18, 24, 28], [22, 29, 35], [25, 31, 37]]


@pytest.mark.rule("S30")
def test_every_array_is_a_field_of_the_record() -> None:
    for name, array in ARRAYS.items():
        assert (array.dtype, array.shape) == (STATE[name].base, STATE[name].shape), name


# --- names, files, checksums -------------------------------------------------------------


def test_a_name_that_is_not_known() -> None:
    with pytest.raises(BadEdition) as error:
        load("hose")
    assert str(error.value) == (
        "no edition is called 'hose'; did you mean house? (a file ends in .toml)"
    )


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    with pytest.raises(BadEdition) as error:
        load(path)
    assert str(error.value) == f"{path}: No such file or directory"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadEdition) as error:
        load(str(path))
    assert str(error.value) == f"{path}: not a text file"


def test_the_template_is_the_house_edition_under_another_name(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    path.write_text(template("attic"), encoding="utf-8-sig")  # as some editors save
    mine = load(path)
    assert (mine.name, mine.title) == ("attic", "attic")
    assert checksum(mine) == checksum(HOUSE)
    assert template("house").count("#") == template().count("#") > 50


@pytest.mark.parametrize(
    "changes",
    [
        (("[strips]", "[strips] # as printed\n\n"),),
        (('"W H D W H"', '"WHDWH"'),),
        (("title =", 'title = "My box" #'),),
        (("balanced = true", "balanced = false"),),
        (('cost = "WWH", ', 'cost="HWW",'),),
        (('power = "WS"', 'power = "SW"'),),
        (("choose = 2 }", 'choose = 2, among = "ASHW", stars = 0 }'),),
    ],
)
def test_the_checksum_ignores_what_does_not_matter(changes: tuple[tuple[str, str], ...]) -> None:
    assert checksum(read(changed(*changes), "my-box.toml")) == checksum(HOUSE)


@pytest.mark.parametrize(
    "change",
    [
        ('"W H D W H"', '"H W D W H"'),
        ('value = 0, power = "x2"', 'value = 1, power = "x2"'),
        ('cost = "SSA",   stars = 5', 'cost = "SSA", stars = 4'),
        ('4 = ["", ""', '4 = ["", "W"'),
        ("pairs = [1, 3", "pairs = [1, 4"),
        ("capacity = 6", "capacity = 7"),
        ("2a = { stars = 3 }", "2a = { stars = 4 }"),
        ('  "tailwind",', '  "barter",'),
        ("guild = { at_once = 1, stars = 1", "guild = { at_once = 1, stars = 2"),
        ("gale = 24", "gale = 9"),
        ("\nwinter = { breeze = 22", "\nwinter = { breeze = 1"),
        ("\nupgrades = { breeze = 25", "\nupgrades = { breeze = 1"),
        ("summer = { 2 = [0, ", "summer = { 2 = [5, "),
        ("upgrades = { 2 = [0, ", "upgrades = { 2 = [5, "),
        ("cornucopia = { ", "cornucopia = { at_once = 7, "),
        ("tailwind = { at_once = 2", "tailwind = { at_once = 7"),
    ],
)
def test_the_checksum_changes_with_every_number(change: tuple[str, str]) -> None:
    assert checksum(read(changed(change), "my-box.toml")) != checksum(HOUSE)


# --- what is wrong -----------------------------------------------------------------------


@pytest.mark.rule("S30")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            ('"W H D W H"', '"W H D W"'),
            'strips.A.day: found "W H D W", expected 5 spaces, each one of W H S A D N',
        ),
        (
            ('"W H D W H"', '"W H D W X"'),
            'strips.A.day: found "W H D W X", expected 5 spaces, each one of W H S A D N',
        ),
        (
            ('"W H D W H"', '"W H W W H"'),
            'strips.A.day: found "WHWWH", expected at least one D and no N, or balanced = false',
        ),
        (
            ('"N S A S N"', '"N S A S D"'),
            'strips.A.night: found "NSASD", expected at least one N and no D, or balanced = false',
        ),
        (
            ('"D H S S N"', '"D H S S W"'),
            'strips.twilight.dusk: found "DHSSW", '
            "expected at least one D and at least one N, or balanced = false",
        ),
        (
            ('"W H D W H"', '"D H D W H"'),
            "strips: found 6 W by day and 7 H by day; 7 D by day and 6 N by night, "
            "expected as many of both, or balanced = false",
        ),
        (
            ("balanced = true", 'balanced = "no"'),
            'strips.balanced: found "no", expected true or false',
        ),
        (
            ('  { value = 0, power = "x2" },\n', ""),
            "cards.deck: found a list of 15, expected a list of 16 cards",
        ),
        (
            ("{ value = 2,", "{ value = 3,"),
            "cards.deck[13].value: found 3, expected a whole number from 0 to 2",
        ),
        (
            ('power = "WS"', 'power = "WW"'),
            'cards.deck[3].power: found "WW", '
            "expected x1, x2, one or two different ones of W H S A, or * and one",
        ),
        (
            ('  { cost = "WWH",   stars = 5 },\n', ""),
            "deliveries.night: found a list of 23, expected a list of 24 delivery tiles",
        ),
        (
            ('cost = "HHS", ', 'cost = "HHX", '),
            'deliveries.night[7].cost: found "HHX", expected 1 to 6 letters, each one of W H S A',
        ),
        (
            ('cost = "HHS",   stars = 5', 'cost = "HHS", stars = 21'),
            "deliveries.night[7].stars: found 21, expected a whole number from 1 to 20",
        ),
        (
            ('cost = "HHS",   stars = 5', 'cost = "HHS", stars = "5"'),
            'deliveries.night[7].stars: found "5", expected a whole number from 1 to 20',
        ),
        (
            ('cost = "HHS",   stars = 5', 'cost = "HHS"'),
            "deliveries.night[7].stars: found nothing, expected a whole number from 1 to 20",
        ),
        (
            ('cost = "HHS",   stars', 'cost = "HHS", stars = 5, star'),
            "deliveries.night[7].star: found an unknown key, expected one of: cost, stars",
        ),
        (
            ('{ cost = "HHS",   stars = 5 }', '"HHS"'),
            'deliveries.night[7]: found "HHS", expected a table of: cost, stars',
        ),
        (
            ('3 = ["", "", "W"]', '3 = ["", "", "W", "S"]'),
            "start.3: found a list of 4, expected a list of 3 gifts",
        ),
        (
            ('3 = ["", "", "W"]', '3 = ["", "", "D"]'),
            'start.3[3]: found "D", expected at most 4 letters, each one of W H S A',
        ),
        (
            ("summer = { 2 = [0, ", "summer = { 2 = [21, "),
            "even.summer.2[1]: found 21, expected a whole number from 0 to 20",
        ),
        (
            ("summer = { 2 = [0, ", "summer = { 2 = [0, 0, "),
            "even.summer.2: found a list of 3, expected a list of 2 numbers of stars",
        ),
        (
            ("capacity = 8", "capacity = 5"),
            "summer.capacity: found 5, expected a whole number from 6 to 12",
        ),
        (
            ("pairs = [1, 3, 6, 10]", "pairs = [1, 3, 6.5, 10]"),
            "summer.pairs[3]: found 6.5, expected a whole number from 0 to 40",
        ),
        (
            ('{ choose = 1, among = "WH" }', '{ choose = 1, among = "WW" }'),
            'summer.day[3].among: found "WW", expected 2 to 4 different ones of W H S A',
        ),
        (
            ('{ choose = 1, among = "WH" }', '{ among = "WH" }'),
            "summer.day[3]: found among without choose, expected the number of resources to choose",
        ),
        (
            ("3a = { stars_per_tile = 1 }", "3a = {}"),
            "winter.day.3a: found an empty table, "
            "expected a table of: capacity, gain, choose, among, stars, stars_per_tile",
        ),
        (
            ("3a = { stars_per_tile = 1 }\n", ""),
            "winter.day.3a: found nothing, "
            "expected a table of: capacity, gain, choose, among, stars, stars_per_tile",
        ),
        (
            ('  "tailwind",\n', ""),
            "upgrades.level_1: found a list of 7, expected a list of 8 powers",
        ),
        (
            ('  "tailwind",', '  "headwind",'),
            'upgrades.level_1[1]: found "headwind", expected one of: tailwind, crow\'s nest, '
            "deep hold, star chart, cloud nets, barter, lookout, salvage",
        ),
        (
            ('  "jubilee",', '  "barter",'),
            'upgrades.day[1]: found "barter", expected one of: jubilee, harbour, twin cities, '
            "guild, cornucopia, regatta, clearance, homecoming",
        ),
        (
            ("capacity = 4, choose", "capacity = true, choose"),
            "powers.deep hold.capacity: found true, expected a whole number from 0 to 4",
        ),
        (
            ('5, "star"]', '6, "star"]'),
            'solo.die[5]: found 6, expected a lane from 1 to 5, or "star"',
        ),
        (
            ("storm = 28 ", "storm = 100 "),
            "solo.stars.storm: found 100, expected a whole number from 0 to 99",
        ),
        (
            ('name = "my-box"', 'name = "My box"'),
            'name: found "My box", expected at most 40 small letters, digits and hyphens',
        ),
        (
            ('name = "my-box"', f'name = """\n"{"long" * 50}"""'),
            f'name: found "\\"{"long" * 9}lon…", '
            "expected at most 40 small letters, digits and hyphens",
        ),
        (
            ('title = "my-box"', 'title = ""'),
            'title: found "", expected a text of 1 to 60 characters',
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(change: tuple[str, str], complaint: str) -> None:
    assert complaints(change) == [complaint]


@pytest.mark.rule("S29")
def test_no_power_is_on_more_than_four_halves_of_a_row() -> None:
    others = [(f'  "{power}",', '  "jubilee",') for power in CROWNING[1:5]]
    assert complaints(*others) == [
        "upgrades.day: found jubilee 5 times, expected each power at most 4 times"
    ]
    read(changed(*others[:3]), "my-box.toml")


@pytest.mark.rule("S30")
def test_a_box_may_print_uneven_faces_if_its_owner_says_so() -> None:
    uneven = read(
        changed(("balanced = true", "balanced = false"), ('"W H D W H"', '"W W W W N"')), "x.toml"
    )
    assert uneven.strips.A.day == "WWWWN"


@pytest.mark.rule("S30")
def test_all_mistakes_are_told_in_the_order_of_the_file_with_their_lines() -> None:
    text = changed(
        ("gale = 24", "gale = -1"),
        ('cost = "HHS", ', 'cost = "HHX", '),
        ('  { cost = "WHHSA", stars = 8 },\n', '  { cost = "S", stars = 8 },\n' * 2),
        ('"W H D W H"', '"W H D W X"'),
        ('day = "H D W D H"', 'day = "H W W W H"'),
    )
    with pytest.raises(BadEdition) as error:
        read(text, "my-box.toml")
    told = str(error.value).splitlines()
    lines = text.splitlines()
    for mistake, place, line in zip(
        told,
        ("strips.A.day", "strips.D.day", "deliveries.night", "deliveries.night[7].cost", "solo"),
        ("W H D W X", "H W W W H", "night = [", "HHX", "gale = -1"),
        strict=True,
    ):
        _, number, what = mistake.split(":", 2)
        assert what.strip().startswith(place)
        assert line in lines[int(number) - 1]


def test_a_missing_table_is_told_at_the_top() -> None:
    with pytest.raises(BadEdition) as error:
        read('name = "x"\ntitle = "x"', "my-box.toml")
    told = str(error.value).splitlines()
    assert len(told) == 9
    assert (
        told[-1]
        == "my-box.toml:1: solo: found nothing, expected a table of: die, stars, winter, upgrades"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[strips]\nA = { day =\n",
            "my-box.toml:2: broken TOML: Invalid value (at line 2, column 12)",
        ),
        (
            "[strips]\nA = [1,",
            "my-box.toml:2: broken TOML: Invalid value (at end of document)",
        ),
    ],
)
def test_broken_toml_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(BadEdition) as error:
        read(text, "my-box.toml")
    assert str(error.value) == message


# --- lines -------------------------------------------------------------------------------


def leaves(value: Any, place: toml_lines.KeyPath = ()) -> Iterator[tuple[toml_lines.KeyPath, Any]]:
    """Every value that holds no other, with its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*place, index))
    else:
        yield place, value


def test_every_value_of_the_house_edition_is_found_on_its_line() -> None:
    text = template()
    lines, known = text.splitlines(), toml_lines.lines(text)
    told = list(leaves(tomllib.loads(text)))
    assert len(told) > 200
    for place, value in told:
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        assert shown in lines[known[place] - 1], place


ODD = '''\
a.b = """
one ] two # three
""" # [
"c d" = [ # {
  1.5, [2, 3],
  { e = 'x # }', f = "\\"]" },
]
[[g]]
h = 2026-05-01 07:00:00
[[g]]
h = 4
[g.i]
j = ["", ]
'''


def test_lines_are_right_in_odd_files_too() -> None:
    known = toml_lines.lines(ODD)
    assert {place for place, _ in leaves(tomllib.loads(ODD))} <= set(known)
    lines = {
        ("a", "b"): 1,
        ("c d",): 4,
        ("c d", 0): 5,
        ("c d", 1, 1): 5,
        ("c d", 2, "f"): 6,
        ("g", 0, "h"): 9,
        ("g", 1, "h"): 11,
        ("g", 1, "i", "j", 0): 13,
    }
    assert {place: known[place] for place in lines} == lines


# --- the commands ------------------------------------------------------------------------


def test_new_writes_a_file_that_check_accepts_and_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "My Box 2.toml"
    assert CliRunner().invoke(app, ["new", str(path)]).exit_code == 0
    assert load(path).name == "my-box-2"
    checked = CliRunner().invoke(app, ["check", str(path)])
    assert checked.output == f"{path}: my-box-2 is complete. Checksum {checksum(HOUSE)}\n"
    before = path.read_bytes()
    again = CliRunner().invoke(app, ["new", str(path)])
    assert isinstance(again.exception, BadEdition)
    assert str(again.exception) == f"{path}: is there already and stays as it is"
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", ["new", "check"])
def test_a_file_of_another_kind_is_refused(command: str, tmp_path: Path) -> None:
    path = tmp_path / "my-box.txt"
    run = CliRunner().invoke(app, [command, str(path)])
    assert str(run.exception) == f"{path}: the name of an edition's file ends in .toml"
    assert not path.exists()


def test_show_tells_every_piece() -> None:
    run = CliRunner().invoke(app, ["show"], env={"COLUMNS": "200", "LC_ALL": "C"})
    assert run.exit_code == 0
    console = Console(width=200, file=io.StringIO(), record=True)
    console.print(listing(HOUSE))
    shown = console.export_text()
    for text in (
        checksum(HOUSE),
        "W H D W H",
        "D H S S N",
        "WHSSA WHSAA",
        "capacity +1, 1 W/H",
        "clearance: resources 4, stars 3, at_once 3",
        "–, –, W, S",
        "1, 2, 3, 4, 5, ★",
        "18, 24, 28",
    ):
        assert text in shown
        assert text in run.output


def test_editions_in_a_folder_are_known_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.toml").write_text(template("club"), encoding="utf-8")
    (tmp_path / "house.toml").write_text("not ours", encoding="utf-8")
    monkeypatch.setenv(SETTING, str(tmp_path))
    assert list(shelf()) == ["house", "club"]
    assert load("club").name == "club"
    assert load("house") == HOUSE


def test_the_checksum_is_taken_over_all_that_the_kernels_read() -> None:
    assert set(PRINTED) | {"even_stars", "at_once"} == set(ARRAYS)


@pytest.mark.rule("S30")
def test_what_an_edition_leaves_out_is_as_in_older_files() -> None:
    text = re.sub(r"(?ms)^\[even\].*?(?=^# ---)", "", template())
    text = re.sub(r"(?m)^(winter|upgrades) = \{ breeze.*\n", "", text)
    text = re.sub(r"at_once = \d+(, )?", "", text)
    older = read(text, "my-box.toml")
    assert older.even.winter.four == (0, 1, 0, 0)
    assert older.solo.upgrades == older.solo.winter == older.solo.stars
    assert older.powers.tailwind.at_once == 0


def test_places_of_a_file_are_found_and_changed() -> None:
    text = template()
    changes: dict[str, int | str] = {
        "even.winter.3[2]": 7,
        "powers.deep hold.choose": 3,
        "start.3[3]": "HS",
    }
    mine = read(tuning.changed(text, changes, "my-box.toml"), "my-box.toml")
    assert mine.even.winter.three[1] == 7
    assert mine.powers.deep_hold.choose == 3
    assert mine.start.three == ("", "", "HS")
    found = tuning.values(tuning.changed(text, changes, "my-box.toml"), "my-box.toml")
    assert changes.items() <= found.items()
    with pytest.raises(BadEdition, match="start"):
        tuning.changed(text, {"start.3[3]": "DD"}, "my-box.toml")
