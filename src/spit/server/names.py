"""What players are called, and what tables are.

Owns the cleaning of names that people type, and the making of names and secrets that nobody can
guess.
"""

from __future__ import annotations

import secrets
import unicodedata

from spit.protocol.limits import NAME_CHARS

GUEST = "Guest"

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without those that look alike: 0 and o, 1 and l and i."""

_TABLE_LETTERS = 10
_SECRET_BYTES = 24
_MOST_MARKS = 2


def clean_name(typed: str) -> str:
    """A name that can be shown anywhere: `GUEST` if nothing of it is left.

    Control and direction characters go, spaces are single, marks do not pile up, and it has at
    most `NAME_CHARS` characters.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", typed):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category.startswith("Z") or char in "\t\n\r":
            kept.append(" ")
        elif not category.startswith("C") and marks <= _MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())[:NAME_CHARS].strip() or GUEST


def new_table_name() -> str:
    """A name for a table: 49 bits, easy to read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TABLE_LETTERS))


def new_secret() -> str:
    """A secret for a seat: 192 bits."""
    return secrets.token_urlsafe(_SECRET_BYTES)
