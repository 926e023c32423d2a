"""JSON that people type in, checked by Pydantic models; errors say what is wrong and where."""

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import ParhelionError
from parhelion.printable import escaped


class Strict(BaseModel):
    """A JSON object with just these parts, and no guessing at what a value could mean."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Model = TypeVar("Model", bound=BaseModel)


def validated(model: type[Model], value: Any, where: str, error: type[ParhelionError]) -> Model:
    """A value as a model; an error of the given type names the first part that is wrong.

    `where` is what the value is called, empty for the outermost object.
    """
    try:
        return model.model_validate(value)
    except ValidationError as found:
        first = found.errors()[0]
        place, problem = _place(where, first["loc"]), _problem(model, first)
        raise error(f"{place}: {problem}" if place else problem) from None


def _place(where: str, path: tuple[int | str, ...]) -> str:
    """A path such as deal.hands[1], without what Pydantic adds for the members of a union."""
    for part in path:
        if isinstance(part, int):
            where += f"[{part}]"
        elif part not in _TYPES:
            name = escaped(part)  # the file chose it
            where += f".{name}" if where else name
    return where


_TYPES = {"int", "str", "bool", "float"}


def _problem(model: type[BaseModel], found: Any) -> str:
    """What is wrong, in our words where Pydantic's are those of a programmer."""
    kind, given = found["type"], found["input"]
    if kind == "missing":
        return "missing"
    if kind == "extra_forbidden":
        names = [field.alias or name for name, field in model.model_fields.items()]
        return "unknown" + (did_you_mean(found["loc"][-1], names) if len(found["loc"]) == 1 else "")
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        return f"expected a JSON object, found {given!r}"
    if kind == "value_error":
        return str(found["ctx"]["error"])
    message = _WORDS.get(kind) or found["msg"].replace("Input should be", "expected")
    return f"{message[0].lower()}{message[1:]}, found {given!r}"


_WORDS = {
    "int_type": "expected a whole number",
    "string_type": "expected a text",
    "bool_type": "expected true or false",
    "list_type": "expected a list",
}
