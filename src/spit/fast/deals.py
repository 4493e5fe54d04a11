"""Dealing a round (R2)."""

from __future__ import annotations

from spit.fast.compiled import Row, compiled
from spit.fast.layout import (
    BOUND,
    CALL,
    CLEARED,
    COLUMN_SLOTS,
    COUNT,
    DEAL,
    DEALS,
    DEPTH,
    DOWN,
    FIRST,
    FITS,
    FULL_PACK,
    HAND,
    HELD,
    LAID,
    LOOK,
    MULTI,
    NEXT,
    NO_RANK,
    NOBODY,
    NOTHING,
    O_COLUMNS,
    O_POINTS,
    PACKET,
    PHASE,
    PILES,
    READY,
    ROUND,
    ROW_SLOTS,
    SEAT,
    SHOWN,
    SPIT,
    STOCK,
    TOP,
    UNDER,
    UP,
    WINNER,
)
from spit.fast.numbers import below


@compiled
def begin(byte: Row, words: Row) -> None:
    """A match before its first deal; its generators are left as they are."""
    byte[:] = 0
    byte[PHASE] = DEAL
    byte[CLEARED] = byte[WINNER] = NOBODY
    words[:4] = 0
    words[6:] = 0


@compiled
def shuffle(byte: Row, words: Row, start: int, cards: int) -> None:
    """Fisher-Yates from the last place down, over `cards` bytes from `start`."""
    for last in range(cards - 1, 0, -1):
        other = start + below(words, DEALS, last + 1)
        card = byte[start + last]
        byte[start + last] = byte[other]
        byte[other] = card


@compiled
def deal(byte: Row, words: Row, options: Row) -> None:
    """Deals the next round: each seat's own cards shuffled, or the full pack evenly (R2.1, R6.6).

    Cards are shuffled from their sorted order, seat 0's first.
    """
    first = second = 26
    if words[ROUND] == 0 or options[O_POINTS]:
        for card in range(52):
            byte[PACKET + card] = card
        shuffle(byte, words, PACKET, 52)
        held = 0
        for place in range(26):
            byte[PACKET + 52 + place] = byte[PACKET + 2 * place + 1]
        for place in range(26):
            card = byte[PACKET + 2 * place]
            byte[PACKET + place] = card
            held |= 1 << card
        words[HELD] = held
        words[HELD + 1] = FULL_PACK ^ held
    else:
        held = words[HELD]
        first = second = 0
        for card in range(52):
            if held >> card & 1:
                byte[PACKET + first] = card
                first += 1
            else:
                byte[PACKET + 52 + second] = card
                second += 1
        shuffle(byte, words, PACKET, first)
        shuffle(byte, words, PACKET + 52, second)
    lay_out(byte, options, 0, first)
    lay_out(byte, options, 1, second)
    byte[PILES] = 2 if byte[HAND] and byte[SEAT + HAND] else 1
    byte[TOP] = byte[TOP + 1] = NO_RANK
    byte[COUNT] = byte[COUNT + 1] = 0
    byte[FIRST] = byte[BOUND] = NOBODY
    byte[PHASE] = READY
    words[SPIT] = words[SPIT + 1] = 0
    words[FITS] = 0
    words[ROUND] += 1


@compiled
def lay_out(byte: Row, options: Row, seat: int, cards: int) -> None:
    """Lays a seat's packet and turns the top of each pile up (R2.2 to R2.4)."""
    s = seat * SEAT
    packet = PACKET + 52 * seat
    for slot in range(5):
        byte[s + DOWN + slot] = 0
    laid = min(cards, 15)
    by_columns = cards < 15 and options[O_COLUMNS]
    for place in range(laid):
        slot = COLUMN_SLOTS[place] if by_columns else ROW_SLOTS[place]
        at = s + DOWN + slot
        byte[s + slot * DEPTH + byte[at]] = byte[packet + place]
        byte[at] += 1
    shown = under = 0
    for slot in range(5):
        held = byte[s + DOWN + slot]
        byte[s + UP + slot] = 0
        byte[s + LOOK + slot] = NOTHING
        if held:
            shown |= 1 << slot
            byte[s + UP + slot] = 1
            byte[s + DOWN + slot] = held - 1
            byte[s + LOOK + slot] = byte[s + slot * DEPTH + held - 1] >> 2 << 1
            if held > 1:
                under |= 1 << slot
    byte[s + SHOWN] = shown
    byte[s + UNDER] = under
    byte[s + MULTI] = 0
    byte[s + STOCK] = laid
    byte[s + CALL] = 0
    byte[s + LAID] = byte[s + HAND] = cards - laid
    byte[s + NEXT] = laid
