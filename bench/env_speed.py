"""How fast the environments are, beside PettingZoo's poker and RLCard's, all in one run.

Rates are by processor time. The poker environments need ``pip install 'pettingzoo[classic]'``;
without them only ours are measured, and a line says so.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from time import process_time
from typing import Any, Final

import numpy as np

from spit.env import SeatVectorEnv, env, parallel_env

TARGET_RATIO: Final = 6.0
"""How many times the agent steps of PettingZoo's no-limit Texas hold'em are wanted."""

TARGET_VECTOR: Final = 1_500_000
"""Steps a second that are wanted of the vector environment on one core."""

POKER: Final = ("texas_holdem_no_limit", "texas_holdem", "leduc_holdem")


def aec_rate(environment: Any, steps: int) -> float:  # noqa: ANN401
    """Agent steps a second of random legal play through the AEC interface."""
    rng = np.random.default_rng(1)
    done = 0
    started = process_time()
    while done < steps:
        environment.reset(seed=done)
        for _ in environment.agent_iter():
            observation, _, ended, cut, info = environment.last()
            mask = info.get("action_mask")
            if mask is None:
                mask = observation["action_mask"]
            action = None if ended or cut else _legal(mask, rng)
            environment.step(action)
            done += 1
            if done >= steps:
                break
    return done / (process_time() - started)


def _legal(mask: Any, rng: np.random.Generator) -> int:  # noqa: ANN401
    listed = np.flatnonzero(mask)
    return int(listed[int(rng.random() * len(listed))])


def parallel_rate(steps: int) -> float:
    """Agent steps a second of random legal play through our parallel environment."""
    environment = parallel_env()
    rng = np.random.default_rng(1)
    done = 0
    started = process_time()
    while done < steps:
        _, infos = environment.reset(seed=done)
        while environment.agents and done < steps:
            actions = {agent: _legal(infos[agent]["action_mask"], rng) for agent in infos}
            _, _, _, _, infos = environment.step(actions)
            done += 2
    return done / (process_time() - started)


def vector_rate(games: int, ticks: int) -> float:
    """Environment steps a second of the vector environment, with random codes."""
    vector = SeatVectorEnv(games, copy=False)
    vector.reset(seed=1)
    actions = np.random.default_rng(1).integers(46, size=(ticks, games))
    started = process_time()
    for each in actions:
        vector.step(each)
    return games * ticks / (process_time() - started)


def rlcard_rate(steps: int) -> float:
    """Agent steps a second of RLCard's no-limit hold'em, stepped by itself."""
    game: Any = importlib.import_module("rlcard").make("no-limit-holdem", config={"seed": 1})
    rng = np.random.default_rng(1)
    done = 0
    started = process_time()
    while done < steps:
        state, _ = game.reset()
        while not game.is_over() and done < steps:
            legal = list(state["legal_actions"])
            state, _ = game.step(legal[int(rng.random() * len(legal))])
            done += 1
    return done / (process_time() - started)


def main(steps: int = 20_000) -> None:
    """Prints the rates and the ratio.

    Args:
        steps: Agent steps of each environment.
    """
    parallel_rate(50)  # compiles
    vector_rate(10, 10)
    ours: dict[str, Callable[[], float]] = {
        "parallel": lambda: parallel_rate(2 * steps),
        "AEC": lambda: aec_rate(env(), steps),
    }
    rates = {name: rate() for name, rate in ours.items()}
    print("environments: " + ", ".join(f"{n} {r:,.0f} agent steps/s" for n, r in rates.items()))
    vector = vector_rate(4_096, 200)
    print(f"environments: vector {vector:,.0f} steps/s on one core (wanted: {TARGET_VECTOR:,})")
    try:
        warnings.simplefilter("ignore", DeprecationWarning)  # of theirs
        pettingzoo = importlib.import_module("pettingzoo")
        importlib.import_module("rlcard")
        importlib.import_module("pygame")
    except ImportError as error:
        print(f"environments: no {error.name} to compare with: pip install 'pettingzoo[classic]'")
        return
    poker = {}
    for name in POKER:
        path = f"pettingzoo.classic.rlcard_envs.{name}"
        poker[name] = aec_rate(importlib.import_module(path).env(), steps // 4)
    poker["RLCard's no-limit hold'em"] = rlcard_rate(steps // 2)
    print("poker: " + ", ".join(f"{name} {rate:,.0f}" for name, rate in poker.items()))
    base = poker[POKER[0]]
    print(
        f"environments: of {POKER[0]} (PettingZoo {pettingzoo.__version__}) the parallel one is "
        f"{rates['parallel'] / base:.1f} times, the AEC one {rates['AEC'] / base:.1f} times "
        f"(wanted: {TARGET_RATIO:.0f})"
    )


if __name__ == "__main__":
    main()
