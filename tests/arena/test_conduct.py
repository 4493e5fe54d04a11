"""What the operator is told of: no honest simulated hand comes near it."""

from __future__ import annotations

import pytest

from spit.arena.link import LinkSettings
from spit.arena.match import Path, Round, Sitting
from spit.arena.study import ORDERS
from spit.bots import LEVELS


@pytest.mark.parametrize("level", ["steady", "lightning"])
@pytest.mark.parametrize("far_ms", [20, 200, 300])
def test_honest_hands_are_not_odd(level: str, far_ms: int) -> None:
    """In a round at most one reaction seems too fast, and most cards find their place."""
    near, far = (
        Path(LinkSettings(trip_ms / 2, stall=0.005), LinkSettings(trip_ms / 2, stall=0.005))
        for trip_ms in (20, far_ms)
    )
    for number in range(6):
        chance = f"near/{number}", f"far/{number}"
        sitting = Sitting((near, far), LEVELS[level], ORDERS["fair"], chance)
        played = Round(sitting, f"conduct/{number}", chance)
        played.run()
        for conduct in played._table._house.order._conduct:  # type: ignore[attr-defined]
            assert len(conduct._fast_ms) <= 1
            assert conduct._refused <= 0.5 * conduct._thrown
        assert played._table.take_doubts() == []
