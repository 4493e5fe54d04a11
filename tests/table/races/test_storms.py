"""Whatever happens at whatever distance, nothing is lost, doubled, or tentative for long."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from spit.protocol import messages as m
from spit.rules import PRESETS, Phase, Play, SeatAction, legal_actions
from spit.table import FairSettings, LogEntry, MatchLog, pack
from tests.table.harness import Bench, timeless
from tests.table.races.play import moves

FAIR = FairSettings()
TRIPS = st.one_of(st.floats(0, 60), st.floats(60, 900), st.floats(900, 4_000))


class Storm(RuleBasedStateMachine):
    """Two people whose clients may send anything, at distances that change, come and go."""

    bench: Bench

    @initialize(seed=st.integers(0, 2**32), preset=st.sampled_from(sorted(PRESETS)))
    def begin(self, seed: int, preset: str) -> None:
        """They sit down, and play at once."""
        self.rng = Random(seed)
        self.bench = Bench(rules=PRESETS[preset], seed=seed, trips=(30.0, 150.0))
        self.since: dict[int, int] = {}
        self.begun()

    def begun(self) -> None:
        """A round is on: both have said that they are ready."""
        self.bench.wait(self.bench.settings.first_deal_ms)
        for action in moves(self.bench):
            self.bench.send(action.seat, self.bench.message(action))

    # -------------------------------------------------------------- what people do

    def say(self, action: SeatAction, claim_ms: int | None, since_ms: int | None) -> None:
        """Sends an action with claims, true or not."""
        message: Any = self.bench.message(action)
        if hasattr(message, "reacted_ms"):
            message = msgspec.structs.replace(message, reacted_ms=claim_ms)
        if hasattr(message, "since_touch_ms"):
            message = msgspec.structs.replace(message, since_touch_ms=since_ms)
        self.bench.send(action.seat, message)

    @rule(
        wait_ms=st.sampled_from([0, 0, 3, 40, 130, 130, 300]),
        claim_ms=st.none() | st.integers(0, 1_500),
        since_ms=st.none() | st.integers(0, 500),
    )
    def race(self, wait_ms: int, claim_ms: int | None, since_ms: int | None) -> None:
        """Both do what is next, on the same top if they can."""
        self.bench.wait(wait_ms)
        wanted = moves(self.bench)
        late = [self.bench.message(each) for each in wanted]
        for message in late:
            changed: Any = message
            if isinstance(message, m.Play):
                changed = msgspec.structs.replace(
                    message, reacted_ms=claim_ms, since_touch_ms=since_ms
                )
            self.bench.send(message.seat, changed)
            self.bench.wait(self.rng.choice([0, 5, 60]))

    @rule(
        seat=st.integers(0, 1),
        wait_ms=st.sampled_from([0, 7, 60, 130, 700]),
        claim_ms=st.none() | st.integers(0, 5_000),
    )
    def act(self, seat: int, wait_ms: int, claim_ms: int | None) -> None:
        """A seat does anything that it may."""
        self.bench.wait(wait_ms)
        legal = legal_actions(self.bench.table.rules_view(), seat)
        if legal:
            self.say(self.rng.choice(legal), claim_ms, None)

    @rule(seat=st.integers(0, 1), stock=st.integers(0, 4), pile=st.integers(0, 1))
    def throw(self, seat: int, stock: int, pile: int) -> None:
        """A seat throws any card anywhere."""
        self.say(Play(seat, stock, pile), 400, None)

    # -------------------------------------------------------------- what networks do

    @rule(seat=st.integers(0, 1), trip_ms=TRIPS, times=st.integers(1, 25))
    def measure(self, seat: int, trip_ms: float, times: int) -> None:
        """Pings come back."""
        for _ in range(times):
            self.bench.table.note_round_trip(seat, trip_ms, self.bench.now)
        self.bench.collect()

    @rule(seat=st.integers(0, 1), how=st.sampled_from(["leave", "come", "pause", "resume"]))
    def go(self, seat: int, how: str) -> None:
        """A connection comes or goes, or somebody pauses."""
        bench = self.bench
        if how == "leave":
            bench.table.disconnect(seat, bench.now)
        elif how == "come":
            bench.table.connect(seat, bench.now, coarse_clock=self.rng.random() < 0.2)
        else:
            self.ask(m.Pause if how == "pause" else m.Resume, seat)
        bench.collect()

    @rule(wait_ms=st.sampled_from([3_000, 4_000]))
    def go_on(self, wait_ms: int) -> None:
        """Both are there, and play goes on; nobody speaks for a while."""
        for seat in (0, 1):
            self.bench.table.connect(seat, self.bench.now)
            self.ask(m.Resume, seat)
        self.bench.wait(wait_ms)

    def ask(self, kind: type[m.Pause | m.Resume], seat: int) -> None:
        """Asks something of the match; a seat that is behind has its answer later."""
        self.bench.ids[seat] += 1
        self.bench.send(seat, kind(id=self.bench.ids[seat], seat=seat))

    # -------------------------------------------------------------- what holds

    @invariant()
    def nothing_is_tentative_for_long(self) -> None:
        """At most for the cap, and a card on others a little longer."""
        if not hasattr(self, "bench"):
            return
        race, now_ms = self.bench.table._match.referee.race, self.bench.table._match.table_ms
        for held in race.held:
            assert now_ms <= held.until_ms <= held.top.counted_ms + 2 * FAIR.cap_ms
        for pile in (0, 1):
            assert len({held.play.seat for held in race.on_pile(pile)}) <= 1

    @invariant()
    def all_cards_are_there(self) -> None:
        """Each of the 52 is in one place (R1.5)."""
        if not hasattr(self, "bench"):
            return
        for state in (self.bench.state, self.bench.table._match.referee.race.shown):
            lying = [card for piles in state.stocks for pile in piles for card in sum(pile, ())]
            lying += [card for part in state.hands + state.spits for card in part]
            assert len(lying) == len(set(lying))
            assert len(lying) in (0, 52)

    def teardown(self) -> None:
        """All is answered in the end, once; every client has the table's view; the log replays."""
        if not hasattr(self, "bench"):
            return
        bench = self.bench
        for seat in (0, 1):
            bench.table.connect(seat, bench.now)
            self.ask(m.Resume, seat)
        bench.wait(6_000)
        settled(bench)


def settled(bench: Bench) -> None:
    """Checks a table that has come to rest."""
    for seat in (0, 1):
        given = [
            each.message.id
            for _, each in bench.sent
            if isinstance(each.message, m.Accepted | m.Refused) and each.to == seat
        ]
        assert sorted(given) == list(range(1, bench.ids[seat] + 1))
        assert timeless(bench.mirrors[seat]) == timeless(bench.look())
    assert bench.look().tentative == []
    if bench.entries:
        *_, (_, state) = _log_of(bench.entries).replay()
        assert state == bench.state


def _log_of(entries: list[LogEntry]) -> MatchLog:
    log = MatchLog()
    for entry in entries:
        log.add(pack(entry))
    return log


Storm.TestCase.settings = settings(max_examples=25, stateful_step_count=50, deadline=None)
TestStorm = Storm.TestCase


@pytest.mark.parametrize("seed", range(5))
def test_whole_matches_over_any_distance_end(seed: int) -> None:
    """Two people who play whatever goes, with claims true and false, come to a result."""
    rng = Random(seed)
    bench = Bench(seed=seed, trips=(rng.uniform(1, 60), rng.uniform(1, 600)))
    for _ in range(6_000):
        if bench.table.is_over:
            break
        bench.wait(rng.choice([0, 20, 60, 130, 250]))
        if rng.random() < 0.2:
            bench.table.note_round_trip(rng.randrange(2), rng.uniform(1, 600), bench.now)
            bench.collect()
        wanted = moves(bench) or _slaps(bench)
        for message in [bench.message(each) for each in wanted]:
            changed: Any = message
            if isinstance(message, m.Play | m.Slap):
                changed = msgspec.structs.replace(message, reacted_ms=rng.randrange(100, 900))
            bench.send(message.seat, changed)
    assert bench.state.phase is Phase.OVER
    assert bench.heard(m.TakenBack)
    bench.wait(1_000)
    settled(bench)


def _slaps(bench: Bench) -> list[SeatAction]:
    """Both slap."""
    view = bench.table.rules_view()
    return [each for seat in (0, 1) for each in legal_actions(view, seat)[:1]]
