"""The fast simulation against the rules, move for move; the greedy policy against the bot."""

from random import Random

import pytest

from bench.fast_same import ACTIONS, Trace, difference, mixed_rules, replayed
from spit.bots import GreedyBot
from spit.fast import Batch, runs
from spit.rules import SEATS, Phase, view_of

SETS = mixed_rules(50)
"""The presets and random options."""


def test_500_random_matches_are_those_of_the_rules() -> None:
    """What is legal, what follows and who wins is the same in 500 matches under 50 rules."""
    assert sum(replayed(rules, matches=10, seed=3) for rules in SETS) > 100_000


@pytest.mark.parametrize("policy", [0, 1])
def test_every_card_is_where_the_rules_have_it(policy: int) -> None:
    """After each turn of a match under each rules the whole state is the same, card by card."""
    trace = Trace()
    for seed, rules in enumerate(SETS[:20]):
        turns = trace.play(Batch(rules, 1, seed), 0, policy, policy)
        batch = Batch(rules, 1, seed)
        byte, words = batch.bytes[0], batch.words[0]
        for state in trace.replay(rules, turns):
            runs.turn(byte, words, batch.options, policy, policy)
            assert difference(state, byte, words) is None


def test_greedy_does_what_the_greedy_bot_may_do() -> None:
    """Each greedy action is one that `GreedyBot` chooses on the same view by some chance."""
    trace, bots = Trace(), [GreedyBot(seat) for seat in SEATS]
    for seed, rules in enumerate(SETS[:12]):
        turns = trace.play(Batch(rules, 1, seed), 0, 1, 1)
        states = list(trace.replay(rules, min(turns, 150)))
        for state, step in zip(states, trace.steps[1:].tolist(), strict=False):
            if state.phase in (Phase.DEAL, Phase.COIN, Phase.OVER):
                continue
            seat, code = divmod(step, 64)
            view = view_of(state)
            assert any(
                bots[seat].decide(view, Random(chance)) == ACTIONS[seat][code]
                for chance in range(40)
            )
