"""What somebody in a hurry does: the first legal thing that is to be seen."""

from __future__ import annotations

from spit.protocol import messages as m
from spit.rules import RANKS


def choose(view: m.TableView, action_id: int, seat: int) -> m.AnyInbound | None:
    """The first thing that a seat may do by standard rules, None if it can only wait."""
    if view.paused is not None:
        return None
    if view.phase == "ready" and not view.calls[seat].said:
        return m.Spit(id=action_id, seat=seat)
    if view.phase == "slap":
        return m.Slap(id=action_id, seat=seat, pile=0)
    if view.phase != "play":
        return None
    own, others = (_play(view, action_id, each) for each in (seat, 1 - seat))
    if own is not None:
        return own
    for slot, stock in enumerate(view.stocks[seat]):
        if stock.down and not stock.up:
            return m.Flip(id=action_id, seat=seat, stock=slot)
    if others is None and not view.calls[seat].said:
        choices = view.spit_choices[seat]
        return m.Spit(id=action_id, seat=seat, pile=choices[0] if choices else None)
    return None


def _play(view: m.TableView, action_id: int, seat: int) -> m.Play | None:
    for slot, stock in enumerate(view.stocks[seat]):
        for number, pile in enumerate(view.spits):
            if stock.up and pile.top is not None and _is_next(stock.up[-1], pile.top):
                return m.Play(
                    id=action_id, seat=seat, stock=slot, pile=number, card=stock.up[-1],
                    top=pile.top, top_version=pile.version,
                )  # fmt: skip
    return None


def _is_next(card: str, top: str) -> bool:
    apart = (RANKS.index(card[0]) - RANKS.index(top[0])) % len(RANKS)
    return apart in (1, len(RANKS) - 1)
