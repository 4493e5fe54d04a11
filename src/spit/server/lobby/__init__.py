"""The lobby: who is here, who looks for an opponent, which tables may be found.

It must not know how a table is played.
"""
