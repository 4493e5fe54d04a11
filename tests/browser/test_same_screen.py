"""Two people at one screen: two fingers at once, two sets of keys, a match to its result."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spit.rules import verify
from tests.browser.fingers import (
    KEYS,
    Fingers,
    Means,
    Pair,
    SurePlay,
    left_in,
    look,
    sure_plays,
)
from tests.browser.player import Sight
from tests.browser.test_screens import SETTLED, violations

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]

TABLET = {"width": 820, "height": 1180}
SCREENS = {
    "tablet": TABLET,
    "tablet-sideways": {"width": 1180, "height": 820},
    "laptop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "small-phone": {"width": 320, "height": 568},
    "phone-sideways": {"width": 844, "height": 390},
}
"""Where two people may meet."""


def sit_down(
    page: Page, screen: dict[str, int], *, seed: int = 1, rules: dict[str, Any] | None = None
) -> None:
    """Makes a table for Anna and Ben at one screen, and opens it there."""
    page.set_viewport_size(screen)  # type: ignore[arg-type]
    wish = {
        "opponent": "same-screen",
        "name": "Anna",
        "partner_name": "Ben",
        "rules": rules or {},
        "seed": seed,
    }
    made = page.request.post("/api/tables", data=wish).json()
    kept = [{"table": made["table"], "secrets": [made["secret"], made["partner_secret"]]}]
    page.add_init_script(f"localStorage.setItem('spit.tables', {json.dumps(json.dumps(kept))})")
    page.goto(f"/t/{made['table']}")
    expect(page.locator("main.pair")).to_have_attribute("data-phase", "ready")


def begin(page: Page) -> None:
    """Both say that they are ready."""
    for seat in (0, 1):
        page.locator(f'[data-half="{seat}"] [data-action="spit"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "play")


def both_can_play(page: Page) -> tuple[tuple[Sight, SurePlay], tuple[Sight, SurePlay]]:
    """Plays on until each has a card for a pile of his own; each one's sight and play."""
    pair = Pair(page, Means.KEYS)
    for _ in range(60):
        sights = look(page, 0), look(page, 1)
        for first in sure_plays(sights[0]):
            for second in sure_plays(sights[1]):
                if first.pile != second.pile:
                    return (sights[0], first), (sights[1], second)
        pair.move()
    raise AssertionError("never a play for both")


def way_of(sight: Sight, play: SurePlay) -> tuple[tuple[float, float], tuple[float, float]]:
    """From where to where a card is dragged."""
    return sight["stocks"][play.stock]["at"], sight["spits"][play.pile]["at"]


def lefts(page: Page) -> tuple[int, int]:
    """What each has left in his stock."""
    return left_in(look(page, 0)), left_in(look(page, 1))


def expect_lefts(page: Page, first: int, second: int) -> None:
    """Waits until each has so many left."""
    for seat, count in enumerate((first, second)):
        expect(page.locator(f'[data-half="{seat}"] [data-left]')).to_have_text(str(count))


def test_two_people_drag_at_the_same_time(visits: Visits) -> None:
    """Both cards follow their fingers at once, both are played, and the server has both."""
    page = visits("desktop", has_touch=True)
    sit_down(page, TABLET)
    expect(page.locator("main")).to_have_attribute("data-way", "face")
    begin(page)
    (first, one), (second, other) = both_can_play(page)
    before = lefts(page)
    Fingers(page).drag(a=way_of(first, one), b=way_of(second, other))
    expect_lefts(page, before[0] - 1, before[1] - 1)
    page.reload()
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
    expect_lefts(page, before[0] - 1, before[1] - 1)


def test_two_people_tap_at_the_same_time(visits: Visits) -> None:
    """Two fingers that go down and up in the same events are two touches."""
    page = visits("desktop", has_touch=True)
    sit_down(page, TABLET)
    spits = [look(page, seat)["button"] for seat in (0, 1)]
    Fingers(page).tap(a=spits[0], b=spits[1])
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
    (first, one), (second, other) = both_can_play(page)
    before = lefts(page)
    points = first["stocks"][one.stock]["at"], second["stocks"][other.stock]["at"]
    Fingers(page).tap(a=points[0], b=points[1])
    expect_lefts(page, before[0] - 1, before[1] - 1)


def test_the_second_finger_of_one_person_does_nothing(visits: Visits) -> None:
    """R4.2: with a finger down on one's half, another one there is nobody's; the other may play."""
    page = visits("desktop", has_touch=True)
    sit_down(page, TABLET)
    begin(page)
    (first, one), (second, other) = both_can_play(page)
    before = lefts(page)
    resting = first["stocks"][(one.stock + 1) % 5]["at"]
    fingers = Fingers(page)
    fingers.down(a=resting)
    start, goal = way_of(first, one)
    fingers.down(b=start)
    fingers.move(b=goal)
    fingers.up("b")
    fingers.down(c=second["stocks"][other.stock]["at"])
    fingers.up("c")
    expect_lefts(page, before[0], before[1] - 1)
    assert lefts(page) == (before[0], before[1] - 1)


def test_a_finger_stays_with_whose_half_it_went_down_in(visits: Visits) -> None:
    """A card carried over the other one's half is still its owner's, and he may play meanwhile."""
    page = visits("desktop", has_touch=True)
    sit_down(page, TABLET)
    begin(page)
    (first, one), (second, other) = both_can_play(page)
    before = lefts(page)
    fingers = Fingers(page)
    start = first["stocks"][one.stock]["at"]
    # Along the edge, where no pile lies.
    fingers.down(a=start)
    fingers.move(a=(2.0, start[1]))
    fingers.move(a=(2.0, 60.0))
    expect(page.locator(".carried")).to_have_count(1)
    fingers.down(b=second["stocks"][other.stock]["at"])
    fingers.up("b")
    expect_lefts(page, before[0], before[1] - 1)
    expect(page.locator(".carried")).to_have_count(1)
    fingers.up("a")
    expect(page.locator(".carried")).to_have_count(0)
    assert lefts(page) == (before[0], before[1] - 1)


def test_two_sets_of_keys_at_once(visits: Visits) -> None:
    """Side by side, the keys of both held down in each other's midst: each plays his own card."""
    page = visits("desktop")
    sit_down(page, SCREENS["laptop"])
    expect(page.locator("main")).to_have_attribute("data-way", "beside")
    for _, _, say in KEYS:
        page.keyboard.down(say)
    for _, _, say in KEYS:
        page.keyboard.up(say)
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
    (_, one), (_, other) = both_can_play(page)
    before = lefts(page)
    keys = [
        KEYS[0][0][one.stock],
        KEYS[1][0][other.stock],
        KEYS[0][1][one.pile],
        KEYS[1][1][other.pile],
    ]
    for key in keys:
        page.keyboard.down(key)
    for key in keys:
        page.keyboard.up(key)
    expect_lefts(page, before[0] - 1, before[1] - 1)


@pytest.mark.parametrize(
    ("means", "screen"), [(Means.TOUCH, "tablet"), (Means.KEYS, "laptop"), (Means.TOUCH, "phone")]
)
def test_a_whole_match_of_two_people(visits: Visits, means: Means, screen: str) -> None:
    """To the result of a match of one round (R7.4), which names who won; its record verifies."""
    page = visits("desktop", has_touch=means is Means.TOUCH)
    sit_down(page, SCREENS[screen], rules={"max_rounds": 1})
    Pair(page, means).play_to_the_end()
    panels = page.locator("[data-result]")
    expect(panels).to_have_count(2 if means is Means.TOUCH else 1)
    winner = panels.first.get_attribute("data-winner")
    title = {"0": "Anna wins", "1": "Ben wins", "none": "A draw"}[winner or ""]
    for panel in panels.all():
        expect(panel.get_by_role("heading")).to_have_text(title)
    path = page.locator('[data-action="record"]').first.get_attribute("href") or ""
    assert verify(BytesIO(page.request.get(path).body())) is None
    page.locator('[data-action="rematch"]').first.click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")


def test_a_pause_is_for_both_and_ended_by_either(visits: Visits) -> None:
    """Ben pauses; Anna's side of the panel goes on."""
    page = visits("desktop", has_touch=True)
    sit_down(page, TABLET)
    begin(page)
    page.locator('[data-half="1"] [data-action="pause"]').tap()
    expect(page.get_by_text("Ben paused the match")).to_have_count(2)
    page.locator('[data-toward="0"] [data-action="resume"]').tap()
    expect(page.locator("main.covered")).to_have_count(0)
    expect(page.locator("main")).to_have_attribute("data-phase", "play")


def test_who_resigns_loses(visits: Visits) -> None:
    """Ben gives up at his side: he is asked there, and Anna wins."""
    page = visits("desktop", has_touch=True)
    sit_down(page, TABLET)
    page.locator('[data-half="1"] [data-action="resign"]').tap()
    expect(page.locator("dialog.turned")).to_be_visible()
    page.locator('[data-action="resign-yes"]').tap()
    expect(page.get_by_role("heading", name="Anna wins")).to_have_count(2)


def test_they_may_sit_the_other_way(visits: Visits) -> None:
    """The button turns the far half; a reload keeps it."""
    page = visits("desktop")
    sit_down(page, SCREENS["laptop"])
    page.locator('[data-action="way"]').click()
    expect(page.locator("main")).to_have_attribute("data-way", "face")
    assert page.locator('[data-half="1"]').evaluate("(half) => getComputedStyle(half).rotate") == (
        "180deg"
    )
    page.reload()
    expect(page.locator("main.pair")).to_have_attribute("data-way", "face")


TROUBLE = """() => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const parts = [...document.querySelectorAll(
    'main button, main .hud, main .hint:not(.off), main .toast, main .word:not(.off)')]
    .filter((node) => shown(node) && !node.closest('dialog, [popover]'))
    .map((node) => [node.className + ' ' + (node.dataset.action ?? ''),
      node.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1)
  const outside = parts.filter(([, box]) => box.left < -1 || box.top < -1
    || box.right > innerWidth + 1 || box.bottom > innerHeight + 1).map(([name]) => name)
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  const overlaps = parts.flatMap(([name, box], i) => parts.slice(i + 1)
    .filter(([, other]) => meet(box, other)).map(([other]) => `${name} / ${other}`))
  return { wide: document.documentElement.scrollWidth - innerWidth, outside, overlaps }
}"""


def expect_no_trouble(page: Page) -> None:
    """Nothing overlaps or is cut off, wherever the two may meet."""
    fine = {"wide": 0, "outside": [], "overlaps": []}
    for name, screen in SCREENS.items():
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        assert (name, page.evaluate(TROUBLE)) == (name, fine)


@pytest.mark.parametrize("way", ["face", "beside"])
def test_nothing_overlaps_or_is_cut_off(visits: Visits, way: str) -> None:
    """Before the first spit, in play, with a word to one of them; read from either side."""
    page = visits("desktop", reduced_motion="reduce")
    sit_down(page, TABLET)
    if page.locator("main").get_attribute("data-way") != way:
        page.locator('[data-action="way"]').click()
    expect(page.locator("main")).to_have_attribute("data-way", way)
    expect_no_trouble(page)
    begin(page)
    expect_no_trouble(page)
    page.evaluate("document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize'))")
    expect_no_trouble(page)
    page.locator('[data-half="0"] [data-pile="stock-0"]').focus()
    page.keyboard.press("Enter")
    expect_no_trouble(page)


@pytest.mark.parametrize(("way", "screen"), [("face", "phone"), ("beside", "laptop")])
def test_axe_finds_no_violation(visits: Visits, axe: str, way: str, screen: str) -> None:
    """WCAG 2.2 A and AA, and axe's best practices, in play and in a pause, in both themes."""
    page = visits("desktop", reduced_motion="reduce")
    sit_down(page, SCREENS[screen])
    if page.locator("main").get_attribute("data-way") != way:
        page.locator('[data-action="way"]').click()
    begin(page)
    for press in (None, '[data-half="0"] [data-action="pause"]'):
        if press is not None:
            page.locator(press).click()
            expect(page.locator('[data-action="resume"]').first).to_be_visible()
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page, axe) == []
