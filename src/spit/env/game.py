"""One game behind an environment: its arrays, its observation, its view and its pictures.

Owns `Game`, which copies and pickles, and the tables that say what an observation means.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box

from spit.env.picture import draw, write
from spit.env.views import view_of_match
from spit.fast import CODES, SIGHT, Batch, ticks
from spit.rules import SEATS, STANDARD, Rules, View

Array = npt.NDArray[Any]

Until = Literal["round", "match"]
"""What ends a game: the end of the first race (R6.1, R6.2), or the match's (R7, R8.3)."""

_SIDE: Final = (
    ("rank on top of stock piles 0-4 (2 is 0, ace 12), 13 if none shows", 5, 13),
    ("face-up cards of stock piles 0-4", 5, 8),
    ("face-down cards of stock piles 0-4", 5, 4),
    ("spit cards", 1, 52),
    ("said: 0 nothing, 1 no pile, 2 pile 0, 3 pile 1", 1, 3),
)
OBSERVATION: Final = (
    *((f"own {name}", size, most) for name, size, most in _SIDE),
    *((f"opponent's {name}", size, most) for name, size, most in _SIDE),
    ("rank on top of spit piles 0 and 1, 13 if none", 2, 13),
    ("cards of spit piles 0 and 1", 2, 52),
    ('said "spit" first: 0 oneself, 1 the opponent, 2 nobody', 1, 2),
    ("pile that a seat alone keeps to (R3.2), 2 if none", 1, 2),
    ("phase: 0 deal, 1 ready, 2 race, 3 slap, 4 coin, 5 over", 1, 5),
    ("spit piles of the round", 1, 2),
)
"""The parts of an observation in order: meaning, how many places, greatest value."""

assert sum(size for _, size, _ in OBSERVATION) == SIGHT

OBSERVATION_SPACE: Final = Box(
    low=np.zeros(SIGHT, dtype=np.uint8),
    high=np.array([most for _, size, most in OBSERVATION for _ in range(size)], dtype=np.uint8),
    dtype=np.uint8,
)
"""Shape (42,), uint8."""

_SEATS: Final = tuple(np.array([seat], dtype=np.int64) for seat in SEATS)


class Game:
    """One game in ticks.

    Attributes:
        batch: The match as a batch of one.
        until: What ends the game.
    """

    def __init__(self, rules: Rules = STANDARD, until: Until = "match", seed: int = 0) -> None:
        if until not in ("round", "match"):
            raise ValueError(f"until must be 'round' or 'match', not {until!r}")
        self.until = until
        self.batch = Batch(rules, 1, seed)
        self.batch.settle()

    def tick(self, codes: tuple[int, int]) -> tuple[bool, int]:
        """Both seats act; whether the game is over, and what seat 0 won: 1, 0 or -1."""
        batch = self.batch
        over, won = ticks.tick(
            batch.bytes[0],
            batch.words[0],
            batch.options,
            np.array(codes, dtype=np.int64),
            int(self.until == "round"),
        )
        return bool(over), int(won)

    def observe(self, seat: int) -> Array:
        """The observation of a seat, (42,) uint8."""
        return np.asarray(self.batch.sight(_SEATS[seat])[0])

    def mask(self, seat: int) -> Array:
        """What a seat may do, (46,) int8 of 0 and 1."""
        out = np.empty(CODES, dtype=np.int8)
        batch = self.batch
        ticks.mask(batch.bytes[0], batch.words[0], batch.options, seat, out)
        return out

    def view(self) -> View:
        """The table as a bot of `spit.bots` sees it."""
        return view_of_match(self.batch, 0)

    def text(self) -> str:
        """The table as lines of text, seat 1 above and seat 0 below."""
        return write(self.view())

    def picture(self) -> Array:
        """The table as a picture, (height, width, 3) uint8, seat 1 above and seat 0 below."""
        return draw(self.view())
