"""A match of `spit.fast` as a bot of `spit.bots` sees it, and what such a bot answers as a code."""

from __future__ import annotations

from typing import Final

from spit.fast import Batch, layout
from spit.rules import (
    PACK,
    SEATS,
    SLOTS,
    Call,
    Flip,
    Phase,
    PileView,
    Play,
    SeatAction,
    Shift,
    Slap,
    SpitView,
    Stopped,
    StopReason,
    View,
)

_PHASES: Final = tuple(Phase)
_NOBODY: Final = {0: 0, 1: 1, layout.NOBODY: None}


def view_of_match(batch: Batch, row: int) -> View:
    """The public view (R2.6) of a match that waits for a seat.

    The tops of spit piles are shown as spades, since suits do not matter to play (R1.2), and
    each seat owns what it did before the round.
    """
    byte, words = batch.bytes[row], batch.words[row]
    piles = int(byte[layout.PILES])
    cleared = _NOBODY[int(byte[layout.CLEARED])]
    reason = StopReason.BLOCKED if cleared is None else StopReason.CLEARED
    phase = _PHASES[byte[layout.PHASE]]
    first, second = (_side(batch, row, seat) for seat in SEATS)
    return View(
        rules=batch.rules,
        phase=phase,
        round=int(words[layout.ROUND]),
        stocks=(first[0], second[0]),  # type: ignore[arg-type]
        hands=(first[1], second[1]),
        spits=tuple(
            SpitView(PACK[4 * byte[layout.TOP + pile]] if count else None, count)
            for pile in range(piles)
            for count in [int(byte[layout.COUNT + pile])]
        ),
        laid_hands=(first[2], second[2]),
        calls=(first[3], second[3]),
        first_call=_NOBODY[int(byte[layout.FIRST])],
        bound=_NOBODY[int(byte[layout.BOUND])],
        stopped=Stopped(reason, cleared) if phase in (Phase.SLAP, Phase.COIN) else None,
        cards=(26, 26),
        points=(int(words[layout.POINTS]), int(words[layout.POINTS + 1])),
        result=None,
    )


def _side(batch: Batch, row: int, seat: int) -> tuple[tuple[PileView, ...], int, int, Call | None]:
    """A seat's stock piles, spit cards now and when laid out, and what it said."""
    byte = batch.bytes[row]
    start = seat * layout.SEAT
    piles = []
    for slot in SLOTS:
        down, up = int(byte[start + layout.DOWN + slot]), int(byte[start + layout.UP + slot])
        first = start + slot * layout.DEPTH + down
        piles.append(PileView(down, tuple(PACK[card] for card in byte[first : first + up])))
    said = int(byte[start + layout.CALL])
    call = Call(seat, None if said == 1 else said - 2) if said else None
    return tuple(piles), int(byte[start + layout.HAND]), int(byte[start + layout.LAID]), call


def code_of(action: SeatAction) -> int:
    """The code of an action, whichever seat does it."""
    match action:
        case Play(_, stock, pile):
            return layout.PLAY + 2 * stock + pile
        case Flip(_, stock):
            return layout.FLIP + stock
        case Shift(_, stock, slot):
            return layout.SHIFT + 5 * stock + slot
        case Call(_, pile):
            return layout.SAY if pile is None else layout.SAY + 1 + pile
        case Slap(_, pile):
            return layout.SLAP + pile
