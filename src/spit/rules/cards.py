"""Cards, the pack and packets (R1).

Owns what a card is and how it is written; it knows no pile and no player.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

RANKS: Final = "23456789TJQKA"
"""Rank letters in the order of R1.2, the 2 first and the ace last."""

SUITS: Final = "shdc"
"""Suit letters: spades, hearts, diamonds, clubs. They never matter to play (R1.2)."""


class CardError(ValueError):
    """A text that is not a card or not a packet of cards (R1.4)."""


class Card(int):
    """One card of the pack (R1.1): the whole number ``4 * rank + suit``, 0 to 51.

    The 52 cards of `PACK` are the only ones a program needs; get one by `Card.parse`. Being a
    number, a card indexes the tables that decide what fits (`spit.rules.options.Rules.fits`).
    """

    __slots__ = ()

    @property
    def rank(self) -> int:
        """Place of the rank in `RANKS`, 0 for the 2 to 12 for the ace (R1.2)."""
        return self >> 2

    @property
    def suit(self) -> int:
        """Place of the suit in `SUITS`, 0 to 3."""
        return self & 3

    @staticmethod
    def parse(text: str) -> Card:
        """Reads a card as R1.4 writes it, such as ``"As"``.

        Raises:
            CardError: The text is not a rank and a suit.
        """
        card = _BY_TEXT.get(text)
        if card is None:
            raise CardError(f"{text!r} is no card; a card is a rank and a suit, such as 'Td'")
        return card

    def __str__(self) -> str:
        """The card as R1.4 writes it."""
        return _TEXTS[self]

    def __repr__(self) -> str:
        """The card as R1.4 writes it, so that a tuple of cards reads well."""
        return _TEXTS[self]


PACK: Final = tuple(Card(number) for number in range(52))
"""The 52 cards (R1.1), in the order 2s 2h 2d 2c 3s … Ac; `PACK[card] is card`."""

_TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_TEXT: Final = dict(zip(_TEXTS, PACK, strict=True))


def parse_packet(text: str) -> tuple[Card, ...]:
    """Reads a packet: cards joined by single spaces, first dealt first (R1.4).

    The empty text is the empty packet.

    Raises:
        CardError: A part is no card, or the spaces are not single ones.
    """
    if not text:
        return ()
    return tuple(Card.parse(part) for part in text.split(" "))


def write_packet(cards: Iterable[Card]) -> str:
    """Writes a packet so that `parse_packet` reads it back (R1.4)."""
    return " ".join(map(str, cards))
