"""Names that people type, and those that nobody can guess."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spit.protocol.limits import NAME_CHARS
from spit.server.names import (
    GUEST,
    clean_name,
    new_secret,
    new_table_name,
    read_table_name,
    show_table_name,
)
from spit.server.settings import GUESSES


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Maria\n", "Ana Maria"),
        ("", GUEST),
        (" \u200b\u202e ", GUEST),
        ("\u202eanA", "anA"),
        ("A\x00n\x1ba", "Ana"),
        ("Ελένη", "Ελένη"),
        ("<b>Ana</b>", "<b>Ana</b>"),
        ("x" * 10_000, "x" * NAME_CHARS),
    ],
)
def test_a_name_is_cleaned(typed: str, shown: str) -> None:
    """What cannot be shown goes, what is only unusual stays; markup is the page's to escape."""
    assert clean_name(typed) == shown


def test_marks_do_not_pile_up() -> None:
    """A letter under a tower of accents would cover the lines above it."""
    assert len(clean_name("a" + "\u0301" * 50)) <= 3


@given(st.text())
def test_a_clean_name_can_be_shown_anywhere(typed: str) -> None:
    """Never empty, never long, on one line, without control or direction characters."""
    name = clean_name(typed)
    assert 1 <= len(name) <= NAME_CHARS
    assert name == name.strip()
    assert not any(unicodedata.category(char).startswith("C") for char in name)


def test_tables_and_secrets_are_never_the_same() -> None:
    """A thousand of each differ, and a table's name has no letters that look alike."""
    names = {new_table_name() for _ in range(1_000)}
    assert len(names) == 1_000
    assert all(re.fullmatch("[34679bcdfhjkmnprtwx]{9}", name) for name in names)
    assert len({new_secret() for _ in range(1_000)}) == 1_000


def test_a_secret_fits_into_a_hello() -> None:
    """The protocol takes at most 64 characters."""
    assert 32 <= len(new_secret()) <= 64


@pytest.mark.parametrize(
    "typed", ["k3m9rtxdw", "K3M-9RT-XDW", " k3m 9rt xdw ", "K3M\u20119RT\u2013XDW"]
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    """In any case, in groups or not."""
    assert read_table_name(typed) == "k3m9rtxdw"


def test_a_code_is_shown_in_groups() -> None:
    """Of three, to be read aloud; it is read back as the same."""
    name = new_table_name()
    assert re.fullmatch(
        "([34679BCDFHJKMNPRTWX]{3}-){2}[34679BCDFHJKMNPRTWX]{3}", show_table_name(name)
    )
    assert read_table_name(show_table_name(name)) == name


@pytest.mark.parametrize(
    "typed", ["F u c k", "f\u00fcck you", "sh1t", "H1TLER88", "n.a.z.i", "Big Shit"]
)
def test_an_insult_is_no_name(typed: str) -> None:
    """Also in other letters, with marks, digits or gaps."""
    assert clean_name(typed) == GUEST


@pytest.mark.parametrize("typed", ["Scunthorpe", "Shitake", "Dr. Grapes", "Kakadu", "Sukarno"])
def test_a_name_that_only_holds_the_letters_of_one_stays(typed: str) -> None:
    """Short insults count as words of their own alone."""
    assert clean_name(typed) == typed


@pytest.mark.parametrize(
    "typed",
    [
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "\uffa0 \u3164",
        "\u0301",
        "\ufe0f\u034f",
        "\U000e0041",
    ],
)
def test_a_name_that_shows_nothing_is_none(typed: str) -> None:
    """Blank letters of other scripts, marks without a letter, tags."""
    assert clean_name(typed) == GUEST


def test_marks_are_on_a_letter() -> None:
    """None at the beginning, which would be on whatever stands before the name."""
    assert clean_name("\u0301\u0301Ana \u0301B") == "Ana B"
    assert clean_name("A\u0301na") == "\u00c1na"


@pytest.mark.parametrize("typed", ["👩🏽‍🚀 Ana", "❤️", "王小明", "محمد", "नमस्ते", "Zoë"])
def test_names_of_the_world_stay_readable(typed: str) -> None:
    """Their letters are all there; what only joins signs may go."""
    shown = clean_name(typed)
    assert shown != GUEST
    assert set(typed) - set(shown) <= {"\u200d"}


def test_a_code_has_bits_enough() -> None:
    """With 2,000 tables and the guesses of one address a hit takes more than ten years.

    19 letters in 9 places are 38 bits; a secret has 192, a one-time code 144.
    """
    names = 19**9
    guesses_of_a_year = GUESSES.per_second * 86_400 * 365
    assert names.bit_length() == 39
    assert 2_000 * guesses_of_a_year * 10 / names < 1
