"""The asyncio shell around live tables: pages, sockets, the real clock, limits, logs and numbers.

Owns bytes and time. What happens at a table is decided in `spit.table` and below; nothing here
knows what a card may do.
"""
