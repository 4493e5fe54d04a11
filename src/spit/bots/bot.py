"""What a bot is.

Owns the one protocol that every policy answers, ours or a stranger's. A bot sees the public view
and nothing else (R2.6); it knows no clock and no wire, and keeps no generator of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from spit.rules import SeatAction, View

PROTOCOL: Final = 1
"""The version of what a bot is asked and answers: of `Bot` and of `spit.bots.lines` alike.

A change after which a bot that played well would fail raises it; a new field or a new phase that
only new rules bring does not. docs/arena.md has the rule.
"""


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing now, but be asked again after `ms` milliseconds even if nothing changes."""

    ms: int


Decision = SeatAction | Wait | None
"""What a bot answers; None waits until something changes."""


class Bot(Protocol):
    """A policy for one seat: a view and a generator in, an action or a pause out.

    The answer depends on the arguments and on what this bot has been shown before, never on
    anything else, so that a match is the same again with the same seed. A bot written in ten
    lines::

        class Hasty:
            def __init__(self, seat: int) -> None:
                self.seat = seat

            def decide(self, view: View, rng: Random) -> Decision:
                actions = legal_actions(view, self.seat)
                return actions[0] if actions else None
    """

    @property
    def seat(self) -> int:
        """The seat it plays, 0 or 1."""

    def decide(self, view: View, rng: Random) -> Decision:
        """Chooses what to do now.

        Args:
            view: What everybody may know of the match (R2.6).
            rng: The only source of chance it may use.

        Returns:
            An action that `spit.rules.legal_actions` lists for this seat; or `Wait`; or None to
            be asked again when something has changed.
        """


BotMaker = Callable[[int], Bot]
"""Makes a bot for a seat."""
