"""What happens around the cards: a free seat, emotes, spectators, a result that is not kept yet."""

from __future__ import annotations

import pytest

from spit.protocol import messages as m
from tests.table.harness import Bench


def test_a_table_with_a_free_seat_waits() -> None:
    """Nothing is dealt, nothing is abandoned, however long the friend takes."""
    bench = Bench(names=("Ana", None))
    bench.wait(3_600_000)
    view = bench.look()
    assert (view.names, view.free, view.online) == (["Ana", ""], [False, True], [True, False])
    assert (view.phase, view.round, view.result) == ("deal", 0, None)


def test_whoever_sits_down_gets_a_name_and_a_deal() -> None:
    """All are told, with how the two have fared before; the deal comes once both are there."""
    bench = Bench(names=("Ana", None))
    bench.wait(3_600_000)
    bench.table.sit(1, "Cleo", (2, 5), bench.now)
    bench.collect()
    assert bench.heard(m.Seated) == [m.Seated(seat=1, name="Cleo", wins=[2, 5])]
    assert not bench.heard(m.Dealt)
    bench.table.connect(1, bench.now)
    bench.wait(bench.settings.first_deal_ms)
    view = bench.look()
    assert (view.phase, view.names, view.wins) == ("ready", ["Ana", "Cleo"], [2, 5])


@pytest.mark.parametrize(("seat", "name"), [(0, "Cleo"), (1, "")])
def test_only_a_free_seat_is_taken_and_by_a_name(seat: int, name: str) -> None:
    """Anything else is a bug of the caller."""
    with pytest.raises(ValueError, match="free"):
        Bench(names=("Ana", None)).table.sit(seat, name, (0, 0), 2_000)


def test_an_emote_is_shown_to_all_and_not_too_often() -> None:
    """One in two seconds for each seat; also in a pause, and it changes nothing."""
    bench = Bench()
    assert isinstance(bench.show(0, "hello"), m.Accepted)
    assert isinstance(bench.show(1, "wow"), m.Accepted)
    refused = bench.show(0, "nice")
    assert isinstance(refused, m.Refused)
    assert refused.reason == "too-fast"
    bench.wait(2_000)
    bench.ask(m.Pause, 1)
    assert isinstance(bench.show(0, "hurry"), m.Accepted)
    shown = [(each.seat, each.emote) for each in bench.events if isinstance(each, m.Emoted)]
    assert shown == [(0, "hello"), (1, "wow"), (0, "hurry")]


def test_watchers_are_counted_for_all() -> None:
    """The number is told when it changes."""
    bench = Bench()
    for watching in (3, 3, 0):
        bench.table.count_watching(watching, bench.now)
    bench.collect()
    assert bench.heard(m.Watched) == [m.Watched(watching=3), m.Watched(watching=0)]


def test_a_result_that_is_not_kept_yet_says_so() -> None:
    """Until it is; a rematch begins without that word."""
    bench = Bench()
    bench.wait(700)
    bench.ask(m.Resign, 1)
    bench.table.note_saved(bench.now, is_saved=False)
    bench.collect()
    assert bench.look().saved is False
    bench.ask(m.Rematch, 0)
    bench.ask(m.Rematch, 1)
    assert bench.look().saved is True
    bench.table.note_saved(bench.now, is_saved=True)
    bench.collect()
    assert bench.heard(m.Saved) == [m.Saved(saved=False)]
