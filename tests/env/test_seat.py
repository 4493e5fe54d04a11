"""One seat against a bot, and many of those at once."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from spit.env import SeatEnv, SeatVectorEnv
from spit.env.game import Array


def test_gymnasium_accepts_it() -> None:
    """Gymnasium's check of an environment passes, with its pictures."""
    check_env(gymnasium.make("spit/SpitSeat-v0").unwrapped)


def last(_: Array, mask: Array, rng: np.random.Generator) -> int:
    """A bot that does the last thing that is listed."""
    assert isinstance(rng, np.random.Generator)
    return int(np.flatnonzero(mask)[-1])


@pytest.mark.parametrize("opponent", ["random", "greedy", "careful", last])
def test_a_round_against_a_bot(opponent: str) -> None:
    """A round ends with what was won, and the same seed gives the same round."""
    environment = SeatEnv(opponent, until="round")
    ends = []
    for _ in range(2):
        _, info = environment.reset(seed=1)
        rng, ticks, reward, is_over = np.random.default_rng(1), 0, 0.0, False
        while not is_over:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, is_over, is_cut, info = environment.step(action)
            assert not is_cut
            ticks += 1
        ends.append((ticks, reward))
    assert ends[0] == ends[1]
    assert ends[0][1] in (-1, 0, 1)


def test_an_unknown_bot() -> None:
    """An opponent that does not exist raises a `ValueError`."""
    with pytest.raises(ValueError, match="no opponent is called"):
        SeatEnv("nobody")
    with pytest.raises(ValueError, match="no opponent is called"):
        SeatVectorEnv(2, "nobody")


def test_many_games_at_once() -> None:
    """Shapes and types are those of the spaces; games that are over begin anew, by the seed."""
    seen = []
    for _ in range(2):
        vector = SeatVectorEnv(64, "greedy", until="round", max_cycles=80)
        sight, info = vector.reset(seed=7)
        assert sight in vector.observation_space
        ended = cut = 0
        for _ in range(200):
            actions = info["action_mask"][:, ::-1].argmax(axis=1)
            sight, rewards, over, truncated, info = vector.step(45 - actions)
            assert (rewards[~over] == 0).all()
            ended, cut = ended + over.sum(), cut + truncated.sum()
        assert sight.shape == (64, 42)
        assert ended > 20
        seen.append((int(ended), int(cut), sight.tolist()))
    assert seen[0] == seen[1]


def test_without_the_extra_it_says_what_to_install() -> None:
    """Importing without Gymnasium names the extra."""
    code = "import sys; sys.modules['gymnasium'] = None; import spit.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'spit-cards[env]'" in done.stderr.splitlines()[-1]
