#!/usr/bin/env python3
"""Says which lines of the reference the contracts run, which exploring runs, and which only one of both does.

    covered.py          ten minutes of exploring
    covered.py 120      two minutes

The tool is built once more, with counters, in .build/covered. Lines that neither runs are listed with the file, so that
somebody can say of each whether a contract is missing, a move, or the documents' word.
"""

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build/covered"
ASSAY = BUILD / "release/assay"
SWIFT = Path(shutil.which("swift") or sys.exit("there is no swift")).resolve().parent
PARTS = ROOT / "Sources/AccessEnabler"


def covered(name: str, *arguments: str) -> dict[str, dict[int, bool]]:
    """Of each file of the reference each line that has code, and whether one run of the tool came by."""
    folder = BUILD / name
    shutil.rmtree(folder, ignore_errors=True)
    done = subprocess.run([ASSAY, *arguments, "--report-dir", folder / "report"], cwd=ROOT, stdout=subprocess.DEVNULL,
                          env=os.environ | {"LLVM_PROFILE_FILE": str(folder / "%p.profraw")})
    # Whatever was found, the lines were run.
    if done.returncode not in (0, 1, 2):
        sys.exit(f"assay {' '.join(arguments)} ended with {done.returncode}")
    counts = folder / "counts"
    subprocess.run([SWIFT / "llvm-profdata", "merge", "-o", counts, *folder.glob("*.profraw")], check=True)
    text = subprocess.run([SWIFT / "llvm-cov", "export", "-format=lcov", ASSAY, f"-instr-profile={counts}", PARTS],
                          check=True, capture_output=True, text=True).stdout
    lines: dict[str, dict[int, bool]] = defaultdict(dict)
    file = ""
    for row in text.splitlines():
        if row.startswith("SF:"):
            file = str(Path(row[3:]).relative_to(PARTS))
        elif found := re.match(r"DA:(\d+),(\d+)", row):
            lines[file][int(found[1])] = int(found[2]) > 0
    return lines


def spans(numbers: list[int]) -> str:
    """Numbers in order, those that follow each other as one span."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def main() -> None:
    seconds = sys.argv[1] if len(sys.argv) > 1 else "600"
    if not seconds.isdecimal():
        sys.exit(__doc__)
    subprocess.run(["swift", "build", "-c", "release", "--product", "assay", "--scratch-path", BUILD, "-Xswiftc",
                    "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"], cwd=ROOT, check=True)
    runs = [covered(f"contracts-{platform}", "run", "--platform", platform, "--quiet") for platform in ("ios", "tvos")]
    explored = covered("explored", "explore", "--for", f"{seconds}s", "--advice", "--seed", "7")
    total = defaultdict(int)
    lists: dict[str, list[str]] = defaultdict(list)
    for file in sorted(explored):
        told = defaultdict(list)
        for line, is_explored in sorted(explored[file].items()):
            by_contract = any(run[file].get(line, False) for run in runs)
            kind = {(True, True): "both", (True, False): "contracts alone", (False, True): "exploring alone",
                    (False, False): "neither"}[by_contract, is_explored]
            total[kind] += 1
            told[kind].append(line)
        for kind, numbers in told.items():
            if kind != "both":
                lists[kind].append(f"  {file}: {spans(numbers)}")
    for kind in ("contracts alone", "exploring alone", "neither"):
        print("\n".join([f"{kind}:", *lists[kind]]))
    whole = sum(total.values())
    for name, kinds in (("contracts", ("both", "contracts alone")), ("exploring", ("both", "exploring alone")),
                        ("one of them", ("both", "contracts alone", "exploring alone"))):
        count = sum(total[kind] for kind in kinds)
        print(f"{name:12}{count:6} of {whole} lines ({100 * count / whole:.1f} %)")


if __name__ == "__main__":
    main()
