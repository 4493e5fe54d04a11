"""Who may play a seat."""

from __future__ import annotations

from spit.server.tables.seats import MOST_KEYS, SeatKeys, key_of


def test_secrets_open_the_seats_they_belong_to() -> None:
    """In their order; one that opens nothing, or comes twice, opens nothing at all."""
    keys = SeatKeys.of("secret-0", "secret-1")
    assert keys.seats_of([]) == ()
    assert keys.seats_of(["secret-1"]) == (1,)
    assert keys.seats_of(["secret-1", "secret-0"]) == (1, 0)
    assert keys.seats_of(["secret-0", "secret-0"]) is None
    assert keys.seats_of(["secret-0", "guess"]) is None
    assert keys.seats_of(["sécret"]) is None


def test_a_seat_of_a_program_has_no_secret() -> None:
    """No text opens it, not even the empty one, and not what is kept of another's."""
    keys = SeatKeys.of("secret-0", None)
    assert keys.seat_of("") is None
    assert keys.seat_of("None") is None
    assert keys.seat_of(key_of("secret-0").hex()) is None


def test_what_is_kept_opens_the_same_seats() -> None:
    """And holds none of the secrets."""
    keys = SeatKeys(SeatKeys.of("secret-0", "secret-1").by_seat)
    assert keys.seats_of(["secret-1", "secret-0"]) == (1, 0)
    assert b"secret" not in b"".join(key for seat in keys.by_seat for key in seat)


def test_further_secrets_never_close_the_first_ones() -> None:
    """The one a seat was given with and the guest's own open it for good; others make room."""
    keys = SeatKeys.of("secret-0", None)
    keys.add(0, "guest")
    for number in range(3 * MOST_KEYS):
        keys.add(0, f"device-{number}")
    assert keys.seat_of("secret-0") == keys.seat_of("guest") == 0
    assert keys.seat_of(f"device-{3 * MOST_KEYS - 1}") == 0
    assert keys.seat_of("device-0") is None
    assert len(keys.by_seat[0]) == MOST_KEYS


def test_a_secret_is_kept_once() -> None:
    """Saying it again takes no other one's place."""
    keys = SeatKeys.of("secret-0", "secret-1")
    for _ in range(3 * MOST_KEYS):
        keys.add(0, "guest")
    assert len(keys.by_seat[0]) == 2
