"""The browser client's files.

Owns how they are sent: the page fresh each time, hashed assets kept for ever, text compressed.
Only files that lie in the built folder are found.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

PAGE = "index.html"
ASSETS = "assets"

_FOREVER = "public, max-age=31536000, immutable"
_FRESH = "no-cache"
_TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_WORTH_PACKING = ("text/", "image/svg", "application/json", "application/manifest")
_LEAST_PACKED = 512

_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Spit: not built yet</title>
<h1>The browser client is not built yet</h1>
<p>The server runs, but this copy of it has no page to show.
<p>In the source tree, <code>make play</code> builds it; then load this page again.
</html>
"""


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is sent."""

    changed_ns: int
    body: bytes
    packed: bytes | None
    tag: str
    content_type: str


class Pages:
    """The built client in a folder; files that change on disk are read again.

    Args:
        folder: Where it lies.
        base_path: What all addresses begin with; the page is told.
    """

    def __init__(self, folder: Path, base_path: str = "") -> None:
        self._folder = folder
        self._base = f'<base href="{base_path}/">'.encode()
        self._files: dict[str, _File] = {}

    @property
    def is_built(self) -> bool:
        """Whether there is a page."""
        return (self._folder / PAGE).is_file()

    def page(self, request: web.Request) -> web.Response:
        """The one page of the client, or one that says how to build it."""
        found = self.file(request, PAGE)
        if found is None:
            return web.Response(text=_NOT_BUILT, status=503, content_type="text/html")
        return found

    def file(self, request: web.Request, name: str) -> web.Response | None:
        """A file of the client by its path below the folder, None if there is none."""
        file = self._read(name)
        if file is None:
            return None
        headers = {
            "Cache-Control": _FOREVER if name.startswith(f"{ASSETS}/") else _FRESH,
            "ETag": file.tag,
            "Vary": "Accept-Encoding",
        }
        if file.tag in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        body = file.body
        if file.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            body = file.packed
            headers["Content-Encoding"] = "gzip"
        is_text = file.content_type.startswith("text/")
        return web.Response(
            body=body,
            headers=headers,
            content_type=file.content_type,
            charset="utf-8" if is_text else None,
        )

    def _read(self, name: str) -> _File | None:
        parts = name.split("/")
        if any(not part or part.startswith(".") or "\\" in part for part in parts):
            return None
        path = self._folder.joinpath(*parts)
        try:
            changed_ns = path.stat().st_mtime_ns
            known = self._files.get(name)
            if known is None or known.changed_ns != changed_ns:
                base = self._base if name == PAGE else None
                known = self._files[name] = _load(path, changed_ns, base)
        except (OSError, ValueError):  # no such file, a folder, or a name no file can have
            return None
        return known


def _load(path: Path, changed_ns: int, base: bytes | None) -> _File:
    body = path.read_bytes()
    if base is not None:  # addresses in the page are relative to it
        body = body.replace(b"<head>", b"<head>\n    " + base, 1)
    guessed = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    content_type = guessed or "application/octet-stream"
    is_packed = len(body) >= _LEAST_PACKED and content_type.startswith(_WORTH_PACKING)
    return _File(
        changed_ns=changed_ns,
        body=body,
        packed=gzip.compress(body, mtime=0) if is_packed else None,
        tag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        content_type=content_type,
    )
