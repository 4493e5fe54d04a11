"""What players are called, and what tables are.

Owns the cleaning of names that people type, and the making of names and secrets that nobody can
guess.
"""

from __future__ import annotations

import codecs
import secrets
import unicodedata

from spit.protocol.limits import NAME_CHARS

GUEST = "Guest"

_LETTERS = "34679bcdfhjkmnprtwx"
"""Without those that look or sound alike (0 and o, 1 and l and i, 2 and z, 5 and s, u
and v, q and g, a and 8), and without vowels, so that no code is a word."""
_TABLE_LETTERS = 9
_GROUP = 3
_SECRET_BYTES = 24
_MOST_MARKS = 2
_BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs of other scripts that show nothing."""
_LEET = str.maketrans("013457@$!", "oieastasi")


_ROUGH_ANYWHERE = codecs.decode(
    """
    shpx avttre avttn snttbg uvgyre zbgures uherafbua nefpuybpu uvwbqrchgn xnssve
    пизд хуй блядь znynxnf
    """,
    "rot13",
).split()
_ROUGH_WORDS = frozenset(
    codecs.decode(
        """
        fuvg phag anmv encr encvfg xvxr juber ovgpu ergneq snt fyhg chgn cbrf xnx sbgmr
        fnybcr сука
        """,
        "rot13",
    ).split()
)
"""A small list of what nobody should have to read; turned by 13 letters, so that nobody has to."""


def clean_name(typed: str) -> str:
    """A name that can be shown anywhere: `GUEST` if nothing of it is left.

    Control and direction characters go, spaces are single, marks do not pile up, and it has at
    most `NAME_CHARS` characters. One with a word of a small list of insults in it is `GUEST` too.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", typed):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category.startswith("Z") or char in "\t\n\r" or char in _BLANKS:
            kept.append(" ")
        elif not category.startswith("C") and marks <= (_MOST_MARKS if _has_letter(kept) else 0):
            kept.append(char)
    name = " ".join("".join(kept).split())[:NAME_CHARS].strip()
    return GUEST if not name or is_rough(name) else name


def _has_letter(kept: list[str]) -> bool:
    """Whether a mark that comes next has a letter to be on."""
    return bool(kept) and kept[-1] != " "


def is_rough(name: str) -> bool:
    """Whether a word of the small list is in a name, whatever marks, digits and gaps are used."""
    spread = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(char for char in spread if not unicodedata.combining(char)).translate(_LEET)
    words = "".join(char if char.isalpha() else " " for char in plain).split()
    joined = "".join(words)
    if any(rough in joined for rough in _ROUGH_ANYWHERE):
        return True
    return joined in _ROUGH_WORDS or any(word in _ROUGH_WORDS for word in words)


def new_table_name() -> str:
    """A name for a table: 38 bits, easy to read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TABLE_LETTERS))


def read_table_name(typed: str) -> str:
    """The name that somebody has typed: in any case, with hyphens or spaces or without."""
    return "".join(char for char in typed.lower() if char not in " -_.\u2010\u2011\u2013")


def show_table_name(name: str) -> str:
    """A table's name as a code in groups: ``K3M-9RT-XDW``."""
    groups = (name[place : place + _GROUP] for place in range(0, len(name), _GROUP))
    return "-".join(groups).upper()


def new_secret() -> str:
    """A secret for a seat: 192 bits."""
    return secrets.token_urlsafe(_SECRET_BYTES)
