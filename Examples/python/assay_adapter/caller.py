"""Who makes the calls of a session: one after another, and never two at a time."""

import threading
from collections import deque
from typing import Callable


class Caller:
    """A thread while there are calls to make, and none otherwise."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: deque[tuple[object, Callable[[], None]]] = deque()
        self._current: tuple[threading.Thread, object] | None = None

    def submit(self, key: object, call: Callable[[], None]) -> None:
        """Has the call made. The key names it for `give_up`."""
        with self._lock:
            self._calls.append((key, call))
            if self._current is None:
                self._start()

    def give_up(self, key: object) -> None:
        """The call need not return any more, or is not made at all; the next ones go on without it."""
        with self._lock:
            self._calls = deque(item for item in self._calls if item[0] != key)
            if self._current is not None and self._current[1] == key:
                self._start()

    def _start(self) -> None:
        thread = threading.Thread(target=self._run, name="caller", daemon=True)
        self._current = (thread, None)
        thread.start()

    def _run(self) -> None:
        me = threading.current_thread()
        while True:
            with self._lock:
                if self._current is None or self._current[0] is not me:
                    return  # given up
                if not self._calls:
                    self._current = None
                    return
                key, call = self._calls.popleft()
                self._current = (me, key)
            call()
