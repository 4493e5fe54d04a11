"""Virtual time: the order of what happens."""

from __future__ import annotations

from spit.arena.clock import Clock, Timer


def test_what_comes_first_happens_first() -> None:
    """Whatever order it was put down in; at the same time, in that order."""
    clock, done = Clock(), list[str]()
    for ms, name in ((20, "c"), (10, "a"), (10, "b")):
        clock.at(ms, lambda name=name: done.append(name))  # type: ignore[misc]
    while clock.step():
        pass
    assert done == ["a", "b", "c"]
    assert clock.now_ms == 20


def test_the_past_is_now() -> None:
    """What is put down for a time that is past happens next, and time does not go back."""
    clock, times = Clock(), list[float]()
    clock.at(10, lambda: clock.at(5, lambda: times.append(clock.now_ms)))
    while clock.step():
        pass
    assert times == [10]


def test_a_timer_rings_when_it_is_due_at_last() -> None:
    """A time that was put off, or brought forward, counts as it is in the end."""
    clock, due, rung = Clock(), [30.0], list[float]()

    def ring() -> None:
        rung.append(clock.now_ms)
        due.clear()

    timer = Timer(clock, lambda: due[0] if due else None, ring)
    timer.look()
    due[0] = 40.0
    timer.look()
    due[0] = 20.0
    timer.look()
    clock.at(10, lambda: due.__setitem__(0, 25.0))
    while clock.step():
        pass
    assert rung == [25]
