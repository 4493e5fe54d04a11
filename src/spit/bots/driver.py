"""Glue between a player and the table it sits at.

Owns `Driver`, what a table's host needs of anything that plays a seat, and `BotDriver`, a
`Player` behind it. It deals in actions of the rules; whoever hosts the table turns them into the
messages that a person's client would send.
"""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

from spit.bots.bot import Bot
from spit.bots.levels import Level
from spit.bots.player import Player
from spit.bots.tempo import perception_ms
from spit.rules import Reason, SeatAction, View

PAUSE_LOOK_MS: Final = 1_000
"""How often a player looks whether a pause is over, if nobody tells it."""


class Driver(Protocol):
    """What plays a seat: it is told of the table, and says when it touches what."""

    @property
    def seen(self) -> View | None:
        """The table as the player believes it to be.

        An action that `due` returns is meant for what lies here: the card and the top that a
        message names come from this view. None before the first look.
        """

    def observe(self, view: View, now_ms: int, hand_ready_ms: int) -> None:
        """Takes note of the table, after each change of it.

        Args:
            view: The table as it is.
            now_ms: The time.
            hand_ready_ms: When the table lets this seat's hand touch again (R4.2).
        """

    def next_ms(self) -> int | None:
        """When `due` must be called next, None if not before the next change."""

    def due(self, view: View, now_ms: int) -> list[SeatAction]:
        """What the seat does at `now_ms`, which is not before `next_ms`."""

    def refused(self, reason: Reason, wait_ms: int, now_ms: int) -> None:
        """Takes note that the last action was refused.

        Args:
            reason: Why.
            wait_ms: How long the hand has to wait for it, 0 if not at all.
            now_ms: The time.
        """


class BotDriver:
    """A `Driver` that plays at a level.

    It says that it is ready 0.6 to 1.2 s after its opponent, or by itself after about 2 s; it
    plays, flips, shifts, says "spit" and slaps at its level's tempo. After a refusal it looks
    again as soon as it has noticed, and waits for its hand.
    """

    def __init__(self, level: Level, seat: int, rng: Random, bot: Bot | None = None) -> None:
        self.seat = seat
        self._level = level
        self._rng = rng
        self._player = Player(level, seat, rng, bot)

    @property
    def seen(self) -> View | None:
        """As `Driver.seen`."""
        return self._player.seen

    def observe(self, view: View, now_ms: int, hand_ready_ms: int) -> None:
        """As `Driver.observe`."""
        self._player.wait_for_hand(hand_ready_ms)
        self._player.notice(view, now_ms)

    def next_ms(self) -> int | None:
        """As `Driver.next_ms`."""
        return self._player.next_touch_ms()

    def due(self, view: View, now_ms: int) -> list[SeatAction]:
        """As `Driver.due`; at most one action, since there is one hand."""
        next_ms = self._player.next_touch_ms()
        while next_ms is not None and next_ms <= now_ms:
            action = self._player.touch(view, now_ms)
            if action is not None:
                return [action]
            next_ms = self._player.next_touch_ms()
        return []

    def refused(self, reason: Reason, wait_ms: int, now_ms: int) -> None:
        """As `Driver.refused`: a person notices, then decides anew."""
        self._player.wait_for_hand(now_ms + wait_ms)
        if reason is Reason.PAUSED:
            self._player.look_again(now_ms + PAUSE_LOOK_MS)
        else:
            noticed_ms = max(1, round(perception_ms(self._level.tempo, self._rng)))
            self._player.look_again(now_ms + noticed_ms)
