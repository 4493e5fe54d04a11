"""A policy with an eye and a hand: what it does, and when.

Owns the course of one action: seeing a change, searching, choosing, moving, touching. It holds no
clock; it is told the time and says when it wants to be asked again.

The eye is behind the table: each change is seen a little later, and until then the player goes on
with what it knows. The hand is one (R4.2) and busy from the start of a movement to its touch. A
plan that still fits after a change is kept. One that does not is dropped, unless the hand is by
then so near that it cannot be stopped: it lands, and the race is lost (R4.3).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from spit.bots import places
from spit.bots.bot import Bot, Wait
from spit.bots.levels import Level
from spit.bots.tempo import glance, lapse_ms, movement_ms, perception_ms, reaction_ms, thought_ms
from spit.rules import (
    Call,
    Flip,
    FlipMode,
    Phase,
    Play,
    SeatAction,
    Shift,
    Slap,
    View,
    legal_actions,
)

READY_ALONE_MS: Final = (1_500, 2_500)
"""When a player is ready for a round by itself, after it was laid out."""

READY_AFTER_MS: Final = (600, 1_200)
"""When a player is ready after the other has said so."""

UNANSWERED_MS: Final = 1_000
"""A player who sees nothing come of a touch for so long looks again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An action on its way: the hand leaves at `leave_ms` and touches at `touch_ms`."""

    action: SeatAction
    leave_ms: int
    touch_ms: int
    goal: places.Place


class Player:
    """One seat played at a level's tempo.

    Whoever drives it calls `notice` when the table has changed, and `touch` at `next_touch_ms`.
    """

    def __init__(self, level: Level, seat: int, rng: Random, bot: Bot | None = None) -> None:
        """Sits down.

        Args:
            level: Tempo, and policy unless `bot` is given.
            seat: 0 or 1.
            rng: The player's own generator; seeded alike it plays alike.
            bot: A policy to play instead of the level's.
        """
        self.seat = seat
        self._tempo = level.tempo
        self._rng = rng
        self._bot = level.make_bot(seat) if bot is None else bot
        self._glimpses: deque[tuple[int, View]] = deque()
        self._latest: View | None = None
        self._seen: View | None = None
        self._plan: Plan | None = None
        self._landed: SeatAction | None = None
        self._awaits_ms: int | None = None
        self._look_ms: int | None = None
        self._free_ms = 0
        self._place = places.REST

    @property
    def seen(self) -> View | None:
        """The table as this player believes it to be, None before it has looked.

        A touch that `touch` returns is aimed at what lies here, not at what lies there by now.
        """
        return self._seen

    @property
    def latest(self) -> View | None:
        """The table as it was last noticed, seen yet or not; None before that."""
        return self._latest

    @property
    def plan(self) -> Plan | None:
        """What the hand is about to do, None if it rests."""
        return self._plan

    def notice(self, view: View, now_ms: int) -> None:
        """Takes note that the table has changed; it will be seen after a delay of perception.

        What the own hand has just done is known at once, but a card that it has turned up has to
        be seen.
        """
        if view == self._latest:
            return
        self._latest = view
        self._look_ms = None
        landed, self._landed = self._landed, None
        delay_ms = 0.0 if self._foresees(landed, view) else perception_ms(self._tempo, self._rng)
        due_ms = now_ms + round(delay_ms)
        if self._glimpses:
            due_ms = max(due_ms, self._glimpses[-1][0])
        self._glimpses.append((due_ms, view))
        if landed is not None:
            self._awaits_ms = due_ms

    def wait_for_hand(self, until_ms: int) -> None:
        """Keeps the hand from touching anything before `until_ms`."""
        self._free_ms = max(self._free_ms, until_ms)
        plan = self._plan
        if plan is None or isinstance(plan.action, Call):
            return
        if plan.touch_ms < until_ms:
            self._plan = replace(plan, touch_ms=until_ms)

    def look_again(self, at_ms: int) -> None:
        """Drops the plan and decides anew at `at_ms`, even if nothing changes."""
        self._plan = None
        self._landed = None
        self._awaits_ms = None
        self._look_ms = at_ms

    def next_touch_ms(self) -> int | None:
        """When `touch` wants to be called next, None if only a change can bring something."""
        due_ms = self._look_ms  # asked for after every event of a simulation
        plan = self._plan
        if plan is not None and (due_ms is None or plan.touch_ms < due_ms):
            due_ms = plan.touch_ms
        if self._glimpses:
            seen_ms = self._glimpses[0][0]
            if due_ms is None or seen_ms < due_ms:
                due_ms = seen_ms
        return due_ms

    def touch(self, view: View, now_ms: int) -> SeatAction | None:
        """Does what is due at `now_ms`: sees, thinks, or touches.

        Args:
            view: The table as it is; a change not yet noticed is noticed now.
            now_ms: The time, not before `next_touch_ms`.

        Returns:
            What the hand touches now, None if it touches nothing.
        """
        self.notice(view, now_ms)
        plan = self._plan
        if plan is not None and plan.touch_ms <= now_ms and not self._sees_before(plan.touch_ms):
            return self._land(plan, now_ms)
        if self._glimpses and self._glimpses[0][0] <= now_ms:
            before = self._seen
            while self._glimpses and self._glimpses[0][0] <= now_ms:
                self._seen = self._glimpses.popleft()[1]
            self._reconsider(before, now_ms)
        elif self._look_ms is not None and self._look_ms <= now_ms:
            self._look_ms = None
            self._think(now_ms, ahead=0.0)
        return None

    # ------------------------------------------------------------------ the eye

    def _foresees(self, landed: SeatAction | None, view: View) -> bool:
        """Whether the player knows the outcome of what it has just done without looking."""
        if isinstance(landed, Play | Shift):
            return view.rules.flip is FlipMode.MANUAL
        return isinstance(landed, Call)

    def _sees_before(self, touch_ms: int) -> bool:
        """Whether a change is to be seen before the hand touches at `touch_ms`."""
        return bool(self._glimpses) and self._glimpses[0][0] < touch_ms

    def _reconsider(self, before: View | None, now_ms: int) -> None:
        """Keeps the plan, or drops it and thinks again, now that the table looks different.

        What the own hand has just done comes first: until that is seen nothing new is planned.
        """
        plan, seen = self._plan, self._seen
        assert seen is not None
        if plan is None:
            if self._awaits_ms is None:
                self._think(now_ms, ahead=0.0)
            elif self._awaits_ms <= now_ms:
                self._awaits_ms = None
                self._think(now_ms, ahead=self._tempo.ahead)
            return
        if plan.action in legal_actions(seen, self.seat):
            if seen.phase is Phase.READY and before is not None and before.calls != seen.calls:
                soon_ms = now_ms + self._rng.randint(*READY_AFTER_MS)
                if soon_ms < plan.touch_ms:
                    self._plan = replace(plan, leave_ms=soon_ms, touch_ms=soon_ms)
            return
        if plan.leave_ms <= now_ms and plan.touch_ms - now_ms < self._tempo.stop_ms:
            return
        if plan.leave_ms <= now_ms:
            self._place = plan.goal
        self._think(now_ms, ahead=0.0)

    # ------------------------------------------------------------------ the mind

    def _think(self, now_ms: int, ahead: float) -> None:
        """Decides on what is seen, and sets the hand moving if there is something to do."""
        self._plan = self._look_ms = None
        seen = self._seen
        if seen is None:
            return
        decision = self._bot.decide(self._estimated(seen), self._rng)
        if isinstance(decision, Wait):
            self._look_ms = now_ms + max(1, decision.ms)
        elif decision is not None:
            self._plan = self._planned(seen, decision, now_ms, ahead)

    def _estimated(self, seen: View) -> View:
        """The view with the sizes of the spit piles as they seem at a glance."""
        if seen.phase is not Phase.SLAP:
            return seen
        spits = tuple(
            pile._replace(cards=glance(pile.cards, self._tempo, self._rng)) for pile in seen.spits
        )
        return seen._replace(spits=spits)

    def _planned(self, seen: View, action: SeatAction, now_ms: int, ahead: float) -> Plan:
        if isinstance(action, Call):
            at_ms = max(now_ms + 1, round(self._call_ms(seen, now_ms)))
            return Plan(action, at_ms, at_ms, self._place)
        items, choices = self._searched(seen, action)
        thought = thought_ms(items, choices, self._tempo, self._rng) * (1 - ahead)
        thought += lapse_ms(self._tempo, self._rng)
        if isinstance(action, Play):
            action = self._slipped(seen, action)
        leave_ms = max(now_ms + round(thought), self._free_ms)
        moving_ms, goal = self._movement(action)
        return Plan(action, leave_ms, leave_ms + max(1, round(moving_ms)), goal)

    def _call_ms(self, seen: View, now_ms: int) -> float:
        """When the player says "spit": ready for a round, or sure that nothing can be played."""
        if seen.phase is Phase.READY:
            is_answer = seen.calls[1 - self.seat] is not None
            return now_ms + self._rng.randint(*(READY_AFTER_MS if is_answer else READY_ALONE_MS))
        items = _tops(seen, 0) + _tops(seen, 1)
        sure_ms = thought_ms(items * len(seen.spits), 0, self._tempo, self._rng)
        return now_ms + sure_ms + reaction_ms(self._tempo.choose_ms, self._tempo, self._rng)

    def _searched(self, seen: View, action: SeatAction) -> tuple[int, int]:
        """How many things are looked at for an action, and among how many it is chosen.

        A face-down pile and the end of a round are seen at a glance; a shift comes when every
        card has been looked at in vain.
        """
        if isinstance(action, Flip):
            return 1, 1
        if isinstance(action, Slap):
            return 2, 2
        pairs = _tops(seen, self.seat) * len(seen.spits)
        plays = sum(isinstance(each, Play) for each in legal_actions(seen, self.seat))
        return pairs, plays

    # ------------------------------------------------------------------ the hand

    def _movement(self, action: SeatAction) -> tuple[float, places.Place]:
        """Time of the hand's way in milliseconds, and where it ends."""
        if isinstance(action, Slap):
            goal = places.spit_place(self.seat, action.pile)
            return self._way(self._place, goal, places.PILE), goal
        assert not isinstance(action, Call)
        card = places.stock_place(action.stock)
        reach_ms = self._way(self._place, card, places.CARD)
        if isinstance(action, Play):
            goal = places.spit_place(self.seat, action.pile)
            return reach_ms + self._way(card, goal, places.PILE), goal
        if isinstance(action, Shift):
            goal = places.stock_place(action.slot)
            return reach_ms + self._way(card, goal, places.CARD), goal
        return reach_ms, card

    def _way(self, start: places.Place, goal: places.Place, width: float) -> float:
        return movement_ms(places.distance(start, goal), width, self._tempo, self._rng)

    def _slipped(self, seen: View, action: Play) -> Play:
        """The play that the hand makes of the one meant: usually the same."""
        if self._rng.random() >= self._tempo.slip:
            return action
        if len(seen.spits) == 2:
            return replace(action, pile=1 - action.pile)
        neighbours = [slot for slot in (action.stock - 1, action.stock + 1) if 0 <= slot <= 4]
        return replace(action, stock=self._rng.choice(neighbours))

    def _land(self, plan: Plan, now_ms: int) -> SeatAction:
        self._plan = None
        self._place = plan.goal
        self._landed = plan.action
        self._look_ms = now_ms + UNANSWERED_MS
        return plan.action


def _tops(view: View, seat: int) -> int:
    """How many face-up cards lie on top of a seat's stock piles."""
    return sum(bool(pile.up) for pile in view.stocks[seat])
