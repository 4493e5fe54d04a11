"""What updates do to a view: `spit.protocol.follow`."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest

from spit.protocol import messages as m
from spit.protocol.follow import follow
from spit.rules import STANDARD
from spit.table import Table, TableSettings

Changes = dict[str, Any]

SILENT = m.CallView(said=False, pile=None)
BARE = m.StockView(down=0, up=[])


def stocks(*, own: list[m.StockView] | None = None) -> list[list[m.StockView]]:
    """Both stocks: seat 0's as given, the rest empty."""
    row = own or []
    return [row + [BARE] * (5 - len(row)), [BARE] * 5]


def start(**changes: Any) -> m.TableView:
    """A view in the middle of a race."""
    table = Table("t", ("Ana", "Ben"), (False, False), STANDARD, TableSettings(), lambda: b"", 0)
    race: Changes = {
        "version": 20,
        "phase": "play",
        "round": 2,
        "stocks": stocks(own=[m.StockView(2, ["9s"]), m.StockView(1, [])]),
        "hands": [3, 2],
        "spits": [m.SpitPileView(4, "8d", 15), m.SpitPileView(1, "2c", 12)],
        "calls": [m.CallView(said=True, pile=1), SILENT],
    }
    return msgspec.structs.replace(table.view(0), **{**race, **changes})


def played(*, tentative: bool = False) -> m.Played:
    """Seat 0 puts its 9s on the 8d."""
    return m.Played(seat=0, stock=0, pile=0, card="9s", tentative=tentative)


HELD = m.TentativePlay(version=21, seat=0, stock=0, pile=0, card="9s", under=15, under_card="8d")
AFTER_PLAY: Changes = {
    "stocks": stocks(own=[m.StockView(2, []), m.StockView(1, [])]),
    "spits": [m.SpitPileView(5, "9s", 21), m.SpitPileView(1, "2c", 12)],
}
NOTHING_LEFT: Changes = {"calls": [SILENT, SILENT], "spit_choices": [[], []]}

CASES: list[tuple[Changes, m.AnyEvent, Changes]] = [
    (
        {"result": m.Result(0, "cleared"), "phase": "over", "rematch": [True, True],
         "claimable": 1, "tentative": [HELD], "saved": False},
        m.MatchStarted(match="t-2"),
        {"match": "t-2", "phase": "deal", "round": 0, "stocks": [[BARE] * 5] * 2, "hands": [0, 0],
         "spits": [], "tentative": [], "stopped": None, "cards": [26, 26], "points": [0, 0],
         "result": None, "claimable": None, "rematch": [False, False], "saved": True,
         **NOTHING_LEFT},
    ),
    (
        {"phase": "deal", "stopped": m.Stopped("blocked", None)},
        m.Dealt(round=3, stocks=stocks(own=[m.StockView(0, ["As"])]), hands=[11, 10], piles=2),
        {"phase": "ready", "round": 3, "stocks": stocks(own=[m.StockView(0, ["As"])]),
         "hands": [11, 10], "spits": [m.SpitPileView(0, None, 0)] * 2, "stopped": None,
         **NOTHING_LEFT},
    ),
    (
        {"calls": [SILENT, SILENT]},
        m.Called(seat=1, pile=0),
        {"calls": [SILENT, m.CallView(said=True, pile=0)]},
    ),
    ({}, m.CallsWithdrawn(), {"calls": [SILENT, SILENT]}),
    (
        {"phase": "ready"},
        m.Spat(flips=[m.SpitFlip(seat=0, card="Kh", pile=1), m.SpitFlip(seat=1, card="3h", pile=0)],
               spit_choices=[[0], [1]]),
        {"phase": "play", "hands": [2, 1], "calls": [SILENT, SILENT], "spit_choices": [[0], [1]],
         "spits": [m.SpitPileView(5, "3h", 21), m.SpitPileView(2, "Kh", 21)]},
    ),
    ({}, played(), AFTER_PLAY),
    ({}, played(tentative=True), {**AFTER_PLAY, "tentative": [HELD]}),
    ({"tentative": [HELD]}, m.Settled(plays=[21]), {"tentative": []}),
    (
        {**AFTER_PLAY, "tentative": [HELD]},
        m.TakenBack(plays=[21], margin_ms=38),
        {"stocks": start().stocks, "spits": start().spits, "tentative": []},
    ),
    (
        {},
        m.Flipped(seat=0, stock=1, card="Jd"),
        {"stocks": stocks(own=[m.StockView(2, ["9s"]), m.StockView(0, ["Jd"])])},
    ),
    (
        {},
        m.Shifted(seat=0, stock=0, slot=4, card="9s"),
        {"stocks": [[m.StockView(2, []), m.StockView(1, []), BARE, BARE, m.StockView(0, ["9s"])],
                    [BARE] * 5]},
    ),
    (
        {"spit_choices": [[0], [1]]},
        m.RoundStopped(reason="cleared", cleared=1, slap=True),
        {"phase": "slap", "stopped": m.Stopped("cleared", 1), **NOTHING_LEFT},
    ),
    (
        {},
        m.RoundStopped(reason="blocked", cleared=None, slap=False),
        {"phase": "deal", "stopped": m.Stopped("blocked", None), **NOTHING_LEFT},
    ),
    ({"phase": "slap"}, m.Slapped(seat=1, pile=0, takes=[1, 0]), {}),
    (
        {"stopped": m.Stopped("cleared", 0)},
        m.RoundEnded(round=2, reason="cleared", cleared=0, cards=[20, 32], points=[0, 0]),
        {"phase": "deal", "cards": [20, 32], "points": [0, 0], "stocks": [[BARE] * 5] * 2,
         "hands": [0, 0], "spits": [], "stopped": None, **NOTHING_LEFT},
    ),
    (
        {"wins": [1, 4], "spit_choices": [[0], []]},
        m.MatchEnded(winner=1, reason="resigned", races=[m.RacesWon(0, None), m.RacesWon(3, 41)]),
        {"phase": "over", "wins": [1, 5],
         "result": m.Result(1, "resigned", [m.RacesWon(0, None), m.RacesWon(3, 41)]),
         "spit_choices": [[], []]},
    ),
    (
        {"wins": [1, 4]},
        m.MatchEnded(winner=None, reason="abandoned"),
        {"phase": "over", "result": m.Result(None, "abandoned")},
    ),
    (
        {},
        m.CountdownStarted(kind="spit", left_ms=2_000),
        {"countdown": m.Countdown("spit", 2_000)},
    ),
    ({"countdown": m.Countdown("slap", 5)}, m.CountdownStopped(), {"countdown": None}),
    (
        {},
        m.PauseStarted(seats=[1], left_ms=[60_000, 30_000]),
        {"paused": m.PauseView([1], [60_000, 30_000])},
    ),
    ({"paused": m.PauseView([], [1, 2])}, m.PauseEnded(), {"paused": None}),
    ({"online": [True, True]}, m.Presence(seat=0, online=False), {"online": [False, True]}),
    ({}, m.Claimable(seat=1), {"claimable": 1}),
    ({"claimable": 1}, m.Claimable(seat=None), {"claimable": None}),
    ({}, m.RematchAsked(seat=1), {"rematch": [False, True]}),
    ({"free": [False, True], "names": ["Ana", ""]}, m.Seated(seat=1, name="Cleo", wins=[3, 1]),
     {"free": [False, False], "names": ["Ana", "Cleo"], "wins": [3, 1]}),
    ({"watching": 2}, m.Watched(watching=3), {"watching": 3}),
    ({"round_trips": [None, 180]}, m.RoundTrips(ms=[20, None]), {"round_trips": [20, None]}),
    ({}, m.Emoted(seat=1, emote="nice"), {}),
    ({}, m.Saved(saved=False), {"saved": False}),
]  # fmt: skip


def test_every_event_has_a_case() -> None:
    """The cases leave no event out."""
    assert {type(event) for _, event, _ in CASES} == set(get_args(m.AnyEvent))


@pytest.mark.parametrize(
    ("before", "event", "after"), CASES, ids=[type(event).__name__ for _, event, _ in CASES]
)
def test_event(before: Changes, event: m.AnyEvent, after: Changes) -> None:
    """An event changes what it says, raises the version by one, and leaves the rest alone."""
    view = start(**before)
    kept = msgspec.json.encode(view)
    followed = follow(view, m.Update(epoch=view.epoch, version=21, events=[event]))
    assert followed == msgspec.structs.replace(view, version=21, **after)
    assert msgspec.json.encode(view) == kept, "the view that was held has changed"


def test_taken_back_newest_first() -> None:
    """Two tentative plays on one pile leave it in the order opposite to their coming."""
    view = start(stocks=stocks(own=[m.StockView(0, ["9s"]), m.StockView(0, ["Th"])]))
    up = [played(tentative=True), m.Played(seat=0, stock=1, pile=0, card="Th", tentative=True)]
    shown = follow(view, m.Update(epoch=view.epoch, version=22, events=[*up]))
    assert shown is not None
    assert shown.spits[0] == m.SpitPileView(6, "Th", 22)
    back = m.Update(
        epoch=view.epoch, version=23, events=[m.TakenBack(plays=[22, 21], margin_ms=None)]
    )
    assert follow(shown, back) == msgspec.structs.replace(view, version=23)


def test_gap() -> None:
    """An update that does not begin where the view ends gives None."""
    view = start()
    event = m.CallsWithdrawn()
    assert follow(view, m.Update(epoch=view.epoch, version=22, events=[event])) is None
    assert follow(view, m.Update(epoch=view.epoch, version=22, events=[])) is None
    assert follow(view, m.Update(epoch=view.epoch, version=21, events=[event, event])) is None


def test_known_already() -> None:
    """An update that is the view's past leaves the view as it is."""
    view = start()
    for version in (3, 20):
        update = m.Update(epoch=view.epoch, version=version, events=[m.CallsWithdrawn()])
        assert follow(view, update) is view


def test_other_epochs() -> None:
    """An older epoch is the past whatever its version; a newer one was missed."""
    view = start(epoch=2)
    event = m.CallsWithdrawn()
    assert follow(view, m.Update(epoch=1, version=99, events=[event])) is view
    assert follow(view, m.Update(epoch=3, version=21, events=[event])) is None


def test_updates_are_read_from_json() -> None:
    """Events keep their types through JSON, so that a client may follow what it reads."""
    text = json.dumps(
        {"type": "update", "epoch": 1, "version": 21, "events": [{"type": "calls-withdrawn"}]}
    )
    update = msgspec.json.decode(text, type=m.Update)
    followed = follow(start(), update)
    assert followed is not None
    assert followed.calls == [SILENT, SILENT]
