"""What a position is worth."""

from __future__ import annotations

import pytest

from spit.bots.worth import (
    CLEARED,
    Side,
    fit_masks,
    gauge,
    longest_run,
    ranks_served,
    sight_of,
    worth,
)
from spit.rules import RANKS, STANDARD, Switch, Wrap
from tests.bots.views import race

CYCLIC = fit_masks(Wrap.CYCLIC, Switch.OFF)


def ranks(text: str) -> tuple[int, ...]:
    """Ranks from letters, sorted."""
    return tuple(sorted(RANKS.index(letter) for letter in text))


@pytest.mark.parametrize("wrap", Wrap)
@pytest.mark.parametrize("same_rank", Switch)
def test_masks_say_what_the_rules_say(wrap: Wrap, same_rank: Switch) -> None:
    """A rank is in the mask of a top just where the rules let its cards be played (R1.3)."""
    masks = fit_masks(wrap, same_rank)
    fits = type(STANDARD)(wrap=wrap, same_rank=same_rank).fits
    for top in range(13):
        for rank in range(13):
            assert masks[top] >> rank & 1 == fits[4 * top][4 * rank + 1]


@pytest.mark.parametrize(
    ("cards", "tops", "expected"),
    [
        ("6789T", "5K", 5),
        ("6789T", "KK", 0),
        ("6A", "5K", 2),
        ("646", "5K", 1),
        ("6456", "5K", 3),
        ("23A", "K", 3),
        ("", "5K", 0),
    ],
)
def test_longest_run(cards: str, tops: str, expected: int) -> None:
    """A run goes from card to card on either pile, through the ace too (R1.3)."""
    assert longest_run(ranks(cards), ranks(tops), CYCLIC) == expected


def test_gauge_counts_a_side() -> None:
    """Each number of a gauge is what its name says."""
    sight = sight_of(race("6s, 3|7h, 2|, 1|7c", "9h", "5h Kd"), 0)
    numbers = gauge(sight.mine, sight.tops, sight.fits)
    assert numbers == (9, 2, 1, 1, 2, 4, 1, 4, 1)


def test_ranks_served_counts_the_tops_one_could_go_on() -> None:
    """A six and a seven can go on a five, a six, a seven and an eight."""
    assert ranks_served(1 << 4 | 1 << 5, CYCLIC) == 4


def test_worth_is_the_same_game_from_the_other_side() -> None:
    """What is good for one seat is as bad for the other."""
    view = race("6s, 3|7h, 2|", "9h, 4|Ts", "5h Kd")
    values = []
    for seat in (0, 1):
        sight = sight_of(view, seat)
        mine, other = (gauge(side, sight.tops, sight.fits) for side in sight[:2])
        values.append(worth(mine, other))
    assert values[0] == pytest.approx(-values[1])


def test_a_cleared_stock_is_worth_most() -> None:
    """An empty stock has won, and the other's has lost (R6.1)."""
    empty, one = Side((0,) * 5, ((),) * 5), Side((0,) * 5, ((3,), (), (), (), ()))
    mine, other = (gauge(side, (1, 2), CYCLIC) for side in (empty, one))
    assert worth(mine, other) == CLEARED
    assert worth(other, mine) == -CLEARED


def test_fewer_cards_are_worth_more() -> None:
    """All else equal, the seat with fewer cards is ahead."""
    sight = sight_of(race("3|9s", "6|9h", "2h 3d"), 0)
    mine, other = (gauge(side, sight.tops, sight.fits) for side in sight[:2])
    assert worth(mine, other) > 0
