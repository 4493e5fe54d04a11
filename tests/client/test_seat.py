"""One seat without a socket: what a bot says to what it hears."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from spit.bots import LEVELS, BotDriver, CarefulBot
from spit.client import BotAtSeat
from spit.client.seat import HAND_MS
from spit.protocol import messages as m
from spit.rules import Phase, Reason
from tests.table.simulation import Simulation, seated


def table() -> Simulation:
    """A match in its first race."""
    level = LEVELS["lightning"]
    simulation = Simulation((seated(level, 0, "seat"), seated(level, 1, "seat")), "seat")
    while simulation.table.rules_view().phase is not Phase.PLAY:
        simulation._step()
    return simulation


def sitting(view: m.TableView, matches: int = 1) -> BotAtSeat:
    """A bot at seat 0 that has been shown a view at the time 1,000 ms."""
    driver = BotDriver(LEVELS["lightning"], 0, Random(1), CarefulBot(0))
    bot = BotAtSeat(0, driver, matches)
    own = m.OwnSeat(seat=0, next_id=7, away_ms=1_000)
    bot.hear(m.Welcome(version=1, table="t", seats=[own], grace_ms=1_000), 1_000)
    assert bot.hear(m.Snapshot(view=view), 1_000) == []
    return bot


def acts(bot: BotAtSeat) -> tuple[m.AnyInbound, int]:
    """The next thing that it does by itself, and when."""
    while True:
        at_ms = bot.next_ms()
        assert at_ms is not None
        said = bot.due(at_ms)
        if said:
            (message,) = said
            return message, at_ms


def test_a_touch_names_what_was_seen_and_when() -> None:
    """A play says the top with its version, the reaction to it, and an id that was not used."""
    simulation = table()
    view = simulation.table.view(simulation.now_ms)
    message, at_ms = acts(sitting(view))
    assert isinstance(message, m.Play | m.Flip)
    assert message.id == 7
    if isinstance(message, m.Play):
        spit = view.spits[message.pile]
        assert (message.top, message.top_version) == (spit.top, spit.version)
        assert message.reacted_ms == at_ms - 1_000


def test_the_hand_waits_after_a_misplay() -> None:
    """Nothing is touched before the server lets the hand touch again."""
    simulation = table()
    bot = sitting(simulation.table.view(simulation.now_ms))
    message, at_ms = acts(bot)
    assert isinstance(message, m.Play | m.Flip)
    refused = m.Refused(id=message.id, seat=0, reason=Reason.MISPLAY, wait_ms=600)
    assert bot.hear(refused, at_ms) == []
    again, again_ms = acts(bot)
    assert again_ms >= at_ms + 600 > at_ms + HAND_MS
    assert getattr(again, "since_touch_ms", None) == again_ms - at_ms


def test_what_was_missed_is_asked_for() -> None:
    """An update that does not follow on brings a resync with the position that is held."""
    simulation = table()
    view = simulation.table.view(simulation.now_ms)
    bot = sitting(view)
    later = m.Update(epoch=view.epoch, version=view.version + 9, events=[])
    held = m.Position(view.epoch, view.version)
    assert bot.hear(later, 1_100) == [m.Resync(have=held)]
    assert bot.position == held


def test_nothing_is_done_in_a_pause() -> None:
    """While the match stands still the bot does, too."""
    simulation = table()
    view = simulation.table.view(simulation.now_ms)
    bot = sitting(replace(view, paused=m.PauseView(seats=[1], left_ms=[60_000, 50_000])))
    assert bot.next_ms() is None
    assert bot.due(9_000) == []


def test_a_match_that_is_held_up_is_claimed_once() -> None:
    """As soon as the table says that it may be."""
    simulation = table()
    view = simulation.table.view(simulation.now_ms)
    bot = sitting(view)
    event = m.Claimable(seat=1)
    update = m.Update(epoch=view.epoch, version=view.version + 1, events=[event])
    assert bot.hear(update, 1_100) == [m.Claim(id=7, seat=0)]
    more = m.Update(epoch=view.epoch, version=view.version + 2, events=[event])
    assert bot.hear(more, 1_200) == []


def test_another_match_is_asked_for_until_all_are_played() -> None:
    """A rematch after the first of two; after the last it is done."""
    simulation = table()
    view = simulation.table.view(simulation.now_ms)
    result = m.Result(winner=0, reason="resigned")
    for matches, says in ((1, []), (2, [m.Rematch(id=7, seat=0)])):
        bot = sitting(view, matches)
        ended = m.MatchEnded(winner=0, reason="resigned", races=[])
        update = m.Update(epoch=view.epoch, version=view.version + 1, events=[ended])
        assert bot.hear(update, 1_100) == says
        assert bot.results == [result]
        assert bot.is_done == (matches == 1)
