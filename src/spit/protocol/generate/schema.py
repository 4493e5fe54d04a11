"""The JSON Schema of the wire.

Owns ``docs/protocol.schema.json``: msgspec's schema of the classes, with the sentences about each
field beside it.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from spit.protocol import http
from spit.protocol import messages as m
from spit.protocol.generate.shapes import MODULES, shapes

_ROOTS: dict[str, Any] = {
    "AnyInbound": m.AnyInbound,
    "AnyOutbound": m.AnyOutbound,
    "AnyLobbyInbound": m.AnyLobbyInbound,
    "AnyLobbyOutbound": m.AnyLobbyOutbound,
    **{shape.name: getattr(http, shape.name) for shape in shapes(http)},
}


def schema() -> str:
    """The whole file. Validate against ``#/$defs/AnyInbound`` and so on."""
    roots, parts = msgspec.json.schema_components(_ROOTS.values(), ref_template="#/$defs/{name}")
    definitions = {
        name: root for name, root in zip(_ROOTS, roots, strict=True) if name not in parts
    }
    definitions |= _described(parts)
    page = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Spit, protocol version {m.PROTOCOL_VERSION}",
        "description": "Generated from spit.protocol.messages; docs/protocol.md explains it.",
        "$defs": definitions,
    }
    return json.dumps(page, indent=2, ensure_ascii=False) + "\n"


def _described(parts: dict[str, Any]) -> dict[str, Any]:
    """Adds what each field means, where its class says so."""
    for shape in (shape for module in MODULES for shape in shapes(module)):
        properties = parts.get(shape.name, {}).get("properties", {})
        for field in shape.fields:
            if field.doc and field.name in properties:
                properties[field.name] = {**properties[field.name], "description": field.doc}
    return parts
