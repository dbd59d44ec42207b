"""One thread with an event loop for all AccessEnablers of a process: network, time-outs and callbacks."""

import asyncio
import threading


class EventLoopThread:
    """Runs an asyncio loop until the process ends. Everything but `post` belongs to its own thread."""

    _shared = None
    _lock = threading.Lock()

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="accessenabler", daemon=True)
        self._thread.start()

    @classmethod
    def shared(cls) -> "EventLoopThread":
        with cls._lock:
            if cls._shared is None:
                cls._shared = cls()
            return cls._shared

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def post(self, function, *arguments) -> None:
        """Runs the function on the loop's thread, after what was posted before. From any thread."""
        self.loop.call_soon_threadsafe(function, *arguments)

    def post_behind_replies(self, function) -> None:
        """As `post`, but behind whatever the network had delivered: a reply takes a few turns of the loop."""
        self._turn(12, function)

    def _turn(self, turns: int, function) -> None:
        if turns == 0:
            self.post(function)
        else:
            self.post(self._turn, turns - 1, function)
