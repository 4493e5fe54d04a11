"""What is generated from the messages: fresh, complete, and true to them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from spit.protocol import limits
from spit.protocol import messages as m
from spit.protocol.generate.__main__ import FILES, ROOT, main, stale
from spit.protocol.generate.schema import schema
from spit.protocol.generate.shapes import MODULES, Shape, named_values, shapes, unions
from spit.protocol.generate.typescript import typescript
from spit.rules import OPTIONS, PRESETS, Reason
from spit.table import TableSettings

SHAPES = [shape for module in MODULES for shape in shapes(module)]


def test_the_generated_files_are_fresh() -> None:
    """Whoever changes a message runs `make docs`."""
    assert stale(ROOT) == []


def test_check_names_what_is_old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It writes nothing; without `--check` the files are written, and then all is fresh."""
    for name in [*FILES, "tests/golden/frames/session.json"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    session = "tests/golden/frames/session.json"
    (tmp_path / session).write_text((ROOT / session).read_text(encoding="utf-8"), "utf-8")
    assert main(["--check"], tmp_path) == 1
    assert "docs/protocol.md is not what the messages say" in capsys.readouterr().out
    assert main([], tmp_path) == 0
    assert main(["--check"], tmp_path) == 0


def test_outside_a_source_tree_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An installed package has nowhere to write to."""
    assert main(["--check"], tmp_path) == 2
    assert "no source tree" in capsys.readouterr().err


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])
def test_the_page_explains_every_message_and_field(shape: Shape) -> None:
    """A heading for each, its type on the wire, and a row with a meaning for each field."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    section = page.partition(f"\n### {shape.name}\n")[2].partition("\n#")[0]
    assert section
    if shape.tag is not None:
        assert f'`"type": "{shape.tag}"`' in section
    for field in shape.fields:
        row = re.search(rf"^\| `{field.name}` \| (.+) \| (.+) \|$", section, re.MULTILINE)
        assert row is not None, field.name


@pytest.mark.parametrize("name", named_values())
def test_the_page_explains_every_value(name: str) -> None:
    """Reasons, codes, phases and the rest, each in its own table."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    section = page.partition(f"\n### {name}\n")[2].partition("\n#")[0]
    for value in named_values()[name]:
        assert re.search(rf"^\| `{re.escape(value)}` \| .+ \|$", section, re.MULTILINE), value


def test_no_reason_is_left_out() -> None:
    """The reasons are read from the source of their enum, comments and all."""
    assert set(named_values()["Reason"]) == {reason.value for reason in Reason}


def test_the_page_has_no_unfilled_place() -> None:
    """Every number that the text asks for is there."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert "{{" not in page


def test_the_times_on_the_page_are_those_of_a_table() -> None:
    """They are written twice, since the protocol knows no table, and never differ."""
    settings = TableSettings()
    for name, number in limits.TABLE_NUMBERS.items():
        assert getattr(settings, name) == number, name
    for name, seconds in limits.TABLE_SECONDS.items():
        assert getattr(settings, f"{name}_ms") == seconds * 1_000, name


def test_every_message_has_a_typescript_type() -> None:
    """Under its own name, with its fields in order; the server's are never optional."""
    text = typescript()
    for shape in SHAPES:
        body = text.partition(f"export type {shape.name} = {{\n")[2].partition("\n};")[0]
        members = re.findall(r"^  readonly (\w+)(\??):", body, re.MULTILINE)
        names = [name for name, _ in members if name != "type"]
        assert names == [field.name for field in shape.fields], shape.name
        optional = {name for name, mark in members if mark}
        wanted = {field.name for field in shape.fields if field.is_optional and shape.is_inbound}
        assert optional == wanted, shape.name


def test_the_unions_have_all_members() -> None:
    """In TypeScript as in Python."""
    text = typescript()
    for name, members in unions().items():
        body = text.partition(f"export type {name} =")[2].partition(";")[0]
        assert re.findall(r"\w+", body) == list(members)


def test_the_constants_are_those_of_the_rules() -> None:
    """Presets and options, by the names a record uses."""
    text = typescript()
    assert f"PROTOCOL_VERSION = {m.PROTOCOL_VERSION};" in text
    for name in [*PRESETS, *OPTIONS]:
        assert f'  "{name}": {{' in text


def _definitions() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(schema())["$defs"]
    return found


def test_the_schema_is_strict_where_the_server_is() -> None:
    """Unknown fields are refused on the way in and ignored on the way out."""
    definitions = _definitions()
    for shape in SHAPES:
        is_strict = definitions[shape.name].get("additionalProperties") is False
        assert is_strict == shape.is_inbound, shape.name


def test_every_reference_in_the_schema_leads_somewhere() -> None:
    """So that any validator can load it."""
    definitions = _definitions()
    for target in re.findall(r'"#/\$defs/(\w+)"', schema()):
        assert target in definitions
    assert {"AnyInbound", "AnyOutbound", "NewTable", "TableMade"} <= set(definitions)
