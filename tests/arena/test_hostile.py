"""Storms: clients and links that behave badly."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from spit.arena.hostile import Storm, StormError, Stranger, storms
from spit.protocol import messages as m
from spit.table import TableSettings


def test_everybody_ends_where_the_table_is() -> None:
    """Through lost connections, repeated ids and actions that make no sense."""
    weather = storms(6_000, TableSettings(), "storm", processes=1)
    assert weather.actions >= 6_000
    assert weather.lost > 100
    assert weather.rounds > 20
    assert weather.matches > 2
    assert weather.compared > 2_000


def test_a_storm_is_the_same_again() -> None:
    """Its seed is all that is random about it."""
    first, second = (storms(300, TableSettings(), "again", processes=1) for _ in range(2))
    assert first == second
    assert storms(300, TableSettings(), "other", processes=1) != first


def test_a_client_that_shows_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a storm would prove nothing."""
    hear = Stranger.hear

    def mishear(stranger: Stranger, message: m.AnyOutbound) -> bool:
        answer = hear(stranger, message)
        if stranger.view is not None and stranger.view.round:
            stranger.view = replace(stranger.view, hands=[0, 0])
        return answer

    monkeypatch.setattr(Stranger, "hear", mishear)
    with pytest.raises(StormError, match="shows"):
        Storm(TableSettings(), "mishear").run(200)


def test_an_action_without_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that gets lost on a connection that holds is a fault."""
    hear = Stranger.hear

    def deaf(stranger: Stranger, message: m.AnyOutbound) -> bool:
        return isinstance(message, m.Accepted | m.Refused) or hear(stranger, message)

    monkeypatch.setattr(Stranger, "hear", deaf)
    with pytest.raises(StormError, match="without answer"):
        Storm(TableSettings(), "deaf").run(200)
