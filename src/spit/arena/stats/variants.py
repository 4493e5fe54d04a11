"""What is simulated for a study of the game, spread over processes.

Owns the variants of the rules that are compared, and the one hand that leaves slots empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final

from spit.arena.spread import spread
from spit.arena.stats.matches import simulated
from spit.arena.stats.sums import Sums
from spit.arena.tally import Share
from spit.bots import LEVELS, Bot, BotMaker, Decision
from spit.bots.duel import mirrored
from spit.rules import STANDARD, Call, Rules, Shift, View, legal_actions

CHUNK: Final = 10
"""Matches, or mirrored deals, that a process plays in one go."""

VARIANTS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "standard": {},
        "wrap=literal": {"wrap": "literal"},
        "wrap=none": {"wrap": "none"},
        "same_rank=on": {"same_rank": "on"},
        "short_deal=columns": {"short_deal": "columns"},
        "respit=own": {"respit": "own"},
        "flip=auto": {"flip": "auto"},
        "stacking=on": {"stacking": "on"},
        "slap=smaller": {"slap": "smaller"},
        "max_rounds=5": {"max_rounds": 5},
        "scoring=points": {"scoring": "points"},
        "points_count=stock": {"scoring": "points", "points_count": "stock"},
        "target=50": {"scoring": "points", "target": 50},
    }
)
"""Every option with a value that is not its default, by what it is called."""


class RootedBot:
    """A policy that never moves a card within its stock: its empty slots stay empty (R5.2).

    Args:
        bot: What it does otherwise.
        seat: Its seat.
    """

    def __init__(self, bot: Bot, seat: int) -> None:
        self.seat = seat
        self._bot = bot

    def decide(self, view: View, rng: Random) -> Decision:
        """As `spit.bots.bot.Bot.decide`."""
        decision = self._bot.decide(view, rng)
        if not isinstance(decision, Shift):
            return decision
        calls = [each for each in legal_actions(view, self.seat) if isinstance(each, Call)]
        return rng.choice(calls) if calls else None


def rooted(make: BotMaker) -> BotMaker:
    """Makes bots of a kind that never move a card within their stock."""
    return lambda seat: RootedBot(make(seat), seat)


def play(
    variants: Sequence[Mapping[str, object]],
    level: str,
    matches: int,
    seed: str,
    processes: int,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Sums]:
    """Plays matches of each variant, dealt and timed alike.

    Args:
        variants: The options of each.
        level: One of `LEVELS`, of both players.
        matches: How many of each.
        seed: The same seed gives the same figures, whatever the number of processes.
        processes: How many play at the same time; with 1 it is this one.
        progress: Is told of each number of matches that has been played.

    Returns:
        Sums for each variant.

    Raises:
        OptionsError: A variant is none.
    """
    rules = [Rules.from_options(each) for each in variants]
    jobs = [
        (place, each, level, seed, first, min(CHUNK, matches - first))
        for first in range(0, matches, CHUNK)
        for place, each in enumerate(rules)
    ]
    sums = [Sums() for _ in rules]
    for (place, *_, count), part in zip(jobs, spread(_part, jobs, processes), strict=True):
        sums[place].merge(part)
        progress(count)
    return sums


def _part(place: int, rules: Rules, level: str, seed: str, first: int, matches: int) -> Sums:
    del place
    sums = Sums()
    for number in range(first, first + matches):
        sums.add(simulated(rules, LEVELS[level], f"{seed}/{number}"))
    return sums


def worth_of_slots(level: str, deals: int, seed: str, processes: int) -> Share:
    """How many rounds the same policy wins against itself if only the other uses no empty slot.

    Args:
        level: One of `LEVELS`, whose policy it is; both are equally quick.
        deals: Each is played twice, with the seats changed.
        seed: As in `play`.
        processes: As in `play`.
    """
    jobs = [(level, seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]
    return Share(sum(spread(_won, jobs, processes)), 2 * deals)


def _won(level: str, seed: str, first: int, deals: int) -> float:
    make = LEVELS[level].make_bot
    return sum(mirrored(make, rooted(make), deals, f"{seed}/slots", STANDARD, first))
