"""From the rules' public view and events to the wire's.

Owns the translation alone. Everything goes through `spit.rules.view_of`, so nothing hidden can
reach a message.
"""

from __future__ import annotations

from typing import Any

from spit.protocol import messages as m
from spit.rules import (
    Called,
    CallsWithdrawn,
    Dealt,
    Event,
    Flipped,
    MatchEnded,
    Phase,
    PileView,
    Played,
    RoundEnded,
    Shifted,
    Slapped,
    Spat,
    SpitView,
    State,
    Stopped,
    View,
    spit_choices,
    view_of,
)
from spit.table.races.race import Race
from spit.table.races.tally import Tally

_PHASES: dict[Phase, m.PhaseName] = {
    Phase.DEAL: "deal",
    Phase.READY: "ready",
    Phase.PLAY: "play",
    Phase.SLAP: "slap",
    Phase.COIN: "slap",
    Phase.OVER: "over",
}


def phase_name(phase: Phase) -> m.PhaseName:
    """The wire's word for a phase; the coin is part of the slap."""
    return _PHASES[phase]


def stock_views(view: View) -> list[list[m.StockView]]:
    """Both stocks, by seat and slot."""
    return [[_stock_view(pile) for pile in piles] for piles in view.stocks]


def _stock_view(pile: PileView) -> m.StockView:
    return m.StockView(pile.down, [str(card) for card in pile.up])


def spit_pile_view(pile: SpitView, version: int) -> m.SpitPileView:
    """One spit pile with the version of its top."""
    return m.SpitPileView(pile.cards, None if pile.top is None else str(pile.top), version)


def choices_of(state: State) -> list[list[int]]:
    """For each seat the piles it may name in its next call (R3.2)."""
    return [list(spit_choices(state, seat)) for seat in (0, 1)]


def race_fields(race: Race, tally: Tally) -> dict[str, Any]:
    """The fields of a `TableView` that the cards and their races decide."""
    shown, final = view_of(race.shown), race.final
    stopped = final.stopped
    tops = [race.top(pile) for pile in range(len(shown.spits))]
    return {
        "rules": final.rules.header,
        "phase": phase_name(final.phase),
        "round": final.round,
        "stocks": stock_views(shown),
        "hands": list(shown.hands),
        "spits": [
            spit_pile_view(pile, top.version if top else 0)
            for pile, top in zip(shown.spits, tops, strict=True)
        ],
        "calls": [
            m.CallView(call is not None, call.pile if call else None) for call in final.calls
        ],
        "spit_choices": choices_of(final),
        "tentative": [held.play for held in race.held],
        "stopped": m.Stopped(stopped.reason.value, stopped.cleared) if stopped else None,
        "cards": list(shown.cards),
        "points": list(shown.points),
        "result": result_view(final.result, tally),
    }


def result_view(result: MatchEnded | None, tally: Tally) -> m.Result | None:
    """The result of a match, if it has one."""
    if result is None:
        return None
    return m.Result(result.winner, result.reason.value, races_won(tally))


def races_won(tally: Tally) -> list[m.RacesWon]:
    """By seat, the races it won; empty if there were none."""
    races = [m.RacesWon(tally.won(seat), tally.median_ms(seat)) for seat in (0, 1)]
    return races if any(each.won for each in races) else []


def wire_event(event: Event, after: State, tally: Tally) -> m.AnyEvent:
    """The wire's form of an event of the rules.

    Args:
        event: What happened.
        after: The state once it and all that came with it had happened.
        tally: The races of the match so far.
    """
    if isinstance(event, Played):  # the commonest by far
        return m.Played(seat=event.seat, stock=event.stock, pile=event.pile, card=str(event.card))
    if isinstance(event, Flipped):
        return m.Flipped(seat=event.seat, stock=event.stock, card=str(event.card))
    match event:
        case Shifted(seat, stock, slot, card):
            return m.Shifted(seat=seat, stock=stock, slot=slot, card=str(card))
        case Called(seat, named):
            return m.Called(seat=seat, pile=named)
        case CallsWithdrawn():
            return m.CallsWithdrawn()
        case Spat(flips):
            turned = [m.SpitFlip(flip.seat, str(flip.card), flip.pile) for flip in flips]
            return m.Spat(flips=turned, spit_choices=choices_of(after))
        case Stopped(reason, cleared):
            is_slap = after.phase in (Phase.SLAP, Phase.COIN)
            return m.RoundStopped(reason=reason.value, cleared=cleared, slap=is_slap)
        case Slapped(seat, pile):
            other = 1 - pile
            return m.Slapped(
                seat=seat, pile=pile, takes=[pile, other] if seat == 0 else [other, pile]
            )
        case RoundEnded(number, reason, cleared, cards, points):
            return m.RoundEnded(
                round=number,
                reason=reason.value,
                cleared=cleared,
                cards=list(cards),
                points=list(points),
            )
        case MatchEnded(winner, why):
            return m.MatchEnded(winner=winner, reason=why.value, races=races_won(tally))
        case Dealt(number, _):
            view = view_of(after)
            return m.Dealt(
                round=number,
                stocks=stock_views(view),
                hands=list(view.hands),
                piles=len(view.spits),
            )
