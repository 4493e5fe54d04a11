"""What may be done: R3.2, R4.1, R5.1 to R5.4, and the questions a table asks."""

from __future__ import annotations

from spit.rules import (
    PRESETS,
    STANDARD,
    Call,
    Flip,
    Phase,
    Play,
    Respit,
    Rules,
    Shift,
    Slap,
    SlapMode,
    Stopped,
    StopReason,
    Switch,
    can_flip,
    chance_actions,
    has_play,
    is_stuck,
    is_useful_shift,
    legal_actions,
    new_match,
    smaller_pile,
    spit_card_counts,
    spit_choices,
    view_of,
)
from tests.rules.boards import board

STACKING = Rules(stacking=Switch.ON)
OWN = Rules(respit=Respit.OWN)


def test_r4_1_a_seat_plays_any_open_card_on_any_pile_it_fits() -> None:
    """Plays of both seats are there at once; covered cards cannot be played."""
    state = board("8c|8h, Ts|, |4d", "|Tc, |8s", ("9d", "3s"))
    assert legal_actions(state, 0) == (Play(0, 0, 0), Play(0, 2, 1), Flip(0, 1), *_shifts(0, 3, 4))
    assert legal_actions(state, 1) == (Play(1, 0, 0), Play(1, 1, 0))


def _shifts(stock: int, *slots: int) -> tuple[Shift, ...]:
    return tuple(Shift(0, stock, slot) for slot in slots)


def test_r5_3_shifts_go_to_the_five_slots_alone() -> None:
    """A seat with five piles has nowhere to shift to, however deep they are."""
    state = board("2c|4h, 2d|4s, 2h|4d, 2s|4c, 3c|6h", "|6d", ("9d", "9s"), ("3d", ""))
    assert legal_actions(state, 0) == (Call(0, 0), Call(0, 1))


def test_r5_4_with_stacking_equal_ranks_may_be_laid_together() -> None:
    """Either way round, also a single card; without the option none of it."""
    first = "|4h, 2d|4s, 2h|6d, 2s|8c, 3c|8h"
    stacked = {Shift(0, 0, 1), Shift(0, 1, 0), Shift(0, 3, 4), Shift(0, 4, 3)}
    state = board(first, "|6d", ("Kd", "Ks"))
    assert not stacked & set(legal_actions(state, 0))
    assert stacked < set(legal_actions(state._replace(rules=STACKING), 0))


def test_r3_2_a_seat_names_any_pile_or_with_respit_own_its_own() -> None:
    """Alone it chooses once, and then keeps to that pile."""
    both = board("|2s", "|4s", ("9d", "9s"), ("3d", "3h"))
    assert [spit_choices(both, seat) for seat in (0, 1)] == [(0, 1), (0, 1)]
    own = both._replace(rules=OWN)
    assert [spit_choices(own, seat) for seat in (0, 1)] == [(0,), (1,)]
    alone = own._replace(hands=(both.hands[0], ()))
    assert [spit_choices(alone, seat) for seat in (0, 1)] == [(0, 1), ()]
    assert spit_choices(alone._replace(bound=1), 0) == (1,)
    one_pile = board("|2s", "|4s", ("9d",), ("3d", ""), OWN)
    assert spit_choices(one_pile, 0) == (0,)


def test_r3_3_a_seat_without_spit_cards_names_no_pile() -> None:
    """Its only call is the one without a pile."""
    state = board("|2s", "|4s", ("9d", "9s"), ("", "3h"))
    assert legal_actions(state, 0) == (Call(0, None),)
    assert legal_actions(state, 1) == (Call(1, 0), Call(1, 1))


def test_each_phase_lists_its_own_actions() -> None:
    """Calls before the first spit, slaps after the race, nothing while cards are dealt."""
    state = board("|2s", "|4s", ("9d", "9s"))
    ready = state._replace(phase=Phase.READY, spits=((), ()))
    assert legal_actions(ready, 1) == (Call(1, None),)
    assert legal_actions(ready._replace(calls=(None, Call(1, None))), 1) == ()
    assert legal_actions(state._replace(phase=Phase.SLAP), 1) == (Slap(1, 0), Slap(1, 1))
    assert legal_actions(new_match(STANDARD), 0) == ()
    assert legal_actions(state._replace(phase=Phase.OVER), 0) == ()
    assert chance_actions(state) == ()


def test_r6_3_the_coin_gives_the_smaller_pile_or_picks_one_of_equal_ones() -> None:
    """Who gets the smaller pile; of equal ones which goes to the seat that cleared, or seat 0."""
    coin = board("|2s", "|4s", ("9d 8s", "9s"), rules=Rules(slap=SlapMode.SMALLER))
    blocked = coin._replace(phase=Phase.COIN, stopped=Stopped(StopReason.BLOCKED, None))
    assert chance_actions(blocked) == (Slap(0, 1), Slap(1, 1))
    equal = blocked._replace(spits=(coin.spits[0], coin.spits[0]))
    assert chance_actions(equal) == (Slap(0, 0), Slap(0, 1))
    cleared = equal._replace(stopped=Stopped(StopReason.CLEARED, 1))
    assert chance_actions(cleared) == (Slap(1, 0), Slap(1, 1))


def test_r6_5_a_missing_pile_counts_as_an_empty_one() -> None:
    """So the smaller one of a one-pile round is always pile 1."""
    state = board("|2s", "|4s", ("9d 8s",))
    assert spit_card_counts(state) == (2, 0)
    assert smaller_pile(state) == smaller_pile(view_of(state)) == 1
    assert spit_card_counts(new_match(STANDARD)) == (0, 0)


def test_stuck_is_when_the_race_is_on_and_no_seat_has_a_play() -> None:
    """One seat's play is enough for both to go on, and before the first spit nothing is stuck."""
    state = board("|2s", "|8s", ("9d", "Kd"))
    assert (has_play(state), has_play(state, 0), has_play(state, 1)) == (True, False, True)
    assert not is_stuck(state)
    assert is_stuck(board("|2s", "|4s", ("9d", "Td")))
    assert not is_stuck(state._replace(phase=Phase.READY, spits=((), ())))


def test_r5_1_a_pile_that_waits_to_be_flipped_can_be() -> None:
    """Only a pile with face-down cards and none face up."""
    state = board("2c|, |9h", "3c|4s", ("9d", "Td"))
    assert (can_flip(state, 0), can_flip(state, 1)) == (True, False)
    assert not can_flip(state._replace(phase=Phase.SLAP), 0)


def test_r5_2_a_shift_is_useful_where_it_brings_a_card_to_light() -> None:
    """It needs an empty slot, and a face-down card under the one that goes."""
    full = "|2s, 4s|6s, |8s, |Qs, |3s"
    spits = ("9d", "9s")
    assert is_useful_shift(board("4s|6s", "", spits), 0)
    assert not is_useful_shift(board("|6s, |7s", "", spits), 0)
    assert not is_useful_shift(board("4s|, |7s", "", spits), 0)
    assert not is_useful_shift(board(full, "", spits), 0)


def test_r5_4_stacking_is_useful_where_it_opens_a_pile() -> None:
    """Onto an equal rank, or off a pile of several open cards with another rank below."""
    spits = ("9d", "9s")
    open_it = "4s|6s, |6d, |Qs, |3s, |2s"
    assert not is_useful_shift(board(open_it, "", spits), 0)
    assert is_useful_shift(board(open_it, "", spits, rules=STACKING), 0)
    assert not is_useful_shift(board("|6s, |6d, |Qs, |3s, |2s", "", spits, rules=STACKING), 0)
    assert not is_useful_shift(board("|6s 6d, |Qs", "", spits, rules=STACKING), 0)
    assert is_useful_shift(board("2s|6s 6d, |Qs", "", spits, rules=STACKING), 0)


def test_a_view_lists_what_its_state_lists() -> None:
    """All that the questions ask is public."""
    state = board("8c|8h, Ts|, |4d", "|Tc, |8s", ("9d", "3s"), ("Kd", "Kc"), PRESETS["house"])
    for seat in (0, 1):
        assert legal_actions(view_of(state), seat) == legal_actions(state, seat)
        assert spit_choices(view_of(state), seat) == spit_choices(state, seat)
