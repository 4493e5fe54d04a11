"""Applying an action to a match.

Owns `apply`, the one way in which a match goes on. It is pure: a state and an action in, a new
state and events or a refusal out. It accepts exactly what `spit.rules.legal` lists, the deal of
the next round, and an early end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from spit.rules.actions import (
    SEATS,
    SLOTS,
    Action,
    Call,
    Deal,
    EarlyReason,
    EndEarly,
    Flip,
    Play,
    Shift,
    Slap,
)
from spit.rules.cards import PACK, Card
from spit.rules.events import (
    Called,
    CallsWithdrawn,
    Dealt,
    Event,
    Flipped,
    MatchEnded,
    Played,
    ResultReason,
    Shifted,
    Spat,
    SpitFlip,
)
from spit.rules.layout import lay_out
from spit.rules.legal import chance_actions, has_play, spit_choices
from spit.rules.options import FlipMode, Respit, Switch
from spit.rules.reasons import Reason, Rejected
from spit.rules.settle import Outcome, stop, take
from spit.rules.state import EMPTY_PILE, Phase, Pile, Piles, State

PACKET: Final = 26
"""Cards of each seat when the full pack is dealt (R2.1)."""


def apply(state: State, action: Action) -> Outcome | Rejected:
    """Applies one action.

    Returns:
        The new state with its events in order, or the reason for which nothing changed.

    Raises:
        TypeError: `action` is none of the actions of `spit.rules.actions`.
    """
    handler = _HANDLERS.get(type(action))
    if handler is None:
        raise TypeError(f"{action!r} is not an action")
    return handler(state, action)


def _no_place(rule: str) -> Rejected:
    return Rejected(Reason.NO_SUCH_PLACE, rule)


def _race_over(state: State) -> Rejected:
    """The refusal of a move outside the race: before the first spit (R3.1) or after its end."""
    return Rejected(Reason.WRONG_PHASE, "R3.1" if state.phase is Phase.READY else "R6.1")


# ------------------------------------------------------------------ R4: playing


def _play(state: State, action: Play) -> Outcome | Rejected:
    """R4.1: a face-up top card onto a spit pile whose top is of a next rank."""
    seat, stock, target = action.seat, action.stock, action.pile
    if state.phase is not Phase.PLAY:
        return _race_over(state)
    if seat not in SEATS or stock not in SLOTS:
        return _no_place("R5.3")
    spits = state.spits
    if target not in SEATS or target >= len(spits):
        return _no_place("R2.5")
    piles = state.stocks[seat]
    down, up = piles[stock]
    if not up:
        return Rejected(Reason.FACE_DOWN if down else Reason.EMPTY_PILE, "R4.1")
    card = up[-1]
    if not state.rules.fits[spits[target][-1]][card]:
        return Rejected(Reason.DOES_NOT_FIT, "R4.1")
    onto = (*spits[target], card)
    spits = (*spits[:target], onto, *spits[target + 1 :])
    left, events = _uncovered(state, seat, stock, Pile(down, up[:-1]))
    after = _with_piles(state, seat, _replaced(piles, stock, left), spits)
    played: tuple[Event, ...] = (Played(seat, stock, target, card), *events)
    if not left.up and not left.down and not any(map(any, after.stocks[seat])):  # R6.1
        stopped = stop(after, seat)
        return Outcome(stopped.state, played + stopped.events)
    return Outcome(after, played)


def _replaced(piles: Piles, slot: int, pile: Pile) -> Piles:
    return (*piles[:slot], pile, *piles[slot + 1 :])  # type: ignore[return-value]


def _with_piles(
    state: State, seat: int, piles: Piles, spits: tuple[tuple[Card, ...], ...]
) -> State:
    """The state with a seat's piles and the spit piles changed; written out for speed."""
    stocks = state.stocks
    return State(
        state.rules,
        state.phase,
        state.round,
        (piles, stocks[1]) if seat == 0 else (stocks[0], piles),
        state.hands,
        spits,
        state.laid_hands,
        state.calls,
        state.first_call,
        state.bound,
        state.stopped,
        state.owned,
        state.points,
        state.result,
    )


def _uncovered(state: State, seat: int, stock: int, pile: Pile) -> tuple[Pile, tuple[Flipped, ...]]:
    """The pile a card has gone from; with `flip=auto` its next card turns by itself (R5.1)."""
    if pile.up or not pile.down or state.rules.flip is FlipMode.MANUAL:
        return pile, ()
    return Pile(pile.down[:-1], pile.down[-1:]), (Flipped(seat, stock, pile.down[-1]),)


# ------------------------------------------------------------------ R5: keeping the stock open


def _flip(state: State, action: Flip) -> Outcome | Rejected:
    """R5.1: turn up the next card of a pile whose face-up card has gone."""
    seat, stock = action.seat, action.stock
    if state.phase is not Phase.PLAY:
        return _race_over(state)
    if seat not in SEATS or stock not in SLOTS:
        return _no_place("R5.3")
    down, up = state.stocks[seat][stock]
    if up or not down:
        return Rejected(Reason.FACE_UP if up else Reason.EMPTY_PILE, "R5.1")
    piles = _replaced(state.stocks[seat], stock, Pile(down[:-1], down[-1:]))
    after = _with_piles(state, seat, piles, state.spits)
    return _recalled(after, (Flipped(seat, stock, down[-1]),))


def _shift(state: State, action: Shift) -> Outcome | Rejected:
    """R5.2: a top card into an empty slot; R5.4: onto a top card of equal rank."""
    seat, stock, slot = action.seat, action.stock, action.slot
    if state.phase is not Phase.PLAY:
        return _race_over(state)
    if seat not in SEATS or stock not in SLOTS or slot not in SLOTS:
        return _no_place("R5.3")
    piles = state.stocks[seat]
    source, goal = piles[stock], piles[slot]
    refused = _shift_fault(state, source, goal, is_same=stock == slot)
    if refused is not None:
        return refused
    card = source.up[-1]
    left, events = _uncovered(state, seat, stock, Pile(source.down, source.up[:-1]))
    moved = _replaced(_replaced(piles, stock, left), slot, Pile(goal.down, (*goal.up, card)))
    after = _with_piles(state, seat, moved, state.spits)
    return _recalled(after, (Shifted(seat, stock, slot, card), *events))


def _shift_fault(state: State, source: Pile, goal: Pile, *, is_same: bool) -> Rejected | None:
    if not source.up:
        return Rejected(Reason.FACE_DOWN if source.down else Reason.EMPTY_PILE, "R5.2")
    if goal == EMPTY_PILE:
        if len(source.up) + len(source.down) < 2:
            return Rejected(Reason.SINGLE_CARD, "R5.2")
        return None
    if state.rules.stacking is Switch.OFF or is_same or not goal.up:
        return Rejected(Reason.SLOT_TAKEN, "R5.2")
    if goal.up[-1].rank != source.up[-1].rank:
        return Rejected(Reason.DOES_NOT_FIT, "R5.4")
    return None


def _recalled(state: State, events: tuple[Event, ...]) -> Outcome:
    """Takes back what was said if a play has become legal (R3.5)."""
    if state.calls == (None, None) or not has_play(state):
        return Outcome(state, events)
    state = state._replace(calls=(None, None), first_call=None)
    return Outcome(state, (*events, CallsWithdrawn()))


# ------------------------------------------------------------------ R3: spitting


def _call(state: State, action: Call) -> Outcome | Rejected:
    """R3: say "spit"; when both have, the cards turn or the round is blocked (R6.2)."""
    seat = action.seat
    if seat not in SEATS:
        return _no_place("R5.3")
    if state.phase not in (Phase.READY, Phase.PLAY):
        return _race_over(state)
    if state.calls[seat] is not None:
        return Rejected(Reason.ALREADY_SAID, "R3.5")
    if has_play(state):
        return Rejected(Reason.PLAY_EXISTS, "R3.4")
    refused = _pile_fault(state, action)
    if refused is not None:
        return refused
    calls = (action, state.calls[1]) if seat == 0 else (state.calls[0], action)
    first = seat if state.first_call is None else state.first_call
    state = state._replace(calls=calls, first_call=first)
    called: tuple[Event, ...] = (Called(seat, action.pile),)
    if None in calls:
        return Outcome(state, called)
    then = _turn(state) if any(state.hands) else stop(state, None)
    return Outcome(then.state, called + then.events)


def _pile_fault(state: State, action: Call) -> Rejected | None:
    """Why the pile named in a call is wrong, if it is (R3.2)."""
    choices = spit_choices(state, action.seat)
    if action.pile in choices or (not choices and action.pile is None):
        return None
    if not choices:
        return Rejected(Reason.WRONG_SPIT_PILE, "R3.3" if state.phase is Phase.PLAY else "R3.1")
    if action.pile is not None and action.pile not in range(len(state.spits)):
        return _no_place("R2.5")
    return Rejected(Reason.WRONG_SPIT_PILE, "R3.2")


def _turn(state: State) -> Outcome:
    """Each seat that has a spit card turns its next one up (R3.1, R3.2)."""
    is_first = state.phase is Phase.READY
    first = state.first_call
    assert first is not None
    spits = list(state.spits)
    hands = list(state.hands)
    flips: list[SpitFlip] = []
    for seat in (first, 1 - first):
        if not hands[seat]:
            continue
        call = state.calls[seat]
        assert call is not None
        pile = call.pile
        if pile is None:
            pile = seat if len(spits) == 2 else 0
        card, hands[seat] = hands[seat][0], hands[seat][1:]
        spits[pile] = (*spits[pile], card)
        flips.append(SpitFlip(seat, card, pile))
    bound = state.bound
    is_alone = len(flips) == 1 and not is_first
    if is_alone and state.rules.respit is Respit.OWN and len(spits) == 2:
        bound = flips[0].pile
    after = state._replace(
        phase=Phase.PLAY,
        hands=(hands[0], hands[1]),
        spits=tuple(spits),
        calls=(None, None),
        first_call=None,
        bound=bound,
    )
    return Outcome(after, (Spat(tuple(flips)),))


# ------------------------------------------------------------------ R2, R6, R7: rounds and matches


def _slap(state: State, action: Slap) -> Outcome | Rejected:
    """R6.3: the first slap decides; with `slap=smaller` it is the coin's outcome."""
    if action.seat not in SEATS or action.pile not in SEATS:
        return _no_place("R6.3")
    if state.phase is Phase.COIN:
        if action not in chance_actions(state):
            return Rejected(Reason.WRONG_SPIT_PILE, "R6.3")
    elif state.phase is not Phase.SLAP:
        return Rejected(Reason.WRONG_PHASE, "R6.2" if state.phase is Phase.PLAY else "R6.3")
    return take(state, action)


def _deal(state: State, action: Deal) -> Outcome | Rejected:
    """R2: lay out the next round."""
    if state.phase is not Phase.DEAL:
        return Rejected(Reason.WRONG_PHASE, "R6.6")
    rule = _packets_fault(state, action)
    if rule is not None:
        return Rejected(Reason.WRONG_CARDS, rule)
    (first, first_hand), (second, second_hand) = (
        lay_out(packet, state.rules) for packet in action.packets
    )
    piles = 2 if first_hand and second_hand else 1  # R2.5
    after = state._replace(
        phase=Phase.READY,
        round=state.round + 1,
        stocks=(first, second),
        hands=(first_hand, second_hand),
        spits=((),) * piles,
        laid_hands=(len(first_hand), len(second_hand)),
        calls=(None, None),
        first_call=None,
        bound=None,
        stopped=None,
    )
    return Outcome(after, (Dealt(after.round, action.packets),))


def _packets_fault(state: State, action: Deal) -> str | None:
    """The rule that the packets break, if any: R1.5, R2.1 or R6.6."""
    first, second = action.packets
    if len({*first, *second}) != len(first) + len(second):
        return "R1.5"
    if state.owned is None:
        is_even = len(first) == len(second) == PACKET
        return None if is_even and set(PACK) == {*first, *second} else "R2.1"
    is_own = all(tuple(sorted(action.packets[seat])) == state.owned[seat] for seat in SEATS)
    return None if is_own else "R6.6"


def _end_early(state: State, action: EndEarly) -> Outcome | Rejected:
    """Ends the match before the rules do; whoever runs the table decides when."""
    if state.phase is Phase.OVER:
        return Rejected(Reason.WRONG_PHASE, "R7.5")
    if (action.winner is None) != (action.reason is EarlyReason.ABANDONED):
        return Rejected(Reason.NO_SUCH_PLACE, "R7.5")
    if action.winner not in (None, *SEATS):
        return _no_place("R7.5")
    result = MatchEnded(action.winner, ResultReason(action.reason.value))
    return Outcome(state._replace(phase=Phase.OVER, result=result), (result,))


_HANDLERS: Final[dict[type, Callable[[State, Any], Outcome | Rejected]]] = {
    Play: _play,
    Flip: _flip,
    Shift: _shift,
    Call: _call,
    Slap: _slap,
    Deal: _deal,
    EndEarly: _end_early,
}
