"""Matches as they happen: simulated ones, and those that a record tells.

Owns the one shape in which both come, so that whatever is counted is counted of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from spit.bots import Bot, Level, Wait
from spit.rules import (
    SEATS,
    Action,
    Event,
    MatchEnded,
    Outcome,
    Phase,
    RecordError,
    Rules,
    State,
    apply,
    chance_actions,
    deal,
    new_match,
    read_record,
    view_of,
)
from spit.rules.record import Extra
from spit.rules.record_format import Source
from spit.rules.verify import Replay

MAX_ACTIONS: Final = 100_000
"""More than any match takes; one that reaches it goes in circles."""


class Happening(NamedTuple):
    """Something that has happened in a match."""

    t_ms: int
    """Since the match began, in milliseconds."""
    event: Event
    state: State
    """The match after it."""


class StatsError(ValueError):
    """A match cannot be counted; the message says why."""


def simulated(rules: Rules, level: Level, seed: str) -> Iterator[Happening]:
    """A match between two of one level, at equal speed.

    Each seat looks and acts after a waiting time drawn from the exponential distribution with the
    level's mean; it has no hand that is on its way, and loses no race.

    Args:
        rules: Of the match.
        level: How both choose, and how long they take.
        seed: Seeds the deals, the times and the choices.

    Yields:
        What happens, to the end of the match.

    Raises:
        StatsError: The match does not end.
    """
    deals = Random(f"{seed}/deals")
    times = [Random(f"{seed}/time/{seat}") for seat in SEATS]
    choices = [Random(f"{seed}/choice/{seat}") for seat in SEATS]
    bots = [level.make_bot(seat) for seat in SEATS]
    clocks = [each.expovariate(1 / level.action_ms) for each in times]
    state = new_match(rules)
    for _ in range(MAX_ACTIONS):
        seat = 0 if clocks[0] <= clocks[1] else 1
        now_ms = round(clocks[seat])
        action = _by_itself(state, deals)
        if action is None:
            clocks[seat] += times[seat].expovariate(1 / level.action_ms)
            action = _decided(bots[seat], state, choices[seat])
        if action is None:
            continue
        outcome = apply(state, action)
        if not isinstance(outcome, Outcome):
            raise StatsError(f"{action!r} was refused: {outcome!r}")
        state = outcome.state
        for event in outcome.events:
            yield Happening(now_ms, event, state)
        if state.result is not None:
            return
    raise StatsError(f"no end after {MAX_ACTIONS:,} actions")


def _by_itself(state: State, rng: Random) -> Action | None:
    """What happens without anybody's doing: a deal, or the toss of a coin."""
    if state.phase is Phase.DEAL:
        return deal(state, rng.randbytes(32))
    if state.phase is Phase.COIN:
        return rng.choice(chance_actions(state))
    return None


def _decided(bot: Bot, state: State, rng: Random) -> Action | None:
    decision = bot.decide(view_of(state), rng)
    return None if isinstance(decision, Wait) else decision


def recorded(source: Source) -> Iterator[Happening]:
    """The match that a record tells.

    Args:
        source: A record, opened in binary mode, at its start.

    Raises:
        RecordError: The record is not well formed, or breaks the rules.
    """
    header, lines = read_record(source)
    replay = Replay(header.rules)
    for line in lines:
        try:
            replay.step(line.event)
        except RecordError as error:
            error.line = error.line or line.number
            raise
        if not isinstance(line.event, Extra):
            yield Happening(line.t_ms, line.event, replay.state)
            if isinstance(line.event, MatchEnded):
                return
