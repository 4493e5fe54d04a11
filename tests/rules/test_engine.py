"""Applying actions: R1.5, R2.5, R3, R4 and R5, as a race goes on."""

from __future__ import annotations

from typing import cast

import pytest

from spit.rules import (
    PACK,
    PRESETS,
    STANDARD,
    Action,
    Call,
    Called,
    CallsWithdrawn,
    Card,
    Deal,
    Dealt,
    EarlyReason,
    EndEarly,
    Flip,
    FlipMode,
    Flipped,
    MatchEnded,
    Phase,
    Play,
    Played,
    Reason,
    Respit,
    ResultReason,
    Rules,
    Shift,
    Shifted,
    Slap,
    Spat,
    SpitFlip,
    State,
    Switch,
    cards_in_stock,
    deal,
    is_stuck,
    legal_actions,
    new_match,
)
from tests.rules.boards import board, do, owned_cards, refusal
from tests.rules.random_play import random_match

STACKING = Rules(stacking=Switch.ON)
AUTO = Rules(flip=FlipMode.AUTO)


def card(text: str) -> Card:
    """A card by its text."""
    return Card.parse(text)


def flip(seat: int, text: str, pile: int) -> SpitFlip:
    """A spit card turned up."""
    return SpitFlip(seat, card(text), pile)


def ready(first: int, second: int = -1) -> State:
    """A round laid out of so many cards for seat 0 and 1, by default the rest of the pack."""
    second = 52 - first if second < 0 else second
    owned = (PACK[:first], PACK[first : first + second])
    return do(new_match(STANDARD)._replace(round=1, owned=owned), Deal(owned))[0]


# ------------------------------------------------------------------ R1, R2: the deal


def test_r1_5_a_card_cannot_be_dealt_twice() -> None:
    """A packet with a double is refused, and says why."""
    packets = (PACK[:26], PACK[:1] + PACK[27:])
    assert refusal(new_match(STANDARD), Deal(packets)) == (Reason.WRONG_CARDS, "R1.5")


@pytest.mark.parametrize("name", PRESETS)
def test_r1_5_every_card_stays_in_exactly_one_place(name: str) -> None:
    """Along whole matches the cards on the table and in hand are the pack."""
    for step in random_match(PRESETS[name], seed=5):
        if step.after.phase not in (Phase.DEAL, Phase.OVER):
            assert owned_cards(step.after) == list(PACK)


def test_r2_1_the_first_deal_gives_26_cards_to_each() -> None:
    """Packets of other sizes are refused, as is a pack that lacks a card."""
    start = new_match(STANDARD)
    uneven = Deal((PACK[:25], PACK[25:]))
    assert refusal(start, uneven) == (Reason.WRONG_CARDS, "R2.1")
    assert refusal(start, Deal((PACK[:26], PACK[26:51]))) == (Reason.WRONG_CARDS, "R2.1")
    even = Deal((PACK[:26], PACK[26:]))
    assert do(start, even)[1] == (Dealt(1, even.packets),)


def test_r6_6_each_seat_lays_out_its_own_cards() -> None:
    """A packet with a card of the other seat is refused."""
    owned = (PACK[:20], PACK[20:])
    state = new_match(STANDARD)._replace(round=1, owned=owned)
    swapped = Deal((PACK[1:21], PACK[:1] + PACK[21:]))
    assert refusal(state, swapped) == (Reason.WRONG_CARDS, "R6.6")
    after, events = do(state, Deal((owned[0][::-1], owned[1])))
    assert after.round == 2
    assert isinstance(events[0], Dealt)


def test_nothing_is_dealt_while_a_round_is_on() -> None:
    """A deal has its own moment."""
    assert refusal(ready(26), Deal((PACK[:26], PACK[26:]))) == (Reason.WRONG_PHASE, "R6.6")


@pytest.mark.parametrize(("first", "piles"), [(26, 2), (16, 2), (36, 2), (15, 1), (14, 1), (37, 1)])
def test_r2_5_there_are_two_spit_piles_if_both_have_a_spit_card(first: int, piles: int) -> None:
    """Fifteen cards, or fewer, leave none, so the round has one pile."""
    state = ready(first)
    assert len(state.spits) == piles
    assert state.laid_hands == (max(first - 15, 0), max(52 - first - 15, 0))


def test_r2_5_a_one_pile_round_has_no_pile_1() -> None:
    """Neither for a play nor for a spit card."""
    state = board("|8s", "|4s", ("9d",), ("", "5h"))
    assert refusal(state, Play(0, 0, 1)) == (Reason.NO_SUCH_PLACE, "R2.5")
    stuck = board("|2s", "|4s", ("9d",), ("", "5h"))
    assert refusal(stuck, Call(1, 1)) == (Reason.NO_SUCH_PLACE, "R2.5")
    assert refusal(stuck, Call(1, 7)) == (Reason.NO_SUCH_PLACE, "R2.5")


# ------------------------------------------------------------------ R3: spitting


@pytest.mark.parametrize("first", [0, 1])
def test_r3_1_each_seat_starts_its_own_pile_at_the_first_spit(first: int) -> None:
    """Whoever says it first; only when both have do the cards turn."""
    state, events = do(ready(26), Call(first, None))
    assert events == (Called(first, None),)
    assert state.phase is Phase.READY
    after, events = do(state, Call(1 - first, None))
    turned = [SpitFlip(seat, state.hands[seat][0], seat) for seat in (first, 1 - first)]
    assert events == (Called(1 - first, None), Spat(tuple(turned)))
    assert (after.phase, after.calls, after.first_call) == (Phase.PLAY, (None, None), None)
    assert after.tops == (state.hands[0][0], state.hands[1][0])
    assert after.hands == (state.hands[0][1:], state.hands[1][1:])


@pytest.mark.parametrize(("cards", "starter"), [(14, 1), (15, 1), (37, 0)])
def test_r3_1_in_a_one_pile_round_the_seat_with_spit_cards_starts_it(
    cards: int, starter: int
) -> None:
    """The other one only says that it is ready."""
    state = ready(cards)
    after, events = do(state, Call(0, None), Call(1, None))
    assert events[-1] == Spat((SpitFlip(starter, state.hands[starter][0], 0),))
    assert after.spits == ((state.hands[starter][0],),)


@pytest.mark.parametrize("action", [Play(0, 0, 0), Flip(0, 1), Shift(0, 1, 0)])
def test_r3_1_before_the_first_spit_nothing_moves(action: Action) -> None:
    """Whatever it is, it is too early."""
    assert refusal(ready(26), action) == (Reason.WRONG_PHASE, "R3.1")
    assert refusal(ready(26), Call(0, 0)) == (Reason.WRONG_SPIT_PILE, "R3.1")


@pytest.mark.parametrize("first", [0, 1])
def test_r3_2_the_first_to_speak_puts_its_card_down_first(first: int) -> None:
    """Both choose pile 1: the other seat's card comes to lie on top."""
    state = board("|2s", "|4s", ("9d", "9s"), ("3d 6d", "3h 6h"))
    after, events = do(state, Call(first, 1), Call(1 - first, 1))
    cards = ("3d", "3h")
    assert events[-1] == Spat((flip(first, cards[first], 1), flip(1 - first, cards[1 - first], 1)))
    assert after.spits[0] == (card("9d"),)
    assert after.spits[1] == (card("9s"), card(cards[first]), card(cards[1 - first]))


def test_r3_2_each_seat_chooses_its_own_pile() -> None:
    """By default either pile is open to either seat."""
    state = board("|2s", "|4s", ("9d", "9s"), ("3d", "3h"))
    after, _ = do(state, Call(0, 1), Call(1, 0))
    assert after.tops == (card("3h"), card("3d"))
    assert after.bound is None


def test_r3_2_with_respit_own_a_seat_keeps_to_the_pile_it_started() -> None:
    """Naming the other one is refused."""
    state = board("|2s", "|4s", ("9d", "9s"), ("3d", "3h"), Rules(respit=Respit.OWN))
    assert refusal(state, Call(0, 1)) == (Reason.WRONG_SPIT_PILE, "R3.2")
    assert refusal(state, Call(0, None)) == (Reason.WRONG_SPIT_PILE, "R3.2")
    assert do(state, Call(0, 0), Call(1, 1))[0].bound is None


def test_r3_2_with_respit_own_a_lone_spitter_chooses_once() -> None:
    """It is bound once its card has landed, not by what it said before."""
    rules = Rules(respit=Respit.OWN)
    state = board("8c|7s", "|7d", ("9d", "9s"), ("", "3h 4h 5h"), rules)
    state, _ = do(state, Call(1, 0))
    assert state.bound is None
    state, _ = do(state, Call(0, None))
    assert state.bound == 0
    assert refusal(state, Call(1, 1)) == (Reason.WRONG_SPIT_PILE, "R3.2")
    state, events = do(state, Call(0, None), Call(1, 0))
    assert events[-1] == Spat((flip(1, "4h", 0),))


def test_r3_2_with_respit_own_what_was_said_in_vain_does_not_bind() -> None:
    """A call that a play takes back leaves the choice open."""
    state = board("8c|, |2s", "|4s", ("9d", "9s"), ("", "3h"), Rules(respit=Respit.OWN))
    state, events = do(state, Call(1, 0), Flip(0, 0))
    assert events[-1] == CallsWithdrawn()
    _, events = do(state, Play(0, 0, 1), Call(1, 1), Call(0, None))
    assert events[-1] == Spat((flip(1, "3h", 1),))


def test_r3_3_a_seat_without_spit_cards_still_says_spit() -> None:
    """The other then spits alone, and not before."""
    state = board("|2s", "|4s", ("9d", "9s"), ("", "3h"))
    waiting, events = do(state, Call(1, 1))
    assert events == (Called(1, 1),)
    after, events = do(waiting, Call(0, None))
    assert events == (Called(0, None), Spat((flip(1, "3h", 1),)))
    assert after.hands == ((), ())
    assert refusal(state, Call(0, 0)) == (Reason.WRONG_SPIT_PILE, "R3.3")


def test_r3_4_while_any_play_exists_nobody_may_spit() -> None:
    """Not even the seat that has none."""
    state = board("|2s", "|8s", ("9d", "9s"), ("3d", "3h"))
    assert refusal(state, Call(0, 0)) == (Reason.PLAY_EXISTS, "R3.4")
    assert refusal(state, Call(1, 0)) == (Reason.PLAY_EXISTS, "R3.4")


def test_r3_5_a_seat_may_go_on_after_it_has_spoken_and_what_it_said_stands() -> None:
    """A flip that brings no play leaves the call, with its pile, as it was."""
    state = board("2c 2d|, |3s, 4d|5c", "|4s", ("9d", "9s"), ("3d", "3h"))
    state, events = do(state, Call(0, 1), Flip(0, 0), Shift(0, 2, 4))
    assert events == (Shifted(0, 2, 4, card("5c")),)
    assert state.calls == (Call(0, 1), None)
    assert refusal(state, Call(0, 0)) == (Reason.ALREADY_SAID, "R3.5")
    _, events = do(state, Call(1, 1))
    assert events[-1] == Spat((flip(0, "3d", 1), flip(1, "3h", 1)))


def test_r3_5_a_play_that_becomes_legal_takes_the_calls_back() -> None:
    """By a flip, and with flip=auto by a shift."""
    state = board("8c|, |3s", "|4s", ("9d", "9s"), ("3d", "3h"))
    state, events = do(state, Call(1, 1), Flip(0, 0))
    assert events == (Flipped(0, 0, card("8c")), CallsWithdrawn())
    assert (state.calls, state.first_call) == ((None, None), None)
    state = board("8c|2c", "|4s", ("9d", "9s"), ("3d", "3h"), AUTO)
    _, events = do(state, Call(0, 0), Shift(0, 0, 3))
    assert events == (Shifted(0, 0, 3, card("2c")), Flipped(0, 0, card("8c")), CallsWithdrawn())


# ------------------------------------------------------------------ R4: playing


def test_r4_1_a_play_moves_an_open_top_card_onto_a_next_rank() -> None:
    """Off the stock and onto the spit pile, and nothing else changes."""
    state = board("2c|8h, |Ks", "|4s", ("9d", "3s"))
    after, events = do(state, Play(0, 0, 0))
    assert events == (Played(0, 0, 0, card("8h")),)
    assert after.spits == ((card("9d"), card("8h")), (card("3s"),))
    assert after.stocks[0][0] == ((card("2c"),), ())
    assert after.stocks[0][1:] == state.stocks[0][1:]
    assert after.stocks[1] == state.stocks[1]


def test_r4_1_what_does_not_fit_or_does_not_show_is_refused() -> None:
    """A wrong rank, a covered card, an empty slot."""
    state = board("8c|, |Ks", "|4s", ("9d", "3s"))
    assert refusal(state, Play(0, 1, 0)) == (Reason.DOES_NOT_FIT, "R4.1")
    assert refusal(state, Play(0, 0, 0)) == (Reason.FACE_DOWN, "R4.1")
    assert refusal(state, Play(0, 2, 0)) == (Reason.EMPTY_PILE, "R4.1")


def test_r4_1_there_are_no_turns() -> None:
    """One seat may play twice in a row, and on either pile."""
    state = board("|8h, |9s, |2s", "|4s", ("9d", "3s"))
    after, _ = do(state, Play(0, 0, 0), Play(0, 1, 0), Play(0, 2, 1))
    assert after.tops == (card("9s"), card("2s"))


def test_r4_2_one_action_moves_one_card() -> None:
    """Whatever a seat does touches one stock pile's top, so a hand carries one card at most."""
    for step in random_match(STANDARD, seed=11):
        if isinstance(step.action, Play | Shift):
            before, after = (side.stocks[step.action.seat] for side in (step.before, step.after))
            if step.after.phase is Phase.PLAY:
                moved = int(isinstance(step.action, Play))
                assert cards_in_stock(before) - cards_in_stock(after) == moved
                changed = [slot for slot in range(5) if before[slot] != after[slot]]
                assert len(changed) == 2 - moved


def test_r4_3_of_two_cards_for_the_same_pile_the_second_is_judged_again() -> None:
    """Both fitted; the one that comes second no longer does, or does by luck."""
    state = board("|8h, |Ks", "|8s, |9c, |Kd", ("9d", "2s"))
    assert {Play(0, 0, 0)} <= set(legal_actions(state, 0))
    assert {Play(1, 0, 0)} <= set(legal_actions(state, 1))
    first, _ = do(state, Play(0, 0, 0))
    assert refusal(first, Play(1, 0, 0)) == (Reason.DOES_NOT_FIT, "R4.1")
    assert do(first, Play(1, 1, 0))[0].tops[0] == card("9c")


def test_r4_4_no_action_takes_a_played_card_back() -> None:
    """Along a whole match a spit pile only grows until the round is over."""
    for step in random_match(PRESETS["house"], seed=2):
        if step.before.phase is Phase.PLAY and step.after.phase is Phase.PLAY:
            for old, new in zip(step.before.spits, step.after.spits, strict=True):
                assert new[: len(old)] == old


def test_r4_5_nobody_is_obliged_to_play() -> None:
    """A seat that has a play may flip or shift first, and the other may go on meanwhile."""
    state = board("|8h, 2c|, 3d|3s", "5c|", ("9d", "9s"))
    after, _ = do(state, Flip(0, 1), Shift(0, 2, 4), Flip(1, 0))
    assert Play(0, 0, 0) in legal_actions(after, 0)
    assert not is_stuck(after)


def test_r4_6_with_same_rank_on_an_equal_rank_is_played() -> None:
    """Without the house rule it is refused."""
    state = board("|9h, |Ks", "|4s", ("9d", "2s"))
    assert refusal(state, Play(0, 0, 0)) == (Reason.DOES_NOT_FIT, "R4.1")
    assert do(state._replace(rules=Rules(same_rank=Switch.ON)), Play(0, 0, 0))


# ------------------------------------------------------------------ R5: keeping the stock open


def test_r5_1_the_next_card_is_turned_once_the_open_one_has_gone() -> None:
    """By hand; a pile that shows a card, and an empty one, cannot be flipped."""
    state = board("2c 3c|8h, |Ks", "|4s", ("9d", "9s"))
    assert refusal(state, Flip(0, 0)) == (Reason.FACE_UP, "R5.1")
    assert refusal(state, Flip(0, 2)) == (Reason.EMPTY_PILE, "R5.1")
    after, events = do(state, Play(0, 0, 0), Flip(0, 0))
    assert events == (Flipped(0, 0, card("3c")),)
    assert after.stocks[0][0] == ((card("2c"),), (card("3c"),))


def test_r5_1_with_flip_auto_it_turns_by_itself() -> None:
    """After a play and after a shift; there is never anything to flip."""
    state = board("2c 3c|8h, 4d|Ks", "|4s", ("9d", "9s"), rules=AUTO)
    after, events = do(state, Play(0, 0, 0))
    assert events == (Played(0, 0, 0, card("8h")), Flipped(0, 0, card("3c")))
    assert refusal(after, Flip(0, 0)) == (Reason.FACE_UP, "R5.1")
    _, events = do(after, Shift(0, 1, 2))
    assert events == (Shifted(0, 1, 2, card("Ks")), Flipped(0, 1, card("4d")))


def test_r5_2_a_top_card_moves_into_any_empty_slot() -> None:
    """Also one that was never filled; the card under it is then flipped."""
    state = board("2c 3c|8h, |Ks", "|4s", ("Kd", "Kh"))
    after, events = do(state, Shift(0, 0, 4))
    assert events == (Shifted(0, 0, 4, card("8h")),)
    assert after.stocks[0][4] == ((), (card("8h"),))
    assert do(after, Flip(0, 0))[1] == (Flipped(0, 0, card("3c")),)


def test_r5_2_a_shift_needs_an_open_card_over_another_and_an_empty_slot() -> None:
    """A single card, a covered pile, an empty pile and a taken slot are refused."""
    state = board("2c|8h, |Ks, 5d|", "|4s", ("Kd", "Kh"))
    assert refusal(state, Shift(0, 1, 4)) == (Reason.SINGLE_CARD, "R5.2")
    assert refusal(state, Shift(0, 2, 4)) == (Reason.FACE_DOWN, "R5.2")
    assert refusal(state, Shift(0, 3, 4)) == (Reason.EMPTY_PILE, "R5.2")
    assert refusal(state, Shift(0, 0, 1)) == (Reason.SLOT_TAKEN, "R5.2")
    assert refusal(state, Shift(0, 0, 0)) == (Reason.SLOT_TAKEN, "R5.2")


@pytest.mark.parametrize(
    "action",
    [
        Play(0, 5, 0), Play(0, -1, 0), Play(2, 0, 0), Flip(0, 5), Flip(-1, 0), Shift(0, 0, 5),
        Shift(0, 5, 0), Shift(2, 0, 4), Call(2, None), Call(-1, 0),
    ],
)  # fmt: skip
def test_r5_3_there_are_five_slots_and_two_seats(action: Action) -> None:
    """A place that does not exist is refused, not looked up."""
    state = board("2c|8h, |Ks", "|4s", ("9d", "9h"))
    assert refusal(state, action) == (Reason.NO_SUCH_PLACE, "R5.3")


def test_r5_4_with_stacking_an_equal_rank_is_laid_on_another() -> None:
    """A single card too, whose slot is then empty; the pile is played from the top."""
    state = board("|8h, |8s, |Ks", "|4s", ("9d", "7h"), rules=STACKING)
    state, events = do(state, Shift(0, 1, 0))
    assert events == (Shifted(0, 1, 0, card("8s")),)
    assert state.stocks[0][:2] == (((), (card("8h"), card("8s"))), ((), ()))
    state, events = do(state, Play(0, 0, 0), Play(0, 0, 1))
    assert events == (Played(0, 0, 1, card("8h")),)


def test_r5_4_only_equal_ranks_stack_and_only_as_a_house_rule() -> None:
    """Otherwise the slot is simply taken; a covered pile takes nothing."""
    first = "|8h, |8s, |Ks, 8c|"
    state = board(first, "|4s", ("Kd", "2h"))
    assert refusal(state, Shift(0, 0, 1)) == (Reason.SLOT_TAKEN, "R5.2")
    state = state._replace(rules=STACKING)
    assert refusal(state, Shift(0, 0, 2)) == (Reason.DOES_NOT_FIT, "R5.4")
    assert refusal(state, Shift(0, 0, 3)) == (Reason.SLOT_TAKEN, "R5.2")
    assert refusal(state, Shift(0, 0, 0)) == (Reason.SLOT_TAKEN, "R5.2")


def test_r5_4_stacking_and_shifting_back_repeats_a_position() -> None:
    """Which is why programs that choose moves need a bound."""
    state = board("|8h, |8s, |Ks", "|4s", ("Kd", "2h"), rules=STACKING)
    assert do(state, Shift(0, 1, 0), Shift(0, 0, 1))[0] == state


# ------------------------------------------------------------------ what no rule of the cards says


def test_after_the_race_nothing_moves() -> None:
    """A late card finds the round over, and is told so."""
    state = board("|8h", "|4s", ("9d", "9h"))._replace(phase=Phase.SLAP)
    late: list[Action] = [Play(0, 0, 0), Flip(0, 0), Shift(0, 0, 1), Call(0, None)]
    for action in late:
        assert refusal(state, action) == (Reason.WRONG_PHASE, "R6.1")


@pytest.mark.parametrize(
    "action", [EndEarly(EarlyReason.RESIGNED, 1), EndEarly(EarlyReason.ABANDONED, None)]
)
def test_a_match_can_end_early_at_any_moment(action: EndEarly) -> None:
    """Resigned or abandoned; but only once, and only with a winner that makes sense."""
    state, events = do(ready(26), action)
    assert events == (MatchEnded(action.winner, ResultReason(action.reason.value)),)
    assert (state.phase, state.result) == (Phase.OVER, events[0])
    assert refusal(state, action) == (Reason.WRONG_PHASE, "R7.5")


@pytest.mark.parametrize(
    "action",
    [
        EndEarly(EarlyReason.RESIGNED, None),
        EndEarly(EarlyReason.TIMEOUT, 2),
        EndEarly(EarlyReason.ABANDONED, 0),
    ],
)
def test_an_early_end_names_a_possible_winner(action: EndEarly) -> None:
    """A seat, or nobody where nobody can have won."""
    assert refusal(ready(26), action)[0] is Reason.NO_SUCH_PLACE


def test_what_is_no_action_is_a_bug_of_the_caller() -> None:
    """It raises: refusals are for what players do."""
    with pytest.raises(TypeError, match="is not an action"):
        do(new_match(STANDARD), cast("Action", "play"))


def test_a_state_never_changes() -> None:
    """The state that an action was applied to is the same afterwards."""
    state = new_match(STANDARD)
    do(state, deal(state, b"seed"))
    assert state == new_match(STANDARD)
    before = board("|8h, |Ks", "|4s", ("9d", "9h"))
    do(before, Play(0, 0, 0))
    assert before == board("|8h, |Ks", "|4s", ("9d", "9h"))
    assert refusal(before, Slap(0, 0)) == (Reason.WRONG_PHASE, "R6.2")
