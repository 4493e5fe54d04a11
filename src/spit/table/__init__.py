"""One live match without I/O: seats, calls, hands, deadlines, history, pause and resume.

Owns what happens between the rules of the cards and the bytes of a connection. It imports the
rules and the protocol, and never reads a clock.
"""

from spit.table.log import Fact, LogEntry, LogError, MatchBegan, MatchLog, facts, pack
from spit.table.mail import AllBut, Outgoing
from spit.table.races.conduct import Doubt
from spit.table.races.fair import FairOrder
from spit.table.races.order import FINAL, ArrivedPlay, Order, Ruling
from spit.table.races.race import Race
from spit.table.races.settings import FairSettings
from spit.table.races.trips import PingPace, Trips
from spit.table.settings import TableSettings
from spit.table.table import SeatMessage, Table

__all__ = [
    "FINAL",
    "AllBut",
    "ArrivedPlay",
    "Doubt",
    "Fact",
    "FairOrder",
    "FairSettings",
    "LogEntry",
    "LogError",
    "MatchBegan",
    "MatchLog",
    "Order",
    "Outgoing",
    "PingPace",
    "Race",
    "Ruling",
    "SeatMessage",
    "Table",
    "TableSettings",
    "Trips",
    "facts",
    "pack",
]
