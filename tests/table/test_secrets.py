"""Nothing hidden is in any message (R2.6): every frame of a hundred matches is scanned."""

from __future__ import annotations

import re

import pytest

from spit.bots import LEVELS
from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.rules import PRESETS, Spat, State
from spit.table import Outgoing
from tests.table.simulation import Simulation, seated

MATCHES = 100
CARD = re.compile(rb'"([2-9TJQKA][shdc])"')


def hidden_cards(state: State) -> set[str]:
    """The cards that nobody may see now: face down in a stock, or unturned in a hand."""
    down = {card for piles in state.stocks for pile in piles for card in pile.down}
    hands = {card for hand in state.hands for card in hand}
    return {str(card) for card in down | hands}


class Scanner:
    """Looks at every frame at the moment at which it is sent."""

    def __init__(self) -> None:
        self.frames = 0
        self.simulation: Simulation | None = None

    def __call__(self, sent: Outgoing) -> None:
        """Fails if a frame names a card that is hidden now."""
        self.frames += 1
        if self.simulation is None:  # the frames of an empty table, before anything is dealt
            assert CARD.search(encode(sent.message)) is None
            return
        state = self.simulation.table._match.referee.race.final
        named = {found.decode() for found in CARD.findall(encode(sent.message))}
        assert named & hidden_cards(state) == set(), sent


def test_the_scan_finds_what_it_looks_for() -> None:
    """A frame that named a face-down or an unturned card would fail."""
    scanner = Scanner()
    drivers = (seated(LEVELS["sharp"], 0, "leak"), seated(LEVELS["sharp"], 1, "leak"))
    scanner.simulation = simulation = Simulation(drivers, "leak", watch=scanner)
    simulation.run(until=lambda entry: isinstance(entry.what, Spat))
    state = simulation.table._match.referee.race.final
    for card in (state.stocks[0][4].down[0], state.hands[1][0]):
        leak = m.Update(epoch=1, version=1, events=[m.Flipped(seat=0, stock=0, card=str(card))])
        with pytest.raises(AssertionError):
            scanner(Outgoing(None, leak))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_no_frame_names_a_hidden_card(preset: str) -> None:
    """In a hundred matches over all presets, and in the whole view at the end of each."""
    for number in range(MATCHES // len(PRESETS) + 1):
        scanner, seed = Scanner(), f"{preset}/{number}"
        drivers = (seated(LEVELS["sharp"], 0, seed), seated(LEVELS["lightning"], 1, seed))
        simulation = Simulation(drivers, seed, PRESETS[preset], watch=scanner)
        scanner.simulation = simulation
        simulation.run()
        assert scanner.frames > 50
