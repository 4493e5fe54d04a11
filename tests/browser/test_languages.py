"""The page's languages: taken from the browser, switched in place, however long or turned."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.test_screens import ASTRAY, OVERFLOW, SCREENS, SPILT, at_every_size

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]

CUT_OFF = """() => [...document.querySelectorAll(
  'button:not([data-place]), .segments label, [data-hint], h1, h2, dialog')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((node) => node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 2)
  .map((node) => `${node.textContent.trim()}: ${node.scrollWidth} in ${node.clientWidth}`)"""
"""What is wider than its place."""

SIGHTS = ("start", "settings", "playing", "stuck", "slap", "paused", "table-settings", "won")


@pytest.mark.parametrize("language", ["en-XA", "ar-XB", "ru", "el", "de"])
def test_no_language_breaks_the_page(visits: Visits, host: Host, language: str) -> None:
    """Long words and words from the right fit at every size, and never turn a card or a pile."""
    page = visits("phone", reduced_motion="reduce")
    kept = json.dumps(json.dumps({"language": language}))
    page.add_init_script(f"localStorage.setItem('spit.settings', {kept})")
    sights = SIGHTS if language in ("en-XA", "ar-XB") else ("settings", "stuck", "won")
    for sight in sights:
        SCREENS[sight](page, host)
        for size in at_every_size(page):
            at = (language, sight, size)
            assert (at, page.evaluate(OVERFLOW)) == (at, {"wide": 0, "outside": []})
            assert (at, page.evaluate(CUT_OFF)) == (at, [])
            if sight in ("playing", "stuck"):
                assert (at, page.evaluate(SPILT), page.evaluate(ASTRAY)) == (at, [], [])
        page.set_viewport_size({"width": 390, "height": 844})


def test_the_browsers_language_is_spoken_and_can_be_switched(visits: Visits, host: Host) -> None:
    """A Russian browser gets Russian; switched to Greek in a match, the match goes on."""
    page = visits("phone", locale="ru-RU")
    SCREENS["playing"](page, host)
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    pile = page.locator('[data-pile="stock-0"]')
    expect(pile).to_have_attribute("aria-label", "Стопка 1: 5 пик, 3 карты")
    page.locator('[data-action="settings"]').click()
    page.locator('[name="setting-language"]').select_option("el")
    expect(page.locator("html")).to_have_attribute("lang", "el")
    expect(page.locator("dialog h2").first).to_have_text("Ρυθμίσεις")
    page.locator('[data-action="close-settings"]').click()
    expect(pile).to_have_attribute("aria-label", "Στοίβα 1: 5 μπαστούνι, 3 φύλλα")
    expect(page.locator("main")).to_have_attribute("data-link", "open")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "el")
