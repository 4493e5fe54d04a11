"""The numbers of the fair order; docs/fairness.md says what each is for.

Owns the parameters alone. All times are milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FairSettings:
    """Parameters of the order by reaction time."""

    floor_ms: int = 150
    """No reaction counts as faster; a card that is judged again counts as this."""
    tie_ms: int = 5
    """Reactions that differ by no more are a tie, which a coin decides."""
    tolerance_ms: int = 10
    """How far beyond what the round trips allow a claimed reaction is believed."""
    screen_ms: int = 20
    """From a message's arrival to the frame that shows it, and from a touch to its message."""
    cap_ms: int = 375
    """A card is never tentative for longer."""
    late_share: float = 0.05
    """While the rival has the benefit of the doubt, his card is waited for at most so much longer
    than his median round trip."""
    doubt_plays: int = 250
    """A seat has the benefit of the doubt once, and once more after so many of its plays."""
    slap_cap_ms: int = 400
    """A slap never waits longer for the other one."""
    slap_slack_ms: int = 30
    """How much longer than its round trip a slap may take to be waited for."""
    clear_slack_ms: int = 10
    """How much longer than half its round trip a last card may take to be waited for."""
    flip_ms: int = 150
    """A flip takes at least so long from the touch to the sight of the card, for both seats, or"""
    flip_ways: int = 3
    """so many round trips of the slower one, if that is less: those who are near each other need
    not wait."""
    flip_max_ms: int = 300
    """Flips are paced to the slower seat, but never slower than this."""
    step_max_ms: int = 150
    """The nearer seat is sent the cards that "spit" turns at most so much later."""
    window: int = 10
    """Of so many of the last round trips a seat's estimate is made."""
    bias_plays: int = 25
    """Claims are held against the estimate over so many of a seat's last plays where the rival
    could have played, too."""
    bias_least_plays: int = 10
    """With fewer of them nothing is held against a seat."""
    bias_ms: int = 10
    """What the median exceeds this by is added: honest players' screens take so long."""
    inhuman_ms: int = 100
    """A reaction to somebody else's card that is faster is none: the hand was there by chance, or
    it is no hand."""
    inhuman_plays: int = 8
    """With so many of them in a match, and"""
    inhuman_share: float = 0.25
    """such a share of all reactions, whoever runs the server is told."""
    refused_plays: int = 60
    """With so many cards thrown in a match, and"""
    refused_share: float = 0.7
    """such a share of them refused, whoever runs the server is told."""
    tell_ms: int = 1_000
    """Round trips are told to all at most so often."""
    tell_change_ms: int = 10
    """A round trip that has changed by less, or by less than `tell_change`, is not told again."""
    tell_change: float = 0.15
    """As `tell_change_ms`, as a share of what was told."""
