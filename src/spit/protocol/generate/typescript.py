"""The TypeScript types of the wire.

Owns ``web/src/protocol.gen.ts``: a type for each struct under the same name, unions, names as
unions of strings, and the constants that a client needs before it has spoken to a server.
"""

from __future__ import annotations

import ast
import json
import textwrap
from collections.abc import Iterator

from spit.protocol import events, inbound, lobby, outbound, scalars
from spit.protocol.generate.shapes import (
    MODULES,
    Field,
    Shape,
    bounded_scalars,
    named_values,
    shapes,
    unions,
)
from spit.rules import OPTIONS, PRESETS, STANDARD

_WIDTH = 100
_BASE_TYPES = {"int": "number", "str": "string", "bool": "boolean", "None": "null"}
_UNIONS_AFTER = {
    inbound: ("AnyInbound",),
    events: ("AnyEvent",),
    outbound: ("AnyOutbound",),
    lobby: ("AnyLobbyInbound", "AnyLobbyOutbound"),
}


def typescript() -> str:
    """The whole file."""
    lines = ["// Generated from spit.protocol.messages; do not edit.", ""]
    lines += [f"export const PROTOCOL_VERSION = {scalars.PROTOCOL_VERSION};", ""]
    for scalar in bounded_scalars():
        lines += _comment(str(scalar.meta.description))
        lines.append(f"export type {scalar.name} = {_BASE_TYPES[scalar.base]};")
    lines.append("")
    for name, values in named_values().items():
        lines += _union(name, [json.dumps(value) for value in values])
    lines.append("")
    for module in MODULES:
        for shape in shapes(module):
            lines += [*_type(shape), ""]
        for name in _UNIONS_AFTER.get(module, ()):
            lines += [*_union(name, list(unions()[name])), ""]
    lines += _constants()
    return "\n".join(lines) + "\n"


def _comment(text: str, indent: str = "") -> list[str]:
    """A documentation comment, on one line if it fits."""
    text = text.replace("``", "`").replace("*/", "* /")
    if "\n" not in text and len(indent) + len(text) + 7 <= _WIDTH:
        return [f"{indent}/** {text} */"]
    lines = [f"{indent}/**"]
    for paragraph in text.split("\n\n"):
        if len(lines) > 1:
            lines.append(f"{indent} *")
        wrapped = textwrap.wrap(" ".join(paragraph.split()), _WIDTH - len(indent) - 3)
        lines += [f"{indent} * {line}" for line in wrapped]
    return [*lines, f"{indent} */"]


def _union(name: str, members: list[str]) -> list[str]:
    """A union type, on one line if it fits."""
    line = f"export type {name} = {' | '.join(members)};"
    if len(line) <= _WIDTH:
        return [line]
    return [
        f"export type {name} =",
        *(f"  | {each}" for each in members[:-1]),
        f"  | {members[-1]};",
    ]


def _type(shape: Shape) -> list[str]:
    lines = [*_comment(shape.doc), f"export type {shape.name} = {{"]
    if shape.tag is not None:
        lines.append(f"  readonly type: {json.dumps(shape.tag)};")
    for field in shape.fields:
        lines += [*(_comment(field.doc, "  ") if field.doc else []), _member(field, shape)]
    return [*lines, "};"]


def _member(field: Field, shape: Shape) -> str:
    # The server always writes every field; a client may leave out those that have a default.
    mark = "?" if field.is_optional and shape.is_inbound else ""
    return f"  readonly {field.name}{mark}: {type_of(field.annotation)};"


def type_of(annotation: ast.expr) -> str:
    """The TypeScript type of an annotation.

    Raises:
        ValueError: It has a form that the messages do not use so far.
    """
    match annotation:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return _BASE_TYPES.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{type_of(left)} | {type_of(right)}"
        case ast.Subscript(value=ast.Name(id="list"), slice=item):
            inner = type_of(item)
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, value])):
            return f"{{ readonly [key: string]: {type_of(value)} }}"
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[base, *_])):
            return type_of(base)
    raise ValueError(f"no TypeScript for {ast.unparse(annotation)}")


def _constants() -> Iterator[str]:
    yield "/** The computer's levels, the weakest first. */"
    yield "export const LEVELS: readonly LevelName[] = ["
    yield from (f"  {json.dumps(level)}," for level in scalars.NAMES["LevelName"])
    yield "];"
    yield ""
    yield "/** The emotes, in the order in which they are offered. */"
    yield "export const EMOTES: readonly EmoteName[] = ["
    yield from (f"  {json.dumps(emote)}," for emote in scalars.NAMES["EmoteName"])
    yield "];"
    yield ""
    yield "/** The named sets of options: what differs from the defaults. */"
    yield "export const PRESETS: Record<string, Record<string, string | number | null>> = {"
    yield from (
        f"  {json.dumps(name)}: {_object(rules.options)}," for name, rules in PRESETS.items()
    )
    yield "};"
    yield ""
    yield "/** Every option of the rules with its values, the default among them. */"
    yield "export const OPTIONS: Record<"
    yield "  string,"
    yield '  { values: readonly string[] | "whole-number"; default: string | number | null }'
    yield "> = {"
    for name, kind in OPTIONS.items():
        values = "whole-number" if kind is None else [str(member) for member in kind]
        entry = _object({"values": values, "default": getattr(STANDARD, name)})
        yield f"  {json.dumps(name)}: {entry},"
    yield "};"


def _object(fields: dict[str, object] | dict[str, str | int | None]) -> str:
    """An object literal on one line."""
    if not fields:
        return "{}"
    return f"{{ {', '.join(f'{json.dumps(k)}: {json.dumps(v)}' for k, v in fields.items())} }}"
