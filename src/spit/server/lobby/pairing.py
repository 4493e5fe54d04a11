"""Who plays whom.

Owns the choice alone: people who look for an opponent go in, pairs come out. It knows no socket and
no clock.

Two of the same rules may be paired if the way between them, by the server, is not too long. How
long a way will do grows with how long the longer-waiting of them has waited, so that the near are
paired first and the far are paired all the same. Whoever has waited chooses before newcomers, so
that no stream of near ones passes by somebody far away for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

NEAR_MS = 80.0
"""A way that will do at once: the two round trips to the server together."""
MORE_MS_PER_SECOND = 60.0
"""How much longer it may be for each second of waiting."""
MOST_TRIES = 32
"""So many others, the nearest, are tried for each at a time."""
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
    """The pairs to be made now; nobody is in two of them.

    Args:
        seekers: All who look for an opponent.
        now: By the clock of `Seeker.since`, in seconds.
        are_apart: Whether two must not meet.
    """
    groups: dict[str, list[Seeker]] = {}
    for seeker in seekers:
        groups.setdefault(seeker.rules, []).append(seeker)
    return [pair for group in groups.values() for pair in _pairs_of(group, now, are_apart)]


def _pairs_of(
    group: list[Seeker], now: float, are_apart: Callable[[Seeker, Seeker], bool]
) -> list[tuple[Seeker, Seeker]]:
    """The pairs of people who want the same rules."""
    left = dict.fromkeys(sorted(group, key=_way_ms))
    longest_ms = _will_do_ms(min(seeker.since for seeker in group), now)
    found: list[tuple[Seeker, Seeker]] = []
    for first in sorted(group, key=lambda each: _way_ms(each) - _will_do_ms(each.since, now)):
        if first not in left:
            continue
        del left[first]
        second = _nearest(first, left, now, longest_ms, are_apart)
        if second is None:
            continue
        del left[second]
        found.append((first, second))
    return found


def _nearest(
    first: Seeker,
    others: Iterable[Seeker],
    now: float,
    longest_ms: float,
    are_apart: Callable[[Seeker, Seeker], bool],
) -> Seeker | None:
    """The nearest of `others`, the near ones first, whom somebody may meet."""
    for _, second in zip(range(MOST_TRIES), others, strict=False):
        way_ms = _way_ms(first) + _way_ms(second)
        if way_ms > longest_ms:
            return None
        if way_ms <= _will_do_ms(min(first.since, second.since), now) and not are_apart(
            first, second
        ):
            return second
    return None


def _way_ms(seeker: Seeker) -> float:
    return UNKNOWN_MS if seeker.round_trip_ms is None else seeker.round_trip_ms


def _will_do_ms(since: float, now: float) -> float:
    return NEAR_MS + MORE_MS_PER_SECOND * (now - since)
