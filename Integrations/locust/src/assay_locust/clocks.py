"""How far the clocks of two machines are apart, by round trips."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClockOffset:
    """How much a worker's clock is ahead of the master's, and how wrong that may be, in seconds."""

    ahead: float
    uncertainty: float


@dataclass(frozen=True)
class RoundTrip:
    """When the master asked, what the worker's clock said, and when the answer was there."""

    asked: float
    theirs: float
    answered: float

    @property
    def duration(self) -> float:
        """In seconds, by the master's clock."""
        return max(0.0, self.answered - self.asked)


def offset(trips: list[RoundTrip]) -> ClockOffset:
    """The offset by the shortest round trip: the answer was given somewhere between question and answer.

    There must be one.
    """
    best = min(trips, key=lambda trip: trip.duration)
    return ClockOffset(best.theirs - (best.asked + best.answered) / 2, best.duration / 2)


def argument(seconds: float) -> str:
    """As `assay` reads a duration, to the microsecond: `-1.5ms`."""
    return f"{seconds * 1000:.3f}ms"
