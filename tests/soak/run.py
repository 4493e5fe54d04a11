"""One run: people play, the server is killed and started again, and everything is compared."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import aiohttp
import msgspec

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.rules import verify
from tests.soak import checks, notes
from tests.soak.checks import Kept
from tests.soak.people import Seat, Town
from tests.soak.process import PATIENCE, ROOT, ServerProcess, free_port

Rules = dict[str, str | int | None]

RULES: Final[tuple[Rules, ...]] = (
    {"max_rounds": 1}, {"max_rounds": 1}, {"max_rounds": 2}, {"max_rounds": 3, "flip": "auto"}, {},
)  # fmt: skip
"""Matches of several lengths, so that they are not all at the same point."""

_WAITING: Final = 2
"""Tables at which somebody waits for a friend until the end."""


class Death(NamedTuple):
    """How a life of the server ends."""

    after_ms: float = 0.0
    """So long after everybody is there it is killed from outside."""
    moment: str | None = None
    """Or it kills itself, at a moment of those that `tests.soak.serving` has."""
    is_at_once: bool = False
    """Whether `after_ms` counts from when it serves, whoever is there."""


class Outcome(NamedTuple):
    """What came of a run."""

    wrong: list[str]
    """A sentence for everything that was not as it has to be."""
    matches: int
    """How many were played to their end."""
    live: int
    """How many were live when the server was killed, in all its lives."""
    rolled_back_ms: list[float]
    """By table and life: from when the first thing that was lost was noted to the kill."""
    seen_ms: list[float]
    """The same by what people had received."""
    entries: int
    """How many entries were lost."""
    waits_ms: list[float]
    """From each entry's being noted to its being on the disk."""


class Run:
    """One run.

    Args:
        folder: An empty one.
        seed: Decides who plays what, how fast, and when the server is killed.
        tables: How many matches there are.
        rules: What is played, at one table after the other.
        rows: After so many commits the journal is begun anew.
        is_timed: Whether what is lost may be no older than `tests.soak.checks.ALLOWED_MS`. On a
            machine that others keep busy that takes the right to go before them.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        tables: int = 50,
        rows: int = 3_000,
        *,
        rules: Sequence[Rules] = RULES,
        is_timed: bool = True,
    ) -> None:
        self.seats: list[Seat] = []
        self._rng = Random(seed)
        self._folder, self._tables, self._rows = folder, tables, rows
        self._is_timed, self._rules = is_timed, rules
        self._data = folder / "data"
        self._port = free_port()
        self._town = Town(f"http://127.0.0.1:{self._port}", self._rng)
        self._guests: dict[str, tuple[str, str]] = {}
        self._waiting: list[m.TableMade] = []
        self._kept: Kept | None = None
        self._lives = 0
        self._killed_ns: dict[int, int] = {}
        self._wrong: list[str] = []
        self._outcome = Outcome(self._wrong, 0, 0, [], [], 0, [])

    async def run(self, deaths: Sequence[Death]) -> Outcome:
        """Plays through all deaths, and then to the end."""
        async with (
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
            asyncio.TaskGroup() as group,
        ):
            self._session, self._group = session, group
            for death in deaths:
                async with self._life(death) as server:
                    await self._until_death(server, death)
            async with self._life(None) as server:
                await self._play_on(server)
        self._wrong += checks.agreement(self.seats)
        self._wrong += await checks.records(self._data, self.seats, self._guests)
        await self._list_records()
        return self._outcome._replace(matches=len(self._told))

    @property
    def _told(self) -> set[str]:
        return {match for seat in self.seats for match in seat.told}

    # -------------------------------------------------------------- the server's lives

    @asynccontextmanager
    async def _life(self, death: Death | None) -> AsyncIterator[ServerProcess]:
        self._lives += 1
        options = ["--notes", str(self._notes), "--rows", str(self._rows)]
        if death is not None and death.moment is not None:
            options += ["--die", death.moment]
        log = self._folder / "server.log"
        server = await ServerProcess.start(self._data, self._port, log, *options)
        try:
            yield server
        finally:
            await server.clear()

    @property
    def _notes(self) -> Path:
        return self._folder / f"notes-{self._lives}"

    async def _until_death(self, server: ServerProcess, death: Death) -> None:
        """Plays until the server is dead, and compares what is kept with what was noted."""
        killed_ns = 0
        serves = await server.serves()
        if serves:
            if self._lives == 1:
                await self._make_tables()
            self._town.begin_life()
        elif death.moment is None:
            raise RuntimeError(f"the server has not started; see {server.log}")
        if death.moment is None:
            if not death.is_at_once:
                await self._everybody_is_there()
            await asyncio.sleep(death.after_ms / 1_000)
            killed_ns = await server.kill()
        elif await server.ended() != -9:
            self._wrong.append("the server has not come to its death, but to another end")
        life = notes.read(self._notes)
        killed_ns = life.died_ns or killed_ns
        if serves:
            self._killed_ns[self._town.life] = killed_ns
        await self._compare(life, killed_ns)

    async def _compare(self, life: notes.Life, killed_ns: int) -> None:
        copy = self._folder / f"copy-{self._lives}"
        await asyncio.to_thread(shutil.copytree, self._data, copy)
        before, self._kept = self._kept, await checks.kept_in(copy)
        found = self._outcome
        found.waits_ms.extend(life.waits_ms)
        entries = 0
        for loss in checks.losses(before, life, self._kept, killed_ns):
            if isinstance(loss, str):
                self._wrong.append(loss)
                continue
            entries += loss.entries
            found.rolled_back_ms.append(loss.ms)
            if self._is_timed and loss.ms > checks.ALLOWED_MS:
                self._wrong.append(f"{loss.table} has lost the last {loss.ms:.1f} ms")
        live = sum(each.state is not None for each in self._kept.tables.values())
        self._outcome = found._replace(live=found.live + live, entries=found.entries + entries)
        self._wrong += checks.results(self.seats, self._kept.matches)

    async def _everybody_is_there(self) -> None:
        """Waits until everybody has seen this life of the server, and has cards or waits."""

        def is_there(seat: Seat) -> bool:
            if not seat.history or seat.life != self._town.life:
                return False
            return seat.view.round > 0 or seat.view.match != seat.table or any(seat.view.free)

        await self._town.until(lambda: all(map(is_there, self.seats)))
        if self._kept is None:
            return
        for seat in self.seats:
            seen = checks.rollback(seat, self._kept, self._killed_ns)
            if isinstance(seen, str):
                self._wrong.append(seen)
            else:
                self._outcome.seen_ms.append(seen.ms)

    async def _play_on(self, server: ServerProcess) -> None:
        """Plays every match to its end, and stops."""
        if not await server.serves():
            raise RuntimeError(f"the server has not started again; see {server.log}")
        self._town.begin_life()
        await self._everybody_is_there()
        await self._fill_seats()
        self._town.is_ending, self._town.think_ms = True, 10.0
        for _ in range(2):  # the second time nothing is under way any more
            await self._town.until(lambda: all(seat.is_done for seat in self.seats))
            await asyncio.gather(*(seat.compare() for seat in self.seats))
        for match in sorted(self._told):
            async with self._session.get(f"{self._town.address}/records/{match}.spit") as answer:
                fault = (
                    verify(BytesIO(await answer.read())) if answer.status == 200 else "not there"
                )
            if fault is not None:
                self._wrong.append(f"the record of {match}: {fault}")
        async with self._session.get(f"{self._town.address}/metrics") as answer:
            if "\nspit_faults_total 0.0\n" not in await answer.text():
                self._wrong.append("the server counts faults of its own")
        for player in self._players:
            player.cancel()
        if await server.stop() != 0:
            self._wrong.append("the server did not end well")

    # -------------------------------------------------------------- people

    async def _make_tables(self) -> None:
        self._players: list[asyncio.Task[None]] = []
        for number in range(self._tables + _WAITING):
            rules = self._rules[number % len(self._rules)]
            if number % 3 == 2 and number < self._tables:
                made = await self._post("", m.NewTable(opponent="same-screen", rules=rules))
                assert made.partner_secret is not None
                self._let_play(made)
                self._let_play(m.TableMade(made.table, 1, made.partner_secret, made.socket))
                continue
            own = secrets.token_hex(16)
            name = f"Host {number}"
            made = await self._post(
                "", m.NewTable(opponent="friend", rules=rules, guest=own, name=name)
            )
            self._let_play(made)
            self._guests[made.table] = own, secrets.token_hex(16)
            if number < self._tables:
                await self._sit(made)
            else:
                self._waiting.append(made)

    async def _fill_seats(self) -> None:
        """The friends whom somebody has waited for come at last."""
        for made in self._waiting:
            await self._sit(made)

    async def _sit(self, made: m.TableMade) -> None:
        friend = m.SitDown(name="Friend", guest=self._guests[made.table][1])
        self._let_play(await self._post(f"/{made.table}/seat", friend))

    async def _post(self, path: str, body: m.NewTable | m.SitDown) -> m.TableMade:
        address = f"{self._town.address}/api/tables{path}"
        async with self._session.post(address, data=encode(body)) as answer:
            assert answer.status == 201, await answer.text()
            return msgspec.json.decode(await answer.read(), type=m.TableMade)

    def _let_play(self, made: m.TableMade) -> None:
        seat = Seat(self._town, made)
        self.seats.append(seat)
        self._players.append(self._group.create_task(seat.live(self._session)))

    async def _list_records(self) -> None:
        """The command lists each of them once."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "spit", "records", "list", "--json", "--limit", "100000",
            "--data", str(self._data),
            cwd=ROOT, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        printed, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        listed = [row["match"] for row in json.loads(printed)]
        if sorted(listed) != sorted(self._told):
            self._wrong.append(f"listed are {sorted(listed)}, told were {sorted(self._told)}")
