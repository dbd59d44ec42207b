"""Stands in for the program assay where only what Locust costs is measured: says every second what it was given.

STAND_IN_LINES is a folder with lines of `assay load --progress json`, STAND_IN_SECONDS how long a part takes.
"""

import os
import sys
import time


def option(name: str) -> str:
    return sys.argv[sys.argv.index(name) + 1]


def main() -> int:
    lines = []
    for name in sorted(os.listdir(os.environ["STAND_IN_LINES"])):
        with open(os.path.join(os.environ["STAND_IN_LINES"], name), "rb") as file:
            lines.append(file.read())
    start = float(option("--start-at"))
    for second in range(int(time.time() - start) + 1, int(os.environ["STAND_IN_SECONDS"])):
        time.sleep(max(0.0, start + second - time.time()))
        os.write(1, lines[second % len(lines)])
    with open(os.path.join(option("--report-dir"), "report.json"), "w", encoding="utf-8") as file:
        file.write("{}")
    return 0


sys.exit(main())
