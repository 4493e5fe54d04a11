"""The end of a round and of a match: R6, R7, R8."""

from __future__ import annotations

import pytest

from spit.rules import (
    PRESETS,
    STANDARD,
    Call,
    Event,
    MatchEnded,
    Phase,
    Play,
    PointsCount,
    Reason,
    ResultReason,
    RoundEnded,
    Rules,
    Scoring,
    Slap,
    SlapMode,
    Slapped,
    State,
    Stopped,
    StopReason,
    parse_packet,
)
from tests.rules.boards import board, do, refusal

CLEARED, BLOCKED = StopReason.CLEARED, StopReason.BLOCKED
SMALLER = Rules(slap=SlapMode.SMALLER)
POINTS = PRESETS["points"]


def last_card(
    spits: tuple[str, ...] = ("Kd 9d", "3s"),
    hands: tuple[str, str] = ("", "5h 6h"),
    rules: Rules = STANDARD,
) -> State:
    """Seat 0 has one card left, which fits pile 0; seat 1 has two."""
    return board("|8h", "2c|4s", spits, hands, rules)


def blocked(spits: tuple[str, ...], rules: Rules = STANDARD) -> State:
    """Nobody has a play or a spit card; seat 0 has one card left and seat 1 two."""
    return board("|2h", "2c|4s", spits, rules=rules)


def say_blocked(state: State) -> tuple[State, tuple[Event, ...]]:
    """Both say that nothing is left."""
    return do(state, Call(0, None), Call(1, None))


def ended(events: tuple[Event, ...]) -> RoundEnded:
    """The one end of a round among events."""
    (found,) = [event for event in events if isinstance(event, RoundEnded)]
    return found


def result(events: tuple[Event, ...]) -> MatchEnded | None:
    """The end of the match among events, if there is one."""
    return next((event for event in events if isinstance(event, MatchEnded)), None)


# ------------------------------------------------------------------ R6: a round


def test_r6_1_a_round_is_cleared_by_the_last_card_of_a_stock() -> None:
    """At that very moment, though spit cards are left; a card that is still covered prevents it."""
    state, events = do(last_card(hands=("Jc", "5h")), Play(0, 0, 0))
    assert events[-1] == Stopped(CLEARED, 0)
    assert state.phase is Phase.SLAP
    assert refusal(state, Play(1, 0, 1)) == (Reason.WRONG_PHASE, "R6.1")
    covered = board("2c|8h", "|4s", ("9d", "3s"))
    assert do(covered, Play(0, 0, 0))[0].phase is Phase.PLAY


def test_r6_2_a_round_is_blocked_when_both_say_that_nothing_is_left() -> None:
    """Not by one alone, and not while a spit card is left or a play."""
    state, events = do(blocked(("9d", "9s")), Call(1, None))
    assert state.phase is Phase.PLAY
    state, events = do(state, Call(0, None))
    assert events[-1] == Stopped(BLOCKED, None)
    assert state.phase is Phase.SLAP
    assert refusal(blocked(("9d", "3s")), Call(0, None)) == (Reason.PLAY_EXISTS, "R3.4")
    assert refusal(blocked(("9d", "9s")), Slap(0, 0)) == (Reason.WRONG_PHASE, "R6.2")


@pytest.mark.parametrize(
    ("slap", "cards"), [(Slap(0, 1), (1, 7)), (Slap(0, 0), (3, 5)), (Slap(1, 1), (3, 5))]
)
def test_r6_3_the_first_slap_decides_both(slap: Slap, cards: tuple[int, int]) -> None:
    """Whoever slaps takes that pile, even the larger one, and the other seat the other."""
    state, _ = do(last_card(), Play(0, 0, 0))
    after, events = do(state, slap)
    assert events == (Slapped(slap.seat, slap.pile), RoundEnded(1, CLEARED, 0, cards, (0, 0)))
    assert after.phase is Phase.DEAL
    assert refusal(after, slap) == (Reason.WRONG_PHASE, "R6.3")
    assert refusal(state, Slap(0, 2)) == (Reason.NO_SUCH_PLACE, "R6.3")
    assert refusal(state, Slap(2, 0)) == (Reason.NO_SUCH_PLACE, "R6.3")


def test_r6_3_with_slap_smaller_the_seat_that_cleared_takes_the_smaller_pile() -> None:
    """At once, with no race."""
    after, events = do(last_card(rules=SMALLER), Play(0, 0, 0))
    assert events[1:] == (
        Stopped(CLEARED, 0), Slapped(0, 1), RoundEnded(1, CLEARED, 0, (1, 7), (0, 0))
    )  # fmt: skip
    assert after.phase is Phase.DEAL


def test_r6_3_with_slap_smaller_a_coin_decides_between_equal_piles() -> None:
    """Which of them the seat that cleared gets; no other outcome is possible."""
    state, _ = do(last_card(("9d", "3s Kd"), rules=SMALLER), Play(0, 0, 0))
    assert state.phase is Phase.COIN
    assert refusal(state, Slap(1, 0)) == (Reason.WRONG_SPIT_PILE, "R6.3")
    assert do(state, Slap(0, 0))[1][0] == Slapped(0, 0)
    assert do(state, Slap(0, 1))[1][0] == Slapped(0, 1)


@pytest.mark.parametrize(("seat", "cards"), [(0, (2, 4)), (1, (3, 3))])
def test_r6_3_with_slap_smaller_a_coin_decides_a_blocked_round(
    seat: int, cards: tuple[int, int]
) -> None:
    """Who gets the smaller pile; nobody gets the larger one by the coin."""
    state, _ = say_blocked(blocked(("9d Kd", "9s"), SMALLER))
    assert state.phase is Phase.COIN
    assert refusal(state, Slap(seat, 0)) == (Reason.WRONG_SPIT_PILE, "R6.3")
    assert ended(do(state, Slap(seat, 1))[1]).cards == cards


def test_r6_3_with_slap_smaller_the_coin_of_a_blocked_round_with_equal_piles() -> None:
    """It picks the pile that seat 0 gets."""
    state, _ = say_blocked(blocked(("9d", "9s"), SMALLER))
    assert refusal(state, Slap(1, 0)) == (Reason.WRONG_SPIT_PILE, "R6.3")
    after, _ = do(state, Slap(0, 1))
    assert after.owned == (parse_packet("2h 9s"), parse_packet("2c 4s 9d"))


def test_r6_4_a_one_pile_round_that_is_cleared_has_no_slap() -> None:
    """The other seat takes the pile; the one that cleared takes nothing."""
    state = last_card(("Kd 9d",), ("Jc", ""))
    after, events = do(state, Play(0, 0, 0))
    assert events[1:] == (Stopped(CLEARED, 0), RoundEnded(1, CLEARED, 0, (1, 5), (0, 0)))
    assert after.owned == (parse_packet("Jc"), parse_packet("2c 4s 8h 9d Kd"))


@pytest.mark.parametrize(("slap", "cards"), [(Slap(0, 1), (1, 5)), (Slap(1, 1), (4, 2))])
def test_r6_5_in_a_blocked_one_pile_round_a_slap_may_win_the_empty_pile(
    slap: Slap, cards: tuple[int, int]
) -> None:
    """Pile 1 is there to be slapped, and holds nothing."""
    state, _ = say_blocked(blocked(("Kd 9d Ks",)))
    assert state.phase is Phase.SLAP
    _, events = do(state, slap)
    assert events == (Slapped(slap.seat, 1), RoundEnded(1, BLOCKED, None, cards, (0, 0)))


def test_r6_5_the_coin_of_a_blocked_one_pile_round_is_about_the_empty_pile() -> None:
    """With `slap=smaller` it decides who takes nothing."""
    state, _ = say_blocked(blocked(("Kd",), SMALLER))
    assert refusal(state, Slap(0, 0)) == (Reason.WRONG_SPIT_PILE, "R6.3")
    assert ended(do(state, Slap(1, 1))[1]).cards == (2, 2)


def test_r6_6_a_seat_owns_its_pile_its_stock_and_its_spit_cards() -> None:
    """Sorted, so that nothing of their order is left."""
    state, _ = do(last_card(hands=("Jc", "5h 6h")), Play(0, 0, 0))
    after, _ = do(state, Slap(0, 1))
    assert after.owned == (parse_packet("3s Jc"), parse_packet("2c 4s 5h 6h 8h 9d Kd"))
    assert after.round == 1


# ------------------------------------------------------------------ R7: the standard match


def test_r7_1_who_clears_a_one_pile_round_begun_without_spit_cards_wins() -> None:
    """Though it is the other seat that takes the pile."""
    state = last_card(("9d",), ("", "5h"))
    after, events = do(state, Play(0, 0, 0))
    assert result(events) == after.result == MatchEnded(0, ResultReason.CLEARED)
    assert after.phase is Phase.OVER


def test_r7_1_a_two_pile_round_does_not_win_the_match() -> None:
    """Nor does it when the seat's last spit card has gone in the meantime."""
    state = last_card(hands=("", ""))._replace(laid_hands=(3, 2))
    after, events = do(state, Play(0, 0, 0), Slap(0, 1))
    assert result(events) is None
    assert after.phase is Phase.DEAL


def test_r7_2_if_the_other_seat_clears_first_the_match_goes_on() -> None:
    """The seat that had spit cards at the layout clears, and takes nothing."""
    state = last_card(("9d",), ("", ""))._replace(laid_hands=(2, 0))
    state = state._replace(hands=(parse_packet("Jc"), ()))
    after, events = do(state, Play(0, 0, 0))
    assert result(events) is None
    assert (after.phase, ended(events).cards) == (Phase.DEAL, (1, 4))


def test_r7_3_who_owns_no_card_at_the_end_of_a_round_wins() -> None:
    """The seat that cleared had spit cards, has none any more, and takes nothing."""
    state = last_card(("9d",), ("", ""))._replace(laid_hands=(2, 0))
    _, events = do(state, Play(0, 0, 0))
    assert ended(events).cards == (0, 4)
    assert result(events) == MatchEnded(0, ResultReason.NO_CARDS)


@pytest.mark.parametrize(("slap", "winner"), [(Slap(0, 1), 0), (Slap(0, 0), 1), (Slap(1, 1), 1)])
def test_r7_4_after_max_rounds_the_fewer_cards_win(slap: Slap, winner: int) -> None:
    """Counted after the piles are taken."""
    state = board("|8h", "|4s", ("Kd Qd 9d", "3s"), rules=Rules(max_rounds=1))
    _, events = do(state, Play(0, 0, 0), slap)
    assert result(events) == MatchEnded(winner, ResultReason.MAX_ROUNDS)


def test_r7_4_equal_cards_are_a_draw() -> None:
    """Nobody wins."""
    state = board("|8h", "|4s", ("9d", "3s Ks Qs"), rules=Rules(max_rounds=1))
    _, events = do(state, Play(0, 0, 0), Slap(0, 1))
    assert ended(events).cards == (3, 3)
    assert result(events) == MatchEnded(None, ResultReason.MAX_ROUNDS)


def test_r7_4_no_round_before_the_last_is_counted() -> None:
    """With two rounds to play the first one decides nothing."""
    state = last_card(rules=Rules(max_rounds=2))
    assert result(do(state, Play(0, 0, 0), Slap(0, 1))[1]) is None


def test_r7_5_the_first_reason_that_holds_is_given() -> None:
    """Clearing goes before owning nothing, and that before the last round."""
    last_round = Rules(max_rounds=1)
    all_three = last_card(("9d",), ("", "5h"), last_round)
    assert result(do(all_three, Play(0, 0, 0))[1]) == MatchEnded(0, ResultReason.CLEARED)
    two = last_card(("9d",), ("", ""), last_round)._replace(laid_hands=(2, 0))
    assert result(do(two, Play(0, 0, 0))[1]) == MatchEnded(0, ResultReason.NO_CARDS)


# ------------------------------------------------------------------ R8: points


def test_r8_1_a_points_round_has_no_slap_and_the_full_pack_is_dealt_again() -> None:
    """Cleared or blocked, the round is counted at once."""
    after, events = do(last_card(rules=POINTS), Play(0, 0, 0))
    assert events[1:] == (Stopped(CLEARED, 0), RoundEnded(1, CLEARED, 0, (26, 26), (0, 4)))
    assert (after.phase, after.owned) == (Phase.DEAL, None)
    _, events = say_blocked(blocked(("9d", "9s"), POINTS))
    assert events[1:] == (Stopped(BLOCKED, None), RoundEnded(1, BLOCKED, None, (26, 26), (1, 2)))


@pytest.mark.parametrize(
    ("count", "points"), [(PointsCount.STOCK_AND_SPIT, (1, 4)), (PointsCount.STOCK, (0, 2))]
)
def test_r8_2_each_card_left_is_a_point(count: PointsCount, points: tuple[int, int]) -> None:
    """Stock and spit cards, or the stock alone; the centre never counts."""
    rules = Rules(scoring=Scoring.POINTS, points_count=count)
    after, _ = do(last_card(hands=("Jc", "5h 6h"), rules=rules), Play(0, 0, 0))
    assert after.points == points


def test_r8_2_points_add_up() -> None:
    """What was scored before stays."""
    after, _ = do(last_card(rules=POINTS)._replace(points=(30, 40)), Play(0, 0, 0))
    assert after.points == (30, 44)


def test_r8_3_at_the_target_the_lower_total_wins() -> None:
    """One point short of it another round is played."""
    short = last_card(rules=POINTS)._replace(points=(30, 95))
    assert result(do(short, Play(0, 0, 0))[1]) is None
    state = last_card(rules=POINTS)._replace(points=(30, 96))
    after, events = do(state, Play(0, 0, 0))
    assert result(events) == after.result == MatchEnded(0, ResultReason.POINTS)
    assert (after.points, after.phase) == ((30, 100), Phase.OVER)


def test_r8_3_both_past_the_target_the_lower_total_still_wins() -> None:
    """Even if it is the seat that did not clear."""
    state = last_card(rules=POINTS)._replace(points=(130, 101))
    assert result(do(state, Play(0, 0, 0))[1]) == MatchEnded(1, ResultReason.POINTS)


def test_r8_3_equal_totals_play_another_round() -> None:
    """However high they are."""
    state = last_card(rules=POINTS)._replace(points=(104, 100))
    after, events = do(state, Play(0, 0, 0))
    assert (result(events), after.points, after.phase) == (None, (104, 104), Phase.DEAL)
