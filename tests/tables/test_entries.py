"""Journal entries and their JSON form."""

import dataclasses
import json
from typing import Any

import pytest

from parhelion.tables import entries
from parhelion.tables.entries import (
    FORMAT,
    KINDS,
    Agreed,
    BotFailed,
    BotSeated,
    Created,
    Declined,
    Entry,
    FlagFell,
    Hinted,
    Joined,
    Moved,
    Proposed,
    Rematched,
    Reshuffled,
    Resigned,
    Resumed,
    Returned,
    Said,
    Started,
    Substituted,
    TookBack,
    Vacated,
    Withdrawn,
    entry_from,
    fields_json,
)
from tests.tables.situations import SECRET, as_json

CREATED = Created(
    at=1.5,
    by="ann",
    game="orion",
    options={"setup": "random"},
    seats=[{"person": "ann", "text": ""}, {"level": 2}],
    time={"kind": "live", "minutes": 5, "seconds": 0, "days": 3},
    listed=True,
    spectators_chat=False,
    secret=SECRET,
)
DEAL = {"seed": "a.b", "rules": 2, "beginning": {"deal": {"hexes": [1, 2]}}}
EXAMPLES: list[Entry] = [
    CREATED,
    dataclasses.replace(CREATED, secret=None, given=DEAL, moves=["star a1", "star a2"]),
    Joined(at=2.0, by="bob", seat=1, text="x"),
    Joined(at=2.0, by="gatherer", seat=1, text="x", owner=""),
    Vacated(at=3.0, by="bob", seat=1),
    BotSeated(at=4.0, by="ann", seat=1, level=3),
    Started(at=5.0),
    Started(at=5.0, deal=DEAL),
    Moved(at=6.0, by="ann", seat=0, move="star a1; eagle 2-8", spent=1.25),
    Moved(at=6.0, seat=1, move="star a1"),
    TookBack(at=7.0, by="ann", seat=0, ply=0),
    Resigned(at=8.0, by="ann", seat=0),
    FlagFell(at=9.0, seat=0, spent=60.0),
    Proposed(at=10.0, by="ann", what="takeback", seat=0, ply=2),
    Proposed(at=10.0, by="ann", what="bot", seat=1, ply=2),
    Agreed(at=11.0, by="bob"),
    Declined(at=12.0, by="bob"),
    Substituted(at=13.0, by="ann", seat=1, level=3, spent=0.5),
    Returned(at=14.0, by="bob", seat=1),
    Hinted(at=15.0, by="ann", seat=0, spent=3.0),
    BotFailed(at=16.0, by="gatherer", seat=1, why="slow"),
    Said(at=17.0, by="ann", text="Hello", seat=0),
    Said(at=17.0, text="Before ids", name="Ann"),
    Rematched(at=18.0, by="ann", table="next"),
    Rematched(at=18.0, table=None),
    Resumed(at=19.0),
    Reshuffled(at=20.0, secret=SECRET),
    Withdrawn(at=21.0, by="ann"),
    Withdrawn(at=21.0),
]


def test_examples_cover_every_kind() -> None:
    assert {type(entry) for entry in EXAMPLES} == set(KINDS.values())
    assert all(getattr(entries, kind.__name__) is kind for kind in KINDS.values())
    assert all(cls.kind == kind for kind, cls in KINDS.items())


def test_kinds_fit_their_database_column() -> None:
    assert all(0 < len(kind) <= 16 for kind in KINDS)


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: entry.kind)
def test_entry_equals_its_stored_form(entry: Entry) -> None:
    assert entry_from(**as_json(entry)) == entry


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: entry.kind)
def test_json_form_leaves_out_defaults_and_common_fields(entry: Entry) -> None:
    values = fields_json(entry)
    fields = {field.name: field for field in dataclasses.fields(entry)}
    assert values.keys() <= fields.keys() - {"at", "by"}
    for name, field in fields.items():
        if name not in ("at", "by"):
            assert (name in values) == (getattr(entry, name) != field.default)


def test_json_form_is_short() -> None:
    assert fields_json(Moved(at=6.0, by="ann", seat=1, move="star a1")) == {
        "seat": 1,
        "move": "star a1",
    }
    assert fields_json(Agreed(at=6.0, by="ann")) == {}


def test_entry_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        CREATED.game = "solstis"  # type: ignore[misc]


def broken(entry: Entry, **values: object) -> dict[str, Any]:
    """Return the stored form of an entry with some fields replaced."""
    row = as_json(entry)
    return row | {"values": row["values"] | values}


def test_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'castled'"):
        entry_from("castled", 1.0, None, {})


@pytest.mark.parametrize("format", [0, -1, FORMAT + 1])
def test_other_format_is_refused_with_kind_and_format(format: int) -> None:
    with pytest.raises(ValueError, match=f"moved: format {format};"):
        entry_from("moved", 1.0, None, {"seat": 0, "move": "draw"}, format)


def test_unknown_kind_of_a_newer_format_is_reported_as_newer() -> None:
    with pytest.raises(ValueError, match=f"castled: format {FORMAT + 1}"):
        entry_from("castled", 1.0, None, {}, FORMAT + 1)


def test_upcasters_exist_for_every_older_format() -> None:
    assert set(entries.UPCASTERS) == set(range(1, FORMAT))


def test_older_format_is_upcast_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "FORMAT", 3)
    steps = {
        1: lambda kind, values: {**values, "seat": values["player"] - 1},
        2: lambda kind, values: {name: each for name, each in values.items() if name != "player"},
    }
    monkeypatch.setattr(entries, "UPCASTERS", steps)
    assert entry_from("resigned", 1.0, "ann", {"player": 2}, 1) == Resigned(
        at=1.0, by="ann", seat=1
    )


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: entry.kind)
def test_unknown_field_is_refused_by_name(entry: Entry) -> None:
    with pytest.raises(ValueError, match=f"{entry.kind}: unknown field 'colour'"):
        entry_from(**broken(entry, colour="blue"))


@pytest.mark.parametrize("name", ["at", "by", "kind"])
def test_common_fields_are_no_fields_of_a_kind(name: str) -> None:
    with pytest.raises(ValueError, match=f"agreed: unknown field '{name}'"):
        entry_from("agreed", 1.0, "ann", {name: "bob"})


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: entry.kind)
def test_missing_field_is_refused_by_name(entry: Entry) -> None:
    required = [
        field.name
        for field in dataclasses.fields(entry)
        if field.default is dataclasses.MISSING and field.name != "at"
    ]
    for name in required:
        row = as_json(entry)
        del row["values"][name]
        with pytest.raises(ValueError, match=f"{entry.kind}: {name} is missing"):
            entry_from(**row)


WRONG: list[tuple[Entry, str, object]] = [
    (EXAMPLES[8], "seat", "0"),
    (EXAMPLES[8], "seat", True),
    (EXAMPLES[8], "seat", 0.0),
    (EXAMPLES[8], "seat", None),
    (EXAMPLES[8], "move", 7),
    (EXAMPLES[8], "spent", "1"),
    (EXAMPLES[8], "spent", False),
    (EXAMPLES[8], "spent", None),
    (EXAMPLES[13], "what", "draw"),
    (EXAMPLES[20], "why", None),
    (CREATED, "listed", 1),
    (CREATED, "options", []),
    (CREATED, "options", {"setup": 1}),
    (CREATED, "seats", {}),
    (CREATED, "seats", ["ann"]),
    (CREATED, "time", None),
    (CREATED, "moves", "star a1"),
    (CREATED, "moves", [1]),
    (CREATED, "given", "seed"),
    (CREATED, "secret", 1),
    (EXAMPLES[2], "owner", 1),
    (EXAMPLES[21], "seat", "0"),
    (EXAMPLES[23], "table", 3),
    (EXAMPLES[26], "secret", None),
]


@pytest.mark.parametrize(("entry", "name", "value"), WRONG)
def test_field_of_another_type_is_refused_by_name(entry: Entry, name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{entry.kind}: {name} is "):
        entry_from(**broken(entry, **{name: value}))


def test_whole_seconds_are_seconds() -> None:
    assert entry_from("moved", 1, None, {"seat": 0, "move": "draw", "spent": 2}) == Moved(
        at=1.0, seat=0, move="draw", spent=2.0
    )


@pytest.mark.parametrize("values", [None, [], "seat"])
def test_fields_that_are_no_object_are_refused(values: Any) -> None:
    with pytest.raises(ValueError, match="moved: expected an object"):
        entry_from("moved", 1.0, None, values)


def test_json_form_survives_json() -> None:
    for entry in EXAMPLES:
        assert json.loads(json.dumps(fields_json(entry))) == fields_json(entry)
