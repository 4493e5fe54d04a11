"""Where everything of a match lies in two flat arrays.

Owns the numbers and tables that all kernels share. A match is a row of `BYTES` bytes (`uint8`)
and one of `WORDS` words (`int64`), `MATCH_BYTES` in all. Suits never matter to play (R1.2), but
every card keeps its identity, so that a match can be compared with `spit.rules` card by card.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from spit.fast.compiled import Row
from spit.rules import (
    OPTIONS,
    FlipMode,
    PointsCount,
    Respit,
    Rules,
    Scoring,
    ShortDeal,
    SlapMode,
    Switch,
)

# ------------------------------------------------------------------ bytes, by seat

SEAT: Final = 64
"""Bytes of a seat; seat s begins at s * SEAT."""
DEPTH: Final = 8
"""Room of a stock pile: four face down, and with stacking four of one rank face up (R5.4)."""
DOWN: Final = 40
"""By slot: face-down cards. The piles' cards lie before, the bottom one first."""
UP: Final = 45
"""By slot: face-up cards."""
LOOK: Final = 50
"""By slot: twice the rank of the card on top, or `NOTHING`."""
SHOWN: Final = 55
"""The slots that show a face-up card, as bits."""
UNDER: Final = 56
"""The slots that hold a face-down card, as bits."""
MULTI: Final = 57
"""The slots with more than one face-up card, as bits."""
STOCK: Final = 58
"""Cards in the stock."""
CALL: Final = 59
"""What the seat has said: 0 nothing, 1 no pile, 2 pile 0, 3 pile 1 (R3)."""
LAID: Final = 60
"""Spit cards when the round was laid out (R7.1)."""
NEXT: Final = 61
"""Place of the next spit card in the packet."""
HAND: Final = 62
"""Spit cards."""

# ------------------------------------------------------------------ bytes, of the match

PACKET: Final = 128
"""Each seat's packet as it was dealt, 52 places a seat."""
PHASE: Final = 232
PILES: Final = 233
"""Spit piles of the round, 1 or 2 (R2.5)."""
TOP: Final = 234
"""By spit pile: rank of its top card, `NO_RANK` if it has none."""
COUNT: Final = 236
"""By spit pile: its cards."""
FIRST: Final = 238
"""Seat that said "spit" first, or `NOBODY` (R3.2)."""
BOUND: Final = 239
"""Pile that a seat that spits alone keeps to, or `NOBODY` (R3.2)."""
CLEARED: Final = 240
"""Seat that cleared the last round that ended, `NOBODY` if it was blocked (R6)."""
WINNER: Final = 241
"""Seat that won the match; `NOBODY` for a draw, and until the match is over."""
REASON: Final = 242
"""Why the match is over (`REASONS`), 0 until it is."""
BYTES: Final = 248

# ------------------------------------------------------------------ words

HELD: Final = 0
"""By seat: its stock and spit cards as a set of 52 bits; between rounds all that it owns."""
SPIT: Final = 2
"""By spit pile: its cards as a set of bits."""
CHOICES: Final = 4
"""State of the generator of choices."""
DEALS: Final = 5
"""State of the generator of deals."""
ROUND: Final = 6
POINTS: Final = 7
"""By seat."""
FITS: Final = 9
"""For each rank r, at bits 2r and 2r + 1, whether it may be played on pile 0 and pile 1 (R4.1)."""
ACTIONS: Final = 10
"""Actions of the seats so far; deals and coins are not counted."""
WORDS: Final = 11

MATCH_BYTES: Final = BYTES + 8 * WORDS
"""Memory of a match that is being played."""

# ------------------------------------------------------------------ values

NOTHING: Final = 62
NO_RANK: Final = 13
NOBODY: Final = 2
FULL_PACK: Final = (1 << 52) - 1

DEAL: Final = 0
READY: Final = 1
RACE: Final = 2
SLAPPING: Final = 3
COIN: Final = 4
OVER: Final = 5

REASONS: Final = ("", "cleared", "no-cards", "max-rounds", "points")
"""Why a match is over, as `spit.rules.ResultReason` calls it."""

# ------------------------------------------------------------------ actions as numbers

WAIT: Final = 0
PLAY: Final = 1
"""1 to 10: PLAY + 2 * stock + pile."""
FLIP: Final = 11
"""11 to 15: FLIP + stock."""
SHIFT: Final = 16
"""16 to 40: SHIFT + 5 * stock + slot."""
SAY: Final = 41
"""41 naming no pile, 42 pile 0, 43 pile 1."""
SLAP: Final = 44
"""44 pile 0, 45 pile 1."""
CODES: Final = 46

# ------------------------------------------------------------------ options as numbers

O_COLUMNS: Final = 0
O_OWN: Final = 1
O_AUTO: Final = 2
O_STACKING: Final = 3
O_SMALLER: Final = 4
O_MAX_ROUNDS: Final = 5
O_POINTS: Final = 6
O_STOCK_ONLY: Final = 7
O_TARGET: Final = 8
O_FITS: Final = 9
"""The table of what fits begins here: `FITS` by 14 * rank on pile 0 + rank on pile 1."""

assert len(OPTIONS) == 11, "an option that the kernels do not know"


def option_row(rules: Rules) -> Row:
    """The options as the kernels read them: `int64`, places `O_COLUMNS` and on."""
    fits = rules.fits
    ranks = range(NO_RANK)
    table = [
        sum(
            (top < NO_RANK and fits[4 * top][4 * rank]) << (2 * rank + pile)
            for pile, top in enumerate(tops)
            for rank in ranks
        )
        for tops in ((first, second) for first in range(14) for second in range(14))
    ]
    flags = [
        rules.short_deal is ShortDeal.COLUMNS,
        rules.respit is Respit.OWN,
        rules.flip is FlipMode.AUTO,
        rules.stacking is Switch.ON,
        rules.slap is SlapMode.SMALLER,
        rules.max_rounds or 0,
        rules.scoring is Scoring.POINTS,
        rules.points_count is PointsCount.STOCK,
        rules.target,
    ]
    return np.array([*map(int, flags), *table], dtype=np.int64)


BITS: Final = np.array([n.bit_count() for n in range(1 << 10)], dtype=np.uint8)
"""How many bits of a number below 1,024 are set."""

PICK: Final = np.array(
    [
        ([bit for bit in range(10) if n >> bit & 1] + [0] * 10)[nth]
        for n in range(1 << 10)
        for nth in range(10)
    ],
    dtype=np.uint8,
)
"""At 10 * n + k the place of the set bit number k of n, the lowest first."""

ROW_SLOTS: Final = np.array([s for row in range(5) for s in range(row, 5)], dtype=np.uint8)
"""Slot of each card laid row by row (R2.2)."""

COLUMN_SLOTS: Final = np.array([s for s in range(5) for _ in range(s + 1)], dtype=np.uint8)
"""Slot of each card laid pile by pile (R2.4)."""
