"""What the page looks like is compared with pictures that were looked at.

The pictures are small, an eighth of the screen, so that the edges of letters do not count, and
what counts time or distance is left out. `SPIT_KEEP_PICTURES=1` takes them anew: look at them.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.test_access import QUIET
from tests.browser.test_screens import SCREENS, SETTLED, at

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]

PICTURES = Path(__file__).with_name("pictures")
IS_KEPT_ANEW = os.environ.get("SPIT_KEEP_PICTURES") == "1"

SMALLER = 8
"""How many times smaller than the screen a picture is."""

FAR = 24
"""By how much of 255 a point may differ in each of its colours."""

TOLERANCE = 0.02
"""The share of points that may differ by more."""

STILL = """
  .mid, .say, .toasts, [data-people], .trip { visibility: hidden !important }
"""

SHRINK = """async ([png, smaller]) => {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width / smaller)
  canvas.height = Math.round(image.height / smaller)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').split(',')[1]
}"""

DIFFERENCE = """async ([one, other, far]) => {
  const points = async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height)
  }
  const [a, b] = [await points(one), await points(other)]
  if (a.width !== b.width || a.height !== b.height) return 1
  let count = 0
  for (let i = 0; i < a.data.length; i += 4) {
    const by = [0, 1, 2].map((part) => Math.abs(a.data[i + part] - b.data[i + part]))
    if (Math.max(...by) > far) count += 1
  }
  return count / (a.data.length / 4)
}"""


def _learn(page: Page, host: Host) -> None:
    del host
    page.goto("/#learn")
    expect(page.locator("[data-lesson]")).to_be_visible()


LOOKS: dict[str, tuple[str, dict[str, Any], Callable[[Page, Host], None]]] = {
    "start-day": ("phone", {"theme": "day"}, SCREENS["start"]),
    "table-night": ("phone", {"theme": "dark"}, at(QUIET)),
    "table-small": ("small", {"theme": "day"}, at(QUIET)),
    "table-turned": ("wide-phone", {"theme": "dark"}, at(QUIET)),
    "table-desktop-large": (
        "desktop",
        {"theme": "day", "print": "large", "deck": "four"},
        at(QUIET),
    ),
    "table-from-the-right": ("phone", {"theme": "day", "language": "ar-XB"}, at(QUIET)),
    "lesson-night": ("phone", {"theme": "dark", "keys": False}, _learn),
}
"""Each picture: the window, what is chosen in the settings, and how to come there."""


@pytest.fixture(scope="module")
def canvas(browser: Any) -> Any:
    """An empty page to reckon with pictures."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def _taken(page: Page, canvas: Page) -> str:
    """What a page shows, made small; base64."""
    page.add_style_tag(content=STILL)
    page.evaluate("document.fonts.ready")
    page.evaluate(SETTLED)
    shot = base64.b64encode(page.screenshot(animations="disabled")).decode()
    small: str = canvas.evaluate(SHRINK, [shot, SMALLER])
    return small


@pytest.mark.parametrize("name", LOOKS)
def test_it_looks_as_it_did(visits: Visits, host: Host, canvas: Page, name: str) -> None:
    """No more than 2 % of a small picture's points differ by more than 24 of 255."""
    size, settings, show = LOOKS[name]
    page = visits(size, reduced_motion="reduce", bypass_csp=True)
    kept = str(settings).replace("'", '"').replace("False", "false")
    page.add_init_script(f"localStorage.setItem('spit.settings', '{kept}')")
    show(page, host)
    small = _taken(page, canvas)
    path = PICTURES / f"{name}.png"
    if IS_KEPT_ANEW:
        path.write_bytes(base64.b64decode(small))
    known = base64.b64encode(path.read_bytes()).decode()
    assert canvas.evaluate(DIFFERENCE, [small, known, FAR]) <= TOLERANCE


def test_another_look_is_seen(canvas: Page) -> None:
    """The comparison is no empty one: day and night are told apart, and a table from a start."""
    one, other, third = (
        base64.b64encode((PICTURES / f"{name}.png").read_bytes()).decode()
        for name in ("table-night", "table-from-the-right", "start-day")
    )
    assert canvas.evaluate(DIFFERENCE, [one, other, FAR]) > 0.5
    assert canvas.evaluate(DIFFERENCE, [third, other, FAR]) > 5 * TOLERANCE
