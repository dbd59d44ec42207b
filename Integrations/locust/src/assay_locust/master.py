"""The master's side: deals out the parts, starts them at one moment, gathers and merges them."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

import gevent

from . import clocks, folders, tool
from .options import OwnOptions, Refused

#: How long workers have to say who they are, in seconds.
INTRODUCTION = 60.0
#: From when the last worker has the plan to the first iterations: whatever has to be started must be started by then.
LEAD = 3.0
#: How long a worker may be silent before its part is given up: it may only have been stopped for a while.
GRACE = 20.0
#: How long a part may take to report after it was told to stop.
FAREWELL = 30.0
ROUND_TRIPS = 5
#: When a part is missing, something is broken, and the merge itself could not be made.
INCOMPLETE, BROKEN = 2, 3
log = logging.getLogger("assay")


@dataclass
class Part:
    """One worker's part of the run, as the master knows it."""

    number: int
    worker: str
    pieces: dict[int, bytes] = field(default_factory=dict)
    of: int = 0
    ended: bool = False

    @property
    def record(self) -> bytes | None:
        """The file that parts are merged from, once it is here."""
        if not self.of or len(self.pieces) < self.of:
            return None
        return b"".join(self.pieces[index] for index in range(self.of))


class Master:
    """What a Locust master does with the messages of this package."""

    def __init__(self, environment: Any) -> None:
        self.environment = environment
        self.options = OwnOptions(environment)
        #: What tells this run's messages from those of a run before.
        self.run = ""
        self.parts: dict[int, Part] = {}
        self.trips: dict[str, list[clocks.RoundTrip]] = {}
        self.said: dict[str, dict[str, Any]] = {}
        self.silent_since: dict[str, float] = {}
        self.is_dealt = False
        self.has_refused = False
        self.dealing: Any = None
        self.ending: Any = None
        if environment.parsed_options.headless:
            # Locust itself takes no SIGTERM while a run without its page is under way.
            gevent.signal_handler(signal.SIGTERM, os.kill, os.getpid(), signal.SIGINT)
        for kind, listener in (
            ("assay-here", self.on_here),
            ("assay-second", self.on_second),
            ("assay-record", self.on_record),
            ("assay-end", self.on_end),
        ):
            environment.runner.register_message(kind, listener)

    def workers(self) -> list[str]:
        """Those that can be given something to do."""
        clients = self.environment.runner.clients
        return sorted(client.id for client in clients.all if client.state != "missing")

    # Messages of workers; each is as hostile as a stranger's.

    def on_here(self, environment: Any, msg: Any) -> None:
        data = msg.data
        trip = clocks.RoundTrip(float(data["asked"]), float(data["theirs"]), time.time())
        self.trips.setdefault(msg.node_id, []).append(trip)
        if "assay" in data or "problem" in data:
            self.said[msg.node_id] = data

    def part(self, msg: Any) -> Part | None:
        part = self.parts.get(msg.data.get("part"))
        is_own = part is not None and part.worker == msg.node_id and msg.data.get("run") == self.run
        return part if is_own else None

    def on_second(self, environment: Any, msg: Any) -> None:
        if part := self.part(msg):
            with open(os.path.join(self.folder(part.number), "seconds.ndjson"), "a", encoding="utf-8") as file:
                file.write(str(msg.data["line"]).rstrip("\n") + "\n")

    def on_record(self, environment: Any, msg: Any) -> None:
        part = self.part(msg)
        index, count = int(msg.data["index"]), int(msg.data["of"])
        if part is None or not 0 <= index < count <= 4_096:
            return
        part.of = count
        part.pieces[index] = bytes(msg.data["bytes"])
        if (record := part.record) is not None:
            with open(os.path.join(self.folder(part.number), "report.json"), "wb") as file:
                file.write(record)

    def on_end(self, environment: Any, msg: Any) -> None:
        if part := self.part(msg):
            part.ended = True
            if problem := str(msg.data["problem"]):
                log.error("part %d of %d (%s): %s", part.number, len(self.parts), part.worker, problem)

    # The run.

    def folder(self, number: int) -> str:
        folder = os.path.join(self.options.result_dir, f"gathered-{number}")
        os.makedirs(folder, exist_ok=True)
        return folder

    def begin(self) -> None:
        """Sets aside what came of the run before, and deals out the parts of the next."""
        self.parts, self.trips, self.said, self.silent_since = {}, {}, {}, {}
        self.is_dealt, self.ending = False, None
        self.run = uuid.uuid4().hex
        # Until something better is known: a run that ends unforeseen must not look well.
        self.environment.process_exit_code = BROKEN
        self.has_refused = False
        folders.set_aside(self.options.result_dir, r"gathered-\d+|report")
        self.dealing = gevent.spawn(self.deal)

    def deal(self) -> None:
        """Gives every worker that can have one its part."""
        try:
            own = tool.identity(self.options.assay, self.options.specs)
        except tool.ToolMissing as error:
            self.fail(str(error))
            return
        workers = self.introduce(own)
        if not workers:
            self.fail("there is no worker that could make a part of the run")
            return
        load = self.options.load(self.environment.parsed_options)
        try:
            load.check()
        except Refused as error:
            self.fail(str(error))
            return
        offsets = {worker: clocks.offset(self.trips[worker]) for worker in workers}
        start = time.time() + LEAD + max(offset.uncertainty for offset in offsets.values())
        for number, worker in enumerate(workers, 1):
            self.parts[number] = Part(number, worker)
            plan = {"run": self.run, "part": number, "of": len(workers), "start": start, "options": load.message()}
            plan |= {"ahead": offsets[worker].ahead, "uncertainty": offsets[worker].uncertainty}
            self.environment.runner.send_message("assay-plan", plan, client_id=worker)
        self.is_dealt = True
        log.info("%d parts begin at %.3f", len(workers), start)

    def introduce(self, own: tool.Identity) -> list[str]:
        """Asks the workers who they are; those that differ are refused."""
        asked = self.workers()
        for worker in asked:
            self.ask(worker, identify=True)
        deadline = time.time() + INTRODUCTION
        while any(worker not in self.said for worker in asked) and time.time() < deadline:
            gevent.sleep(0.05)
        # Asking who somebody is takes long: their clocks are read by round trips that do nothing else.
        for _ in range(ROUND_TRIPS):
            for worker in list(self.said):  # a late one may say who it is meanwhile
                self.ask(worker)
            gevent.sleep(0.05)
        while any(len(self.trips[worker]) <= ROUND_TRIPS for worker in self.said) and time.time() < deadline:
            gevent.sleep(0.05)
        good = []
        for worker in asked:
            said = self.said.get(worker)
            if said is None:
                problem = "it does not say who it is: it has another locustfile, or is too busy"
            elif "problem" in said:
                problem = str(said["problem"])
            else:
                problem = own.difference(tool.Identity(str(said["assay"]), str(said["specs"])))
            if problem:
                log.error("%s is refused: %s", worker, problem)
                self.has_refused = True
            else:
                good.append(worker)
        return good

    def ask(self, worker: str, identify: bool = False) -> None:
        message = {"asked": time.time(), "identify": identify}
        self.environment.runner.send_message("assay-who", message, client_id=worker)

    def fail(self, message: str) -> None:
        log.error("%s", message)
        self.environment.process_exit_code = BROKEN
        self.is_dealt = True

    def lost(self) -> list[Part]:
        """The parts whose workers are gone before they said what came of them."""
        states = {client.id: client.state for client in self.environment.runner.clients.all}
        return [part for part in self.parts.values() if not part.ended and self.is_gone(part.worker, states)]

    def is_gone(self, worker: str, states: dict[str, str]) -> bool:
        """Whether it has left, or has been silent for too long."""
        if worker not in states:
            return True
        if states[worker] != "missing":
            self.silent_since.pop(worker, None)
            return False
        return time.time() - self.silent_since.setdefault(worker, time.time()) > GRACE

    def is_over(self) -> bool:
        """Whether nothing more is to be expected of any part."""
        return self.is_dealt and len(self.lost()) == sum(not part.ended for part in self.parts.values())

    def finish(self) -> None:
        """Waits for what parts report when they are stopped, and merges them.

        Several may call it, and what calls it may be ended meanwhile.
        """
        if self.ending is None:
            self.ending = gevent.spawn(self.end)
        self.ending.join()

    def end(self) -> None:
        # A run that is stopped before its parts are dealt out must not begin afterwards.
        self.dealing.kill()
        deadline = time.time() + FAREWELL
        for part in self.parts.values():
            if not part.ended:
                self.environment.runner.send_message("assay-stop", client_id=part.worker)
        while self.is_dealt and not self.is_over() and time.time() < deadline:
            gevent.sleep(0.1)
        self.merge()
        # Locust asks whether the next run is over before it says that one has begun.
        self.is_dealt = False

    def merge(self) -> None:
        """Puts the parts together with `assay load merge`; its exit code becomes Locust's."""
        if not self.parts:
            return
        for part in self.lost():
            log.error("part %d of %d is lost: %s is gone", part.number, len(self.parts), part.worker)
        folders = [self.folder(part.number) for part in self.parts.values() if part.record is not None]
        if not folders:
            self.fail("no part has reported anything")
            return
        command = [self.options.assay, "load", "merge", *folders]
        command += ["--report-dir", os.path.join(self.options.result_dir, "report")]
        if self.options.specs:
            command += ["--specs", self.options.specs]
        try:
            code = subprocess.run(command, check=False).returncode
        except OSError as error:
            self.fail(f"'{self.options.assay}' cannot be run: {error}")
            return
        self.environment.process_exit_code = BROKEN if self.has_refused and code in (0, INCOMPLETE) else code
