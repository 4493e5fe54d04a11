"""Each check of tools.docs finds the fault it is for."""

from pathlib import Path

import pytest

from tools import commands, docs
from tools.markdown import read_pages

KNOWN = {
    "": {"--version"},
    "serve": {"--port"},
    "records": set[str](),
    "records list": {"--limit"},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project without faults in what is tested here."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# Index\n[rules](rules.md)\n")
    (tmp_path / "docs" / "rules.md").write_text(
        "# Rules\n## R1 Cards\n- **R1.1** a\n- **R1.2** b\n"
    )
    (tmp_path / "Makefile").write_text("play: ## start\n\ttrue\nVENV := .venv\n")
    return tmp_path


def faults(name: str, root: Path) -> list[str]:
    """What the check of that name says of the project."""
    return list(docs.CHECKS[name](root, read_pages(root)))


@pytest.mark.parametrize("name", ["links", "rules", "index", "help"])
def test_nothing_to_find(name: str, root: Path) -> None:
    """A project without faults gives none."""
    assert faults(name, root) == []


def test_missing_file(root: Path) -> None:
    """A link to a file that is not there is a fault."""
    (root / "README.md").write_text("[x](docs/none.md)\n")
    assert faults("links", root) == ["README.md:1: the link to docs/none.md leads nowhere"]


def test_missing_heading(root: Path) -> None:
    """A link to a heading that is not there is a fault."""
    (root / "README.md").write_text("[x](docs/rules.md#r1-cards) [y](docs/rules.md#r2)\n")
    assert faults("links", root) == ["README.md:1: no heading is called #r2 in rules.md"]


def test_gap_in_the_rules(root: Path) -> None:
    """A rule number that does not follow the one before is a fault."""
    (root / "docs" / "rules.md").write_text("## R1 Cards\n- **R1.1** a\n- **R1.3** b\n")
    assert faults("rules", root) == ["docs/rules.md: R1.3 follows R1.1"]


def test_unknown_rule(root: Path) -> None:
    """A number that is cited in code and is no rule is a fault."""
    wrong = "R1." + str(9)  # in one piece it would be a fault here too
    (root / "src" / "a.py").write_text(f"# by R1.2 and R1\n# by {wrong}\n")
    assert faults("rules", root) == [f"src/a.py:2: there is no rule {wrong}"]


def test_unlisted_page(root: Path) -> None:
    """A page that the index does not lead to is a fault."""
    (root / "docs" / "new.md").write_text("# New\n")
    assert faults("index", root) == ["docs/README.md:1: docs/new.md is not listed"]


def test_target_without_help(root: Path) -> None:
    """A target that has no line for make help is a fault."""
    (root / "Makefile").write_text("play: ## start\nnew: play\n")
    assert faults("help", root) == ["Makefile: new has no line for make help"]


def test_make_command() -> None:
    """A target that the Makefile lacks is a fault; variables and flags are none."""
    assert commands.make_fault(["play", "PORT=80", "-j2"], {"play"}) is None
    assert commands.make_fault(["plya"], {"play"}) == "the Makefile has no target plya"


def test_spit_command() -> None:
    """A command or an option that the command line lacks is a fault."""
    assert commands.spit_fault(["serve", "--port", "80", "--help"], KNOWN) is None
    assert commands.spit_fault(["--version"], KNOWN) is None
    assert commands.spit_fault(["sevre"], KNOWN) == "there is no command spit sevre"
    assert commands.spit_fault(["serve", "--prot=1"], KNOWN) == "spit serve has no option --prot"


def test_spit_command_of_two_words() -> None:
    """A command below another one is known by both its words."""
    assert commands.spit_fault(["records"], KNOWN) is None
    assert commands.spit_fault(["records", "list", "--limit", "3"], KNOWN) is None
    assert commands.spit_fault(["records", "lst"], KNOWN) == "there is no command spit records lst"
    fault = commands.spit_fault(["records", "list", "--lim=1"], KNOWN)
    assert fault == "spit records list has no option --lim"


def test_the_commands_of_two_words_are_found() -> None:
    """With the options of each."""
    assert "--player" in commands.spit_commands()["records list"]
