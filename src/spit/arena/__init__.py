"""Matches in virtual time, over simulated networks, at real tables.

Owns what `spit fairness` measures: simulated people (`spit.bots` with a browser's screen before
them), simulated links, and `spit.table.Table` between them. Everything is seeded: the same seed
gives the same matches on any machine and with any number of processes.
"""
