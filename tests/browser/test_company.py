"""Every screen around the table: no axe violation, nothing cut off, from the right as from left."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.browser.test_friends import at_a_table, invite
from tests.browser.test_lobby import wait
from tests.browser.test_screens import OVERFLOW, violations

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]


def _people(visits: Visits, size: str) -> Page:
    page = visits(size, reduced_motion="reduce")
    page.goto("/#people")
    expect(page.locator("[data-people]")).to_contain_text("here")
    return page


def _seek(visits: Visits, size: str) -> Page:
    page = visits(size, reduced_motion="reduce")
    wait(page, "Anna", "literal")
    return page


def _same_screen(visits: Visits, size: str) -> Page:
    page = visits(size, reduced_motion="reduce")
    page.goto("/#same-screen")
    expect(page.locator('[data-action="play"]')).to_be_visible()
    return page


def _invite(visits: Visits, size: str) -> Page:
    page = visits(size, reduced_motion="reduce")
    invite(page)
    page.locator(".more summary").click()
    expect(page.locator('[data-action="copy-watch"]')).to_be_visible()
    return page


def _door(visits: Visits, size: str) -> Page:
    page = visits(size, reduced_motion="reduce")
    host = visits("phone")
    invite(host)
    page.goto(host.url)
    expect(page.locator('[data-action="sit"]')).to_be_visible()
    return page


def _full(visits: Visits, size: str) -> Page:
    page = visits(size, reduced_motion="reduce")
    page.goto(at_a_table(visits)[0].url)
    expect(page.locator('[data-standing="full"]')).to_be_visible()
    return page


def _watch(visits: Visits, size: str) -> Page:
    page = visits(size, reduced_motion="reduce")
    page.goto(f"{at_a_table(visits)[0].url}/watch")
    expect(page.locator(".watch-bar")).to_be_visible()
    return page


def _emotes(visits: Visits, size: str) -> Page:
    page = at_a_table(visits, size)[0]
    page.locator('[data-action="emotes"]').click()
    return page


def _menu(visits: Visits, size: str) -> Page:
    page = at_a_table(visits, size)[0]
    page.locator('[data-action="settings"]').click()
    expect(page.locator('[data-action="report"]')).to_be_visible()
    return page


def _handover(visits: Visits, size: str) -> Page:
    page = _menu(visits, size)
    page.locator('[data-action="handover"]').click()
    expect(page.locator(".around-sheet .qr:not(.empty)")).to_be_visible()
    return page


def _report(visits: Visits, size: str) -> Page:
    page = _menu(visits, size)
    page.locator('[data-action="report"]').click()
    expect(page.locator('[name="words"]')).to_be_visible()
    return page


SCREENS: dict[str, Callable[[Visits, str], Page]] = {
    "people": _people,
    "seek": _seek,
    "same-screen": _same_screen,
    "invite": _invite,
    "door": _door,
    "full": _full,
    "watch": _watch,
    "emotes": _emotes,
    "menu": _menu,
    "handover": _handover,
    "report": _report,
}
"""Every screen, and how to come to it."""


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_no_violation_and_nothing_is_cut_off(
    visits: Visits, axe: str, screen: str
) -> None:
    """WCAG 2.2 A and AA and axe's best practices in both themes; no sideways scrolling.

    At any size, from the left and from the right.
    """
    page = SCREENS[screen](visits, "phone")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert violations(page, axe) == []
    for size in SIZES.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for direction in ("ltr", "rtl"):
            page.evaluate("(dir) => { document.documentElement.dir = dir }", direction)
            assert (size, direction, page.evaluate(OVERFLOW)["wide"]) == (size, direction, 0)


CROWDED = """() => [...document.querySelectorAll('.hud')].flatMap((hud) => {
  const parts = [...hud.querySelectorAll('.av, .called > *, .below > *, .talk, .watchers, .left b')]
    .map((node) => [node.className || node.localName, node.getBoundingClientRect()])
  return parts.flatMap(([one, a], index) => parts.slice(index + 1)
    .filter(([, b]) => a.right > b.left + 1 && b.right > a.left + 1
      && a.bottom > b.top + 1 && b.bottom > a.top + 1)
    .map(([other]) => `${one} on ${other}`))
})"""
"""What lies over something else beside a player's name."""

BEYOND = """() => [...document.querySelectorAll('.emote-box, .emote-box *')].filter((node) => {
  const box = node.getBoundingClientRect()
  return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
}).map((node) => node.dataset.action ?? node.className)"""
"""What of the emotes lies outside the window."""


@pytest.mark.parametrize("hand", ["right", "left"])
def test_emotes_lie_in_the_window_and_nothing_beside_a_name_overlaps(
    visits: Visits, hand: str
) -> None:
    """With everything that can stand there: matches won, round trip, who watches, the emotes."""
    one, other = at_a_table(visits)
    other.locator('[data-action="resign"]').click()
    other.locator('[data-action="resign-yes"]').click()
    for page in (one, other):
        page.locator('[data-action="rematch"]').click()
    visits("phone").goto(f"{one.url}/watch")
    expect(one.locator(".watchers")).to_be_visible()
    expect(one.locator(".youhud .tally")).to_have_text("★ 1")
    expect(one.locator(".hud [data-trip]")).to_have_count(2)
    one.evaluate("(hand) => { document.documentElement.dataset.hand = hand }", hand)
    one.locator('[data-action="emotes"]').click()
    for size in SIZES.values():
        one.set_viewport_size(size)  # type: ignore[arg-type]
        for direction in ("ltr", "rtl"):
            one.evaluate("(dir) => { document.documentElement.dir = dir }", direction)
            seen = (size, direction, one.evaluate(CROWDED), one.evaluate(BEYOND))
            assert seen == (size, direction, [], [])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_every_way_to_play_is_seen_without_scrolling(visits: Visits, size: str) -> None:
    """The big button first, then friends, strangers, this screen, a code, and who is here."""
    page = visits(size)
    page.goto("/")
    expect(page.locator("[data-people]")).to_contain_text("here")
    for action in ("play", "friend", "find", "same-screen", "join", "people"):
        expect(page.locator(f'[data-action="{action}"]')).to_be_in_viewport(ratio=1)
