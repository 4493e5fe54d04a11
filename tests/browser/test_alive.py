"""What happens to a phone in a hand: it is turned, locked, zoomed; a finger is lost, another comes.

Each test ends with a touch that must count: nothing of the disturbance is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.browser.fingers import Fingers
from tests.browser.host import Host
from tests.browser.player import Means, Player, Point
from tests.browser.test_screens import ASTRAY, SETTLED, at
from tests.table.harness import position

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]

# Pile 1 fits the left spit pile, pile 5 the right one; the computer has nothing to do but to wait.
WAITING = position(
    "9s|5s, 4h 8c|, Kd, 9c|, 3s Kh|2h", "8d|, Js, Jd, Jh, Qc", ["6h", "Ah"], ("2s 2c", "4d")
)

STANDS = """() => ({
  carried: document.querySelectorAll('.sprite.carried').length,
  left: document.querySelector('[data-spit="0"]').getAttribute('aria-label'),
  right: document.querySelector('[data-spit="1"]').getAttribute('aria-label'),
})"""

NOTHING_PLAYED = {
    "carried": 0,
    "left": "Left spit pile: 6 of hearts, 1 card",
    "right": "Right spit pile: ace of hearts, 1 card",
}

HIDE = """(state) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


@pytest.fixture
def page(visits: Visits, host: Host) -> Page:
    """A phone with a table at which nobody but the player will move."""
    page: Page = visits("phone", has_touch=True, reduced_motion="reduce")
    at(WAITING)(page, host)
    page.evaluate(SETTLED)
    return page


def _places(page: Page) -> tuple[list[Point], list[Point]]:
    """The middles of the own stock piles and of the spit piles."""
    sight = Player(page, Means.TAP).look()
    return [pile["at"] for pile in sight["stocks"]], [pile["at"] for pile in sight["spits"]]


def _near(start: Point) -> Point:
    return (start[0] + 12, start[1] - 24)


def _plays_on(page: Page) -> None:
    """Nothing was played, no card is out of place, and the next touch plays pile 1."""
    page.evaluate(SETTLED)
    assert page.evaluate(STANDS) == NOTHING_PLAYED
    assert page.evaluate(ASTRAY) == []
    stocks, _ = _places(page)
    page.touchscreen.tap(*stocks[0])
    expect(page.locator('[data-spit="0"]')).to_have_accessible_name(
        "Left spit pile: 5 of spades, 2 cards"
    )


def test_a_lost_finger_lets_the_card_go_home(page: Page) -> None:
    """The system takes a finger away in mid-drag: the card is back and the next tap counts."""
    stocks, _ = _places(page)
    fingers = Fingers(page)
    fingers.down(a=stocks[0])
    fingers.move(a=_near(stocks[0]))
    fingers.lose()
    _plays_on(page)


def test_turned_and_resized_in_mid_drag(page: Page) -> None:
    """Whatever becomes of the window under a finger, cards and piles stay together."""
    stocks, _ = _places(page)
    fingers = Fingers(page)
    fingers.down(a=stocks[0])
    fingers.move(a=_near(stocks[0]))
    for size in ("wide-phone", "small", "phone"):
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        page.evaluate(SETTLED)
    fingers.move(a=_near(stocks[0]))
    fingers.up("a")
    _plays_on(page)


def test_a_pause_in_mid_drag(page: Page) -> None:
    """The match stops under a dragging finger: the card is let go, and goes nowhere afterwards."""
    stocks, spits = _places(page)
    fingers = Fingers(page)
    fingers.down(a=stocks[0])
    fingers.move(a=_near(stocks[0]))
    page.evaluate("document.querySelector('[data-action=\"pause\"]').click()")
    expect(page.locator("main.covered")).to_be_visible()
    fingers.move(a=spits[0])
    fingers.up("a")
    page.locator('[data-action="resume"]').tap()
    expect(page.locator("main.covered")).to_have_count(0)
    _plays_on(page)


def test_a_second_finger_does_nothing(page: Page) -> None:
    """One hand: while a card is carried another finger moves nothing (R4.2)."""
    stocks, _ = _places(page)
    fingers = Fingers(page)
    fingers.down(a=stocks[0])
    fingers.move(a=_near(stocks[0]))
    fingers.down(b=stocks[4])
    fingers.up("b")
    fingers.move(a=stocks[0])
    fingers.up("a")
    _plays_on(page)


def test_after_a_play_by_touch_the_next_tap_counts(page: Page) -> None:
    """Fault 1 of the sketch: no flag of a drag swallows the tap after it."""
    stocks, spits = _places(page)
    Fingers(page).drag(a=(stocks[0], spits[0]))
    page.touchscreen.tap(*stocks[4])
    expect(page.locator('[data-spit="0"]')).to_have_accessible_name(re.compile("5 of spades"))
    expect(page.locator('[data-spit="1"]')).to_have_accessible_name(re.compile("2 of hearts"))


def test_a_locked_phone_pauses_and_goes_on(page: Page) -> None:
    """A page that is hidden and frozen stops the match, and thawed goes on with it."""
    chrome = page.context.new_cdp_session(page)
    page.evaluate(HIDE, "hidden")
    expect(page.locator("main.covered")).to_be_visible()
    chrome.send("Page.setWebLifecycleState", {"state": "frozen"})
    chrome.send("Page.setWebLifecycleState", {"state": "active"})
    page.evaluate(HIDE, "visible")
    expect(page.locator("main.covered")).to_have_count(0)
    _plays_on(page)


def test_a_zoomed_page_is_played_by_drag(page: Page) -> None:
    """Enlarged by two fingers, a card is still played where it touches the pile."""
    chrome = page.context.new_cdp_session(page)
    chrome.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1.2})
    assert page.evaluate("visualViewport.scale") > 1
    stocks, spits = _places(page)
    Fingers(page).drag(a=(stocks[0], spits[0]))
    expect(page.locator('[data-spit="0"]')).to_have_accessible_name(re.compile("5 of spades"))
