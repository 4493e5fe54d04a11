"""The public view: R2.6."""

from __future__ import annotations

from spit.rules import PACK, STANDARD, Card, Phase, View, cards_in_stock, new_match, view_of
from tests.rules.boards import board
from tests.rules.random_play import random_match


def test_r2_6_a_view_shows_counts_and_open_cards_alone() -> None:
    """Every card named in a view lies face up, and all counts are right."""
    state = board("2c 3c|9h, |Ks", "7d|", ("As 2d", "Tc"), ("4h 5h", "6s"))
    view = view_of(state)
    assert [(pile.down, pile.up) for pile in view.stocks[0][:3]] == [
        (2, (Card.parse("9h"),)),
        (0, (Card.parse("Ks"),)),
        (0, ()),
    ]
    assert view.stocks[1][0] == (1, ())
    assert view.hands == (2, 1)
    assert view.spits == ((Card.parse("2d"), 2), (Card.parse("Tc"), 1))
    assert view.tops == state.tops == (Card.parse("2d"), Card.parse("Tc"))


def test_r2_6_no_hidden_card_is_anywhere_in_a_view() -> None:
    """Written out, a view of any position of a match names no card that lies hidden."""
    for step in random_match(STANDARD, seed=3):
        state = step.after
        hidden = [card for hand in state.hands for card in hand]
        hidden += [card for side in state.stocks for pile in side for card in pile.down]
        hidden += [card for spit in state.spits for card in spit[:-1]]
        text = repr(view_of(state))
        assert not [card for card in hidden if str(card) in text]


def test_r2_6_hands_are_known_between_rounds_by_number() -> None:
    """How many cards each seat owns is public, before the first deal 26."""
    state = new_match(STANDARD)
    assert view_of(state).cards == (26, 26)
    assert view_of(state._replace(owned=(PACK[:9], PACK[9:]))).cards == (9, 43)


def test_cards_in_stock_counts_open_and_hidden_ones() -> None:
    """It gives the same number of a state and of its view."""
    state = board("2c 3c|9h, |Ks", "7d|", ("2d", "Tc"))
    view = view_of(state)
    assert isinstance(view, View)
    assert [cards_in_stock(piles) for piles in state.stocks] == [4, 1]
    assert [cards_in_stock(piles) for piles in view.stocks] == [4, 1]


def test_a_new_match_waits_for_its_first_deal() -> None:
    """Nothing lies on the table yet."""
    state = new_match(STANDARD)
    assert (state.phase, state.round, state.spits) == (Phase.DEAL, 0, ())
    assert [cards_in_stock(piles) for piles in state.stocks] == [0, 0]
