"""One honest message of every type that a client may send, and ways to spoil one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import fields

from spit.protocol import messages as m
from spit.protocol.codec import encode

POSITION = m.Position(epoch=1, version=7)

SAMPLES: tuple[m.AnyInbound, ...] = (
    m.Hello(version=1, secrets=["a", "b"], have=POSITION, coarse_clock=True),
    m.Play(
        id=1, seat=0, stock=4, pile=1, card="Td", top="9s", top_version=5, reacted_ms=310,
        since_touch_ms=700,
    ),
    m.Flip(id=2, seat=1, stock=0, since_touch_ms=120),
    m.Shift(id=3, seat=0, stock=1, slot=2, card="As"),
    m.Spit(id=4, seat=0, pile=1),
    m.Slap(id=5, seat=1, pile=0, reacted_ms=240),
    m.Resign(id=6, seat=0),
    m.Claim(id=7, seat=0),
    m.Pause(id=8, seat=0),
    m.Resume(id=9, seat=0),
    m.Rematch(id=10, seat=0),
    m.Emote(id=11, seat=0, emote="wow"),
    m.Resync(have=POSITION),
    m.Ping(n=2**31 - 1),
)  # fmt: skip
KINDS: tuple[type[m.AnyInbound], ...] = get_args(m.AnyInbound)

Spoiled = dict[str, Any]


def plain(message: m.AnyInbound) -> dict[str, Any]:
    """A message as the JSON object that is sent."""
    found: dict[str, Any] = json.loads(encode(message))
    return found


def tag(message: m.AnyInbound) -> str:
    """Its `type` on the wire."""
    found: str = plain(message)["type"]
    return found


def spoiled(message: m.AnyInbound) -> Iterator[tuple[str, Spoiled]]:
    """Ways in which the message can be malformed, each with a name."""
    honest = plain(message)
    yield "unknown field", {**honest, "cards": []}
    for name, value in honest.items():
        if name != "type":
            yield f"{name} is an object", {**honest, name: {"a": []}}
            yield f"{name} has another type", {**honest, name: 1 if isinstance(value, str) else "1"}
        if isinstance(value, int) and not isinstance(value, bool):
            yield f"{name} is negative", {**honest, name: -1}
            yield f"{name} is huge", {**honest, name: 10**30}
            yield f"{name} is no whole number", {**honest, name: 0.5}
            yield f"{name} is a bool", {**honest, name: True}
    for field in required(type(message)):
        yield f"no {field}", {key: value for key, value in honest.items() if key != field}


def required(kind: type[m.AnyInbound]) -> list[str]:
    """The fields that a message of this type cannot do without, `type` among them."""
    return ["type", *(field.name for field in fields(kind) if field.required)]
