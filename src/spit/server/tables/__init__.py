"""Live tables: the pure ones with their connections, programs, spectators and timers.

It must not know HTTP; what a client sends comes here decoded.
"""
