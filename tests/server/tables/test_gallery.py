"""Spectators: everything comes, in order, equally late, and a few of them at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound
from spit.server.sockets.connection import Connection, Frame
from spit.server.tables.gallery import CHUNK, STEP_MS, Gallery

DELAY_MS = 3_000


class Watcher:
    """Stands for a connection and keeps what was sent to it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send_frames(self, frames: Sequence[Frame]) -> None:
        """As `Connection.send_frames`."""
        self.frames += [frame.data for frame in frames]

    @property
    def seen(self) -> list[str | int]:
        """Pictures as text, updates as the versions of their events."""
        seen: list[str | int] = []
        for frame in self.frames:
            if not frame.startswith(b"{"):
                seen.append(frame.decode())
                continue
            update = decode_outbound(frame)
            assert isinstance(update, m.Update)
            first = update.version - len(update.events) + 1
            seen += range(first, update.version + 1)
        return seen


def _watchers(gallery: Gallery, count: int) -> list[tuple[Watcher, Connection]]:
    """So many spectators, each with its first picture on the way."""
    made = [Watcher() for _ in range(count)]
    for watcher in made:
        gallery.show(cast(Connection, watcher), b"picture", now_ms=0)
    return [(watcher, cast(Connection, watcher)) for watcher in made]


def _event(version: int) -> m.Update:
    return m.Update(epoch=1, version=version, events=[m.CallsWithdrawn()])


def _deliver(gallery: Gallery, now_ms: int) -> int:
    """Delivers all that is due; returns in how many goes."""
    goes = 0
    if gallery.deliver(now_ms):
        goes = 1
        while gallery.send_some():
            goes += 1
    return goes


def test_a_spectator_sees_everything_one_delay_later() -> None:
    """First the picture, then each event, none of them early."""
    gallery = Gallery(DELAY_MS)
    ((watcher, _),) = _watchers(gallery, 1)
    gallery.broadcast(_event(1), now_ms=100)
    _deliver(gallery, 2_999)
    assert watcher.seen == []
    _deliver(gallery, 3_000)
    assert watcher.seen == ["picture"]
    _deliver(gallery, 3_099)
    assert watcher.seen == ["picture"]
    _deliver(gallery, 3_100 + STEP_MS)
    assert watcher.seen == ["picture", 1]


def test_what_came_in_a_moment_goes_out_as_one_frame() -> None:
    """Encoded once for all; a client follows it as any other update."""
    gallery = Gallery(DELAY_MS)
    watchers = [watcher for watcher, _ in _watchers(gallery, 3)]
    for version in range(1, 6):
        gallery.broadcast(_event(version), now_ms=10 + version)
    _deliver(gallery, 10_000)
    assert [watcher.seen for watcher in watchers] == [["picture", 1, 2, 3, 4, 5]] * 3
    assert [len(watcher.frames) for watcher in watchers] == [2, 2, 2]
    assert watchers[0].frames[1] is watchers[1].frames[1] is watchers[2].frames[1]


def test_a_crowd_is_served_a_few_at_a_time() -> None:
    """So that whoever plays has a turn in between; all of them get it."""
    gallery = Gallery(0)
    watchers = _watchers(gallery, 10 * CHUNK)
    _deliver(gallery, 0)
    gallery.broadcast(_event(1), now_ms=1)
    assert _deliver(gallery, STEP_MS) > 9
    assert all(watcher.seen == ["picture", 1] for watcher, _ in watchers)


def test_whoever_leaves_while_others_are_served_gets_nothing_more() -> None:
    """Its connection is gone."""
    gallery = Gallery(0)
    watchers = _watchers(gallery, 3 * CHUNK)
    assert gallery.deliver(0)
    last, connection = watchers[-1]
    gallery.leave(connection)
    while gallery.send_some():
        pass
    assert last.seen == []
    assert watchers[0][0].seen == ["picture"]


def test_a_spectator_gets_nothing_from_before_its_picture() -> None:
    """The picture has it already."""
    gallery = Gallery(DELAY_MS)
    ((first, _),) = _watchers(gallery, 1)
    gallery.broadcast(_event(1), now_ms=10)
    ((second, _),) = _watchers(gallery, 1)
    gallery.broadcast(_event(2), now_ms=30)
    _deliver(gallery, 10_000)
    assert first.seen == ["picture", 1, 2]
    assert second.seen == ["picture", 2]


def test_a_spectator_that_asks_again_keeps_the_order() -> None:
    """The new picture comes in the line, and nothing is sent twice before it."""
    gallery = Gallery(DELAY_MS)
    ((watcher, connection),) = _watchers(gallery, 1)
    _deliver(gallery, 3_000)
    gallery.show(connection, b"again", now_ms=3_100)
    gallery.broadcast(_event(1), now_ms=3_200)
    _deliver(gallery, 10_000)
    assert watcher.seen == ["picture", "again", 1]


def test_whoever_has_left_gets_nothing() -> None:
    """Also not what waited in the line when it left."""
    gallery = Gallery(DELAY_MS)
    ((watcher, connection),) = _watchers(gallery, 1)
    gallery.leave(connection)
    gallery.broadcast(_event(1), now_ms=1)
    _deliver(gallery, 10_000)
    assert watcher.seen == []
    assert len(gallery) == 0


def test_without_spectators_nothing_waits() -> None:
    """A table that nobody watches keeps no events and needs no timer."""
    gallery = Gallery(DELAY_MS)
    gallery.broadcast(_event(1), now_ms=0)
    assert gallery.next_ms is None


def test_the_next_delivery_is_that_of_the_oldest() -> None:
    """So that one timer is enough."""
    gallery = Gallery(DELAY_MS)
    ((_, connection),) = _watchers(gallery, 1)
    gallery.broadcast(_event(1), now_ms=500)
    assert gallery.next_ms == DELAY_MS
    assert list(gallery) == [connection]
