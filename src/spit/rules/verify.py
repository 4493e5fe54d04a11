"""Replaying a record under its rules, and judging it.

Owns the way from a record's lines back to the actions behind them. It decides nothing about the
game: each line is turned into the actions it stands for, the engine applies them, and what the
engine says has happened must be what the record says.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from spit.rules.actions import SEATS, Call, Deal, EarlyReason, EndEarly, Flip, Play, Shift, Slap
from spit.rules.actions import Action as AnyAction
from spit.rules.engine import apply
from spit.rules.events import (
    RESULT_RULES,
    Dealt,
    Flipped,
    MatchEnded,
    Played,
    ResultReason,
    RoundEnded,
    Shifted,
    Slapped,
    Spat,
    StopReason,
)
from spit.rules.legal import has_play, is_stuck
from spit.rules.options import Rules, Scoring
from spit.rules.reasons import Rejected
from spit.rules.record import Extra, Recorded, is_recorded, read_record
from spit.rules.record_format import FORMAT, Fault, RecordError, Source, malformed, shown
from spit.rules.state import Phase, State, new_match

_EARLY: Final = frozenset(reason.value for reason in EarlyReason)


def verify(source: Source) -> Fault | None:
    """Replays a record under its rules.

    It holds one line and one state at a time, so a record may be longer than memory.

    Args:
        source: A file opened in binary mode, at its start.

    Returns:
        The first fault, or None if the record is that of a whole match. Never an exception for
        what the record holds; those of `source.readline` pass through.
    """
    line = 1
    try:
        header, lines = read_record(source)
        replay = Replay(header.rules)
        for each in lines:
            line = each.number
            replay.step(each.event)
        replay.finish()
    except RecordError as error:
        return Fault.of(error.line or line, error)
    return None


class Replay:
    """A match played again from the events of its record.

    Attributes:
        state: The match as it is after the events so far. Where one action settles a whole round
            it is there at once, while the record still tells of it.
        is_over: Whether the record has told the result.
    """

    def __init__(self, rules: Rules) -> None:
        self.state: State = new_match(rules)
        self.is_over = False
        self._told: deque[Recorded] = deque()
        """What the engine says has happened and the record has yet to tell, in order."""
        self._last: Recorded | None = None

    def step(self, event: Recorded | Extra) -> None:
        """Goes on by the next event.

        Raises:
            RecordError: The event breaks a rule, or stands after the result.
        """
        if isinstance(event, Extra):
            return
        if self.is_over:
            raise malformed("only x- events may follow the result")
        if isinstance(event, MatchEnded) and event.reason.value in _EARLY:
            self._end_early(event)
        else:
            if not self._told:
                self._act(event)
            self._tell(event)
        self.is_over = isinstance(event, MatchEnded)
        self._last = event

    def finish(self) -> None:
        """Ends the record.

        Raises:
            RecordError: It has no result.
        """
        if not self.is_over:
            raise malformed("the record ends without a result")

    # -------------------------------------------------------------- what the record must tell

    def _tell(self, event: Recorded) -> None:
        """Checks that the record tells what has happened."""
        if not self._told:
            raise self._premature(event)
        happened = self._told.popleft()
        if happened != event:
            raise self._untrue(happened, event)

    def _end_early(self, event: MatchEnded) -> None:
        """An early result stands in any event's place until a round has decided the match."""
        decided = self._told[0] if self._told else None
        if isinstance(decided, MatchEnded):
            raise self._untrue(decided, event)
        if (event.winner is None) != (event.reason is ResultReason.ABANDONED):
            who = shown(event.winner)
            raise malformed(f"a match that ends {event.reason.value} cannot have winner {who}")
        if self._told:
            self.state = self.state._replace(phase=Phase.OVER, result=event)
            self._told.clear()
        else:
            self._apply(EndEarly(EarlyReason(event.reason.value), event.winner), event)
            self._told.popleft()

    # -------------------------------------------------------------- what the record stands for

    def _act(self, event: Recorded) -> None:
        """Applies the actions that an event stands for."""
        match event:
            case Dealt(number, packets):
                if self.state.phase is Phase.DEAL and number != self.state.round + 1:
                    raise malformed(f"round {shown(number)} follows round {self.state.round}")
                self._apply(Deal(packets), event)
            case Spat():
                self._spit(event)
            case Played(seat, stock, pile, _):
                self._apply(Play(seat, stock, pile), event)
            case Flipped(seat, stock, _):
                self._apply(Flip(seat, stock), event)
            case Shifted(seat, stock, slot, _):
                self._apply(Shift(seat, stock, slot), event)
            case Slapped(seat, pile):
                if self.state.rules.scoring is Scoring.POINTS:
                    raise RecordError("R8.1", f"{_summary(event)}: there is no slap for points")
                self._say_blocked(event)
                self._apply(Slap(seat, pile), event)
            case RoundEnded():
                self._say_blocked(event)
            case MatchEnded():
                pass

    def _apply(self, action: AnyAction, event: Recorded) -> None:
        outcome = apply(self.state, action)
        if isinstance(outcome, Rejected):
            why = outcome.reason.value.replace("-", " ")
            raise RecordError(outcome.rule, f"{_summary(event)}: {why}")
        self.state = outcome.state
        self._told += [each for each in outcome.events if is_recorded(each, self.state.rules)]

    def _spit(self, event: Spat) -> None:
        """Both said "spit", in the order in which the cards landed (R3.1, R3.2)."""
        state = self.state
        is_first = state.phase is Phase.READY
        if has_play(state):
            raise RecordError("R3.4", f"{_summary(event)}: a play exists")
        if state.phase not in (Phase.READY, Phase.PLAY):
            raise RecordError("R6.1", f"{_summary(event)}: no race is on")
        turning = [flip.seat for flip in event.flips]
        able = [seat for seat in SEATS if state.hands[seat]]
        if not turning or sorted(turning) != able:
            rule = "R3.1" if is_first else "R3.2"
            seats = " and ".join(f"seat {seat}" for seat in able) or "no seat"
            raise RecordError(rule, f"{_summary(event)}: {seats} must turn up one card")
        for flip in event.flips:
            self._apply(Call(flip.seat, None if is_first else flip.pile), event)
        for seat in SEATS:
            if seat not in turning:
                self._apply(Call(seat, None), event)

    def _say_blocked(self, event: Recorded) -> None:
        """Both said that nothing is left, which no event of a record tells (R6.2)."""
        if is_stuck(self.state) and not any(self.state.hands):
            for seat in SEATS:
                self._apply(Call(seat, None), event)

    # -------------------------------------------------------------- what is wrong

    def _premature(self, event: Recorded) -> RecordError:
        """The error of a record that tells the end of a round or match which goes on."""
        if isinstance(event, MatchEnded):
            return RecordError(_rule_of(event), f"{_summary(event)}: nothing has decided the match")
        if self.state.phase in (Phase.SLAP, Phase.COIN):
            return RecordError("R6.3", f"{_summary(event)}: the slap is missing")
        return RecordError(_rule_of(event), f"{_summary(event)}: the round has not ended so")

    def _untrue(self, happened: Recorded, event: Recorded) -> RecordError:
        """The error of a record that tells `event` where `happened` has happened."""
        rule = _rule_of(event)
        match happened:
            case Spat(flips):
                told = event.flips if isinstance(event, Spat) else ()
                is_card = [flip.card for flip in flips] != [flip.card for flip in told]
                rule = "R2.3" if is_card else "R3.1"
                fact = ", ".join(f"{flip.card} onto pile {flip.pile}" for flip in flips)
                fact = f"what turns up is {fact}"
            case Played() | Flipped() | Shifted():
                fact = f"the card there is {happened.card}"
            case Slapped(seat, pile):
                is_end = isinstance(event, Slapped | RoundEnded)
                rule = "R6.3" if is_end else _rule_after_race(event)
                fact = f"the smaller pile, {pile}, goes to seat {seat}"
            case RoundEnded():
                rule, fact = self._not_the_round(happened, event)
            case MatchEnded(_, reason):
                rule = RESULT_RULES.get(reason, FORMAT)
                fact = f"the match has ended with {_summary(happened)}"
            case _:
                fact = "that is not what happened"
        return RecordError(rule, f"{_summary(event)}: {fact}")

    def _not_the_round(self, happened: RoundEnded, event: Recorded) -> tuple[str, str]:
        """Rule and fact where a round has ended and the record tells something else."""
        is_points = self.state.rules.scoring is Scoring.POINTS
        if isinstance(event, Slapped):
            if is_points:
                return "R8.1", "there is no slap for points"
            if isinstance(self._last, Slapped):
                return "R6.3", "the first slap has decided"
            return "R6.4", "a round of one pile that is cleared has no slap"
        if not isinstance(event, RoundEnded):
            return _rule_after_race(event), "the round is over"
        if event.round != happened.round:
            return FORMAT, f"it is round {happened.round}"
        if (event.reason, event.cleared) != (happened.reason, happened.cleared):
            rule = "R6.1" if happened.reason is StopReason.CLEARED else "R6.2"
            return rule, f"it ended {happened.reason.value}, cleared by {happened.cleared}"
        if is_points:
            return "R8.2", f"the points are {list(happened.points)}"
        return "R6.6", f"the seats own {list(happened.cards)} cards"


_RULES: Final[dict[type, str]] = {
    Dealt: "R2.1",
    Spat: "R3.2",
    Played: "R4.1",
    Flipped: "R5.1",
    Shifted: "R5.2",
    Slapped: "R6.3",
}


def _rule_of(event: Recorded) -> str:
    """The rule that an event of this kind is about."""
    if isinstance(event, RoundEnded):
        return "R6.1" if event.reason is StopReason.CLEARED else "R6.2"
    if isinstance(event, MatchEnded):
        return RESULT_RULES.get(event.reason, FORMAT)
    return _RULES[type(event)]


def _rule_after_race(event: Recorded) -> str:
    """The rule that an event breaks when the race is over and the round not yet counted."""
    return _rule_of(event) if isinstance(event, MatchEnded) else "R6.1"


def _summary(event: Recorded) -> str:
    """What an event says, in a few words."""
    match event:
        case Dealt(number):
            return f"deal of round {shown(number)}"
        case Spat(flips):
            cards = ", ".join(f"{flip.card} by seat {flip.seat}" for flip in flips)
            return f"spit of {cards or 'nothing'}"
        case Played(seat, stock, pile, card):
            return f"play of {card} by seat {seat} from stock {shown(stock)} to pile {shown(pile)}"
        case Flipped(seat, stock, card):
            return f"flip of {card} by seat {seat} on stock {shown(stock)}"
        case Shifted(seat, stock, slot, card):
            return f"shift of {card} by seat {seat} from stock {shown(stock)} to {shown(slot)}"
        case Slapped(seat, pile):
            return f"slap of pile {shown(pile)} by seat {seat}"
        case RoundEnded(number, reason, cleared, cards, points):
            counts = f"cards {shown(list(cards))}, points {shown(list(points))}"
            by = "" if cleared is None else f" by seat {cleared}"
            return f"end of round {shown(number)}, {reason.value}{by}, {counts}"
        case MatchEnded(winner, result):
            return f"result {result.value}, winner {winner}"
