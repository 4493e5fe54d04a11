"""Learning: the game as PettingZoo and Gymnasium environments; the extra `env`.

Time goes in fixed ticks. In each tick both seats do something or wait; chance says whose hand is
first, and what no longer fits then changes nothing: that race is lost (R4.3).

* `parallel_env` and `env` make PettingZoo's two kinds; `pettingzoo.make("Spit-v0")` style
  registries know them as `spit/Spit-v0` once this is imported.
* `SeatEnv` is Gymnasium's: one seat against a bot.
* `SeatVectorEnv` is many of those at once, compiled.

An observation is a uint8 array of shape (42,), `OBSERVATION` names its places; an action is a
number below 46 (docs/env.md). `info["action_mask"]`, int8 of shape (46,), says which are legal.
Only what lies open is in either (R2.6).
"""

try:
    import gymnasium as _gymnasium
    import pettingzoo as _pettingzoo
except ImportError as error:  # the extra is not installed
    raise ImportError(
        f"spit.env needs {error.name}: install the extra with pip install 'spit-cards[env]'"
    ) from error

from spit.env.game import OBSERVATION, OBSERVATION_SPACE, Game, Until
from spit.env.parallel import AGENTS, SpitParallelEnv, env, parallel_env
from spit.env.seat import SeatEnv
from spit.env.vector import SeatVectorEnv

ID = "spit/Spit-v0"
"""The name in PettingZoo's registries, and `spit/SpitSeat-v0` in Gymnasium's."""

if ID not in _pettingzoo.parallel_registry:
    _pettingzoo.register("parallel", ID, entry_point="spit.env.parallel:parallel_env")
    _pettingzoo.register("aec", ID, entry_point="spit.env.parallel:env")
if "spit/SpitSeat-v0" not in _gymnasium.registry:
    _gymnasium.register("spit/SpitSeat-v0", entry_point="spit.env.seat:SeatEnv")

__all__ = [
    "AGENTS",
    "ID",
    "OBSERVATION",
    "OBSERVATION_SPACE",
    "Game",
    "SeatEnv",
    "SeatVectorEnv",
    "SpitParallelEnv",
    "Until",
    "env",
    "parallel_env",
]
