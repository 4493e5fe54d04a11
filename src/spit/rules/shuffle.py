"""Shuffling that gives the same order on every machine (R2.1, R6.6).

Owns the one way from a seed to a deal: Fisher-Yates driven by a SHA-256 counter stream, with
rejection sampling so that every order is equally likely. It reads no clock and no system entropy;
whoever deals brings the seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from spit.rules.actions import SEATS, Deal
from spit.rules.cards import PACK, Card
from spit.rules.state import State


def _numbers(seed: bytes) -> Iterator[int]:
    """The stream: SHA-256 of seed and an 8-byte big-endian counter, cut into 32-bit numbers."""
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(numbers: Iterator[int], bound: int) -> int:
    """An unbiased number below `bound`: those past its last whole multiple are drawn again."""
    limit = 2**32 - 2**32 % bound
    for number in numbers:
        if number < limit:
            return number % bound
    raise AssertionError("the stream has no end")


def shuffled(cards: tuple[Card, ...], seed: bytes) -> tuple[Card, ...]:
    """The cards in an order that depends on the seed alone.

    Args:
        cards: Any cards; their given order matters, so give them sorted.
        seed: Any bytes; 32 random ones for a fair deal.
    """
    order = list(cards)
    numbers = _numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        other = _below(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def deal(state: State, seed: bytes) -> Deal:
    """The next deal of a match: each seat's own cards shuffled, or the full pack dealt evenly.

    Args:
        state: A match that waits for a deal.
        seed: Any bytes; a new one for each deal.
    """
    if state.owned is None:
        pack = shuffled(PACK, seed)
        return Deal((pack[0::2], pack[1::2]))
    first, second = (shuffled(state.owned[seat], seed + bytes([seat])) for seat in SEATS)
    return Deal((first, second))
