"""Every screen: no axe violation, nothing cut off, at every size and in both themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spit.rules import Phase, State
from tests.browser.conftest import SIZES
from tests.browser.host import Host
from tests.table.harness import position

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]

PLAYING = position("9h 9c|5s, 4c|, Kd, , 3s|3h", "8d|Js, Jd|, Jh", ["6h", "Ah"], ("2s", "2h"))
STUCK = position("9h 9c|5s, 4c, Kd, 4d", "8d|Js, Jd", ["8h", "8s"], ("2s 2c", "2h 2d"))
BLOCKED = position("4s, 4h", "Jh, Jc", ["9s 9c 6h", "6d"], laid_hands=(3, 3))
GHOST = position("4s, 4h", "Jh, Jc", ["9s 9c 6h"], laid_hands=(0, 3))
ONE_PILE = position("9h|5s, Kd", "8d|Js, Jd", ["6h"], ("", "2h 2d"), laid_hands=(0, 3))
WON = position("5s", "8d|Js, Jd", ["6h"], ("", "2h"), laid_hands=(0, 3))


def _start(page: Page, host: Host) -> None:
    del host
    page.goto("/")
    expect(page.locator('[data-action="play"]')).to_be_visible()


def _options(page: Page, host: Host) -> None:
    _start(page, host)
    page.locator("[data-options] summary").click()


def _settings(page: Page, host: Host) -> None:
    _start(page, host)
    page.locator('[data-action="settings"]').click()
    expect(page.locator('[data-action="close-settings"]')).to_be_visible()


def _ready(page: Page, host: Host) -> None:
    _start(page, host)
    page.locator('[data-action="play"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")


def _unknown(page: Page, host: Host) -> None:
    del host
    page.goto("/t/nothere")
    expect(page.locator('[data-action="new-match"]')).to_be_visible()


def at(state: State, phase: str = "play") -> Callable[[Page, Host], None]:
    """A screen that shows a match that stands as given."""

    def show(page: Page, host: Host) -> None:
        table = host.adopt(state)
        page.add_init_script(table.keep_script)
        page.goto(table.path)
        expect(page.locator("main.covered")).to_have_count(0, timeout=10_000)
        expect(page.locator("main")).to_have_attribute("data-phase", phase, timeout=10_000)

    return show


def _after(before: Callable[[Page, Host], None], press: str, shows: str) -> Any:
    """A screen that a press on another one leads to."""

    def show(page: Page, host: Host) -> None:
        before(page, host)
        page.locator(press).click()
        expect(page.locator(shows).first).to_be_visible()

    return show


def _round_over(page: Page, host: Host) -> None:
    """The end of a round, whoever slaps: a hand, the computer, or the clock."""
    at(BLOCKED, "slap")(page, host)
    expect(page.locator("[data-round-over]").first).to_be_visible(timeout=10_000)


SCREENS: dict[str, Callable[[Page, Host], None]] = {
    "start": _start,
    "options": _options,
    "settings": _settings,
    "ready": _ready,
    "playing": at(PLAYING),
    "stuck": at(STUCK),
    "one-pile": at(ONE_PILE),
    "slap": at(BLOCKED, "slap"),
    "slap-empty": at(GHOST, "slap"),
    "round-over": _round_over,
    "paused": _after(at(PLAYING), '[data-action="pause"]', '[data-action="resume"]'),
    "resign": _after(at(PLAYING), '[data-action="resign"]', '[data-action="resign-yes"]'),
    "table-settings": _after(
        at(PLAYING), '[data-action="settings"]', '[data-action="close-settings"]'
    ),
    "won": _after(at(WON), '[data-pile="stock-0"]', '[data-action="rematch"]'),
    "unknown-table": _unknown,
}
"""Every screen, and how to come to it."""

OVERFLOW = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth
  const outside = [...document.querySelectorAll('main button, main [data-place], dialog button')]
    .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((node) => !node.closest('.start, dialog, [popover]'))
    .map((node) => [node, node.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.left < -1 || box.top < -1
      || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
    .map(([node]) => node.outerHTML.slice(0, 120))
  return { wide, outside }
}"""


ASTRAY = """() => {
  const middle = (node) => {
    const box = node.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const cards = [...document.querySelectorAll('[data-card]')].map(middle)
  const piles = [...document.querySelectorAll('[data-spit], [data-pile][data-state="up"]')]
  return piles
    .filter((pile) => !/: empty$|, 0 cards$/.test(pile.getAttribute('aria-label')))
    .filter((pile) => {
      const [x, y] = middle(pile)
      return !cards.some((card) => Math.hypot(card[0] - x, card[1] - y) < 8)
    })
    .map((pile) => pile.getAttribute('aria-label'))
}"""
"""The piles on whose place no card is drawn."""

CARDS_SHOWN = ("playing", "stuck", "one-pile", "slap", "slap-empty")


SETTLED = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done())))"""
"""Waits until a change of the window or of words has been drawn, and cards have followed."""


def at_every_size(page: Page) -> Iterator[str]:
    """Turns a page to one size after the other."""
    for name, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        yield name


@pytest.mark.parametrize("screen", CARDS_SHOWN)
def test_cards_lie_where_their_piles_are(visits: Visits, host: Host, screen: str) -> None:
    """What is drawn and what is touched stay together, whatever words come beside them."""
    page = visits("phone", reduced_motion="reduce")
    SCREENS[screen](page, host)
    for words in ("", "Round 12 of many, 10:35, 1250 ms"):
        page.evaluate("(words) => { document.querySelector('.mid').append(words) }", words)
        for size in at_every_size(page):
            assert (size, page.evaluate(ASTRAY)) == (size, [])


SPILT = """() => [...document.querySelectorAll('[data-card]')].flatMap((card) => {
  const frame = card.getBoundingClientRect()
  return [...card.querySelectorAll('svg text, svg use')]
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.width > 0 && (box.left < frame.left - 2 || box.right > frame.right + 2))
    .map(() => card.dataset.card)
})"""
"""The cards with a rank or suit that hangs over their edge."""

RING_ON_LOG = """() => {
  const log = document.querySelector('.say')
  log.append(...['You played 10♦', 'Lightning played 10♠'].map((words) => {
    const line = document.createElement('span')
    line.textContent = words
    return line
  }))
  const ring = document.querySelector('[data-ring]').getBoundingClientRect()
  const said = log.getBoundingClientRect()
  return said.top < ring.bottom && ring.top < said.bottom
    && said.left < ring.right && ring.left < said.right
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_table_opened_at_a_size_is_laid_out_for_it(visits: Visits, host: Host, size: str) -> None:
    """The ring and the moves keep apart; read from the right, ranks and cards stay in place."""
    page = visits(size, reduced_motion="reduce")
    SCREENS["playing"](page, host)
    page.evaluate(SETTLED)
    assert page.evaluate(ASTRAY) == []
    assert page.evaluate(RING_ON_LOG) is False
    page.evaluate("document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize'))")
    page.evaluate(SETTLED)
    assert page.evaluate(SPILT) == []
    assert page.evaluate(ASTRAY) == []


def violations(page: Page, axe: str) -> list[tuple[str, list[object]]]:
    """What axe finds on a page: the rules broken, and where."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        (each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]
    ]


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_no_violation(visits: Visits, host: Host, axe: str, screen: str) -> None:
    """WCAG 2.2 A and AA, and axe's best practices, on every screen in both themes."""
    page = visits("phone", color_scheme="dark", reduced_motion="reduce")
    SCREENS[screen](page, host)
    assert violations(page, axe) == []
    page.emulate_media(color_scheme="light")
    assert violations(page, axe) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_cut_off(visits: Visits, host: Host, screen: str) -> None:
    """No sideways scrolling, and every button and pile of a table lies within the window."""
    page = visits("phone", reduced_motion="reduce")
    SCREENS[screen](page, host)
    for size in at_every_size(page):
        assert (size, page.evaluate(OVERFLOW)) == (size, {"wide": 0, "outside": []})


def test_a_table_without_a_name_for_hidden_cards(visits: Visits, host: Host) -> None:
    """R2.6: no attribute or text of the page names a face-down or unturned card."""
    hidden = {"9h", "9c", "4c", "3s", "8d", "Jd", "2s", "2h"}
    assert PLAYING.phase is Phase.PLAY
    page = visits("desktop")
    SCREENS["playing"](page, host)
    shown = set(
        page.evaluate("[...document.querySelectorAll('[data-card]')].map(x => x.dataset.card)")
    )
    assert shown & hidden == set()
