"""The build hook: puts the built browser client into wheels, sdists and editable installs.

Owns only the connection to hatchling; how the client is built is ``tools/client.py``'s.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Hatchling loads this file by its path, so its folder is not on the import path.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools import client


class ClientBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # the config is hatchling's own
    """Builds the client before hatchling collects the files."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a build dependency, where it is needed and the machine has none."""
        if client.is_fresh(client.ROOT) or client.find_node() is not None:
            return []
        return [client.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the client if its sources have changed.

        Args:
            version: of the build target, for example ``standard`` or ``editable``.
            build_data: hatchling's; left as it is.
        """
        try:
            if client.build(client.ROOT):
                self.app.display_info("The browser client has been built.")
        except client.ClientError as error:
            self.app.abort(str(error))
