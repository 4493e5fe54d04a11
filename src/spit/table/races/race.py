"""The spit piles as they are shown: final plays, tentative ones on top of them, and the past.

Owns the difference between what is final (`final`, a state of the rules) and what lies on the
table for all to see (`shown`): tentative plays, every top with what its races are judged by, and
which tops were taken back lately. Nothing here sends, answers or reads a clock.
"""

from __future__ import annotations

from typing import NamedTuple

from spit.protocol.messages import TentativePlay
from spit.rules import Card, Pile, Rules, State, new_match

REMEMBERED_MS = 5_000
"""How long covered tops are remembered; a hand waits less."""

Both = tuple[int, int]
"""One time for each seat."""


class Top(NamedTuple):
    """A card that is the top of a spit pile, or was; times are table milliseconds."""

    card: Card
    version: int
    """Of the event that made it the top."""
    sent_ms: Both
    """When it was sent to each seat."""
    seat: int | None = None
    """Who played it; None of a card that "spit" turned up."""
    counted_ms: int = 0
    """When that play counted: its arrival, and what it waited for the hand."""
    delay_ms: int = 0
    """What it waited for the hand."""
    score_ms: float | None = None
    """The reaction time of that play, if it is known."""


class _Gone(NamedTuple):
    """A top that was taken back at a table time."""

    pile: int
    card: Card
    at_ms: int


class Held(NamedTuple):
    """A tentative play, with the id that its seat waits to see answered."""

    play: TentativePlay
    card: Card
    under: Card
    """The card on which it was thrown."""
    action_id: int
    until_ms: int
    """When it becomes final by itself."""
    touch_ms: float
    """When the card touched, as far as that is known: it decides what came before a last card."""
    top: Top
    is_last: bool
    """Whether it is the last card of its seat, and ends the round."""


class Race:
    """What is shown on one table.

    Args:
        rules: The rules of the match.
    """

    __slots__ = ("_gone", "_tops", "final", "held", "shown")

    def __init__(self, rules: Rules) -> None:
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

    def adopt(self, state: State, now_ms: int) -> None:
        """Starts from a match that is under way; its tops have version 0."""
        self.advance(state)
        sent = now_ms, now_ms
        self._tops = [[Top(card, 0, sent) for card in pile] for pile in state.spits]

    # -------------------------------------------------------------- tops

    def new_round(self, piles: int) -> None:
        """Clears the tops for a round with one or two spit piles."""
        self._tops = [[] for _ in range(piles)]
        self._gone.clear()

    def renew(self, now_ms: int) -> None:
        """Both see the tops anew, after a pause: nobody's clock has started before."""
        sent = now_ms, now_ms
        for tops in self._tops:
            if tops:
                tops[-1] = Top(tops[-1].card, tops[-1].version, sent)

    def top(self, pile: int) -> Top | None:
        """The top that is shown on a pile, None if it is empty or there is no such pile."""
        tops = self._tops[pile] if pile < len(self._tops) else None
        return tops[-1] if tops else None

    def put(self, pile: int, top: Top) -> None:
        """Notes that a card has become the top of a pile."""
        self._tops[pile].append(top)

    def find(self, pile: int, card: Card) -> Top | None:
        """The top of a pile that was this card, if it still lies there."""
        for top in reversed(self._tops[pile]):
            if top.card == card:
                return top
        return None

    def cover(self, pile: int, card: Card) -> Top | None:
        """What lies on this card in a pile; None if nothing does, or the card is not there."""
        above: Top | None = None
        for top in reversed(self._tops[pile]):
            if top.card == card:
                return above
            above = top
        return None

    def fitted_lately(
        self, seat: int, pile: int, card: Card, claimed: Card, made_ms: int, late_ms: float
    ) -> bool:
        """Whether a touch that does not fit is a race lost rather than a misplay.

        It is if the card fitted a top of this pile that changed under the hand: covered after the
        touch was made, or at most `late_ms` before. A touch that names a top which the pile has
        not shown lately has no such excuse.

        Args:
            seat: Whose touch.
            pile: The spit pile.
            card: The card that was thrown.
            claimed: The top that the player's screen showed, by its client.
            made_ms: When the touch was made, in table milliseconds.
            late_ms: How long a covered top excuses it, the way of a message counted in.
        """
        past = self._covered_since(seat, pile, made_ms - REMEMBERED_MS)
        current = self.top(pile)
        is_current = current is not None and current.card == claimed
        if not is_current and not any(claimed == each for each, _ in past):
            return False
        fits = self.final.rules.fits
        return any(made_ms - at_ms <= late_ms and bool(fits[each][card]) for each, at_ms in past)

    def _covered_since(self, seat: int, pile: int, since_ms: int) -> list[tuple[Card, int]]:
        """The tops of a pile that a seat was shown covered or taken back since then, and when."""
        past: list[tuple[Card, int]] = []
        above: Top | None = None
        for top in reversed(self._tops[pile]):
            if above is not None:
                if above.sent_ms[seat] < since_ms:
                    break
                past.append((top.card, above.sent_ms[seat]))
            above = top
        self._gone = [each for each in self._gone if each.at_ms >= since_ms]
        past += [(card, at_ms) for where, card, at_ms in self._gone if where == pile]
        return past

    # -------------------------------------------------------------- what the seats have left

    def has_fitting(self, seat: int, top: Card) -> bool:
        """Whether a seat shows a card that fits on `top`."""
        takes = self.final.rules.fits[top]
        for _, up in self.shown.stocks[seat]:  # noqa: SIM110 - a generator takes twice as long
            if up and takes[up[-1]]:
                return True
        return False

    def has_one_card(self, seat: int) -> bool:
        """Whether a seat has only one card left in its stock, not counting tentative plays."""
        cards = 0
        for down, up in self.shown.stocks[seat]:
            cards += len(down) + len(up)
            if cards > 1:  # nearly always, and soon
                return False
        return cards == 1

    def can_clear(self, seat: int) -> bool:
        """Whether a seat has one card left and it fits on a pile."""
        return self.has_one_card(seat) and any(
            tops and self.has_fitting(seat, tops[-1].card) for tops in self._tops
        )

    # -------------------------------------------------------------- tentative plays

    def on_pile(self, pile: int) -> list[Held]:
        """The tentative plays on a pile, oldest first; they are all of one seat."""
        return [held for held in self.held if held.play.pile == pile] if self.held else []

    def is_held(self, seat: int, stock: int) -> bool:
        """Whether a tentative play of this seat came from this stock pile."""
        return any(held.play.seat == seat and held.play.stock == stock for held in self.held)

    def is_tentative(self, version: int) -> bool:
        """Whether the play with this version is shown and not final."""
        return any(held.play.version == version for held in self.held)

    def hold(self, held: Held) -> None:
        """Shows a play as tentative."""
        self.put(held.play.pile, held.top)
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
