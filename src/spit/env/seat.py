"""Gymnasium's environment: one seat against a bot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from spit.bots import BOTS, Wait
from spit.env.game import OBSERVATION_SPACE, Array, Game, Until
from spit.env.parallel import MAX_CYCLES
from spit.env.views import code_of
from spit.fast import CODES, POLICIES, layout, ticks
from spit.rules import STANDARD, Rules

Opponent = str | Callable[[Array, Array, np.random.Generator], int]
"""A bot's name of `spit.bots.BOTS`, or a function of observation, mask and generator to a code."""


class SeatEnv(gymnasium.Env[Array, Any]):
    """Seat 0 against a bot in seat 1; observation, action and mask as `spit.env` says.

    The reward is 1 for a game won, -1 for one lost, else 0.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        opponent: Opponent = "random",
        rules: Rules = STANDARD,
        *,
        until: Until = "match",
        max_cycles: int = MAX_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        if isinstance(opponent, str) and opponent not in BOTS:
            raise ValueError(f"no opponent is called {opponent!r}; there are {', '.join(BOTS)}")
        self.opponent, self.rules, self.until = opponent, rules, until
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.observation_space = OBSERVATION_SPACE
        self.action_space = Discrete(CODES)
        self.game = Game(rules, until)
        self._cycle = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deals; the same seed gives the same game."""
        super().reset(seed=seed, options=options)
        self.game = Game(self.rules, self.until, int(self.np_random.integers(1 << 62)))
        self._cycle = 0
        if isinstance(self.opponent, str):
            self._bot = BOTS[self.opponent](1)
            self._rng = Random(int(self.np_random.integers(1 << 62)))
        return self.game.observe(0), {"action_mask": self.game.mask(0)}

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """One tick, in which the bot acts too."""
        over, won = self.game.tick((int(action), self._answer()))
        self._cycle += 1
        is_cut = not over and self._cycle >= self.max_cycles
        info = {"action_mask": self.game.mask(0)}
        return self.game.observe(0), float(won), over, is_cut, info

    def render(self) -> Any:  # noqa: ANN401
        """The table as `render_mode` says."""
        return self.game.picture() if self.render_mode == "rgb_array" else self.game.text()

    def _answer(self) -> int:
        if not isinstance(self.opponent, str):
            return int(self.opponent(self.game.observe(1), self.game.mask(1), self.np_random))
        batch = self.game.batch
        if self.opponent not in POLICIES:
            decision = self._bot.decide(self.game.view(), self._rng)
            return (
                layout.WAIT if decision is None or isinstance(decision, Wait) else code_of(decision)
            )
        byte, words = batch.bytes[0], batch.words[0]
        number = POLICIES.index(self.opponent)
        return int(ticks.answer(number, byte, words, batch.options, 1))
