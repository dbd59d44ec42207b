"""What needs no Locust process."""

import argparse

import pytest
from assay_locust import clocks, options, tables, tool
from fake_assay_payload import payload
from locust.stats import RequestStats


def test_the_offset_is_that_of_the_shortest_round_trip() -> None:
    trips = [clocks.RoundTrip(100.0, 105.5, 101.0), clocks.RoundTrip(200.0, 205.01, 200.02)]
    found = clocks.offset(trips)
    assert found.ahead == pytest.approx(5.0)
    assert found.uncertainty == pytest.approx(0.01)
    assert clocks.offset([]) == clocks.ClockOffset(0.0, 0.0)
    assert clocks.argument(-0.0015) == "-1.500ms"


def test_a_second_becomes_entries_of_locust() -> None:
    stats = RequestStats()
    line = {
        "failed": 2, "violations": 1, "phases": {"completion": payload([1_500_000, 1_500_000, 250_000_000])},
        "scales": [{"providers": 4, "phases": {"overhead": payload([90_000])}}],
    }
    tables.fill(stats, "fan-out", line, 1000.0)
    tables.fill(stats, "fan-out", line, 1001.0)
    whole = stats.get("completion", "fan-out")
    assert (whole.num_requests, whole.num_failures) == (12, 6)
    assert whole.response_times == {1.5: 4, 250: 2}
    assert stats.total.num_requests == 12
    assert stats.get("overhead, 4 providers", "fan-out").response_times == {0.09: 2}


def test_the_command_line_of_a_part_is_what_was_asked_for() -> None:
    parser = argparse.ArgumentParser()
    options.add(parser)
    values = parser.parse_args(["--load-profile", "soak", "--load-rate", "5/s", "--load-argument=--unverified"])
    load = options.LoadOptions.parsed(values)
    assert options.LoadOptions.received(load.message()) == load
    assert load.arguments() == ["load", "soak", "--rate", "5/s", "--unverified"]


def test_what_is_different_is_told() -> None:
    own = tool.Identity("1", "a" * 64)
    assert own.difference(own) == ""
    assert "assay 2" in own.difference(tool.Identity("2", "a" * 64))
    assert "digest bbb" in own.difference(tool.Identity("1", "b" * 64))
    with pytest.raises(tool.ToolMissing, match="cannot be run"):
        tool.identity("/nowhere/assay")
