"""How long a person takes: each law against its book, from seeded draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log2
from random import Random
from statistics import mean, median, pstdev

import pytest

from spit.bots import MIDDLE, Tempo
from spit.bots.tempo import (
    glance,
    lapse_ms,
    movement_ms,
    perception_ms,
    reaction_ms,
    thought_ms,
)

DRAWS = 20_000
TEMPO = MIDDLE.tempo
Draw = Callable[[Tempo, Random], float]

LAWS: dict[str, Draw] = {
    "reaction": lambda tempo, rng: reaction_ms(300, tempo, rng),
    "perception": perception_ms,
    "thought": lambda tempo, rng: thought_ms(10, 2, tempo, rng),
    "movement": lambda tempo, rng: movement_ms(3.0, 1.0, tempo, rng),
    "lapse": lapse_ms,
    "glance": lambda tempo, rng: glance(20, tempo, rng),
}


def draws(law: Draw, tempo: Tempo = TEMPO, count: int = DRAWS) -> list[float]:
    """Many draws of a law from one seed."""
    rng = Random(1)
    return [law(tempo, rng) for _ in range(count)]


@pytest.mark.parametrize("name", LAWS)
def test_the_same_seed_gives_the_same_times(name: str) -> None:
    """Nothing but the generator that is handed in decides."""
    assert draws(LAWS[name], count=100) == draws(LAWS[name], count=100)


@pytest.mark.parametrize("name", LAWS)
def test_no_time_is_negative(name: str) -> None:
    """Neither a time nor an estimate is ever under zero, however it scatters."""
    wild = replace(TEMPO, spread=1.5, tail=0.9, jitter=1.5, weber=2.0, lapse=1.0)
    assert min(draws(LAWS[name], wild)) >= 0


def test_reactions_have_the_mean_that_is_asked_for() -> None:
    """The Gaussian and the exponential part together keep the mean (Luce 1986)."""
    assert mean(draws(LAWS["reaction"])) == pytest.approx(300, rel=0.02)


def test_reactions_scatter_with_a_tail_to_the_right() -> None:
    """Variances of both parts add up, and the mean lies above the median."""
    times = draws(LAWS["reaction"], replace(TEMPO, spread=0.15, tail=0.3))
    assert pstdev(times) == pytest.approx(300 * (0.15**2 + 0.3**2) ** 0.5, rel=0.05)
    assert mean(times) > median(times)


def test_reactions_are_never_faster_than_an_eye() -> None:
    """A quarter of the mean is the least."""
    assert min(draws(LAWS["reaction"], replace(TEMPO, spread=1.0))) == 75


def test_search_costs_the_same_for_each_thing() -> None:
    """Half of the things are looked at if there is something, all if not (Treisman 1980)."""
    tempo = replace(TEMPO, choose_ms=0.0)

    def spent(items: int, choices: int) -> float:
        return mean(draws(lambda each, rng: thought_ms(items, choices, each, rng), tempo))

    assert spent(9, 1) == pytest.approx(5 * tempo.search_ms, rel=0.02)
    assert spent(9, 0) == pytest.approx(9 * tempo.search_ms, rel=0.02)


def test_choice_costs_by_the_bit() -> None:
    """Three choices cost two bits, one costs one (Hick 1952)."""
    tempo = replace(TEMPO, search_ms=0.0)

    def spent(choices: int) -> float:
        return mean(draws(lambda each, rng: thought_ms(4, choices, each, rng), tempo))

    assert spent(1) == pytest.approx(tempo.choose_ms, rel=0.02)
    assert spent(3) == pytest.approx(2 * tempo.choose_ms, rel=0.02)


@pytest.mark.parametrize(("distance", "width"), [(0.0, 1.0), (1.0, 1.0), (6.0, 2.0)])
def test_movement_follows_fitts(distance: float, width: float) -> None:
    """The mean is a + b log2(D / W + 1), and the factor on it has mean 1 (MacKenzie 1992)."""
    times = draws(lambda tempo, rng: movement_ms(distance, width, tempo, rng))
    expected = TEMPO.aim_ms + TEMPO.move_ms * log2(distance / width + 1)
    assert mean(times) == pytest.approx(expected, rel=0.02)


def test_lapses_are_as_frequent_and_as_long_as_they_say() -> None:
    """The share that is not 0 is `lapse`, and its mean is `lapse_ms`."""
    tempo = replace(TEMPO, lapse=0.25, lapse_ms=800.0)
    lapses = [each for each in draws(lapse_ms, tempo) if each > 0]
    assert len(lapses) / DRAWS == pytest.approx(0.25, rel=0.05)
    assert mean(lapses) == pytest.approx(800, rel=0.05)


def test_estimates_scatter_in_proportion() -> None:
    """The scatter of a pile's size grows with the size (Weber's law)."""
    tempo = replace(TEMPO, weber=0.15)
    for size in (20, 40):
        seen = draws(lambda each, rng, size=size: glance(size, each, rng), tempo)  # type: ignore[misc]
        assert mean(seen) == pytest.approx(size, rel=0.02)
        assert pstdev(seen) == pytest.approx(0.15 * size, rel=0.05)
