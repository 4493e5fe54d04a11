"""The six named levels.

Owns what each level is: a policy, a tempo, and a sentence for people. The names are the wire's.
`bench/bots_strength.py` measures them; docs/bots.md says what it found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from spit.bots.bot import BotMaker
from spit.bots.careful import CarefulBot
from spit.bots.simple import GreedyBot, RandomBot
from spit.bots.tempo import Tempo


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of the computer."""

    name: str
    about: str
    """What it is like to play against it, in one sentence."""
    tempo: Tempo
    make_bot: BotMaker
    action_ms: int
    """Measured mean time between two actions of a seat that races against its like."""


def _tempo(scale: float, **changes: float) -> Tempo:
    """A tempo whose times are `scale` times those of the Model Human Processor's typical adult."""
    base = {
        "perceive_ms": 100 * scale,
        "search_ms": 40 * scale,
        "choose_ms": 150 * scale,
        "aim_ms": 70 * scale,
        "move_ms": 120 * scale,
        "stop_ms": 160 * scale,
    }
    return Tempo(**(base | changes))


_LEVELS: Final = (
    Level(
        "child",
        "A child who is learning: looks long, misses plays and sometimes drops a card.",
        _tempo(
            2.6,
            spread=0.25,
            tail=0.3,
            jitter=0.35,
            ahead=0.0,
            slip=0.06,
            lapse=0.25,
            lapse_ms=2_500,
            weber=0.4,
        ),
        RandomBot,
        3_100,
    ),
    Level(
        "casual",
        "Someone who plays now and then, in no hurry.",
        _tempo(
            1.6,
            spread=0.2,
            tail=0.25,
            jitter=0.3,
            ahead=0.0,
            slip=0.03,
            lapse=0.12,
            lapse_ms=1_500,
            weber=0.3,
        ),
        GreedyBot,
        1_600,
    ),
    Level(
        "steady",
        "A typical adult who knows the game: a card a second.",
        _tempo(
            1.1,
            spread=0.2,
            tail=0.2,
            jitter=0.25,
            ahead=0.1,
            slip=0.02,
            lapse=0.06,
            lapse_ms=1_200,
            weber=0.2,
        ),
        GreedyBot,
        1_040,
    ),
    Level(
        "quick",
        "A keen player who sees what to do and thinks of what it opens for you.",
        _tempo(
            0.8,
            spread=0.18,
            tail=0.2,
            jitter=0.2,
            ahead=0.2,
            slip=0.012,
            lapse=0.04,
            lapse_ms=900,
            weber=0.15,
        ),
        CarefulBot,
        780,
    ),
    Level(
        "sharp",
        "A champion: rarely errs, plans the next card while the hand still moves.",
        _tempo(
            0.55,
            spread=0.15,
            tail=0.15,
            jitter=0.16,
            ahead=0.35,
            slip=0.008,
            lapse=0.02,
            lapse_ms=600,
            weber=0.1,
        ),
        CarefulBot,
        530,
    ),
    Level(
        "lightning",
        "Faster than people: three cards a second, and careful with every one.",
        _tempo(
            0.35,
            spread=0.12,
            tail=0.1,
            jitter=0.12,
            ahead=0.5,
            slip=0.004,
            lapse=0.01,
            lapse_ms=400,
            weber=0.05,
        ),
        CarefulBot,
        360,
    ),
)

LEVELS: Final[Mapping[str, Level]] = MappingProxyType({level.name: level for level in _LEVELS})
"""The levels by name, the weakest first."""

MIDDLE: Final = LEVELS["steady"]
"""The level that a match has if none is chosen."""
