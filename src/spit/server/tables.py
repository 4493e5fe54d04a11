"""All tables of one server.

Owns their directory: making a table, finding it, and letting it go.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

from spit.bots import LEVELS, BotDriver
from spit.protocol import messages as m
from spit.rules import Rules, State, choose_rules
from spit.server.botseat import BotSeat
from spit.server.live import LiveTable, Services
from spit.server.names import clean_name, new_secret, new_table_name
from spit.server.records import RecordKeeper
from spit.table import Table

PERSON, PROGRAM = 0, 1
"""The seats of a match against the computer."""


class FullError(Exception):
    """The server has as many tables as it may."""


class Tables:
    """The tables of one server; needs a running event loop.

    Args:
        services: What all tables share.
        now_ms: The loop's clock in milliseconds.
    """

    def __init__(self, services: Services, now_ms: Callable[[], int]) -> None:
        self._services = services
        self._now_ms = now_ms
        self._tables: dict[str, LiveTable] = {}

    def __len__(self) -> int:
        """How many tables there are."""
        return len(self._tables)

    def __iter__(self) -> Iterator[LiveTable]:
        """The tables as they are now."""
        return iter(list(self._tables.values()))

    def find(self, name: str) -> LiveTable | None:
        """The table with this name, None if there is none."""
        return self._tables.get(name)

    def make(self, wish: m.NewTable) -> m.TableMade:
        """Makes a table for a match against the computer.

        Raises:
            OptionsError: The rules wished for are none.
            FullError: There are too many tables.
        """
        rules = choose_rules(wish.rules)
        return self._seat(rules, wish.level, clean_name(wish.name), _chance(wish.seed))

    def adopt(self, state: State, level: m.LevelName, seed: int) -> m.TableMade:
        """Makes a table that goes on with a match as it stands.

        Raises:
            FullError: There are too many tables.
        """
        return self._seat(state.rules, level, "You", _chance(seed), state)

    def _seat(
        self,
        rules: Rules,
        level: m.LevelName,
        name: str,
        chance: tuple[Callable[[], bytes], Random],
        state: State | None = None,
    ) -> m.TableMade:
        if len(self._tables) >= self._services.settings.max_tables:
            raise FullError
        entropy, rng = chance
        table_name, secret = new_table_name(), new_secret()
        names = (name, level.capitalize())
        table = Table(
            table_name, names, (False, True), rules, self._services.settings.table, entropy,
            self._now_ms(),
        )  # fmt: skip
        keeper = RecordKeeper((None, level))
        if state is not None:
            table.adopt(state, epoch=2)
        bot = BotSeat(PROGRAM, BotDriver(LEVELS[level], PROGRAM, rng))
        bot.look(table, self._now_ms())
        self._tables[table_name] = LiveTable(
            table_name, table, (secret, None), (bot,), keeper, self._services, self._dropped
        )
        self._services.metrics.tables.set(len(self._tables))
        self._services.log.info("table made", table=table_name, against=level, rules=rules.label)
        return m.TableMade(table_name, PERSON, secret, f"/ws/{table_name}")

    def _dropped(self, live: LiveTable) -> None:
        self._tables.pop(live.name, None)
        self._services.metrics.tables.set(len(self._tables))
        self._services.log.info("table dropped", table=live.name)

    def close(self) -> None:
        """Closes all tables; everybody is told."""
        problem = m.Problem(code="closing", detail="The server is stopping.", fatal=True)
        for live in self:
            live.close(problem)


def _chance(seed: int | None) -> tuple[Callable[[], bytes], Random]:
    """Where deals and coins come from, and the program's generator."""
    if seed is None:
        return lambda: secrets.token_bytes(32), Random(secrets.randbits(64))
    deals = Random(sha256(b"deals %d" % seed).digest())
    return lambda: deals.randbytes(32), Random(sha256(b"bot %d" % seed).digest())
