"""How many races each seat has won, and by how much."""

from __future__ import annotations

from spit.table.races.tally import Tally


def test_races_are_counted_by_seat_with_the_median_of_their_margins() -> None:
    """A seat that has won none has no median."""
    tally = Tally()
    for margin_ms in (10, 90, 20):
        tally.note(1, margin_ms)
    assert (tally.won(0), tally.median_ms(0)) == (0, None)
    assert (tally.won(1), tally.median_ms(1)) == (3, 20)
