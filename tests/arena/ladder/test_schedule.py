"""Who meets whom, and a run that goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from spit.arena.ladder.game import Conditions
from spit.arena.ladder.journal import Journal, JournalError
from spit.arena.ladder.schedule import Pairing, Schedule, ScheduleKind, ratings, run
from spit.arena.ladder.series import Processes, Tally

Answer = TypeVar("Answer")
CONDITIONS = Conditions()
ALL = Schedule(("random", "child", "greedy"), ScheduleKind.ALL, 1)


class Counting:
    """An engine that counts its work, and may be interrupted."""

    def __init__(self, most: int = 1_000) -> None:
        self.done, self._most = 0, most

    def run(self, work: Callable[..., Answer], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Answer]:
        """As `Engine.run`."""
        for job in jobs:
            if self.done == self._most:
                raise KeyboardInterrupt
            self.done += 1
            yield work(*job)


def _tally(*won: float) -> Tally:
    return Tally(won=list(won))


def test_everybody_meets_everybody() -> None:
    """Once each, and that is one round."""
    assert ALL.rounds == 1
    assert ALL.meetings == 3
    assert ALL.meetings_of({}) == [("random", "child"), ("random", "greedy"), ("child", "greedy")]


def test_swiss_pairs_neighbours_who_have_not_met() -> None:
    """Round by round, by the ratings so far; everybody plays in each round."""
    swiss = Schedule(("a", "b", "c", "d"), ScheduleKind.SWISS, 1)
    assert (swiss.rounds, swiss.meetings) == (4, 8)
    first = swiss.meetings_of({})
    assert first == [("a", "b"), ("c", "d")]
    tallies: dict[Pairing, Tally] = {("a", "b"): _tally(2.0), ("c", "d"): _tally(0.0)}
    assert swiss.meetings_of(tallies) == [("a", "d"), ("b", "c")]


def test_swiss_lets_everybody_sit_out_as_often() -> None:
    """With an odd number one sits out: it is somebody else each time."""
    swiss = Schedule(("a", "b", "c"), ScheduleKind.SWISS, 1, swiss_rounds=3)
    tallies: dict[Pairing, Tally] = {}
    out = []
    for _ in range(swiss.rounds):
        ((first, second),) = swiss.meetings_of(tallies)
        out.append(({"a", "b", "c"} - {first, second}).pop())
        tallies.setdefault((first, second), Tally()).won.append(2.0)
    assert sorted(out) == ["a", "b", "c"]


@pytest.mark.parametrize("kind", ScheduleKind)
def test_an_interrupted_run_goes_on(kind: ScheduleKind, tmp_path: Path) -> None:
    """What was played is not played again, and the results are those of one that ran through."""
    schedule = Schedule(ALL.names, kind, 1, swiss_rounds=3 if kind == "swiss" else 0)
    whole = run(schedule, "s", CONDITIONS, Processes(), Journal())
    path = tmp_path / "run.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(schedule, "s", CONDITIONS, Counting(2), Journal.open(path, {"run": 1}))
    with path.open("a") as file:
        file.write('{"pairing": ["ra')  # a kill in the middle of a line
    engine = Counting()
    assert run(schedule, "s", CONDITIONS, engine, Journal.open(path, {"run": 1})) == whole
    assert engine.done == 1
    again = Counting()
    assert run(schedule, "s", CONDITIONS, again, Journal.open(path, {"run": 1})) == whole
    assert again.done == 0


def test_a_swiss_run_is_the_same_in_several_processes() -> None:
    """Whatever comes first."""
    schedule = Schedule(("random", "child", "greedy", "casual"), ScheduleKind.SWISS, 1, 2)
    runs = [run(schedule, "s", CONDITIONS, Processes(n), Journal()) for n in (1, 2)]
    assert runs[0] == runs[1]
    assert [each.name for each in ratings(schedule.names, runs[0])]


def test_a_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    """As is what is no journal, or cannot be written."""
    path = tmp_path / "run.jsonl"
    Journal.open(path, {"seed": "1"})
    with pytest.raises(JournalError, match="of another run"):
        Journal.open(path, {"seed": "2"})
    path.write_text(path.read_text() + '{"pairing": 5}\n')
    with pytest.raises(JournalError, match="line 2 is no pair"):
        Journal.open(path, {"seed": "1"})
    with pytest.raises(JournalError, match="cannot keep results"):
        Journal.open(tmp_path, {"seed": "1"})
