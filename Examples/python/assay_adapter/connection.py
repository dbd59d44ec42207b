"""Lines in both directions, and the counters of what is told to the suite."""

import queue
import threading
import time
from typing import BinaryIO

from .values import encode, to_line

LINE_BYTES = 1 << 20
FIRST_LINE_BYTES = 65536  # before `initialize` was answered


class TooLong(Exception):
    """A line of more bytes than are read; it is over."""


class Lines:
    """Reads lines, at most `limit` bytes each."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.limit = FIRST_LINE_BYTES

    def next(self) -> bytes | None:
        """The next line without its end, or None at the end of the input. Raises TooLong."""
        line = self._stream.readline(self.limit + 2)
        if not line:
            return None
        if not line.endswith(b"\n") and len(line) > self.limit:
            while line and not line.endswith(b"\n"):
                line = self._stream.readline(65536)
            raise TooLong
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(line) > self.limit:
            raise TooLong
        return line


class Outgoing:
    """Messages to the suite. Any thread may send; one thread writes, so nobody waits for the suite."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._told = 0
        self._events: dict[str, int] = {}
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._writer.start()

    def send(self, message: dict) -> None:
        self._queue.put(to_line({"jsonrpc": "2.0", **message}))

    def event(self, session: str, selector: str, arguments: dict) -> None:
        """A callback, which is entered as this is called."""
        entered, encoded = time.monotonic_ns(), encode(arguments)
        with self._lock:
            number = self._events.get(session, 0)
            self._events[session] = number + 1
            self._tell(
                "session/event",
                {"session": session, "n": number, "selector": selector, "arguments": encoded},
                entered,
            )

    def tap(self, session: str, kind: str, url: str) -> None:
        with self._lock:
            self._tell("tap", {"session": session, "kind": kind, "url": url}, time.monotonic_ns())

    def question(self, session: str, members: dict) -> None:
        with self._lock:
            self._tell("platform", {"session": session, **members}, time.monotonic_ns())

    def _tell(self, method: str, parameters: dict, at: int) -> None:
        # The counter and the queue change together: the order of the lines is that of the numbers.
        parameters = {"seq": self._told, "ts": at, "thread": threading.current_thread().name, **parameters}
        self._told += 1
        self._queue.put(to_line({"jsonrpc": "2.0", "method": method, "params": parameters}))

    def finish(self) -> None:
        """Waits until everything is written."""
        self._queue.put(None)
        self._writer.join(2)

    def _write(self) -> None:
        while True:
            lines = [self._queue.get()]
            while lines[-1] is not None and not self._queue.empty():
                lines.append(self._queue.get())
            try:
                self._stream.write(b"".join(line for line in lines if line is not None))
                self._stream.flush()
            except OSError:
                return  # nobody reads any more
            if lines[-1] is None:
                return
