"""Pictures of a table: as text, and as an image that looks like the game.

Owns how a table is drawn without any library for it: a felt, cards with rank and suit, backs.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from spit.rules import RANKS, Card, PileView, View

Image = npt.NDArray[Any]

_FELT: Final = (31, 94, 72)
_WHITE: Final = (252, 250, 244)
_EDGE: Final = (40, 44, 52)
_BACK: Final = (54, 86, 148)
_RED: Final = (196, 40, 48)
_SLOT: Final = (24, 78, 60)

_WIDE, _HIGH, _GAP = 40, 56, 12
_WIDTH: Final = 5 * (_WIDE + _GAP) + _GAP + 52
_HEIGHT: Final = 3 * (_HIGH + 28) + 20

# Five columns of seven dots each, the top one the lowest bit.
_GLYPHS: Final = {
    "0": (62, 65, 65, 65, 62),
    "1": (0, 66, 127, 64, 0),
    "2": (98, 81, 73, 69, 66),
    "3": (34, 65, 73, 73, 54),
    "4": (24, 20, 18, 127, 16),
    "5": (39, 69, 69, 69, 57),
    "6": (60, 74, 73, 73, 48),
    "7": (1, 113, 9, 5, 3),
    "8": (54, 73, 73, 73, 54),
    "9": (6, 73, 73, 41, 30),
    "T": (1, 1, 127, 1, 1),
    "J": (32, 64, 65, 63, 1),
    "Q": (62, 65, 81, 33, 94),
    "K": (127, 8, 20, 34, 65),
    "A": (126, 9, 9, 9, 126),
    "s": (24, 92, 127, 92, 24),
    "h": (14, 31, 62, 31, 14),
    "d": (8, 28, 62, 28, 8),
    "c": (24, 90, 127, 90, 24),
}


def draw(view: View) -> Image:
    """The table as an image, (272, 324, 3) uint8: seat 1 above, the spit piles, seat 0 below."""
    image: Image = np.empty((_HEIGHT, _WIDTH, 3), dtype=np.uint8)
    image[:] = _FELT
    for row, seat in ((10, 1), (_HEIGHT - _HIGH - 26, 0)):
        for slot, pile in enumerate(view.stocks[seat]):
            _pile(image, row, _GAP + slot * (_WIDE + _GAP), pile)
        _glyphs(image, row + 20, _WIDTH - 44, str(view.hands[seat]), _WHITE, 3)
    row = (_HEIGHT - _HIGH) // 2 - 6
    for place, (card, cards) in enumerate(view.spits):
        column = _GAP + (_WIDE + _GAP) * (1 + 2 * place)
        _card(image, row, column, card)
        _glyphs(image, row + _HIGH - 12, column + _WIDE + 6, str(cards), _WHITE, 1)
    return image


def _pile(image: Image, row: int, column: int, pile: PileView) -> None:
    if not pile.down and not pile.up:
        image[row : row + _HIGH, column : column + _WIDE] = _SLOT
    for depth in range(pile.down):
        _sheet(image, row + 3 * depth, column, _BACK)
    for depth, card in enumerate(pile.up):
        _card(image, row + 3 * (pile.down + depth), column, card)


def _sheet(image: Image, row: int, column: int, colour: tuple[int, int, int]) -> None:
    image[row : row + _HIGH, column : column + _WIDE] = _EDGE
    image[row + 1 : row + _HIGH - 1, column + 1 : column + _WIDE - 1] = colour


def _card(image: Image, row: int, column: int, card: Card | None) -> None:
    if card is None:
        image[row : row + _HIGH, column : column + _WIDE] = _SLOT
        return
    _sheet(image, row, column, _WHITE)
    rank, suit = str(card)[0], str(card)[1]
    colour = _RED if suit in "hd" else _EDGE
    _glyphs(image, row + 5, column + 5, rank, colour, 2)
    _glyphs(image, row + 28, column + 16, suit, colour, 3)


def _glyphs(
    image: Image, row: int, column: int, text: str, colour: tuple[int, int, int], scale: int
) -> None:
    for letter in text:
        columns = np.array(_GLYPHS[letter], dtype=np.uint8)
        dots = columns[None, :] >> np.arange(7, dtype=np.uint8)[:, None] & 1
        big = np.kron(dots, np.ones((scale, scale), dtype=np.uint8)).astype(bool)
        image[row : row + 7 * scale, column : column + 5 * scale][big] = colour
        column += 6 * scale


def write(view: View) -> str:
    """The table as three lines of text; `[2]K` is a king over two face-down cards."""
    sides = [
        " ".join(
            f"[{pile.down}]{''.join(RANKS[card.rank] for card in pile.up) or '-'}"
            for pile in view.stocks[seat]
        )
        + f"  spit cards {view.hands[seat]}"
        for seat in (0, 1)
    ]
    middle = "   ".join(
        f"{RANKS[card.rank] if card else '-'} ({cards})" for card, cards in view.spits
    )
    return f"{sides[1]}\n    {middle}\n{sides[0]}"
