"""Mirrored matches, their score and who plays them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from spit.arena.ladder.game import Conditions, GameResult
from spit.arena.ladder.series import Pair, Processes, Tally, play_pair
from spit.rules import PRESETS, verify

CONDITIONS = Conditions(keep_records=True)
GAME = GameResult(("a", "b"), 0, "cleared", (3, 2), 5, 1_000)


def pair(*winners: int | None) -> Pair:
    """Two matches that those seats won."""
    return replace(GAME, winner=winners[0]), replace(GAME, winner=winners[1])


def test_a_pair_is_mirrored() -> None:
    """A policy against its like plays the same match from both seats, and the records hold."""
    games = play_pair("greedy", "quick", 0, "seed", CONDITIONS)
    assert [game.names for game in games] == [("greedy", "quick"), ("quick", "greedy")]
    deals = []
    for game in games:
        assert game.record is not None
        assert verify(BytesIO(game.record.encode())) is None
        deals.append(game.record.splitlines()[1])
    assert deals[0] == deals[1]


def test_every_preset_is_played_to_an_end() -> None:
    """And each record holds."""
    for rules in PRESETS.values():
        for game in play_pair("careful", "random", 0, "p", replace(CONDITIONS, rules=rules)):
            assert game.record is not None
            assert verify(BytesIO(game.record.encode())) is None


def test_the_number_of_processes_changes_nothing() -> None:
    """The same results in the same order."""
    jobs = [("random", "child", number, "s", Conditions()) for number in range(2)]
    assert list(Processes(1).run(play_pair, jobs)) == list(Processes(2).run(play_pair, jobs))


def test_the_score_is_from_the_first_ones_side() -> None:
    """Seats change within a pair, a draw counts half."""
    tally = Tally()
    tally.add(pair(0, 1))  # both won by the first
    tally.add(pair(1, None))
    assert tally.matches == 4
    assert tally.share == 2.5 / 4
    assert tally.cleared == [10, 10]
    low, high = tally.interval()
    assert 0 <= low < tally.share < high <= 1


def test_few_pairs_that_went_one_way_are_no_certainty() -> None:
    """The interval leaves room; more pairs make it smaller."""
    few, many = Tally(), Tally()
    for _ in range(2):
        few.add(pair(0, 1))
    for _ in range(200):
        many.add(pair(0, 1))
    assert few.interval()[0] < 0.6
    assert many.interval()[0] > 0.97
