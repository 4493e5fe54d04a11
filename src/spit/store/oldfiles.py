"""Records that lie about as files, as Spit kept them before it had a store.

Owns how the record of a finished match becomes a row. The files stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from spit.rules import MatchEnded, RoundEnded, verify
from spit.rules.record import read_record
from spit.store.model import FinishedMatch

_BOT: Final = "bot:"


def finished_matches(folder: Path) -> Iterator[tuple[Path, FinishedMatch | None]]:
    """Every record file of a folder by its name; None for one that does not verify."""
    for path in sorted(folder.glob("*.spit")):
        try:
            data = path.read_bytes()
        except OSError:
            yield path, None
            continue
        yield path, None if verify(BytesIO(data)) is not None else _finished(data)


def _finished(data: bytes) -> FinishedMatch:
    """What a record that verifies says of its match."""
    header, lines = read_record(BytesIO(data))
    rounds, ended_at_ms, result = 0, 0, None
    for line in lines:
        if isinstance(line.event, RoundEnded):
            rounds = line.event.round
        elif isinstance(line.event, MatchEnded):
            result, ended_at_ms = line.event, line.t_ms
    assert result is not None  # or it would not verify
    levels = tuple(
        name.removeprefix(_BOT) if name.startswith(_BOT) else None for name in header.seats
    )
    names = tuple(
        name if level is None else level.capitalize()
        for name, level in zip(header.seats, levels, strict=True)
    )
    started_ms = _milliseconds(header.started)
    return FinishedMatch(
        match=header.match,
        table=header.match.partition("-")[0],
        started_ms=started_ms,
        ended_ms=started_ms + ended_at_ms,
        rules_label=header.rules.label,
        names=(names[0], names[1]),
        guests=(None, None),
        bots=(levels[0], levels[1]),
        winner=result.winner,
        reason=result.reason.value,
        rounds=rounds,
        record=data.decode(),
    )


def _milliseconds(started: str) -> int:
    """A record's time, which may be a leap second, in milliseconds since 1970."""
    minute, second = (
        started[:16].upper(),
        float(started[17:].rstrip("Zz").split("+")[0].split("-")[0]),
    )
    return int(datetime.fromisoformat(f"{minute}+00:00").timestamp() * 1_000) + int(second * 1_000)
