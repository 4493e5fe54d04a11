"""Programs at a table: they go through the same door as people."""

from __future__ import annotations

from collections import Counter
from random import Random

from spit.bots import LEVELS, BotDriver
from spit.protocol import messages as m
from spit.rules import STANDARD, MatchEnded
from spit.server.tables.botseat import BotSeat
from spit.table import Fact, Outgoing, Table, TableSettings, facts


class Stage:
    """A table, two programs, and a clock that jumps to whatever is due."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.now_ms = 0
        self.sent: list[Outgoing] = []
        self.log: list[Fact] = []
        self.table = Table(
            "k3v9q", ("First", "Second"), (True, True), STANDARD, TableSettings(),
            lambda: rng.randbytes(32), self.now_ms,
        )  # fmt: skip
        self.bots = [
            BotSeat(seat, BotDriver(LEVELS["lightning"], seat, Random(f"{seed}/{seat}")))
            for seat in (0, 1)
        ]
        self.carry()

    def carry(self) -> None:
        """Gives everybody what the table has said."""
        for each in self.table.take_outbox():
            self.sent.append(each)
            for bot in self.bots:
                if each.to in (None, bot.seat):
                    bot.hear(each.message, self.now_ms)
        self.log += facts(self.table.take_log())
        for bot in self.bots:
            bot.look(self.table, self.now_ms)

    def step(self) -> None:
        """Lets the next thing happen."""
        times = [self.table.next_deadline_ms(), *(bot.next_ms(self.table) for bot in self.bots)]
        self.now_ms = max(self.now_ms, min(each for each in times if each is not None))
        self.table.tick(self.now_ms)
        self.carry()
        for bot in self.bots:
            bot.act(self.table, self.now_ms)
            self.carry()

    def play(self) -> None:
        """Plays a match to its end."""
        for _ in range(50_000):
            if self.table.is_over:
                return
            self.step()
        raise AssertionError("the match does not end")


def test_two_programs_play_a_match_to_its_end() -> None:
    """By messages alone; what they name is what they saw, so next to nothing is a misplay."""
    stage = Stage(seed=3)
    stage.play()
    reasons = Counter(
        each.message.reason for each in stage.sent if isinstance(each.message, m.Refused)
    )
    accepted = sum(isinstance(each.message, m.Accepted) for each in stage.sent)
    assert isinstance(stage.log[-1].what, MatchEnded)
    assert stage.log[-1].what.reason.value != "abandoned"
    assert reasons.total() < accepted / 4
    assert not set(reasons) & {"not-your-seat", "stale-id", "no-such-place", "wrong-spit-pile"}


def test_the_same_seed_plays_the_same_match() -> None:
    """Deals, thoughts and slips come from the generators that were handed in."""
    first, second = Stage(seed=4), Stage(seed=4)
    first.play()
    second.play()
    assert first.log == second.log


def test_a_program_agrees_to_a_rematch() -> None:
    """But never asks for one, so nobody is drawn into another match."""
    stage = Stage(seed=5)
    stage.play()
    assert not any(bot.act(stage.table, stage.now_ms) for bot in stage.bots)
    ask = m.Rematch(id=stage.table.next_id(0), seat=0)
    stage.table.receive(0, ask, stage.now_ms)
    stage.carry()
    assert stage.bots[1].next_ms(stage.table) == 0
    assert stage.bots[1].act(stage.table, stage.now_ms)
    stage.carry()
    assert stage.table.match == "k3v9q-2"
    assert not stage.table.is_over
