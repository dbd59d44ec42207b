"""Stands in for the program assay where only what Locust costs is measured: says every second what it was given.

STAND_IN_LINES is a folder with lines of `assay load --progress json`, STAND_IN_SECONDS how long a part takes.
"""

import os
import sys
import time


def option(name: str) -> str:
    return sys.argv[sys.argv.index(name) + 1]


def main() -> int:
    if sys.argv[1] == "version":
        print('{"assay": "stand-in", "specs": "none"}')
        return 0
    if sys.argv[2] == "merge":
        return 0
    lines = []
    for name in sorted(os.listdir(os.environ["STAND_IN_LINES"])):
        with open(os.path.join(os.environ["STAND_IN_LINES"], name), "rb") as file:
            lines.append(file.read())
    start = float(option("--start-at"))
    for second in range(int(os.environ["STAND_IN_SECONDS"])):
        time.sleep(max(0.0, start + second + 1 - time.time()))
        os.write(1, lines[second % len(lines)])
    with open(os.path.join(option("--report-dir"), "part.json"), "w", encoding="utf-8") as file:
        file.write("{}")
    return 0


sys.exit(main())
