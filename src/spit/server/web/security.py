"""Who may ask, and what a browser may do with the answer.

Owns the check of ``Host`` (against names that were made to point here), the check of ``Origin``
(against other people's pages), and the headers of every answer.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from aiohttp import web

from spit.server.web.answers import refusal

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

_SCHEMES = ("http", "https")
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - recognized, not bound to


class HostCheck:
    """Which names this server answers to.

    A page on ``evil.example`` whose name suddenly points to this machine sends its own name in
    ``Host``, so a server that answers to its own names alone cannot be reached by it. Addresses
    cannot be made to point elsewhere: one that listens everywhere answers to any of them.

    Args:
        bound: The address that the server listens on.
        allowed: Further names, without ports.
    """

    def __init__(self, bound: str, allowed: Iterable[str] = ()) -> None:
        self._names = _LOCAL | {bound.lower()} | {name.lower() for name in allowed}
        self._is_everywhere = bound in EVERYWHERE
        if self._is_everywhere:
            self._names |= {socket.gethostname().lower()}

    def allows(self, header: str | None) -> bool:
        """Whether a ``Host`` header names this server."""
        name = host_name(header or "")
        if name is None:
            return False
        return name in self._names or (self._is_everywhere and _is_address(name))


def host_name(authority: str) -> str | None:
    """The name in ``name:port``, lower case and without brackets; None if it is malformed."""
    try:
        parts = urlsplit(f"//{authority}")
        parts.port  # noqa: B018 - raises if it is no port
    except ValueError:
        return None
    if not parts.hostname or parts.netloc != authority or "@" in authority:
        return None
    return parts.hostname


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_same_origin(origin: str | None, host: str | None, scheme: str | None = None) -> bool:
    """Whether a request with this ``Origin`` comes from this server's own pages.

    Programs that are no browser send none, which is fine: they have nobody's cookies or trust.

    Args:
        origin: The header.
        host: The name that the browser has asked for.
        scheme: How it has asked, None if that is not known.
    """
    if origin is None:
        return True
    said, _, authority = origin.partition("://")
    return said in ((scheme,) if scheme else _SCHEMES) and authority.lower() == (host or "").lower()


def check(
    request: web.Request, hosts: HostCheck, host: str | None, scheme: str | None = None
) -> None:
    """Refuses a request for a foreign name, or from a foreign page.

    Args:
        request: The request.
        hosts: The names that are answered.
        host: The name that the browser has asked for.
        scheme: How it has asked, None if that is not known.

    Raises:
        web.HTTPForbidden: It is one.
    """
    if not hosts.allows(host):
        raise refusal(
            web.HTTPForbidden,
            "This server does not answer to that name; --allow-host adds one.",
        )
    is_socket = request.headers.get("Upgrade", "").lower() == "websocket"
    if (is_socket or request.method not in ("GET", "HEAD")) and not is_same_origin(
        request.headers.get("Origin"), host, scheme
    ):
        raise refusal(web.HTTPForbidden, "That page is not this server's own.")


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Puts `HEADERS` on an answer; a signal handler for ``on_response_prepare``."""
    del request
    if response.status == HTTPStatus.SWITCHING_PROTOCOLS:
        return  # there is no page in a socket, and its headers are kept as long as it lasts
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
