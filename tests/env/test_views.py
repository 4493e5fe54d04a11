"""A match of the fast simulation as the bots see it."""

import numpy as np

from bench.fast_same import ACTIONS, Trace, mixed_rules
from spit.env.views import code_of, view_of_match
from spit.fast import Batch, layout, runs
from spit.rules import PACK, SEATS, Phase, legal_actions, view_of


def test_the_view_is_that_of_the_rules() -> None:
    """In each turn of a match the view and what is legal are those that the rules give."""
    trace = Trace()
    for seed, rules in enumerate(mixed_rules(12)):
        turns = trace.play(Batch(rules, 1, seed), 0, 0, 0)
        batch = Batch(rules, 1, seed)
        for state in trace.replay(rules, min(turns, 200)):
            runs.turn(batch.bytes[0], batch.words[0], batch.options, 0, 0)
            if state.phase not in (Phase.READY, Phase.PLAY, Phase.SLAP):
                continue
            public = view_of(state)
            spits = tuple(
                pile._replace(top=None if pile.top is None else PACK[pile.top & ~3])
                for pile in public.spits
            )
            shown = view_of_match(batch, 0)
            assert shown._replace(cards=public.cards) == public._replace(spits=spits)
            for seat in SEATS:
                legal = batch.legal(np.array([seat]))[0]
                legal[layout.WAIT] = False
                codes = {code_of(each) for each in legal_actions(shown, seat)}
                assert codes == set(np.flatnonzero(legal).tolist())


def test_each_action_has_its_code() -> None:
    """Every code comes back from the action that it stands for."""
    for seat in SEATS:
        for code, action in enumerate(ACTIONS[seat]):
            assert action is None or code_of(action) == code  # type: ignore[arg-type]
