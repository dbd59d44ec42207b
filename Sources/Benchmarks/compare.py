#!/usr/bin/env python3
"""How often two load runs of one port are told apart, and how often a slower port is found.

usage: Sources/Benchmarks/compare.py [PAIRS] [SECONDS] [SLOWER]
PAIRS of runs (200) of SECONDS each (60) of the built-in port are compared with each other; where SLOWER is given, the
implementation that is a tenth slower, such as 'exec:./slower', one of each pair is of it, and should be found.
At most 5 % of pairs of one port may be told apart, and at least 90 % of a slower one must be found.
The runs are of the profile fan-out. Nothing else may run on the machine; ASSAY names another tool than the release build.
"""
import json, os, subprocess, sys, tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
slower = sys.argv[3] if len(sys.argv) > 3 else None
tool = os.environ.get("ASSAY", ".build/release/assay")
profile = os.environ.get("PROFILE", "fan-out")
work = tempfile.mkdtemp(prefix="assay-compare-")


def run(name, implementation, seed):
    folder = os.path.join(work, name)
    ended = subprocess.run(
        [tool, "load", profile, "-i", implementation, "--duration", f"{seconds}s", "--seed", str(seed), "--quiet",
         "--attempts", "3", "--report-dir", folder], capture_output=True, text=True)
    if ended.returncode not in (0, 2, 97, 98, 99):
        sys.exit(f"the run ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
    return folder


def compare(old, new):
    ended = subprocess.run([tool, "load", "compare", old, new, "--format", "json"], capture_output=True, text=True)
    if not ended.stdout: sys.exit(f"the comparison ended with {ended.returncode}: {ended.stderr}")
    return json.loads(ended.stdout)


told = {}
for pair in range(pairs):
    # The order changes, so that what comes second is not what is slower.
    kinds = ["builtin", slower or "builtin"]
    folders = [run(f"{pair}-{side}", kinds[side], 2 * pair + side + 1) for side in ((0, 1) if pair % 2 else (1, 0))]
    if not pair % 2: folders.reverse()
    result = compare(*folders)
    told[result["verdict"]] = told.get(result["verdict"], 0) + 1
    print(f"{pair + 1:>4}  {result['verdict']:<14} {result['sentence']}", flush=True)
decided = pairs - told.get("UNDECIDED", 0)
if decided == 0: sys.exit("no pair was decided")
if slower:
    share, bound, good = told.get("SLOWER", 0) / decided, "at least 90 %", told.get("SLOWER", 0) >= 0.9 * decided
    print(f"the slower port was found in {100 * share:.1f} % of {decided} pairs ({bound}){'' if good else '  MISSED'}")
else:
    alarms = told.get("SLOWER", 0) + told.get("FASTER", 0)
    share, bound, good = alarms / decided, "at most 5 %", alarms <= 0.05 * decided
    print(f"{100 * share:.1f} % of {decided} pairs of one port were told apart ({bound}){'' if good else '  MISSED'}")
sys.exit(0 if good else 1)
