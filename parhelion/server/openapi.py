"""The contract with every client: `python -m parhelion.server.openapi FILE` writes it as JSON."""

import json
import sys
from pathlib import Path

from parhelion.server.app import create_app


def contract() -> str:
    """The OpenAPI document of the server, the same to the byte for the same routes."""
    return json.dumps(create_app().openapi(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(contract(), encoding="utf-8")
