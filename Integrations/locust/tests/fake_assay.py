#!/usr/bin/env python3
"""Stands in for the program assay: says who it is, makes a part of a few seconds, merges parts.

The environment says how it behaves: FAKE_SECONDS, FAKE_CRASH (the part that ends with a signal), FAKE_CRASH_IF (only
if there is this file), FAKE_ASSAY and FAKE_SPECS (who it is), FAKE_SLOW (how many
seconds it takes to say so).
"""

import json
import os
import signal
import sys
import time
from typing import Any

from fake_assay_payload import payload as encoded


def payload(count: int) -> str:
    return encoded([2_000_000 + index * 1_000 for index in range(count)])


def option(name: str, default: str = "") -> str:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def say(**line: Any) -> bool:
    """Whether anybody reads it."""
    try:
        os.write(1, json.dumps(line).encode() + b"\n")
        return True
    except BrokenPipeError:
        return False


def crashes(number: int) -> bool:
    file = os.environ.get("FAKE_CRASH_IF")
    return os.environ.get("FAKE_CRASH") == str(number) and (file is None or os.path.exists(file))


def part() -> int:
    number, count = map(int, option("--part").split("/"))
    stopped = False

    def stop(*_: Any) -> None:
        nonlocal stopped
        stopped = True

    signal.signal(signal.SIGINT, stop)
    time.sleep(max(0.0, float(option("--start-at")) - time.time()))
    completed = 0
    for second in range(int(os.environ.get("FAKE_SECONDS", "3"))):
        if second == 1 and crashes(number):
            sys.stderr.write("fatal error: something is nil\n")
            sys.stderr.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        if stopped:
            break
        time.sleep(1)
        completed += 100
        is_read = say(
            type="second", time=second, due=100, begun=100, completed=100, failed=0, dropped=0, violations=0,
            underWay=0, phases={"completion": payload(100)},
            scales=[{"providers": 2, "phases": {"overhead": payload(100)}}], resources=None,
        )
        stopped = stopped or not is_read
    folder = option("--report-dir")
    with open(os.path.join(folder, "report.json"), "w", encoding="utf-8") as file:
        json.dump({"part": number, "of": count, "completed": completed, "stopped": stopped, "words": sys.argv}, file)
    say(type="result", part=f"{number}/{count}", folder=folder, verdict="PASSED", exitCode=0)
    return 2 if stopped else 0


def merge() -> int:
    folders = [word for word in sys.argv[3:] if os.path.exists(os.path.join(word, "report.json"))]
    parts = []
    for folder in folders:
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
            parts.append(json.load(file))
    report = option("--report-dir")
    os.makedirs(report, exist_ok=True)
    with open(os.path.join(report, "report.json"), "w", encoding="utf-8") as file:
        json.dump(parts, file)
    complete = len(parts) == parts[0]["of"] and not any(part["stopped"] for part in parts)
    return 0 if complete else 2


if sys.argv[1] == "version":
    time.sleep(float(os.environ.get("FAKE_SLOW", "0")))
    say(assay=os.environ.get("FAKE_ASSAY", "1"), specs=os.environ.get("FAKE_SPECS", "abc"), accessEnabler="3.9.2")
elif sys.argv[2] == "merge":
    sys.exit(merge())
else:
    sys.exit(part())
