"""The game as docs/host.md puts it on the internet: by TLS, behind nginx, below a path."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.server.proxy import NAME, Proxied, proxied

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform != "linux", reason="it is about a server with Linux"),
]


class Host:
    """What runs on a loop beside the browser's driver."""

    def __init__(self, there: Proxied, wait: Callable[[Any], Any]) -> None:
        self.there, self.wait = there, wait


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server below a path of the proxy's name."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def wait(step: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(step, loop).result(60)

    running = proxied(tmp_path_factory.mktemp("host"), below="/spit")
    try:
        yield Host(wait(running.__aenter__()), wait)
        wait(running.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture
def there(host: Host) -> Proxied:
    """That server as others reach it."""
    return host.there


@pytest.fixture(scope="module")
def outside(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser that finds the proxy's name on this machine."""
    # The certificate is signed by nobody; a service worker asks for more than a context can say.
    own = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    arguments = [*browser_type_launch_args["args"], *own]
    with browser_type.launch(**{**browser_type_launch_args, "args": arguments}) as browser:
        yield browser


class Visitor:
    """Somebody with a browser of their own, whose page may report no fault."""

    def __init__(self, browser: Browser) -> None:
        # The certificate is signed by nobody; all else of TLS is as it would be.
        context = browser.new_context(ignore_https_errors=True)
        context.set_default_timeout(10_000)
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.sockets: list[str] = []
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", lambda socket: self.sockets.append(socket.url))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)


def _all_below(visitor: Visitor, there: Proxied) -> None:
    """All that was asked for is below the path, and nothing went wrong."""
    assert visitor.faults == []
    own = (f"{there.url}/", "data:")
    strays = [url for url in visitor.asked if url != there.url and not url.startswith(own)]
    assert strays == []
    secure = there.url.replace("https://", "wss://")
    assert visitor.sockets
    assert all(url.startswith(f"{secure}/ws") for url in visitor.sockets)


def test_a_friend_is_invited_below_the_path(there: Proxied, outside: Browser) -> None:
    """From the address without its slash to two people at a table, and after a reload."""
    one, other = Visitor(outside), Visitor(outside)
    one.page.goto(there.url)
    expect(one.page).to_have_url(f"{there.url}/")
    one.page.locator('[name="name"]').fill("Anna")
    one.page.locator('[data-action="friend"]').click()
    expect(one.page).to_have_url(re.compile(f"^{re.escape(there.url)}/t/[a-z0-9]+$"))
    link = one.page.locator('[data-veil="invite"] .copy input').first
    expect(link).to_have_value(one.page.url)
    other.page.goto(link.input_value())
    other.page.locator('[name="name"]').fill("Ben")
    other.page.locator('[data-action="sit"]').click()
    for visitor, foe in ((one, "Ben"), (other, "Anna")):
        expect(visitor.page.locator("main")).to_have_attribute("data-phase", "ready")
        expect(visitor.page.locator(".foehud strong")).to_have_text(foe)
    one.page.reload()
    for visitor in (one, other):
        visitor.page.locator('[data-action="spit"]').click()
    for visitor in (one, other):
        expect(visitor.page.locator("main")).to_have_attribute("data-phase", "play")
        _all_below(visitor, there)


def test_the_computer_is_played_below_the_path(there: Proxied, outside: Browser) -> None:
    """One button leads to a table there, and back leads to the start."""
    visitor = Visitor(outside)
    visitor.page.goto(f"{there.url}/")
    visitor.page.locator('[data-action="play"]').click()
    expect(visitor.page.locator("main")).to_have_attribute("data-phase", "ready")
    assert visitor.page.url.startswith(f"{there.url}/t/")
    _all_below(visitor, there)
    visitor.page.go_back()
    expect(visitor.page).to_have_url(f"{there.url}/")
    expect(visitor.page.locator('[data-action="play"]')).to_be_visible()
    _all_below(visitor, there)


def test_a_page_comes_back_by_itself_after_a_restart(host: Host, outside: Browser) -> None:
    """The proxy has nothing to pass on for a while; then the match goes on with its cards."""
    visitor, there = Visitor(outside), host.there
    page = visitor.page
    page.goto(f"{there.url}/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    cards = page.locator("[data-pile]").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert cards
    host.wait(there.restart())
    # It comes back by itself, and then the 3-2-1 runs.
    uncovered = page.locator("main:not(.covered)")
    expect(uncovered).to_have_attribute("data-phase", "ready", timeout=20_000)
    expect(page.locator('[data-veil="link"]')).to_have_count(0)
    again = page.locator("[data-pile]").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert again == cards
    page.locator('[data-action="spit"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "play", timeout=20_000)
    assert len(visitor.sockets) > 1
