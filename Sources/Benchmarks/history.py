#!/usr/bin/env python3
"""How long the page of a long history takes, and how large it is: history.py [NIGHTS [CASES]].

Two histories are made up: one as they are, with few cases that fail for some nights and some that are flaky, and one in which
every case fails in one night of twenty. The tool is .build/release/assay, or that of ASSAY.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

DAY = 86_400_000
KEY = "0123456789abcdef"
TOOL = os.environ.get("ASSAY", ".build/release/assay")
AREAS = ["authentication", "authorization", "configuration", "selection", "service-providers", "storage"]


def ranges(places):
    text, start, last = [], None, None
    for place in sorted(places) + [None]:
        if last is not None and place == last + 1:
            last = place
            continue
        if last is not None:
            text.append(str(start) if start == last else f"{start}-{last}")
        start = last = place
    return " ".join(text)


def failing(rng, nights, cases, all_flaky):
    """The cases that fail in each night."""
    if all_flaky:
        return [[case for case in range(cases) if rng.random() < 0.05] for _ in range(nights)]
    flaky = rng.sample(range(cases), 12)
    broken, result = {}, []
    for night in range(nights):
        if rng.random() < 0.05:
            for _ in range(rng.randint(1, 20)):
                broken[rng.randrange(cases)] = night + rng.randint(1, 14)
        broken = {case: end for case, end in broken.items() if end > night}
        result.append(list(set(broken) | {case for case in flaky if rng.random() < 0.2}))
    return result


def write(folder, nights, cases, all_flaky):
    rng = random.Random(7)
    kept = folder + "/kept-nights"
    os.makedirs(kept)
    with open(f"{kept}/cases-{KEY}.json", "w") as file:
        names = [[AREAS[c % len(AREAS)], f"some-contract-{c // 3}[order=sp{c % 3}-sp{(c + 1) % 3}]"] for c in range(cases)]
        json.dump({"schema": "assay/cases/1", "cases": names}, file)
    for night, failed in enumerate(failing(rng, nights, cases, all_flaky)):
        run = {"run": "ios 3.9.2", "exit": 1 if failed else 0, "cases": KEY}
        if failed:
            run["FAIL"] = ranges(failed)
        record = {
            "schema": "assay/night/1", "source": [f"n{night}", 1, 1], "started": 800_000_000_000 + night * DAY,
            "port": ["port", f"1.{night // 100}"], "implementation": "exec:./port", "assay": "0.1.0",
            "specs": "ab" * 32, "runs": [run],
            "load": [["fan-out: completion, p50", 2e7 + rng.random() * 1e6 + (night > nights // 2) * 4e6, 1.9e7, 2.6e7]],
        }
        with open(f"{kept}/{night:016x}.night.json", "w") as file:
            json.dump(record, file, separators=(",", ":"))


def main():
    nights = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 810
    for all_flaky in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, nights, cases, all_flaky)
            kept = sum(os.path.getsize(f"{folder}/kept-nights/{name}") for name in os.listdir(folder + "/kept-nights"))
            times = []
            for _ in range(3):
                start = time.monotonic()
                subprocess.run([TOOL, "history", folder, "--quiet"], check=True)
                times.append(time.monotonic() - start)
            size = os.path.getsize(folder + "/history.html")
            print(
                f"{nights:,} nights x {cases} cases, {'every case flaky' if all_flaky else 'as they are'}: page in "
                f"{min(times):.2f} s (of {len(times)}), {size / 1000:,.0f} kB; kept {kept / nights:.0f} bytes a night")
            if keep := os.environ.get("KEEP"):
                os.rename(folder + "/history.html", f"{keep}-{'flaky' if all_flaky else 'usual'}.html")


main()
