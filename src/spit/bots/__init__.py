"""Bots: policies, and the tempo of an eye and a hand.

A policy (`Bot`) turns the public view into an action; a `Player` gives it an eye and a hand; a
`BotDriver` seats it at a table. Everything here is pure: the time and the generators come in as
arguments. A bot sees what people see (R2.6) and goes through the same door.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from spit.bots.bot import PROTOCOL, Bot, BotMaker, Decision, Wait
from spit.bots.careful import CarefulBot
from spit.bots.driver import BotDriver, Driver
from spit.bots.levels import LEVELS, MIDDLE, Level
from spit.bots.planner import PlannerBot
from spit.bots.player import Player
from spit.bots.simple import GreedyBot, RandomBot
from spit.bots.tempo import Tempo

BOTS: Final[Mapping[str, BotMaker]] = MappingProxyType(
    {"random": RandomBot, "greedy": GreedyBot, "careful": CarefulBot, "planner": PlannerBot}
)
"""Every policy by name, the weakest first."""

__all__ = [
    "BOTS",
    "LEVELS",
    "MIDDLE",
    "PROTOCOL",
    "Bot",
    "BotDriver",
    "BotMaker",
    "CarefulBot",
    "Decision",
    "Driver",
    "GreedyBot",
    "Level",
    "PlannerBot",
    "Player",
    "RandomBot",
    "Tempo",
    "Wait",
]
