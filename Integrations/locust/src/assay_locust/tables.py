"""A second of a part in Locust's own tables, so that its page and its files show it.

Nothing of an iteration is in Python: histograms are added up value by value.
"""

from __future__ import annotations

import functools
from typing import Any, cast

from locust.stats import RequestStats, StatsEntry

from . import histograms

#: The phase whose iterations are the total of Locust's tables.
MAIN = "completion"
#: What is shown for each number of service providers.
SCALED = ("completion", "overhead")


@functools.lru_cache(maxsize=65_536)
def bucket(nanoseconds: int) -> float:
    """Milliseconds to two significant digits below 100 ms, and as Locust does it above."""
    milliseconds = nanoseconds / 1e6
    if milliseconds >= 100:
        step = 10 if milliseconds < 1_000 else 100 if milliseconds < 10_000 else 1_000
        return round(milliseconds / step) * step
    return float(f"{milliseconds:.2g}")


def entry(
    stats: RequestStats, name: str, profile: str, payload: str, at: float, failed: int = 0, violations: int = 0
) -> StatsEntry | None:
    """What came in a second as an entry of Locust's; None where nothing came.

    What came to its end is in the payload, also where it violated.
    """
    seen_values: dict[float, int] = {}
    for nanoseconds, times in histograms.values(payload):
        value = bucket(nanoseconds)
        seen_values[value] = seen_values.get(value, 0) + times
    # Locust declares whole milliseconds, and takes fractions of them.
    seen: Any = StatsEntry(stats, name, profile)
    if seen_values:
        seen.response_times = seen_values
        seen.total_response_time = sum(value * times for value, times in seen_values.items())
        seen.max_response_time, seen.min_response_time = max(seen_values), min(seen_values)
        seen.num_requests = sum(seen_values.values())
    seen.num_requests += failed
    failures = seen.num_failures = min(failed + violations, seen.num_requests)
    if seen.num_requests == 0:
        return None
    second = int(at)
    seen.start_time = at
    seen.last_request_timestamp = at
    seen.num_reqs_per_sec[second] = seen.num_requests
    if failures:
        seen.num_fail_per_sec[second] = failures
    return cast(StatsEntry, seen)


def fill(stats: RequestStats, profile: str, line: dict[str, Any], at: float) -> None:
    """Adds a line of `assay load --progress json` to Locust's tables."""
    for phase, payload in line["phases"].items():
        failures = [int(line[name]) for name in ("failed", "violations") if phase == MAIN]
        seen = entry(stats, phase, profile, payload, at, *failures)
        if seen is None:
            continue
        stats.get(phase, profile).extend(seen)
        if phase == MAIN:
            stats.total.extend(seen)
    for scale in line["scales"]:
        for phase in SCALED:
            if phase in scale["phases"]:
                name = f"{phase}, {scale['providers']} providers"
                seen = entry(stats, name, profile, scale["phases"][phase], at)
                if seen is not None:
                    stats.get(name, profile).extend(seen)
