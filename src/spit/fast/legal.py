"""What may be done now, as `spit.rules.legal` lists it and in the same order."""

from __future__ import annotations

from spit.fast.compiled import Row, compiled
from spit.fast.layout import (
    BITS,
    BOUND,
    CALL,
    COUNT,
    FITS,
    FLIP,
    HAND,
    LOOK,
    MULTI,
    NOBODY,
    NOTHING,
    O_OWN,
    O_STACKING,
    PHASE,
    PICK,
    PILES,
    PLAY,
    RACE,
    READY,
    SAY,
    SEAT,
    SHIFT,
    SHOWN,
    SLAP,
    SLAPPING,
    UNDER,
    WAIT,
)


@compiled
def plays_of(byte: Row, words: Row, seat: int) -> int:
    """The plays of a seat as ten bits: 2 * stock + pile (R4.1). Needs a race that is on."""
    fits = words[FITS]
    at = seat * SEAT + LOOK
    return (
        (fits >> byte[at] & 3)
        | (fits >> byte[at + 1] & 3) << 2
        | (fits >> byte[at + 2] & 3) << 4
        | (fits >> byte[at + 3] & 3) << 6
        | (fits >> byte[at + 4] & 3) << 8
    )


@compiled
def spit_piles(byte: Row, options: Row, seat: int) -> int:
    """What a seat may name with its next "spit" in a race (R3.2): three bits, none, 0 and 1."""
    if byte[seat * SEAT + HAND] == 0:
        return 1
    if byte[PILES] == 1:
        return 2
    if not options[O_OWN]:
        return 6
    if byte[(1 - seat) * SEAT + HAND]:
        return 2 << seat
    return 6 if byte[BOUND] == NOBODY else 2 << byte[BOUND]


@compiled
def calls_of(byte: Row, words: Row, options: Row, seat: int, plays: int) -> int:
    """The calls of a seat in a race as three bits; none while a play exists (R3.4).

    `plays` are those of the seat itself.
    """
    if plays or byte[seat * SEAT + CALL] or plays_of(byte, words, 1 - seat):
        return 0
    return spit_piles(byte, options, seat)


@compiled
def stacks_of(byte: Row, seat: int) -> int:
    """How many shifts onto a card of equal rank there are (R5.4)."""
    at = seat * SEAT + LOOK
    found = 0
    for stock in range(5):
        if byte[at + stock] != NOTHING:
            for slot in range(5):
                found += slot != stock and byte[at + slot] == byte[at + stock]
    return found


@compiled
def nth_stack(byte: Row, seat: int, number: int) -> int:
    """The code of the shift number `number` onto a card of equal rank, by stock, then by slot."""
    at = seat * SEAT + LOOK
    for stock in range(5):
        if byte[at + stock] != NOTHING:
            for slot in range(5):
                if slot != stock and byte[at + slot] == byte[at + stock]:
                    if number == 0:
                        return SHIFT + 5 * stock + slot
                    number -= 1
    return WAIT


@compiled
def count_legal(byte: Row, words: Row, options: Row, seat: int) -> int:
    """How many actions a seat has."""
    phase = byte[PHASE]
    if phase == SLAPPING:
        return 2
    if phase != RACE:
        return int(phase == READY and byte[seat * SEAT + CALL] == 0)
    s = seat * SEAT
    plays = plays_of(byte, words, seat)
    shown, under = byte[s + SHOWN], byte[s + UNDER]
    moves = BITS[plays] + BITS[under & ~shown & 31]
    movable = shown & (under | byte[s + MULTI])
    moves += BITS[movable] * BITS[~(shown | under) & 31]
    if options[O_STACKING]:
        moves += stacks_of(byte, seat)
    if plays == 0:
        moves += BITS[calls_of(byte, words, options, seat, plays)]
    return moves


@compiled
def nth_legal(byte: Row, words: Row, options: Row, seat: int, number: int) -> int:
    """The code of action `number` of a seat in the order of `spit.rules.legal_actions`."""
    phase = byte[PHASE]
    if phase == SLAPPING:
        return SLAP + number
    if phase == READY:
        return SAY
    s = seat * SEAT
    plays = plays_of(byte, words, seat)
    here = BITS[plays]
    if number < here:
        return PLAY + PICK[10 * plays + number]
    number -= here
    shown, under = byte[s + SHOWN], byte[s + UNDER]
    flips = under & ~shown & 31
    here = BITS[flips]
    if number < here:
        return FLIP + PICK[10 * flips + number]
    number -= here
    movable = shown & (under | byte[s + MULTI])
    empty = ~(shown | under) & 31
    slots = BITS[empty]
    here = BITS[movable] * slots
    if number < here:
        stock = PICK[10 * movable + number // slots]
        return SHIFT + 5 * stock + PICK[10 * empty + number % slots]
    number -= here
    if options[O_STACKING]:
        here = stacks_of(byte, seat)
        if number < here:
            return nth_stack(byte, seat, number)
        number -= here
    return SAY + PICK[10 * spit_piles(byte, options, seat) + number]


@compiled
def is_legal(byte: Row, words: Row, options: Row, seat: int, code: int) -> bool:
    """Whether a seat may do now what `code` says; waiting is no action."""
    phase = byte[PHASE]
    s = seat * SEAT
    if phase != RACE:
        if phase == READY:
            return code == SAY and byte[s + CALL] == 0
        return phase == SLAPPING and code >= SLAP
    if code == WAIT or code >= SLAP:
        return False
    if code < FLIP:
        return plays_of(byte, words, seat) >> (code - PLAY) & 1 != 0
    shown, under = byte[s + SHOWN], byte[s + UNDER]
    if code < SHIFT:
        return (under & ~shown) >> (code - FLIP) & 1 != 0
    if code >= SAY:
        plays = plays_of(byte, words, seat)
        return calls_of(byte, words, options, seat, plays) >> (code - SAY) & 1 != 0
    stock, slot = (code - SHIFT) // 5, (code - SHIFT) % 5
    if (shown | under) >> slot & 1 == 0:
        return (shown & (under | byte[s + MULTI])) >> stock & 1 != 0
    look = byte[s + LOOK + stock]
    return bool(
        options[O_STACKING] and stock != slot and look != NOTHING and look == byte[s + LOOK + slot]
    )


@compiled
def smaller(byte: Row) -> int:
    """The spit pile with fewer cards, `NOBODY` if both hold as many (R6.3)."""
    if byte[COUNT] == byte[COUNT + 1]:
        return NOBODY
    return int(byte[COUNT + 1] < byte[COUNT])
