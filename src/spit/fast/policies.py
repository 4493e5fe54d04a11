"""The policies that are compiled in: `random` and `greedy`.

Owns what `spit.bots.RandomBot` and `GreedyBot` do, as kernels. Both see only what lies open.
"""

from __future__ import annotations

import numpy as np

from spit.fast.compiled import Row, compiled
from spit.fast.layout import (
    BITS,
    CHOICES,
    DOWN,
    FLIP,
    LOOK,
    MULTI,
    NOBODY,
    O_STACKING,
    PHASE,
    PICK,
    PLAY,
    RACE,
    READY,
    SAY,
    SEAT,
    SHIFT,
    SHOWN,
    SLAP,
    UNDER,
    UP,
    WAIT,
)
from spit.fast.legal import calls_of, count_legal, nth_legal, plays_of, smaller
from spit.fast.numbers import below


@compiled
def choose(policy: int, byte: Row, words: Row, options: Row, seat: int, chance: int) -> int:
    """The code of what a policy, 0 `random` or 1 `greedy`, does now; `WAIT` if nothing.

    The phase must be one in which seats act. `chance` is an even number below 2**32, drawn for
    this choice.
    """
    if policy == 0:
        return random(byte, words, options, seat, chance)
    if count_legal(byte, words, options, seat) == 0:
        return WAIT
    return greedy(byte, words, options, seat)


@compiled
def random(byte: Row, words: Row, options: Row, seat: int, chance: int) -> int:
    """Any legal action, each with the same chance.

    It is `nth_legal` of a number below `count_legal`, with what both need looked up once.
    """
    phase = byte[PHASE]
    if phase != RACE or options[O_STACKING]:
        listed = int(np.int64(count_legal(byte, words, options, seat)))
        if listed == 0:
            return WAIT
        return nth_legal(byte, words, options, seat, chance * listed >> 32)
    s = seat * SEAT
    plays = plays_of(byte, words, seat)
    shown, under = byte[s + SHOWN], byte[s + UNDER]
    flips, empty = under & ~shown & 31, ~(shown | under) & 31
    movable = shown & (under | byte[s + MULTI])
    by_play, by_flip, slots = np.int64(BITS[plays]), np.int64(BITS[flips]), np.int64(BITS[empty])
    others = by_play + by_flip + np.int64(BITS[movable]) * slots
    calls = calls_of(byte, words, options, seat, plays) if plays == 0 else 0
    number = others + np.int64(BITS[calls])
    if number == 0:
        return WAIT
    at = chance * number >> 32
    if at < by_play:
        return PLAY + PICK[10 * plays + at]
    at -= by_play
    if at < by_flip:
        return FLIP + PICK[10 * flips + at]
    if at < others - by_play:
        at -= by_flip
        stock = np.int64(PICK[10 * movable + at // slots])
        return SHIFT + 5 * stock + PICK[10 * empty + at % slots]
    return SAY + PICK[10 * calls + at + by_play - others]


@compiled
def greedy(byte: Row, words: Row, options: Row, seat: int) -> int:
    """Plays from the deepest pile, else flips, shifts, says "spit"; takes the smaller pile."""
    phase = byte[PHASE]
    if phase == READY:
        return SAY
    if phase != RACE:
        pile = smaller(byte)
        return SLAP + (below(words, CHOICES, 2) if pile == NOBODY else pile)
    s = seat * SEAT
    plays = plays_of(byte, words, seat)
    if plays:
        deepest = equal = 0
        for stock in range(5):
            here = plays >> (2 * stock) & 3
            if here and byte[s + DOWN + stock] >= deepest:
                if byte[s + DOWN + stock] > deepest:
                    equal = 0
                deepest = byte[s + DOWN + stock]
                equal |= here << (2 * stock)
        at = below(words, CHOICES, BITS[equal])
        return PLAY + PICK[10 * equal + at]
    shown, under = byte[s + SHOWN], byte[s + UNDER]
    best, deepest = WAIT, 0
    for stock in range(5):
        if (under & ~shown) >> stock & 1 and byte[s + DOWN + stock] > deepest:
            best, deepest = FLIP + stock, byte[s + DOWN + stock]
    if best == WAIT:
        best = opening(byte, options, seat)
    if best == WAIT:
        calls = calls_of(byte, words, options, seat, plays)
        if calls:
            best = SAY + PICK[10 * calls + below(words, CHOICES, BITS[calls])]
    return best


@compiled
def opening(byte: Row, options: Row, seat: int) -> int:
    """The shift of the only face-up card of the deepest pile there is, or `WAIT`.

    As `spit.bots.simple.opening_shifts`, of equals the first that is listed: into an empty slot
    (R5.2) before onto an equal rank (R5.4).
    """
    s = seat * SEAT
    shown, under = byte[s + SHOWN], byte[s + UNDER]
    best, deepest = WAIT, -1
    for slot in range(5):
        if (shown | under) >> slot & 1 == 0:
            for stock in range(5):
                single = (shown & under & ~byte[s + MULTI]) >> stock & 1
                if single and byte[s + DOWN + stock] > deepest:
                    best, deepest = SHIFT + 5 * stock + slot, byte[s + DOWN + stock]
            break
    if options[O_STACKING]:
        for stock in range(5):
            if byte[s + UP + stock] == 1 and byte[s + DOWN + stock] > deepest:
                for slot in range(5):
                    if slot != stock and byte[s + LOOK + slot] == byte[s + LOOK + stock]:
                        best, deepest = SHIFT + 5 * stock + slot, byte[s + DOWN + stock]
                        break
    return best
