"""Legal play for tests of races."""

from __future__ import annotations

from spit.rules import Call, Flip, Play, SeatAction, legal_actions
from tests.table.harness import Bench


def moves(bench: Bench) -> list[SeatAction]:
    """For each seat the first thing that it would do: play, else flip, else say "spit"."""
    found: list[SeatAction] = []
    for seat in (0, 1):
        legal = legal_actions(bench.table.rules_view(), seat)
        for kind in (Play, Flip, Call):
            some = [each for each in legal if isinstance(each, kind)]
            if some:
                found.append(some[0])
                break
    return found
