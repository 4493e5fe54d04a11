"""How fast the rules are: random legal play through the public API, on one core."""

from __future__ import annotations

from random import Random
from time import perf_counter

from spit.rules import (
    STANDARD,
    Outcome,
    Phase,
    Rules,
    SeatAction,
    State,
    apply,
    chance_actions,
    deal,
    legal_actions,
    new_match,
    view_of,
)

TARGET_RATE = 80_000
"""Accepted actions a second that are wanted of one core, with the legal actions listed."""

MAX_ACTIONS = 20_000
"""Accepted actions after which a match is left: random play may shift to and fro for long."""


def play(rules: Rules, actions: int, seed: int, *, with_views: bool) -> float:
    """Plays matches at random until `actions` actions have been accepted.

    For each one the legal actions of a seat are listed, a seat at random, and of the other seat
    where that one has none; one of them is applied.

    Returns:
        Accepted actions a second of wall time, deals and coins counted in.
    """
    rng = Random(seed)
    done = 0
    started = perf_counter()
    while done < actions:
        done += _match(rules, rng, with_views=with_views)
    return done / (perf_counter() - started)


def _match(rules: Rules, rng: Random, *, with_views: bool) -> int:
    """Plays one match at random and returns how many actions were accepted."""
    state = new_match(rules)
    draw = rng.random
    for done in range(MAX_ACTIONS):
        phase = state.phase
        if phase is Phase.OVER:
            return done
        if phase is Phase.DEAL:
            outcome = apply(state, deal(state, rng.randbytes(32)))
        else:
            listed = _listed(state, int(draw() * 2))
            outcome = apply(state, listed[int(draw() * len(listed))])
        assert isinstance(outcome, Outcome)
        state = outcome.state
        if with_views:
            view_of(state)
    return MAX_ACTIONS


def _listed(state: State, seat: int) -> tuple[SeatAction, ...]:
    if state.phase is Phase.COIN:
        return chance_actions(state)
    return legal_actions(state, seat) or legal_actions(state, 1 - seat)


def main(actions: int = 300_000) -> None:
    """Prints the rates, without a view and with one made after each action.

    Args:
        actions: How many are played for each rate.
    """
    plain = play(STANDARD, actions, seed=1, with_views=False)
    viewed = play(STANDARD, actions, seed=1, with_views=True)
    print(
        f"rules: {plain:,.0f} accepted actions a second, {viewed:,.0f} with a view after each "
        f"(wanted: {TARGET_RATE:,})"
    )


if __name__ == "__main__":
    main()
