"""What the properties are tried on: any rules, any secrets, any way through a match."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from spit.rules import (
    OPTIONS,
    Action,
    Rules,
    Scoring,
    State,
    chance_actions,
    legal_actions,
)

CHOICES = {
    name: st.sampled_from([member.value for member in kind])
    for name, kind in OPTIONS.items()
    if kind is not None
}
"""A strategy for each option that has named values."""


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Every option at any value; short points matches, since long ones show nothing else."""
    options: dict[str, object] = {**draw(st.fixed_dictionaries(CHOICES))}
    if options["scoring"] == Scoring.POINTS:
        options["target"] = draw(st.sampled_from([1, 20, 60]))
    else:
        options["max_rounds"] = draw(st.sampled_from([None, 1, 2, 5]))
    return Rules.from_options(options)


def listed(state: State) -> set[Action]:
    """What is listed as legal: of both seats, and of the coin."""
    return {*legal_actions(state, 0), *legal_actions(state, 1), *chance_actions(state)}


def permuted(state: State, rng: Random) -> State:
    """The same table with the cards that nobody sees in another order.

    Those are the face-down stock cards, the spit cards, and what lies under the tops of the spit
    piles; between rounds, where nothing lies on the table, what the seats own.
    """
    hidden = [card for side in state.stocks for pile in side for card in pile.down]
    hidden += [card for hand in state.hands for card in hand]
    hidden += [card for spit in state.spits for card in spit[:-1]]
    rng.shuffle(hidden)
    rest = iter(hidden)
    stocks = tuple(
        tuple(pile._replace(down=tuple(next(rest) for _ in pile.down)) for pile in side)
        for side in state.stocks
    )
    hands = tuple(tuple(next(rest) for _ in hand) for hand in state.hands)
    spits = tuple((*(next(rest) for _ in spit[:-1]), *spit[-1:]) for spit in state.spits)
    owned = state.owned
    if owned is not None:
        cards = [*owned[0], *owned[1]]
        rng.shuffle(cards)
        owned = (tuple(cards[: len(owned[0])]), tuple(cards[len(owned[0]) :]))
    changes = {"stocks": stocks, "hands": hands, "spits": spits, "owned": owned}
    return state._replace(**changes)  # type: ignore[arg-type]
