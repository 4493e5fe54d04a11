"""The state of a match, and the public view of it (R2.6).

Owns both shapes and the one function that cuts the secrets out, `view_of`. A `State` holds every
card; it must never be sent to anyone. A `View` holds what everybody may know.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from spit.rules.actions import Call
from spit.rules.cards import Card
from spit.rules.events import MatchEnded, Stopped
from spit.rules.options import Rules


class Phase(StrEnum):
    """What the match waits for."""

    DEAL = "deal"  # the next packets (R2)
    READY = "ready"  # both to say "spit" for the first time (R3.1)
    PLAY = "play"  # the race is on (R4)
    SLAP = "slap"  # the first slap (R6.3)
    COIN = "coin"  # the coin of `slap=smaller` (R6.3)
    OVER = "over"  # nothing: the match has its result (R7, R8.3)


class Pile(NamedTuple):
    """A stock pile: its face-down and its face-up cards, each with the top card last.

    Usually one card is face up; several only with `stacking` (R5.4), none while the pile waits to
    be flipped (R5.1).
    """

    down: tuple[Card, ...]
    up: tuple[Card, ...]


EMPTY_PILE: Final = Pile((), ())

Piles = tuple[Pile, Pile, Pile, Pile, Pile]


class State(NamedTuple):
    """A match at one moment: immutable, and complete with every hidden card.

    Pairs are by seat; `stocks[seat]` has five piles by slot; `spits` has one spit pile or two
    (R2.5), each from bottom to top.
    """

    rules: Rules
    phase: Phase
    round: int
    """Number of the round from 1; 0 before the first deal."""
    stocks: tuple[Piles, Piles]
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    """Spit cards, the next to be turned up first (R2.3)."""
    spits: tuple[tuple[Card, ...], ...]
    laid_hands: tuple[int, int]
    """Spit cards of each seat when the round was laid out (R7.1)."""
    calls: tuple[Call | None, Call | None]
    """What each seat has said (R3)."""
    first_call: int | None
    """The seat that said "spit" first (R3.2)."""
    bound: int | None
    """With `respit=own` the pile that the seat that spits alone keeps to (R3.2)."""
    stopped: Stopped | None
    """How the round ended, while the piles are not yet taken (R6)."""
    owned: tuple[tuple[Card, ...], tuple[Card, ...]] | None
    """Each seat's cards for the next deal (R6.6), sorted; None if the full pack is dealt (R2.1)."""
    points: tuple[int, int]
    result: MatchEnded | None

    @property
    def tops(self) -> tuple[Card, ...]:
        """Top card of each spit pile; needs the first spit to have been made."""
        spits = self.spits
        if len(spits) == 2:
            return spits[0][-1], spits[1][-1]
        return tuple(pile[-1] for pile in spits)


class PileView(NamedTuple):
    """A stock pile as everybody sees it: `down` is a number of cards, `up` the face-up ones."""

    down: int
    up: tuple[Card, ...]


class SpitView(NamedTuple):
    """A spit pile as everybody sees it: its top card, if any, and how many cards it holds."""

    top: Card | None
    cards: int


PileViews = tuple[PileView, PileView, PileView, PileView, PileView]


class View(NamedTuple):
    """What both seats, and anybody who watches, may know (R2.6); fields as in `State`.

    It is the same for both seats. Counts stand where `State` has hidden cards.
    """

    rules: Rules
    phase: Phase
    round: int
    stocks: tuple[PileViews, PileViews]
    hands: tuple[int, int]
    spits: tuple[SpitView, ...]
    laid_hands: tuple[int, int]
    calls: tuple[Call | None, Call | None]
    first_call: int | None
    bound: int | None
    stopped: Stopped | None
    cards: tuple[int, int]
    """How many cards each seat owns for the next deal: 26 each before the first one."""
    points: tuple[int, int]
    result: MatchEnded | None

    @property
    def tops(self) -> tuple[Card, ...]:
        """Top card of each spit pile that has one."""
        return tuple(pile.top for pile in self.spits if pile.top is not None)


Position = State | View
"""What the questions of `spit.rules.legal` can be asked of: all they need is public."""

_NO_PILES: Final[Piles] = (EMPTY_PILE,) * 5


def new_match(rules: Rules) -> State:
    """A match before its first deal."""
    return State(
        rules=rules,
        phase=Phase.DEAL,
        round=0,
        stocks=(_NO_PILES, _NO_PILES),
        hands=((), ()),
        spits=(),
        laid_hands=(0, 0),
        calls=(None, None),
        first_call=None,
        bound=None,
        stopped=None,
        owned=None,
        points=(0, 0),
        result=None,
    )


def view_of(state: State) -> View:
    """The public view: the one place where secrets are cut out (R2.6)."""
    first, second = state.stocks
    hands = state.hands
    owned = state.owned
    return View(
        state.rules,
        state.phase,
        state.round,
        (_pile_views(first), _pile_views(second)),
        (len(hands[0]), len(hands[1])),
        tuple([SpitView(pile[-1] if pile else None, len(pile)) for pile in state.spits]),
        state.laid_hands,
        state.calls,
        state.first_call,
        state.bound,
        state.stopped,
        (26, 26) if owned is None else (len(owned[0]), len(owned[1])),
        state.points,
        state.result,
    )


def _pile_views(piles: Piles) -> PileViews:
    a, b, c, d, e = piles
    return (
        PileView(len(a.down), a.up),
        PileView(len(b.down), b.up),
        PileView(len(c.down), c.up),
        PileView(len(d.down), d.up),
        PileView(len(e.down), e.up),
    )


def cards_in_stock(piles: Piles | PileViews) -> int:
    """How many cards lie in a seat's five stock piles."""
    return sum(
        (pile.down if isinstance(pile, PileView) else len(pile.down)) + len(pile.up)
        for pile in piles
    )
