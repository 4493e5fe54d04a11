"""The six levels, from a child to lightning."""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from spit.bots import BOTS, LEVELS, MIDDLE, Level, Tempo
from spit.bots.tempo import movement_ms, perception_ms, thought_ms
from spit.rules import Flipped, Played, Shifted, Spat, Stopped
from spit.table import Fact
from tests.table.simulation import Simulation, seated

LADDER = list(pairwise(LEVELS.values()))
BETTER_WITH_MORE = {"ahead"}


def pace_ms(level: Level, rounds: int) -> float:
    """Mean time between a seat's actions while it races against its like at a table."""
    gaps: list[int] = []
    for number in range(rounds):
        seed, last = f"pace/{number}", [0, 0]
        for at_ms, what in Simulation((seated(level, 0, seed), seated(level, 1, seed)), seed).run(
            until=is_stopped
        ):
            if isinstance(what, Spat):
                last = [at_ms, at_ms]
            elif isinstance(what, Played | Flipped | Shifted):
                gaps.append(at_ms - last[what.seat])
                last[what.seat] = at_ms
    return mean(gaps)


def is_stopped(entry: Fact) -> bool:
    """Whether this ends the race of a round."""
    return isinstance(entry.what, Stopped)


def test_there_are_six_by_name() -> None:
    """Their names are the wire's, the weakest first, and the middle one is the default."""
    assert list(LEVELS) == ["child", "casual", "steady", "quick", "sharp", "lightning"]
    assert all(name == level.name for name, level in LEVELS.items())
    assert MIDDLE is LEVELS["steady"]


def test_each_has_a_sentence_of_its_own() -> None:
    """What a level is like is said in one sentence."""
    sentences = [level.about for level in LEVELS.values()]
    assert len(set(sentences)) == len(sentences)
    assert all(each.endswith(".") and ". " not in each for each in sentences)


@pytest.mark.parametrize(("below", "above"), LADDER, ids=lambda level: level.name)
def test_each_is_better_in_everything_than_the_one_below(below: Level, above: Level) -> None:
    """Every number of the tempo gets better from level to level, and no policy gets worse."""
    for field in fields(Tempo):
        weak, strong = getattr(below.tempo, field.name), getattr(above.tempo, field.name)
        if field.name in BETTER_WITH_MORE:
            assert strong >= weak, field.name
        else:
            assert strong <= weak, field.name
    order = list(BOTS.values())
    assert order.index(above.make_bot) >= order.index(below.make_bot)


@pytest.mark.parametrize(("below", "above"), LADDER, ids=lambda level: level.name)
def test_each_is_faster_than_the_one_below(below: Level, above: Level) -> None:
    """An eye, a thought and a way of the hand take less on the average."""
    spent = []
    for level in (below, above):
        tempo, rng = level.tempo, Random(1)
        spent.append(
            mean(
                perception_ms(tempo, rng)
                + thought_ms(10, 2, tempo, rng)
                + movement_ms(3.0, 1.0, tempo, rng)
                for _ in range(2_000)
            )
        )
    assert spent[1] < spent[0] * 0.85


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_its_pace_at_a_table_is_as_it_says(level: Level) -> None:
    """The mean time between two actions is `action_ms` within a tenth."""
    assert pace_ms(level, rounds=12) == pytest.approx(level.action_ms, rel=0.1)
