"""Matches between bots in virtual time, ours or a stranger's, and what they say of strength.

Owns what runs a bot that was written elsewhere, and whose fault it is when one fails.
"""
