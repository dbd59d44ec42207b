"""What may happen to real Locust processes while a run is under way. Nothing that was reported is lost."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from cluster import Cluster, until
from slow_network import SlowNetwork

#: Longer than any test: such a run ends only because something ends it.
ENDLESS = "100000"


# Workers wait a minute for a master that was killed: the two tests of that come first, each before a short one, because
# whoever runs tests beside each other deals them out in pairs.
@pytest.mark.skipif("ASSAY" not in os.environ, reason="ASSAY names no program to make a real run with")
def test_real_parts_of_a_killed_master_are_merged_later(tmp_path: Path) -> None:
    with Cluster(tmp_path, assay=os.environ["ASSAY"]) as cluster:
        specs = ["--specs", os.environ["ASSAY_SPECS"]] if "ASSAY_SPECS" in os.environ else []
        master = cluster.master(2, "--headless", "--load-rate", "20/s", "--load-duration", "1h", *specs)
        workers = [cluster.worker(number, *specs) for number in (1, 2)]
        until(lambda: cluster.seconds(1) > 2 and cluster.seconds(2) > 2)
        master.kill()
        # One of them, too: its child ends all the same.
        workers[0].kill()
        until(lambda: all(worker.poll() is not None for worker in workers), seconds=300)
        parts = [cluster.own_part(number, cluster.part_of(number)) for number in (1, 2)]
        until(lambda: all((part / "report.json").exists() for part in parts))
        code, path = cluster.merge(*parts)
        # On a busy machine a run is rightly invalid.
        assert code in (2, 97, 98)
        report = json.loads(path.read_text())
        assert [part["stopped"] for part in report["parts"]] == [True, True]
        assert report["missingParts"] == [] and report["verification"]["violations"] == 0
        assert report["totals"]["completed"] > 0


def test_a_child_that_crashes_is_named_with_its_last_words(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2)
        cluster.worker(1, FAKE_CRASH="2")
        cluster.worker(2, FAKE_CRASH="2")
        assert master.wait(180) == 2, cluster.log(master)
        assert "fatal error: something is nil" in cluster.log(master)
        assert len(cluster.report()) == 1


def test_without_their_master_workers_stop_and_keep_their_parts(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2)
        workers = [cluster.worker(number, FAKE_SECONDS=ENDLESS) for number in (1, 2)]
        until(lambda: cluster.seconds(1) > 0 and cluster.seconds(2) > 0)
        master.kill()
        # Of two limits the shorter ends the part; the other is Locust's own, a minute, and ends the process.
        until(lambda: all(worker.poll() is not None for worker in workers), seconds=300)
        assert all("no word of the master for 40 s" in cluster.log(worker) for worker in workers)
        code, report = cluster.merge(*(cluster.own_part(number, cluster.part_of(number)) for number in (1, 2)))
        assert code == 2
        assert [part["stopped"] for part in json.loads(report.read_text())] == [True, True]


def test_a_worker_that_leaves_early_hands_in_what_it_has_seen(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2)
        cluster.worker(1, FAKE_SECONDS="6")
        second = cluster.worker(2, FAKE_SECONDS=ENDLESS)
        until(lambda: cluster.seconds(1) > 0 and cluster.seconds(2) > 0)
        second.terminate()
        assert master.wait(240) == 2, cluster.log(master)
        stopped = {part["part"]: part["stopped"] for part in cluster.report()}
        assert stopped == {cluster.part_of(1): False, cluster.part_of(2): True}


def test_a_killed_worker_costs_its_part_and_no_other(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2)
        first, second = cluster.worker(1, FAKE_SECONDS="8"), cluster.worker(2, FAKE_SECONDS=ENDLESS)
        until(lambda: cluster.seconds(1) > 0 and cluster.seconds(2) > 0)
        os.kill(second.pid, signal.SIGKILL)
        assert master.wait(240) == 2, cluster.log(master)
        assert len(cluster.report()) == 1
        assert "is lost" in cluster.log(master)
        assert cluster.seconds(1) > 0 and cluster.seconds(2) > 0
        assert first.wait(120) is not None
        # Its child sees that nobody watches any more, and leaves its part for a later merge.
        kept = cluster.own_part(2, cluster.part_of(2))
        until((kept / "report.json").exists)
        code, report = cluster.merge(tmp_path / "master" / f"gathered-{cluster.part_of(1)}", kept)
        assert code == 2 and len(json.loads(report.read_text())) == 2


def test_a_stopped_worker_comes_back_with_its_part(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2, FAKE_SECONDS="14")
        cluster.worker(1, FAKE_SECONDS="14")
        second = cluster.worker(2, FAKE_SECONDS="14")
        until(lambda: cluster.seconds(1) > 0 and cluster.seconds(2) > 0)
        os.kill(second.pid, signal.SIGSTOP)
        time.sleep(10)
        os.kill(second.pid, signal.SIGCONT)
        assert master.wait(240) == 0, cluster.log(master)
        assert len(cluster.report()) == 2
        assert cluster.seconds(cluster.part_of(2)) == 14


def test_a_slow_network_costs_nothing_but_certainty_of_the_clock(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster, SlowNetwork(cluster.port, delay=1.0) as network:
        master = cluster.master(2)
        cluster.worker(1)
        cluster.worker(2, "--master-port", str(network.port))
        assert master.wait(240) == 0, cluster.log(master)
        report = {part["part"]: part for part in cluster.report()}
        assert len(report) == 2 and all(cluster.seconds(part) == 3 for part in report)

        def told(name: str) -> float:
            words = report[cluster.part_of(2)]["words"]
            return float(words[words.index(name) + 1].removesuffix("ms"))

        # No answer can come in less than two seconds; both clocks are the same one.
        assert told("--clock-uncertainty") >= 1_000
        assert abs(told("--clock-offset")) <= told("--clock-uncertainty")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_master_that_is_asked_to_end_ends_the_parts_in_order(tmp_path: Path, number: int) -> None:
    with Cluster(tmp_path) as cluster:
        master = cluster.master(2)
        cluster.worker(1, FAKE_SECONDS=ENDLESS)
        cluster.worker(2, FAKE_SECONDS=ENDLESS)
        until(lambda: cluster.seconds(1) > 0 and cluster.seconds(2) > 0)
        master.send_signal(number)
        assert master.wait(180) == 2, cluster.log(master)
        assert [part["stopped"] for part in cluster.report()] == [True, True]


def test_the_only_worker_may_be_stopped_for_a_while(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        master, worker = cluster.master(1), cluster.worker(1, FAKE_SECONDS=ENDLESS)
        until(lambda: cluster.seconds(1) > 1)
        os.kill(worker.pid, signal.SIGSTOP)
        # Without any worker Locust ends the run.
        until(lambda: "The last worker went missing" in cluster.log(master))
        os.kill(worker.pid, signal.SIGCONT)
        assert master.wait(240) == 2, cluster.log(master)
        assert cluster.report()[0]["stopped"] is True
