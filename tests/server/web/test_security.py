"""Who may ask: the checks of Host and Origin, and the headers of every answer."""

from __future__ import annotations

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from spit.server.web.security import HEADERS, HostCheck, check, host_name, is_same_origin


@pytest.mark.parametrize("header", ["localhost", "localhost:7310", "127.0.0.1:80", "[::1]:7310"])
def test_a_server_answers_to_this_machine(header: str) -> None:
    """Its local names are answered with any port."""
    assert HostCheck("127.0.0.1").allows(header)


@pytest.mark.parametrize(
    "header",
    [None, "", "evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "localhost:x",
     "192.0.2.7", "[::1", "localhost/evil", " localhost"],
)  # fmt: skip
def test_a_server_answers_to_no_other_name(header: str | None) -> None:
    """A name that somebody else made to point here is refused, and so is what is no name."""
    assert not HostCheck("127.0.0.1").allows(header)


def test_names_can_be_allowed() -> None:
    """In any case, and beside the local ones."""
    hosts = HostCheck("127.0.0.1", ["Spit.Example.org"])
    assert hosts.allows("spit.example.org:443")
    assert hosts.allows("SPIT.example.org")
    assert hosts.allows("localhost")


def test_a_server_that_listens_everywhere_answers_to_any_address() -> None:
    """An address cannot be made to point elsewhere; a name can."""
    hosts = HostCheck("0.0.0.0")
    assert hosts.allows("192.168.1.20:7310")
    assert hosts.allows("[fe80::1]:7310")
    assert not hosts.allows("evil.example:7310")


def test_the_address_that_is_bound_is_answered() -> None:
    """A server on one address of the network is reached by it."""
    assert HostCheck("192.168.1.20").allows("192.168.1.20:7310")
    assert not HostCheck("192.168.1.20").allows("192.168.1.21:7310")


def test_the_name_of_an_authority_has_no_port_and_no_brackets() -> None:
    """As it is compared."""
    assert host_name("[::1]:80") == "::1"
    assert host_name("Example.org:80") == "example.org"
    assert host_name("a@b") is None


@pytest.mark.parametrize(
    ("origin", "is_same"),
    [
        (None, True),
        ("http://localhost:7310", True),
        ("https://localhost:7310", True),
        ("http://LOCALHOST:7310", True),
        ("http://localhost", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("file://localhost:7310", False),
    ],
)
def test_only_own_pages_are_of_the_same_origin(origin: str | None, is_same: bool) -> None:
    """Programs send no origin, browsers always do."""
    assert is_same_origin(origin, "localhost:7310") is is_same


@pytest.mark.parametrize(
    ("origin", "scheme", "is_same"),
    [
        ("https://spit.example.org", "https", True),
        ("http://spit.example.org", "https", False),
        ("https://spit.example.org", "http", False),
        ("https://spit.example.org:8443", "https", False),
        ("wss://spit.example.org", "https", False),
        (None, "https", True),
    ],
)
def test_the_scheme_counts_where_it_is_known(
    origin: str | None, scheme: str, is_same: bool
) -> None:
    """A page that came without TLS may be anybody's on the way."""
    assert is_same_origin(origin, "spit.example.org", scheme) is is_same


def _refuses(method: str, headers: dict[str, str]) -> bool:
    request = make_mocked_request(method, "/", headers={"Host": "localhost", **headers})
    try:
        check(request, HostCheck("127.0.0.1"), request.headers["Host"])
    except web.HTTPForbidden:
        return True
    return False


def test_a_foreign_page_may_look_but_not_act() -> None:
    """Its reading is stopped by the browser, its posts and sockets by the server."""
    foreign = {"Origin": "http://evil.example"}
    assert not _refuses("GET", foreign)
    assert _refuses("POST", foreign)
    assert _refuses("GET", {**foreign, "Upgrade": "WebSocket"})


def test_a_foreign_name_is_refused_whatever_is_asked() -> None:
    """Reading too, since for the browser that name is its own origin."""
    assert _refuses("GET", {"Host": "evil.example"})
    assert _refuses("POST", {"Host": "evil.example", "Origin": "http://evil.example"})


def test_the_policy_lets_the_page_load_nothing_from_elsewhere() -> None:
    """Everything that is not named is forbidden, and nothing inline runs."""
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "manifest-src 'self'; worker-src 'self'" in policy
