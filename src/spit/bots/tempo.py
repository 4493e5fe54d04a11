"""How long a person takes: eye, mind and hand as seeded distributions.

Owns the numbers of a `Tempo` and the laws that turn them into milliseconds. It knows no policy and
reads no clock. The laws, each a standard finding about people:

* Perception and the size of its parts: the Model Human Processor, S. K. Card, T. P. Moran and
  A. Newell, *The Psychology of Human-Computer Interaction*, Erlbaum 1983, ch. 2: a perceptual
  cycle of 100 [50-200] ms, a cognitive one of 70 [25-170] ms, a motor one of 70 [30-100] ms.
* Search: each thing looked at costs the same again, about 25-60 ms; on the average half of them
  are looked at before the right one, and all of them when there is none. A. M. Treisman and
  G. Gelade, "A feature-integration theory of attention", Cognitive Psychology 12, 1980, 97-136.
* Choice: time grows with the logarithm of the number of choices. W. E. Hick, "On the rate of gain
  of information", Quarterly J. of Experimental Psychology 4, 1952, 11-26; R. Hyman, "Stimulus
  information as a determinant of reaction time", J. of Experimental Psychology 45, 1953, 188-196.
* Movement: time grows with log2(D / W + 1) of distance over width. P. M. Fitts, "The information
  capacity of the human motor system in controlling the amplitude of movement", J. of Experimental
  Psychology 47, 1954, 381-391, in the Shannon form of I. S. MacKenzie, "Fitts' law as a research
  and design tool in human-computer interaction", Human-Computer Interaction 7, 1992, 91-139.
* Spread: reaction times are the sum of a Gaussian and an exponential variable (ex-Gaussian),
  R. D. Luce, *Response Times*, Oxford 1986. Movement times are lognormal here.
* Stopping: a movement under way is past recall for its last 150-250 ms. G. D. Logan and W. B.
  Cowan, "On the ability to inhibit thought and action", Psychological Review 91, 1984, 295-327.
* Number at a glance: an estimate scatters in proportion to what is estimated (Weber's law), by
  about 0.15 of it in adults: J. Whalen, C. R. Gallistel and R. Gelman, "Nonverbal counting in
  humans", Psychological Science 10, 1999, 130-137.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log2
from random import Random


@dataclass(frozen=True, slots=True)
class Tempo:
    """The numbers of one player's eye, mind and hand; times in milliseconds."""

    perceive_ms: float
    """Mean delay until a change on the table is seen."""
    search_ms: float
    """Time to look at one card against one spit pile."""
    choose_ms: float
    """Time for one bit of choice (Hick's law)."""
    aim_ms: float
    """Start of a movement: Fitts' `a`."""
    move_ms: float
    """Time for one bit of difficulty of a movement: Fitts' `b`."""
    stop_ms: float
    """A moving hand nearer than this to its touch cannot be stopped any more."""
    spread: float
    """Standard deviation of the Gaussian part of a reaction, as a share of its mean."""
    tail: float
    """Mean of the exponential part of a reaction, as a share of its mean."""
    jitter: float
    """Sigma of the lognormal factor on each movement."""
    ahead: float
    """Share of search and choice done while the hand still moves, 0 to 1."""
    slip: float
    """Probability that a card goes to another place than the one meant."""
    lapse: float
    """Probability that what could be done is overlooked for a while."""
    lapse_ms: float
    """Mean time for which it is overlooked."""
    weber: float
    """Scatter of the estimated size of a spit pile, as a share of it."""


def reaction_ms(mean_ms: float, tempo: Tempo, rng: Random) -> float:
    """An ex-Gaussian reaction time with the given mean, never under a quarter of it (Luce 1986)."""
    gauss = rng.gauss(mean_ms * (1 - tempo.tail), mean_ms * tempo.spread)
    tail = rng.expovariate(1.0) * mean_ms * tempo.tail
    return max(gauss + tail, mean_ms / 4)


def perception_ms(tempo: Tempo, rng: Random) -> float:
    """Time from a change on the table to seeing it."""
    return reaction_ms(tempo.perceive_ms, tempo, rng)


def thought_ms(items: int, choices: int, tempo: Tempo, rng: Random) -> float:
    """Time to search the table and to choose.

    Args:
        items: Pairs of a card and a spit pile that are looked at.
        choices: Things that can be done; with none, every item has been looked at in vain.
        tempo: Whose eye and mind.
        rng: Chance.
    """
    looked_at = items if choices == 0 else (items + 1) / 2
    mean_ms = looked_at * tempo.search_ms + log2(choices + 1) * tempo.choose_ms
    return reaction_ms(mean_ms, tempo, rng)


def movement_ms(distance: float, width: float, tempo: Tempo, rng: Random) -> float:
    """Time of one movement of the hand by Fitts' law, with a lognormal factor of mean 1.

    Args:
        distance: From where the hand is to the middle of the goal, in card widths.
        width: Size of the goal along the movement, in card widths.
        tempo: Whose hand.
        rng: Chance.
    """
    mean_ms = tempo.aim_ms + tempo.move_ms * log2(distance / width + 1)
    return mean_ms * exp(rng.gauss(-(tempo.jitter**2) / 2, tempo.jitter))


def lapse_ms(tempo: Tempo, rng: Random) -> float:
    """For how long what could be done is overlooked: usually 0."""
    return rng.expovariate(1.0 / tempo.lapse_ms) if rng.random() < tempo.lapse else 0.0


def glance(cards: int, tempo: Tempo, rng: Random) -> int:
    """How many cards a spit pile seems to hold (Weber's law), at least 0."""
    return max(0, round(rng.gauss(cards, cards * tempo.weber)))
