"""What is odd about a hand: evidence for whoever runs the server, and nothing for anybody else."""

from __future__ import annotations

import pytest

from spit.rules import Play, Rules, Switch
from spit.table import FairSettings, TableSettings
from spit.table.races.conduct import Conduct
from tests.table.harness import Bench, position

FAIR = FairSettings()


def _conduct(reactions_ms: list[float], *, thrown: int = 0, refused: int = 0) -> Conduct:
    conduct = Conduct(FAIR)
    for each in reactions_ms:
        conduct.reacted(each)
    for _ in range(thrown):
        conduct.threw()
    for _ in range(refused):
        conduct.was_refused()
    return conduct


def test_reactions_that_nobody_has_are_odd() -> None:
    """With how many there were, and how fast."""
    (words,) = _conduct([30.0] * 5 + [10.0] * 3 + [400.0] * 12).doubts()
    assert words == "faster than people are: 8 of 20 reactions under 100 ms, at the median 30 ms"


@pytest.mark.parametrize(
    "reactions_ms",
    [
        [],
        [20.0] * 7,  # too few to say anything
        [20.0] * 8 + [300.0] * 25,  # a hand that was under way when a card changed under it
        [100.0] * 50,
        [250.0] * 200,
    ],
)
def test_reactions_that_people_have_are_not_odd(reactions_ms: list[float]) -> None:
    """Nor is a lucky hand now and then."""
    assert _conduct(reactions_ms).doubts() == []


def test_throwing_whatever_there_is_is_odd() -> None:
    """Most of it comes back; that of a hand which is merely late does not."""
    (words,) = _conduct([], thrown=80, refused=60).doubts()
    assert words == "throws cards that fit nowhere: 60 of 80 came back, 75 %"
    assert _conduct([], thrown=80, refused=55).doubts() == []
    assert _conduct([], thrown=59, refused=59).doubts() == []


def _bench(fair: FairSettings | None, trips: tuple[float, float] | None) -> Bench:
    state = position(
        "9h|5s, 4c, 9c, Jd", "9d|7s, 3d, Jh, Jc", ["6h", "Jh"], ("2s", "2h"),
        rules=Rules(same_rank=Switch.ON),
    )  # fmt: skip
    return Bench(state, settings=TableSettings(fair=fair, hand_ms=0), trips=trips)


ODD_AT_ONCE = FairSettings(inhuman_plays=1, refused_plays=1, refused_share=1.0)


def test_a_table_knows_what_was_odd_until_it_is_asked() -> None:
    """By its own clock, whatever was claimed; the next match begins anew."""
    bench = _bench(ODD_AT_ONCE, (20.0, 20.0))
    bench.wait(25)
    bench.do(Play(0, 0, 0))
    (doubt,) = bench.table.take_doubts()
    assert doubt.seat == 0
    assert doubt.words.startswith("faster than people are: 1 of 1 reactions")
    assert bench.table.take_doubts() == []


def test_nothing_is_odd_where_nothing_was_measured() -> None:
    """On one machine, or by arrival order."""
    for bench in (_bench(ODD_AT_ONCE, None), _bench(None, (20.0, 20.0))):
        bench.wait(25)
        bench.do(Play(0, 0, 0))
        assert bench.table.take_doubts() == []
