"""Many games at once for one seat, compiled: Gymnasium's vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spit.env.game import OBSERVATION_SPACE, Array, Until
from spit.env.parallel import MAX_CYCLES
from spit.fast import CODES, POLICIES, SIGHT, Batch, runs, ticks
from spit.rules import STANDARD, Rules


class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """Seat 0 of `num_envs` games, each against the same compiled bot.

    Observations are (num_envs, 42) uint8, actions (num_envs,) codes, rewards (num_envs,)
    float64, `info["action_mask"]` is (num_envs, 46) int8. A game that is over begins anew in the
    next step, whose action it ignores. Unless `copy`, the arrays of a step are written over by
    the next one.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "autoreset_mode": AutoresetMode.NEXT_STEP
    }

    def __init__(
        self,
        num_envs: int,
        opponent: str = "random",
        rules: Rules = STANDARD,
        *,
        until: Until = "match",
        max_cycles: int = MAX_CYCLES,
        copy: bool = True,
    ) -> None:
        if opponent not in POLICIES:
            raise ValueError(f"no opponent is called {opponent!r}; there are {POLICIES}")
        self.num_envs = num_envs
        self.rules, self.max_cycles, self.copy = rules, max_cycles, copy
        self.single_observation_space = OBSERVATION_SPACE
        self.single_action_space = Discrete(CODES)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._policy, self._by_round = POLICIES.index(opponent), int(until == "round")
        self._make(0)

    def _make(self, seed: int) -> None:
        size = self.num_envs
        self.batch = Batch(self.rules, size, seed)
        self._codes = np.zeros((size, 2), dtype=np.int64)
        self._ages = np.zeros(size, dtype=np.int64)
        self._rewards = np.zeros(size)
        self._ended, self._cut = (np.zeros(size, dtype=np.bool_) for _ in range(2))
        self._masks = np.zeros((size, CODES), dtype=np.int8)
        self._seats = np.zeros(size, dtype=np.int64)
        self._sights = np.zeros((size, SIGHT), dtype=np.uint8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deals every game; the same seed gives the same ones."""
        super().reset(seed=seed, options=options)
        self._make(int(self.np_random.integers(1 << 62)))
        self._tick()
        return self._kept(self._sights), {"action_mask": self._kept(self._masks)}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One tick of every game."""
        self._codes[:, 0] = actions
        self._tick()
        kept = self._kept
        return (
            kept(self._sights),
            kept(self._rewards),
            kept(self._ended),
            kept(self._cut),
            {"action_mask": kept(self._masks)},
        )

    def _kept(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _tick(self) -> None:
        ticks.seat_ticks(
            self.batch.bytes,
            self.batch.words,
            self.batch.options,
            self._codes,
            self._policy,
            self._by_round,
            self.max_cycles,
            self._ages,
            self._rewards,
            self._ended,
            self._cut,
            self._masks,
        )
        runs.sights(self.batch.bytes, self._seats, self._sights)
