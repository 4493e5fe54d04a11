"""All tables of a server.

Owns which tables exist: making them, finding them, taking seats at them, going on with those that
were kept, and dropping those whose people have gone.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from aiohttp import WSCloseCode
from msgspec.structs import replace

from spit.bots import LEVELS, BotDriver
from spit.protocol import messages as m
from spit.rules import Rules, State, choose_rules, parse_rules
from spit.server.clock import time_of_day_ms
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.names import GUEST, clean_name, new_secret, new_table_name
from spit.server.settings import ServerSettings
from spit.server.sockets.pulse import Pulse
from spit.server.tables.botseat import BotSeat
from spit.server.tables.delivery import Delivery
from spit.server.tables.gallery import Gallery
from spit.server.tables.handover import Handovers
from spit.server.tables.journal import Journal
from spit.server.tables.keeper import Keeper
from spit.server.tables.ledger import Kept, Ledger, Unread, read
from spit.server.tables.live import LiveTable
from spit.server.tables.seats import SeatKeys
from spit.store import StoredTable
from spit.table import LogError, MatchLog, Table

_ROOM_MS = 60_000
"""A table that nobody has been at for so long makes room for another one where there is none."""

_IDS_OF_EPOCH = 1_000_000
"""Nobody acts so often before a server is started again; which ids were used is not kept."""

PERSON, OTHER = 0, 1
"""Who sits where: whoever made the table, and the computer, the friend or the partner."""


_EPOCHS_SINCE = 1_577_836_800
"""The beginning of 2020, in seconds since 1970."""


class FullError(RuntimeError):
    """There are as many tables as there may be."""


class SeatTakenError(RuntimeError):
    """The table has no free seat."""


class Player(NamedTuple):
    """Somebody who sits down."""

    name: str
    """Cleaned."""
    guest: int | None = None
    """The store's number."""
    guest_secret: str | None = None
    """Opens the seat too."""


class _Plan(NamedTuple):
    """A table to be made."""

    rules: Rules
    players: tuple[Player, Player | None]
    bot: m.LevelName | None = None
    seed: int | None = None
    state: State | None = None
    wins: tuple[int, int] = (0, 0)
    is_listed: bool = False
    is_same_screen: bool = False
    is_public: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether whoever asks for it gets the secrets of both seats."""
        return self.is_same_screen or self.is_public


class Place(NamedTuple):
    """A table of the directory: the live one and what is kept of it."""

    live: LiveTable
    keeper: Keeper

    @property
    def kept(self) -> Kept:
        """What the table is."""
        return self.keeper.ledger.kept

    @property
    def is_missed(self) -> bool:
        """Whether two were paired here, of whom one has not come yet."""
        return self.kept.is_public and self.live.is_fresh and not all(self.live.online)

    @property
    def may_be_declined(self) -> bool:
        """Whether two were paired here, and no card has been turned yet."""
        if not self.kept.is_public:
            return False
        view = self.live.view()
        is_first = view.match == self.live.name and view.round <= 1
        return is_first and (view.phase == "ready" or view.round == 0) and view.result is None


class Tables:
    """The tables of one server.

    Args:
        settings: The server's.
        journal: Where what is final is written down.
        metrics: The server's.
        log: The server's.
    """

    def __init__(
        self, settings: ServerSettings, journal: Journal, metrics: Metrics, log: Log
    ) -> None:
        self.handovers = Handovers()
        self.pulse = Pulse(
            is_direct=not settings.behind_proxy, is_needed=settings.table.fair is not None
        )
        """Measures how far away people are who play against each other."""
        self._settings = settings
        self._journal = journal
        self._metrics, self._log = metrics, log
        self._loop = asyncio.get_running_loop()
        self._places: dict[str, Place] = {}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._places)

    def __iter__(self) -> Iterator[Place]:
        """All of them, the oldest first."""
        return iter(list(self._places.values()))

    def find(self, name: str) -> LiveTable | None:
        """The live table of that name."""
        place = self._places.get(name)
        return None if place is None else place.live

    def place(self, name: str) -> Place | None:
        """The table of that name with what is kept of it; None if a fault has ended it."""
        place = self._places.get(name)
        return None if place is None or place.live.has_failed else place

    # -------------------------------------------------------------- making

    def make(self, wish: m.NewTable, player: Player) -> m.TableMade:
        """Makes a table.

        Args:
            wish: What it is to be.
            player: Who makes it.

        Raises:
            OptionsError: The rules that are wished for do not exist.
            FullError: There is no room for another one.
        """
        rules = choose_rules(wish.rules)
        if wish.opponent == "computer":
            level = LEVELS[wish.level].name.capitalize()
            players = (player, Player(level))
            return self._make(_Plan(rules, players, bot=wish.level, seed=wish.seed))
        if wish.opponent == "friend":
            plan = _Plan(rules, (player, None), seed=wish.seed, is_listed=wish.listed)
            return self._make(plan)
        partner = Player(clean_name(wish.partner_name))
        if partner.name == player.name == GUEST:
            player, partner = player._replace(name=f"{GUEST} 1"), Player(f"{GUEST} 2")
        return self._make(_Plan(rules, (player, partner), seed=wish.seed, is_same_screen=True))

    def adopt(self, state: State, level: m.LevelName, seed: int) -> m.TableMade:
        """Makes a table against the computer that goes on with a match as it stands.

        Its record is not kept, since its beginning is not known here.

        Raises:
            FullError: There is no room for another one.
        """
        name = LEVELS[level].name.capitalize()
        players = (Player(GUEST), Player(name))
        return self._make(_Plan(state.rules, players, bot=level, seed=seed, state=state))

    def pair(
        self, first: Player, second: Player, rules: Rules, wins: tuple[int, int]
    ) -> tuple[m.TableMade, m.TableMade]:
        """Makes a table for two who met in the lobby; the answers are by seat.

        Raises:
            FullError: There is no room for another one.
        """
        made = self._make(_Plan(rules, (first, second), wins=wins, is_public=True))
        assert made.partner_secret is not None
        mine = m.TableMade(made.table, PERSON, made.secret, made.socket)
        return mine, m.TableMade(made.table, OTHER, made.partner_secret, made.socket)

    def _make(self, plan: _Plan) -> m.TableMade:
        if len(self._places) >= self._settings.max_tables:
            self.sweep()
        if len(self._places) >= self._settings.max_tables:
            self._make_room()
        name, secret = new_table_name(), new_secret()
        while name in self._places:
            name = new_table_name()
        other_secret = new_secret() if plan.is_shared else None
        keys = SeatKeys.of(secret, other_secret)
        for seat, player in enumerate(plan.players):
            if player is not None and player.guest_secret is not None:
                keys.add(seat, player.guest_secret)
        kept = Kept(
            name=name,
            rules=plan.rules.header,
            names=[None if each is None else each.name for each in plan.players],
            bots=[None, plan.bot],
            keys=keys.by_seat,
            guests=[None if each is None else each.guest for each in plan.players],
            wins=list(plan.wins),
            epoch=1 if plan.state is None else 2,
            is_listed=plan.is_listed,
            is_public=plan.is_public,
            is_same_screen=plan.is_same_screen,
        )
        self._open(kept, keys, MatchLog(), plan.rules, seed=plan.seed, state=plan.state)
        self._log.info("table made", table=name, against=plan.bot, rules=plan.rules.label)
        return m.TableMade(name, PERSON, secret, self._socket(name), other_secret)

    def _make_room(self) -> None:
        """Drops the table that nobody has been at for the longest time.

        Whoever makes tables and leaves them keeps nobody else from playing.

        Raises:
            FullError: There is a match, or were people a moment ago, at each of them.
        """
        latest_ms = int(self._loop.time() * 1_000) - _ROOM_MS
        empty = [
            (place.live.gone_since_ms, place.live.name)
            for place in self
            if place.live.gone_since_ms is not None and not place.live.is_live
        ]
        gone_ms, name = min(empty, default=(latest_ms + 1, ""))
        if gone_ms > latest_ms:
            raise FullError
        self.close(name, _DROPPED)

    def _open(
        self,
        kept: Kept,
        keys: SeatKeys,
        match_log: MatchLog,
        rules: Rules,
        *,
        seed: int | None = None,
        state: State | None = None,
        at_ms: int = 0,
    ) -> Place:
        """Opens a table, new or kept, to connections."""
        first, second = kept.names
        table = Table(
            kept.name, (first, second), (kept.bots[0] is not None, kept.bots[1] is not None),
            rules, self._settings.table, _entropy(seed), int(self._loop.time() * 1_000),
        )  # fmt: skip
        if kept.epoch > 1:
            first_id = 1 + (kept.epoch - 1) * _IDS_OF_EPOCH
            table.adopt(state, kept.epoch, number=kept.number, at_ms=at_ms, first_id=first_id)
        table.count_wins_from((kept.wins[0], kept.wins[1]))
        keeper = Keeper(
            Ledger(self._journal, kept, match_log), self._journal, self._metrics, self._log
        )
        live = LiveTable(
            table=table,
            keys=keys,
            bots=[
                BotSeat(seat, BotDriver(LEVELS[level], seat, _generator("bot", seed)))
                for seat, level in enumerate(kept.bots)
                if level is not None
            ],
            delivery=Delivery(Gallery(self._settings.spectator_delay_ms), self.pulse),
            keep=keeper.keep,
            metrics=self._metrics,
            log=self._log,
            save_seconds=self._settings.save_seconds,
        )
        place = self._places[kept.name] = Place(live, keeper)
        self._metrics.tables.set(len(self._places))
        return place

    # -------------------------------------------------------------- taking seats

    def sit(self, place: Place, player: Player, wins: tuple[int, int]) -> m.TableMade:
        """Takes the free seat of a table.

        Args:
            place: The table.
            player: Who sits down.
            wins: As `spit.table.Table.sit`.

        Raises:
            SeatTakenError: It has none.
        """
        kept, live = place.kept, place.live
        if not live.has_free_seat:
            raise SeatTakenError
        seat = kept.names.index(None)
        secret = new_secret()
        live.keys.add(seat, secret)
        if player.guest_secret is not None:
            live.keys.add(seat, player.guest_secret)
        place.keeper.ledger.change(
            names=_with(kept.names, seat, player.name),
            guests=_with(kept.guests, seat, player.guest),
            keys=live.keys.by_seat,
            wins=list(wins),
        )
        live.sit(seat, player.name, wins)
        self._log.info("seat taken", table=live.name)
        return m.TableMade(live.name, seat, secret, self._socket(live.name))

    def seat_again(self, place: Place, guest_secret: str | None) -> m.TableMade | None:
        """A new secret for the seat that a guest has already, None if the guest has none."""
        seat = None if guest_secret is None else place.live.keys.seat_of(guest_secret)
        return None if seat is None else self.new_key(place, seat)

    def new_key(self, place: Place, seat: int) -> m.TableMade:
        """A further secret for a seat that is taken."""
        secret, live = new_secret(), place.live
        live.keys.add(seat, secret)
        place.keeper.ledger.change(keys=live.keys.by_seat)
        return m.TableMade(live.name, seat, secret, self._socket(live.name))

    def _socket(self, name: str) -> str:
        """The path of a table's WebSocket."""
        return f"{self._settings.base_path}/ws/{name}"

    # -------------------------------------------------------------- over time

    def revive(self, stored: StoredTable) -> None:
        """Goes on with a table that was kept, in a new epoch.

        A table that cannot be read stays in the store, and the operator is told; the others go on.
        """
        try:
            place = self._revive(stored)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it, the others go on
            self._metrics.faults.inc()
            if not isinstance(error, LogError):
                self._log.exception("table not restored", table=stored.name)
            else:
                self._log.error("table not restored", table=stored.name, error=str(error))
            self._journal.keep(Unread(stored))
            return
        if place.live.is_over:
            place.keeper.save()  # in case it was not, when the server was killed
        self._log.info("table restored", table=place.kept.name, epoch=place.kept.epoch)

    def _revive(self, stored: StoredTable, epoch: int = 0) -> Place:
        """Opens a table that was kept in the next epoch, or in `epoch` if that is a later one.

        Raises:
            LogError: It is damaged.
        """
        revived = read(stored)
        kept = replace(revived.kept, epoch=max(revived.kept.epoch + 1, epoch))
        return self._open(
            kept, SeatKeys(kept.keys), revived.log, parse_rules(kept.rules),
            state=revived.state, at_ms=revived.at_ms,
        )  # fmt: skip

    def skip_epochs(self) -> None:
        """Gives all tables epochs that no start before has used, by the time of day.

        That is for where it could not be written which ones were used, before anyone has connected.
        """
        epoch = time_of_day_ms() // 1_000 - _EPOCHS_SINCE
        for place in self:
            place.live.end(_DROPPED, WSCloseCode.POLICY_VIOLATION)
            place.live.let_go()
            ledger = place.keeper.ledger
            self._revive(StoredTable(ledger.name, ledger.whole(), ()), epoch)

    def sweep(self) -> None:
        """Drops tables that nobody will come back to."""
        now_ms = int(self._loop.time() * 1_000)
        settings = self._settings
        for place in self:
            live = place.live
            gone_ms = live.gone_since_ms
            stays_ms = settings.invite_ms if live.has_free_seat else settings.gone_ms
            is_gone = gone_ms is not None and now_ms - gone_ms >= stays_ms
            if live.has_failed or (is_gone and not live.is_live):
                self.close(live.name, _DROPPED)
            elif place.is_missed and now_ms - live.made_ms >= settings.meet_ms:
                self.close(live.name, _NOT_MET)
        self.handovers.sweep(self._loop.time())

    def close(self, name: str, problem: m.Problem) -> bool:
        """Closes a table with a word to everybody there; False if there is none of that name."""
        place = self._places.pop(name, None)
        if place is None:
            return False
        place.live.end(problem, WSCloseCode.POLICY_VIOLATION)
        place.live.let_go()
        place.keeper.ledger.drop()
        self._metrics.tables.set(len(self._places))
        self._log.info("table dropped", table=name)
        return True

    async def rest(self) -> None:
        """Waits until the records of all matches that are over are noted."""
        await asyncio.gather(*(place.keeper.rest() for place in self))

    def end(self, problem: m.Problem, code: int) -> None:
        """Ends all tables with a word to everybody; what is kept of them stays."""
        for place in self:
            place.live.end(problem, code)


_NOT_MET = m.Problem(
    code="no-such-table", detail="Your opponent did not come to the table.", fatal=True
)
_DROPPED = m.Problem(code="no-such-table", detail="This table has been closed.", fatal=True)


def _with(items: list, seat: int, item: object) -> list:  # type: ignore[type-arg]
    return [item if each == seat else old for each, old in enumerate(items)]


def _generator(purpose: str, seed: int | None) -> Random:
    """A generator for one purpose: the same one for the same seed, another each time without."""
    if seed is None:
        return Random(secrets.randbits(256))
    return Random(f"{purpose}/{seed}")


def _entropy(seed: int | None) -> Callable[[], bytes]:
    """Where deals and coins come from: the seed, or the system."""
    if seed is None:
        return partial(secrets.token_bytes, 32)
    generator = _generator("deal", seed)
    return lambda: generator.randbytes(32)
