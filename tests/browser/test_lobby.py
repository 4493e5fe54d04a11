"""Strangers: who is here, looking for an opponent, open tables, and a bot meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Visits = Callable[..., Page]


def find(page: Page, name: str, preset: str = "standard") -> None:
    """Starts to look for an opponent by a preset, and may be at a table with one at once."""
    page.goto("/")
    page.locator('[name="name"]').fill(name)
    page.locator(f'[name="preset"][value="{preset}"]').check()
    page.locator('[data-action="find"]').click()


def wait(page: Page, name: str, preset: str = "standard") -> None:
    """Looks for an opponent by a preset whom nobody else plays yet, and sees the waiting."""
    find(page, name, preset)
    expect(page.locator("[data-seek]")).to_be_visible()


def test_the_start_tells_how_many_are_here(visits: Visits) -> None:
    """The number comes after the page, and rises when somebody else comes."""
    one = visits("phone")
    one.goto("/")
    expect(one.locator("[data-people]")).to_have_text(re.compile(r"\d+ (person|people) here"))
    before = int(one.locator("[data-people]").get_attribute("data-people") or 0)
    visits("phone").goto("/")
    expect(one.locator("[data-people]")).to_have_attribute("data-people", str(before + 1))


def test_two_who_look_for_the_same_rules_are_paired(visits: Visits) -> None:
    """Both come to one table at once, and each sees the other's name."""
    one, other = visits("phone"), visits("desktop")
    wait(one, "Anna", "house")
    find(other, "Ben", "house")
    for page, foe in ((one, "Ben"), (other, "Anna")):
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")
        expect(page.locator(".foehud strong")).to_have_text(foe)
    assert one.url == other.url


def test_the_waiting_tells_what_others_wait_for_and_offers_to_change(visits: Visits) -> None:
    """Two who want different games see it of each other; one changes, and they are paired."""
    one, other = visits("phone"), visits("phone")
    wait(one, "Anna", "literal")
    wait(other, "Ben", "pagat")
    change = other.locator('[data-action="change-rules"]', has_text="Strict ace")
    expect(change).to_have_text("Strict ace · 1")
    change.click()
    for page in (one, other):
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")


def test_looking_can_be_left_at_any_time(visits: Visits) -> None:
    """Stopped, the rules are there to be chosen again, and nobody is paired with it."""
    one, other = visits("phone"), visits("phone")
    wait(one, "Anna", "relaxed")
    one.locator('[data-action="cancel"]').click()
    expect(one.locator("[data-seek]")).to_have_count(0)
    expect(one.locator('.find [data-action="find"]')).to_be_visible()
    find(other, "Ben", "relaxed")
    expect(other.get_by_text("Nobody else waits for these rules yet.")).to_be_visible()
    other.locator('[data-action="home"]').click()
    expect(other.get_by_text("Still looking for an opponent")).to_be_visible()


def test_the_computer_plays_until_somebody_comes(visits: Visits) -> None:
    """The search stays on at the table; when somebody comes one is asked, and may go there."""
    one, other = visits("phone"), visits("phone")
    wait(one, "Anna", "points")
    one.locator('[data-action="meanwhile"]').click()
    expect(one.locator("main")).to_have_attribute("data-phase", "ready")
    expect(one.locator('[data-action="stop-seeking"]')).to_be_visible()
    find(other, "Ben", "points")
    expect(one.get_by_role("heading", name="Your opponent is here")).to_be_visible()
    one.locator('[data-action="go"]').click()
    expect(one.locator(".foehud strong")).to_have_text("Ben")
    expect(other.locator(".foehud strong")).to_have_text("Anna")
    expect(one.locator('[data-action="stop-seeking"]')).to_have_count(0)


def test_who_does_not_want_to_play_now_lets_the_other_look_on_at_once(visits: Visits) -> None:
    """Not now: the computer plays on; the other need not wait, is told why, and looks again."""
    one, other = visits("phone"), visits("phone")
    wait(one, "Anna", "points")
    one.locator('[data-action="meanwhile"]').click()
    expect(one.locator("main")).to_have_attribute("data-phase", "ready")
    find(other, "Ben", "points")
    expect(other.locator('[data-action="stop-waiting"]')).to_be_visible()
    one.locator('[data-action="not-now"]').click()
    expect(one.locator("dialog[open]")).to_have_count(0)
    expect(one.locator(".foehud strong")).not_to_have_text("Ben")
    expect(one.locator('[data-action="stop-seeking"]')).to_have_count(0)
    expect(other.locator('[data-seek] [data-notice="declined"]')).to_be_visible()
    third = visits("phone")
    find(third, "Cleo", "points")
    expect(other.locator(".foehud strong")).to_have_text("Cleo")


def test_waiting_for_whoever_is_not_ready_can_be_stopped(visits: Visits) -> None:
    """The one who is ready goes on without; the other is told, and may look again."""
    one, other = visits("phone"), visits("phone")
    wait(one, "Anna", "house")
    find(other, "Ben", "house")
    expect(one.locator("main")).to_have_attribute("data-phase", "ready")
    expect(one.locator('[data-action="stop-waiting"]')).to_have_count(0)
    one.locator('[data-action="spit"]').click()
    one.locator('[data-action="stop-waiting"]').click()
    expect(one.locator('.find [data-action="find"]')).to_be_visible()
    left = other.locator('[data-problem="declined"]')
    expect(left.get_by_role("heading", name="Your opponent has left")).to_be_visible()
    left.locator('[data-action="find"]').click()
    expect(other.locator("[data-seek]")).to_be_visible()


def test_an_open_table_is_found_and_taken(visits: Visits) -> None:
    """Its maker is invited to wait, and whoever sees it in the list sits down at once."""
    one, other = visits("phone"), visits("phone")
    one.goto("/")
    one.locator('[name="name"]').fill("Despina")
    one.locator('[data-action="people"]').click()
    one.locator('[data-action="open-table"]').click()
    expect(one.locator('[data-veil="invite"]')).to_be_visible()
    other.goto("/#people")
    other.get_by_role("button", name="Sit down with Despina").click()
    for page in (one, other):
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    third = visits("phone")
    third.goto("/#people")
    third.get_by_role("button", name=re.compile("Watch Despina")).click()
    expect(third.get_by_text("a few seconds late")).to_be_visible()
