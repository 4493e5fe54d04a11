"""The end of a round and of a match (R6, R7, R8).

Owns who takes what, who owns what, and who has won. It is given a state whose race is over and
returns the next one with the events on the way.
"""

from __future__ import annotations

from typing import NamedTuple

from spit.rules.actions import SEATS, Slap
from spit.rules.cards import Card
from spit.rules.events import (
    Event,
    MatchEnded,
    ResultReason,
    RoundEnded,
    Slapped,
    Stopped,
    StopReason,
)
from spit.rules.legal import is_slap_round, slaps_by_hand, smaller_pile
from spit.rules.options import PointsCount, Scoring
from spit.rules.state import Phase, Piles, State, new_match


class Outcome(NamedTuple):
    """A new state and what happened on the way to it."""

    state: State
    events: tuple[Event, ...]


def stop(state: State, cleared: int | None) -> Outcome:
    """Ends the race of a round: cleared by a seat (R6.1), or blocked with None (R6.2).

    Slaps, or settles at once where there is nothing to slap for (R6.4, R8.1) or the smaller pile
    goes to the seat that cleared (R6.3, `slap=smaller`).
    """
    reason = StopReason.BLOCKED if cleared is None else StopReason.CLEARED
    stopped = Stopped(reason, cleared)
    state = state._replace(stopped=stopped, calls=(None, None), first_call=None)
    rules = state.rules
    if not is_slap_round(rules, len(state.spits), blocked=cleared is None):
        return _after(Outcome(state, (stopped,)), _end_round(state, _unslapped(state, cleared)))
    if slaps_by_hand(rules):
        return Outcome(state._replace(phase=Phase.SLAP), (stopped,))
    smaller = smaller_pile(state)
    if cleared is None or smaller is None:
        return Outcome(state._replace(phase=Phase.COIN), (stopped,))
    return _after(Outcome(state, (stopped,)), take(state, Slap(cleared, smaller)))


def take(state: State, slap: Slap) -> Outcome:
    """Shares the two piles out by the slap that decides (R6.3, R6.5)."""
    other = 1 - slap.pile
    takes: tuple[int, int] = (slap.pile, other) if slap.seat == 0 else (other, slap.pile)
    spits = (*state.spits, ()) if len(state.spits) == 1 else state.spits
    ended = _end_round(state, (spits[takes[0]], spits[takes[1]]))
    return _after(Outcome(state, (Slapped(slap.seat, slap.pile),)), ended)


def _after(first: Outcome, then: Outcome) -> Outcome:
    return Outcome(then.state, first.events + then.events)


def _unslapped(state: State, cleared: int | None) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """What each seat takes without a slap: the seat that cleared nothing (R6.4)."""
    if state.rules.scoring is Scoring.POINTS:
        return (), ()
    pile = state.spits[0]
    return ((), pile) if cleared == 0 else (pile, ())


def _stock_cards(piles: Piles) -> tuple[Card, ...]:
    return tuple(card for pile in piles for card in pile.down + pile.up)


def _end_round(state: State, taken: tuple[tuple[Card, ...], tuple[Card, ...]]) -> Outcome:
    """Counts the round (R6.6, R8.2), then judges whether it has decided the match."""
    stopped = state.stopped
    assert stopped is not None
    owned = tuple(
        tuple(sorted(taken[seat] + _stock_cards(state.stocks[seat]) + state.hands[seat]))
        for seat in SEATS
    )
    points = state.points
    is_points = state.rules.scoring is Scoring.POINTS
    if is_points:
        points = (points[0] + _score(state, 0), points[1] + _score(state, 1))
    counts = (26, 26) if is_points else (len(owned[0]), len(owned[1]))
    ended = RoundEnded(state.round, stopped.reason, stopped.cleared, counts, points)
    result = _judge(state, counts, points)
    after = new_match(state.rules)._replace(
        phase=Phase.OVER if result else Phase.DEAL,
        round=state.round,
        owned=None if is_points else (owned[0], owned[1]),
        points=points,
        result=result,
    )
    return Outcome(after, (ended, result) if result else (ended,))


def _score(state: State, seat: int) -> int:
    """Points of a seat for this round: the cards it still has (R8.2)."""
    stock = len(_stock_cards(state.stocks[seat]))
    if state.rules.points_count is PointsCount.STOCK:
        return stock
    return stock + len(state.hands[seat])


def _judge(state: State, counts: tuple[int, int], points: tuple[int, int]) -> MatchEnded | None:
    """The result, if this round has decided the match; the first that holds (R7.5)."""
    rules = state.rules
    if rules.scoring is Scoring.POINTS:  # R8.3
        if max(points) < rules.target or points[0] == points[1]:
            return None
        return MatchEnded(int(points[1] < points[0]), ResultReason.POINTS)
    stopped = state.stopped
    cleared = stopped.cleared if stopped else None
    is_one_pile = len(state.spits) == 1
    if cleared is not None and is_one_pile and state.laid_hands[cleared] == 0:  # R7.1, R7.2
        return MatchEnded(cleared, ResultReason.CLEARED)
    if 0 in counts:  # R7.3
        return MatchEnded(counts.index(0), ResultReason.NO_CARDS)
    if state.round == rules.max_rounds:  # R7.4
        winner = None if counts[0] == counts[1] else int(counts[1] < counts[0])
        return MatchEnded(winner, ResultReason.MAX_ROUNDS)
    return None
