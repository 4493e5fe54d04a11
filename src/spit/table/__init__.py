"""One live match without I/O: seats, calls, hands, deadlines, history, pause and resume.

Owns what happens between the rules of the cards and the bytes of a connection. It imports the
rules and the protocol, and never reads a clock.
"""

from spit.table.log import Fact, LogEntry, LogError, MatchBegan, MatchLog, facts, pack
from spit.table.mail import Outgoing
from spit.table.races.order import FINAL, ArrivalOrder, ArrivedPlay, Order, PileFacts, Ruling
from spit.table.settings import TableSettings
from spit.table.table import SeatMessage, Table

__all__ = [
    "FINAL",
    "ArrivalOrder",
    "ArrivedPlay",
    "Fact",
    "LogEntry",
    "LogError",
    "MatchBegan",
    "MatchLog",
    "Order",
    "Outgoing",
    "PileFacts",
    "Ruling",
    "SeatMessage",
    "Table",
    "TableSettings",
    "facts",
    "pack",
]
