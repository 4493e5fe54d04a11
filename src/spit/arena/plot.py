"""Pictures.

Owns how a figure is begun and written, and the plot of docs/fairness.md. matplotlib is an extra
(`pip install 'spit-cards[plots]'`) and is imported only here, when a picture is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from spit.arena.study import Case
from spit.arena.tally import Share, Tally

Result = tuple[Case, Tally]

_PANELS: Final[tuple[tuple[str, Callable[[Tally], Share]], ...]] = (
    ("rounds", lambda tally: tally.rounds_share),
    ("contests", lambda tally: tally.contests_share),
)

_COLOURS: Final = ("#b3523b", "#2f6f5e")


class PlotError(RuntimeError):
    """The picture cannot be drawn or written; the message says why in a line."""


def blank(width: float, height: float) -> Any:  # noqa: ANN401 - matplotlib is not always there
    """A figure to draw on: letters stay letters, and the same figures make the same file.

    Args:
        width: In inches.
        height: In inches.

    Raises:
        PlotError: matplotlib is missing.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise PlotError(
            "a plot needs matplotlib, which is missing: pip install 'spit-cards[plots]'"
        ) from error
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "spit"})
    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Any, path: Path) -> None:  # noqa: ANN401 - as above
    """Writes a figure; the suffix of `path` says how, as ``.svg`` or ``.png``.

    Raises:
        PlotError: The file cannot be written.
    """
    try:
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    except (OSError, ValueError) as error:
        raise PlotError(f"cannot write {path}: {' '.join(str(error).split())}") from error


def draw(results: Sequence[Result], path: Path) -> None:
    """Draws the nearer player's share of rounds and contests, with 95 % intervals.

    Args:
        results: Cases with what they came to.
        path: Where to; the suffix says how, as ``.svg`` or ``.png``.

    Raises:
        PlotError: matplotlib is missing, or the file cannot be written.
    """
    figure = blank(8.0, 3.4)
    panels = figure.subplots(1, len(_PANELS), sharey=True)
    for axes, (name, share) in zip(panels, _PANELS, strict=True):
        _draw_panel(axes, results, share)
        axes.set_title(f"{name} won by the nearer player")
    panels[0].set_ylabel("per cent")
    panels[0].legend(frameon=False)
    save(figure, path)


def _draw_panel(axes: Any, results: Sequence[Result], share: Callable[[Tally], Share]) -> None:  # noqa: ANN401 - matplotlib is not always there
    orders = list(dict.fromkeys(case.order for case, _ in results))
    rows = list(dict.fromkeys(str(case.trips) for case, _ in results))
    axes.axhline(50, color="#888888", linewidth=0.8)
    for number, order in enumerate(orders):
        shares = [
            (rows.index(str(case.trips)), share(t)) for case, t in results if case.order == order
        ]
        shift = 0.12 * (number - (len(orders) - 1) / 2)
        axes.errorbar(
            [place + shift for place, _ in shares],
            [each.percent for _, each in shares],
            yerr=[each.margin for _, each in shares],
            fmt="o",
            markersize=4,
            capsize=2,
            color=_COLOURS[number % len(_COLOURS)],
            label=order,
        )
    axes.set_xticks(range(len(rows)), rows)
    axes.set_xlabel("round trips, ms")
    axes.spines[["top", "right"]].set_visible(False)
