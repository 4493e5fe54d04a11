"""Rounds between two people who stay at one table."""

from __future__ import annotations

from spit.arena.liars import LIES
from spit.arena.link import LinkSettings
from spit.arena.match import Path, Round, Sitting
from spit.bots import MIDDLE
from spit.table import TableSettings

CHANCE = "one", "two"


def _sitting() -> Sitting:
    near, far = LinkSettings(10.0), LinkSettings(50.0)
    return Sitting((Path(near, near), Path(far, far)), MIDDLE, TableSettings(), CHANCE)


def test_rounds_follow_one_another_at_one_table() -> None:
    """Each begins with all cards, and ends; ids and the clock go on, as in one long evening."""
    sitting = _sitting()
    ended_ms, next_id = 0.0, 1
    for number in range(3):
        result = Round(sitting, f"deal/{number}", CHANCE).run()
        assert not result.is_stuck
        assert sum(result.plays) > 20
        assert sitting.table.number == number + 1
        assert sitting.clock.now_ms > ended_ms
        assert sitting.table.next_id(0) > next_id
        ended_ms, next_id = sitting.clock.now_ms, sitting.table.next_id(0)


def test_a_table_goes_on_with_what_it_knows_of_the_two() -> None:
    """Round trips are measured before the first round only, and pings go on."""
    sitting = _sitting()
    Round(sitting, "first", CHANCE).run()
    known = [sitting.table.round_trips(seat) for seat in (0, 1)]
    later = Round(sitting, "second", CHANCE)
    assert [sitting.table.round_trips(seat) for seat in (0, 1)] == known
    assert later.run().holds_ms != ([], [])


def test_a_round_is_the_same_for_the_same_seeds() -> None:
    """Deals by their own, people and links by theirs."""
    first, second, other = (
        Round(_sitting(), deal, CHANCE).run() for deal in ("same", "same", "another")
    )
    assert first == second
    assert first != other


def test_claims_are_looked_at_where_they_decide_something() -> None:
    """Who lies only where the rival could play, too, has his claims corrected all the same."""
    near, far = LinkSettings(10.0, stall=0.0), LinkSettings(100.0, stall=0.0)
    paths = Path(near, near), Path(far, far)
    for lie, is_corrected in (("contested-100", True), (None, False)):
        lies = None, None if lie is None else LIES[lie]
        sitting = Sitting(paths, MIDDLE, TableSettings(), CHANCE, lies)
        for number in range(6):
            Round(sitting, f"deal/{number}", CHANCE).run()
        claims = sitting.table._house.order._claims  # type: ignore[attr-defined]
        assert (claims[1].excess_ms > 3) is is_corrected
        assert claims[0].excess_ms < 3
