"""Who somebody is, by a secret that only they know."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from spit.server.names import GUEST
from spit.server.people import People, WeakSecretError
from spit.store import Store, StoreError

ANA, BEN = "a" * 32, "b" * 64


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Where they are kept."""
    store = await Store.open(tmp_path)
    yield store
    await store.close()


async def test_somebody_has_one_number_whatever_they_are_called(store: Store) -> None:
    """Another secret is another one, and none is nobody."""
    people = People(store)
    first, name = await people.enrol(ANA, "  Ana\n")
    again, other_name = await people.enrol(ANA, "")
    assert (first, name, other_name) == (again, "Ana", GUEST)
    other, _ = await people.enrol(BEN, "Ana")
    assert other not in (None, first)
    assert await people.enrol(None, "Ana") == (None, "Ana")


async def test_whoever_is_only_asked_for_is_not_noted(store: Store) -> None:
    """And is found once they were enrolled."""
    people = People(store)
    assert await people.recognize(ANA) is None
    assert await people.recognize(ANA) is None
    number, _ = await people.enrol(ANA, "Ana")
    assert await people.recognize(ANA) == number
    assert await people.recognize(None) is None


@pytest.mark.parametrize("secret", ["", "a" * 31])
async def test_a_secret_that_could_be_guessed_is_none(store: Store, secret: str) -> None:
    """The sentence says what one is, and not the one that was sent."""
    people = People(store)
    for asked in (people.enrol(secret, "Ana"), people.recognize(secret)):
        with pytest.raises(WeakSecretError, match="at least 32") as caught:
            await asked
        assert secret == "" or secret not in str(caught.value)


async def test_the_secret_is_in_no_file(store: Store, tmp_path: Path) -> None:
    """Only its hash is kept."""
    await People(store).enrol("correct-horse-battery-staple-and-more", "Ana")
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert b"battery" not in path.read_bytes()


async def test_two_are_apart_whoever_has_blocked(store: Store) -> None:
    """Nobody is apart from nobody."""
    people = People(store)
    ana, _ = await people.enrol(ANA, "Ana")
    ben, _ = await people.enrol(BEN, "Ben")
    assert ana is not None
    assert ben is not None
    assert not await people.are_apart(ana, ben)
    await store.block(ana, ben, 0)
    assert await people.are_apart(ana, ben)
    assert await people.are_apart(ben, ana)
    assert await people.apart_from(ana) == {ben}
    assert await people.apart_from(ben) == {ana}
    assert not await people.are_apart(ana, None)
    assert not await people.are_apart(None, None)
    assert await people.apart_from(None) == frozenset()


async def test_nobody_is_counted_against_themselves(store: Store) -> None:
    """Nor against nobody."""
    people = People(store)
    ana, _ = await people.enrol(ANA, "Ana")
    for pair in ((ana, ana), (ana, None), (None, ana), (None, None)):
        assert await people.head_to_head(*pair) == (0, 0)


async def test_a_store_that_fails_keeps_nobody_from_playing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody is nobody then; a weak secret is refused all the same."""

    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    for name in ("enrol", "guest", "head_to_head", "is_blocked", "blocks_of"):
        monkeypatch.setattr(store, name, fail)
    people = People(store)
    assert await people.enrol(ANA, "Ana") == (None, "Ana")
    assert await people.recognize(ANA) is None
    assert await people.head_to_head(1, 2) == (0, 0)
    assert not await people.are_apart(1, 2)
    assert await people.apart_from(1) == frozenset()
    with pytest.raises(WeakSecretError):
        await people.enrol("short", "Ana")
