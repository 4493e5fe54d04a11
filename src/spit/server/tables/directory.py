"""All tables of a server.

Owns which tables exist: making them, finding them, dropping those whose people have gone, and
handing finished matches to the records.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from aiohttp import WSCloseCode

from spit.bots import LEVELS, BotDriver
from spit.protocol import messages as m
from spit.rules import MatchEnded, Rules, State, choose_rules
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.names import GUEST, clean_name, new_secret, new_table_name
from spit.server.records import RecordKeeper, Records
from spit.server.settings import ServerSettings
from spit.server.tables.botseat import BotSeat
from spit.server.tables.gallery import Gallery
from spit.server.tables.live import LiveTable
from spit.table import LogEntry, Table, facts

PERSON, COMPUTER = 0, 1
"""Who sits where at a table against the computer."""


class FullError(RuntimeError):
    """There are as many tables as there may be."""


class Tables:
    """The tables of one server.

    Args:
        settings: The server's.
        records: Where finished matches go.
        metrics: The server's.
        log: The server's.
    """

    def __init__(
        self, settings: ServerSettings, records: Records, metrics: Metrics, log: Log
    ) -> None:
        self._settings = settings
        self._records = records
        self._metrics, self._log = metrics, log
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, LiveTable] = {}
        self._saving: set[asyncio.Future[Path]] = set()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._tables)

    def __iter__(self) -> Iterator[LiveTable]:
        """All of them."""
        return iter(list(self._tables.values()))

    def find(self, name: str) -> LiveTable | None:
        """The table of that name."""
        return self._tables.get(name)

    def make(self, wish: m.NewTable) -> m.TableMade:
        """Makes a table against the computer.

        Raises:
            OptionsError: The rules that are wished for do not exist.
            FullError: There is no room for another one.
        """
        rules = choose_rules(wish.rules)
        return self._open(rules, wish.level, clean_name(wish.name), wish.seed, None)

    def adopt(self, state: State, level: m.LevelName, seed: int) -> m.TableMade:
        """Makes a table against the computer that goes on with a match as it stands.

        Its record is not kept, since its beginning is not known here.

        Raises:
            FullError: There is no room for another one.
        """
        return self._open(state.rules, level, GUEST, seed, state)

    def _open(
        self,
        rules: Rules,
        level_name: m.LevelName,
        person: str,
        seed: int | None,
        state: State | None,
    ) -> m.TableMade:
        if len(self._tables) >= self._settings.max_tables:
            self.sweep()
        if len(self._tables) >= self._settings.max_tables:
            raise FullError
        name, secret = new_table_name(), new_secret()
        level = LEVELS[level_name]
        log = self._log.bind(table=name)
        table = Table(
            match_id=name,
            names=(person, level.name.capitalize()),
            bots=(False, True),
            rules=rules,
            settings=self._settings.table,
            entropy=_entropy(seed),
            now_ms=int(self._loop.time() * 1_000),
        )
        if state is not None:
            table.adopt(state, epoch=2)
        driver = BotDriver(level, COMPUTER, _generator("bot", seed))
        keeper = RecordKeeper((None, level.name))
        self._tables[name] = LiveTable(
            name=name,
            table=table,
            secrets=(secret, None),
            bots=[BotSeat(COMPUTER, driver)],
            gallery=Gallery(self._settings.spectator_delay_ms),
            keep=lambda entries: self._keep(keeper, entries, log),
            metrics=self._metrics,
            log=log,
        )
        self._metrics.tables.set(len(self._tables))
        log.info("table made", against=level.name, rules=rules.label)
        return m.TableMade(table=name, seat=PERSON, secret=secret, socket=f"/ws/{name}")

    def sweep(self) -> None:
        """Drops tables that nobody will come back to."""
        now_ms = int(self._loop.time() * 1_000)
        for name, table in list(self._tables.items()):
            gone_ms = table.gone_since_ms
            is_gone = gone_ms is not None and now_ms - gone_ms >= self._settings.gone_ms
            if table.has_failed or (is_gone and not table.is_live):
                table.end(_DROPPED, WSCloseCode.POLICY_VIOLATION)
                del self._tables[name]
                self._log.info("table dropped", table=name)
        self._metrics.tables.set(len(self._tables))

    def end(self, problem: m.Problem, code: int) -> None:
        """Ends all tables with a word to everybody."""
        for table in self:
            table.end(problem, code)

    async def saved(self) -> None:
        """Waits until the records of all finished matches are on disk."""
        while self._saving:
            await asyncio.wait(self._saving)

    # -------------------------------------------------------------- records

    def _keep(
        self, keeper: RecordKeeper, entries: list[LogEntry], log: Log
    ) -> asyncio.Future[None] | None:
        """Takes in what has become final at a table.

        Returns:
            If a match is over by it, what the news of its result has to wait for.
        """
        waiting = None
        for entry in facts(entries):
            finished = keeper.keep(entry, datetime.now(UTC))
            if isinstance(entry.what, MatchEnded):
                self._metrics.matches.labels(entry.what.reason.value).inc()
                log.info("match ended", reason=entry.what.reason.value)
            if finished is not None:
                waiting = self._save(*finished, log)
        return waiting

    def _save(self, match: str, text: str, log: Log) -> asyncio.Future[None]:
        """Writes a record without holding the loop up.

        Returns:
            What is done once the disk has it, or will not have it, or has taken too long.
        """
        saving = self._loop.run_in_executor(None, self._records.save, match, text)
        waiting: asyncio.Future[None] = self._loop.create_future()
        self._saving.add(saving)

        def stop_waiting() -> None:
            if not waiting.done():
                waiting.set_result(None)

        def done(future: asyncio.Future[Path]) -> None:
            self._saving.discard(future)
            too_long.cancel()
            error = None if future.cancelled() else future.exception()
            if error is not None:
                log.error("record not saved", match=match, error=str(error))
            stop_waiting()

        too_long = self._loop.call_later(self._settings.save_seconds, stop_waiting)
        saving.add_done_callback(done)
        return waiting


_DROPPED = m.Problem(code="no-such-table", detail="This table has been closed.", fatal=True)


def _generator(purpose: str, seed: int | None) -> Random:
    """A generator for one purpose: the same one for the same seed, another each time without."""
    if seed is None:
        return Random(secrets.randbits(256))
    return Random(f"{purpose}/{seed}")


def _entropy(seed: int | None) -> Callable[[], bytes]:
    """Where deals and coins come from: the seed, or the system."""
    if seed is None:
        return lambda: secrets.token_bytes(32)
    generator = _generator("deal", seed)
    return lambda: generator.randbytes(32)
