"""The time of day.

Owns the one look at it that the server takes; how long something takes is measured by the loop's
own clock, which never goes back.
"""

from __future__ import annotations

import time


def time_of_day_ms() -> int:
    """The time of day, in milliseconds since 1970 in UTC."""
    return time.time_ns() // 1_000_000
