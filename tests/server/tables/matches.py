"""Whole matches as what becomes final of them: what the tests of ledgers and records share."""

from __future__ import annotations

from spit.rules import STANDARD, Rules
from spit.table import LogEntry, MatchBegan, MatchLog, pack
from tests.rules.random_play import random_match


def entries_of(match: str, seed: int = 1, rules: Rules = STANDARD) -> list[LogEntry]:
    """All entries of a match between Ana and Ben that is played at random, ten in a second."""
    began = LogEntry(0, MatchBegan(match, rules, ("Ana", "Ben")))
    steps = enumerate(random_match(rules, seed), 1)
    return [began, *(LogEntry(100 * n, step.action, step.events) for n, step in steps)]


def log_of(entries: list[LogEntry]) -> MatchLog:
    """The log that they make."""
    log = MatchLog()
    for entry in entries:
        log.add(pack(entry))
    return log
