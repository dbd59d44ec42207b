#!/usr/bin/env python3
"""How often two measurements of one port are told apart, and how often a port that is a tenth slower is found.

usage: Sources/Benchmarks/compare.py same|slower|ab|ab-same [RUNS] [SECONDS] [--for MINUTES]

same    RUNS runs (21) of SECONDS each (60) of the built-in port, each compared with each: at most 5 % of these 210 pairs
        may be told apart.
slower  RUNS runs (30) of the port in Python, every other one a tenth slower in what it takes by itself (slower.py). Each
        of the one kind is compared with each of the other: in at least 90 % of these 225 pairs the slower must be found.
ab      RUNS runs (20) of `load ab` with both of these ports: in at least 90 % the slower must be found.
ab-same RUNS runs (20) of `load ab` with the port in Python twice: at most 5 % may tell them apart.

The pairs of same and slower share runs, so 200 pairs take half an hour instead of hours. Most are of runs that were not
made one after the other; between those the machine has changed more. One odd run is in a tenth of all pairs, so the result
also says what remains without any one run. The runs stay in .build/compare/, and the next call continues after the last;
--for ends a call after so many minutes. Nothing else may run on the machine. Move the folder away after a change of the
ports or the profile.
ASSAY names another tool than the release build.
"""
import hashlib, itertools, json, os, shutil, subprocess, sys, time

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
words = sys.argv[1:]
end = None
if "--for" in words:
    place = words.index("--for")
    end = time.monotonic() + 60 * float(words[place + 1])
    del words[place : place + 2]
usual = {"same": 21, "slower": 30, "ab": 20, "ab-same": 20}
if not words or words[0] not in usual: sys.exit(__doc__)
question = words[0]
is_pair = question.startswith("ab")
usual = [str(usual[question]), "60"]
count, seconds = (int(word) for word in (words[1:] + usual[len(words) - 1 :])[:2])
tool = os.environ.get("ASSAY", ".build/release/assay")
folder = f".build/compare/{question}-{seconds}s"
python = "exec:python3 Examples/python/adapter.py"
# The port in Python keeps up with some tens of fan-outs a second.
options = ["fan-out"] if question == "same" else [f"{folder}/profile.yaml"]
PROFILE = """schema: assay/load/2
id: slower
title: A port that is a tenth slower
duration: 60s
warm-up: 2s
arrivals: { process: constant, rate: 30/s }
providers: { count: [4, 8], latency: "uniform(1ms, 3ms)" }
mvpds: { each: 12, overlap: 50% }
baseline: 25%
traffic: [{ journey: fan-out, reuse: 100 }]
"""


def run(name, seed, *implementations):
    path = f"{folder}/{name}"
    shutil.rmtree(path, ignore_errors=True)
    if len(implementations) == 1: command = [*options, "-i", *implementations, "--attempts", "3"]
    # As many iterations of each as in a run of its own.
    else: command = ["ab", *options, "--rate", "60/s", "--a", implementations[0], "--b", implementations[1]]
    ended = subprocess.run(
        [tool, "load", *command, "--duration", f"{seconds}s", "--seed", str(seed), "--quiet", "--report-dir", path],
        capture_output=True, text=True)
    # A slower port is 1 where two are compared, and so is one that breaks a rule.
    is_slower = ended.returncode == 1 and os.path.exists(f"{path}/comparison.json") and verdict(path)["verdict"] == "SLOWER"
    if ended.returncode not in (0, 2, 97, 98, 99) and not is_slower:
        sys.exit(f"the run ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
    return path


def verdict(path):
    """What a run of two implementations says of them."""
    with open(f"{path}/comparison.json") as file: return json.load(file)


def compare(old, new):
    ended = subprocess.run([tool, "load", "compare", old, new, "--format", "json"], capture_output=True, text=True)
    if not ended.stdout: sys.exit(f"the comparison ended with {ended.returncode}: {ended.stderr}")
    return json.loads(ended.stdout)


def overhead(path):
    """The median of what the port takes by itself, over all numbers of providers, in microseconds."""
    with open(f"{path}/report.json") as file: scales = json.load(file)["scales"]
    medians = [dict(scale["phases"]["overhead"]["percentiles"])[50] / 1000 for scale in scales]
    return sum(medians) / len(medians)


def implementations(number):
    slower = f"exec:python3 Sources/Benchmarks/slower.py {longer}"
    if question == "same": return ["builtin"]
    if question == "ab-same": return [python, python]
    return [python, slower] if is_pair else [slower if number % 2 else python]


os.makedirs(folder, exist_ok=True)
with open(tool, "rb") as file: version = hashlib.file_digest(file, "sha256").hexdigest()[:12]
notes = f"{folder}/made.json"
made = {"version": version, "longer": 0, "runs": 0}
if os.path.exists(notes):
    with open(notes) as file: made = json.load(file)
if made["version"] != version: sys.exit(f"{folder} is of another build of {tool}: move it away to begin anew")
if question != "same":
    with open(options[0], "w") as file: file.write(PROFILE)
if question in ("slower", "ab"):
    made["longer"] = made["longer"] or round(overhead(run("pilot", 1, python)) / 10)
    if made["longer"] == 0: sys.exit("a tenth of what the port takes by itself is less than a microsecond")
    print(f"a tenth of what the port takes by itself is {made['longer']} us")
    with open(notes, "w") as file: json.dump(made, file)
longer = made["longer"]

for number in range(made["runs"], count):
    if end and time.monotonic() > end: break
    run(f"run-{number}", number + 1, *implementations(number))
    made["runs"] = number + 1
    with open(notes, "w") as file: json.dump(made, file)
    print(f"run {number + 1} of {count}", flush=True)

told = []
for number in range(min(made["runs"], count)) if is_pair else ():
    result = verdict(f"{folder}/run-{number}")
    told.append((number, number, result["verdict"]))
    print(f"{number + 1:>4} {result['verdict']:<14} {result['sentence']}", flush=True)
for old, new in () if is_pair else itertools.combinations(range(min(made["runs"], count)), 2):
    if question == "slower":
        if old % 2 == new % 2: continue
        # The faster port first, whichever ran first.
        old, new = sorted((old, new), key=lambda number: number % 2)
    result = compare(f"{folder}/run-{old}", f"{folder}/run-{new}")
    told.append((old, new, result["verdict"]))
    print(f"{old + 1:>4} and {new + 1:<4} {result['verdict']:<14} {result['sentence']}", flush=True)


def share(wanted, without=None):
    """How many of the pairs that a run has no part in came to a verdict that is wanted, and of how many."""
    verdicts = [verdict for old, new, verdict in told if without not in (old, new) and verdict != "INCONCLUSIVE"]
    return sum(verdict in wanted for verdict in verdicts), len(verdicts)


waiting = count - min(made["runs"], count)
if not told: sys.exit(f"there is no pair yet: {made['runs']} runs were made")
is_slower = question in ("slower", "ab")
wanted = ("SLOWER",) if is_slower else ("SLOWER", "FASTER")
found, decided = share(wanted)
if decided == 0: sys.exit("all pairs were inconclusive")
rests = [part / max(1, whole) for part, whole in (share(wanted, run) for run in range(made["runs"]))]
if is_slower:
    good, text = found >= 0.9 * len(told), f"the slower port was found in {found} of {len(told)} pairs (at least 90 %)"
else:
    good, text = found <= 0.05 * decided, f"{found} of {decided} pairs of one port were told apart (at most 5 %)"
text += f"; without one of the runs {100 * min(rests):.1f} to {100 * max(rests):.1f} %"
if len(told) > decided: text += f"; {len(told) - decided} were inconclusive"
if waiting: text += f"; {waiting} runs are still to be made"
print(text + ("" if good else "  MISSED"))
sys.exit(0 if good else 1)
