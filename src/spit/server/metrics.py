"""What the server counts.

Owns the numbers behind ``/metrics``, in a registry of its own so that several servers in one
process do not mix theirs.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain"
CHARSET = "utf-8"

_SECONDS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5)


class _Counted(Collector):
    """What is counted for every message, in plain numbers: a counter's lock would cost more."""

    def __init__(self, name: str, text: str, label: str) -> None:
        self.counts: Counts[str] = Counts()
        self._name, self._text, self._label = name, text, label

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The counts so far."""
        family = CounterMetricFamily(self._name, self._text, labels=[self._label])
        for value, count in self.counts.items():
            family.add_metric([value], count)
        yield family


class Metrics:
    """The counters and gauges of one server. No label has a value that a client chooses."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.tables = Gauge("spit_tables", "Tables that exist.", registry=registry)
        self.connections = Gauge("spit_connections", "Open WebSockets.", registry=registry)
        messages = _Counted("spit_messages", "Messages received, by type.", "type")
        answers = _Counted("spit_answers", "Answers to actions: accepted, or the reason.", "answer")
        registry.register(messages)
        registry.register(answers)
        self.messages = messages.counts
        """How many messages of each type have come; those that are none are ``bad``."""
        self.answers = answers.counts
        """How often each answer was given."""
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

    def text(self) -> bytes:
        """All of it in the format that Prometheus reads."""
        return generate_latest(self._registry)
