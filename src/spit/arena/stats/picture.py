"""The picture of a study of the game.

Owns the plot that `spit stats` draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from spit.arena.plot import blank, save
from spit.arena.stats.sums import Sums
from spit.arena.tally import Share

FEW: Final = 30
"""A share of fewer than this is not drawn: its interval is wider than what it could show."""

_COLOURS: Final = ("#b3523b", "#2f6f5e")


def draw(sums: Sums, path: Path) -> None:
    """Draws who wins from how many cards, and how often play is stuck in a round.

    Args:
        sums: Of matches with the standard scoring.
        path: Where to; the suffix says how, as ``.svg`` or ``.png``.

    Raises:
        PlotError: matplotlib is missing, or the file cannot be written.
    """
    figure = blank(8.0, 3.4)
    left, right = figure.subplots(1, 2)
    _shares(left, "wins the match", sums.cards_decided, sums.won_from, _COLOURS[0])
    _shares(left, "clears the round", sums.cards, sums.cleared_from, _COLOURS[1])
    left.axhline(50, color="#999999", linewidth=0.8)
    left.set_title("whoever begins a round with so many cards")
    left.set_xlabel("cards")
    left.set_ylabel("per cent")
    left.legend(frameon=False)
    rounds = sums.stuck.total()
    times = range(max(sums.stuck, default=0) + 1)
    right.bar(times, [100 * sums.stuck[each] / rounds for each in times], color=_COLOURS[1])
    right.set_title("rounds in which nobody could play so often")
    right.set_xlabel("times")
    right.set_ylabel("per cent")
    save(figure, path)


def _shares(
    axes: Any,  # noqa: ANN401 - matplotlib's types are not at hand where it is not installed
    label: str,
    counted: Iterable[int],
    share_of: Callable[[int], Share],
    colour: str,
) -> None:
    """A line with its interval as a band."""
    shown = [(each, share_of(each)) for each in sorted(counted) if share_of(each).of >= FEW]
    cards = [each for each, _ in shown]
    axes.plot(cards, [share.percent for _, share in shown], color=colour, label=label)
    lows, highs = ([share.interval[end] for _, share in shown] for end in (0, 1))
    axes.fill_between(cards, lows, highs, color=colour, alpha=0.2, linewidth=0)
