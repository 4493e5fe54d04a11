"""Going before all other processes of the machine, where that is allowed.

What the others do to a process that has to wait for its turn is not what a soak is to measure.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def come_first(priority: int = 1) -> None:
    """From now on this process goes before all of lower priority; ordinary ones have 0."""
    if sys.platform == "linux":
        with suppress(PermissionError):
            policy = os.SCHED_RR if priority else os.SCHED_OTHER
            os.sched_setscheduler(0, policy, os.sched_param(priority))


@contextmanager
def first() -> Iterator[None]:
    """Goes before those that have come first, for a moment."""
    come_first(2)
    try:
        yield
    finally:
        come_first(0)
