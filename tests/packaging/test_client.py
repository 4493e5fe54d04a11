"""When the client is built again, and with which Node."""

from pathlib import Path

import pytest

from tools import client


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project whose client has been built from its sources."""
    web, built = client.web_folder(tmp_path), client.built_folder(tmp_path)
    (web / "src").mkdir(parents=True)
    built.mkdir(parents=True)
    (web / "package.json").write_text("{}")
    (web / "package-lock.json").write_text("{}")
    (web / "src" / "main.ts").write_text("export {};\n")
    (built / "index.html").write_text("<!doctype html>")
    (built / client.DIGEST_FILE).write_text(client.sources_digest(tmp_path) + "\n")
    return tmp_path


def put_program(folder: Path, name: str, says: str) -> None:
    """A program of that name that prints one line."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\necho '{says}'\n")
    (folder / name).chmod(0o755)


def test_fresh(root: Path) -> None:
    """What was built from the sources as they are is fresh, so nothing is done."""
    assert client.is_fresh(root)
    assert client.build(root) is False


def test_changed_source(root: Path) -> None:
    """A changed source makes the build stale."""
    (client.web_folder(root) / "src" / "main.ts").write_text("export const one = 1;\n")
    assert not client.is_fresh(root)


def test_moved_source(root: Path) -> None:
    """A renamed source makes the build stale, though no byte of it changed."""
    source = client.web_folder(root) / "src" / "main.ts"
    source.rename(source.with_name("other.ts"))
    assert not client.is_fresh(root)


@pytest.mark.parametrize("name", ["tests/a.test.ts", "node_modules/a/index.js", ".DS_Store"])
def test_what_is_no_source(root: Path, name: str) -> None:
    """Tests, packages and hidden files do not go into a build, so they do not make one stale."""
    path = client.web_folder(root) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    assert client.is_fresh(root)


def test_nothing_built(root: Path) -> None:
    """Without a page there is no build, whatever the digest says."""
    (client.built_folder(root) / "index.html").unlink()
    assert not client.is_fresh(root)


def test_built_without_sources(tmp_path: Path) -> None:
    """Neither a build nor sources is an error that says so in a sentence."""
    with pytest.raises(client.ClientError, match="neither built nor"):
        client.build(tmp_path)


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ((18, 20), False),
        ((20, 18), False),
        ((20, 19), True),
        ((21, 7), False),
        ((22, 11), False),
        ((22, 12), True),
        ((24, 0), True),
    ],
)
def test_which_node_is_new_enough(version: tuple[int, int], enough: bool) -> None:
    """Vite asks for 20.19 and later of the 20s, or 22.12 and later."""
    assert client.is_new_enough(version) is enough


def test_parse_version() -> None:
    """Node's own answer is read, and any other is no version."""
    assert client.parse_version("v20.19.3\n") == (20, 19)
    assert client.parse_version("command not found") is None


def test_node_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Node on PATH that is new enough is the one used."""
    put_program(tmp_path / "bin", "node", "v22.20.0")
    put_program(tmp_path / "bin", "npm", "10.0.0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    npm = str(tmp_path / "bin" / "npm")
    assert client.find_node() == client.Node(tmp_path / "bin", (npm,), (22, 20), "on PATH")


@pytest.mark.parametrize("version", ["v18.19.0", "no version"])
def test_no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """With an old Node and no wheel, one sentence says what to install."""
    put_program(tmp_path / "bin", "node", version)
    put_program(tmp_path / "bin", "npm", "10.0.0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(client.ClientError, match=r"needs Node 20\.19 or newer .* pip install"):
        client.require_node()


def test_npm_that_fails(root: Path, tmp_path: Path) -> None:
    """If npm fails, its last lines are in the error."""
    broken = ("/bin/sh", "-c", "echo 'it broke'; exit 3")
    node = client.Node(tmp_path, broken, (22, 20), "here")
    with pytest.raises(client.ClientError, match=r"npm run build failed in web/\.\nit broke"):
        client.npm(root, node, ["run", "build"], quiet=True)
