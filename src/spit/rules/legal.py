"""What may be done now.

Owns the listing of legal actions. Everything it asks is public, so each question takes a `State`
or a `View` alike, and a bot with a view sees the same list as the engine.
"""

from __future__ import annotations

from spit.rules.actions import CALLS, FLIPS, PLAYS, SHIFTS, SLAPS, SeatAction, Slap
from spit.rules.cards import Card
from spit.rules.options import Respit, Rules, Scoring, SlapMode, Switch
from spit.rules.state import Phase, Pile, PileView, Position, SpitView

_ANY_PILE = (0, 1)
_PILE_0 = (0,)


def legal_actions(position: Position, seat: int) -> tuple[SeatAction, ...]:
    """Every action that `spit.rules.engine.apply` would accept from `seat` now.

    The order is fixed: plays, flips and shifts by stock pile, then calls, then slaps.
    """
    phase = position.phase
    if phase is Phase.PLAY:
        return _in_play(position, seat)
    if phase is Phase.SLAP:
        return SLAPS[seat]
    if phase is Phase.READY and position.calls[seat] is None:
        return (CALLS[seat][None],)
    return ()


def chance_actions(position: Position) -> tuple[Slap, ...]:
    """The two equally likely outcomes of the coin of `slap=smaller` (R6.3), else nothing."""
    if position.phase is not Phase.COIN:
        return ()
    smaller = smaller_pile(position)
    if smaller is None:
        stopped = position.stopped
        cleared = stopped.cleared if stopped else None
        return SLAPS[0 if cleared is None else cleared]
    return SLAPS[0][smaller], SLAPS[1][smaller]


def _in_play(position: Position, seat: int) -> tuple[SeatAction, ...]:
    """Plays (R4.1), flips (R5.1), shifts (R5.2, R5.4) and calls (R3.2) of a seat."""
    row = _takers(position)
    plays: list[SeatAction] = []
    others: list[SeatAction] = []
    empty: list[int] = []
    movable: list[int] = []
    my_plays = PLAYS[seat]
    for slot, (down, up) in enumerate(position.stocks[seat]):
        if up:
            if row[up[-1]]:
                plays += my_plays[slot][row[up[-1]]]
            if down or len(up) > 1:
                movable.append(slot)
        elif down:
            others.append(FLIPS[seat][slot])
        else:
            empty.append(slot)
    if empty and movable:
        table = SHIFTS[seat]
        others += [table[stock][slot] for stock in movable for slot in empty]
    if position.rules.stacking is Switch.ON:
        others += _stackings(position, seat)
    if not plays and position.calls[seat] is None and not has_play(position, 1 - seat):
        others += [CALLS[seat][pile] for pile in spit_choices(position, seat) or (None,)]
    return (*plays, *others)


def _takers(position: Position) -> bytes:
    """For each card the spit piles that take it now (R4.1), as bits: 1 for pile 0, 2 for pile 1."""
    tops = position.tops
    if len(tops) == 2:
        return position.rules.fits_two[tops[0]][tops[1]]
    return position.rules.fits[tops[0]]


def _stackings(position: Position, seat: int) -> list[SeatAction]:
    """Shifts onto a face-up card of equal rank (R5.4)."""
    tops = [(slot, up[-1].rank) for slot, (_, up) in enumerate(position.stocks[seat]) if up]
    return [
        SHIFTS[seat][stock][slot]
        for stock, rank in tops
        for slot, other in tops
        if rank == other and stock != slot
    ]


def has_play(position: Position, seat: int | None = None) -> bool:
    """Whether `seat`, or with None either seat, has a legal play (R4.1)."""
    if position.phase is not Phase.PLAY:
        return False
    row = _takers(position)
    sides = position.stocks if seat is None else (position.stocks[seat],)
    for piles in sides:
        for _, up in piles:
            if up and row[up[-1]]:
                return True
    return False


def who_can_play(position: Position) -> tuple[bool, bool]:
    """By seat, whether it has a legal play (R4.1)."""
    if position.phase is not Phase.PLAY:
        return False, False
    row = _takers(position)
    first, second = position.stocks
    for _, up in first:
        if up and row[up[-1]]:
            can_first = True
            break
    else:
        can_first = False
    for _, up in second:
        if up and row[up[-1]]:
            return can_first, True
    return can_first, False


def is_stuck(position: Position) -> bool:
    """Whether the race is on and no seat has a legal play, so that "spit" may be said (R3.2)."""
    return position.phase is Phase.PLAY and not has_play(position)


def spit_choices(position: Position, seat: int) -> tuple[int, ...]:
    """The spit piles `seat` may name with its next "spit" (R3.2).

    Empty where there is nothing to choose and a call names no pile: before the first spit of a
    round, and for a seat without spit cards (R3.3).
    """
    if position.phase is not Phase.PLAY or not position.hands[seat]:
        return ()
    if len(position.spits) == 1:
        return _PILE_0
    if position.rules.respit is Respit.ANY:
        return _ANY_PILE
    if position.hands[1 - seat]:
        return (seat,)
    return _ANY_PILE if position.bound is None else (position.bound,)


def spit_card_counts(position: Position) -> tuple[int, ...]:
    """How many cards each spit pile holds, the missing one of a one-pile round as 0 (R6.5)."""
    counts = [pile.cards if isinstance(pile, SpitView) else len(pile) for pile in position.spits]
    return (counts[0], counts[1] if len(counts) > 1 else 0) if counts else (0, 0)


def smaller_pile(position: Position) -> int | None:
    """The spit pile with fewer cards, None if both hold as many (R6.3)."""
    first, second = spit_card_counts(position)
    return None if first == second else int(second < first)


def is_useful_shift(position: Position, seat: int) -> bool:
    """Whether a shift by `seat` could bring a new card to light, now or by the flip after it.

    That is so if there is an empty slot and a pile with a face-up card and face-down ones under
    it (R5.2), or with `stacking` a face-up card over others whose rank it does not share, or one
    that can be stacked elsewhere to open its pile (R5.4).
    """
    piles = position.stocks[seat]
    has_slot = covers = False
    for pile in piles:
        down, up = pile
        if not up:
            has_slot = has_slot or not down
        elif not covers:
            covers = _covers_something(pile)
    if has_slot and covers:
        return True
    if position.rules.stacking is not Switch.ON:
        return False
    tops = [pile.up[-1].rank for pile in piles if pile.up]
    return any(
        pile.up and _covers_something(pile) and tops.count(pile.up[-1].rank) > 1 for pile in piles
    )


def _covers_something(pile: Pile | PileView) -> bool:
    """Whether another card would show, or could be flipped, if the top card went."""
    up: tuple[Card, ...] = pile.up
    if len(up) > 1:
        return up[-2].rank != up[-1].rank or bool(pile.down)
    return bool(pile.down)


def can_flip(position: Position, seat: int) -> bool:
    """Whether `seat` has a pile that waits to be flipped (R5.1)."""
    if position.phase is not Phase.PLAY:
        return False
    for down, up in position.stocks[seat]:  # noqa: SIM110 - a generator takes twice as long
        if down and not up:
            return True
    return False


def is_slap_round(rules: Rules, piles: int, *, blocked: bool) -> bool:
    """Whether the spit piles of an ended round are shared out by a slap (R6.3 to R6.5, R8.1).

    Args:
        rules: The options.
        piles: Spit piles of the round, 1 or 2.
        blocked: Whether the round ended blocked.
    """
    return rules.scoring is Scoring.STANDARD and (piles == 2 or blocked)


def slaps_by_hand(rules: Rules) -> bool:
    """Whether players slap at all, rather than have the piles given to them (R6.3)."""
    return rules.slap is SlapMode.RACE
