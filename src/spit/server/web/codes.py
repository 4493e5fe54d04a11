"""Links as QR codes.

Owns the drawing alone.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno

_BORDER = 2
_REMEMBERED = 256
"""Each takes some milliseconds, and an invitation is asked for again and again."""


@lru_cache(_REMEMBERED)
def qr_of(link: str) -> str:
    """A link as a QR code: an SVG document, dark on light whatever the page's theme."""
    out = BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", border=_BORDER, dark="#061617", light="#fffdf6", omitsize=True,
        xmldecl=False,
    )  # fmt: skip
    return out.getvalue().decode()
