#!/usr/bin/env python3
"""How often two load runs of one port are told apart, and how often a port that is a tenth slower is found.

usage: Sources/Benchmarks/compare.py same|slower [PAIRS] [SECONDS] [--for MINUTES]

same    PAIRS of runs (200) of SECONDS each (60) of the built-in port: at most 5 % may be told apart.
slower  as many pairs of the port in Python, one of each a tenth slower in what it takes by itself (slower.py): at least
        90 % must be found.

A run is compared with the one before it, so that 200 pairs need 201 runs. Each pair is a line of .build/compare/, and
whoever begins again goes on after the last: --for ends after so many minutes. Nothing else may run on the machine.
ASSAY names another tool than the release build.
"""
import hashlib, json, os, shutil, subprocess, sys, time

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
words = sys.argv[1:]
end = None
if "--for" in words:
    place = words.index("--for")
    end = time.monotonic() + 60 * float(words[place + 1])
    del words[place : place + 2]
if not words or words[0] not in ("same", "slower"): sys.exit(__doc__)
question = words[0]
pairs, seconds = (int(word) for word in (words[1:] + ["200", "60"][len(words) - 1 :])[:2])
tool = os.environ.get("ASSAY", ".build/release/assay")
folder = f".build/compare/{question}-{seconds}s"
python = "exec:python3 Examples/python/adapter.py"
# The port in Python keeps up with some tens of fan-outs a second.
options = ["fan-out"] if question == "same" else [f"{folder}/profile.yaml"]
PROFILE = """schema: assay/load/2
id: slower
title: A port that is a tenth slower
warm-up: 2s
arrivals: { process: constant, rate: 30/s }
providers: { count: [4, 8], latency: "uniform(1ms, 3ms)" }
mvpds: { each: 12, overlap: 50% }
baseline: 25%
traffic: [{ journey: fan-out, reuse: 100 }]
"""


def run(name, implementation, seed):
    path = f"{folder}/{name}"
    shutil.rmtree(path, ignore_errors=True)
    ended = subprocess.run(
        [tool, "load", *options, "-i", implementation, "--duration", f"{seconds}s", "--seed", str(seed), "--quiet",
         "--attempts", "3", "--report-dir", path], capture_output=True, text=True)
    if ended.returncode not in (0, 2, 97, 98, 99):
        sys.exit(f"the run ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
    return path


def compare(old, new):
    ended = subprocess.run([tool, "load", "compare", old, new, "--format", "json"], capture_output=True, text=True)
    if not ended.stdout: sys.exit(f"the comparison ended with {ended.returncode}: {ended.stderr}")
    return json.loads(ended.stdout)


def overhead(path):
    """The median of what the port takes by itself, over all numbers of providers, in microseconds."""
    with open(f"{path}/report.json") as file: scales = json.load(file)["scales"]
    medians = [dict(scale["phases"]["overhead"]["percentiles"])[50] / 1000 for scale in scales]
    return sum(medians) / len(medians)


os.makedirs(folder, exist_ok=True)
with open(tool, "rb") as file: version = hashlib.file_digest(file, "sha256").hexdigest()[:12]
journal = f"{folder}/pairs.jsonl"
lines = []
if os.path.exists(journal):
    with open(journal) as file: lines = [json.loads(line) for line in file]
if lines and lines[-1]["version"] != version:
    sys.exit(f"{journal} is of another build of {tool}: move it away to begin anew")
longer = 0
if question == "slower":
    with open(options[0], "w") as file: file.write(PROFILE)
    longer = lines[-1]["longer"] if lines else round(overhead(run("pilot", python, 1)) / 10)
    print(f"a tenth of what the port takes by itself is {longer} us")


def implementation(number):
    if question == "same": return "builtin"
    # Every other run is of the slower port, so that in half of the pairs it comes first.
    return f"exec:python3 Sources/Benchmarks/slower.py {longer}" if number % 2 else python


last = None
for pair in range(len(lines), pairs):
    if end and time.monotonic() > end: break
    # What was left behind by an invocation before is not of the minutes just before.
    old = last or run(f"run-{pair}", implementation(pair), pair + 1)
    last = run(f"run-{pair + 1}", implementation(pair + 1), pair + 2)
    # The faster port first, whichever ran first.
    result = compare(*((last, old) if question == "slower" and pair % 2 else (old, last)))
    lines.append({
        "pair": pair + 1, "version": version, "longer": longer, "verdict": result["verdict"],
        "sentence": result["sentence"]})
    with open(journal, "a") as file: file.write(json.dumps(lines[-1]) + "\n")
    print(f"{pair + 1:>4}  {result['verdict']:<14} {result['sentence']}", flush=True)
    shutil.rmtree(old, ignore_errors=True)

told = [line["verdict"] for line in lines]
decided = len(told) - told.count("INCONCLUSIVE")
if decided == 0: sys.exit("all pairs were inconclusive")
if question == "slower":
    found = told.count("SLOWER")
    good, text = found >= 0.9 * len(told), f"the slower port was found in {found} of {len(told)} pairs (at least 90 %)"
else:
    alarms = told.count("SLOWER") + told.count("FASTER")
    good, text = alarms <= 0.05 * decided, f"{alarms} of {decided} pairs of one port were told apart (at most 5 %)"
if told.count("INCONCLUSIVE"): text += f", {told.count('INCONCLUSIVE')} were inconclusive"
if len(told) < pairs: text += f"; {pairs - len(told)} are still to be made"
print(text + ("" if good else "  MISSED"))
sys.exit(0 if good else 1)
