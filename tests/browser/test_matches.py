"""Whole matches in a real browser, by each means of playing."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect

from spit.rules import verify
from tests.browser.player import Means, Player

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("means", "size", "rounds"),
    [(Means.POINTER, "desktop", 2), (Means.TAP, "phone", 1), (Means.KEYS, "desktop", 1)],
)
def test_a_whole_match_against_the_fastest_program(
    visits: Callable[..., Page], means: Means, size: str, rounds: int
) -> None:
    """From the start screen to the result; the record that the server wrote verifies.

    So many rounds at most (R7.4), since equal players take minutes for a match without a bound.
    """
    page = visits(size, has_touch=means is Means.TAP)
    page.goto("/")
    page.get_by_role("radio", name="Lightning").check()
    page.locator("[data-options] summary").click()
    page.locator('[name="option-max_rounds"]').fill(str(rounds))
    page.locator('[data-action="play"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    Player(page, means).play_to_the_end()
    record = page.locator('[data-action="record"]')
    expect(record).to_be_visible()
    seen = page.request.get(record.get_attribute("href") or "")
    assert verify(BytesIO(seen.body())) is None


def test_a_rematch_is_one_touch(visits: Callable[..., Page]) -> None:
    """Resign, and the next match is dealt at the same table."""
    page = visits("phone")
    page.goto("/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="resign-yes"]').click()
    page.locator('[data-action="rematch"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")


def test_a_reload_resumes_the_match(visits: Callable[..., Page]) -> None:
    """The same cards lie there after it, and play goes on after 3-2-1."""
    page = visits("desktop")
    page.goto("/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    player = Player(page, Means.KEYS)
    before = [pile["label"] for pile in player.look()["stocks"]]
    page.reload()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    assert [pile["label"] for pile in player.look()["stocks"]] == before
    expect(page.locator("main.covered")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
