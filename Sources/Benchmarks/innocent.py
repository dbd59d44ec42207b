#!/usr/bin/env python3
"""Explores right ports for a million steps of contracts each: nothing may be found.

usage: Sources/Benchmarks/innocent.py [--steps N] [--busy N] [--for MINUTES] [PORT...]

The ports are twenty of the variants of the reference, or those that are named, as after `assay explore -i`. Two are
explored at a time, each on both platforms in turn, with a new seed every time. --busy has so many processes beside them
that do nothing but work. The sums stay in .build/innocent/, and the next call goes on from there; --for begins nothing new
after so many minutes. They are of one build: another begins anew. ASSAY names another tool than the release build. The
exit code is 1 if anything was found, 2 if a search ended otherwise, and 0 also where time was over before the steps were
made.
"""
import argparse
import hashlib
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / ".build/release/assay"))
# Different in as many ways as there are: requests, threads, time, order, phases, logins, pickers, words, caches.
TWENTY = """retries-server-errors configuration-twice clientless-calls options-in-json callbacks-inside-calls
callbacks-on-threads slow-storage tokens-out-of-order statuses-after-200-ms first-reply-completes all-replies-complete
by-response-time polls-by-checkauthn ignores-a-second-login picker-twice keeps-the-local-token metadata-from-the-service
preauthorizes-one-by-one checks-one-at-a-time tracks-less-on-failure""".split()


def folder() -> Path:
    """Where the sums of this build of the tool are."""
    with open(ASSAY, "rb") as file:
        return ROOT / ".build/innocent" / hashlib.file_digest(file, "sha256").hexdigest()[:12]


def kept(port: str) -> tuple[int, int, int]:
    """How often a port was explored, in how many steps, and how many failures that found."""
    file = folder() / re.sub(r"\W", "-", port)
    runs, steps, failures = file.read_text().split() if file.exists() else (0, 0, 0)
    return int(runs), int(steps), int(failures)


def explored(port: str, steps: int, end: float) -> bool:
    """Explores one port until it was explored enough or time is over; false where that cannot be done."""
    name = re.sub(r"\W", "-", port)
    runs, made, failures = kept(port)
    while made < steps and time.monotonic() < end:
        runs += 1
        done = subprocess.run(
            [ASSAY, "explore", "-i", port, "--for", "4m", "--seed", str(1000 + runs), "--quiet", "--report-dir",
             folder() / f"reports/{name}-{runs}"], cwd=ROOT, capture_output=True, text=True)
        told = re.findall(r" in (\d+) steps, (\d+) failure", done.stdout)
        if done.returncode not in (0, 1, 2) or not told:
            print(f"{done.stdout}{done.stderr}\n{port}: ended with {done.returncode}", flush=True)
            return False
        made += sum(int(count) for count, _ in told)
        failures += sum(int(count) for _, count in told)
        (folder() / name).write_text(f"{runs} {made} {failures}\n")
        found = [line for line in done.stdout.splitlines() if line.startswith("FAIL  explored")]
        print("\n".join([f"{port:32}{made:>10} steps  {failures} failures", *found]), flush=True)
    return True


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("ports", nargs="*")
    options.add_argument("--steps", type=int, default=1_000_000)
    options.add_argument("--busy", type=int, default=0, metavar="N")
    options.add_argument("--for", dest="minutes", type=float, default=1e9, metavar="MINUTES")
    chosen = options.parse_args()
    folder().mkdir(parents=True, exist_ok=True)
    ports = chosen.ports or [f"variant:{name}" for name in TWENTY]
    end = time.monotonic() + 60 * chosen.minutes
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(chosen.busy)]
    try:
        with ThreadPoolExecutor(2) as pool:
            could = list(pool.map(lambda port: explored(port, chosen.steps, end), ports))
    finally:
        for process in busy:
            process.kill()
    sums = [kept(port) for port in ports]
    enough = sum(steps >= chosen.steps for _, steps, _ in sums)
    failures = sum(found for _, _, found in sums)
    print(f"{sum(steps for _, steps, _ in sums)} steps of {len(ports)} ports, {failures} failures; "
          f"{enough} of them were explored for {chosen.steps} steps")
    return 1 if failures else 0 if all(could) else 2


if __name__ == "__main__":
    sys.exit(main())
