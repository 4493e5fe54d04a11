"""Links as QR codes.

Owns the drawing alone.
"""

from __future__ import annotations

from io import BytesIO

import segno

_BORDER = 2


def qr_of(link: str) -> str:
    """A link as a QR code: an SVG document, dark on light whatever the page's theme."""
    out = BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", border=_BORDER, dark="#061617", light="#fffdf6", omitsize=True,
        xmldecl=False,
    )  # fmt: skip
    return out.getvalue().decode()
