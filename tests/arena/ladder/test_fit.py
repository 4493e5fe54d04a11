"""Ratings are those of the Bradley-Terry model, whatever the order of results."""

from __future__ import annotations

from itertools import combinations
from math import exp, log
from random import Random

import pytest

from spit.arena.ladder.fit import POINTS, rate

Results = dict[tuple[str, str], tuple[float, int]]


def test_two_have_the_odds_of_their_results() -> None:
    """Three of four is odds of three to one, and the two lie about as far from the mean."""
    first, second = rate(["b", "a"], {("a", "b"): (750.0, 1_000)})
    assert (first.name, second.name) == ("a", "b")
    assert first.points == pytest.approx(-second.points)
    assert first.points - second.points == pytest.approx(POINTS * log(3), rel=0.002)
    # The error of a difference is 1 / sqrt(n p q); each of the two has half of it.
    assert first.margin == pytest.approx(POINTS * 1.96 / (1_000 * 0.75 * 0.25) ** 0.5 / 2, rel=0.01)


def test_order_and_names_change_nothing() -> None:
    """Neither who is named first nor which result came first."""
    results: Results = {("a", "b"): (7.0, 10), ("b", "c"): (6.5, 10), ("a", "c"): (9.0, 10)}
    turned: Results = {(j, i): (of - won, of) for (i, j), (won, of) in reversed(results.items())}
    for one, other in zip(rate("abc", results), rate("cba", turned), strict=True):
        assert one.name == other.name
        assert one.points == pytest.approx(other.points)
        assert one.margin == pytest.approx(other.margin)


def test_strengths_are_found_again() -> None:
    """By simulated results, with intervals that hold most of them."""
    rng, names = Random(4), "abcdef"
    true = dict(zip(names, (1.5, 0.8, 0.1, -0.2, -0.7, -1.5), strict=True))
    results: Results = {}
    for i, j in combinations(names, 2):
        chance = 1 / (1 + exp(true[j] - true[i]))
        results[i, j] = float(sum(rng.random() < chance for _ in range(400))), 400
    rated = rate(names, results)
    assert [each.name for each in rated] == list(names)
    inside = [abs(each.points - POINTS * true[each.name]) <= each.margin for each in rated]
    assert sum(inside) >= 5


def test_one_who_always_won_has_a_rating() -> None:
    """A finite one, with a wide interval; so has one who has not played."""
    rated = {each.name: each for each in rate("abc", {("a", "b"): (10.0, 10)})}
    assert 200 < rated["a"].points < 4_000
    assert rated["a"].margin > 200
    assert rated["c"].margin > rated["a"].margin
    assert [each.points for each in rate("ab", {})] == [0, 0]
