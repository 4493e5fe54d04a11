"""What the browser tests share: a real server in a thread, and pages that report their faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.host import Host
from tools.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Starts Debian's Chromium rather than a download."""
    chromium = find_chromium()
    assert chromium is not None, MISSING
    return {"executable_path": chromium, "args": list(LAUNCH_ARGUMENTS)}


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server with the real client, on a free port of this machine."""
    with Host(tmp_path_factory.mktemp("data")) as running:
        yield running


class Visit:
    """A browser context whose pages must show no error and break no policy."""

    def __init__(self, browser: Browser, host: Host, **options: Any) -> None:
        # Each visit would fetch the client twice; test_app.py allows it.
        options.setdefault("service_workers", "block")
        self.context: BrowserContext = browser.new_context(base_url=host.url, **options)
        self.context.set_default_timeout(10_000)
        self.faults: list[str] = []
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page: Page = self.context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        if "Service Worker registration blocked" in message.text:
            return
        if message.type in ("error", "warning") and not _is_refusal(message):
            self.faults.append(f"{message.type}: {message.text}")


def _is_refusal(message: ConsoleMessage) -> bool:
    """Whether it is what the browser writes when a request about a table is refused.

    That is an answer like any other; what the page makes of it is on the screen.
    """
    said = re.search(r"responded with a status of 4\d\d", message.text)
    return said is not None and "/api/tables/" in message.location["url"]


SIZES = {
    "phone": {"width": 390, "height": 844},
    "small": {"width": 320, "height": 568},
    "wide-phone": {"width": 844, "height": 390},
    "desktop": {"width": 1280, "height": 800},
}
"""The sizes that every screen is made for."""


@pytest.fixture
def visits(browser: Browser, host: Host) -> Iterator[Any]:
    """Opens contexts, and fails if a page of theirs reported anything."""
    opened: list[Visit] = []

    def visit(size: str = "desktop", **options: Any) -> Page:
        opened.append(Visit(browser, host, viewport=SIZES[size], **options))
        return opened[-1].page

    yield visit
    faults = [fault for each in opened for fault in each.faults]
    for each in opened:
        each.context.close()
    assert faults == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, to be run in a page."""
    root = Path(__file__).parents[2]
    return (root / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
