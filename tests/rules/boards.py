"""Positions laid by hand, and the few words with which tests move them on."""

from __future__ import annotations

from spit.rules import (
    STANDARD,
    Action,
    Event,
    Phase,
    Pile,
    Reason,
    Rejected,
    Rules,
    State,
    apply,
    new_match,
    parse_packet,
)
from spit.rules.state import Piles

FULL = "|2s, 4s|6s, 8s|Ts, Qs|As, 3s|5s"
"""Five piles of which no card fits on a 9 of any suit but 8s and Ts."""


def pile(text: str) -> Pile:
    """A stock pile from ``"2c 3c|9h"``: face-down cards, then face-up ones, top last."""
    down, _, up = text.strip().rpartition("|")
    return Pile(parse_packet(down), parse_packet(up))


def piles(text: str) -> Piles:
    """A seat's piles from texts as in `pile`, separated by commas; those left out are empty."""
    laid = [pile(part) for part in text.split(",")] if text else []
    a, b, c, d, e = laid + [Pile((), ())] * (5 - len(laid))
    return a, b, c, d, e


def board(
    first: str,
    second: str,
    spits: tuple[str, ...],
    hands: tuple[str, str] = ("", ""),
    rules: Rules = STANDARD,
) -> State:
    """A race under way: the stocks of seat 0 and 1 as in `piles`, spit piles, spit cards."""
    in_hand = (parse_packet(hands[0]), parse_packet(hands[1]))
    return new_match(rules)._replace(
        phase=Phase.PLAY,
        round=1,
        stocks=(piles(first), piles(second)),
        spits=tuple(parse_packet(spit) for spit in spits),
        hands=in_hand,
        laid_hands=(len(in_hand[0]), len(in_hand[1])),
    )


def do(state: State, *actions: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after actions that must all be accepted, and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        outcome = apply(state, action)
        assert not isinstance(outcome, Rejected), f"{action}: {outcome}"
        state, events = outcome
    return state, events


def refusal(state: State, action: Action) -> tuple[Reason, str]:
    """Reason and rule of an action that must be refused."""
    outcome = apply(state, action)
    assert isinstance(outcome, Rejected), f"{action} was accepted"
    return outcome.reason, outcome.rule


def owned_cards(state: State) -> list[int]:
    """Every card of the match wherever it lies, sorted; between rounds what the seats own."""
    stocks = [card for side in state.stocks for down, up in side for card in down + up]
    centre = [card for spit in state.spits for card in spit]
    on_table = [*stocks, *centre, *state.hands[0], *state.hands[1]]
    if on_table or state.owned is None:
        return sorted(on_table)
    return sorted(state.owned[0] + state.owned[1])
