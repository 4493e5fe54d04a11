"""Those who watch: no hand, no buttons of players, both names, both sides."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_friends import at_a_table, be_ready

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]


def test_a_spectator_has_no_hand_and_the_players_know_of_it(visits: Visits) -> None:
    """Names of both, no button of a player, and the number of watchers for everybody."""
    one, other = at_a_table(visits, "desktop")
    watcher = visits("desktop")
    watcher.goto(f"{one.url}/watch")
    expect(watcher.get_by_text("a few seconds late")).to_be_visible()
    for action in ("spit", "pause", "resign", "emotes"):
        expect(watcher.locator(f'[data-action="{action}"]')).to_have_count(0)
    for pile in watcher.locator("[data-pile], [data-spit]").all():
        expect(pile).to_be_disabled()
    expect(watcher.locator(".hud strong")).to_have_text(["Ben", "Anna"])
    for page in (one, other):
        expect(page.locator(".watchers")).to_have_attribute("data-watching", "1")
        expect(page.get_by_label("1 watching")).to_be_visible()


def test_a_spectator_can_see_it_from_the_other_side(visits: Visits) -> None:
    """The sides change places, and cards still lie where their piles are."""
    one, other = at_a_table(visits, "phone")
    be_ready(one, other)
    watcher = visits("phone")
    watcher.goto(f"{one.url}/watch")
    expect(watcher.locator("main")).to_have_attribute("data-phase", "play", timeout=15_000)
    expect(watcher.locator(".youhud strong")).to_have_text("Anna")
    before = watcher.locator("[data-pile]").first.get_attribute("aria-label")
    watcher.locator('[data-action="turn"]').click()
    expect(watcher.locator(".youhud strong")).to_have_text("Ben")
    expect(watcher.locator("[data-pile]").first).not_to_have_attribute("aria-label", before or "")


def test_a_spectator_sees_the_result_and_no_rematch(visits: Visits) -> None:
    """Who won stands there by name."""
    one, other = at_a_table(visits, "phone")
    be_ready(one, other)
    watcher = visits("phone")
    watcher.goto(f"{one.url}/watch")
    expect(watcher.locator("main")).to_have_attribute("data-phase", "play", timeout=15_000)
    other.locator('[data-action="resign"]').click()
    other.locator('[data-action="resign-yes"]').click()
    won = watcher.get_by_role("heading", name="Anna wins")
    expect(won).to_be_visible(timeout=15_000)
    expect(watcher.locator('[data-action="rematch"]')).to_have_count(0)
