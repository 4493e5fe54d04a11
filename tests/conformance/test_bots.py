"""One suite over every bot and every preset; a bot that is not registered here is not a bot."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules
from random import Random

import pytest

import spit.bots
from spit.bots import BOTS, LEVELS, BotMaker, Wait
from spit.rules import (
    PRESETS,
    SEATS,
    Outcome,
    Phase,
    Rules,
    SeatAction,
    apply,
    chance_actions,
    deal,
    legal_actions,
    new_match,
    view_of,
)

MOST_ACTIONS = 20_000
"""More than any match of two bots takes; they must not go in circles, not even by stacking."""


def played(make: BotMaker, rules: Rules, seed: int) -> list[SeatAction]:
    """A match of a bot against itself: all that the seats did, each checked to be legal."""
    rng = Random(seed)
    bots = [make(seat) for seat in SEATS]
    state, done = new_match(rules), list[SeatAction]()
    while state.phase is not Phase.OVER:
        assert len(done) < MOST_ACTIONS
        if state.phase is Phase.DEAL:
            outcome = apply(state, deal(state, rng.randbytes(32)))
        elif state.phase is Phase.COIN:
            outcome = apply(state, rng.choice(chance_actions(state)))
        else:
            view = view_of(state)
            first = rng.randrange(2)
            decisions = [(seat, bots[seat].decide(view, rng)) for seat in (first, 1 - first)]
            actions = [
                (seat, each)
                for seat, each in decisions
                if each is not None and not isinstance(each, Wait)
            ]
            assert actions, "both bots wait for ever"
            seat, action = actions[0]
            assert action.seat == seat
            assert action in legal_actions(view, seat)
            done.append(action)
            outcome = apply(state, action)
        assert isinstance(outcome, Outcome)
        state = outcome.state
    return done


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", BOTS)
def test_it_plays_legally_to_the_end(name: str, preset: str) -> None:
    """From views alone it does nothing illegal, and its match has a result."""
    assert played(BOTS[name], PRESETS[preset], seed=1)


@pytest.mark.parametrize("name", BOTS)
def test_it_plays_the_same_match_again(name: str) -> None:
    """The same seed gives the same match; another seed another one."""
    first = played(BOTS[name], PRESETS["standard"], seed=2)
    assert played(BOTS[name], PRESETS["standard"], seed=2) == first
    assert played(BOTS[name], PRESETS["standard"], seed=3) != first


def test_every_bot_is_registered() -> None:
    """Each class in any module of the package that decides is in `BOTS`, as each level's bot is."""
    modules = [import_module(each.name) for each in iter_modules(spit.bots.__path__, "spit.bots.")]
    deciding = {
        value
        for module in modules
        for _, value in inspect.getmembers(module, inspect.isclass)
        if hasattr(value, "decide") and value is not spit.bots.Bot
    }
    assert deciding == set(BOTS.values())
    assert {level.make_bot for level in LEVELS.values()} <= set(BOTS.values())
