"""Bots at a running server: the same classes as in the arena, over the wire.

`play` joins a server and plays matches with a bot. A bot has no way in that a person does not have:
it hears what a browser hears, and its touches wait, race and are refused as a person's are.
"""

from spit.client.errors import ClientError
from spit.client.join import Finished, Where, join, play
from spit.client.seat import BotAtSeat
from spit.client.sight import rules_view

__all__ = ["BotAtSeat", "ClientError", "Finished", "Where", "join", "play", "rules_view"]
