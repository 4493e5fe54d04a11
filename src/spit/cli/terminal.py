"""What commands share: options that mean the same in each, the line for a wrong call, the store.

Owns how a text that somebody else wrote is shown, so that it cannot play tricks on a terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from spit.store import StoreReader

USAGE = 2
"""Exit code for a call that cannot be carried out."""

Data = Annotated[
    Path | None,
    typer.Option(
        envvar="SPIT_DATA", help="Folder that data is kept in.", show_default="your data folder"
    ),
]


Answer = TypeVar("Answer")


def ask_store(data: Path | None, question: Callable[[StoreReader], Awaitable[Answer]]) -> Answer:
    """Asks the store of a data folder, the user's own one if none is given.

    Raises:
        TyperException: It cannot be read; `main` says so in one line.
    """
    import asyncio  # noqa: PLC0415

    from spit.server.settings import default_data_folder  # noqa: PLC0415
    from spit.store import StoreError, StoreReader  # noqa: PLC0415

    async def answer() -> Answer:
        async with await StoreReader.open(data or default_data_folder()) as store:
            return await question(store)

    try:
        return asyncio.run(answer())
    except StoreError as error:
        raise typer.TyperException(str(error)) from error


def printable(text: str) -> str:
    """A text without what would move the cursor, change colours or turn the line round."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def complain(sentence: str) -> int:
    """Prints one line on standard error; returns the exit code for it."""
    print("spit: " + " ".join(sentence.split()), file=sys.stderr)
    return USAGE
