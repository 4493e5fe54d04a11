"""A table from the first deal to the rematch: ids, positions, ends, and any order of messages."""

from __future__ import annotations

import gc
import weakref
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spit.protocol import messages as m
from spit.protocol.follow import follow
from spit.rules import (
    PRESETS,
    SEATS,
    SLOTS,
    Call,
    Flip,
    Phase,
    Play,
    Reason,
    Rules,
    SeatAction,
    Shift,
    Slap,
    legal_actions,
)
from spit.table import ArrivedPlay, MatchBegan, Order, Race, Ruling, Table, TableSettings
from tests.table.harness import Bench, position, timeless

SETTINGS = TableSettings()
EVERY_ACTION: tuple[SeatAction, ...] = (
    *(Play(seat, stock, pile) for seat in SEATS for stock in SLOTS for pile in (0, 1)),
    *(Flip(seat, stock) for seat in SEATS for stock in SLOTS),
    *(Shift(seat, stock, slot) for seat in SEATS for stock in SLOTS for slot in SLOTS),
    *(Call(seat, pile) for seat in SEATS for pile in (None, 0, 1)),
    *(Slap(seat, pile) for seat in SEATS for pile in (0, 1)),
)
KINDS = (*("legal",) * 20, *("act",) * 5, "again", "pause", "leave", *("resume", "come") * 2)


def live_bench() -> Bench:
    """A race in which both can play."""
    mine, theirs = "9h|3s, 4d, Jd", "9d|3d, Jh"
    return Bench(position(mine, theirs, ["2h", "2d"], ("3h 3c", "8h 8s")))


def test_the_first_deal_waits_for_both_seats() -> None:
    """R2.1: nothing is dealt to somebody who is not there."""
    table = Table("t", ("a", "b"), (False, False), Rules(), SETTINGS, lambda: b"x" * 32, 0)
    table.connect(0, 0)
    table.tick(60_000)
    assert table.view(60_000).phase == "deal"
    table.connect(1, 60_000)
    table.tick(61_000)
    assert table.view(61_000).phase == "ready"


def test_r3_1_both_ready_turn_the_first_cards() -> None:
    """R3.1: no play before that, and the first spit comes with the second "ready"."""
    bench = Bench()
    bench.wait(SETTINGS.first_deal_ms)
    assert bench.refused(Play(0, 0, 0)).reason is Reason.WRONG_PHASE
    bench.done(Call(0, None))
    assert bench.look().phase == "ready"
    bench.done(Call(1, None))
    assert [pile.cards for pile in bench.look().spits] == [1, 1]


def test_a_repeated_id_is_answered_again_and_not_applied_again() -> None:
    """The same answer twice, one event."""
    bench = live_bench()
    message = bench.message(Play(0, 0, 0))
    first = bench.send(0, message)
    version = bench.look().version
    bench.answers.clear()
    assert bench.send(0, message) == first
    assert bench.look().version == version


def test_an_id_that_was_passed_over_is_stale() -> None:
    """A message that comes late, out of order, is not applied."""
    bench = live_bench()
    bench.ids[0] = 10
    bench.done(Play(0, 0, 0))
    late = m.Flip(id=3, seat=0, stock=0)
    answer = bench.send(0, late)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.STALE_ID


def test_a_seat_cannot_act_for_the_other() -> None:
    """A message about the other seat changes nothing."""
    bench = live_bench()
    before = timeless(bench.look())
    bench.table.receive(0, bench.message(Play(1, 0, 0)), bench.now)
    (sent,) = bench.table.take_outbox()
    assert sent.to == 0
    assert isinstance(sent.message, m.Refused)
    assert sent.message.reason is Reason.NOT_YOUR_SEAT
    assert timeless(bench.look()) == before


def test_a_client_that_lost_touch_gets_what_it_missed() -> None:
    """From any remembered position the events lead to the view of now."""
    bench = live_bench()
    old = bench.look()
    bench.done(Play(0, 0, 0))
    bench.done(Flip(0, 0))
    update = bench.table.since(m.Position(old.epoch, old.version))
    assert update is not None
    followed = follow(old, update)
    assert followed is not None
    assert timeless(followed) == timeless(bench.look())


@pytest.mark.parametrize("have", [m.Position(1, 0), m.Position(2, 9_999), m.Position(3, 0)])
def test_an_unknown_position_needs_a_whole_view(have: m.Position) -> None:
    """Another epoch, or a version that was never reached."""
    assert live_bench().table.since(have) is None


def test_an_adopted_match_is_paused_until_both_are_back() -> None:
    """A restart: a new epoch, and 3-2-1 once both have connected."""
    bench = Bench(position("9h|3s, 4d", "3d, Jh", ["2h", "2d"], ("3h", "8h")), settings=SETTINGS)
    assert bench.look().epoch == 2
    assert bench.heard(m.PauseEnded)


def test_resigning_ends_the_match() -> None:
    """The other seat wins, once, and nothing more can be done."""
    bench = live_bench()
    assert isinstance(bench.ask(m.Resign, 0), m.Accepted)
    assert bench.look().result == m.Result(1, "resigned")
    assert bench.look().wins == [0, 1]
    assert bench.refused(Play(1, 0, 0)).reason is Reason.WRONG_PHASE
    answer = bench.ask(m.Resign, 1)
    assert isinstance(answer, m.Refused)


def test_a_rematch_needs_both_and_begins_anew() -> None:
    """Sides are kept, the match has a new name, and its log a header of its own."""
    bench = live_bench()
    bench.ask(m.Resign, 0)
    bench.ask(m.Rematch, 0)
    assert bench.look().rematch == [True, False]
    bench.ask(m.Rematch, 1)
    assert bench.look().match == "test-2"
    bench.wait(SETTINGS.first_deal_ms)
    assert (bench.look().phase, bench.look().round) == ("ready", 1)
    began = [entry.what for entry in bench.log if isinstance(entry.what, MatchBegan)]
    assert began[-1].match == "test-2"


def test_a_touch_that_waits_for_its_hand_is_answered_before_a_rematch() -> None:
    """It came too late for the match that it was made in, and is nothing in the next one."""
    bench = live_bench()
    bench.ask(m.Resign, 0)
    bench.ask(m.Rematch, 0)
    bench.send(1, bench.message(Flip(1, 0)))
    waiting = bench.message(Flip(1, 1))
    assert bench.send(1, waiting) is None
    bench.ask(m.Rematch, 1)
    answer = bench.answers[1, waiting.id]
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.WRONG_PHASE


def test_a_flip_that_waits_for_its_card_is_answered_before_a_rematch() -> None:
    """Flips take as long for both, so one may wait when the next match begins."""
    bench = live_bench()
    for seat in SEATS:
        bench.table.note_round_trip(seat, 40.0 + 100 * seat, bench.now)
    bench.ask(m.Resign, 0)
    bench.ask(m.Rematch, 0)
    bench.wait(SETTINGS.hand_ms)
    waiting = bench.message(Flip(0, 0))
    assert bench.send(0, waiting) is None
    bench.ask(m.Rematch, 1)
    answer = bench.answers[0, waiting.id]
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.WRONG_PHASE


def test_the_match_before_a_rematch_is_freed_at_once() -> None:
    """Without the collector, which looks at old things only when nobody plays."""
    bench = live_bench()
    before = weakref.ref(bench.table._match)
    bench.ask(m.Resign, 0)
    bench.ask(m.Rematch, 0)
    gc.collect()
    gc.disable()
    try:
        bench.ask(m.Rematch, 1)
        assert before() is None
    finally:
        gc.enable()


def test_a_rematch_is_not_asked_for_before_the_result() -> None:
    """There is nothing to repeat yet."""
    answer = live_bench().ask(m.Rematch, 0)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.NOT_OFFERED


def test_r4_5_a_match_in_which_nobody_plays_is_abandoned() -> None:
    """R4.5: nobody is obliged to play, but a table may end such a match."""
    bench = live_bench()
    bench.wait(SETTINGS.abandon_ms)
    assert bench.look().result == m.Result(None, "abandoned")


@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_end_every_preset(preset: str) -> None:
    """Two random players at a live table come to a result, and every view is followed."""
    bench = Bench(rules=PRESETS[preset], bots=(False, True), seed=5)
    rng = Random(preset)
    for _ in range(6_000):
        if bench.table.is_over:
            break
        bench.wait(rng.randrange(50, 900))
        seat = rng.randrange(2)
        actions = legal_actions(bench.table.rules_view(), seat)
        moves = [each for each in actions if not isinstance(each, Shift)] or actions
        if moves:
            bench.send(seat, bench.message(rng.choice(moves)))
    assert bench.state.phase is Phase.OVER


class Whimsical(Order):
    """An order that holds, settles and takes back whatever it may, by chance."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def rule(self, play: ArrivedPlay, race: Race) -> Ruling:
        """Any ruling that an order may make."""
        rng, held = self._rng, race.on_pile(play.pile)
        rivals = [each.play for each in held if each.play.seat != play.seat]
        beaten = [each.version for each in rivals if each.under_card == str(play.believed)]
        hold = play.arrived_ms + rng.randrange(400) if rng.random() < 0.7 else None
        if beaten and rng.random() < 0.7:
            return Ruling(take_back=beaten[0], margin_ms=7, hold_until_ms=hold)
        settle = tuple(each.version for each in rivals) if rivals else ()
        return Ruling(settle=settle, hold_until_ms=hold)


@settings(max_examples=60, deadline=None)
@given(
    st.booleans(),
    st.integers(0, 2**32),
    st.lists(
        st.tuples(
            st.sampled_from(EVERY_ACTION),
            st.sampled_from([0, 0, 0, 7, 60, 130, 700, 3_000, 25_000]),
            st.sampled_from(KINDS),
        ),
        max_size=120,
    ),
)
def test_any_order_of_messages_ends_in_a_valid_state(
    is_held: bool, seed: int, steps: list[tuple[SeatAction, int, str]]
) -> None:
    """Whatever arrives whenever: all cards are there, each action has one answer, views agree."""
    rng = Random(seed)
    _storm(Bench(seed=seed, order=Whimsical(rng) if is_held else None), rng, steps)


def _storm(bench: Bench, rng: Random, steps: list[tuple[SeatAction, int, str]]) -> None:
    """Throws steps at a table and checks it after each, and at the end that all is answered."""
    for action, wait_ms, kind in steps:
        bench.wait(wait_ms)
        seat = action.seat
        if kind == "legal":
            legal = legal_actions(bench.table.rules_view(), seat)
            bench.send(seat, bench.message(rng.choice(legal or (action,))))
        elif kind == "act":
            bench.send(seat, bench.message(action))
        elif kind == "again" and bench.ids[seat]:
            bench.send(seat, m.Flip(id=bench.ids[seat], seat=seat, stock=0))
        elif kind in ("pause", "resume"):
            bench.ask(m.Pause if kind == "pause" else m.Resume, seat)
        elif kind == "leave":
            bench.table.disconnect(seat, bench.now)
        elif kind == "come":
            bench.table.connect(seat, bench.now)
        bench.collect()
        assert _all_cards(bench) in (0, 52)
    for seat in SEATS:
        bench.table.connect(seat, bench.now)
        bench.ask(m.Resume, seat)
    bench.wait(10_000)
    for seat in SEATS:
        assert all((seat, number) in bench.answers for number in range(1, bench.ids[seat] + 1))


@pytest.mark.parametrize("seed", range(20))
def test_long_storms_end_in_a_valid_state(seed: int) -> None:
    """The same over hundreds of steps, far enough to see rounds end and cards taken back."""
    rng = Random(seed)
    steps = [
        (rng.choice(EVERY_ACTION), rng.choice([0, 0, 7, 60, 130, 700, 3_000]), rng.choice(KINDS))
        for _ in range(400)
    ]
    _storm(Bench(seed=seed, order=Whimsical(rng) if seed % 2 else None), rng, steps)


def _all_cards(bench: Bench) -> int:
    """Different cards on the table and in hands, or owned between rounds; 0 before a deal."""
    state = bench.state
    if state.phase in (Phase.DEAL, Phase.OVER) and state.owned:
        return len({card for owned in state.owned for card in owned})
    lying = [card for piles in state.stocks for pile in piles for card in pile.down + pile.up]
    lying += [card for part in state.hands + state.spits for card in part]
    assert len(lying) == len(set(lying))
    return len(lying)
