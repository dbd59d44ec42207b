#!/usr/bin/env python3
"""Whether a correct port is ever accused under load: fan-outs with ties, by the million.

usage: Sources/Benchmarks/soak-load.py [FAN-OUTS]     of the built-in implementation (1000000); the Python port, which
                                                      is slower, does a fiftieth of them
No iteration may be a violation, and none may fail. What the durations are does not matter here.
"""
import json, os, subprocess, sys, tempfile, time

fan_outs = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
tool = os.environ.get("ASSAY", ".build/release/assay")
ports = [("builtin", fan_outs, []), ("exec:python3 Examples/python/adapter.py", max(1, fan_outs // 50), ["--processes", "2"])]

status = 0
print(f"{'port':<42} {'fan-outs':>9} {'contested':>10} {'decided':>8} {'violations':>10} {'failed':>7} {'time':>7}")
for port, count, more in ports:
    folder = os.path.join("Reports", time.strftime("soak-load-%Y%m%d-%H%M%S", time.gmtime()))
    begin = time.monotonic()
    run = subprocess.run(
        [tool, "load", "soak", "--iterations", str(count), "-i", port, "--quiet", "--report-dir", folder, *more],
        capture_output=True, text=True)
    try:
        report = json.load(open(folder + "/report.json"))
    except OSError:
        sys.exit(f"the run ended with {run.returncode}: {run.stderr}")
    verification = report["verification"]
    race = next(p for p in verification["properties"] if p["name"] == "fastest responder")
    failed, violations = report["totals"]["failed"], verification["violations"]
    share = 100 * race["conclusive"] / max(1, race["instances"])
    print(f"{port:<42} {verification['iterations']:>9} {race['instances']:>10} {share:>6.1f} % {violations:>10} {failed:>7} "
          f"{time.monotonic() - begin:>5.0f} s", flush=True)
    if violations or failed or report["run"]["stopped"] or verification["iterations"] < count:
        print(f"see {folder}")
        status = 1
sys.exit(status)
