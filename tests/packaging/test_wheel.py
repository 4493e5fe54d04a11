"""What is built carries the browser client, and what is installed works."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tools.client import ROOT

RECORD = ROOT / "tests" / "rules" / "cases" / "valid" / "standard-116.spit"

pytestmark = pytest.mark.slow


def run(*command: str | Path) -> str:
    """Run a command in the project's folder to its end; what it printed to standard output."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built as `pip install .` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `spit` of an otherwise empty environment into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    constraints = ROOT / "constraints.txt"
    run(scripts / "python", "-m", "pip", "install", "--quiet", "-c", constraints, wheel)
    return scripts / "spit"


def test_wheel_carries_the_client(wheel: Path) -> None:
    """The wheel holds the page, its script and its style, and the marker of typed packages."""
    names = zipfile.ZipFile(wheel).namelist()
    client = [name for name in names if name.startswith("spit/server/static/")]
    assert "spit/server/static/index.html" in client
    assert any("/assets/" in name and name.endswith(".js") for name in client)
    assert any("/assets/" in name and name.endswith(".css") for name in client)
    assert "spit/py.typed" in names


def test_wheel_carries_nothing_else(wheel: Path) -> None:
    """The wheel holds the package and its metadata: no tests, no tools, no client sources."""
    folders = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"spit"}


def test_source_archive_needs_no_node(tmp_path: Path) -> None:
    """A source archive carries a client that is as new as its sources, so no Node is asked for."""
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    run("tar", "-xf", archive, "-C", tmp_path)
    run(
        sys.executable, tmp_path / archive.name.removesuffix(".tar.gz") / "tools/client.py", "fresh"
    )


def test_version(installed: Path) -> None:
    """The installed command knows its version."""
    assert "0.1.0" in run(installed, "--version")


def test_verify(installed: Path) -> None:
    """The installed command verifies a record."""
    assert "1" in run(installed, "verify", RECORD)


def test_serve_help(installed: Path) -> None:
    """The installed command can say how to serve, which loads everything that serving needs."""
    assert "--port" in run(installed, "serve", "--help")


def test_page_is_where_the_server_looks(installed: Path) -> None:
    """The installed package holds the page as a resource."""
    code = (
        "from importlib.resources import files; print(files('spit.server') / 'static/index.html')"
    )
    page = run(installed.with_name("python"), "-I", "-c", code).strip()
    assert Path(page).is_file()


def test_a_store_is_made(installed: Path, tmp_path: Path) -> None:
    """The installed package finds its own schema, revision by revision."""
    code = (
        "import asyncio, sys; from pathlib import Path; from spit.store import Store\n"
        "async def main(): await (await Store.open(Path(sys.argv[1]))).close()\n"
        "asyncio.run(main())"
    )
    run(installed.with_name("python"), "-I", "-c", code, tmp_path)
    assert run(installed, "records", "list", "--data", tmp_path) == "no matches yet\n"
