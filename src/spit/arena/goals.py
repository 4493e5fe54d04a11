"""What a fair order has to reach.

Owns the bounds that a study's figures are held against, in the terms of docs/fairness.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from spit.arena.study import Case
from spit.arena.tally import Share, Tally

ROUNDS: Final = 1.5
"""Points by which the share of rounds may be off 50."""

CONTESTS: Final = 2.0
"""Points by which the share of contests may be off 50."""

WRONG: Final = 3.0
"""Contests that may go to the slower hand, in per cent of the clear ones."""

WRONG_WITHOUT_STALLS: Final = 2.0

HOLD: Final = 1.1
"""How much of the rival's round trip the 99th percentile of holds may reach."""

HOLD_CAP_MS: Final = 375
"""The longest that anything may be held."""

TAKEN_BACK: Final = 1.1
"""Cards taken back a round, for either player."""

TAKEN_BACK_APART: Final = 0.1
"""How far those of the two players may lie apart."""


class Bound(NamedTuple):
    """What a liar may gain at most, in points."""

    points: float
    of: str
    """Of what: ``contests`` or ``rounds``."""


_CLAIMS: Final = Bound(2.5, "contests")
_FREEZES: Final = Bound(5.0, "contests")

LIARS: Final[Mapping[str, Bound]] = MappingProxyType(
    {
        **{f"{when}-{ms}": _CLAIMS for when in ("claims", "contested") for ms in (50, 100, 200)},
        **{f"direct-pongs-{ms}": _CLAIMS for ms in (50, 100)},
        **{f"freeze-{when}": _FREEZES for when in ("quarter", "race")},
        "snipes": Bound(2.0, "rounds"),
        "silent": _CLAIMS,
    }
)
"""By lie, what it may gain. What only the cap and detection bound is not here."""


class Gain(NamedTuple):
    """What a lie gains its player over playing honestly, in points."""

    contests: float
    rounds: float


def gain(liar: int, lying: Tally, honest: Tally) -> Gain:
    """What a lie gains.

    Args:
        liar: Whose client lies: 0 the nearer player's, 1 the farther one's.
        lying: The rounds with the lie.
        honest: The same rounds without it.
    """
    sign = 1 if liar == 0 else -1
    return Gain(
        sign * (lying.contests_share.percent - honest.contests_share.percent),
        sign * (lying.rounds_share.percent - honest.rounds_share.percent),
    )


def exceeds(lie: str, gained: Gain) -> str | None:
    """By which bound a lie gains too much, as a clause; None if it keeps it."""
    bound = LIARS.get(lie)
    if bound is None:
        return None
    points = gained.contests if bound.of == "contests" else gained.rounds
    return (
        f"{points:+.1f} points of {bound.of}, not {bound.points:g}"
        if points > bound.points
        else None
    )


def misses(case: Case, tally: Tally) -> Iterator[str]:
    """The bounds that a case fails to keep, each as a clause; none if it keeps all."""
    yield from _off_half("rounds", tally.rounds_share, ROUNDS)
    yield from _off_half("contests", tally.contests_share, CONTESTS)
    wrong = WRONG if case.stall else WRONG_WITHOUT_STALLS
    if tally.wrong_share.percent > wrong:
        yield f"{tally.wrong_share.percent:.1f} % against the true order, not {wrong:g}"
    yield from _long_holds(case, tally)
    near, far = (tally.taken_back_a_round(place) for place in (0, 1))
    if max(near, far) > TAKEN_BACK:
        yield f"{max(near, far):.2f} cards taken back a round, not {TAKEN_BACK:g}"
    if abs(near - far) > TAKEN_BACK_APART:
        yield f"cards taken back are {abs(near - far):.2f} a round apart, not {TAKEN_BACK_APART:g}"
    if tally.stuck:
        yield f"{tally.stuck} rounds stuck"


def _off_half(what: str, share: Share, bound: float) -> Iterator[str]:
    off = abs(share.percent - 50)
    if off > bound:
        yield f"{what} {off:.1f} points off 50, not {bound:g}"


def _long_holds(case: Case, tally: Tally) -> Iterator[str]:
    """Plays of one seat wait for what the other may have under way: for its round trip."""
    for place, trip_ms in ((0, case.trips.far_ms), (1, case.trips.near_ms)):
        held = tally.held(place)
        if held is None:
            continue
        whose = "nearer" if place == 0 else "farther"
        if held.p99 > HOLD * trip_ms:
            yield f"the {whose} player's holds: {held.p99} ms at 99 %, not {HOLD * trip_ms:.0f}"
        if held.longest > HOLD_CAP_MS:
            yield f"the {whose} player's longest hold is {held.longest} ms, not {HOLD_CAP_MS}"
