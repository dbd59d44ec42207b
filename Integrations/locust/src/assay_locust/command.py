"""The command `assay-locust`: Locust with this package's locustfile."""

from __future__ import annotations

import argparse
import os
import sys

from . import options

DESCRIPTION = "One load run of assay over many machines: Locust finds, starts, stops and shows them."
EPILOG = """\
of Locust's own options, those that are needed most:
  --master, --worker    what this process is; one master, and a worker on each machine that makes load
  --master-host HOST    where the master is, for workers
  --master-bind-host ADDRESS
                        where the master listens; Locust asks nobody for a password (default: 127.0.0.1)
  --headless            run at once, without Locust's page, and end with the exit code of 'assay load'
  --expect-workers N    begin when so many workers are there
  --csv PREFIX, --html FILE
                        Locust's own tables and page, beside assay's report in RESULT_DIR/report
'locust --help' has the others.

on each of four machines, and then on one of them:
  assay-locust --worker --master-host 10.0.0.1
  assay-locust --master --master-bind-host 10.0.0.1 --headless --expect-workers 4 \\
      --load-profile fan-out --load-rate 8000/s --result-dir out

exit codes: those of 'assay load'; 2 also where a part is missing, 3 where a worker was refused or nothing came
"""


def parser() -> argparse.ArgumentParser:
    """What `--help` shows: Locust's own help knows nothing of a locustfile's options."""
    shown = argparse.ArgumentParser(
        prog="assay-locust",
        usage="assay-locust (--master | --worker) [options of Locust] [options below]",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add(shown)
    return shown


def main() -> None:
    """Runs `locust -f` with the file of this package and the arguments that were given."""
    words = sys.argv[1:]
    if "-h" in words or "--help" in words:
        parser().print_help()
        return
    # Not imported: Locust changes the standard library of a process that imports it.
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locustfile.py")
    os.execv(sys.executable, [sys.executable, "-m", "locust", "-f", file, *words])
