"""Whether the fast simulation plays what `spit.rules` allows, move for move, match by match.

Matches of `spit.fast` are traced in memory and played again by `spit.rules`: each action must be
accepted, each seat that acts must have as many legal actions, and the result must be the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from spit.fast import MAX_TURNS, Batch, layout, runs
from spit.fast.compiled import Row
from spit.rules import (
    OPTIONS,
    PACK,
    PRESETS,
    SEATS,
    SLOTS,
    Action,
    Call,
    Deal,
    Flip,
    OptionsError,
    Outcome,
    Phase,
    Play,
    Rules,
    Shift,
    Slap,
    State,
    apply,
    chance_actions,
    legal_actions,
    new_match,
)

DEALS: Final = 400
"""Rounds that there is room for in a trace."""


def _actions(seat: int) -> list[Action | None]:
    plays = [Play(seat, stock, pile) for stock in SLOTS for pile in (0, 1)]
    flips = [Flip(seat, stock) for stock in SLOTS]
    shifts = [Shift(seat, stock, slot) for stock in SLOTS for slot in SLOTS]
    calls = [Call(seat, pile) for pile in (None, 0, 1)]
    return [None, *plays, *flips, *shifts, *calls, Slap(seat, 0), Slap(seat, 1)]


ACTIONS: Final = tuple(map(_actions, SEATS))
"""By seat and code, what a code stands for."""

PHASES: Final = tuple(Phase)


def mixed_rules(number: int) -> list[Rules]:
    """All the presets, then random options of seed 1, `number` sets in all."""
    rng = Random(1)
    made = list(PRESETS.values())
    while len(made) < number:
        chosen: dict[str, object] = {
            name: rng.choice(list(kind)).value for name, kind in OPTIONS.items() if kind
        }
        chosen["target"] = rng.randrange(1, 60)
        if rng.random() < 0.5:
            chosen["max_rounds"] = rng.randrange(1, 12)
        try:
            made.append(Rules.from_options(chosen))
        except OptionsError:  # max_rounds does not go with points
            continue
    return made[:number]


def difference(state: State, byte: Row, words: Row) -> str | None:
    """The first part of a state that a row of a batch does not hold, None if all is the same."""
    if PHASES[byte[layout.PHASE]] is not state.phase:
        return "phase"
    if words[layout.ROUND] != state.round:
        return "round"
    if tuple(words[layout.POINTS : layout.POINTS + 2]) != state.points:
        return "points"
    if state.phase in (Phase.DEAL, Phase.OVER):
        held = tuple(_cards(words[layout.HELD + seat]) for seat in SEATS)
        return None if state.owned in (None, held) else "owned"
    for pile, cards in enumerate(state.spits):
        if _cards(words[layout.SPIT + pile]) != tuple(sorted(cards)):
            return "spits"
        if cards and byte[layout.TOP + pile] != cards[-1].rank:
            return "top"
        if byte[layout.COUNT + pile] != len(cards):
            return "count"
    whose = {layout.NOBODY: None, 0: 0, 1: 1}
    if whose[byte[layout.FIRST]] != state.first_call or whose[byte[layout.BOUND]] != state.bound:
        return "first or bound"
    for seat in SEATS:
        part = _seat_difference(state, seat, byte)
        if part:
            return part
    return None


def _seat_difference(state: State, seat: int, byte: Row) -> str | None:
    start = seat * layout.SEAT
    for slot, (down, up) in enumerate(state.stocks[seat]):
        at = start + slot * layout.DEPTH
        if byte[start + layout.DOWN + slot] != len(down) or byte[start + layout.UP + slot] != len(
            up
        ):
            return "pile sizes"
        if tuple(byte[at : at + len(down) + len(up)]) != down + up:
            return "piles"
    first = 52 * seat + layout.PACKET + byte[start + layout.NEXT]
    if tuple(byte[first : first + byte[start + layout.HAND]]) != state.hands[seat]:
        return "hand"
    if byte[start + layout.LAID] != state.laid_hands[seat]:
        return "laid"
    call = state.calls[seat]
    said = 0 if call is None else 1 if call.pile is None else 2 + call.pile
    return None if byte[start + layout.CALL] == said else "call"


def _cards(held: int) -> tuple[int, ...]:
    return tuple(card for card in PACK if int(held) >> card & 1)


class Trace:
    """The turns of one match after another, in arrays that are used again."""

    def __init__(self) -> None:
        self.steps = np.zeros(MAX_TURNS, dtype=np.uint8)
        self.counts = np.zeros((MAX_TURNS, 2), dtype=np.uint8)
        self.packets = np.zeros((DEALS, 106), dtype=np.uint8)

    def play(self, batch: Batch, row: int, first: int, second: int) -> int:
        """Plays match `row` of a batch by policies 0 (random) or 1 (greedy); the turns taken."""
        return runs.trace(
            batch.bytes[row],
            batch.words[row],
            batch.options,
            first,
            second,
            self.steps,
            self.counts,
            self.packets,
        )

    def replay(self, rules: Rules, turns: int) -> Iterator[State]:
        """Plays the same by `spit.rules`; the state after each turn.

        Raises:
            AssertionError: An action is refused, or a seat has more or fewer legal actions.
        """
        state = new_match(rules)
        deals = iter(self.packets.tolist())
        steps, counts = self.steps[:turns].tolist(), self.counts[:turns].tolist()
        for turn, (step, count) in enumerate(zip(steps, counts, strict=True)):
            if step == runs.DEALT:
                packet = next(deals)
                first, second = packet[104:]
                cards = [PACK[card] for card in packet[:104]]
                action: Action | None = Deal((tuple(cards[:first]), tuple(cards[52 : 52 + second])))
            elif step >= runs.TOSSED:
                action = chance_actions(state)[step - runs.TOSSED]
            else:
                seat, code = divmod(step, 64)
                action = ACTIONS[seat][code]
                listed = legal_actions(state, seat)
                assert len(listed) == count[seat], f"turn {turn}: {count[seat]} legal of {listed}"
                assert action in listed, f"turn {turn}: {action} is not of {listed}"
            assert action is not None, f"turn {turn}: nobody could act"
            outcome = apply(state, action)
            assert isinstance(outcome, Outcome), f"turn {turn}: {outcome}"
            state = outcome.state
            yield state


def replayed(rules: Rules, matches: int, seed: int, policy: int = 0, first: int = 0) -> int:
    """Plays matches by both and compares; how many actions there were.

    Raises:
        AssertionError: They differ.
    """
    batch, trace, done = Batch(rules, matches, seed, first=first), Trace(), 0
    for row in range(matches):
        turns = trace.play(batch, row, policy, policy)
        state = deque(trace.replay(rules, turns), maxlen=1)[0]
        part = difference(state, batch.bytes[row], batch.words[row])
        assert part is None, f"{rules}, match {first + row}: {part} differs"
        result = state.result
        if result is not None:
            winner = layout.NOBODY if result.winner is None else result.winner
            assert batch.bytes[row, layout.WINNER] == winner
            assert layout.REASONS[batch.bytes[row, layout.REASON]] == result.reason.value
        done += turns
    return done


def _share(part: tuple[int, Rules, int]) -> int:
    number, rules, matches = part
    return replayed(rules, matches, seed=number)


def main(matches: int = 100_000, sets: int = 200) -> None:
    """Compares and prints; half of the matches by the presets, half by random options.

    Args:
        matches: How many in all.
        sets: Into how many parts, each with rules of its own, they are cut.
    """
    started = perf_counter()
    random = mixed_rules(len(PRESETS) + sets // 2)[len(PRESETS) :]
    presets = list(PRESETS.values())
    rules = [random[n // 2] if n % 2 else presets[n // 2 % len(presets)] for n in range(sets)]
    parts = [(number, each, matches // sets) for number, each in enumerate(rules)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        actions = sum(pool.map(_share, parts))
    print(
        f"fast simulation: {matches // sets * sets:,} random matches with {actions:,} turns are "
        f"those of the rules, move for move, in {perf_counter() - started:,.0f} s"
    )


if __name__ == "__main__":
    main()
