"""Clients that lie.

Owns what a client can do, beside playing well, to win races that its player's hand has lost: false
claims, late answers to pings, messages sent at another time, and cards thrown by itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType
from typing import Final

from spit.arena.person import Person, Send
from spit.arena.screen import HandAction, Shown
from spit.bots import Level
from spit.protocol import messages as m
from spit.rules import Card, Play


class Freeze(StrEnum):
    """When a client does not answer pings."""

    QUARTER = "quarter"  # a quarter of the time
    RACE = "race"  # while its player's hand is on its way to a contested top, a second at most


QUARTER_MS: Final = 1_000
"""A client that freezes does so for the first quarter of each such span."""

RACE_MS: Final = 1_000
"""The longest that a client freezes before a race."""


@dataclass(frozen=True, slots=True)
class Lie:
    """What a client does that it should not."""

    about: str
    """In a few words, for a table of results."""
    faster_ms: int = 0
    """By how much it claims to have reacted faster than it has."""
    only_contested: bool = False
    """Whether it claims so only where the rival could play on the same top."""
    is_silent: bool = False
    """Whether it makes no claims at all."""
    late_pongs_ms: int = 0
    """How long it keeps the answer to a ping."""
    freeze: Freeze | None = None
    delay_first_ms: int = 0
    """How long it keeps a card on which its player can go on, so that the next seems faster by as
    much, which it claims too."""
    snipes: bool = False
    """Whether it throws by itself once it has seen the rival's card, and claims to be first."""
    is_direct: bool = False
    """Whether the server has the kernel's figure for its round trips."""


LIES: Final[Mapping[str, Lie]] = MappingProxyType(
    {
        "honest": Lie("honest"),
        "claims-50": Lie("claims 50 ms too fast", faster_ms=50),
        "claims-100": Lie("claims 100 ms too fast", faster_ms=100),
        "claims-200": Lie("claims 200 ms too fast", faster_ms=200),
        "contested-50": Lie("so when contested, 50 ms", faster_ms=50, only_contested=True),
        "contested-100": Lie("so when contested, 100 ms", faster_ms=100, only_contested=True),
        "contested-200": Lie("so when contested, 200 ms", faster_ms=200, only_contested=True),
        "pongs-50": Lie("pongs 50 ms late, and claims so", 50, late_pongs_ms=50),
        "pongs-100": Lie("pongs 100 ms late, and claims so", 100, late_pongs_ms=100),
        "direct-pongs-50": Lie("with a kernel reading", 50, late_pongs_ms=50, is_direct=True),
        "direct-pongs-100": Lie("with a kernel reading", 100, late_pongs_ms=100, is_direct=True),
        "freeze-quarter": Lie("frozen a quarter of the time", 200, freeze=Freeze.QUARTER),
        "freeze-race": Lie("frozen before a race", 200, freeze=Freeze.RACE),
        "late-first": Lie("first card 100 ms late", delay_first_ms=100),
        "late-first-200": Lie("first card 200 ms late", delay_first_ms=200),
        "snipes": Lie("throws when it sees the rival's", snipes=True),
        "silent": Lie("no claims", is_silent=True),
    }
)
"""The lies that `spit fairness --liars` measures, by name."""


class Liar(Person):
    """A person whose client lies.

    Args:
        lie: How.
        seat: As in `Person`, and so on.
        level: Eye, mind and hand.
        rng: The person's own chance.
        send: Where messages go.
        next_id: The first id for an action.
    """

    def __init__(
        self, lie: Lie, seat: int, level: Level, rng: Random, send: Send, next_id: int = 1
    ) -> None:
        super().__init__(seat, level, rng, send, next_id)
        self._lie = lie
        self._under: dict[int, tuple[Card, int]] = {}
        self._kept: set[tuple[int, Card]] = set()
        self._hunts: deque[tuple[float, float]] = deque(maxlen=8)

    # -------------------------------------------------------------- claims

    def claim_ms(self, pile: int, top: Card, reacted_ms: int) -> int | None:
        """As `Person.claim_ms`, but for the truth."""
        lie = self._lie
        if lie.is_silent:
            return None
        if lie.only_contested and not self._rival_could_play(pile):
            return reacted_ms
        is_kept = (pile, top) in self._kept
        return max(0, reacted_ms - lie.faster_ms - (lie.delay_first_ms if is_kept else 0))

    def _rival_could_play(self, pile: int) -> bool:
        shown = self.screen.shown
        assert shown is not None
        view = shown.view
        if pile >= len(view.tops):
            return False
        fits = view.rules.fits[view.tops[pile]]
        return any(up and fits[up[-1]] for _, up in view.stocks[1 - self.seat])

    # -------------------------------------------------------------- times

    def held_back_ms(self, message: HandAction) -> float:
        """As `Person.held_back_ms`, but a card is kept if that costs nothing and may bring a lot.

        That is so if the rival cannot play where it goes, and its player can go on from it.
        """
        if not self._lie.delay_first_ms or not isinstance(message, m.Play):
            return 0.0
        shown = self.screen.shown
        assert shown is not None
        if self._rival_could_play(message.pile):
            return 0.0
        fits = shown.view.rules.fits[Card.parse(message.card)]
        can_go_on = any(
            up and fits[up[-1]]
            for stock, (_, up) in enumerate(shown.view.stocks[self.seat])
            if stock != message.stock
        )
        if not can_go_on:
            return 0.0
        self._kept.add((message.pile, Card.parse(message.card)))
        return float(self._lie.delay_first_ms)

    def pongs_ms(self, pinged_ms: float) -> float:
        """As `Person.pongs_ms`, but later."""
        lie = self._lie
        if lie.freeze is Freeze.QUARTER:
            into_ms = pinged_ms % QUARTER_MS
            return pinged_ms + max(0.0, QUARTER_MS / 4 - into_ms)
        if lie.freeze is Freeze.RACE:
            for since_ms, until_ms in self._hunts:
                if since_ms <= pinged_ms < until_ms:
                    return until_ms
        return pinged_ms + lie.late_pongs_ms

    def wake(self, now_ms: int) -> None:
        """As `Person.wake`; notes when a race is near."""
        super().wake(now_ms)
        plan = self._plan
        if plan is None or self._lie.freeze is not Freeze.RACE:
            return
        if not isinstance(plan.action, Play) or not self._rival_could_play(plan.action.pile):
            return
        hunt = max(float(now_ms), plan.touch_ms - RACE_MS), float(plan.touch_ms)
        if not self._hunts or self._hunts[-1][1] < hunt[0]:
            self._hunts.append(hunt)

    # -------------------------------------------------------------- throwing by itself

    def hear(self, message: m.AnyOutbound, after: Shown | None, now_ms: float) -> None:
        """As `Person.hear`; a rival's card is answered by a throw on the top that it covered."""
        super().hear(message, after, now_ms)
        if not self._lie.snipes or not isinstance(message, m.Update):
            return
        assert after is not None, "an update leads somewhere"
        for event in message.events:
            if isinstance(event, m.Played) and event.seat != self.seat:
                self._snipe(event, now_ms)
        for pile, top in enumerate(after.view.tops):
            self._under[pile] = top, after.versions[pile]

    def _snipe(self, event: m.Played, now_ms: float) -> None:
        """Throws a card that fitted what the rival's card has covered, as if not having seen it."""
        shown, under = self.screen.shown, self._under.get(event.pile)
        if shown is None or under is None:
            return
        fits = shown.view.rules.fits[under[0]]
        for stock, (_, up) in enumerate(shown.view.stocks[self.seat]):
            if up and fits[up[-1]]:
                message = m.Play(
                    id=self.take_id(),
                    seat=self.seat,
                    stock=stock,
                    pile=event.pile,
                    card=str(up[-1]),
                    top=str(under[0]),
                    top_version=under[1],
                    reacted_ms=0,
                )
                self.throw(message, int(now_ms))
                return
