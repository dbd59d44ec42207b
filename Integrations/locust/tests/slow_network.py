"""A network between two programs in which everything takes a while."""

from __future__ import annotations

import queue
import socket
import threading
import time
from typing import Any


class SlowNetwork:
    """Passes on connections to `port` on this machine, each piece of them `delay` seconds late in both directions."""

    def __init__(self, port: int, delay: float) -> None:
        self._port, self._delay = port, delay
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])

    def __enter__(self) -> SlowNetwork:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                # Nobody listens there yet; whoever asks will ask again.
                near.close()
                continue
            for source, target in ((near, far), (far, near)):
                self._pass_on(source, target)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        pieces: queue.Queue[tuple[float, bytes]] = queue.Queue()

        def read() -> None:
            data = b"."
            while data:
                try:
                    data = source.recv(65_536)
                except OSError:
                    data = b""
                pieces.put((time.monotonic() + self._delay, data))

        def write() -> None:
            while True:
                due, data = pieces.get()
                time.sleep(max(0.0, due - time.monotonic()))
                try:
                    if not data:
                        target.shutdown(socket.SHUT_WR)
                        return
                    target.sendall(data)
                except OSError:
                    return

        for work in (read, write):
            threading.Thread(target=work, daemon=True).start()
