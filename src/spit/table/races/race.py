"""The spit piles as they are shown: final plays, tentative ones on top of them, and the past.

Owns the difference between what is final (`final`, a state of the rules) and what lies on the
table for all to see (`shown`): tentative plays, the version of every top, and which tops were
covered lately. Nothing here sends, answers or reads a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from spit.protocol.messages import TentativePlay
from spit.rules import Card, Pile, Rules, Spat, State, new_match
from spit.table.races.order import PileFacts

REMEMBERED_MS = 5_000
"""How long covered tops are remembered; a hand waits less."""


class Top(NamedTuple):
    """A card that is the top of a spit pile, or was: since when, and by which version."""

    card: Card
    version: int
    at_ms: int


class _Gone(NamedTuple):
    """A top that was taken back at a table time."""

    pile: int
    card: Card
    at_ms: int


@dataclass(frozen=True, slots=True)
class Held:
    """A tentative play, with the id that its seat waits to see answered."""

    play: TentativePlay
    action_id: int
    until_ms: int
    margin_ms: int | None = None


class Race:
    """What is shown on one table.

    Args:
        rules: The rules of the match.
        late_ms: How long a covered top excuses a touch that does not fit, in table milliseconds.
    """

    __slots__ = ("_gone", "_late_ms", "_tops", "final", "held", "shown")

    def __init__(self, rules: Rules, late_ms: int) -> None:
        self._late_ms = late_ms
        self.final = new_match(rules)
        self.shown = self.final
        self.held: list[Held] = []
        self._tops: list[list[Top]] = []
        self._gone: list[_Gone] = []

    def advance(self, final: State) -> None:
        """Takes over a new final state; tentative plays stay on top of it."""
        self.final = self.shown = final
        if self.held:
            self._lay_held()

    def _lay_held(self) -> None:
        shown = self.final
        for held in self.held:
            shown = _lay(shown, held.play)
        self.shown = shown

    def adopt(self, state: State) -> None:
        """Starts from a match that is under way; its tops have version 0."""
        self.advance(state)
        self._tops = [[Top(card, 0, 0) for card in pile] for pile in state.spits]

    def new_round(self, piles: int) -> None:
        """Clears the tops for a round with one or two spit piles."""
        self._tops = [[] for _ in range(piles)]
        self._gone.clear()

    def top(self, pile: int) -> Top | None:
        """The top that is shown on a pile, None if it is empty or there is no such pile."""
        tops = self._tops[pile] if pile < len(self._tops) else []
        return tops[-1] if tops else None

    def facts(self, pile: int) -> PileFacts | None:
        """What an order needs to know of a pile, None if it has no card."""
        top = self.top(pile)
        if top is None:
            return None
        if not self.held:  # most of the time
            return PileFacts(top.card, top.version, ())
        on_pile = tuple([held.play for held in self.held if held.play.pile == pile])
        return PileFacts(top.card, top.version, on_pile)

    def put(self, pile: int, card: Card, version: int, now_ms: int) -> None:
        """Notes that a card became the top of a pile by the event with this version."""
        self._tops[pile].append(Top(card, version, now_ms))

    def spat(self, event: Spat, version: int, now_ms: int) -> None:
        """Notes the cards that were turned up, in the order in which they landed."""
        for flip in event.flips:
            self.put(flip.pile, flip.card, version, now_ms)

    def fitted_lately(self, pile: int, card: Card, claimed: Card, made_ms: int) -> bool:
        """Whether a touch that does not fit is a race lost rather than a misplay.

        It is if the card fitted a top of this pile that changed under the hand: covered after the
        touch was made, or at most `late_ms` before. A touch that names a top which the pile has
        not shown lately has no such excuse.

        Args:
            pile: The spit pile.
            card: The card that was thrown.
            claimed: The top that the player's screen showed, by its client.
            made_ms: When the touch was made, in table milliseconds.
        """
        past = self._covered_since(pile, made_ms - REMEMBERED_MS)
        current = self.top(pile)
        is_current = current is not None and current.card == claimed
        if not is_current and not any(claimed == each for each, _ in past):
            return False
        fits = self.final.rules.fits
        return any(
            made_ms - at_ms <= self._late_ms and bool(fits[each][card]) for each, at_ms in past
        )

    def _covered_since(self, pile: int, since_ms: int) -> list[tuple[Card, int]]:
        """The tops of a pile that were covered or taken back since a table time, and when."""
        past: list[tuple[Card, int]] = []
        above: Top | None = None
        for top in reversed(self._tops[pile]):
            if above is not None:
                if above.at_ms < since_ms:
                    break
                past.append((top.card, above.at_ms))
            above = top
        self._gone = [each for each in self._gone if each.at_ms >= since_ms]
        past += [(card, at_ms) for where, card, at_ms in self._gone if where == pile]
        return past

    # -------------------------------------------------------------- tentative plays

    def is_held(self, seat: int, stock: int) -> bool:
        """Whether a tentative play of this seat came from this stock pile."""
        return any(held.play.seat == seat and held.play.stock == stock for held in self.held)

    def hold(self, held: Held) -> None:
        """Shows a play as tentative. Its top is noted by `put`."""
        self.held.append(held)
        self.shown = _lay(self.shown, held.play)

    def due_ms(self) -> int | None:
        """When the first tentative play becomes final by itself."""
        return min([held.until_ms for held in self.held]) if self.held else None

    def up_to(self, version: int) -> list[Held]:
        """The tentative play with this version and those it lies on, oldest first."""
        play = self._find(version)
        return [
            held
            for held in self.held
            if held.play.pile == play.pile and held.play.version <= version
        ]

    def settle(self, held: Held) -> None:
        """Removes a tentative play that has become final; `advance` follows."""
        self.held.remove(held)

    def take_back(self, version: int, now_ms: int) -> list[Held]:
        """Takes a tentative play back with all that lies on it.

        Returns:
            The plays that were taken back, newest first.
        """
        play = self._find(version)
        gone = [
            held
            for held in reversed(self.held)
            if held.play.pile == play.pile and held.play.version >= version
        ]
        for held in gone:
            self.held.remove(held)
            top = self._tops[play.pile].pop()
            self._gone.append(_Gone(play.pile, top.card, now_ms))
        self._lay_held()
        return gone

    def _find(self, version: int) -> TentativePlay:
        for held in self.held:
            if held.play.version == version:
                return held.play
        raise ValueError(f"no tentative play has version {version}")


def _lay(state: State, play: TentativePlay) -> State:
    """A state with a card moved to a spit pile, and nothing that would follow from it."""
    piles = list(state.stocks[play.seat])
    source = piles[play.stock]
    piles[play.stock] = Pile(source.down, source.up[:-1])
    spits = list(state.spits)
    spits[play.pile] = (*spits[play.pile], source.up[-1])
    a, b, c, d, e = piles
    mine = (a, b, c, d, e)
    stocks = (mine, state.stocks[1]) if play.seat == 0 else (state.stocks[0], mine)
    return state._replace(stocks=stocks, spits=tuple(spits))
