"""Runs with real Locust processes: what they give, and who takes part."""

import json
import os
import time
from pathlib import Path

import pytest
from cluster import Cluster, Page, listens_at, until


def test_parts_are_gathered_and_merged(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2, "--headless", "--load-rate", "40/s", "--csv", str(tmp_path / "table"))
        workers = [cluster.worker(1), cluster.worker(2)]
        assert master.wait(180) == 0, cluster.log(master)
        report = cluster.report()
        assert [part["part"] for part in report] == [1, 2]
        assert all("--rate" in part["words"] and "40/s" in part["words"] for part in report)
        starts = {part["words"][part["words"].index("--start-at") + 1] for part in report}
        assert len(starts) == 1
        table = (tmp_path / "table_stats.csv").read_text()
        assert "completion" in table and "overhead, 2 providers" in table
        aggregated = next(line for line in table.splitlines() if "Aggregated" in line)
        assert aggregated.split(",")[2] == "600", table
        until(lambda: all(worker.poll() is not None for worker in workers))
        # Each machine keeps its own files where it was told to.
        assert {cluster.part_of(1), cluster.part_of(2)} == {1, 2}


def test_a_worker_that_joins_late_has_no_part(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(1, FAKE_SECONDS="6")
        cluster.worker(1, FAKE_SECONDS="6")
        until(lambda: cluster.seconds(1) > 0)
        cluster.worker(2, FAKE_SECONDS="6")
        assert master.wait(180) == 0, cluster.log(master)
        assert len(cluster.report()) == 1


@pytest.mark.parametrize(
    ("variable", "reason"),
    [("FAKE_SPECS", "its specs have the digest other"), ("FAKE_ASSAY", "it has assay other, and the master has 1")],
)
def test_a_worker_with_another_release_or_other_specs_is_refused(tmp_path: Path, variable: str, reason: str) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2)
        cluster.worker(1)
        cluster.worker(2, **{variable: "other"})
        assert master.wait(180) == 3, cluster.log(master)
        assert f"is refused: {reason}" in cluster.log(master)
        assert len(cluster.report()) == 1


def test_stopping_in_the_page_ends_the_parts_in_order(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        page = Page()
        master = cluster.master(1, *page.arguments, FAKE_SECONDS="600")
        cluster.worker(1, FAKE_SECONDS="600")
        until(lambda: page.states() == ["ready"])
        # Neither asks for a password: nobody else's machine reaches them.
        assert listens_at(cluster.port) == listens_at(page.port) == {"0100007F"}
        page.post("/swarm")
        # While it runs the page shows phases, and numbers of service providers.
        until(lambda: {"completion", "overhead, 2 providers", "Aggregated"} <= page.rows())
        page.post("/stop")
        until((tmp_path / "master" / "report" / "report.json").exists)
        report = cluster.report()
        assert report[0]["stopped"] is True and report[0]["completed"] > 0
        master.terminate()
        assert master.wait(120) == 2


def test_a_run_that_is_stopped_before_its_parts_are_dealt_out_does_not_begin(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        page = Page()
        cluster.master(1, *page.arguments)
        cluster.worker(1, FAKE_SLOW="8")
        until(lambda: page.states() == ["ready"])
        page.post("/swarm")
        until(lambda: page.states() == ["running"])
        page.post("/stop")
        until(lambda: page.states() == ["ready"])
        time.sleep(12)
        assert not cluster.own_part(1, 1).exists()


def test_a_second_run_has_nothing_of_the_first(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        page = Page()
        crash = tmp_path / "crash"
        cluster.master(2, *page.arguments)
        for number in (1, 2):
            cluster.worker(number, FAKE_CRASH="2", FAKE_CRASH_IF=str(crash))
        until(lambda: page.states() == ["ready", "ready"])
        page.post("/swarm", load_rate="7/s", assay="/nowhere/assay", implementation="exec:touch /nowhere")
        until((tmp_path / "master" / "report" / "report.json").exists)
        first = cluster.report()
        # The page may set a rate, and no program.
        assert all("7/s" in part["words"] and "--implementation" not in part["words"] for part in first)
        until(lambda: page.states() == ["ready", "ready"])
        crash.touch()

        def has_begun_again() -> bool:
            # Locust takes no new run while it is still ending the one before.
            page.post("/swarm")
            return (tmp_path / "master" / "report.1" / "report.json").exists()

        until(has_begun_again)
        until((tmp_path / "master" / "report" / "report.json").exists)
        # The part that crashed is not that of the run before; the run before is still there.
        assert [part["part"] for part in cluster.report()] == [1]
        assert [part["part"] for part in cluster.report("report.1")] == [1, 2]
        own = {number: cluster.part_of(number) for number in (1, 2)}
        for number, part in own.items():
            kept = tmp_path / f"worker-{number}" / f"part-{part}.1" / "report.json"
            assert json.loads(kept.read_text())["completed"] > 0


def test_each_worker_says_itself_whether_it_may_load_others(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        arguments = ["--load-backend", "https://sp.example.com", "--i-may-load-this-host"]
        master = cluster.master(2, "--headless", *arguments)
        cluster.worker(1, "--i-may-load-this-host")
        cluster.worker(2)
        assert master.wait(180) == 0, cluster.log(master)
        allowed = {part["part"]: "--i-may-load-this-host" in part["words"] for part in cluster.report()}
        assert allowed == {cluster.part_of(1): True, cluster.part_of(2): False}


def test_what_each_machine_says_itself_cannot_be_said_for_it(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(1, "--headless", "--load-argument=--i-may-load-this-host")
        cluster.worker(1)
        assert master.wait(180) == 3
        assert "is for each machine to say" in cluster.log(master)


def test_without_workers_or_a_tool_it_says_what_is_missing(tmp_path: Path) -> None:
    with Cluster(tmp_path, assay="/nowhere/assay") as cluster:
        master = cluster.master(1)
        cluster.worker(1)
        assert master.wait(180) == 3, cluster.log(master)
        assert "'/nowhere/assay' cannot be run" in cluster.log(master)


@pytest.mark.skipif("ASSAY" not in os.environ, reason="ASSAY names no program to make a real run with")
@pytest.mark.parametrize("count", [1, 2])
def test_a_real_run_in_parts_is_one_report(tmp_path: Path, count: int) -> None:
    with Cluster(tmp_path, assay=os.environ["ASSAY"]) as cluster:
        arguments = ["--load-profile", "smoke", "--load-rate", "20/s", "--load-duration", "5s"]
        specs = ["--specs", os.environ["ASSAY_SPECS"]] if "ASSAY_SPECS" in os.environ else []
        master = cluster.master(count, "--headless", *arguments, *specs)
        for number in range(count):
            cluster.worker(number, *specs)
        # On a busy machine a run is rightly invalid or overloaded, and a short one leaves thresholds open;
        # what must not be is a violation, or a part that is missing.
        assert master.wait(300) in (0, 2, 97, 98, 99), cluster.log(master)
        report = json.loads((tmp_path / "master" / "report" / "report.json").read_text())
        assert [part["part"] for part in report["parts"]] == [f"{number}/{count}" for number in range(1, count + 1)]
        assert report["missingParts"] == [] and report["verification"]["violations"] == 0
        assert report["totals"]["completed"] > 0
        words = "Percentiles over time" if count == 1 else f"What {count} machines took is added up"
        assert words in (tmp_path / "master" / "report" / "report.html").read_text()


@pytest.mark.skipif("ASSAY" not in os.environ, reason="ASSAY names no program to make a real run with")
def test_a_real_part_refuses_to_load_others_unless_its_worker_was_told(tmp_path: Path) -> None:
    with Cluster(tmp_path, assay=os.environ["ASSAY"]) as cluster:
        arguments = ["--load-backend", "https://sp.example.invalid", "--i-may-load-this-host"]
        specs = ["--specs", os.environ["ASSAY_SPECS"]] if "ASSAY_SPECS" in os.environ else []
        master = cluster.master(1, "--headless", *arguments, *specs)
        cluster.worker(1, *specs)
        assert master.wait(300) == 3
        assert "if you are allowed to load it, add --i-may-load-this-host" in cluster.log(master)
