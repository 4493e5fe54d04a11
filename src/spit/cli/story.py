"""A record as a person reads it: its rules, and its rounds one by one."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import typer

from spit.rules import Dealt, Played, RoundEnded, Scoring, StopReason
from spit.rules.record import read_record
from spit.rules.record_format import RecordError


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played to its end; pairs are by seat."""

    number: int
    lasted_ms: int
    dealt: tuple[int, int]
    """Cards."""
    plays: tuple[int, int]
    ended: str
    then: tuple[int, int]
    """What each seat owns afterwards, or has scored so far."""
    unit: str
    """What of: cards or points."""


def told(record: str) -> tuple[str, list[Round]]:
    """What rules a record was played by, and its rounds.

    Raises:
        TyperException: It is no record.
    """
    try:
        return _told(record)
    except RecordError as error:
        raise typer.TyperException(f"its record is damaged: {error}") from error


def _told(record: str) -> tuple[str, list[Round]]:
    header, lines = read_record(BytesIO(record.encode()))
    is_points = header.rules.scoring is Scoring.POINTS
    options = ", ".join(f"{name}={value}" for name, value in header.rules.options.items())
    rounds: list[Round] = []
    dealt, dealt_at_ms, plays = (0, 0), 0, [0, 0]
    for line in lines:
        match line.event:
            case Dealt(_, (first, second)):
                dealt, dealt_at_ms, plays = (len(first), len(second)), line.t_ms, [0, 0]
            case Played(seat):
                plays[seat] += 1
            case RoundEnded() as end:
                cleared = end.reason is StopReason.CLEARED
                rounds.append(
                    Round(
                        number=end.round,
                        lasted_ms=line.t_ms - dealt_at_ms,
                        dealt=dealt,
                        plays=(plays[0], plays[1]),
                        ended=f"seat {end.cleared} cleared" if cleared else "blocked",
                        then=end.points if is_points else end.cards,
                        unit="points" if is_points else "cards",
                    )
                )
            case _:
                pass
    return f"{header.rules.label} ({options})" if options else header.rules.label, rounds
