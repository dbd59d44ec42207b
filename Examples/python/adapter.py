"""Serves the port to the suite: on the standard streams, or over a socket with `adapter.py ADDRESS:PORT TOKEN`.

`--variant NAME` before these has the port be right in another way; `--variant list` prints what there is.
"""

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
    arguments = sys.argv[1:]
    if arguments[:1] == ["--variant"] and len(arguments) > 1:
        import variants

        if arguments[1] == "list":
            print("\n".join(variants.names()))
            return 0
        try:
            variants.install(arguments[1])
        except KeyError as name:
            print(f"there is no variant {name}; `--variant list` prints those there are", file=sys.stderr)
            return 64
        arguments = arguments[2:]
    if len(arguments) == 2:
        address, _, port = arguments[0].rpartition(":")
        connection = socket.create_connection((address, int(port)))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader, writer = connection.makefile("rb"), connection.makefile("wb")
    elif not arguments:
        reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # whatever else prints belongs to the log
    else:
        print(__doc__, file=sys.stderr)
        return 64
    outgoing = Outgoing(writer)
    if arguments:
        outgoing.send({"method": "hello", "params": {"token": arguments[1]}})
    Dispatcher(Lines(reader), outgoing, storages.folder(), time.monotonic_ns).run()
    return 0


if __name__ == "__main__":
    # No interpreter shutdown: what is under way on other threads ends with the process.
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
