"""Work spread over processes."""

from __future__ import annotations

import pytest

from spit.arena.spread import spread


@pytest.mark.parametrize("processes", [1, 2])
def test_answers_come_in_the_order_of_the_jobs(processes: int) -> None:
    """However many processes there are."""
    jobs = [(number, 2) for number in range(20)]
    assert list(spread(pow, jobs, processes)) == [number**2 for number in range(20)]
