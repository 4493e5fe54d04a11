"""The server that the tests with sockets talk to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import House, Open

Build = Callable[..., Awaitable[House]]


@pytest.fixture
def build(aiohttp_client: Open, tmp_path: Path) -> Build:
    """Starts a server; its arguments change the server's settings."""

    async def start(**changes: Any) -> House:
        return await House.build(aiohttp_client, tmp_path, **changes)

    return start
