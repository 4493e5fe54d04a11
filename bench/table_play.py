"""What a live table costs: legal play through `spit.table.Table`, in processor time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Final

from spit.protocol import messages as m
from spit.rules import (
    STANDARD,
    Call,
    Flip,
    Play,
    SeatAction,
    Shift,
    Slap,
    View,
    legal_actions,
)
from spit.table import SeatMessage, Table, TableSettings

Step = tuple[SeatMessage | None, int]
"""What a table is told and when, in ms; None is a mere tick."""


Distances = tuple[float, float] | None
"""By seat, the round trip of its connection in ms; None if they were not measured."""

APART: Final = (20.0, 120.0)


def _table(seed: int, trips: Distances) -> Table:
    """A fresh table for two people who are both there."""
    table = Table(
        "bench", ("Ana", "Ben"), (False, False), STANDARD, TableSettings(),
        _entropy(seed), 0,
    )  # fmt: skip
    for seat in (0, 1):
        table.connect(seat, 0)
    for seat, trip_ms in enumerate(trips or ()):
        table.note_round_trip(seat, trip_ms, 0)
    return table


def _entropy(seed: int) -> Callable[[], bytes]:
    rng = Random(seed)
    return lambda: rng.randbytes(32)


def _message(table: Table, action: SeatAction, number: int, seen: View) -> SeatMessage:
    """What an honest client sends for an action."""
    seat = action.seat
    match action:
        case Play(_, stock, pile):
            card, top = seen.stocks[seat][stock].up[-1], seen.tops[pile]
            return m.Play(
                id=number, seat=seat, stock=stock, pile=pile, card=str(card), top=str(top),
                top_version=table.top_version(pile), reacted_ms=400, since_touch_ms=500,
            )  # fmt: skip
        case Flip(_, stock):
            return m.Flip(id=number, seat=seat, stock=stock, since_touch_ms=400)
        case Shift(_, stock, slot):
            card = seen.stocks[seat][stock].up[-1]
            return m.Shift(id=number, seat=seat, stock=stock, slot=slot, card=str(card))
        case Call(_, pile):
            return m.Spit(id=number, seat=seat, pile=pile)
        case Slap(_, pile):
            return m.Slap(id=number, seat=seat, pile=pile, reacted_ms=300)


def script(seed: int, trips: Distances) -> list[Step]:
    """Legal play of one match.

    Plays come before flips, flips before the rest, as people play; each seat touches at most
    every 150 ms.
    """
    rng, table, now_ms = Random(seed), _table(seed, trips), 0
    steps: list[Step] = []
    numbers = [1, 1]
    while not table.is_over:
        now_ms += rng.randrange(150, 400)
        while (due := table.next_deadline_ms()) is not None and due <= now_ms:
            table.tick(due)
            steps.append((None, due))
        seen = table.rules_view()
        choices = [each for seat in (0, 1) for each in legal_actions(seen, seat)]
        plays: list[SeatAction] = [each for each in choices if isinstance(each, Play)]
        quick = plays or [each for each in choices if isinstance(each, Flip)]
        if not choices:
            continue
        action = rng.choice(quick or choices)
        message = _message(table, action, numbers[action.seat], seen)
        numbers[action.seat] += 1
        table.receive(action.seat, message, now_ms)
        steps.append((message, now_ms))
    return steps


def replay(steps: list[Step], seed: int, trips: Distances) -> tuple[float, int]:
    """Plays a script at a fresh table.

    Returns:
        Processor time in seconds, and how many actions were accepted.
    """
    table = _table(seed, trips)
    accepted = 0
    started = process_time()
    for message, now_ms in steps:
        if message is None:
            table.tick(now_ms)
        else:
            table.receive(message.seat, message, now_ms)
        for sent in table.take_outbox():
            if type(sent.message) is m.Accepted:
                accepted += 1
        table.take_log()
    return process_time() - started, accepted


def cost_us(matches: int, times: int, trips: Distances) -> float:
    """What an accepted action costs, in microseconds: the least of several runs."""
    scripts = [script(seed, trips) for seed in range(matches)]
    costs = []
    for _ in range(times):
        runs = [replay(steps, seed, trips) for seed, steps in enumerate(scripts)]
        costs.append(sum(cost for cost, _ in runs) / sum(accepted for _, accepted in runs) * 1e6)
    return min(costs)


def main(matches: int = 8, times: int = 7) -> None:
    """Prints the cost of an accepted action, on one machine and between people apart.

    Args:
        matches: How many matches are played.
        times: How often.
    """
    here, apart = (cost_us(matches, times, trips) for trips in (None, APART))
    print(
        f"table: {here:.1f} µs an accepted action on one machine, {apart:.1f} between people "
        f"{APART[0]:.0f} and {APART[1]:.0f} ms away"
    )


if __name__ == "__main__":
    main()
