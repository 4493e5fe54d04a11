"""Matches played at random: what the tests of records and of whole matches share."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import NamedTuple

from spit.rules import (
    Action,
    Call,
    Event,
    Flip,
    Header,
    Phase,
    Play,
    RecordWriter,
    Rejected,
    Rules,
    Shift,
    Slap,
    State,
    apply,
    chance_actions,
    deal,
    legal_actions,
    new_match,
)

STARTED = "2026-11-30T09:15:00Z"


class Step(NamedTuple):
    """One accepted action of a match."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


def next_action(state: State, rng: Random) -> Action:
    """Any action that goes on from `state`: a deal, a coin, or what either seat may do."""
    if state.phase is Phase.DEAL:
        return deal(state, rng.randbytes(8))
    if state.phase is Phase.COIN:
        return rng.choice(chance_actions(state))
    return rng.choice(legal_actions(state, 0) + legal_actions(state, 1))


def random_match(rules: Rules, seed: int) -> Iterator[Step]:
    """Plays one match at random to its end, step by step."""
    rng, state = Random(seed), new_match(rules)
    while state.phase is not Phase.OVER:
        action = next_action(state, rng)
        outcome = apply(state, action)
        assert not isinstance(outcome, Rejected), f"{action}: {outcome}"
        yield Step(state, action, *outcome)
        state = outcome.state


def header(rules: Rules) -> Header:
    """A header for a match of these rules."""
    return Header("k3v9q", STARTED, rules, ("Ana", "bot:skilled"))


def record_of(rules: Rules, seed: int) -> bytes:
    """The record of a match that is played at random."""
    writer = RecordWriter(header(rules))
    lines = [writer.header()]
    for t_ms, step in enumerate(random_match(rules, seed)):
        lines += [writer.event(event, t_ms) for event in step.events]
    return "".join(lines).encode()


def opened(record: bytes | str) -> BytesIO:
    """A record as an open file."""
    return BytesIO(record.encode() if isinstance(record, str) else record)


def possible_actions() -> list[Action]:
    """Every action a seat could name, with places that do not exist just beyond those that do."""
    seats, slots, spits = range(-1, 3), range(-1, 6), range(-1, 3)
    actions: list[Action] = []
    for seat in seats:
        actions += [Play(seat, stock, spit) for stock in slots for spit in spits]
        actions += [Flip(seat, stock) for stock in slots]
        actions += [Shift(seat, stock, slot) for stock in slots for slot in slots]
        actions += [Call(seat, spit) for spit in (None, *spits)]
        actions += [Slap(seat, spit) for spit in spits]
    return actions
