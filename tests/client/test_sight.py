"""What a bot sees over the wire is what it sees in the arena."""

from __future__ import annotations

from random import Random

import pytest

from spit.bots import LEVELS, CarefulBot
from spit.client import rules_view
from spit.rules import PRESETS, SEATS, legal_actions
from tests.table.simulation import Simulation, seated


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_wire_tells_all_that_a_decision_needs(preset: str) -> None:
    """At each step of a match both views allow the same and lead to the same decision."""
    rules, level = PRESETS[preset], LEVELS["lightning"]
    simulation = Simulation((seated(level, 0, preset), seated(level, 1, preset)), preset, rules)
    looks = 0
    while not simulation.table.is_over and looks < 400 and simulation._step():
        looks += 1
        direct = simulation.table.rules_view()
        told = rules_view(simulation.table.view(simulation.now_ms), rules)
        for seat in SEATS:
            assert legal_actions(told, seat) == legal_actions(direct, seat)
            bot = CarefulBot(seat)
            assert bot.decide(told, Random(1)) == bot.decide(direct, Random(1))
        assert told._replace(laid_hands=direct.laid_hands, first_call=None, bound=None) == (
            direct._replace(first_call=None, bound=None)
        )
