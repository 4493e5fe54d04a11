"""Spectators: everything comes, in order, and all of it equally late."""

from __future__ import annotations

from typing import cast

from spit.server.sockets.connection import Connection
from spit.server.tables.gallery import Gallery

DELAY_MS = 3_000


class Watcher:
    """Stands for a connection and keeps what was sent to it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send_frame(self, data: bytes) -> None:
        """As `Connection.send_frame`."""
        self.frames.append(data)


def _watcher() -> tuple[Watcher, Connection]:
    watcher = Watcher()
    return watcher, cast(Connection, watcher)


def test_a_spectator_sees_everything_one_delay_later() -> None:
    """First the picture, then each frame, none of them early."""
    gallery = Gallery(DELAY_MS)
    watcher, connection = _watcher()
    gallery.show(connection, b"picture", now_ms=0)
    gallery.broadcast(b"one", now_ms=100)
    gallery.deliver(2_999)
    assert watcher.frames == []
    gallery.deliver(3_000)
    assert watcher.frames == [b"picture"]
    gallery.deliver(3_100)
    assert watcher.frames == [b"picture", b"one"]


def test_a_spectator_gets_nothing_from_before_its_picture() -> None:
    """The picture has it already."""
    gallery = Gallery(DELAY_MS)
    first, first_connection = _watcher()
    second, second_connection = _watcher()
    gallery.show(first_connection, b"old picture", now_ms=0)
    gallery.broadcast(b"one", now_ms=10)
    gallery.show(second_connection, b"picture", now_ms=20)
    gallery.broadcast(b"two", now_ms=30)
    gallery.deliver(10_000)
    assert first.frames == [b"old picture", b"one", b"two"]
    assert second.frames == [b"picture", b"two"]


def test_a_spectator_that_asks_again_keeps_the_order() -> None:
    """The new picture comes in the line, and nothing is sent twice before it."""
    gallery = Gallery(DELAY_MS)
    watcher, connection = _watcher()
    gallery.show(connection, b"picture", now_ms=0)
    gallery.deliver(3_000)
    gallery.show(connection, b"again", now_ms=3_100)
    gallery.broadcast(b"one", now_ms=3_200)
    gallery.deliver(10_000)
    assert watcher.frames == [b"picture", b"again", b"one"]


def test_whoever_has_left_gets_nothing() -> None:
    """Also not what waited in the line when it left."""
    gallery = Gallery(DELAY_MS)
    watcher, connection = _watcher()
    gallery.show(connection, b"picture", now_ms=0)
    gallery.leave(connection)
    gallery.broadcast(b"one", now_ms=1)
    gallery.deliver(10_000)
    assert watcher.frames == []
    assert len(gallery) == 0


def test_without_spectators_nothing_waits() -> None:
    """A table that nobody watches keeps no frames and needs no timer."""
    gallery = Gallery(DELAY_MS)
    gallery.broadcast(b"one", now_ms=0)
    assert gallery.next_ms is None


def test_the_next_delivery_is_that_of_the_oldest_frame() -> None:
    """So that one timer is enough."""
    gallery = Gallery(DELAY_MS)
    _, connection = _watcher()
    gallery.show(connection, b"picture", now_ms=5)
    gallery.broadcast(b"one", now_ms=50)
    assert gallery.next_ms == 3_005
    assert list(gallery) == [connection]
