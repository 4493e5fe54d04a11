"""Deals: R2.1, R6.6, R8.1; the same on every machine, and even."""

from __future__ import annotations

from math import sqrt

from spit.rules import PACK, PRESETS, STANDARD, deal, new_match, shuffled, write_packet

SEED = bytes(range(32))
GOLDEN = (
    "9c As Qs 6d Ad 4d 5h 8c 4c 3s Jd 7c Ts Qc Qd 7h 2h Th Tc 2d 8d 3c 9d Kh Kd 6s",
    "3d 5c Jc 7d 7s 5d 4s Qh 2c 4h Ac 2s 8s 6h Ah Jh Td 6c 8h Js Ks 9s Kc 3h 9h 5s",
)
GOLDEN_OWNED = (
    "3d 3s 4s 5d 2h 2d 6s 4h 3h 5s 5h 2s 4c 5c 3c 2c 4d",
    (
        "9s Ah 9d Qd Ks 7s Qh Kh Jh Qs Ac 7d 8d Tc Jd As 8c Ts 7c 6h 7h Qc 9c 6d 9h Ad Js 6c Jc Td "
        "8s Kd 8h Th Kc"
    ),
)


def test_r2_1_the_full_pack_is_dealt_out_evenly() -> None:
    """Each seat gets 26 cards, and together they are the pack."""
    first, second = deal(new_match(STANDARD), SEED).packets
    assert len(first) == len(second) == 26
    assert sorted(first + second) == list(PACK)


def test_a_seed_gives_the_same_deal_on_every_machine() -> None:
    """Golden deals: of the full pack, and of cards already owned."""
    state = new_match(STANDARD)
    first = deal(state, SEED).packets
    assert tuple(map(write_packet, first)) == GOLDEN
    owned = deal(state._replace(owned=(PACK[:17], PACK[17:])), b"again").packets
    assert tuple(map(write_packet, owned)) == GOLDEN_OWNED


def test_r6_6_each_seat_shuffles_what_it_owns() -> None:
    """A later deal keeps each seat's own cards, in another order for another seed."""
    state = new_match(STANDARD)._replace(round=1, owned=(PACK[:17], PACK[17:]))
    packets = deal(state, SEED).packets
    assert (sorted(packets[0]), sorted(packets[1])) == (list(PACK[:17]), list(PACK[17:]))
    assert deal(state, b"another").packets != packets


def test_r8_1_points_deal_the_full_pack_each_time() -> None:
    """Nobody owns cards between the rounds of a points match."""
    state = new_match(PRESETS["points"])._replace(round=3)
    assert [len(packet) for packet in deal(state, SEED).packets] == [26, 26]


def chi_square(counts: list[list[int]], deals: int) -> float:
    """Chi-square of card by position, with (n - 1) squared degrees of freedom.

    Each card and each position is seen once a deal, so the plain sum is too large by n / (n - 1).
    """
    size = len(counts)
    expected = deals / size
    total = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return total * (size - 1) / size


def assert_even(counts: list[list[int]], deals: int) -> None:
    """Chi-square lies within four standard deviations of its mean, on either side."""
    degrees = (len(counts) - 1) ** 2
    assert abs(chi_square(counts, deals) - degrees) < 4 * sqrt(2 * degrees)


def test_r2_1_every_card_comes_to_every_position_equally_often() -> None:
    """Over 20,000 deals chi-square of card by position is what chance gives."""
    deals, state = 20_000, new_match(STANDARD)
    counts = [[0] * 52 for _ in PACK]
    for number in range(deals):
        first, second = deal(state, number.to_bytes(4, "big")).packets
        for position, card in enumerate(first + second):
            counts[card][position] += 1
    assert_even(counts, deals)


def test_r6_6_a_seats_own_cards_come_to_every_position_equally_often() -> None:
    """The same for packets of other sizes, and each seat's order is its own."""
    deals, sizes = 4_000, (11, 41)
    state = new_match(STANDARD)._replace(owned=(PACK[:11], PACK[11:]))
    counts = [[[0] * size for _ in range(size)] for size in sizes]
    for number in range(deals):
        for seat, packet in enumerate(deal(state, number.to_bytes(4, "big")).packets):
            for position, card in enumerate(packet):
                counts[seat][card - 11 * seat][position] += 1
    for each in counts:
        assert_even(each, deals)


def test_an_uneven_shuffle_would_be_found() -> None:
    """The yardstick itself: cards that are swapped at random places fail it."""
    deals = 2_000
    counts = [[0] * 52 for _ in PACK]
    for number in range(deals):
        cut = shuffled(PACK, number.to_bytes(4, "big"))[0] % 26
        for position, card in enumerate(PACK[cut:] + PACK[:cut]):
            counts[card][position] += 1
    degrees = 51**2
    assert chi_square(counts, deals) > degrees + 4 * sqrt(2 * degrees)


def test_no_card_and_one_card_can_be_shuffled() -> None:
    """The shortest packets stay what they are."""
    assert shuffled((), SEED) == ()
    assert shuffled(PACK[:1], SEED) == PACK[:1]
