"""Hands that hammer: what a stroke means, and how often it comes."""

from __future__ import annotations

from random import Random

import pytest

from spit.bots.masher import KeyMasher, TapMasher
from spit.rules import Call, Flip, Phase, Play, Reason, SeatAction, Shift, Slap, View, legal_actions
from tests.bots.views import race

MASHERS = [KeyMasher, TapMasher]
Masher = KeyMasher | TapMasher


def strokes(masher: Masher, view: View, count: int = 300) -> set[SeatAction]:
    """All that a hand does which strikes so often at a table that does not change."""
    done: set[SeatAction] = set()
    masher.observe(view, 0, 0)
    for _ in range(count):
        at_ms = masher.next_ms()
        assert at_ms is not None
        done |= set(masher.due(view, at_ms))
    return done


@pytest.mark.parametrize("make", MASHERS)
def test_it_strikes_as_often_as_it_can(make: type[Masher]) -> None:
    """One stroke a period, and none in between."""
    masher, view = make(0, Random(1), 60), race("9s", "9h", "2h 3d")
    masher.observe(view, 1_000, 0)
    assert masher.next_ms() == 1_000
    masher.due(view, 1_000)
    assert masher.next_ms() == 1_060
    assert masher.due(view, 1_059) == []


@pytest.mark.parametrize("make", MASHERS)
def test_it_waits_for_its_hand(make: type[Masher]) -> None:
    """It does not strike before the table lets it, nor before a misplay is paid for."""
    masher, view = make(0, Random(1)), race("9s", "9h", "2h 3d")
    masher.observe(view, 0, 500)
    assert masher.next_ms() == 500
    masher.refused(Reason.MISPLAY, 600, 500)
    assert masher.next_ms() == 1_100


@pytest.mark.parametrize("make", MASHERS)
def test_it_rests_when_the_match_is_over(make: type[Masher]) -> None:
    """After the match it wants nothing any more."""
    masher = make(0, Random(1))
    masher.observe(race("9s", "9h", "2h 3d"), 0, 0)
    masher.observe(race("9s", "9h", "2h 3d", phase=Phase.OVER), 10, 0)
    assert masher.next_ms() is None


@pytest.mark.parametrize("make", MASHERS)
def test_it_strikes_blindly(make: type[Masher]) -> None:
    """Among its strokes are plays that fit and plays that do not, flips and shifts."""
    view = race("4s, 2|9h, 3|, 1|Td", "8h, 8c", "5h 2d")
    done = strokes(make(0, Random(1)), view)
    legal = set(legal_actions(view, 0))
    assert Play(0, 0, 0) in done
    assert Flip(0, 2) in done
    assert any(isinstance(each, Shift) for each in done)
    assert done & legal


def test_keys_are_struck_at_piles_that_do_not_fit() -> None:
    """A key names the spit pile, so a card is thrown at either."""
    done = strokes(KeyMasher(0, Random(1)), race("4s", "8h", "5h 2d"))
    assert {Play(0, 0, 0), Play(0, 0, 1)} <= done


def test_a_tap_on_a_card_finds_the_pile_that_it_fits() -> None:
    """The client helps: a card that fits is never thrown at the wrong pile."""
    done = strokes(TapMasher(0, Random(1)), race("4s, 9s, 9c, 9d, Jc", "8h", "2d 5h"))
    assert {each for each in done if isinstance(each, Play) and each.stock == 0} == {Play(0, 0, 1)}


def test_a_tap_on_a_card_that_fits_nowhere_is_still_sent() -> None:
    """With no slot to move it to it is a play that does not fit: the table's misplay."""
    view = race("9s, 9h, 9d, 9c, Jc", "8h", "2d 5h")
    done = strokes(TapMasher(0, Random(1)), view)
    assert Play(0, 0, 0) in done
    assert Play(0, 0, 0) not in legal_actions(view, 0)


@pytest.mark.parametrize("make", MASHERS)
def test_it_slaps_and_calls(make: type[Masher]) -> None:
    """It slaps either pile after a round, is ready before one, and slaps too early as well."""
    over = race("", "9h", "2h 3d", phase=Phase.SLAP)
    assert strokes(make(0, Random(1)), over) == {Slap(0, 0), Slap(0, 1)}
    ready = race("9s", "9h", "", phase=Phase.READY)
    assert strokes(make(0, Random(1)), ready) == {Call(0, None)}
    nearly = race("9s, 1|Ts", "9h", "Th 3d")
    assert any(isinstance(each, Slap) for each in strokes(make(0, Random(1)), nearly))
