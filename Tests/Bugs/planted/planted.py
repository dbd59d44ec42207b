#!/usr/bin/env python3
"""Plants bugs into the reference, one at a time, and says which are found by exploring.

    planted.py                each is explored for ten minutes at most, two at a time
    planted.py --for 120 7 9  these alone, for two minutes each

Whoever planted these fifty had seen the documents and the reference, and neither contracts nor mutants. bugs.patch has
all of them; bugs.tsv says of each what is wrong, what it breaks, how it shows, how hard that is, and where it was seen.
The tool is built with them in .build/planted, where PLANTED_BUG switches one on. What breaks a SHOULD counts as found
where it is told as a warning. First the reference is explored without a bug: nothing may be told of it. What is told of
a bug need not be what was planted: where it breaks no statement that bugs.tsv names, it is marked with `?`, for somebody to
read; it counts. The exit code is 1 if fewer than nine of ten are found.
"""

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
COPY = ROOT / ".build/planted"
FAILED, UNDECIDED = 1, 2


def build() -> None:
    """Brings the copy up to date, without a touch to files that are as they were: only what has changed is built."""
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\0")
    fresh = COPY / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    for name in filter(lambda name: name and (ROOT / name).is_file(), listed):
        (fresh / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, fresh / name)
    alone = os.environ | {"GIT_CEILING_DIRECTORIES": str(fresh.parent)}
    subprocess.run(["git", "apply", "--directory=Sources", str(HERE / "bugs.patch")], cwd=fresh, env=alone, check=True)
    known = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    for folder in ("Sources", "Specs", "Tests"):
        for path in (COPY / folder).rglob("*"):
            if path.is_file() and path.relative_to(COPY) not in known:
                path.unlink()
    for name in known:
        old = COPY / name
        if not old.is_file() or old.read_bytes() != (fresh / name).read_bytes():
            old.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(fresh / name, old)
    shutil.rmtree(fresh)
    subprocess.run(["swift", "build", "-c", "release", "--product", "assay"], cwd=COPY, check=True)


@dataclass
class Search:
    """What a search tells first, which statements are broken by it, and after how many seconds the search has ended."""
    told: str
    broken: set[str]
    seconds: float


def explored(number: str, seconds: int, seed: int) -> Search:
    begin = time.monotonic()
    command = [COPY / ".build/release/assay", "explore", "--specs", COPY / "Specs", "--for", f"{seconds}s", "--advice",
               "--fail-fast", "--seed", str(seed), "--report-dir", COPY / "reports" / number]
    done = subprocess.run(command, env=os.environ | {"PLANTED_BUG": number}, capture_output=True, text=True)
    if done.returncode not in (0, FAILED, UNDECIDED):
        sys.exit(f"{done.stdout}{done.stderr}\nended with {done.returncode}")
    told = [line for line in done.stdout.splitlines() if line.startswith(("FAIL ", "WARN "))]
    broken = set(re.findall(r"^  (AE-[A-Z]+-\d+) ", done.stdout, re.MULTILINE))
    return Search((told or [""])[0], broken, time.monotonic() - begin)


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("numbers", nargs="*")
    options.add_argument("--for", dest="seconds", type=int, default=600, metavar="SECONDS")
    options.add_argument("--seed", type=int, default=7)
    chosen = options.parse_args()
    with open(HERE / "bugs.tsv", newline="") as file:
        bugs = {row["number"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    unknown = set(chosen.numbers) - bugs.keys()
    if unknown:
        sys.exit(f"there is no bug {min(unknown)} in bugs.tsv")
    build()
    # What is told of the reference itself would be told of every bug.
    control = explored("0", min(120, chosen.seconds), chosen.seed)
    if control.told:
        sys.exit(f"without any bug the search tells: {control.told}")
    found, doubtful, numbers = 0, 0, chosen.numbers or list(bugs)
    with ThreadPoolExecutor(2) as pool:
        searches = pool.map(lambda number: explored(number, chosen.seconds, chosen.seed), numbers)
        for number, search in zip(numbers, searches):
            bug = bugs[number]
            named = set(re.findall(r"AE-[A-Z]+-\d+", bug["breaks"]))
            found += bool(search.told)
            is_doubtful = bool(search.told) and not named & search.broken
            doubtful += is_doubtful
            mark = ("found?" if is_doubtful else "found") if search.told else "missed"
            print(f"{mark:8}{number:>3}{search.seconds:6.0f} s  {search.told or bug['wrong']}", flush=True)
            if is_doubtful:
                print(f"{'':20}{', '.join(sorted(search.broken)) or 'a rule for every trace'}, and not {', '.join(sorted(named))}", flush=True)
    print(f"{found} of {len(numbers)} bugs found, {doubtful} of them by statements that bugs.tsv does not name")
    return 0 if found >= 0.9 * len(numbers) else 1


if __name__ == "__main__":
    sys.exit(main())
