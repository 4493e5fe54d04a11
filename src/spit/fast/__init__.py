"""Fast simulation: matches in batches over arrays, compiled by numba; the extra `fast`.

The rules are those of `spit.rules`, move for move. A thousand matches, and how often seat 0 won::

    from spit.fast import play

    results = play(matches=1_000, policies=("greedy", "random"))
    print((results.winner == 0).mean())

docs/fast.md has the figures. Importing this without the extra raises an `ImportError` that says
what to install.
"""

from spit.fast.batch import MAX_TURNS, POLICIES, SIGHT, Batch, Given, Policy, Results, play
from spit.fast.layout import CODES, MATCH_BYTES, REASONS

__all__ = [
    "CODES",
    "MATCH_BYTES",
    "MAX_TURNS",
    "POLICIES",
    "REASONS",
    "SIGHT",
    "Batch",
    "Given",
    "Policy",
    "Results",
    "play",
]
