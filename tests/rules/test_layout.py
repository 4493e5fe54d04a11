"""Layouts: R2.2 to R2.4."""

from __future__ import annotations

import pytest

from spit.rules import PACK, STANDARD, Pile, Rules, ShortDeal
from spit.rules.layout import lay_out
from spit.rules.state import cards_in_stock

COLUMNS = Rules(short_deal=ShortDeal.COLUMNS)


def sizes(cards: int, rules: Rules = STANDARD) -> list[int]:
    """How many cards lie in each pile when so many are laid."""
    return [len(down) + len(up) for down, up in lay_out(PACK[:cards], rules)[0]]


def test_r2_2_a_full_packet_makes_piles_of_one_to_five_row_by_row() -> None:
    """The places of all fifteen cards, the last one laid on top and face up."""
    laid, _ = lay_out(PACK[:26], STANDARD)
    numbers = [[int(card) for card in down + up] for down, up in laid]
    assert numbers == [[0], [1, 5], [2, 6, 9], [3, 7, 10, 12], [4, 8, 11, 13, 14]]
    assert all(len(up) == 1 for _, up in laid)


def test_r2_3_the_rest_of_the_packet_is_the_hand_in_its_order() -> None:
    """The sixteenth card dealt is the first to be turned up."""
    assert lay_out(PACK[:26], STANDARD)[1] == PACK[15:26]
    assert lay_out(PACK[:16], STANDARD)[1] == PACK[15:16]
    assert lay_out(PACK[:15], STANDARD)[1] == ()


@pytest.mark.parametrize(
    ("cards", "rows", "columns"),
    [
        (0, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
        (3, [1, 1, 1, 0, 0], [1, 2, 0, 0, 0]),
        (5, [1, 1, 1, 1, 1], [1, 2, 2, 0, 0]),
        (7, [1, 2, 2, 1, 1], [1, 2, 3, 1, 0]),
        (14, [1, 2, 3, 4, 4], [1, 2, 3, 4, 4]),
        (15, [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
    ],
)
def test_r2_4_few_cards_are_laid_as_far_as_they_go(
    cards: int, rows: list[int], columns: list[int]
) -> None:
    """Row by row, or with `short_deal=columns` pile by pile."""
    assert sizes(cards) == rows
    assert sizes(cards, COLUMNS) == columns


@pytest.mark.parametrize("cards", range(27))
@pytest.mark.parametrize("rules", [STANDARD, COLUMNS], ids=["rows", "columns"])
def test_r2_4_the_top_of_each_pile_is_turned_up(cards: int, rules: Rules) -> None:
    """However many cards there are, each pile shows one, and no card is lost."""
    laid, hand = lay_out(PACK[:cards], rules)
    assert all(len(up) == 1 for down, up in laid if down or up)
    assert cards_in_stock(laid) == min(cards, 15)
    assert sorted(hand + tuple(c for down, up in laid for c in down + up)) == list(PACK[:cards])
    if cards >= 5 and rules is STANDARD:
        assert Pile((), ()) not in laid


def test_r2_4_columns_leave_a_full_deal_alone() -> None:
    """With fifteen cards or more both values of `short_deal` lay them row by row."""
    for cards in (15, 16, 26):
        assert lay_out(PACK[:cards], COLUMNS) == lay_out(PACK[:cards], STANDARD)
