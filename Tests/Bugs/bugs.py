#!/usr/bin/env python3
"""Plants bugs into the port in Python, one at a time, and says which are caught.

    bugs.py              each is met by the contract that is known to catch it: some minutes
    bugs.py --whole      each is met by the whole catalogue, up to the first failure: hours
    bugs.py --explore 60 each is explored for so many seconds, without a contract, and those in explored/ as well
    bugs.py --seed 7     all are planted, and two met that are caught, which the number decides
    bugs.py --keep DIR   what the tool reports of each stays there
    bugs.py NAME...      these alone

A bug is a patch of Examples/python, that begins with what the port does wrong, where that was seen, which statement it
breaks and by which contract it is caught; or, where it breaks nothing, which one once failed it and may not any more.
The exit code is 1 if one is not caught that should be, if one is that breaks nothing, or if a patch does not fit the
port any more. ASSAY names the tool.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ASSAY = os.environ.get("ASSAY", str(ROOT / ".build/debug/assay"))
FAILED, UNDECIDED = 1, 2  # what `assay run` ends with where the port breaks something, and where nobody knows


def header(patch: Path) -> dict[str, str]:
    lines = patch.read_text().partition("\n\n")[0].splitlines()
    return dict(line.split(": ", 1) for line in lines)


def asked(known: dict[str, str]) -> str | None:
    """The contract that the patch is about."""
    return known.get("Caught by") or known.get("Once failed")


def plant(patch: Path, folder: Path) -> str:
    """Makes a copy of the port with the bug in it; what is wrong, where that cannot be done."""
    shutil.copytree(ROOT / "Examples/python", folder, ignore=shutil.ignore_patterns("__pycache__"))
    alone = os.environ | {"GIT_CEILING_DIRECTORIES": str(folder.parent)}  # not the repository of a folder above
    made = subprocess.run(["git", "apply", "-p0", str(patch)], cwd=folder, env=alone, capture_output=True, text=True)
    return made.stderr.strip()


def met(port: Path, contract: str | None, reports: Path, times: int = 1) -> tuple[bool, str]:
    """Whether anything is noticed of a port, and the tool's last words."""
    command = [ASSAY, "run", "--specs", str(ROOT / "Specs"), "--profile", "all", "--lint", "never", "--quiet"]
    command += ["--report-dir", str(reports), "--implementation", f"exec:python3 -B {port}/adapter.py"]
    command += ["--filter", contract, "--repeat", str(times)] if contract else ["--fail-fast"]
    done = subprocess.run(command, capture_output=True, text=True)
    said = (done.stdout + done.stderr).strip()
    if done.returncode not in (0, FAILED, UNDECIDED):
        sys.exit(f"{' '.join(command)}\n{said}\nended with {done.returncode}")
    # What was seen beside a busy machine and not again alone is undecided, and no port passes with that.
    is_undecided = done.returncode == UNDECIDED and contract is not None
    is_noticed = done.returncode == FAILED or is_undecided or "warning" in said
    if not is_noticed and contract and times == 1:
        # What hangs on pace, such as where a reply is cut, does not show each time on a busy machine.
        return met(port, contract, reports, times=10)
    return is_noticed, said


def explored(port: Path, reports: Path, seconds: int) -> tuple[bool, str]:
    """Whether a search finds anything in a port, and what that is."""
    command = [ASSAY, "explore", "--specs", str(ROOT / "Specs"), "--for", f"{seconds}s", "--fail-fast"]
    command += ["--report-dir", str(reports), "--implementation", f"exec:python3 -B {port}/adapter.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, FAILED, UNDECIDED):
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}\nended with {done.returncode}")
    found = [line for line in done.stdout.splitlines() if line.startswith("FAIL ")]
    return done.returncode == FAILED, (found or [""])[0]


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("names", nargs="*")
    options.add_argument("--whole", action="store_true")
    options.add_argument("--explore", type=int, metavar="SECONDS")
    options.add_argument("--seed", type=int)
    options.add_argument("--keep", type=Path, metavar="DIR")
    chosen = options.parse_args()
    everywhere = sorted([*HERE.glob("*.patch"), *HERE.glob("explored/*.patch")])
    if not chosen.explore and not chosen.names:
        # planted/ is explored by itself.
        subprocess.run(["git", "apply", "--check", "--directory=Sources", "Tests/Bugs/planted/bugs.patch"], cwd=ROOT,
                       check=True)
    unknown = set(chosen.names) - {patch.stem for patch in everywhere}
    if unknown:
        sys.exit(f"there is no {min(unknown)}.patch in {HERE}")
    patches = [patch for patch in everywhere if not chosen.names or patch.stem in chosen.names]
    among = [
        patch for patch in patches
        if chosen.explore or chosen.whole and patch.parent == HERE or asked(header(patch)) not in (None, "none")
    ]
    if chosen.seed is not None:
        among = random.Random(chosen.seed).sample([patch for patch in among if "Caught by" in header(patch)], 2)
    problems, caught, wrong, right = 0, 0, 0, 0
    for patch in patches:
        known = header(patch)
        contract, once = known.get("Caught by"), known.get("Once failed")
        is_bug = known["Breaks"] != "nothing"
        with tempfile.TemporaryDirectory() as folder:
            port = Path(folder) / "port"
            problem = plant(patch, port)
            begin, word = time.monotonic(), "planted"
            if not problem and patch in among:
                reports = chosen.keep / patch.stem if chosen.keep else Path(folder) / "reports"
                if chosen.explore:
                    is_noticed, said = explored(port, reports, chosen.explore)
                    # A search of some seconds may pass what a contract catches; it may not catch what breaks nothing.
                    is_expected = is_bug or not is_noticed
                else:
                    is_noticed, said = met(port, None if chosen.whole else contract or once, reports)
                    # What a SHOULD comes to is no conviction.
                    is_noticed = is_noticed and not (once and "NOT CONFORMANT" not in said)
                    is_expected = is_noticed == (contract not in (None, "none"))
                word = "caught" if is_noticed else "passed"
                if not is_expected:
                    problem = f"the patch says that it is {'passed' if is_noticed else 'caught'}\n{said}"
        wrong += is_bug and word != "planted"
        right += not is_bug and word != "planted"
        caught += is_bug and word == "caught"
        remark = contract or (known["Breaks"] if is_bug else "breaks nothing")
        print(f"{word:8}{patch.stem:36}{remark:44}{time.monotonic() - begin:5.1f} s", flush=True)
        if problem:
            problems += 1
            print(f"  {problem}", file=sys.stderr, flush=True)
    print(f"{caught} of {wrong} bugs caught; {right} tried that break nothing")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
