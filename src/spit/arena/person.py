"""A simulated person at a browser.

Owns one seat: an eye and a hand (`spit.bots.Player`) before a screen (`spit.arena.screen`), and the
messages that a browser makes of what the hand does. It notes too when its hand was, or would have
been, at which top: the truth that a table's decisions are measured by.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from random import Random
from typing import Final, NamedTuple

from spit.arena.screen import FRAME_MS, HandAction, Screen, Shown
from spit.bots import Level, Player
from spit.bots.player import Plan
from spit.bots.tempo import perception_ms
from spit.protocol import messages as m
from spit.rules import STANDARD, Call, Card, Flip, Play, SeatAction, Shift, Slap

Send = Callable[[HandAction, float], None]
"""Takes a message away to the server, after a delay in milliseconds."""

NOTHING_MS: Final = 120
"""How long it takes to notice that a touch came to nothing."""


class Attempt(NamedTuple):
    """A hand on its way to a top. Times count from when the own screen first showed that top."""

    leave_ms: float
    """When the hand left."""
    touch_ms: float
    """When it touched, or would have."""
    since_ms: float = 0.0
    """When that top was first shown, by the clock of the match."""


class Person:
    """One seat, played by a simulated person.

    Args:
        seat: 0 or 1.
        level: Eye, mind and hand.
        rng: The person's own chance.
        send: Where messages go.
        next_id: The first id for an action.
    """

    def __init__(self, seat: int, level: Level, rng: Random, send: Send, next_id: int = 1) -> None:
        self.seat = seat
        self.screen = Screen(seat, rng.random() * FRAME_MS)
        self.flown_back = 0
        """Cards that fitted where the own screen showed them, and came back all the same."""
        self._attempts: dict[tuple[int, Card], Attempt] = {}
        self._rng = rng
        self._tempo = level.tempo
        self._player = Player(level, seat, rng)
        self._plan: Plan | None = None
        self._send = send
        self.next_id = next_id
        """The id of the next action."""
        self._touched_ms: int | None = None

    def attempts(self) -> dict[tuple[int, Card], Attempt]:
        """The last attempt at each top, by pile and card; none at one that was taken back."""
        first_ms = self.screen.first_ms
        return {
            top: each for top, each in self._attempts.items() if first_ms.get(top) == each.since_ms
        }

    # -------------------------------------------------------------- the eye

    def hear(self, message: m.AnyOutbound, after: Shown | None, now_ms: float) -> None:
        """Takes in a message of the server.

        Args:
            message: The message.
            after: For an update, the table as it is after it.
            now_ms: The time.
        """
        screen = self.screen
        if isinstance(message, m.Update):
            assert after is not None, "an update leads somewhere"
            screen.follow(message, after, now_ms)
            self._look(ceil(screen.painted_ms(now_ms)))
        elif isinstance(message, m.Accepted):
            was_turning = screen.is_turning()
            screen.accepted(message, now_ms)
            if was_turning:
                self._look(ceil(screen.painted_ms(now_ms)))
        elif isinstance(message, m.Refused):
            self._refused(message, now_ms)

    def _refused(self, answer: m.Refused, now_ms: float) -> None:
        """What was shown in advance is gone, which the eye sees like any other change."""
        screen, before = self.screen, self.screen.shown
        self.flown_back += any(
            each.action.id == answer.id and _fitted(each.action) for each in screen.pending
        )
        screen.refused(answer, now_ms)
        seen_ms = ceil(screen.painted_ms(now_ms))
        if answer.wait_ms:
            self._player.wait_for_hand(seen_ms + answer.wait_ms)
        self._look(seen_ms)
        is_same = (
            before is not None and screen.shown is not None and before.view == screen.shown.view
        )
        if is_same and self._player.plan is None:
            self._player.look_again(seen_ms + round(perception_ms(self._tempo, self._rng)))

    def _look(self, seen_ms: int) -> None:
        """Sees what the screen shows, unless the eye waits for a card that is being turned up."""
        shown = self.screen.shown
        if shown is not None and not self.screen.is_turning():
            self._player.notice(shown.view, seen_ms)

    # -------------------------------------------------------------- the hand

    def next_ms(self) -> int | None:
        """When `wake` has something to do, None if not before the next message."""
        return self._player.next_touch_ms()

    def wake(self, now_ms: int) -> None:
        """Sees, thinks and touches whatever is due."""
        player = self._player
        due_ms = player.next_touch_ms()
        while due_ms is not None and due_ms <= now_ms:
            assert self.screen.shown is not None, "a hand moves after something was shown"
            view = player.latest
            assert view is not None
            action = player.touch(view, now_ms)
            self._note_plan()
            if action is not None:
                self._do(action, now_ms)
            due_ms = player.next_touch_ms()

    def _note_plan(self) -> None:
        """Notes the attempt that a new plan is, if its card fits the top that it is aimed at."""
        plan = self._player.plan
        if plan is self._plan:
            return
        self._plan = plan
        if plan is None or not isinstance(plan.action, Play):
            return
        seen, pile, stock = self._player.seen, plan.action.pile, plan.action.stock
        assert seen is not None
        if pile >= len(seen.tops):
            return
        top, up = seen.tops[pile], seen.stocks[self.seat][stock].up
        since_ms = self.screen.first_ms.get((pile, top))
        if up and since_ms is not None and seen.rules.fits[top][up[-1]]:
            leave, touch = plan.leave_ms - since_ms, plan.touch_ms - since_ms
            self._attempts[pile, top] = Attempt(leave, touch, since_ms)

    def _do(self, action: SeatAction, now_ms: int) -> None:
        """Sends what the hand does, as a browser would, and shows it."""
        message = self._message(action, now_ms)
        if message is None:
            self._player.look_again(now_ms + NOTHING_MS)
            return
        self.next_id += 1
        if not isinstance(message, m.Spit | m.Slap):
            self._touched_ms = now_ms
        self.throw(message, now_ms)

    def take_id(self) -> int:
        """An id for an action."""
        self.next_id += 1
        return self.next_id - 1

    def throw(self, message: HandAction, now_ms: int) -> None:
        """Shows an own action and sends it."""
        held_back_ms = self.held_back_ms(message)
        self.screen.act(message, now_ms)
        self._send(message, held_back_ms)
        self._look(now_ms)

    def _message(self, action: SeatAction, now_ms: int) -> HandAction | None:
        """What a browser sends for a touch of its screen; None if there is nothing to touch."""
        screen, seat, action_id = self.screen, self.seat, self.next_id
        shown = screen.shown
        assert shown is not None
        since_ms = None if self._touched_ms is None else now_ms - self._touched_ms
        match action:
            case Play(_, stock, pile):
                up = shown.view.stocks[seat][stock].up
                if not up or pile >= len(shown.view.tops):
                    return None
                top = screen.seen_top(pile, now_ms)
                if top.card is None:
                    return None
                return m.Play(
                    id=action_id,
                    seat=seat,
                    stock=stock,
                    pile=pile,
                    card=str(up[-1]),
                    top=str(top.card),
                    top_version=top.version,
                    reacted_ms=self.claim_ms(pile, top.card, top.reacted_ms(now_ms)),
                    since_touch_ms=since_ms,
                )
            case Flip(_, stock):
                if screen.is_turning(stock):
                    return None
                return m.Flip(id=action_id, seat=seat, stock=stock, since_touch_ms=since_ms)
            case Shift(_, stock, slot):
                up = shown.view.stocks[seat][stock].up
                if not up:
                    return None
                card = str(up[-1])
                return m.Shift(
                    id=action_id,
                    seat=seat,
                    stock=stock,
                    slot=slot,
                    card=card,
                    since_touch_ms=since_ms,
                )
            case Call(_, named):
                return m.Spit(id=action_id, seat=seat, pile=named)
            case Slap(_, pile):
                reacted_ms = screen.reacted_to_stop_ms(now_ms)
                return m.Slap(id=action_id, seat=seat, pile=pile, reacted_ms=reacted_ms)

    # -------------------------------------------------------------- what an honest client does

    def claim_ms(self, pile: int, top: Card, reacted_ms: int) -> int | None:
        """What the client says of a reaction to a top: the truth.

        Args:
            pile: Where it lay.
            top: It, as the screen showed it.
            reacted_ms: The truth.
        """
        del pile, top
        return reacted_ms

    def held_back_ms(self, message: HandAction) -> float:
        """How long the client keeps a message, not yet shown, before it sends it: it does not."""
        del message
        return 0.0

    def pongs_ms(self, pinged_ms: float) -> float:
        """When the client answers a ping that has come at this time: at once."""
        return pinged_ms


def _fitted(action: HandAction) -> bool:
    """Whether it is a play whose card fits the top that the screen showed."""
    return isinstance(action, m.Play) and bool(
        STANDARD.fits[Card.parse(action.top)][Card.parse(action.card)]
    )
