"""What a seat sees of a game, and its pictures."""

import numpy as np

from spit.env import OBSERVATION, Game
from spit.fast import CODES, SIGHT, layout
from spit.rules import SEATS, STANDARD


def started(seed: int = 4) -> Game:
    """A game whose first spit cards are turned."""
    game = Game(STANDARD, seed=seed)
    game.tick((layout.SAY, layout.SAY))
    return game


def test_hidden_cards_are_not_in_the_observation() -> None:
    """With all hidden cards in other places, observation, mask and pictures are the same (R2.6)."""
    game, other = started(), started()
    byte = other.batch.bytes[0]
    hidden: list[int] = []
    for seat in SEATS:
        start = seat * layout.SEAT
        for slot in range(5):
            first = start + slot * layout.DEPTH
            hidden += range(first, first + int(byte[start + layout.DOWN + slot]))
        first = layout.PACKET + 52 * seat + int(byte[start + layout.NEXT])
        hidden += range(first, first + int(byte[start + layout.HAND]))
    assert len(hidden) == 40
    byte[hidden] = byte[hidden[::-1]]
    assert (byte != game.batch.bytes[0]).any()
    for seat in SEATS:
        assert (game.observe(seat) == other.observe(seat)).all()
        assert (game.mask(seat) == other.mask(seat)).all()
    assert game.text() == other.text()
    assert (game.picture() == other.picture()).all()


def test_the_mask_is_what_is_legal() -> None:
    """All through a game the mask says the same as the batch's list of legal actions."""
    game, rng = started(), np.random.default_rng(1)
    for _ in range(300):
        masks = [game.mask(seat) for seat in SEATS]
        for seat in SEATS:
            legal = game.batch.legal(np.array([seat]))[0]
            assert (masks[seat] == legal).all()
        first, second = (int(rng.choice(np.flatnonzero(each))) for each in masks)
        if game.tick((first, second))[0]:
            break


def test_the_second_hand_comes_too_late() -> None:
    """Both seats plan at once, and what no longer fits changes nothing."""
    game = started()
    refused = game.batch.bytes.copy()
    assert game.tick((layout.SLAP, layout.SLAP)) == (False, 0)
    assert (game.batch.bytes == refused).all()


def test_the_table_of_the_observation() -> None:
    """Its parts fill the places, each with a meaning and a greatest value."""
    assert sum(size for _, size, _ in OBSERVATION) == SIGHT
    assert len({name for name, _, _ in OBSERVATION}) == len(OBSERVATION)
    assert started().mask(0).shape == (CODES,)


def test_pictures_show_the_table() -> None:
    """The text has the ranks that lie open, the image the felt and white cards."""
    game = started()
    lines = game.text().splitlines()
    assert len(lines) == 3
    assert lines[2].startswith("[0]")
    assert lines[2].endswith("spit cards 10")
    image = game.picture()
    assert image.shape == (272, 324, 3)
    assert {(31, 94, 72), (252, 250, 244)} <= {
        tuple(each) for each in image[::3, ::3].reshape(-1, 3)
    }
