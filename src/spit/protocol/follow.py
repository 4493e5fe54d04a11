"""What events do to a view: the reference for every client.

Owns one pure step for each type of event. It keeps nothing and decides nothing; whoever follows
all updates of a table from a snapshot on has the same view as the table itself, apart from the
time left on its clocks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeVar

from msgspec.structs import replace

from spit.protocol import events as e
from spit.protocol.outbound import Update
from spit.protocol.view import (
    CallView,
    Countdown,
    PauseView,
    Result,
    SpitPileView,
    StockView,
    Stopped,
    TableView,
    TentativePlay,
)

T = TypeVar("T")

_SILENT = CallView(said=False, pile=None)
_BARE = StockView(down=0, up=[])


def follow(view: TableView, update: Update) -> TableView | None:
    """The view after an update.

    Args:
        view: What the client holds.
        update: What has come from the server.

    Returns:
        The view after it; the same one if it has followed that update already; None if something
        between was missed, so that the client must ask for it by `Resync`.
    """
    before = update.version - len(update.events)
    if (update.epoch, update.version) <= (view.epoch, view.version):
        return view
    if (update.epoch, before) != (view.epoch, view.version):
        return None
    return reduce(step, update.events, view)


def step(view: TableView, event: e.AnyEvent) -> TableView:
    """The view after one event, whose version is the view's plus one."""
    version = view.version + 1
    return replace(view, version=version, **_changes(view, event, version))


def _changes(view: TableView, event: e.AnyEvent, version: int) -> dict[str, Any]:
    """The fields of the view that an event changes, apart from the version."""
    match event:
        case e.Played():
            return _played(view, event, version)
        case e.Flipped():
            return {"stocks": _on_stock(view.stocks, event.seat, event.stock, event.card, -1)}
        case e.Shifted():
            left = _off_stock(view.stocks, event.seat, event.stock)
            return {"stocks": _on_stock(left, event.seat, event.slot, event.card)}
        case e.Settled():
            kept = [play for play in view.tentative if play.version not in event.plays]
            return {"tentative": kept}
        case e.TakenBack():
            return _taken_back(view, event)
        case e.Called():
            said = CallView(said=True, pile=event.pile)
            return {"calls": _with(view.calls, event.seat, said)}
        case e.CallsWithdrawn():
            return {"calls": [_SILENT, _SILENT]}
        case e.Spat():
            return _spat(view, event, version)
        case e.Dealt() | e.RoundStopped() | e.RoundEnded() | e.MatchStarted() | e.MatchEnded():
            return _turn_of_the_match(view, event)
        case _:
            return _around_the_match(view, event)


def _turn_of_the_match(
    view: TableView,
    event: e.Dealt | e.RoundStopped | e.RoundEnded | e.MatchStarted | e.MatchEnded,
) -> dict[str, Any]:
    """Where a match or a round begins or ends."""
    match event:
        case e.Dealt():
            return {
                "phase": "ready",
                "round": event.round,
                "stocks": event.stocks,
                "hands": event.hands,
                "spits": [SpitPileView(cards=0, top=None, version=0)] * event.piles,
                "stopped": None,
                **_NOTHING_SAID,
            }
        case e.RoundStopped():
            return {
                "phase": "slap" if event.slap else "deal",
                "stopped": Stopped(event.reason, event.cleared),
                **_NOTHING_SAID,
            }
        case e.RoundEnded():
            return {
                "phase": "deal",
                "cards": event.cards,
                "points": event.points,
                **_BARE_TABLE,
                **_NOTHING_SAID,
            }
        case e.MatchStarted():
            return {
                "match": event.match,
                "phase": "deal",
                "round": 0,
                "tentative": [],
                "cards": [26, 26],
                "points": [0, 0],
                "claimable": None,
                "rematch": [False, False],
                "result": None,
                "saved": True,
                **_BARE_TABLE,
                **_NOTHING_SAID,
            }
        case e.MatchEnded(winner=winner, reason=reason, races=races):
            wins = view.wins
            if winner is not None:
                wins = _with(wins, winner, wins[winner] + 1)
            return {
                "phase": "over",
                "spit_choices": [[], []],
                "result": Result(winner, reason, races),
                "wins": wins,
            }


_NOTHING_SAID: dict[str, Any] = {"calls": [_SILENT, _SILENT], "spit_choices": [[], []]}
_BARE_TABLE: dict[str, Any] = {
    "stocks": [[_BARE] * 5, [_BARE] * 5],
    "hands": [0, 0],
    "spits": [],
    "stopped": None,
}


def _around_the_match(view: TableView, event: e.AnyEvent) -> dict[str, Any]:
    """Clocks, pauses, presence and agreements: what lies on the table stays."""
    match event:
        case e.CountdownStarted():
            return {"countdown": Countdown(event.kind, event.left_ms)}
        case e.CountdownStopped():
            return {"countdown": None}
        case e.PauseStarted():
            return {"paused": PauseView(event.seats, event.left_ms)}
        case e.PauseEnded():
            return {"paused": None}
        case e.Presence():
            return {"online": _with(view.online, event.seat, event.online)}
        case e.Claimable():
            return {"claimable": event.seat}
        case e.RematchAsked():
            return {"rematch": _with(view.rematch, event.seat, True)}
        case e.Seated():
            return {
                "names": _with(view.names, event.seat, event.name),
                "free": _with(view.free, event.seat, False),
                "wins": event.wins,
            }
        case e.RoundTrips():
            return {"round_trips": event.ms}
        case e.Watched():
            return {"watching": event.watching}
        case e.Saved():
            return {"saved": event.saved}
        case _:  # `Slapped` and `Emoted` are facts that change nothing
            return {}


def _played(view: TableView, event: e.Played, version: int) -> dict[str, Any]:
    under = view.spits[event.pile]
    top = SpitPileView(cards=under.cards + 1, top=event.card, version=version)
    changes: dict[str, Any] = {
        "stocks": _off_stock(view.stocks, event.seat, event.stock),
        "spits": _with(view.spits, event.pile, top),
    }
    if event.tentative and under.top is not None:
        play = TentativePlay(
            version=version,
            seat=event.seat,
            stock=event.stock,
            pile=event.pile,
            card=event.card,
            under=under.version,
            under_card=under.top,
        )
        changes["tentative"] = [*view.tentative, play]
    return changes


def _taken_back(view: TableView, event: e.TakenBack) -> dict[str, Any]:
    stocks, spits, tentative = view.stocks, view.spits, view.tentative
    by_version = {play.version: play for play in tentative}
    for version in event.plays:
        play = by_version[version]
        below = SpitPileView(spits[play.pile].cards - 1, play.under_card, play.under)
        spits = _with(spits, play.pile, below)
        stocks = _on_stock(stocks, play.seat, play.stock, play.card)
        tentative = [each for each in tentative if each is not play]
    return {"stocks": stocks, "spits": spits, "tentative": tentative}


def _spat(view: TableView, event: e.Spat, version: int) -> dict[str, Any]:
    spits, hands = view.spits, view.hands
    for flip in event.flips:
        cards = spits[flip.pile].cards + 1
        spits = _with(spits, flip.pile, SpitPileView(cards, flip.card, version))
        hands = _with(hands, flip.seat, hands[flip.seat] - 1)
    return {
        "phase": "play",
        "spits": spits,
        "hands": hands,
        "calls": [_SILENT, _SILENT],
        "spit_choices": event.spit_choices,
    }


Stocks = list[list[StockView]]


def _off_stock(stocks: Stocks, seat: int, slot: int) -> Stocks:
    """The face-up top card of a pile is gone."""
    return _change_stock(stocks, seat, slot, lambda pile: StockView(pile.down, pile.up[:-1]))


def _on_stock(stocks: Stocks, seat: int, slot: int, card: str, down: int = 0) -> Stocks:
    """A card is face up on top of a pile; `down` is added to its face-down ones."""
    return _change_stock(
        stocks, seat, slot, lambda pile: StockView(pile.down + down, [*pile.up, card])
    )


def _change_stock(
    stocks: Stocks, seat: int, slot: int, change: Callable[[StockView], StockView]
) -> Stocks:
    row = stocks[seat]
    return _with(stocks, seat, _with(row, slot, change(row[slot])))


def _with(items: list[T], place: int, item: T) -> list[T]:
    """A copy of a list with one item replaced."""
    return [*items[:place], item, *items[place + 1 :]]
