"""The times and bounds of a live table.

Owns every number that a table uses; all times are whole milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spit.table.races.settings import FairSettings

FAIR: Final = FairSettings()
"""The parameters of the fair order as they usually are."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Times (ms) and bounds of a table; the defaults are those of docs/architecture.md."""

    hand_ms: int = 120
    """Two touches of a seat count at least this far apart (R4.2)."""
    hand_queue: int = 3
    """Touches of a seat that may wait for its hand; one more is refused."""
    stretch_ms: int = 250
    """How far back a claimed touch may lie, since a stall bunches honest touches; where round trips
    are measured, no further than they differ."""
    miss_ms: int = 600
    """What a misplay costs the hand; doubled by each further one within `miss_window_ms`."""
    miss_max_ms: int = 2_400
    miss_window_ms: int = 5_000
    late_ms: int = 250
    """A top that changed under the hand within this time makes a wrong touch a lost race."""
    trip_ms: int = 250
    """Added to `late_ms` for the way of a message, where round trips are not measured."""
    stall_ms: int = 5_000
    """A stuck seat that neither plays, flips nor calls for so long is taken to have called."""
    stuck_ms: int = 2_000
    """Countdown that calls for both when nobody has anything left to do."""
    idle_ms: int = 20_000
    """A seat for which alone the table waits so long may be claimed against."""
    slap_ms: int = 5_000
    """A slap that nobody makes in this time is decided as with `slap=smaller`."""
    between_ms: int = 3_500
    """From the end of a round to the next deal."""
    first_deal_ms: int = 600
    """From both seats being there to the first deal."""
    resume_ms: int = 3_000
    """The 3-2-1 before play goes on after a pause."""
    grace_ms: int = 30_000
    """The longest one pause may last before the match may be claimed."""
    pause_total_ms: int = 60_000
    """All pauses of a seat in a match together."""
    abandon_ms: int = 600_000
    """A match in which nothing happens for so long is abandoned (R4.5)."""
    emote_ms: int = 2_000
    """Emotes of a seat count at least so far apart."""
    history_events: int = 32
    """How many events a client that lost touch can be told instead of a whole view."""
    remembered_answers: int = 16
    """How many answers to a seat are kept for ids that come again."""
    fair: FairSettings | None = FAIR
    """Races are decided by reaction time with these parameters; None: by arrival."""
