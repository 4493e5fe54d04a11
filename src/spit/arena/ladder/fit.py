"""Ratings from results, whatever their order.

Owns the fit of the Bradley-Terry model: contestant i wins against j with the odds
``exp(strength_i - strength_j)`` (R. A. Bradley and M. E. Terry, Biometrika 39, 1952, 324-345). All
results count at once, so that nothing depends on who met whom first. Newton's method finds the
most likely strengths, and the curvature there says how sure they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

POINTS: Final = 400 / log(10)
"""Points of a rating for one unit of strength: 400 points are odds of ten to one."""

PRIOR: Final = 5.0
"""Standard deviation, in units of strength, of the prior that keeps one who always won finite."""

_STEPS: Final = 100
_NEAR: Final = 1e-10

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a contestant is, in points; the mean of all is 0."""

    name: str
    points: float
    margin: float
    """Half the width of its 95 % interval, against the mean of all."""


def rate(
    names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]]
) -> list[Rating]:
    """Fits ratings.

    Args:
        names: Everybody, each once.
        results: By pairing, what the first one won and of how many; a draw counts half.

    Returns:
        The ratings, the strongest first.
    """
    places = {name: place for place, name in enumerate(names)}
    games = [
        (places[first], places[second], won, of)
        for (first, second), (won, of) in results.items()
        if of
    ]
    strengths = [0.0] * len(names)
    covariance: Matrix = []
    for _ in range(_STEPS):
        slope, curve = _derivatives(strengths, games)
        covariance = _inverse(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in covariance]
        largest = max(map(abs, step), default=0.0)
        scale = min(1.0, 2.0 / largest) if largest else 1.0
        strengths = [each + scale * by for each, by in zip(strengths, step, strict=True)]
        if largest < _NEAR:
            break
    mean = sum(strengths) / len(strengths)
    rated = [
        Rating(name, POINTS * (strengths[place] - mean), POINTS * 1.96 * error)
        for (name, place), error in zip(places.items(), _errors(covariance), strict=True)
    ]
    return sorted(rated, key=lambda each: (-each.points, each.name))


def _derivatives(
    strengths: Sequence[float], games: Sequence[tuple[int, int, float, int]]
) -> tuple[list[float], Matrix]:
    """Slope of the log-likelihood, and its curvature with the sign turned."""
    count = len(strengths)
    slope = [-each / PRIOR**2 for each in strengths]
    curve = [[(i == j) / PRIOR**2 for j in range(count)] for i in range(count)]
    for i, j, won, of in games:
        chance = 1 / (1 + exp(strengths[j] - strengths[i]))
        slope[i] += won - of * chance
        slope[j] -= won - of * chance
        weight = of * chance * (1 - chance)
        curve[i][i] += weight
        curve[j][j] += weight
        curve[i][j] -= weight
        curve[j][i] -= weight
    return slope, curve


def _errors(covariance: Matrix) -> list[float]:
    """Standard error of each strength against the mean of all."""
    count = len(covariance)
    means = [sum(row) / count for row in covariance]
    whole = sum(means) / count
    return [sqrt(max(0.0, covariance[i][i] - 2 * means[i] + whole)) for i in range(count)]


def _inverse(matrix: Matrix) -> Matrix:
    """Inverse of a positive definite matrix, by Gauss and Jordan."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for i in range(count):
        pivot = rows[i][i]
        rows[i] = [each / pivot for each in rows[i]]
        for j in range(count):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[count:] for row in rows]
