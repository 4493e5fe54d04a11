"""Who is at the other end, and how others reach this server.

Owns what is believed of a proxy: its headers count only where the operator says that there is one,
and of the chain of addresses only the last, which that proxy itself has put there.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Literal, NamedTuple

from aiohttp import web

from spit.server.settings import ServerSettings
from spit.server.web.security import EVERYWHERE, host_name

ReachName = Literal["here", "network", "everywhere"]
_FOR, _PROTO, _HOST = "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"
_IPV6_GROUP = 64
_ANYWHERE_ELSE = ("10.255.255.255", 1)
"""Nothing is sent there: the system only says which of its addresses it would be sent from."""


class Site(NamedTuple):
    """An address of this server as somebody else can open it."""

    base: str
    """With the scheme, the host and the base path, and a slash at its end."""
    reach: ReachName


def client_address(request: web.Request, settings: ServerSettings) -> str:
    """Whom limits count against: an IPv4 address, or the network of an IPv6 address.

    What a proxy says and is no address counts for nothing; the limits then hit the proxy.
    """
    said = (_last_hop(request, _FOR) or "") if settings.behind_proxy else ""
    peer = request.remote or ""
    return _group(_without_port(said)) or _group(peer) or peer


def scheme_of(request: web.Request, settings: ServerSettings) -> str:
    """``http`` or ``https``, as the browser sees it."""
    return forwarded_scheme(request, settings) or request.scheme


def forwarded_scheme(request: web.Request, settings: ServerSettings) -> str | None:
    """``http`` or ``https`` as the proxy says it, None if there is none or it does not say."""
    said = (_last_hop(request, _PROTO) or "").lower() if settings.behind_proxy else ""
    return said if said in ("http", "https") else None


def host_of(request: web.Request, settings: ServerSettings) -> str | None:
    """The ``Host`` that the browser has asked for."""
    said = _last_hop(request, _HOST) if settings.behind_proxy else None
    return said or request.headers.get("Host")


def is_forwarded(request: web.Request) -> bool:
    """Whether a request says that it has come through a proxy, believed or not."""
    return any(name in request.headers for name in (_FOR, _PROTO, _HOST, "Forwarded"))


def site_for_others(request: web.Request, settings: ServerSettings) -> Site:
    """Where another device reaches this server, judged by how this one has."""
    host = host_of(request, settings) or ""
    scheme, name = scheme_of(request, settings), host_name(host) or ""
    if not _is_loopback(name):
        return Site(f"{scheme}://{host}{settings.base_path}/", _reach_of(name))
    listens = settings.host in EVERYWHERE and not settings.behind_proxy
    found = lan_address() if listens else None
    if found is None:
        return Site(f"{scheme}://{host}{settings.base_path}/", "here")
    port = host.rpartition(":")[2] if host.endswith(tuple("0123456789")) and ":" in host else ""
    other = f"{found}:{port}" if port else found
    return Site(f"{scheme}://{other}{settings.base_path}/", "network")


def lan_address() -> str | None:
    """This machine's address in its local network, None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE_ELSE)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if _is_loopback(found) or found == "0.0.0.0" else found  # noqa: S104 - compared


def _last_hop(request: web.Request, header: str) -> str | None:
    """What the proxy in front has put into a header; what stands before it came from the client."""
    lines = request.headers.getall(header, [])
    return lines[-1].rpartition(",")[2].strip() or None if lines else None


def _without_port(said: str) -> str:
    """An address that some proxies write with a port, ``192.0.2.7:4711`` or ``[2001:db8::7]``."""
    if said.startswith("[") or said.count(":") == 1:
        return host_name(said) or said
    return said


def _group(text: str) -> str | None:
    """The address, or the network of an IPv6 address; None if it is none."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, _IPV6_GROUP), strict=False))
    return str(address)


def _is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _reach_of(name: str) -> ReachName:
    try:
        return "network" if ipaddress.ip_address(name).is_private else "everywhere"
    except ValueError:
        is_local = "." not in name or name.endswith((".local", ".lan", ".home.arpa"))
        return "network" if is_local else "everywhere"
