"""The picture of a ladder.

Owns the plot of ratings with their intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spit.arena.ladder.fit import Rating
from spit.arena.plot import blank, save


def draw_ratings(ratings: Sequence[Rating], path: Path) -> None:
    """Draws ratings with 95 % intervals, the strongest at the top.

    Args:
        ratings: The strongest first.
        path: Where to; the suffix says how, as ``.svg`` or ``.png``.

    Raises:
        PlotError: matplotlib is missing, or the file cannot be written.
    """
    figure = blank(7.0, 1.0 + 0.35 * len(ratings))
    axes = figure.subplots()
    places = range(len(ratings))
    axes.axvline(0, color="#888888", linewidth=0.8)
    axes.errorbar(
        [each.points for each in ratings], places, xerr=[each.margin for each in ratings],
        fmt="o", markersize=5, capsize=3, color="#2f6f5e",
    )  # fmt: skip
    axes.set_yticks(places, [each.name for each in ratings])
    axes.invert_yaxis()
    axes.set_xlabel("rating in points; 400 are odds of ten to one")
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, path)
