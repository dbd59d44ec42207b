#!/usr/bin/env python3
"""Compares what several workers measure together with what one process measures at the same total rate.

    .build/locust/bin/python Integrations/locust/benchmarks/two_samples.py .build/release/assay [--runs 5] [--workers 4]

Makes as many runs of either kind, in turns, all with the same seed, on this machine. Runs differ from each other
whoever makes them, so a run is one observation: the distance (Kolmogorov-Smirnov) between runs of the two kinds is
compared with that between runs of the same kind, under all ways to say which runs are of which kind (a permutation
test).
"""

from __future__ import annotations

import argparse
import itertools
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from assay_locust import histograms

LOCUSTFILE = Path(__file__).parents[1] / "src" / "assay_locust" / "locustfile.py"
PHASES = (
    "completion", "service", "first-merge", "critical-path", "dispatch", "overhead", "added-latency", "start-delay",
)
PROFILE = """
schema: assay/load/2
id: two-samples
title: Four service providers that take their time
seed: 1
duration: {seconds}s
warm-up: 2s
arrivals: {{ process: poisson, rate: {rate}/s }}
providers: {{ count: 4, latency: "uniform(40ms, 120ms)" }}
mvpds: {{ each: 10, overlap: 50% }}
traffic: [{{ journey: fan-out, reuse: 100 }}]
thresholds: [violations == 0]
"""
#: Of each phase: nanoseconds, and how often they were seen.
Run = dict[str, Counter[int]]


def add(run: Run, line: str) -> None:
    said = json.loads(line)
    if said["type"] == "second":
        for phase, payload in said["phases"].items():
            for value, count in histograms.values(payload):
                run.setdefault(phase, Counter())[value] += count


def distance(one: Counter[int], other: Counter[int]) -> float:
    """The largest difference of the two distributions."""
    ones, others = one.total(), other.total()
    largest = below_one = below_other = 0.0
    for value in sorted(one.keys() | other.keys()):
        below_one += one[value] / ones
        below_other += other[value] / others
        largest = max(largest, abs(below_one - below_other))
    return largest


def percentile(values: Counter[int], percent: float) -> float:
    """In milliseconds."""
    wanted, seen = values.total() * percent / 100, 0
    for value in sorted(values):
        seen += values[value]
        if seen >= wanted:
            return value / 1e6
    return 0.0


def single(assay: str, profile: Path, folder: Path, more: list[str]) -> Run:
    words = [assay, "load", str(profile), "--progress", "json", "--report-dir", str(folder), *more]
    said = subprocess.run(words, check=False, capture_output=True, text=True)
    run: Run = {}
    for line in said.stdout.splitlines():
        add(run, line)
    print(f"one process: exit code {said.returncode}", file=sys.stderr)
    return run


def together(assay: str, profile: Path, folder: Path, more: list[str], workers: int) -> Run:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = str(listener.getsockname()[1])
    base = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--assay", assay, *more]
    folder.mkdir(parents=True)
    with open(folder / "log", "w", encoding="utf-8") as log:
        crew = [
            subprocess.Popen(
                [*base, "--worker", "--master-port", port, "--result-dir", str(folder / str(number))],
                stdout=log, stderr=log,
            )
            for number in range(workers)
        ]  # fmt: skip
        master = subprocess.run(
            [
                *base, "--master", "--headless", "--master-bind-port", port, "--expect-workers", str(workers),
                "--result-dir", str(folder), "--load-profile", str(profile),
            ],
            stdout=log, stderr=log, check=False,
        )  # fmt: skip
    for process in crew:
        process.wait()
    run: Run = {}
    for number in range(1, workers + 1):
        for line in (folder / f"gathered-{number}" / "seconds.ndjson").read_text().splitlines():
            add(run, line)
    print(f"{workers} workers: exit code {master.returncode}", file=sys.stderr)
    return run


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def test(ones: list[Counter[int]], others: list[Counter[int]]) -> tuple[float, float, float]:
    """The mean distance of runs of different kinds, of runs of the same kind, and the chance of such a difference."""
    runs = ones + others
    apart = {pair: distance(runs[pair[0]], runs[pair[1]]) for pair in itertools.combinations(range(len(runs)), 2)}

    def excess(kind: set[int]) -> tuple[float, float]:
        between = [value for (one, other), value in apart.items() if (one in kind) != (other in kind)]
        within = [value for (one, other), value in apart.items() if (one in kind) == (other in kind)]
        return mean(between), mean(within)

    between, within = excess(set(range(len(ones))))
    # Which of the two kinds is called the first makes no difference.
    kinds = [{0, *rest} for rest in itertools.combinations(range(1, len(runs)), len(ones) - 1)]
    scores = [excess(kind) for kind in kinds]
    chance = mean([float(score[0] - score[1] >= between - within - 1e-12) for score in scores])
    return between, within, chance


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("assay", help="the program, a release build")
    parser.add_argument("--specs", default="", help="the specs (default: the tool's own)")
    parser.add_argument("--runs", type=int, default=5, help="of either kind (default: 5)")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rate", type=int, default=80, help="arrivals a second, of all workers together")
    parser.add_argument(
        "--single-rate", type=int, default=0,
        help="of the one process (default: --rate); a worker's share shows what the rate of a process does",
    )  # fmt: skip
    parser.add_argument("--seconds", type=int, default=12, help="how long each run is")
    values = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="assay-two-samples-"))
    try:
        single_rate = values.single_rate or values.rate
        profile, single_profile = folder / "profile.yaml", folder / "single.yaml"
        profile.write_text(PROFILE.format(seconds=values.seconds, rate=values.rate))
        single_profile.write_text(PROFILE.format(seconds=values.seconds, rate=single_rate))
        more = ["--specs", values.specs] if values.specs else []
        assay = str(Path(values.assay).absolute())
        ones: list[Run] = []
        others: list[Run] = []
        for number in range(values.runs):
            ones.append(single(assay, single_profile, folder / f"one-{number}", more))
            others.append(together(assay, profile, folder / f"all-{number}", more, values.workers))
            time.sleep(1)
        print(
            f"{values.runs} runs of either kind for {values.seconds} s, "
            f"{single_rate} arrivals a second of one process, "
            f"{values.rate} of all workers\n"
        )
        kinds = f"one process: p50, p99 | {values.workers} workers: p50, p99"
        print(f"| phase | iterations | {kinds} | KS between | within | p |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for phase in PHASES:
            first = [run.get(phase, Counter()) for run in ones]
            second = [run.get(phase, Counter()) for run in others]
            if not all(seen.total() for seen in first + second):
                continue
            pooled, pooled_others = sum(first, Counter()), sum(second, Counter())
            between, within, chance = test(first, second)
            print(
                f"| {phase} | {pooled.total()}, {pooled_others.total()} "
                f"| {percentile(pooled, 50):.3f} ms, {percentile(pooled, 99):.3f} ms "
                f"| {percentile(pooled_others, 50):.3f} ms, {percentile(pooled_others, 99):.3f} ms "
                f"| {between:.3f} | {within:.3f} | {chance:.3f} |"
            )
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
