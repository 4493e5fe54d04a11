"""A person at a browser: what is seen, thrown and said."""

from __future__ import annotations

from itertools import pairwise

from spit.arena.liars import LIES
from spit.arena.link import LinkSettings
from spit.arena.match import Path, Round, Sitting
from spit.bots import MIDDLE
from spit.protocol import messages as m
from spit.rules import STANDARD, Card
from spit.table import TableSettings


def _round(lie: str | None = None, trip_ms: float = 60.0, jitter: float = 0.0) -> Round:
    """A round of seat 0, whose messages are kept, over links that are calm by default."""
    calm = LinkSettings(trip_ms / 2, jitter=jitter, stall=0.0)
    paths = Path(calm, calm), Path(calm, calm)
    lies = (None if lie is None else LIES[lie], None)
    chance = "one", "two"
    return Round(Sitting(paths, MIDDLE, TableSettings(), chance, lies), "deal", chance)


def _plays(lie: str | None = None) -> list[tuple[int, m.Play, int]]:
    """Plays that seat 0 sends in a round: when, what, and when it touched before, if it did."""
    one_round = _round(lie)
    sent: list[tuple[int, m.Play, int]] = []
    send = one_round.people[0]._send

    def keep(message: object, delay_ms: float) -> None:
        if isinstance(message, m.Play):
            sent.append((int(one_round._clock.now_ms), message, int(delay_ms)))
        send(message, delay_ms)  # type: ignore[arg-type]

    one_round.people[0]._send = keep
    one_round.run()
    assert sent
    return sent


def test_claims_are_reactions_of_a_hand() -> None:
    """Nobody plays what fits faster than a hand can move; a top that has changed under it, yes."""
    for _, play, delay_ms in _plays():
        assert play.reacted_ms is not None
        fits = STANDARD.fits[Card.parse(play.top)][Card.parse(play.card)]
        assert play.reacted_ms > (100 if fits else 0)
        assert delay_ms == 0


def test_touches_are_apart_as_they_are_said_to_be() -> None:
    """`since_touch_ms` is the time since the touch before, by the same clock."""
    at_ms = [(at, play.since_touch_ms) for at, play, _ in _plays()]
    for (before, _), (now, since_ms) in pairwise(at_ms):
        assert since_ms is not None
        assert 0 < since_ms <= now - before  # a flip may lie between


def test_a_liar_plays_the_same_cards() -> None:
    """Only what its client says is another thing."""
    honest, lying = _plays(), _plays("claims-100")
    for (at, true, _), (also_at, false, _) in zip(honest, lying, strict=True):
        assert (at, true.card, true.pile) == (also_at, false.card, false.pile)
        assert true.reacted_ms is not None
        assert false.reacted_ms == max(0, true.reacted_ms - 100)


def test_a_silent_client_claims_nothing() -> None:
    """So that the server has to estimate."""
    assert {play.reacted_ms for _, play, _ in _plays("silent")} == {None}


def test_a_first_card_is_kept_where_that_costs_nothing() -> None:
    """And other cards are not."""
    delays = {delay_ms for _, _, delay_ms in _plays("late-first")}
    assert delays == {0, 100}


def test_a_sniper_throws_at_once() -> None:
    """In the moment in which the rival's card comes, on the top below it, claiming no time."""
    snipes = [play for _, play, _ in _plays("snipes") if play.reacted_ms == 0]
    assert snipes


def test_a_round_comes_to_the_same_again() -> None:
    """Seeds are all that is random."""
    first, second = (_round(jitter=0.1).run() for _ in range(2))
    assert first == second
    assert not first.is_stuck
    assert sum(first.plays) > 10
