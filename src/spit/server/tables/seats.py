"""Who may play a seat.

Owns the secrets that open seats, as SHA-256 of each: nothing that is kept or copied opens one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from hmac import compare_digest

MOST_KEYS = 8
"""So many secrets open one seat at the same time; a further one takes an older one's place."""
_STAY = 2
"""The first ones of a seat are never replaced: the one it was given with, and the guest's own."""


def key_of(secret: str) -> bytes:
    """What is kept of a secret."""
    return sha256(secret.encode()).digest()


class SeatKeys:
    """The secrets that open the seats of one table.

    Args:
        keys: By seat; none for a seat that no connection may play.
    """

    def __init__(self, keys: Sequence[Sequence[bytes]]) -> None:
        self._keys = [list(each) for each in keys]

    @classmethod
    def of(cls, *secrets: str | None) -> SeatKeys:
        """One secret for each seat, None for a seat that no connection may play."""
        return cls([[] if each is None else [key_of(each)] for each in secrets])

    @property
    def by_seat(self) -> list[list[bytes]]:
        """What is kept of them, by seat."""
        return [list(each) for each in self._keys]

    def add(self, seat: int, secret: str) -> None:
        """Lets a further secret open a seat; the oldest but the first ones may close for it."""
        keys, key = self._keys[seat], key_of(secret)
        if key in keys:
            return
        if len(keys) >= MOST_KEYS:
            del keys[_STAY]
        keys.append(key)

    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret opens, the lower one if it opens both; None if none."""
        given, found = key_of(secret), None
        for seat, keys in enumerate(self._keys):
            for key in keys:
                if compare_digest(key, given) and found is None:
                    found = seat
        return found

    def seats_of(self, secrets: Iterable[str]) -> tuple[int, ...] | None:
        """The seats that these secrets open, in their order; None if one opens none."""
        seats: list[int] = []
        for secret in secrets:
            seat = self.seat_of(secret)
            if seat is None or seat in seats:
                return None
            seats.append(seat)
        return tuple(seats)
