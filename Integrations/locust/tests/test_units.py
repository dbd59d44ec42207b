"""What needs no Locust process."""

import argparse
from pathlib import Path
from types import SimpleNamespace

import pytest
from fake_assay_payload import payload
from hdrh.histogram import HdrHistogram
from locust.stats import RequestStats

from assay_locust import clocks, command, folders, histograms, master, options, tables, tool


def test_the_offset_is_that_of_the_shortest_round_trip() -> None:
    trips = [clocks.RoundTrip(100.0, 105.5, 101.0), clocks.RoundTrip(200.0, 205.01, 200.02)]
    found = clocks.offset(trips)
    assert found.ahead == pytest.approx(5.0)
    assert found.uncertainty == pytest.approx(0.01)
    assert clocks.argument(-0.0015) == "-1.500ms"


@pytest.mark.parametrize(("lowest", "digits"), [(1, 3), (1, 1), (1, 2), (1_000, 3), (7, 4)])
def test_histograms_are_read_as_their_own_library_reads_them(lowest: int, digits: int) -> None:
    theirs = HdrHistogram(lowest, 3_600_000_000_000, digits)
    for power in range(40):
        for offset in (-1, 0, 1, 12_345):
            theirs.record_value(max(lowest, 2**power + offset), 1 + power**8)
    text = theirs.encode().decode()
    expected = [(item.value_iterated_to, item.count_at_value_iterated_to) for item in theirs.get_recorded_iterator()]
    assert list(histograms.values(text)) == expected
    empty = HdrHistogram(lowest, 3_600_000_000_000, digits).encode().decode()
    assert list(histograms.values(empty)) == []


@pytest.mark.parametrize("text", ["", "x", "AAAA", "HISTFAAAAAh42mNgYGBgAAAABQAB", payload([5])[:-8], "é"])
def test_what_is_no_histogram_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        list(histograms.values(text))


def test_a_second_becomes_entries_of_locust() -> None:
    stats = RequestStats()
    line = {
        "failed": 2, "violations": 1, "phases": {"completion": payload([1_500_000, 1_500_000, 250_000_000])},
        "scales": [{"providers": 4, "phases": {"overhead": payload([90_000])}}],
    }
    tables.fill(stats, "fan-out", line, 1000.0)
    tables.fill(stats, "fan-out", line, 1001.0)
    whole = stats.get("completion", "fan-out")
    assert (whole.num_requests, whole.num_failures) == (10, 6)
    assert whole.response_times == {1.5: 4, 250: 2}
    assert stats.total.num_requests == 10
    assert stats.get("overhead, 4 providers", "fan-out").response_times == {0.09: 2}


def test_a_worker_that_speaks_late_is_no_reason_to_end() -> None:
    def send(kind: str, message: dict[str, object], client_id: str) -> None:
        # While one worker is asked, another speaks.
        name = f"late-{len(found.said)}" if client_id in found.said else client_id
        found.said[name] = {"assay": "1", "specs": "a" * 64}
        found.trips[name] = [clocks.RoundTrip(1.0, 1.0, 1.0)] * (master.ROUND_TRIPS + 1)

    parser = argparse.ArgumentParser()
    options.add(parser)
    clients = SimpleNamespace(all=[SimpleNamespace(id="w", state="ready")])
    runner = SimpleNamespace(clients=clients, send_message=send, register_message=lambda kind, listener: None)
    parsed = SimpleNamespace(**vars(parser.parse_args([])), headless=False)
    found = master.Master(SimpleNamespace(parsed_options=parsed, runner=runner))
    assert found.introduce(tool.Identity("1", "a" * 64)) == ["w"]


def test_the_command_line_of_a_part_is_what_was_asked_for() -> None:
    parser = argparse.ArgumentParser()
    options.add(parser)
    values = parser.parse_args(["--load-profile", "soak", "--load-rate", "5/s", "--load-argument=--unverified"])
    load = options.LoadOptions.parsed(values)
    load.check()
    assert options.LoadOptions.received(load.message()) == load
    assert load.arguments() == ["load", "soak", "--rate", "5/s", "--unverified"]


def test_what_is_different_is_told() -> None:
    own = tool.Identity("1", "a" * 64)
    assert own.difference(own) == ""
    assert "assay 2" in own.difference(tool.Identity("2", "a" * 64))
    assert "digest bbb" in own.difference(tool.Identity("1", "b" * 64))
    with pytest.raises(tool.ToolMissing, match="cannot be run"):
        tool.identity("/nowhere/assay")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"more": ["--i-may-load-this-host"]}, "is for each machine to say"),
        ({"more": ["--unverified", "--report-dir=/"]}, "--load-argument=--report-dir=/"),
        ({"profile": "--i-may-load-this-host"}, "an option where a value is expected"),
        ({"rate": "-x"}, "an option where a value is expected"),
        ({"colour": "red"}, "another release of this package"),
    ],
)
def test_a_worker_takes_no_option_that_is_its_own_to_give(change: dict[str, object], reason: str) -> None:
    with pytest.raises(options.Refused, match=reason):
        options.LoadOptions.received(options.LoadOptions().message() | change)


def test_options_are_those_that_the_process_was_started_with() -> None:
    parser = argparse.ArgumentParser()
    options.add(parser)
    parsed = parser.parse_args(["--assay", "mine", "--load-rate", "5/s"])
    own = options.OwnOptions(SimpleNamespace(parsed_options=parsed))
    vars(parsed).update(assay="theirs", i_may_load_this_host=True, load_rate="9/s", implementation="exec:theirs")
    assert (own.assay, own.may_load_others) == ("mine", False)
    load = own.load(parsed)
    assert (load.rate, load.implementation, load.may_load_others) == ("9/s", "", False)


def test_runs_that_were_set_aside_are_numbered_together(tmp_path: Path) -> None:
    def names() -> list[str]:
        return sorted(path.name for path in tmp_path.iterdir())

    folders.set_aside(str(tmp_path / "nowhere"), "report")
    for names_of_run in (["gathered-1", "gathered-12", "report"], ["gathered-1"], ["report", "other"]):
        for name in names_of_run:
            (tmp_path / name).mkdir()
        folders.set_aside(str(tmp_path), r"gathered-\d+|report")
    assert names() == ["gathered-1.1", "gathered-1.2", "gathered-12.1", "other", "report.1", "report.3"]


def test_help_shows_every_option_of_ours(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["assay-locust", "--master", "--help"])
    command.main()
    shown = capsys.readouterr().out
    parser = argparse.ArgumentParser()
    options.add(parser)
    for action in parser._actions:
        assert all(name in shown for name in action.option_strings)
    assert "--expect-workers" in shown and parser.get_default("master_bind_host") == "127.0.0.1"
