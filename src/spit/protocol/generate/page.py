"""The page for people who write a client.

Owns ``docs/protocol.md``: the prose of ``page.md`` beside this module, with every message, value
and number filled in from the code, and an example from the recorded frames.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from msgspec import Meta

from spit.protocol import events, http, inbound, limits, lobby, outbound, scalars, view
from spit.protocol.generate.shapes import (
    MODULES,
    Field,
    Shape,
    bounded_scalars,
    named_values,
    shapes,
)

SESSION = "session.json"
"""The recorded session that the page shows the beginning of."""

_WIDTH = 320
_JSON_TYPES = {"int": "number", "str": "string", "bool": "boolean", "None": "null"}


def page(root: Path) -> str:
    """The whole page.

    Args:
        root: The source tree, which has the recorded frames.
    """
    parts = {
        "version": str(scalars.PROTOCOL_VERSION),
        "inbound": _messages(*shapes(inbound)),
        "outbound": _messages(*shapes(outbound)),
        "events": _messages(*shapes(events)),
        "view": _messages(*shapes(view), *shapes(scalars)),
        "http": _messages(*shapes(http)),
        "lobby": _messages(*shapes(lobby)),
        "scalars": "\n".join(_scalar_rows()),
        "names": "\n\n".join(_name_tables()),
        "session": SESSION,
        "example": _example(root / "tests" / "golden" / "frames" / SESSION),
        **{name: f"{value:,}" for name, value in limits.NUMBERS.items()},
    }
    text = files(__package__).joinpath("page.md").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


# ------------------------------------------------------------------ messages


_NAMES = {shape.name for module in MODULES for shape in shapes(module)}


def _messages(*parts: Shape) -> str:
    return "\n\n".join("\n".join(_message(shape)) for shape in parts)


def _message(shape: Shape) -> Iterator[str]:
    yield f"### {shape.name}"
    if shape.tag is not None:
        yield f'`"type": "{shape.tag}"`'
        yield ""
    yield from _prose(shape.doc)
    if shape.fields:
        yield ""
        yield "| field | type | meaning |"
        yield "|---|---|---|"
        for field in shape.fields:
            yield f"| `{field.name}` | {_type(field.annotation)} | {_meaning(field, shape)} |"


def _prose(doc: str) -> Iterator[str]:
    """A docstring as Markdown with a sentence on each line."""
    for number, paragraph in enumerate(doc.split("\n\n")):
        if number:
            yield ""
        yield from re.split(r"(?<=[.!?]) +(?=[A-Z`*(])", _linked(" ".join(paragraph.split())))


def _linked(text: str) -> str:
    """A sentence of a docstring as Markdown: names of messages become links."""

    def link(match: re.Match[str]) -> str:
        name = match[1]
        return f"[`{name}`](#{name.lower()})" if name in _NAMES else f"`{name}`"

    parts = re.split(r"(``[^`]+``)", text)
    return "".join(
        f"`{part[2:-2]}`" if part.startswith("``") else re.sub(r"`([^`]+)`", link, part)
        for part in parts
    )


def _meaning(field: Field, shape: Shape) -> str:
    words = [_linked(field.doc)] if field.doc else []
    if not field.doc and field.name == "seat":
        words = ["The seat that acts." if shape.is_inbound else "The seat."]
    if not field.doc and field.name == "id":
        words = ["The action's number."]
    if field.is_optional and shape.is_inbound:
        words.append(f"Optional: `{json.dumps(field.default)}`.")
    return " ".join(words)


def _type(annotation: ast.expr) -> str:
    """An annotation in words, with links to what it names."""
    match annotation:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name) if name in _JSON_TYPES:
            return _JSON_TYPES[name]
        case ast.Name(id=name) if name in _NAMES:
            return f"[`{name}`](#{name.lower()})"
        case ast.Name(id="AnyEvent"):
            return "[event](#events)"
        case ast.Name(id=name) if name in named_values():
            return f"[{name}](#{name.lower()})"
        case ast.Name(id=name):
            return f"[{name}](#numbers-and-codes)"
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)} or {_type(right)}"
        case ast.Subscript(value=ast.Name(id="list"), slice=item):
            return f"list of {_type(item)}".replace("list of list", "list of lists")
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, value])):
            return f"object of {_type(value)}"
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[base, *_])):
            return _type(base)
    raise ValueError(f"no words for {ast.unparse(annotation)}")


# ------------------------------------------------------------------ values


def _scalar_rows() -> Iterator[str]:
    for scalar in bounded_scalars():
        kind, bounds = _JSON_TYPES[scalar.base], _bounds(scalar.meta)
        yield f"| {scalar.name} | {kind}, {bounds} | {scalar.meta.description} |"


def _bounds(meta: Meta) -> str:
    if meta.pattern:
        return f"matching `{meta.pattern}`"
    if meta.max_length is not None:
        return f"at most {meta.max_length} characters"
    return f"{meta.ge:,} to {meta.le:,}"


def _name_tables() -> Iterator[str]:
    for name, values in named_values().items():
        rows = [
            f"| `{value}` | {meaning or value.replace('-', ' ')} |"
            for value, meaning in values.items()
        ]
        yield "\n".join([f"### {name}", "| value | meaning |", "|---|---|", *rows])


# ------------------------------------------------------------------ the example


def _example(path: Path) -> str:
    """The frames of the recorded session that have a note."""
    session = json.loads(path.read_text(encoding="utf-8"))
    blocks = []
    for frame in session["frames"]:
        if "note" not in frame:
            continue
        arrow = "→" if frame["from"] == "client" else "←"
        text = json.dumps(frame["message"], ensure_ascii=False)
        cut = text if len(text) <= _WIDTH else f"{text[:_WIDTH]} …"
        blocks.append(f"{frame['note']}\n```text\n{arrow} {cut}\n```")
    return "\n\n".join(blocks)
