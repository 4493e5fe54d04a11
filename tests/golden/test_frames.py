"""The recorded sessions: what a client is promised, frame by frame."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from spit.protocol import messages as m
from spit.protocol.codec import decode, decode_outbound
from spit.protocol.follow import follow
from tests.golden.frames import FOLDER, SESSIONS, write

PATHS = sorted(FOLDER.glob("*.json"))


def _frames(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["frames"]
    return found


def test_the_recordings_are_those_that_are_made() -> None:
    """No file is left over, and none is missing."""
    assert [path.name for path in PATHS] == sorted(SESSIONS)


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_comes_out_as_recorded(name: str) -> None:
    """A table that answers differently is noticed here, and recorded anew by `make golden`."""
    assert write(SESSIONS[name]()) == (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_following_the_frames_gives_the_recorded_views(path: Path) -> None:
    """From the first snapshot on, update by update, to the last bit."""
    view: m.TableView | None = None
    for frame in _frames(path):
        data = json.dumps(frame["message"])
        if frame["from"] == "client":
            decode(data)
            continue
        message = decode_outbound(data)
        if isinstance(message, m.Snapshot):
            view = message.view
        elif isinstance(message, m.Update):
            assert view is not None
            view = follow(view, message)
        if "view" in frame:
            assert msgspec.to_builtins(view) == frame["view"]


def test_every_event_is_in_some_recording() -> None:
    """So that a client that is tested against them has met them all."""
    seen = {
        event["type"]
        for path in PATHS
        for frame in _frames(path)
        for event in frame["message"].get("events", ())
    }
    tags = {kind.__struct_config__.tag for kind in get_args(m.AnyEvent)}
    assert tags - seen == set()


def test_no_recording_shows_a_hidden_card() -> None:
    """A card is in a frame only once it has been turned up (R2.6)."""
    for path in PATHS:
        for frame in _frames(path):
            for row in frame.get("view", {}).get("stocks", ()):
                for stock in row:
                    assert set(stock) == {"down", "up"}
                    assert isinstance(stock["down"], int)
