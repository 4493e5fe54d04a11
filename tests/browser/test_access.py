"""For everyone: two keys alone, and what assistive technology is told of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.test_screens import (
    OVERFLOW,
    SCREENS,
    SETTLED,
    at,
    at_every_size,
    violations,
)
from tests.table.harness import position

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]

TREE = Path(__file__).with_name("table.aria.yaml")
"""What a screen reader finds at the table, in its order."""

QUIET = position("9h 9c|5s, 4c|, Kd, , 3s|3h", "8d|Ts, Js, Jd, Jh, Qc", ["6h", "Ah"], ("2s", "2h"))
"""The computer has nothing to do here but to wait."""

HERE = """() => {
  const { activeElement: here } = document
  return {
    isWanted: here.matches('[data-wanted]:not([aria-pressed="true"])'),
    action: here.dataset.action ?? '',
    lesson: document.querySelector('[data-lesson]')?.dataset.lesson ?? '',
    isOver: document.querySelector('[data-veil="learned"]') !== null,
  }
}"""


def _settings(page: Page, kept: str) -> None:
    page.add_init_script(f"localStorage.setItem('spit.settings', '{kept}')")


def test_the_lessons_by_two_keys(visits: Visits) -> None:
    """Next and do are enough for everything that a match asks for, the slap included."""
    page = visits("phone", reduced_motion="reduce")
    _settings(page, '{"twoKeys": true}')
    page.goto("/#learn")
    expect(page.locator("[data-lesson]")).to_be_visible()
    seen = set()
    for _ in range(400):
        here = page.evaluate(HERE)
        if here["isOver"]:
            break
        seen.add(here["lesson"])
        page.keyboard.press("Enter" if here["isWanted"] or here["action"] == "go-on" else "Space")
        page.wait_for_timeout(40)
    assert page.evaluate(HERE)["isOver"]
    assert {"play", "stuck", "flip", "gap", "slap"} <= seen


def test_the_accessibility_tree_of_the_table(visits: Visits, host: Host) -> None:
    """The screen-reader table comes first, then piles by name; no face-down card is in it."""
    page = visits("phone", reduced_motion="reduce")
    at(QUIET)(page, host)
    expect(page.locator("[data-polite]")).not_to_be_empty()
    # How long a round trip takes is beside the number of the round.
    shown = re.sub(r"Round 1.*", "Round 1", page.locator("main").aria_snapshot())
    assert shown.splitlines() == TREE.read_text(encoding="utf-8").splitlines()
    for card in ("9 of clubs", "4 of clubs", "8 of diamonds", "2 of spades"):
        assert card not in shown


@pytest.mark.parametrize("theme", ["night", "day"])
def test_four_colours_and_large_print_together(
    visits: Visits, host: Host, axe: str, theme: str
) -> None:
    """Both at once break no rule of axe and cut nothing off, at any size."""
    page = visits("phone", reduced_motion="reduce")
    _settings(page, f'{{"deck": "four", "print": "large", "theme": "{theme}", "numbers": true}}')
    SCREENS["stuck"](page, host)
    assert violations(page, axe) == []
    for size in at_every_size(page):
        assert (size, page.evaluate(OVERFLOW)) == (size, {"wide": 0, "outside": []})


SMALL = """() => [...document.querySelectorAll('button, input, select, summary, a[href]')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map((node) => [node, (node.closest('label') ?? node).getBoundingClientRect()])
  .filter(([node, box]) => box.width > 1 && (Math.min(box.width, box.height) < 24
    || (node.matches('button:not(.pile)') && Math.min(box.width, box.height) < 43.5)))
  .map(([node, box]) => `${node.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)"""
"""Targets under 24 px, and buttons under 44."""


def test_targets_are_large_enough(visits: Visits, host: Host) -> None:
    """Every target is at least 24 px, every button 44, on the smallest phone and turned."""
    page = visits("small", reduced_motion="reduce")
    for name in ("start", "settings", "playing", "paused"):
        SCREENS[name](page, host)
        for size in at_every_size(page):
            assert (name, size, page.evaluate(SMALL)) == (name, size, [])


PLAIN = """() => {
  const pile = document.querySelector('[data-pile="stock-0"]')
  pile.focus()
  return {
    focus: getComputedStyle(pile).outlineStyle !== 'none'
      || getComputedStyle(pile, '::after').outlineStyle !== 'none',
    isForced: matchMedia('(forced-colors: active)').matches,
  }
}"""


def test_forced_colours_keep_cards_and_focus(visits: Visits, host: Host, axe: str) -> None:
    """With the system's own colours the focus is seen, and axe finds nothing."""
    page = visits("phone", reduced_motion="reduce", forced_colors="active")
    SCREENS["playing"](page, host)
    page.keyboard.press("Tab")
    assert page.evaluate(PLAIN) == {"focus": True, "isForced": True}
    assert violations(page, axe) == []


def test_twice_as_large_nothing_is_lost(visits: Visits, host: Host) -> None:
    """At 200 % of a desktop, half its pixels, everything is within the window."""
    page = visits("desktop", reduced_motion="reduce", device_scale_factor=2)
    page.set_viewport_size({"width": 640, "height": 400})
    for name in ("playing", "settings"):
        SCREENS[name](page, host)
        page.evaluate(SETTLED)
        assert (name, page.evaluate(OVERFLOW)) == (name, {"wide": 0, "outside": []})


def test_keys_can_be_changed_by_everyone(visits: Visits, host: Host, axe: str) -> None:
    """The list of keys breaks no rule of axe in both themes, is large enough, and fits."""
    page = visits("phone", color_scheme="dark", reduced_motion="reduce")
    SCREENS["settings"](page, host)
    page.locator("[data-keymap] summary").click()
    page.locator('[data-command="left"] button').click()
    page.keyboard.press("3")
    expect(page.locator('[data-command="left"] .error')).to_have_text("Also on this key: Pile 3")
    assert violations(page, axe) == []
    page.emulate_media(color_scheme="light")
    assert violations(page, axe) == []
    for size in at_every_size(page):
        assert (size, page.evaluate(OVERFLOW)) == (size, {"wide": 0, "outside": []})
        assert (size, page.evaluate(SMALL)) == (size, [])
