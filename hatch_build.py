"""Names a wheel after the platform whose libraries it carries; see `scripts/wheel`."""

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformHook(BuildHookInterface):  # type: ignore[type-arg]
    """Sets the tag of the wheel. Without libraries it runs everywhere."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Take the platform from the environment."""
        if platform := os.environ.get("PARHELION_PLATFORM"):
            build_data["tag"] = f"py3-none-{platform}"
            build_data["pure_python"] = False
