"""A server that is killed in the middle of matches, and started again: nothing is lost.

Each run is one of `make soak`'s, smaller and always the same: people play at real sockets, the
server dies at a moment that the seed or the case decides, and then what it had noted, what is kept
and what people were shown are compared. How old what is lost may be is measured there, not here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.soak.run import RULES, Death, Run

SHORT = RULES[:3]

pytestmark = [
    pytest.mark.sockets,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9"),
]


def each(*moments: str) -> list[Death]:
    """One death after the other, at moments that nobody outside could hit."""
    return [Death(moment=moment) for moment in moments]


@pytest.mark.parametrize(
    ("seed", "tables", "rows", "deaths"),
    [
        (1, 20, 3_000, [Death(400)]),
        (2, 6, 10, [Death(600), Death(200)]),
        (3, 6, 3_000, [Death(300), *each("reading:1", "reviving:5", "committing:1")]),
        (4, 6, 10, each("checkpoint:2", "checkpoint:1", "result:1", "record:1")),
    ],
    ids=["once", "twice", "while it starts", "checkpoints and ends"],
)
async def test_a_kill_loses_nothing(
    tmp_path: Path, seed: int, tables: int, rows: int, deaths: list[Death]
) -> None:
    """Matches, seats, results, records and wins: all is there, and all clients agree."""
    run = Run(tmp_path, seed, tables, rows, rules=SHORT, is_timed=False)
    outcome = await run.run(deaths)
    assert outcome.wrong == []
    assert outcome.live >= tables
    assert outcome.matches >= tables
