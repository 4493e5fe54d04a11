"""The message classes as data: names, fields, annotations and the sentences about them.

Owns the reading of the modules' source. Annotations are kept as they are written, since the
aliases in them (`Seat`, `CardCode`) say more than what they stand for.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, get_args

from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from spit.protocol import events, http, inbound, lobby, outbound, scalars, view
from spit.rules import reasons

MODULES: tuple[ModuleType, ...] = (scalars, inbound, view, events, outbound, http, lobby)
"""In the order in which the generated files print them."""

BASES = ("Inbound", "Outbound", "Event")
"""Classes that are no message themselves."""

_REASON = re.compile(r'^    [A-Z_]+ = "([a-z-]+)"(?:  # (.*))?$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message."""

    name: str
    annotation: ast.expr
    doc: str
    """What it means; empty where its type says it all."""
    is_optional: bool
    """Whether a sender may leave it out."""
    default: Any
    """What is then meant; only of use if `is_optional`."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One struct of the wire."""

    name: str
    tag: str | None
    """Value of its ``type`` field; None for a struct that only lies inside others."""
    doc: str
    fields: tuple[Field, ...]
    is_inbound: bool
    """Whether a client sends it."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """An alias of a number or a text within bounds."""

    name: str
    base: str
    """``int`` or ``str``."""
    meta: Meta


def shapes(module: ModuleType) -> Iterator[Shape]:
    """The structs of a module in the order in which it defines them."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef) and node.name not in BASES:
            yield _shape(node, getattr(module, node.name))


def _shape(node: ast.ClassDef, kind: type[Struct]) -> Shape:
    infos = {info.name: info for info in fields(kind)}
    found: list[Field] = []
    for place, part in enumerate(node.body):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            following = node.body[place + 1] if place + 1 < len(node.body) else None
            found.append(_field(part.annotation, infos[part.target.id], _text(following)))
    tag = kind.__struct_config__.tag
    return Shape(
        name=node.name,
        tag=tag if isinstance(tag, str) else None,
        doc=inspect.cleandoc(ast.get_docstring(node) or ""),
        fields=tuple(found),
        is_inbound=kind.__struct_config__.forbid_unknown_fields,
    )


def _field(annotation: ast.expr, info: FieldInfo, doc: str) -> Field:
    factory: Any = info.default_factory
    default = info.default if info.required or not callable(factory) else factory()
    return Field(info.name, annotation, doc, not info.required, default)


def _text(node: ast.stmt | None) -> str:
    """The text of a statement that is nothing but a string."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
    return ""


def bounded_scalars() -> Iterator[Scalar]:
    """The aliases with bounds, in order."""
    for name, value in vars(scalars).items():
        metas = [each for each in getattr(value, "__metadata__", ()) if isinstance(each, Meta)]
        if metas:
            yield Scalar(name, value.__origin__.__name__, metas[0])


def named_values() -> dict[str, dict[str, str]]:
    """The lists of names and what each name means, the reasons last."""
    listed = {name: dict(meanings) for name, meanings in scalars.NAMES.items()}
    for name, meanings in listed.items():
        if tuple(meanings) != get_args(getattr(scalars, name)):
            raise AssertionError(f"spit.protocol.scalars.NAMES does not explain all of {name}")
    return {**listed, "Reason": dict(_REASON.findall(inspect.getsource(reasons)))}


def unions() -> dict[str, tuple[str, ...]]:
    """The unions of messages, by name."""
    return {
        name: tuple(member.__name__ for member in get_args(union))
        for name, union in (
            ("AnyInbound", inbound.AnyInbound),
            ("AnyEvent", events.AnyEvent),
            ("AnyOutbound", outbound.AnyOutbound),
            ("AnyLobbyInbound", lobby.AnyLobbyInbound),
            ("AnyLobbyOutbound", lobby.AnyLobbyOutbound),
        )
    }
