"""Rounds that rarely happen, driven through a live table and seen on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from spit.rules import Phase, State
from tests.browser.host import Host
from tests.table.harness import position
from tests.table.test_rare_ends import rounds

pytestmark = pytest.mark.browser

ANY_CARD = re.compile(r"Spit pile: .+ of .+")
Visits = Callable[..., Page]
SLOW = "9d 9c 8d 8c|7d, Jh, Jc"
"""A stock of the opponent's that has nothing to play on a 6 for long."""


def sit(visits: Visits, host: Host, state: State, size: str = "phone") -> Page:
    """Opens a table where seat 0 is ours and the match stands as given."""
    page = visits(size)
    table = host.adopt(state)
    page.add_init_script(table.keep_script)
    page.goto(table.path)
    expect(page.locator("main.covered")).to_have_count(0, timeout=10_000)
    return page


def test_a_round_laid_from_exactly_fifteen_cards_has_one_pile(visits: Visits, host: Host) -> None:
    """R2.5: fifteen cards leave no spit card, so there is one spit pile."""
    state = next(
        state for state, _ in rounds("fifteen-1101") if 0 in state.laid_hands and _has_15(state)
    )
    page = sit(visits, host, state)
    expect(page.locator("[data-spit]")).to_have_count(1)
    page.locator('[data-action="spit"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
    expect(page.locator('[data-spit="0"]')).to_have_attribute("aria-label", ANY_CARD)


def test_a_blocked_two_pile_round_is_slapped_for(visits: Visits, host: Host) -> None:
    """R6.2, R6.3: nobody can go on; the first slap takes its pile, and the next round is dealt."""
    state = position("4s, 4h", "Jh, Jc", ["9s 9c 6h", "6d"], laid_hands=(3, 3))
    page = sit(visits, host, state)
    expect(page.locator("main")).to_have_attribute("data-phase", "slap", timeout=10_000)
    smaller = page.locator('[data-spit="1"]')
    expect(smaller).to_have_attribute("aria-label", "Slap: Right spit pile, 1 card")
    smaller.click()
    expect(page.get_by_text("Round 1 over")).to_be_visible()


def test_a_blocked_one_pile_round_has_an_empty_pile_to_slap(visits: Visits, host: Host) -> None:
    """R6.5: the missing pile counts as an empty pile 1, and it is there to be slapped."""
    state = position("4s, 4h", "Jh, Jc", ["9s 9c 6h"], laid_hands=(0, 3))
    page = sit(visits, host, state)
    expect(page.locator("main")).to_have_attribute("data-phase", "slap", timeout=10_000)
    empty = page.locator('[data-spit="1"]')
    expect(empty).to_have_attribute("aria-label", "Slap: Right spit pile, 0 cards")
    empty.click()
    expect(page.get_by_text("Round 1 over")).to_be_visible()


def test_the_last_card_of_a_one_pile_round_wins(visits: Visits, host: Host) -> None:
    """R7.1: cleared by the seat that had no spit cards when the round was laid out."""
    page = sit(visits, host, position("5s", SLOW, ["6h"], ("", "2h"), laid_hands=(0, 3)))
    page.locator('[data-pile="stock-0"]').click()
    expect(page.get_by_role("heading", name="You win!")).to_be_visible()


def test_a_player_who_owns_no_card_wins(visits: Visits, host: Host) -> None:
    """R7.3: cleared in a one-pile round, with the own spit cards played out too."""
    page = sit(visits, host, position("5s", SLOW, ["6h"], laid_hands=(3, 0)))
    page.locator('[data-pile="stock-0"]').click()
    expect(page.get_by_role("heading", name="You win!")).to_be_visible()
    expect(page.get_by_text("0 cards").first).to_be_visible()


def _has_15(state: State) -> bool:
    counts = [
        sum(len(pile.down) + len(pile.up) for pile in piles) + len(hand)
        for piles, hand in zip(state.stocks, state.hands, strict=True)
    ]
    return 15 in counts and state.phase is Phase.READY
