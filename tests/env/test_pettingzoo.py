"""PettingZoo's own tests of both its environments, and whole games over again."""

import copy
import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from spit.env import AGENTS, ID, OBSERVATION_SPACE, SpitParallelEnv, env, parallel, parallel_env
from spit.rules import PRESETS


def played(environment: SpitParallelEnv, seed: int, ticks: int = 5_000) -> list[Any]:
    """What legal play at random brings, tick by tick, until the game or the ticks end."""
    rng, seen = Random(seed), []
    for _ in range(ticks):
        if not environment.agents:
            break
        actions = {
            agent: rng.choice(np.flatnonzero(environment.game.mask(seat)).tolist())
            for seat, agent in enumerate(AGENTS)
        }
        observations, rewards, ended, cut, infos = environment.step(actions)
        seen.append(
            [
                [observations[agent].tolist() for agent in AGENTS],
                [infos[agent]["action_mask"].tolist() for agent in AGENTS],
                rewards,
                ended,
                cut,
            ]
        )
        assert all(observations[agent] in OBSERVATION_SPACE for agent in AGENTS)
    return seen


def test_parallel_api() -> None:
    """PettingZoo's test of the parallel interface passes."""
    parallel_api_test(parallel_env(), num_cycles=300)


def test_aec_api() -> None:
    """PettingZoo's test of the AEC interface passes."""
    api_test(env(), num_cycles=300)


def test_seeds() -> None:
    """PettingZoo's tests of seeds pass."""
    seed_test(env, num_cycles=50)
    parallel_seed_test(parallel_env, num_cycles=50)


def test_renders() -> None:
    """PettingZoo's test of pictures passes for each way to render."""
    render_test(env)


def test_max_cycles() -> None:
    """PettingZoo's test of the number of ticks passes."""
    max_cycles_test(parallel)


def test_it_is_registered() -> None:
    """Both registries of PettingZoo, and Gymnasium's, know it by name."""
    assert isinstance(pettingzoo.make("parallel", ID), SpitParallelEnv)
    assert pettingzoo.make("aec", ID).possible_agents == list(AGENTS)
    assert gymnasium.make("spit/SpitSeat-v0", opponent="greedy").action_space == Discrete(46)


@pytest.mark.parametrize("name", ["standard", "house", "relaxed"])
def test_a_whole_game_is_the_same_again(name: str) -> None:
    """With the same seed every observation, mask and reward to the end is the same."""
    first, second = (parallel_env(rules=PRESETS[name]) for _ in range(2))
    for each in (first, second):
        each.reset(seed=5)
    seen = played(first, 1)
    assert seen == played(second, 1)
    assert len(seen) > 100
    assert sorted(seen[-1][2].values()) in ([-1, 1], [0, 0])
    second.reset(seed=6)
    assert played(second, 1) != seen


def test_the_next_game_differs_and_follows_the_seed() -> None:
    """Without a seed a reset deals anew, the same games after the same first seed."""
    first, second = parallel_env(), parallel_env()
    games = []
    for each in (first, second):
        dealt = [each.reset(seed=3)[0]["seat_0"].tolist(), each.reset()[0]["seat_0"].tolist()]
        assert dealt[0] != dealt[1]
        games.append(dealt)
    assert games[0] == games[1]


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_copy_goes_on_alike(twin: Any) -> None:
    """In the middle of a game a copy or a pickle goes on as the first does, on its own."""
    first = parallel_env(until="round")
    first.reset(seed=2)
    played(first, 1, ticks=40)
    second = twin(first)
    assert played(first, 2) == played(second, 2)
    assert not second.agents


def test_what_is_wrong_is_said() -> None:
    """An unknown end or picture raises a `ValueError`."""
    with pytest.raises(ValueError, match="until must be"):
        parallel_env(until="noon")
    with pytest.raises(ValueError, match="render_mode"):
        parallel_env(render_mode="oil")
