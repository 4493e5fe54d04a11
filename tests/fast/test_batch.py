"""Batches: stepping, policies that are given, what a seat sees, and virtual time."""

import numpy as np
import pytest

from spit.bots import LEVELS
from spit.fast import CODES, MATCH_BYTES, SIGHT, Batch, layout, play
from spit.fast.batch import Array
from spit.rules import PRESETS, STANDARD


def first_legal(sight: Array, legal: Array, rng: np.random.Generator) -> Array:
    """A given policy: the first action that is listed, else waiting."""
    assert sight.shape == (len(legal), SIGHT)
    assert isinstance(rng, np.random.Generator)
    found: Array = legal[:, 1:].argmax(axis=1) + 1
    return np.where(legal[:, 1:].any(axis=1), found, 0)


def test_threads_change_nothing() -> None:
    """The same seed gives the same matches on one thread and on three."""
    one, three = (play(matches=50, seed=4, threads=threads) for threads in (1, 3))
    assert (one.actions == three.actions).all()
    assert (one.winner == three.winner).all()
    assert (one.reason > 0).all()


def test_a_match_does_not_depend_on_its_batch() -> None:
    """Match 7 of a seed is the same alone as among others."""
    many, alone = Batch(matches=10, seed=9), Batch(matches=1, seed=9, first=7)
    for batch in (many, alone):
        batch.settle()
    assert (many.bytes[7] == alone.bytes[0]).all()
    assert (many.part(np.array([7])).words == alone.words).all()


@pytest.mark.parametrize("timed", [False, True])
def test_greedy_beats_random_and_given_policies_play(timed: bool) -> None:
    """In turns and in virtual time greedy wins most matches, and a given policy ends them."""
    tempo = LEVELS["sharp"].tempo
    tempos = (tempo, tempo) if timed else None
    results = play(matches=200, seed=1, policies=("greedy", "random"), tempos=tempos)
    assert (results.winner == 0).mean() > 0.65
    assert (results.ms > 0).all() == timed
    given = play(PRESETS["points"], 20, seed=1, policies=(first_legal, "greedy"), tempos=tempos)
    assert (given.points.max(axis=1) >= 100).all()
    assert (given.reason == layout.REASONS.index("points")).all()


def test_the_quicker_hand_wins() -> None:
    """With the same policy a sharp tempo beats a child's, and races are lost in vain."""
    tempos = (LEVELS["sharp"].tempo, LEVELS["child"].tempo)
    results = play(matches=60, seed=2, policies=("random", "random"), tempos=tempos)
    assert (results.winner == 0).mean() > 0.9
    assert results.lost.sum() > 0


def test_what_is_wrong_is_said() -> None:
    """An unknown policy, an illegal answer and an illegal step raise a `ValueError`."""
    with pytest.raises(ValueError, match="no policy is called 'clever'"):
        play(policies=("clever", "random"))
    with pytest.raises(ValueError, match="not legal"):
        play(matches=2, policies=(lambda sight, *_: np.full(len(sight), 5), "random"))
    batch = Batch(matches=3)
    batch.settle()
    with pytest.raises(ValueError, match="3 of 3 actions are not legal"):
        batch.step(np.zeros(3), np.full(3, layout.SLAP))


def test_stepping_by_hand() -> None:
    """After both are ready the race is on, and the mask lists what can be done."""
    batch = Batch(STANDARD, 5, seed=1)
    batch.settle()
    for seat in (0, 1):
        legal = batch.legal(np.full(5, seat))
        assert legal.shape == (5, CODES)
        assert (legal.sum(axis=1) == 2).all()
        assert legal[:, layout.SAY].all()
        batch.step(np.full(5, seat), np.full(5, layout.SAY))
    sight = batch.sight(np.zeros(5))
    assert (sight[:, 40] == layout.RACE).all()
    assert (sight[:, [15, 32]] == 10).all()
    assert not batch.over.any()


def test_hidden_cards_are_not_seen() -> None:
    """Other cards face down and other spit cards leave sight and mask as they are (R2.6)."""
    batch = Batch(matches=4, seed=8)
    batch.settle()
    for seat in (0, 1):
        batch.step(np.full(4, seat), np.full(4, layout.SAY))
    swapped = batch.part(np.arange(4))
    for seat in (0, 1):
        own = swapped.bytes[:, seat * layout.SEAT : (seat + 1) * layout.SEAT]
        deepest = own[:, 4 * layout.DEPTH].copy()
        own[:, 4 * layout.DEPTH] = own[:, 3 * layout.DEPTH]
        own[:, 3 * layout.DEPTH] = deepest
        start = layout.PACKET + 52 * seat
        swapped.bytes[:, start + 17 : start + 26] = swapped.bytes[:, start + 17 : start + 26][
            :, ::-1
        ]
    assert (swapped.bytes != batch.bytes).any()
    for seat in (0, 1):
        seats = np.full(4, seat)
        assert (batch.sight(seats) == swapped.sight(seats)).all()
        assert (batch.legal(seats) == swapped.legal(seats)).all()


def test_memory_of_a_match() -> None:
    """A match takes the bytes that docs/fast.md states."""
    batch = Batch(matches=10)
    assert batch.bytes.nbytes + batch.words.nbytes == 10 * MATCH_BYTES == 3360
