"""What the tests of the lobby share: lobbies without sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.server.lobby.visitors import Foyer

Build = Callable[..., Awaitable[Foyer]]


@pytest.fixture
async def build(tmp_path: Path) -> AsyncIterator[Build]:
    """Makes a lobby; its arguments are those of `Foyer.build`."""
    made: list[Foyer] = []

    async def start(**changes: object) -> Foyer:
        foyer = await Foyer.build(tmp_path, **changes)  # type: ignore[arg-type]
        made.append(foyer)
        return foyer

    yield start
    for foyer in made:
        await foyer.store.close()
