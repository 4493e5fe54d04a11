"""The page as an app: installed, without a network, and with a newer version of itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.host import Host
from tools.client import ROOT, built_folder

pytestmark = pytest.mark.browser

KEPT = """async (part) => {
  await navigator.serviceWorker.ready
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes(part)) return true
  return false
}"""
"""Whether a file is kept for when there is no network."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A Greek's phone that lets the page keep itself."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="el", reduced_motion="reduce"
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def _visit(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator('[data-action="play"]')).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def test_without_a_network_it_says_what_can_be_done(page: Page, tmp_path: Path) -> None:
    """The server is gone: the page is there in its language; lessons, practice and rules work."""
    with Host(tmp_path) as host:
        url = host.url
        _visit(page, url)
        for part in ("local-page", "rules-page", "/el-", "besley"):
            page.wait_for_function(f"({KEPT})({part!r})")
    page.goto("about:blank")
    page.goto(url)
    expect(page.locator('[data-news="offline"]')).to_contain_text("σύνδεση")
    page.locator('[data-action="rules"]').click()
    expect(page.locator(".howto h2").first).to_be_visible()
    page.goto(f"{url}/#learn")
    expect(page.locator("[data-lesson]")).to_be_visible()
    page.goto(f"{url}/#practice")
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")


def test_a_newer_version_waits_for_the_first_screen(page: Page, tmp_path: Path) -> None:
    """A match is never interrupted: the start says that there is a new version, and uses it."""
    static = tmp_path / "static"
    shutil.copytree(built_folder(ROOT), static)
    (tmp_path / "data").mkdir()
    with Host(tmp_path / "data", static=static) as host:
        _visit(page, host.url)
        page.reload()
        page.locator('[data-action="play"]').click()
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")
        page.evaluate("window.isSame = true")
        worker = static / "service-worker.js"
        worker.write_text(worker.read_text(encoding="utf-8") + "//", encoding="utf-8")
        page.evaluate("navigator.serviceWorker.ready.then((found) => found.update()).then(() => 0)")
        page.wait_for_function("navigator.serviceWorker.ready.then((found) => !!found.waiting)")
        assert page.evaluate("isSame")
        expect(page.locator("[data-news]")).to_have_count(0)
        page.evaluate("history.back()")
        expect(page.locator('[data-news="newer"]')).to_be_visible()
        assert page.evaluate("isSame")
        with page.expect_navigation():
            page.locator('[data-action="use-newer"]').click()
        expect(page.locator('[data-action="play"]')).to_be_visible()
        expect(page.locator('[data-news="newer"]')).to_have_count(0)


def test_it_can_be_installed(page: Page, tmp_path: Path) -> None:
    """Chromium finds no fault with the manifest, and every icon is as large as it says."""
    with Host(tmp_path) as host:
        _visit(page, host.url)
        chrome = page.context.new_cdp_session(page)
        assert chrome.send("Page.getAppManifest")["errors"] == []
        faults = chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A context of a test is a window that keeps nothing, which alone forbids it.
        assert [each["errorId"] for each in faults if each["errorId"] != "in-incognito"] == []
