"""Rounds between two policies at equal speed.

Owns the smallest fair measure of a policy: virtual time in which both seats act equally often,
without hands, eyes or lost races. It tells good choices from bad ones; `spit.bots.tempo` is for
the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random

from spit.bots.bot import Bot, BotMaker, Wait
from spit.rules import (
    SEATS,
    STANDARD,
    Call,
    Outcome,
    Rules,
    State,
    Stopped,
    apply,
    cards_in_stock,
    deal,
    new_match,
    view_of,
)

MAX_ACTIONS = 5_000
"""More actions than any round takes; a round that reaches it is a fault of a bot."""


class DuelError(RuntimeError):
    """A bot did something illegal, or its round did not end."""


@dataclass(frozen=True, slots=True)
class Score:
    """Rounds won by the first of two policies, a drawn round counting half."""

    won: float
    rounds: int

    @property
    def share(self) -> float:
        """Share of rounds won, 0 to 1."""
        return self.won / self.rounds

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Wilson's score interval of the share (Wilson 1927); `z` 1.96 gives 95 %."""
        return wilson(self.won, self.rounds, z)

    def __str__(self) -> str:
        """The share and its 95 % interval in per cent."""
        low, high = self.interval()
        return f"{self.share:.1%} [{low:.1%}, {high:.1%}] of {self.rounds} rounds"


def wilson(won: float, rounds: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval for a share (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927)."""
    share = won / rounds
    spread = z * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
    middle = share + z * z / (2 * rounds)
    scale = 1 + z * z / rounds
    return (middle - spread) / scale, (middle + spread) / scale


def fresh_round(seed: str, rules: Rules = STANDARD) -> State:
    """The first round of a match, dealt by `seed`, with the first spit cards turned (R3.1)."""
    state = new_match(rules)
    state = _accepted(apply(state, deal(state, seed.encode())), "deal").state
    for seat in SEATS:
        state = _accepted(apply(state, Call(seat, None)), "call").state
    return state


def play_round(state: State, bots: tuple[Bot, Bot], seed: str) -> float:
    """Plays a round to its end; both seats act equally often.

    Each seat's next action comes after a waiting time drawn from the exponential distribution
    with mean 1, the same one for both. When its time comes it is shown the view and what it
    decides happens at once.

    Args:
        state: A round whose first spit cards are turned.
        bots: By seat.
        seed: Seeds one generator for each seat's times and one for each seat's choices.

    Returns:
        What seat 0 won: 1 if it cleared (R6.1), or if the round was blocked (R6.2) and it has
        fewer cards in its stock; 0 if the other did; 0.5 if they have equally many.

    Raises:
        DuelError: A bot answered with an illegal action, or the round does not end.
    """
    times = [Random(f"{seed}/time/{seat}") for seat in SEATS]
    choices = [Random(f"{seed}/choice/{seat}") for seat in SEATS]
    clocks = [each.expovariate(1.0) for each in times]
    for _ in range(MAX_ACTIONS):
        seat = 0 if clocks[0] <= clocks[1] else 1
        clocks[seat] += times[seat].expovariate(1.0)
        action = bots[seat].decide(view_of(state), choices[seat])
        if action is None or isinstance(action, Wait):
            continue
        before = state
        state, events = _accepted(apply(state, action), action)
        for event in events:
            if isinstance(event, Stopped):
                return _won(before, event)
    raise DuelError(f"no end after {MAX_ACTIONS} actions")


def _won(before: State, stopped: Stopped) -> float:
    if stopped.cleared is not None:
        return float(stopped.cleared == 0)
    mine, other = (cards_in_stock(before.stocks[seat]) for seat in SEATS)
    return 0.5 if mine == other else float(mine < other)


def _accepted(outcome: object, action: object) -> Outcome:
    if not isinstance(outcome, Outcome):
        raise DuelError(f"{action!r} was refused: {outcome!r}")
    return outcome


def mirrored(
    first: BotMaker,
    second: BotMaker,
    deals: int,
    seed: str,
    rules: Rules = STANDARD,
    start: int = 0,
) -> Iterator[float]:
    """What `first` wins in rounds against `second`, each deal played from both sides.

    Both rounds of a pair have the same cards and the same times by seat, and the policies change
    seats, so that the luck of the deal cancels out. The first deal is that of the number `start`:
    a part of a longer run, which can so be spread over processes.

    Yields:
        Two results for each deal, as `play_round` gives them, from `first`'s side.
    """
    for number in range(start, start + deals):
        name = f"{seed}/{number}"
        state = fresh_round(name, rules)
        yield play_round(state, (first(0), second(1)), name)
        yield 1.0 - play_round(state, (second(0), first(1)), name)


def score(
    first: BotMaker, second: BotMaker, deals: int, seed: str, rules: Rules = STANDARD
) -> Score:
    """The score of `first` against `second` over `deals` mirrored deals, two rounds each."""
    return Score(sum(mirrored(first, second, deals, seed, rules)), 2 * deals)
