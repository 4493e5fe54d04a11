"""Batches: many matches side by side, and playing them to their end.

Owns the Python face of the kernels: `Batch`, `play` and `Results`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from spit.bots import Tempo
from spit.fast import layout, runs, timed
from spit.rules import RANKS, STANDARD, Rules

Array = npt.NDArray[Any]

Given = Callable[[Array, Array, np.random.Generator], Array]
"""A policy over arrays: what each match shows (matches, 42) uint8 as `Batch.sight` gives it, what
may be done (matches, 46) bool as `Batch.legal` gives it, and a generator, to codes (matches,)."""

Policy = str | Given

POLICIES: Final = ("random", "greedy")
"""Those that are compiled in."""

SIGHT: Final = 42
"""Numbers that a seat sees of a match."""

MAX_TURNS: Final = 100_000
"""Turns after which a match is left unfinished; a random one takes about 850."""

assert len(RANKS) == layout.NO_RANK


class Batch:
    """Matches side by side, each with its own generators; a match takes `MATCH_BYTES` bytes.

    Match i of a batch depends on the rules, the seed and `first` + i alone.

    Attributes:
        rules: The options of all of them.
        bytes: (matches, 248) uint8, and
        words: (matches, 11) int64, whose places `spit.fast.layout` names.
    """

    def __init__(
        self, rules: Rules = STANDARD, matches: int = 1, seed: int = 0, *, first: int = 0
    ) -> None:
        self.rules = rules
        self.options = layout.option_row(rules)
        self.bytes: Array = np.zeros((matches, layout.BYTES), dtype=np.uint8)
        self.words: Array = np.zeros((matches, layout.WORDS), dtype=np.int64)
        runs.start(self.bytes, self.words, _seed(seed), first)

    def __len__(self) -> int:
        """How many matches there are."""
        return len(self.bytes)

    def part(self, rows: slice | Array) -> Batch:
        """Some of the matches: with a slice the same ones, with an array of rows copies."""
        made = object.__new__(Batch)
        made.rules, made.options = self.rules, self.options
        made.bytes, made.words = self.bytes[rows], self.words[rows]
        return made

    @property
    def over(self) -> Array:
        """Which matches have their result, (matches,) bool."""
        return np.asarray(self.bytes[:, layout.PHASE] == layout.OVER)

    def settle(self) -> None:
        """Deals and tosses coins (R2, R6.3) until each match waits for a seat or is over."""
        runs.settle(self.bytes, self.words, self.options)

    def legal(self, seats: Array) -> Array:
        """What the seats, (matches,), may do: (matches, 46) bool by code; waiting always."""
        out = np.empty((len(self), layout.CODES), dtype=np.bool_)
        runs.masks(self.bytes, self.words, self.options, _seats(seats), out)
        return out

    def sight(self, seats: Array) -> Array:
        """What lies open (R2.6), from the sides of the seats, (matches,): (matches, 42) uint8.

        0-4 ranks on top of the own stock piles as in `RANKS`, 13 if none shows; 5-9 their
        face-up and 10-14 their face-down cards; 15 own spit cards; 16 what was said (0 nothing,
        1 no pile, 2 pile 0, 3 pile 1); 17-33 the same of the opponent; 34, 35 ranks on top of
        the spit piles, 13 if none; 36, 37 their cards; 38 who said "spit" first (0 oneself,
        1 the opponent, 2 nobody); 39 the pile that a seat alone keeps to, 2 if any (R3.2);
        40 the phase (0 deal, 1 ready, 2 race, 3 slap, 4 coin, 5 over); 41 the round's spit piles.
        """
        out = np.empty((len(self), SIGHT), dtype=np.uint8)
        runs.sights(self.bytes, _seats(seats), out)
        return out

    def step(self, seats: Array, codes: Array) -> None:
        """One action in each match, then deals and coins until a seat can act.

        Args:
            seats: Who acts, (matches,).
            codes: What, (matches,), as `spit.fast.layout` numbers actions; 0 waits.

        Raises:
            ValueError: Some were illegal; those changed nothing, the others were done.
        """
        refused = runs.steps(self.bytes, self.words, self.options, _seats(seats), _codes(codes))
        if refused:
            raise ValueError(f"{refused} of {len(self)} actions are not legal")


def _seed(seed: int) -> int:
    """A seed as the kernels take it: a whole number of 63 bits."""
    return seed % (1 << 63)


def _seats(seats: Array) -> Array:
    return np.ascontiguousarray(seats, dtype=np.int64)


def _codes(codes: Array) -> Array:
    return np.ascontiguousarray(codes, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Results:
    """What became of the matches; each array has a row for each.

    Attributes:
        winner: 0 or 1, 2 for a draw or a match left unfinished, uint8.
        reason: Place in `spit.fast.layout.REASONS`, 0 if unfinished, uint8.
        rounds: int64.
        actions: Of the seats, deals and coins not counted, int64.
        points: (matches, 2) int64, zeros unless the rules count points.
        ms: Virtual time, zeros if untimed, float64.
        lost: (matches, 2) touches in vain, zeros if untimed, int64.
    """

    winner: Array
    reason: Array
    rounds: Array
    actions: Array
    points: Array
    ms: Array
    lost: Array


def play(
    rules: Rules = STANDARD,
    matches: int = 1_000,
    seed: int = 0,
    *,
    policies: tuple[Policy, Policy] = ("random", "random"),
    tempos: tuple[Tempo, Tempo] | None = None,
    threads: int = 1,
    max_turns: int = MAX_TURNS,
) -> Results:
    """Plays whole matches.

    Untimed, a seat is drawn for each turn, and the other one acts if it has nothing to do.

    Args:
        rules: The options.
        matches: How many.
        seed: Of everything; the same matches come of it, whatever the number of threads, unless
            a given policy draws from its generator, which is one for each thread.
        policies: By seat: "random", "greedy", or a function as `Given`.
        tempos: By seat the tempo of its eye, mind and hand; None for untimed play.
        threads: How many parts of the batch go on at once.
        max_turns: After so many a match is left as it is.

    Raises:
        ValueError: An unknown policy, or a given one answered with what is not legal.
    """
    for each in policies:
        if isinstance(each, str) and each not in POLICIES:
            raise ValueError(f"no policy is called {each!r}; there are {', '.join(POLICIES)}")
    batch = Batch(rules, matches, seed)
    ms = np.zeros((matches, 1))
    lost = np.zeros((matches, 2), dtype=np.int64)
    bounds = [matches * part // threads for part in range(threads + 1)]
    parts = [slice(*pair) for pair in pairwise(bounds)]

    def run(number: int) -> None:
        rows = parts[number]
        rng = np.random.default_rng([_seed(seed), number])
        if tempos is None:
            _play(batch.part(rows), policies, rng, max_turns)
        else:
            _play_timed(batch.part(rows), policies, tempos, rng, max_turns, ms[rows], lost[rows])

    if threads == 1:
        run(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, range(threads)))
    return Results(
        winner=batch.bytes[:, layout.WINNER],
        reason=batch.bytes[:, layout.REASON],
        rounds=batch.words[:, layout.ROUND],
        actions=batch.words[:, layout.ACTIONS],
        points=batch.words[:, layout.POINTS : layout.POINTS + 2],
        ms=ms[:, 0],
        lost=lost,
    )


def _number(policy: Policy) -> int:
    """As the kernels call a policy: -1 for one that is given."""
    return POLICIES.index(policy) if isinstance(policy, str) else -1


def _asked(
    batch: Batch, seats: Array, rows: Array, policy: Policy, rng: np.random.Generator
) -> Array:
    """What a policy does in those matches of a batch that are named."""
    part = batch.part(rows)
    seats = seats[rows]
    if isinstance(policy, str):
        codes = np.zeros(len(rows), dtype=np.int64)
        number = _number(policy)
        runs.choices(part.bytes, part.words, part.options, number, seats, codes)
        batch.words[rows] = part.words  # its generators went on
        return codes
    legal = part.legal(seats)
    codes = _codes(policy(part.sight(seats), legal, rng))
    if codes.shape != (len(rows),) or not legal[np.arange(len(rows)), codes].all():
        raise ValueError("a given policy answered with what is not legal")
    return codes


def _play(
    batch: Batch, policies: Sequence[Policy], rng: np.random.Generator, max_turns: int
) -> None:
    first, second = map(_number, policies)
    if min(first, second) >= 0:
        runs.run(batch.bytes, batch.words, batch.options, first, second, max_turns)
        return
    drawn = np.zeros(len(batch), dtype=np.int64)
    for _ in range(max_turns):
        batch.settle()
        if batch.over.all():
            return
        runs.draw_seats(batch.words, drawn)
        codes = np.zeros(len(batch), dtype=np.int64)
        for seats in (drawn, 1 - drawn):
            open_ = (codes == layout.WAIT) & ~batch.over
            for seat, policy in enumerate(policies):
                rows = np.flatnonzero(open_ & (seats == seat))
                if len(rows):
                    codes[rows] = _asked(batch, seats, rows, policy, rng)
            acting = np.where(open_, codes, layout.WAIT)
            runs.steps(batch.bytes, batch.words, batch.options, seats, acting)


def _play_timed(
    batch: Batch,
    policies: Sequence[Policy],
    tempos: Sequence[Tempo],
    rng: np.random.Generator,
    max_turns: int,
    ms: Array,
    lost: Array,
) -> None:
    rows = np.array([timed.tempo_row(each) for each in tempos])
    numbers = np.array([_number(each) for each in policies], dtype=np.int64)
    hands = np.zeros((len(batch), 2, timed.HAND_NUMBERS))
    plans = np.zeros((len(batch), 3), dtype=np.int64)
    for _ in range(max_turns):
        timed.run_timed(
            batch.bytes,
            batch.words,
            batch.options,
            numbers,
            rows,
            hands,
            plans,
            lost,
            ms,
            max_turns,
        )
        if not plans[:, 2].any():
            return
        for seat, policy in enumerate(policies):
            asked = np.flatnonzero(plans[:, 2] >> seat & 1)
            if len(asked):
                seats = np.full(len(batch), seat, dtype=np.int64)
                codes = _asked(batch, seats, asked, policy, rng)
                timed.decide(batch.bytes, batch.words, seat, asked, codes, rows, hands, plans)
