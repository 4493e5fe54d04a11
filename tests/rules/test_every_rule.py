"""The page of the rules against the code and the tests: no number, option or preset is left out."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from spit.rules import OPTIONS, PRESETS, STANDARD, Rules
from spit.table import TableSettings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = re.findall(r"^- \*\*(R\d+\.\d+)\*\*", PAGE, re.MULTILINE)

_CODE = re.compile(r"`([^`]+)`")


@cache
def _found(folder: str, pattern: str) -> frozenset[str]:
    """What the group of a pattern matches in the Python files of a folder."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py"))
    return frozenset(match for text in texts for match in re.findall(pattern, text, re.MULTILINE))


def _table(heading: str) -> dict[str, list[str]]:
    """The rows of the table below a heading: the cells after the first, by the first."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return {row[0].strip(" `"): [cell.strip() for cell in row[1:]] for row in rows}


def test_the_page_has_all_the_rules() -> None:
    """Eight parts, and none is cut off."""
    assert [number for number in NUMBERS if number.endswith(".1")] == [
        f"R{part}.1" for part in range(1, 9)
    ]
    assert len(NUMBERS) == len(set(NUMBERS)) == 40


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_is_cited_by_the_code(number: str) -> None:
    """What implements a rule says its number."""
    assert number in _found("src/spit", r"\b(R\d+\.\d+)\b")


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test_named_after_it(number: str) -> None:
    """As ``test_r4_2_…`` for R4.2."""
    name = number.lower().replace(".", "_")
    assert name in _found("tests", r"^(?:async )?def test_(r\d+_\d+)_\w")


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_on_the_page_with_its_values(name: str) -> None:
    """In the rule that it belongs to and in the table, the default first."""
    values, number = _table("All options")[name]
    rule = PAGE.split(f"- **{number}**")[1].split("\n- **R")[0]
    assert f"**Option** `{name}`:" in rule
    kind, default = OPTIONS[name], getattr(STANDARD, name)
    if kind is None:
        first = "null" if default is None else str(default)
        assert values == f"{first}, a whole number of at least 1"
    else:
        members = [member.value for member in kind]
        assert _CODE.findall(values) == members
        assert default == members[0]
        assert all(f"`{value}`" in rule for value in members)


def test_no_option_on_the_page_is_made_up() -> None:
    """The page and the code have the same options."""
    assert set(_table("All options")) == set(OPTIONS)
    assert set(re.findall(r"\*\*Option\*\* `(\w+)`", PAGE)) == set(OPTIONS)


def test_the_presets_on_the_page_are_those_of_the_code() -> None:
    """By name, with exactly their options."""
    described = {}
    for name, (options, _) in _table("Presets").items():
        pairs = [text.split("=") for text in _CODE.findall(options)]
        described[name] = Rules.from_options(dict(pairs))
    assert described == PRESETS


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("hand_ms", "at least {} ms apart"),
        ("miss_ms", "rests for {} ms"),
        ("miss_window_ms", "further misplay within {s} seconds"),
        ("miss_max_ms", "up to {} ms"),
        ("stuck_ms", "countdown of {s} seconds"),
        ("stall_ms", "a seat that for {s} seconds"),
        ("slap_ms", "** within {s} seconds"),
        ("idle_ms", "one seat alone for {s} seconds"),
        ("grace_ms", "away for {s} seconds"),
        ("pause_total_ms", "{s} seconds in a match"),
        ("abandon_ms", "for {min} minutes"),
    ],
)
def test_the_times_on_the_page_are_those_of_the_table(setting: str, words: str) -> None:
    """Each default of the live table that the page names."""
    ms: int = getattr(TableSettings(), setting)
    told = words.format(f"{ms:,}", s=ms // 1_000, min=ms // 60_000)
    assert told in PAGE.split("\n## Misplays and time")[1]
