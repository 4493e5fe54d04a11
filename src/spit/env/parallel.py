"""PettingZoo's environments: both seats at once, and one after the other.

Owns `SpitParallelEnv`; the AEC one is PettingZoo's own conversion of it.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from spit.env.game import OBSERVATION_SPACE, Array, Game, Until
from spit.fast import CODES, layout
from spit.rules import STANDARD, Rules

AGENTS: Final = ("seat_0", "seat_1")

MAX_CYCLES: Final = 5_000
"""Ticks after which a game is cut off; one at random takes about 700."""

Infos = dict[str, dict[str, Any]]


class SpitParallelEnv(ParallelEnv[str, Array, int]):  # type: ignore[misc]
    """Spit in ticks; observation and action as `spit.env` says.

    The reward is 1 for the seat that wins the game, -1 for the other, else 0. An action that is
    not legal when its turn comes changes nothing. An environment copies and pickles, with the
    state of the game.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "spit_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules = STANDARD,
        *,
        until: Until = "match",
        max_cycles: int = MAX_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        """Makes one.

        Args:
            rules: The options.
            until: What ends a game.
            max_cycles: Ticks after which it is cut off.
            render_mode: "human" prints the table, "ansi" gives it as text, "rgb_array" as an
                image of shape (272, 324, 3), uint8.

        Raises:
            ValueError: An unknown way to render, or an unknown end.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode {render_mode!r} is not of {self.metadata}")
        self.rules, self.until = rules, until
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(AGENTS, OBSERVATION_SPACE)
        self.action_spaces = {agent: Discrete(CODES) for agent in AGENTS}
        self.game = Game(rules, until)
        self._cycle = 0
        self._rng: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401
        """The same for both: `OBSERVATION_SPACE`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401
        """46 codes."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Array], Infos]:
        """Deals; the same seed gives the same game, no seed the next one."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self.game = Game(self.rules, self.until, int(self._rng.integers(1 << 62)))
        self.agents = list(AGENTS)
        self._cycle = 0
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Array], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """One tick; a seat without an action waits."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        first, second = (int(actions.get(agent, layout.WAIT)) for agent in AGENTS)
        over, won = self.game.tick((first, second))
        self._cycle += 1
        is_cut = not over and self._cycle >= self.max_cycles
        if over or is_cut:
            self.agents = []
        return (
            self._observations(),
            {"seat_0": float(won), "seat_1": float(-won)},
            dict.fromkeys(AGENTS, over),
            dict.fromkeys(AGENTS, is_cut),
            self._infos(),
        )

    def render(self) -> Any:  # noqa: ANN401
        """The table as `render_mode` says."""
        if self.render_mode == "rgb_array":
            return self.game.picture()
        if self.render_mode == "ansi":
            return self.game.text()
        if self.render_mode == "human":
            print(self.game.text())  # noqa: T201 - that is what was asked for
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _observations(self) -> dict[str, Array]:
        return {agent: self.game.observe(seat) for seat, agent in enumerate(AGENTS)}

    def _infos(self) -> Infos:
        return {agent: {"action_mask": self.game.mask(seat)} for seat, agent in enumerate(AGENTS)}


def parallel_env(**settings: Any) -> SpitParallelEnv:  # noqa: ANN401
    """PettingZoo's parallel environment; settings as `SpitParallelEnv`."""
    return SpitParallelEnv(**settings)


def env(**settings: Any) -> AECEnv:  # noqa: ANN401
    """PettingZoo's AEC environment: the seats say in turn what they do in the same tick."""
    return OrderEnforcingWrapper(parallel_to_aec(parallel_env(**settings)))
