"""How commands that measure show what they do and what they have found.

Owns the bar of progress and the width of tables that nobody looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

_PIPE_WIDTH: Final = 160


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, so that what is printed can be kept; none if nobody looks."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def right(name: str) -> Column:
    """A column of figures."""
    return Column(name, justify="right")


def print_table(table: Table, notes: list[str] | None = None) -> None:
    """Prints a table, and what is to be said of it, a line each."""
    console = Console()
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    console.print(table)
    for note in notes or ():
        console.print(note, highlight=False)
