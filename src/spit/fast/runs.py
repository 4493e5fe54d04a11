"""Whole matches, untimed: seats act in turn at random.

Owns the loops over the matches of a batch, and the trace that a match can leave.
"""

from __future__ import annotations

from typing import Final

from spit.fast.compiled import Row, compiled
from spit.fast.deals import begin, deal
from spit.fast.layout import (
    BOUND,
    CALL,
    CHOICES,
    COIN,
    COUNT,
    DEAL,
    DOWN,
    FIRST,
    HAND,
    LOOK,
    NO_RANK,
    OVER,
    PACKET,
    PHASE,
    PILES,
    SEAT,
    STOCK,
    TOP,
    UP,
    WAIT,
)
from spit.fast.legal import count_legal, is_legal
from spit.fast.moves import act, flip_coin
from spit.fast.numbers import below, coin, drawn, half, seeded
from spit.fast.policies import choose

DEALT: Final = 128
"""In a trace: the next round was dealt."""
TOSSED: Final = 130
"""In a trace: a coin fell, 130 or 131 by its side (R6.3)."""


@compiled
def start(bytes_: Row, words: Row, seed: int, number: int) -> None:
    """Prepares matches `number` and on of a seed, a row for each."""
    for row in range(len(bytes_)):
        begin(bytes_[row], words[row])
        seeded(words[row], seed, number + row)


@compiled
def turn(byte: Row, words: Row, options: Row, first: int, second: int) -> int:
    """One step of a match that is not over: a deal, a coin, or an action of a seat.

    A seat is drawn; if it has nothing to do the other one acts.

    Returns:
        64 * seat + code, `DEALT`, or `TOSSED` + side.
    """
    phase = byte[PHASE]
    if phase == DEAL:
        deal(byte, words, options)
        return DEALT
    number = drawn(words, CHOICES)
    seat, chance = coin(number), half(number)
    if phase == COIN:
        flip_coin(byte, words, options, seat)
        return TOSSED + seat
    code = choose(second if seat else first, byte, words, options, seat, chance)
    if code == WAIT:
        seat = 1 - seat
        code = choose(second if seat else first, byte, words, options, seat, chance)
    if code != WAIT:
        act(byte, words, options, seat, code)
    return 64 * seat + code


@compiled
def run(bytes_: Row, words: Row, options: Row, first: int, second: int, limit: int) -> None:
    """Plays every match to its end, or for `limit` turns."""
    for row in range(len(bytes_)):
        byte, word = bytes_[row], words[row]
        for _ in range(limit):
            if byte[PHASE] == OVER:
                break
            turn(byte, word, options, first, second)


@compiled
def trace(
    byte: Row,
    words: Row,
    options: Row,
    first: int,
    second: int,
    steps: Row,
    counts: Row,
    packets: Row,
) -> int:
    """Plays one match as `run` does and writes down every turn.

    Args:
        byte: The match.
        words: The match.
        options: As `option_row`.
        first: Policy of seat 0.
        second: Policy of seat 1.
        steps: What `turn` returned, (steps,) uint8.
        counts: Before each turn how many actions each seat had, (steps, 2) uint8.
        packets: Of each deal both packets and then their sizes, (deals, 106) uint8.

    Returns:
        How many turns there were, at most the room in `steps`.
    """
    dealt = 0
    for number in range(len(steps)):
        if byte[PHASE] == OVER or dealt == len(packets):
            return number
        for seat in range(2):
            counts[number, seat] = count_legal(byte, words, options, seat)
        steps[number] = turn(byte, words, options, first, second)
        if steps[number] == DEALT:
            packets[dealt, :104] = byte[PACKET : PACKET + 104]
            for seat in range(2):
                packets[dealt, 104 + seat] = byte[SEAT * seat + STOCK] + byte[SEAT * seat + HAND]
            dealt += 1
    return len(steps)


# ------------------------------------------------------------------ a step at a time


@compiled
def settle(bytes_: Row, words: Row, options: Row) -> None:
    """Deals and tosses coins until every match waits for a seat or is over."""
    for row in range(len(bytes_)):
        byte, word = bytes_[row], words[row]
        while byte[PHASE] == DEAL or byte[PHASE] == COIN:
            if byte[PHASE] == DEAL:
                deal(byte, word, options)
            else:
                flip_coin(byte, word, options, below(word, CHOICES, 2))


@compiled
def draw_seats(words: Row, seats: Row) -> None:
    """Draws a seat for each match."""
    for row in range(len(words)):
        seats[row] = below(words[row], CHOICES, 2)


@compiled
def choices(bytes_: Row, words: Row, options: Row, policy: int, seats: Row, codes: Row) -> None:
    """What a policy of ours does in each match."""
    for row in range(len(bytes_)):
        byte, word = bytes_[row], words[row]
        chance = half(drawn(word, CHOICES))
        codes[row] = choose(policy, byte, word, options, seats[row], chance)


@compiled
def masks(bytes_: Row, words: Row, options: Row, seats: Row, out: Row) -> None:
    """`out[row, code]` is 1 where the seat of that match may do `code`; waiting always."""
    for row in range(len(bytes_)):
        for code in range(46):
            out[row, code] = code == WAIT or is_legal(
                bytes_[row], words[row], options, seats[row], code
            )


@compiled
def steps(bytes_: Row, words: Row, options: Row, seats: Row, codes: Row) -> int:
    """Applies one action in each match and settles it.

    Returns:
        How many codes were illegal; those change nothing.
    """
    refused = 0
    for row in range(len(bytes_)):
        if codes[row] == WAIT:
            continue
        if is_legal(bytes_[row], words[row], options, seats[row], codes[row]):
            act(bytes_[row], words[row], options, seats[row], codes[row])
        else:
            refused += 1
    settle(bytes_, words, options)
    return refused


@compiled
def sights(bytes_: Row, seats: Row, out: Row) -> None:
    """What lies open in each match, seen from a seat; the places are those of `SIGHT`."""
    for row in range(len(bytes_)):
        byte = bytes_[row]
        place = 0
        for side in range(2):
            s = SEAT * (side ^ seats[row])
            for slot in range(5):
                look = byte[s + LOOK + slot] >> 1
                up = byte[s + UP + slot]
                out[row, place + slot] = look if up else NO_RANK
                out[row, place + 5 + slot] = up
                out[row, place + 10 + slot] = byte[s + DOWN + slot]
            out[row, place + 15] = byte[s + HAND]
            out[row, place + 16] = byte[s + CALL]
            place += 17
        for pile in range(2):
            out[row, place + pile] = byte[TOP + pile] if byte[COUNT + pile] else NO_RANK
            out[row, place + 2 + pile] = byte[COUNT + pile]
        first = byte[FIRST]
        out[row, place + 4] = first if first > 1 else first ^ seats[row]
        out[row, place + 5] = byte[BOUND]
        out[row, place + 6] = byte[PHASE]
        out[row, place + 7] = byte[PILES]
