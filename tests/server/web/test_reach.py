"""Who is at the other end, and how others reach this server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from spit.server.settings import ServerSettings
from spit.server.web.reach import (
    client_address,
    forwarded_scheme,
    host_of,
    is_forwarded,
    scheme_of,
    site_for_others,
)

PEER = "192.0.2.1"
FOR, PROTO, HOST = "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"


def asked(*headers: tuple[str, str], remote: str = PEER) -> web.BaseRequest:
    """A request with those headers, repeated ones too, from that peer."""
    found = CIMultiDict([("Host", "localhost:7310"), *headers])
    return make_mocked_request("GET", "/", found).clone(remote=remote)


def told(tmp_path: Path, **changes: Any) -> ServerSettings:
    """A server's settings."""
    return ServerSettings(data=tmp_path, **{"behind_proxy": True, **changes})


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
    ],
)
def test_limits_count_against_an_address_or_its_network(
    remote: str, address: str, tmp_path: Path
) -> None:
    """An IPv6 connection has a whole network to itself and could take a new address each time."""
    request: Any = asked(remote=remote)
    assert client_address(request, told(tmp_path, behind_proxy=False)) == address


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (["198.51.100.7"], "198.51.100.7"),
        (["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
        (["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
        (["198.51.100.7", "203.0.113.9,198.51.100.8"], "198.51.100.8"),
        (["198.51.100.7:4711"], "198.51.100.7"),
        (["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        (["[2001:db8:1:2:3::4]:4711"], "2001:db8:1:2::/64"),
        (["[2001:db8:1:2:3::4]"], "2001:db8:1:2::/64"),
        (["198.51.100.7, "], PEER),
        (["198.51.100.7, unknown"], PEER),
        ([""], PEER),
        ([], PEER),
    ],
)
def test_of_the_forwarded_addresses_the_last_counts(
    lines: list[str], address: str, tmp_path: Path
) -> None:
    """The proxy has put it there; what is before it the client may have made up.

    A port is left out, or each connection would be somebody new; what is no address is the proxy.
    """
    request: Any = asked(*((FOR, line) for line in lines))
    assert client_address(request, told(tmp_path)) == address


def test_nobody_is_believed_where_there_is_no_proxy(tmp_path: Path) -> None:
    """Neither the address, nor the scheme, nor the name."""
    request: Any = asked((FOR, "198.51.100.7"), (PROTO, "https"), (HOST, "spit.example.org"))
    settings = told(tmp_path, behind_proxy=False)
    assert client_address(request, settings) == PEER
    assert forwarded_scheme(request, settings) is None
    assert scheme_of(request, settings) == "http"
    assert host_of(request, settings) == "localhost:7310"


@pytest.mark.parametrize(
    ("headers", "scheme", "host"),
    [
        ([(PROTO, "https"), (HOST, "spit.example.org")], "https", "spit.example.org"),
        ([(PROTO, "http"), (PROTO, "HTTPS")], "https", "localhost:7310"),
        ([(PROTO, "http, https"), (HOST, "evil.example, spit.example.org")], "https",
         "spit.example.org"),
        ([(PROTO, "gopher"), (HOST, "")], "http", "localhost:7310"),
    ],
)  # fmt: skip
def test_the_proxy_says_what_the_browser_has_asked_for(
    headers: list[tuple[str, str]], scheme: str, host: str, tmp_path: Path
) -> None:
    """The last hop counts here too; without a word from it the request's own."""
    request: Any = asked(*headers)
    assert scheme_of(request, told(tmp_path)) == scheme
    assert host_of(request, told(tmp_path)) == host


@pytest.mark.parametrize("header", [FOR, PROTO, HOST, "Forwarded", "x-forwarded-for"])
def test_what_came_through_a_proxy_is_told_by_any_header(header: str) -> None:
    """Believed or not."""
    through: Any = asked((header, "anything"))
    direct: Any = asked()
    assert is_forwarded(through)
    assert not is_forwarded(direct)


def test_a_link_is_of_the_name_that_the_browser_knows(tmp_path: Path) -> None:
    """With the scheme and the base path, however the proxy asks this server."""
    request: Any = asked((PROTO, "https"), (HOST, "spit.example.org"))
    site = site_for_others(request, told(tmp_path, base_path="/spit"))
    assert site == ("https://spit.example.org/spit/", "everywhere")


@pytest.mark.parametrize(
    ("changes", "base", "reach"),
    [
        ({"host": "0.0.0.0"}, "http://192.168.1.20:7310/", "network"),
        ({"host": "127.0.0.1"}, "http://localhost:7310/", "here"),
        ({"host": "0.0.0.0", "behind_proxy": True}, "http://localhost:7310/", "here"),
    ],
)
def test_a_link_made_on_this_machine_is_for_the_network(
    changes: dict[str, Any],
    base: str,
    reach: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the server listens to it; a proxy's port is not ours to guess."""
    monkeypatch.setattr("spit.server.web.reach.lan_address", lambda: "192.168.1.20")
    request: Any = asked()
    settings = told(tmp_path, **{"behind_proxy": False, **changes})
    assert site_for_others(request, settings) == (base, reach)
