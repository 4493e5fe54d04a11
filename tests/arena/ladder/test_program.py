"""A program plays by lines of JSON, and fails by its own fault like a class."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from spit.arena.ladder.contestant import Contestant
from spit.arena.ladder.game import Conditions, Game, GameResult

START = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n"
SKIP = "    if question['type'] == 'start':\n        continue\n"


def played(folder: Path, body: str, limit_ms: int = 60_000) -> GameResult:
    """A match of a program with that body against one of ours."""
    path = folder / "program.py"
    path.write_text(START + SKIP + body)
    program = Contestant(f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(path))}")
    return Game((program, Contestant("greedy")), "program", Conditions(limit_ms=limit_ms)).play()


def test_it_plays_to_the_end(tmp_path: Path) -> None:
    """Choosing among the actions it is told, and it is the same match again."""
    body = (
        "    actions = question['actions']\n"
        "    pick = actions[question['seed'] % len(actions)] if actions else {'type': 'none'}\n"
        "    print(json.dumps(pick), flush=True)\n"
    )
    first = played(tmp_path, body)
    assert first.fault is None
    assert first.rounds > 0
    assert played(tmp_path, body) == first


@pytest.mark.parametrize(
    ("body", "kind", "says"),
    [
        ("    sys.exit('lost my way')\n", "threw", "lost my way"),
        ("    print('ace', flush=True)\n", "nonsense", "'ace' is no JSON"),
        ("    print('[1]', flush=True)\n", "nonsense", "none of an answer's"),
        ('    print(\'{"type": "flip"}\', flush=True)\n', "nonsense", "stock is None"),
        ("    print('x' * 9999, flush=True)\n", "nonsense", "longer than 4096 bytes"),
        ('    print(\'{"type":"flip","stock":9}\', flush=True)\n', "illegal", "stock=9"),
    ],
)
def test_it_loses_by_its_own_fault(tmp_path: Path, body: str, kind: str, says: str) -> None:
    """With a kind and a sentence."""
    result = played(tmp_path, body)
    assert result.fault is not None
    assert (result.winner, result.fault.kind) == (1, kind)
    assert says in result.fault.says


def test_one_that_sleeps_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When its time is up; the match does not wait for it."""
    monkeypatch.setattr("spit.arena.ladder.program.START_MS", 50)
    result = played(tmp_path, "    sys.stdin.readline()\n", limit_ms=50)
    assert result.fault is not None
    assert (result.winner, result.fault.kind) == (1, "slow")


def test_a_program_that_is_not_there_is_told() -> None:
    """As the contestant's own fault, in a sentence."""
    both = Contestant("cmd:/nowhere/program"), Contestant("greedy")
    result = Game(both, "none", Conditions()).play()
    assert result.fault is not None
    assert "cannot run /nowhere/program" in result.fault.says
