"""Serves the port to the suite: on the standard streams, or over a socket with `adapter.py ADDRESS:PORT TOKEN`."""

import faulthandler
import os
import signal
import socket
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from assay_adapter import storages  # noqa: E402
from assay_adapter.connection import Lines, Outgoing  # noqa: E402
from assay_adapter.dispatcher import Dispatcher  # noqa: E402


def main() -> int:
    faulthandler.register(signal.SIGQUIT)
    if len(sys.argv) == 3:
        address, _, port = sys.argv[1].rpartition(":")
        connection = socket.create_connection((address, int(port)))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader, writer = connection.makefile("rb"), connection.makefile("wb")
    elif len(sys.argv) == 1:
        reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # whatever else prints belongs to the log
    else:
        print(__doc__, file=sys.stderr)
        return 64
    outgoing = Outgoing(writer)
    if len(sys.argv) == 3:
        outgoing.send({"method": "hello", "params": {"token": sys.argv[2]}})
    Dispatcher(Lines(reader), outgoing, storages.folder(), time.monotonic_ns).run()
    return 0


if __name__ == "__main__":
    # No interpreter shutdown: what is under way on other threads ends with the process.
    code = main()
    sys.stderr.flush()
    os._exit(code)
