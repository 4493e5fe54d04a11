"""Who takes part: a policy of ours, a level, a class in a file, or a program.

Owns how a contestant is named on the command line, and how its bot comes to a seat. A contestant
is a text alone, so that it goes to another process as it is.
"""

from __future__ import annotations

import importlib.util
import shlex
import sys
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

from spit.arena.ladder.faults import Guard
from spit.arena.ladder.program import START_MS, ProgramBot
from spit.bots import BOTS, LEVELS, BotDriver, BotMaker

PROGRAM: Final = "cmd:"
"""What the name of a contestant begins with that is a program."""


class ContestantError(ValueError):
    """A name that no contestant has, or a file that cannot be loaded; says why in a line."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A driver at a seat, and the guard before its bot; ours needs none."""

    driver: BotDriver
    guard: Guard | None


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody who takes part.

    Args:
        name: `careful`, `steady`, `my_bot.py:MyBot`, or `cmd:node my_bot.js`. A policy's name is
            one of `spit.bots.BOTS`, a level's one of `spit.bots.LEVELS`.
    """

    name: str

    def check(self) -> None:
        """Sees that there is such a contestant.

        Raises:
            ContestantError: There is not.
        """
        if self.name not in BOTS and self.name not in LEVELS and not self._command():
            load(self.name)

    def seated(self, seat: int, chance: str, tempo: str, limit_ms: int) -> Seating:
        """Sits down.

        Args:
            seat: 0 or 1.
            chance: Seeds its eye, its hand and its choices.
            tempo: The level at whose tempo it plays, unless it is a level itself.
            limit_ms: The longest that an answer of a bot that is not ours may take.
        """
        rng = Random(chance)
        if self.name in LEVELS:
            return Seating(BotDriver(LEVELS[self.name], seat, rng), None)
        if self.name in BOTS:
            return Seating(BotDriver(LEVELS[tempo], seat, rng, BOTS[self.name](seat)), None)
        command = self._command()
        if command:
            make: BotMaker = partial(ProgramBot, command, limit_ms=limit_ms)
            # The program's own limit comes first; this one is for what never comes to it.
            guard = Guard(make, seat, limit_ms + 2 * START_MS)
        else:
            guard = Guard(load(self.name), seat, limit_ms)
        return Seating(BotDriver(LEVELS[tempo], seat, rng, guard), guard)

    def _command(self) -> tuple[str, ...]:
        """The program and its arguments, none if it is not a program."""
        if not self.name.startswith(PROGRAM):
            return ()
        try:
            command = tuple(shlex.split(self.name.removeprefix(PROGRAM)))
        except ValueError as error:
            raise ContestantError(f"{self.name}: {error}") from None
        if not command:
            raise ContestantError(f"{PROGRAM} needs a program, as in {PROGRAM}'node my_bot.js'")
        return command


@cache
def load(name: str) -> BotMaker:
    """The class that `FILE.py:CLASS` names; its folder can be imported from.

    Raises:
        ContestantError: There is none, or the file fails.
    """
    file, colon, wanted = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        known = ", ".join([*BOTS, *LEVELS])
        raise ContestantError(
            f"{name!r} is no contestant; there are {known}, FILE.py:CLASS and {PROGRAM}PROGRAM"
        )
    path = Path(file).resolve()
    if not path.is_file():
        raise ContestantError(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location(f"spit_bot_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ContestantError(f"{file} cannot be loaded: {error!r}") from error
    maker = getattr(module, wanted, None)
    if not callable(maker):
        raise ContestantError(f"{file} has no class {wanted}")
    return maker  # type: ignore[no-any-return]
