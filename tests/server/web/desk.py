"""Requests about tables, as a browser makes them."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from spit.protocol import messages as m
from spit.protocol.codec import encode
from tests.server.people import House

M = TypeVar("M", bound=msgspec.Struct)


def secret_of(name: str) -> str:
    """A guest's own secret."""
    return f"{name:-<32}"


class Desk:
    """One client's requests to a server.

    Args:
        house: The server.
        name: What the client's player is called.
    """

    def __init__(self, house: House, name: str = "Ana") -> None:
        self.house = house
        self.name = name
        self.guest = secret_of(name)

    async def post(self, path: str, body: msgspec.Struct | bytes) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        data = body if isinstance(body, bytes) else encode(body)
        async with self.house.client.post(path, data=data) as answer:
            return answer.status, await answer.read()

    async def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        """As `post`."""
        async with self.house.client.get(path, headers=headers) as answer:
            return answer.status, await answer.read()

    async def done(self, path: str, body: msgspec.Struct, kind: type[M], status: int) -> M:
        """The answer to a request that is granted."""
        found, data = await self.post(path, body)
        assert found == status, data
        return msgspec.json.decode(data, type=kind)

    async def refused(self, path: str, body: msgspec.Struct, status: int) -> str:
        """The sentence that says why it is not."""
        found, data = await self.post(path, body)
        assert found == status, data
        return msgspec.json.decode(data, type=m.HttpError).error

    async def make(self, **wish: Any) -> m.TableMade:
        """A table for a friend."""
        new = m.NewTable(**{"opponent": "friend", "name": self.name, "guest": self.guest, **wish})
        return await self.done("/api/tables", new, m.TableMade, 201)

    async def sit(self, table: str) -> m.TableMade:
        """The free seat of a table."""
        wish = m.SitDown(self.name, self.guest)
        return await self.done(f"/api/tables/{table}/seat", wish, m.TableMade, 201)

    async def info(self, table: str) -> m.TableInfo:
        """What a table is."""
        status, data = await self.get(f"/api/tables/{table}")
        assert status == 200, data
        return msgspec.json.decode(data, type=m.TableInfo)

    async def invitation(self, table: str, **headers: str) -> m.Invitation:
        """How a friend finds a table."""
        status, data = await self.get(f"/api/tables/{table}/invitation", **headers)
        assert status == 200, data
        return msgspec.json.decode(data, type=m.Invitation)

    async def hand_over(self, made: m.TableMade) -> m.Handover:
        """A one-time code for a seat."""
        proof = m.SeatProof(made.secret)
        return await self.done(f"/api/tables/{made.table}/handover", proof, m.Handover, 200)
