"""What is too big to read is found."""

from pathlib import Path

import pytest

from tools import sizes


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a Python package and a client, both empty."""
    (tmp_path / "src" / "spit").mkdir(parents=True)
    (tmp_path / "web" / "src").mkdir(parents=True)
    return tmp_path


def test_long_module(root: Path) -> None:
    """A module over the limit is found in either language; one at the limit is not."""
    (root / "src" / "spit" / "long.py").write_text("x = 1\n" * (sizes.MODULE_LINES + 1))
    (root / "src" / "spit" / "short.py").write_text("x = 1\n" * sizes.MODULE_LINES)
    (root / "web" / "src" / "long.ts").write_text("//\n" * (sizes.MODULE_LINES + 1))
    assert list(sizes.long_modules(root)) == [
        "src/spit/long.py: 501 lines, at most 500",
        "web/src/long.ts: 501 lines, at most 500",
    ]


def test_generated_module(root: Path) -> None:
    """What a program wrote may be long."""
    (root / "web" / "src" / "protocol.gen.ts").write_text("//\n" * 1000)
    assert list(sizes.long_modules(root)) == []


def test_long_function(root: Path) -> None:
    """A function over the limit is found, its first line counted in."""
    body = "    x = 1\n" * sizes.FUNCTION_LINES
    (root / "src" / "spit" / "a.py").write_text(f"y = 1\n\n\nasync def long():\n{body}")
    assert list(sizes.long_functions(root)) == ["src/spit/a.py:4: long has 81 lines, at most 80"]


def test_full_folder(root: Path) -> None:
    """A folder with one module too many is found."""
    for number in range(sizes.FOLDER_MODULES + 1):
        (root / "src" / "spit" / f"m{number}.py").write_text("")
    assert list(sizes.full_folders(root)) == ["src/spit: 16 modules, at most 15"]
