#!/usr/bin/env python3
"""What runs through gates are worth: figures.py [--runs 20] [--mutants merge|all|NUMBER] [--filter PATTERN] ...

Runs the reference and the ports in Python and C through gates before two `assay serve` and before backend.py, and tells
for each backend, platform and port how many cases were decided, and every one that failed. With --mutants it also holds
that many of the mutants against the simulator (merge: those that the contracts about several service providers name), and
those that it fails against the gates. The exit code is 1 where a right port failed. ASSAY names the tool.
"""
import argparse
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASSAY = str(Path(os.environ.get("ASSAY", ROOT / ".build/release/assay")).resolve())
SITE = ROOT / "Examples/real-backend/site.yaml"
LIMIT = 1_800


def free_ports(count):
    """The first of some ports that nobody has, one after the other."""
    while True:
        first = random.randrange(20_000, 32_000)
        try:
            for port in range(first, first + count):
                with socket.socket() as taken:
                    taken.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue


class Providers:
    """Service providers that stand in for real ones, with a site file for them."""

    def __init__(self, kind, folder):
        self.kind, self.processes, urls = kind, [], []
        text = SITE.read_text()
        if kind == "foreign":
            first = free_ports(4)
            urls = [f"http://127.0.0.1:{first + number}" for number in range(4)]
            self.start([sys.executable, str(ROOT / "Tests/ForeignBackend/backend.py")]
                       + [url.rpartition(":")[2] for url in urls], urls)
            text = re.sub("^trustsAccounts:.*", "trustsAccounts: false", text, flags=re.MULTILINE)
        else:
            for world in ("first", "second"):
                port = free_ports(3)  # the third is that of the control API
                urls += [f"http://127.0.0.1:{port + number}" for number in range(2)]
                self.start([ASSAY, "serve", "--no-state", "--quiet", "--port", str(port), "--world",
                            str(SITE.parent / f"{world}-world.yaml")], urls)
        self.site = folder / f"{kind}.yaml"
        self.site.write_text(re.sub("^providers:.*", f"providers: [{', '.join(urls)}]", text, flags=re.MULTILINE))

    def start(self, command, urls):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
        self.processes.append(process)
        for url in urls:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))).close()
                    break
                except OSError:
                    if process.poll() is not None:
                        sys.exit(f"{command[0]} has ended")
                    time.sleep(0.1)

    def stop(self):
        for process in self.processes:
            process.kill()
            process.wait()


def run(port, platform, folder, more):
    """The report of a run; None where it has none."""
    command = [ASSAY, "run", "--implementation", port, "--platform", platform, "--lint", "never", "--show", "result",
               "--report-dir", str(folder)] + more
    environment = os.environ | {"ASSAY_SITE_USER": "user", "ASSAY_SITE_PASSWORD": "password"}
    try:
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    report = folder / "report.json"
    if not report.exists():
        print(f"  {' '.join(command)}: {done.stderr.strip()[-300:]}")
        return None
    return json.loads(report.read_text())


def outcomes(report):
    return next(p["outcomes"] for p in report["profiles"] if p["profile"] == "core")


def bad(report):
    return [f"{o}: {n}" for o, n in outcomes(report).items() if o in ("FAIL", "CRASH") and n]


def mutants(choice, seed):
    if choice == "merge":
        folder = ROOT / "Specs/contracts/service-providers"
        kills = [re.search(r"^kills: \[(.*?)\]", f.read_text(), re.MULTILINE | re.DOTALL) for f in folder.glob("*.yaml")]
        return sorted({name.strip() for found in kills if found for name in found.group(1).split(",")})
    listed = subprocess.run([ASSAY, "list", "--mutants"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^  (\S+)", listed, re.MULTILINE)
    return names if choice == "all" else sorted(random.Random(seed).sample(names, int(choice)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--ports", nargs="*", default=["builtin", "python", "c"])
    parser.add_argument("--backends", nargs="*", choices=["own", "foreign"], default=["own", "foreign"])
    parser.add_argument("--platforms", nargs="*", default=["ios", "tvos"])
    parser.add_argument("--mutants", default="0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", action="append", default=[])
    options = parser.parse_args()
    chosen = [word for pattern in options.filter for word in ("--filter", pattern)]
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ports = {"builtin": "builtin", "python": "exec:python3 Examples/python/adapter.py", "c": f"exec:{folder}/adapter"}
        if "c" in options.ports:
            sources = [str(ROOT / f"Examples/c/{f}.c") for f in ("adapter", "json", "port", "service")]
            subprocess.run(["cc", "-std=c11", "-pthread", "-o", str(folder / "adapter")] + sources, check=True)
        backends = [Providers(kind, folder) for kind in options.backends]
        try:
            for number in range(options.runs):
                for backend in backends:
                    for platform in options.platforms:
                        for port in options.ports:
                            place = folder / f"{number}-{backend.kind}-{platform}-{port}"
                            more = ["--backend", f"gate:{backend.site}", "--seed", str(number + 1)] + chosen
                            report = run(ports[port], platform, place, more)
                            failed += told(report, f"run {number + 1}, {backend.kind}, {platform}, {port}")
            tried = [] if options.mutants == "0" else mutants(options.mutants, options.seed)
            if tried:
                hold(tried, options.platforms[0], backends, folder, chosen)
        finally:
            for backend in backends:
                backend.stop()
    sys.exit(1 if failed else 0)


def told(report, title):
    """Says what a run of a right port came to; 1 where it is wrong."""
    if report is None:
        print(f"{title}: no report", flush=True)
        return 1
    counts = outcomes(report)
    applicable = sum(n for o, n in counts.items() if o != "NOT APPLICABLE")
    decided = counts["PASS"] + counts["WARN"] + counts["FAIL"]
    print(f"{title}: {decided} of {applicable} decided ({100 * decided // max(applicable, 1)} %); "
          + ", ".join(f"{o} {n}" for o, n in counts.items() if n), flush=True)
    return 1 if bad(report) else 0


def hold(tried, platform, backends, folder, chosen):
    killed, through = [], {backend.kind: [] for backend in backends}
    for mutant in tried:
        stop = ["--fail-fast"] + chosen
        report = run(f"mutant:{mutant}", platform, folder / f"{mutant}-simulator", stop)
        if report is None or not bad(report):
            print(f"{mutant}: the simulator does not fail it on {platform}", flush=True)
            continue
        killed.append(mutant)
        for backend in backends:
            more = ["--backend", f"gate:{backend.site}"] + stop
            report = run(f"mutant:{mutant}", platform, folder / f"{mutant}-{backend.kind}", more)
            if report is not None and bad(report):
                through[backend.kind].append(mutant)
            else:
                print(f"{mutant}: passes through the gates before {backend.kind}", flush=True)
    for kind, names in through.items():
        print(f"{kind}: {len(names)} of the {len(killed)} mutants that the simulator fails on {platform} fail "
              f"({len(tried)} tried)", flush=True)


main()
