"""Chance: a generator that is one 64-bit number.

SplitMix64: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014. Its n-th output depends on seed and n alone; the same few lines in plain
Python (`spit.env.Stream`) give the same numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from spit.fast.compiled import Row, compiled

_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_S27: Final = np.uint64(27)
_S30: Final = np.uint64(30)
_S31: Final = np.uint64(31)
_S32: Final = np.uint64(32)
_S63: Final = np.uint64(63)
_LOW: Final = np.uint64(0xFFFFFFFF)


@compiled
def mixed(number: int) -> int:
    """SplitMix64's output for a state: 64 well-mixed bits, as `uint64`."""
    z = np.uint64(number)
    z = (z ^ (z >> _S30)) * _FIRST
    z = (z ^ (z >> _S27)) * _SECOND
    return z ^ (z >> _S31)  # type: ignore[return-value]


@compiled
def below(words: Row, place: int, bound: int) -> int:
    """A number below `bound`, at most 2**20, drawn from the generator at `place` of a match.

    The upper 32 bits of an output, times `bound`, over 2**32: no more than `bound` / 2**32 off
    an even chance.
    """
    state = np.uint64(words[place]) + _GAMMA
    words[place] = np.int64(state)
    return np.int64(((mixed(state) >> _S32) * np.uint64(bound)) >> _S32)  # type: ignore[arg-type, return-value]


@compiled
def drawn(words: Row, place: int) -> int:
    """The next output of the generator at `place` of a match, 64 bits as `uint64`."""
    state = np.uint64(words[place]) + _GAMMA
    words[place] = np.int64(state)
    return mixed(state)  # type: ignore[arg-type]


@compiled
def half(number: int) -> int:
    """The lower 32 bits of an output, as a chance for `spit.fast.policies.choose`."""
    return np.int64(np.uint64(number) & _LOW)  # type: ignore[return-value]


@compiled
def coin(number: int) -> int:
    """The highest bit of an output; it has no part in `half`."""
    return np.int64(np.uint64(number) >> _S63)  # type: ignore[return-value]


@compiled
def seeded(words: Row, seed: int, number: int) -> None:
    """Seeds both generators of match `number` of a batch."""
    first = mixed(np.uint64(seed) + _GAMMA * np.uint64(2 * number + 1))  # type: ignore[arg-type]
    second = mixed(np.uint64(seed) + _GAMMA * np.uint64(2 * number + 2))  # type: ignore[arg-type]
    words[4] = np.int64(first)
    words[5] = np.int64(second)
