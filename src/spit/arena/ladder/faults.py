"""A stranger's bot and its faults.

Owns `Guard`, which stands between a bot and the table: a bot that throws, is slow, answers nonsense
or plays illegally gets a `Fault`, and loses by it. The guard reads no clock; the operating system
interrupts a bot that takes too long, where it can (on POSIX; elsewhere run it as a program).
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, Final

from spit.bots import Bot, BotMaker, Decision, Wait
from spit.bots.lines import MAX_WAIT_MS, view_fields
from spit.rules import Call, Flip, Play, SeatAction, Shift, Slap, View, legal_actions

_ACTIONS: Final = (Play, Flip, Shift, Call, Slap)


class FaultKind(StrEnum):
    """In which way a bot failed."""

    THREW = "threw"
    SLOW = "slow"
    NONSENSE = "nonsense"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did wrong, and what it had before its eyes."""

    kind: FaultKind
    says: str
    """What happened, in a sentence; with the traceback if it threw."""
    seat: int
    view: Mapping[str, Any]
    """What it saw, as `spit.bots.lines.view_fields` writes it."""

    def fields(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "fault": self.kind.value,
            "says": self.says,
            "seat": self.seat,
            "view": dict(self.view),
        }

    @staticmethod
    def read(fields: Mapping[str, Any]) -> Fault:
        """A report that `fields` has made.

        Raises:
            KeyError: A field is missing.
            ValueError: The kind is none.
        """
        return Fault(
            FaultKind(fields["fault"]), str(fields["says"]), int(fields["seat"]), fields["view"]
        )


class BotFaultError(Exception):
    """A bot failed; `fault` says how."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.kind.value}: {fault.says}")
        self.fault = fault


class OutOfTimeError(BaseException):
    """A bot has taken longer than it may; not an `Exception`, so that no bot swallows it."""


class NonsenseError(Exception):
    """A bot's answer is nonsense; the message says why."""


class Guard:
    """A bot whose every answer is looked at.

    Args:
        make: Makes the bot, at the first question, so that a fault there is its own as well.
        seat: 0 or 1.
        limit_ms: The longest that one answer may take, by the clock on the wall.
    """

    def __init__(self, make: BotMaker, seat: int, limit_ms: int) -> None:
        self.seat = seat
        self._make, self._limit_ms = make, limit_ms
        self._bot: Bot | None = None
        self._fault: Fault | None = None

    def decide(self, view: View, rng: Random) -> Decision:
        """As `spit.bots.bot.Bot.decide`; the bot is not asked where nothing is legal.

        Raises:
            BotFaultError: The bot failed, now or before.
        """
        actions = legal_actions(view, self.seat)
        if not actions:
            return None

        def fail(kind: FaultKind, says: str) -> BotFaultError:
            self._fault = Fault(kind, says, self.seat, view_fields(view))
            return BotFaultError(self._fault)

        if self._fault is not None:
            raise BotFaultError(self._fault)
        try:
            with limited(self._limit_ms):
                if self._bot is None:
                    self._bot = self._make(self.seat)
                decision = self._bot.decide(view, rng)
        except OutOfTimeError:
            raise fail(FaultKind.SLOW, f"no answer within {self._limit_ms} ms") from None
        except NonsenseError as error:
            raise fail(FaultKind.NONSENSE, str(error)) from None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger raises
            raise fail(FaultKind.THREW, _told(error)) from None
        fault = _judged(decision, actions)
        if fault is not None:
            raise fail(*fault)
        return decision

    def close(self) -> None:
        """Lets the bot go; one that is a program is ended."""
        close: Callable[[], None] | None = getattr(self._bot, "close", None)
        if close is not None:
            close()


def _judged(decision: object, actions: Sequence[SeatAction]) -> tuple[FaultKind, str] | None:
    """What is wrong with an answer, if something is."""
    if decision is None:
        return None
    if isinstance(decision, Wait):
        if type(decision.ms) is int and 0 <= decision.ms <= MAX_WAIT_MS:
            return None
        return FaultKind.NONSENSE, f"{decision!r} waits for none of 0 to {MAX_WAIT_MS} ms"
    if not isinstance(decision, _ACTIONS):
        return FaultKind.NONSENSE, f"{_shown(decision)} is no action, no Wait and not None"
    if decision in actions:
        return None
    return FaultKind.ILLEGAL, f"{_shown(decision)} is not among the legal actions"


def _shown(value: object) -> str:
    try:
        return repr(value)[:200]
    except Exception:  # noqa: BLE001 - a stranger's repr may do anything
        return f"a {type(value).__name__}"


def _told(error: BaseException) -> str:
    """An error with the lines of the bot's own code that led to it."""
    lines = traceback.format_exception(error)
    return "".join(lines).strip()[-2_000:]


@contextmanager
def limited(limit_ms: int) -> Iterator[None]:
    """Interrupts what is done within after a time, where the operating system can.

    Raises:
        OutOfTimeError: The time is up.
    """
    if not hasattr(signal, "setitimer"):  # pragma: no cover - not POSIX
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit_ms / 1_000)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
