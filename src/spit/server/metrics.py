"""What the server counts.

Owns the numbers behind ``/metrics``, in a registry of its own so that several servers in one
process do not mix theirs.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain"
CHARSET = "utf-8"

_SECONDS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5)


class Metrics:
    """The counters and gauges of one server. No label has a value that a client chooses."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._by_kind: dict[str, Counter] = {}
        self._by_answer: dict[str, Counter] = {}
        self.tables = Gauge("spit_tables", "Tables that exist.", registry=registry)
        self.connections = Gauge("spit_connections", "Open WebSockets.", registry=registry)
        self.messages = Counter(
            "spit_messages", "Messages received, by type.", ["type"], registry=registry
        )
        self.answers = Counter(
            "spit_answers", "Answers to actions: accepted, or the reason.", ["answer"],
            registry=registry,
        )  # fmt: skip
        self.problems = Counter(
            "spit_problems", "Problems told to clients, by code.", ["code"], registry=registry
        )
        self.matches = Counter(
            "spit_matches", "Matches that ended, by reason.", ["reason"], registry=registry
        )
        self.cut = Counter(
            "spit_cut", "Connections cut off, by cause.", ["cause"], registry=registry
        )
        self.commits = Counter("spit_commits", "Commits to the store.", registry=registry)
        self.failing = Gauge(
            "spit_store_failing", "1 while nothing can be kept, else 0.", registry=registry
        )
        self.waiting = Gauge("spit_waiting", "People who look for an opponent.", registry=registry)
        self.faults = Counter("spit_faults", "Faults of the server.", registry=registry)
        self.handling = Histogram(
            "spit_handling_seconds", "From a message to all that it caused being queued.",
            buckets=_SECONDS, registry=registry,
        )  # fmt: skip

    def count_message(self, kind: str) -> None:
        """Counts a message; every one passes here, so its counter is looked up only once."""
        counter = self._by_kind.get(kind)
        if counter is None:
            counter = self._by_kind[kind] = self.messages.labels(kind)
        counter.inc()

    def count_answer(self, answer: str) -> None:
        """Counts an answer, as `count_message` does."""
        counter = self._by_answer.get(answer)
        if counter is None:
            counter = self._by_answer[answer] = self.answers.labels(answer)
        counter.inc()

    def text(self) -> bytes:
        """All of it in the format that Prometheus reads."""
        return generate_latest(self._registry)
