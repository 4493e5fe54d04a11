"""Bots that fail, each in a way of its own; loaded as a stranger's file."""

# ruff: noqa: ARG002 - the worse they are, the less they look

from __future__ import annotations

import sys
from random import Random
from typing import Any

from spit.bots import Wait
from spit.rules import Flip, Play, View, legal_actions


class Fine:
    """Does the first legal thing."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def decide(self, view: View, rng: Random) -> Any:
        """The first one that is legal."""
        actions = legal_actions(view, self.seat)
        return actions[0] if actions else None


class Throws(Fine):
    """Divides by zero."""

    def decide(self, view: View, rng: Random) -> Any:
        """Never returns."""
        return len(view.spits) // 0


class Born(Fine):
    """Fails while it is made."""

    def __init__(self, seat: int) -> None:
        raise RuntimeError(f"seat {seat} is not for me")


class Exits(Fine):
    """Would end the whole arena."""

    def decide(self, view: View, rng: Random) -> Any:
        """Never returns."""
        sys.exit(3)


class Sleeps(Fine):
    """Never answers, and lets nothing stop it that it can catch."""

    def decide(self, view: View, rng: Random) -> Any:
        """Never returns."""
        while True:
            try:
                rng.random()
            except Exception:  # noqa: BLE001 - as careless code does
                continue


class Nonsense(Fine):
    """Answers with a sentence."""

    def decide(self, view: View, rng: Random) -> Any:
        """No action."""
        return "the ace, please"


class Unspeakable(Fine):
    """Answers with what cannot even be shown."""

    def decide(self, view: View, rng: Random) -> Any:
        """No action."""

        class Thing:
            def __repr__(self) -> str:
                raise ValueError

        return Thing()


class Endless(Fine):
    """Waits longer than anybody may."""

    def decide(self, view: View, rng: Random) -> Any:
        """No pause."""
        return Wait(10**9)


class Illegal(Fine):
    """Plays before there is anything to play on."""

    def decide(self, view: View, rng: Random) -> Any:
        """Not legal while the match waits for both to be ready."""
        return Play(self.seat, 0, 0)


class Thief(Fine):
    """Moves for the other seat."""

    def decide(self, view: View, rng: Random) -> Any:
        """Never its own."""
        return Flip(1 - self.seat, 0)


class Statue(Fine):
    """Does nothing, ever."""

    def decide(self, view: View, rng: Random) -> Any:
        """Nothing."""
        return None


NOT_A_CLASS = 5
