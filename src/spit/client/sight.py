"""The wire's view in the terms of the rules: what a bot decides on.

Owns the translation alone. What the wire does not tell, since no decision depends on it, is filled
in from what it does.
"""

from __future__ import annotations

from spit.protocol import messages as m
from spit.rules import (
    Call,
    Card,
    MatchEnded,
    Phase,
    PileView,
    ResultReason,
    Rules,
    SpitView,
    Stopped,
    StopReason,
    View,
)
from spit.rules.state import PileViews


def rules_view(view: m.TableView, rules: Rules) -> View:
    """What a bot is shown of a table.

    Args:
        view: As the server's messages have made it.
        rules: Those that `TableView.rules` names, by `spit.rules.parse_rules`.

    Returns:
        The view; its `laid_hands` are the hands as they are now.
    """
    first, second = (_piles(piles) for piles in view.stocks)
    hands = view.hands[0], view.hands[1]
    calls = tuple(
        Call(seat, each.pile) if each.said else None for seat, each in enumerate(view.calls)
    )
    callers = [seat for seat, each in enumerate(view.calls) if each.said]
    stopped, result = view.stopped, view.result
    return View(
        rules=rules,
        phase=Phase(view.phase),
        round=view.round,
        stocks=(first, second),
        hands=hands,
        spits=tuple(
            SpitView(None if each.top is None else Card.parse(each.top), each.cards)
            for each in view.spits
        ),
        laid_hands=hands,
        calls=(calls[0], calls[1]),
        first_call=callers[0] if len(callers) == 1 else None,
        bound=_bound(view),
        stopped=None if stopped is None else Stopped(StopReason(stopped.reason), stopped.cleared),
        cards=(view.cards[0], view.cards[1]),
        points=(view.points[0], view.points[1]),
        result=None if result is None else MatchEnded(result.winner, ResultReason(result.reason)),
    )


def _bound(view: m.TableView) -> int | None:
    """The pile that a seat which spits alone keeps to (R3.2), told by what it may name."""
    for seat, choices in enumerate(view.spit_choices):
        if len(choices) == 1 and len(view.spits) == 2 and not view.hands[1 - seat]:
            return choices[0]
    return None


def _piles(piles: list[m.StockView]) -> PileViews:
    a, b, c, d, e = [PileView(each.down, tuple(map(Card.parse, each.up))) for each in piles]
    return a, b, c, d, e
