"""Who plays whom.

Owns the choice alone: people who look for an opponent go in, pairs come out. It knows no socket and
no clock.

Two of the same rules may be paired if the way between them, by the server, is not too long. How
long a way will do grows with how long the longer-waiting of them has waited, so that the near are
paired first and the far are paired all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

NEAR_MS = 80.0
"""A way that will do at once: the two round trips to the server together."""
MORE_MS_PER_SECOND = 60.0
"""How much longer it may be for each second of waiting."""
MOST = 64
"""So many of one group, the longest-waiting, are looked at at a time."""
UNKNOWN_MS = 150.0
"""What a round trip is taken to be before it was measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Seeker:
    """Somebody who looks for an opponent."""

    rules: str
    """The rules they want, as a key that is the same for the same rules."""
    since: float
    """Since when, in seconds of the caller's clock."""
    round_trip_ms: float | None
    """Their way to the server and back."""


def pairs(
    seekers: Iterable[Seeker], now: float, are_apart: Callable[[Seeker, Seeker], bool]
) -> list[tuple[Seeker, Seeker]]:
    """The pairs to be made now, the nearest first; nobody is in two of them.

    Args:
        seekers: All who look for an opponent.
        now: By the clock of `Seeker.since`, in seconds.
        are_apart: Whether two must not meet.
    """
    found: list[tuple[Seeker, Seeker]] = []
    for group in _by_rules(seekers).values():
        front = group[:MOST]
        left = set(front)
        for first, second in sorted(combinations(front, 2), key=lambda pair: _way_ms(*pair)):
            if first not in left or second not in left:
                continue
            if _way_ms(first, second) > _will_do_ms(first, second, now):
                continue
            if not are_apart(first, second):
                found.append((first, second))
                left -= {first, second}
    return found


def _by_rules(seekers: Iterable[Seeker]) -> dict[str, list[Seeker]]:
    groups: dict[str, list[Seeker]] = {}
    for seeker in sorted(seekers, key=lambda each: each.since):
        groups.setdefault(seeker.rules, []).append(seeker)
    return groups


def _way_ms(first: Seeker, second: Seeker) -> float:
    ways = (first.round_trip_ms, second.round_trip_ms)
    return sum(UNKNOWN_MS if way is None else way for way in ways)


def _will_do_ms(first: Seeker, second: Seeker, now: float) -> float:
    waited = now - min(first.since, second.since)
    return NEAR_MS + MORE_MS_PER_SECOND * waited
