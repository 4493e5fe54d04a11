"""Where compiled code is kept, and what is said where the extra is missing."""

import subprocess
import sys
from pathlib import Path

import numba
import pytest

from spit.fast import compiled


def test_the_cache_lies_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It follows the cache folder that is set, and is not beside the sources."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = compiled.cache_folder()
    assert folder is not None
    assert Path(folder).is_relative_to(tmp_path)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "numba"))
    assert (compiled.cache_folder() or "").startswith(str(tmp_path / "numba"))


def test_without_a_folder_it_compiles_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be written there is no cache, and a kernel works."""
    (tmp_path / "file").touch()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file"))
    assert compiled.cache_folder() is None
    monkeypatch.setattr(compiled, "FOLDER", None)

    def double(number: int) -> int:
        return 2 * number

    assert compiled.compiled(double)(21) == 42


def test_without_the_extra_it_says_what_to_install() -> None:
    """Importing without numba names the extra."""
    code = "import sys; sys.modules['numba'] = None; import spit.fast"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'spit-cards[fast]'" in done.stderr.splitlines()[-1]
