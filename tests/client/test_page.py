"""The quickstart of docs/arena.md at a server works as it stands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spit.cli import app
from spit.protocol import messages as m
from tests.server.people import House, Open
from tests.server.stage import PATIENCE
from tools.docs import ROOT
from tools.markdown import read_pages

pytestmark = pytest.mark.sockets

PAGE = next(page for page in read_pages(ROOT) if page.path == ROOT / "docs" / "arena.md")
JOINS = [words[1:] for _, words in PAGE.commands() if words[:3] == ["spit", "bot", "join"]]


@pytest.fixture
def build(aiohttp_client: Open, tmp_path: Path) -> Callable[..., Awaitable[House]]:
    """Starts a server."""

    async def start(**changes: Any) -> House:
        return await House.build(aiohttp_client, tmp_path / "data", **changes)

    return start


async def test_the_bot_of_ten_lines_sits_down_at_a_table(
    build: Callable[..., Awaitable[House]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the token, the address and the code in the place of the page's, it plays a match."""
    ((_, code),) = PAGE.blocks("python")
    (tmp_path / "my_bot.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    house = await build()
    token, name = await house.server.people.new_bot("Hal")
    made = await house.make(m.NewTable(opponent="friend"))
    person = await house.join(made.table, made.secret)
    words = list(next(each for each in JOINS if "--table" in each))
    words[words.index("http://127.0.0.1:7310/")] = str(house.client.make_url("/"))
    words[words.index("TOKEN")] = token
    words[words.index("--table") + 1] = made.table
    async with asyncio.timeout(PATIENCE):
        # A class in a file is interrupted by a signal, which only the main thread gets.
        monkeypatch.setattr("spit.arena.ladder.faults.limited", _unlimited)
        running = asyncio.get_running_loop().run_in_executor(None, CliRunner().invoke, app, words)
        assert (await person.until(m.Seated)).name == name
        await person.until(m.Dealt)
        await person.say(m.Spit(id=1, seat=0))
        await person.until(m.Spat)
        await person.say(m.Resign(id=2, seat=0))
        ended = await running
    assert ended.output == f"{made.table}: won, resigned\n"


def _unlimited(_: int) -> Any:
    """In the place of what only the main thread can do."""
    return nullcontext()
