"""The command `assay-locust`: Locust with this package's locustfile."""

import os
import sys

from . import locustfile


def main() -> None:
    """Runs `locust -f` with the file of this package and the arguments that were given."""
    file = locustfile.__file__
    os.execv(sys.executable, [sys.executable, "-m", "locust", "-f", str(file), *sys.argv[1:]])
