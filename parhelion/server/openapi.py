"""Writes the OpenAPI document of the server: `python -m parhelion.server.openapi FILE`."""

import json
import sys
from pathlib import Path

from parhelion.server.app import create_app


def openapi_json() -> str:
    """The OpenAPI document, the same to the byte for the same routes."""
    return json.dumps(create_app().openapi(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(openapi_json(), encoding="utf-8")
