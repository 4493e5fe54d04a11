"""The lessons, practice without a clock and the rules: all of it in the browser alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Means, Player
from tests.browser.test_languages import CUT_OFF
from tests.browser.test_screens import OVERFLOW, at_every_size, violations

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]

ORDER = (
    *("ready", "play", "either", "together", "stuck", "ace", "two"),
    *("flip", "again", "gap", "under", "last", "slap"),
)

LOOK = """() => ({
  lesson: document.querySelector('[data-lesson]')?.dataset.lesson ?? null,
  keys: document.querySelector('.by-keys')?.textContent.split(': ').at(-1).split(' ') ?? [],
  wanted: [...document.querySelectorAll('[data-wanted]')].map((node) => {
    const box = node.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }),
  isOver: document.querySelector('[data-veil="learned"]') !== null,
})"""
"""The lesson, the keys that it names, the middles of the places that it marks."""

KEYS = {"←": "ArrowLeft", "→": "ArrowRight"}


def _tap(page: Page, sight: Any) -> None:
    """Does what the lesson marks, or goes on from one that is read."""
    if sight["lesson"] == "together":
        page.locator('[data-action="go-on"]').tap()
    for x, y in sight["wanted"]:
        page.touchscreen.tap(x, y)


def _press(page: Page, sight: Any) -> None:
    """Presses the keys that the lesson names, or goes on by Enter from one that is read."""
    if sight["lesson"] == "together":
        page.locator('[data-action="go-on"]').press("Enter")
    for key in sight["keys"]:
        page.keyboard.press(KEYS.get(key, key))


def _learn(page: Page, act: Callable[[Page, Any], None], until: str | None = None) -> list[str]:
    """Follows the lessons to their end, or until one; returns those that were seen, in order."""
    seen: list[str] = []
    for _ in range(200):
        sight = page.evaluate(LOOK)
        if sight["isOver"] or (until is not None and sight["lesson"] == until):
            return seen
        if sight["lesson"] is not None:
            seen += [sight["lesson"]] if sight["lesson"] not in seen else []
            act(page, sight)
        page.wait_for_timeout(120)
    raise AssertionError(f"no end; the last lesson was {seen[-1:]}")


def test_the_lessons_by_touch_left_and_gone_on_with(visits: Visits) -> None:
    """A finger does what is marked; left in the middle and gone on with, they come to their end."""
    page = visits("phone", has_touch=True, reduced_motion="reduce")
    page.goto("/")
    page.locator('[data-action="learn"]').tap()
    first = _learn(page, _tap, until="ace")
    page.locator('.coach [data-action="leave"]').tap()
    page.reload()
    again = page.locator('[data-action="learn"]')
    expect(again).to_have_text("Go on learning")
    again.tap()
    expect(page.locator("[data-lesson]")).to_have_attribute("data-lesson", "ace")
    rest = _learn(page, _tap)
    assert [*first, *rest] == list(ORDER)
    expect(page.locator('[data-veil="learned"]')).to_be_visible()
    page.locator('[data-action="home"]').tap()
    expect(page.locator('[data-action="learn"]')).to_have_text("Learn to play")


def test_the_lessons_by_keys_alone(visits: Visits, axe: str) -> None:
    """The keys that the lesson names are all that is needed; no lesson breaks a rule of axe."""
    page = visits("desktop", reduced_motion="reduce")
    page.goto("/#learn")
    expect(page.locator("[data-lesson]")).to_be_visible()
    assert violations(page, axe) == []
    assert _learn(page, _press) == list(ORDER)
    expect(page.locator('[data-veil="learned"]')).to_be_visible()
    assert violations(page, axe) == []


def test_practice_goes_on_when_the_player_does(visits: Visits) -> None:
    """The computer waits for the player's move, however long; a match is left and taken up."""
    page = visits("phone", has_touch=True, reduced_motion="reduce")
    page.goto("/#practice")
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    player = Player(page, Means.TAP)
    page.locator('[data-action="spit"]').tap()
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
    stock = "JSON.parse(localStorage.getItem('spit.practice')).standing.view.stocks"
    before = page.evaluate(stock)
    page.reload()
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
    assert page.evaluate(stock)[0] == before[0]
    sight = player.look()
    assert len(sight["stocks"]) == len(before[0])


@pytest.mark.parametrize("language", ["en-XA", "ar-XB"])
def test_pages_of_the_browser_alone_fit(visits: Visits, language: str) -> None:
    """Lessons, practice and rules fit every size, in long words and from the right."""
    page = visits("phone", reduced_motion="reduce")
    for name in ("learn", "practice", "rules"):
        page.goto("about:blank")
        page.goto(f"/?lang={language}#{name}")
        expect(page.locator("[data-lesson], [data-phase=ready], .howto h2").first).to_be_visible()
        for size in at_every_size(page):
            at = (name, size)
            assert (at, page.evaluate(OVERFLOW)) == (at, {"wide": 0, "outside": []})
            assert (at, page.evaluate(CUT_OFF)) == (at, [])
