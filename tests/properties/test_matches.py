"""Whole matches under any rules: what holds at every moment, and that each one ends."""

from __future__ import annotations

from random import Random

from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spit.rules import (
    PACK,
    Action,
    Deal,
    EarlyReason,
    EndEarly,
    Event,
    Phase,
    RecordWriter,
    Rejected,
    Replay,
    Rules,
    Switch,
    apply,
    deal,
    has_play,
    legal_actions,
    new_match,
    read_record,
    verify,
    view_of,
)
from tests.properties.strategies import any_rules, listed, permuted
from tests.rules.boards import owned_cards
from tests.rules.random_play import (
    header,
    next_action,
    opened,
    possible_actions,
    random_match,
    record_of,
)

POSSIBLE = possible_actions()
"""What a seat could name, places that do not exist among it."""

MOST_ACTIONS_OF_A_ROUND = 600
"""More than a round without stacking can take.

Each play takes one of at most 52 cards out of the stocks, each flip turns one of them for good,
each shift fills a slot that was empty from the layout (at most 10) or from a play; each spit takes
one of at most 37 spit cards, and beside the two calls of a spit there are at most two for each
flip or shift, which alone can take calls back. Deal and slap are one each.
"""

MOST_ACTIONS_OF_A_MATCH = 100_000
"""Far more than matches played at random take.

Rounds have no number after which they must end, and with stacking a round has none either, as
cards may be stacked and shifted back for ever (R5.4): what ends both is that chance picks each
legal action again and again, so no loop lasts. That is certain, but not within any bound; the
examples are fixed, so this one holds for them.
"""

SEEDS = st.integers(0, 2**32 - 1)


class Match(RuleBasedStateMachine):
    """One match by actions of any kind, with its record and a replay beside it."""

    @initialize(rules=any_rules())
    def begin(self, rules: Rules) -> None:
        """Starts the match, its record and the replay."""
        note(f"{rules.header}")
        self.state = new_match(rules)
        self.writer = RecordWriter(header(rules))
        self.lines = [self.writer.header()]
        self.replay = Replay(rules)

    def accept(self, action: Action) -> None:
        """Applies an action that must be legal, and tells it on."""
        outcome = apply(self.state, action)
        assert not isinstance(outcome, Rejected), f"{action}: {outcome}"
        self.state = outcome.state
        self.tell(outcome.events)

    def tell(self, events: tuple[Event, ...]) -> None:
        """Writes events down, replays what was written and compares."""
        told = "".join(self.writer.event(event, len(self.lines)) for event in events)
        if not told:
            return
        for line in read_record(opened(self.lines[0] + told))[1]:
            self.replay.step(line.event)
        self.lines.append(told)
        assert self.replay.state == self.state._replace(calls=(None, None), first_call=None)

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(seed=SEEDS, steps=st.integers(1, 40))
    def go_on(self, seed: int, steps: int) -> None:
        """Plays on for a while."""
        rng = Random(seed)
        for _ in range(steps):
            if self.state.phase is Phase.OVER:
                break
            self.accept(next_action(self.state, rng))

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(seed=SEEDS)
    def finish_the_round(self, seed: int) -> None:
        """Plays to the next deal, so that later rounds are reached."""
        rng = Random(seed)
        for _ in range(MOST_ACTIONS_OF_A_ROUND):
            self.accept(next_action(self.state, rng))
            if self.state.phase in (Phase.DEAL, Phase.OVER):
                break

    @rule(seat=st.integers(0, 1), number=st.integers(0, 63))
    def act(self, seat: int, number: int) -> None:
        """One seat does one of the things that it may do."""
        actions = legal_actions(self.state, seat)
        if actions:
            self.accept(actions[number % len(actions)])

    @rule(seed=st.binary(max_size=8), swap=st.tuples(st.integers(0, 51), st.integers(0, 51)))
    def deal_wrong_cards(self, seed: bytes, swap: tuple[int, int]) -> None:
        """A deal is accepted when it is due and gives each seat its own cards, else refused."""
        packets = deal(self.state, seed).packets
        cards = [*packets[0], *packets[1]]
        cards[swap[0]] = cards[swap[1]]
        cut = len(packets[0])
        outcome = apply(self.state, Deal((tuple(cards[:cut]), tuple(cards[cut:]))))
        is_right = self.state.phase is Phase.DEAL and swap[0] == swap[1]
        assert isinstance(outcome, Rejected) != is_right

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        """R1.5: the 52 cards are in one place each, or wait for the next deal."""
        has_none = self.state.phase in (Phase.DEAL, Phase.OVER) and self.state.owned is None
        cards = owned_cards(self.state)
        assert cards == list(PACK) or (has_none and not cards)

    @invariant()
    def what_is_listed_is_accepted_and_nothing_else(self) -> None:
        """Of all that a seat could name, and with the same list from the view."""
        legal = listed(self.state)
        accepted = {
            action for action in POSSIBLE if not isinstance(apply(self.state, action), Rejected)
        }
        assert accepted == legal
        view = view_of(self.state)
        for seat in (0, 1):
            mine = legal_actions(self.state, seat)
            assert legal_actions(view, seat) == mine
            assert all(action.seat == seat for action in mine)
            assert len(set(mine)) == len(mine)

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        """Until the match is over or waits for a deal, there is something to do."""
        assert bool(listed(self.state)) == (self.state.phase not in (Phase.DEAL, Phase.OVER))

    @invariant()
    def nothing_is_said_while_a_play_exists(self) -> None:
        """R3.4, R3.5: nobody may say "spit" then, and what was said is taken back."""
        assert not has_play(self.state) or self.state.calls == (None, None)

    @invariant()
    def nothing_hidden_shows(self) -> None:
        """R2.6: with the hidden cards in another order the view is the same."""
        assert view_of(permuted(self.state, Random(1))) == view_of(self.state)

    def teardown(self) -> None:
        """The record of the match verifies, if need be with an early end."""
        if not hasattr(self, "state"):
            return
        if self.state.phase is not Phase.OVER:
            self.accept(EndEarly(EarlyReason.ABANDONED, None))
        assert self.replay.is_over
        assert verify(opened("".join(self.lines))) is None


Match.TestCase.settings = settings(max_examples=100, stateful_step_count=40)
TestMatch = Match.TestCase


@settings(max_examples=100)
@given(rules=any_rules(), seed=SEEDS)
def test_every_match_of_random_play_ends(rules: Rules, seed: int) -> None:
    """Within the bounds above, and with a result."""
    of_round = 0
    last = None
    for total, last in enumerate(random_match(rules, seed), start=1):
        of_round = 1 if isinstance(last.action, Deal) else of_round + 1
        assert total <= MOST_ACTIONS_OF_A_MATCH
        if rules.stacking is Switch.OFF:
            assert of_round <= MOST_ACTIONS_OF_A_ROUND
    assert last is not None
    assert last.after.result is not None


@settings(max_examples=100)
@given(rules=any_rules(), seed=SEEDS)
def test_the_record_of_any_match_verifies(rules: Rules, seed: int) -> None:
    """Whatever the rules and whichever way it went."""
    assert verify(opened(record_of(rules, seed))) is None
