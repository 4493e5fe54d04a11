"""Who plays whom: nearer first, later the farther, never those who are apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spit.server.lobby.pairing import (
    MORE_MS_PER_SECOND,
    NEAR_MS,
    UNKNOWN_MS,
    Seeker,
    pairs,
)

NOW = 1_000.0


def _seeker(round_trip_ms: float | None, waited: float = 0.0, rules: str = "standard") -> Seeker:
    return Seeker(rules, NOW - waited, round_trip_ms)


def _pairs(*seekers: Seeker) -> list[set[Seeker]]:
    return [set(pair) for pair in pairs(seekers, NOW, lambda _one, _two: False)]


def test_two_who_want_the_same_are_paired() -> None:
    """At once if they are near."""
    one, two = _seeker(10), _seeker(20)
    assert _pairs(one, two) == [{one, two}]


def test_nobody_is_paired_alone_or_by_other_rules() -> None:
    """Rules are never bent to find somebody."""
    assert _pairs() == []
    assert _pairs(_seeker(10, 999)) == []
    assert _pairs(_seeker(10, 999), _seeker(10, 999, "relaxed")) == []


def test_the_nearer_are_paired_first() -> None:
    """Of three who have just come the farthest waits."""
    near, nearest, far = _seeker(20), _seeker(5), _seeker(60)
    assert _pairs(far, near, nearest) == [{near, nearest}]


def test_whoever_waits_longer_takes_a_longer_way() -> None:
    """From the second on that the bound says, whichever of the two has waited."""
    wait = (300 + 10 - NEAR_MS) / MORE_MS_PER_SECOND + 0.01
    for far, near in ((wait, 0.0), (0.0, wait)):
        late, early = _seeker(300, far), _seeker(10, near)
        assert _pairs(late, early) == [{late, early}]
        assert _pairs(_seeker(300, max(far - 0.1, 0)), _seeker(10, max(near - 0.1, 0))) == []


def test_a_way_that_was_not_measured_is_taken_for_a_middling_one() -> None:
    """Two of them wait a little, in which it is measured."""
    wait = (2 * UNKNOWN_MS - NEAR_MS) / MORE_MS_PER_SECOND + 0.01
    assert _pairs(_seeker(None), _seeker(None)) == []
    assert len(_pairs(_seeker(None, wait), _seeker(None))) == 1


def test_near_newcomers_do_not_pass_by_whoever_has_waited() -> None:
    """Somebody far away chooses first after a while, however many near ones come."""
    far = _seeker(300, 10)
    newcomers = [_seeker(5) for _ in range(6)]
    found = _pairs(*newcomers, far)
    assert len(found) == 3
    assert any(far in pair for pair in found)


def test_those_who_are_apart_never_meet() -> None:
    """They are paired with others, or wait."""
    one, two, three = (_seeker(1, 99) for _ in range(3))
    apart = {one, two}
    found = pairs([one, two], NOW, lambda first, second: {first, second} == apart)
    assert found == []
    found = pairs([one, two, three], NOW, lambda first, second: {first, second} == apart)
    assert len(found) == 1
    assert three in found[0]


@given(
    st.lists(
        st.tuples(
            st.none() | st.floats(0, 500),
            st.floats(0, 60),
            st.sampled_from(["standard", "relaxed"]),
        ),
        max_size=30,
    )
)
def test_nobody_is_in_two_pairs_and_no_pair_is_missed(
    wishes: list[tuple[float | None, float, str]],
) -> None:
    """All pairs are allowed ones, and no two of those who are left could be one."""
    seekers = [_seeker(*wish) for wish in wishes]

    def fits(one: Seeker, two: Seeker) -> bool:
        ways = [UNKNOWN_MS if each.round_trip_ms is None else each.round_trip_ms
                for each in (one, two)]  # fmt: skip
        waited = NOW - min(one.since, two.since)
        return one.rules == two.rules and sum(ways) <= NEAR_MS + MORE_MS_PER_SECOND * waited

    found = pairs(seekers, NOW, lambda _one, _two: False)
    paired = [each for pair in found for each in pair]
    assert len(paired) == len(set(paired))
    assert all(fits(*pair) for pair in found)
    left = [each for each in seekers if each not in paired]
    assert not any(fits(one, two) for one in left for two in left if one is not two)


def test_a_crowd_takes_few_looks() -> None:
    """Five hundred who cannot meet are not compared each with each."""
    looks = 0

    def are_apart(_one: Seeker, _two: Seeker) -> bool:
        nonlocal looks
        looks += 1
        return True

    assert pairs([_seeker(1, 60) for _ in range(500)], NOW, are_apart) == []
    assert looks <= 500 * 32
    looks = 0
    assert pairs([_seeker(400) for _ in range(500)], NOW, are_apart) == []
    assert looks == 0
