"""Who comes first (R4.3): round trips, reaction times, and the order of contested actions.

Owns what is decided about races. It is pure: times are handed in, nothing is sent from here.
"""
