#!/usr/bin/env python3
"""Measures what Locust costs beside the load: processor time of the master and of each worker.

    .build/locust/bin/python Integrations/locust/benchmarks/scale.py [workers]... [--providers 64] [--seconds 30]

Real masters and workers on loopback, with a child that makes no load and tells each second what a busy part tells:
every phase for every number of service providers. Prints a row for each number of workers.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hdrh.histogram import HdrHistogram

HERE = Path(__file__).parent
LOCUSTFILE = HERE.parent / "src" / "assay_locust" / "locustfile.py"
#: What a fan-out is measured by, for all numbers of service providers and for each.
PHASES = (
    "completion", "service", "start-delay", "dispatch", "first-merge", "critical-path", "overhead", "added-latency",
)
TICKS = os.sysconf("SC_CLK_TCK")


def histogram(source: random.Random, iterations: int) -> str:
    """So many durations, most of them some milliseconds."""
    made = HdrHistogram(1, 3_600_000_000_000, 3)
    for _ in range(iterations):
        made.record_value(int(source.lognormvariate(15.5, 0.6)))
    return str(made.encode().decode())


def line(source: random.Random, providers: int, iterations: int) -> bytes:
    """A second of a part, as assay tells it."""
    each = max(1, iterations // providers)
    said = {
        "type": "second", "time": 1_000_000_000,
        "due": iterations, "begun": iterations, "completed": iterations, "failed": 0,
        "dropped": 0, "violations": 0, "underWay": 10,
        "phases": {phase: histogram(source, iterations) for phase in PHASES},
        "scales": [
            {"providers": count, "phases": {phase: histogram(source, each) for phase in PHASES}}
            for count in range(1, providers + 1)
        ],
        "resources": None,
    }  # fmt: skip
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def processor_seconds(process: int) -> float:
    """Of a process so far, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_megabytes(process: int) -> float:
    fields = Path(f"/proc/{process}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def workers_below(process: int) -> list[int]:
    """The processes that Locust has forked from this one."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in children]


def measure(workers: int, seconds: int, folder: Path, environment: dict[str, str]) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = str(listener.getsockname()[1])
    program = folder / "assay"
    # A hundred machines do not share two processors: here they take turns to start.
    program.write_text(
        f"""#!/bin/sh
case "$1 $2" in
version*) echo '{{"assay": "stand-in", "specs": "none"}}' ;;
"load merge") ;;
*) sleep $(( $$ % 10 )) && exec "{sys.executable}" -I -S "{HERE / "stand_in.py"}" "$@" ;;
esac
"""
    )
    program.chmod(0o755)
    out = folder / f"out-{workers}"
    base = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--assay", str(program), "--result-dir", str(out)]
    with open(folder / f"log-{workers}", "w", encoding="utf-8") as log:
        def start(*words: str) -> subprocess.Popen[bytes]:
            return subprocess.Popen([*base, *words], stdout=log, stderr=log, env=environment, start_new_session=True)

        crew = start("--worker", "--master-port", port, "--processes", str(workers))
        master = start("--master", "--headless", "--master-bind-port", port, "--expect-workers", str(workers))
    try:
        limit = time.monotonic() + 600
        told = [out / f"gathered-{number}" / "seconds.ndjson" for number in range(1, workers + 1)]
        while not all(file.exists() for file in told):
            if time.monotonic() > limit or master.poll() is not None:
                said = (folder / f"log-{workers}").read_text().splitlines()
                bad = [line for line in said if "/ERROR/" in line or "missing" in line]
                raise SystemExit(f"{workers} workers: the run did not begin\n" + "\n".join(bad[:20]))
            time.sleep(0.5)
        processes = workers_below(crew.pid)
        before, began = {process: processor_seconds(process) for process in [master.pid, *processes]}, time.monotonic()
        lines_before = [file.read_bytes().count(b"\n") for file in told]
        time.sleep(seconds)
        spent = {process: processor_seconds(process) - before[process] for process in before}
        minutes = (time.monotonic() - began) / 60
        lines = sum(file.read_bytes().count(b"\n") for file in told) - sum(lines_before)
        memory = resident_megabytes(master.pid)
    finally:
        master.kill()
        crew.terminate()
        master.wait()
        crew.wait()
    per_worker = sum(spent[process] for process in processes) / len(processes) / minutes
    of_master = spent[master.pid] / minutes
    print(
        f"| {workers} | {per_worker:.1f} | {of_master:.1f} | {of_master / 60:.0%} | {memory:.0f} MB "
        f"| {lines / workers / minutes / 60:.2f} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("workers", type=int, nargs="*", default=[2, 8, 32, 100])
    parser.add_argument("--providers", type=int, default=64, help="how many numbers of service providers")
    parser.add_argument("--iterations", type=int, default=2_000, help="a second, that a part tells of")
    parser.add_argument("--seconds", type=int, default=30, help="how long each row is measured")
    values = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="assay-scale-"))
    try:
        (folder / "lines").mkdir()
        source = random.Random(1)
        for number in range(3):
            (folder / "lines" / str(number)).write_bytes(line(source, values.providers, values.iterations))
        size = (folder / "lines" / "0").stat().st_size
        print(f"{values.providers} numbers of service providers, {size / 1e3:.0f} kB a second from each part\n")
        print("| workers | CPU-seconds a minute, each worker | the master's | of a core | memory | lines a second |")
        print("|---:|---:|---:|---:|---:|---:|", flush=True)
        # The processes are ended, so their part may take as long as it likes.
        environment = os.environ | {"STAND_IN_LINES": str(folder / "lines"), "STAND_IN_SECONDS": "100000"}
        for workers in values.workers:
            measure(workers, values.seconds, folder, environment)
    finally:
        shutil.rmtree(folder)


main()
