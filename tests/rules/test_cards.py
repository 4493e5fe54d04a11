"""Cards and packets: R1.1, R1.2, R1.4."""

from __future__ import annotations

import pytest

from spit.rules import PACK, RANKS, STANDARD, SUITS, Card, CardError, parse_packet, write_packet


def test_r1_1_the_pack_has_each_of_52_cards_once() -> None:
    """Four suits of thirteen ranks, no joker."""
    assert len({str(card) for card in PACK}) == 52
    assert {(card.rank, card.suit) for card in PACK} == {
        (rank, suit) for rank in range(13) for suit in range(4)
    }


def test_r1_2_ranks_run_from_the_two_to_the_ace() -> None:
    """The 2 is the lowest rank and the ace the highest."""
    assert [str(Card.parse(rank + "s")) for rank in RANKS] == [f"{r}s" for r in "23456789TJQKA"]
    assert [Card.parse(rank + "h").rank for rank in RANKS] == list(range(13))


def test_r1_2_suits_never_matter_to_play() -> None:
    """What fits on what is the same whatever the suits of the two cards."""
    for top in PACK:
        for card in PACK:
            same_ranks = STANDARD.fits[4 * top.rank][4 * card.rank]
            assert STANDARD.fits[top][card] == same_ranks


def test_r1_4_cards_and_packets_are_read_as_they_are_written() -> None:
    """Reading what was written gives the very same cards, in the same order."""
    assert all(Card.parse(str(card)) is card for card in PACK)
    assert parse_packet("As Td 2c") == (Card.parse("As"), Card.parse("Td"), Card.parse("2c"))
    assert write_packet(parse_packet("As Td 2c")) == "As Td 2c"
    assert parse_packet(write_packet(PACK)) == PACK
    assert parse_packet("") == ()
    assert repr(parse_packet("As 2c")) == "(As, 2c)"


@pytest.mark.parametrize("text", ["", "A", "sA", "AS", "1s", "10s", " As", "As ", "As2c", "Ax"])
def test_r1_4_what_is_no_card_is_refused(text: str) -> None:
    """A card is exactly a rank letter and a small suit letter."""
    with pytest.raises(CardError, match="no card"):
        Card.parse(text)


@pytest.mark.parametrize("text", [" ", "As  2c", " As", "As ", "As,2c", "As\n2c"])
def test_r1_4_what_is_no_packet_is_refused(text: str) -> None:
    """The cards of a packet are joined by single spaces."""
    with pytest.raises(CardError, match="no card"):
        parse_packet(text)


def test_suits_are_the_four_usual_ones() -> None:
    """Spades, hearts, diamonds and clubs, by their first letters."""
    assert set(SUITS) == set("shdc")
