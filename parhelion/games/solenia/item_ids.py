"""The ids of items on Solenia's table: built from their parts and read again, both only here."""


def card_id(seat: int, kind: str, number: int) -> str:
    """A card: its player, its kind, its number among those of its kind."""
    return f"card-{seat}-{kind}-{number}"


def space_id(space: str) -> str:
    """A space as it lies now."""
    return f"space-{space}"


def token_id(seat: int, resource: str, number: int) -> str:
    """A resource in a player's store."""
    return f"token-{seat}-{resource}-{number}"


def supply_id(resource: str) -> str:
    """The supply of a resource."""
    return f"supply-{resource}"


def slot_id(seat: int, row: str, slot: str) -> str:
    """A slot of a player's board."""
    return f"slot-{seat}-{row}-{slot}"


def tile_id(row: str, tile: str, number: int) -> str:
    """A delivery tile: its row, its name, its number among those of its name."""
    return f"tile-{row}-{tile}-{number}"


# --- reading -----------------------------------------------------------------------------


def card_of(id: str) -> str:
    """The kind of a card, empty if it is none."""
    what, *parts = id.split("-")
    return parts[1] if what == "card" else ""


def space_of(id: str) -> str:
    """The name of a space, empty if it is none."""
    what, _, space = id.partition("-")
    return space if what == "space" else ""


def resource_of(id: str, seat: int) -> str:
    """The resource of a token in a player's store or in the supply, empty if it is none."""
    what, *parts = id.split("-")
    if what == "supply":
        return parts[0]
    return parts[1] if what == "token" and parts[0] == str(seat) else ""


def tile_of(id: str) -> tuple[str, str] | None:
    """The row and the name of a delivery tile."""
    what, *parts = id.split("-")
    return (parts[0], parts[1]) if what == "tile" else None


def slot_of(id: str) -> str:
    """The name of a slot, empty if it is none."""
    what, *parts = id.split("-")
    return parts[2] if what == "slot" else ""
