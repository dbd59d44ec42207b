"""A worker's side: one child program makes the worker's part of the load."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import time
from typing import Any

import gevent
from gevent.subprocess import DEVNULL, PIPE, Popen
from locust.exception import RPCError

from . import clocks, folders, tables, tool
from .options import LoadOptions, OwnOptions, Refused

#: Bytes of a part's record in one message.
CHUNK = 256 * 1024
#: How long the master may be silent before the part ends in good order, in seconds; Locust itself gives up after 60.
SILENCE = 40
#: How long a part may take to end after it was told to, in seconds.
FAREWELL = 30
log = logging.getLogger("assay")


class Worker:
    """What a Locust worker does with the messages of this package."""

    def __init__(self, environment: Any) -> None:
        self.environment = environment
        self.options = OwnOptions(environment)
        self.child: Any = None
        self.part: Any = None
        self.is_stopped = False
        self.silent = 0
        runner = environment.runner
        runner.register_message("assay-who", self.on_who, concurrent=True)
        runner.register_message("assay-plan", self.on_plan)
        runner.register_message("assay-stop", self.on_stop)
        environment.events.heartbeat_received.add_listener(self.on_heartbeat)
        # Called before Locust says that this worker is gone, because it was added after that.
        environment.events.quitting.add_listener(self.on_quitting)

    def send(self, kind: str, data: dict[str, Any]) -> None:
        """What cannot be sent is still in the part's folder."""
        try:
            self.environment.runner.send_message(kind, data)
        except RPCError as error:
            log.error("%s cannot be sent: %s", kind, error)

    # Messages of the master.

    def on_who(self, environment: Any, msg: Any) -> None:
        """Says what this machine has, and what its clock says."""
        answer: dict[str, Any] = {"asked": msg.data["asked"], "theirs": time.time()}
        if msg.data.get("identify"):
            try:
                known = tool.identity(self.options.assay, self.options.specs)
                answer |= {"assay": known.assay, "specs": known.specs}
            except tool.ToolMissing as error:
                answer["problem"] = str(error)
        self.send("assay-here", answer)

    def on_plan(self, environment: Any, msg: Any) -> None:
        before, self.part = self.part, gevent.spawn(self.run, msg.data, self.part)
        if before is not None:
            self.stop()
        self.is_stopped = False

    def on_stop(self, environment: Any, msg: Any) -> None:
        self.stop()

    def on_heartbeat(self, client_id: str, timestamp: float, **_: Any) -> None:
        self.silent = 0

    # The part.

    def run(self, plan: dict[str, Any], before: Any) -> None:
        """Makes the part once the one of the run before has ended, and sends what came of it."""
        named = {"run": plan["run"], "part": plan["part"]}
        try:
            if before is not None:
                before.join(timeout=FAREWELL)
                if not before.dead:
                    raise Refused("the part of the run before does not end")
            problem = self.make(plan, named)
        except (OSError, Refused) as error:
            problem = str(error)
        self.send("assay-end", named | {"problem": problem})

    def make(self, plan: dict[str, Any], named: dict[str, Any]) -> str:
        """Runs the child program to its end; gives what is wrong with it, in words."""
        name = f"part-{int(plan['part'])}"
        folder = os.path.join(self.options.result_dir, name)
        command = self.command(plan, folder)
        folders.set_aside(self.options.result_dir, re.escape(name))
        os.makedirs(folder, exist_ok=True)
        errors = os.path.join(folder, "errors.txt")
        with open(errors, "wb") as log_file:
            child = self.child = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=log_file)
        watch = gevent.spawn(self.watch)
        try:
            if self.is_stopped:
                self.stop()
            for line in child.stdout:
                self.take(line, plan["options"]["profile"], named)
            code: int = child.wait()
        finally:
            self.child = None
            watch.kill()
        is_there = self.send_record(named, os.path.join(folder, "report.json"))
        return "" if code == 0 else last_line(errors) or ("" if is_there else f"the program ended with {code}")

    def command(self, plan: dict[str, Any], folder: str) -> list[str]:
        """The command line of the part.

        Raises `Refused` with what is asked for and cannot be.
        """
        load = LoadOptions.received(plan["options"])
        command = [self.options.assay, *load.arguments(), "--part", f"{plan['part']}/{plan['of']}"]
        command += ["--start-at", f"{plan['start']:.3f}", "--progress", "json", "--report-dir", folder]
        command += ["--clock-offset", clocks.argument(plan["ahead"])]
        command += ["--clock-uncertainty", clocks.argument(plan["uncertainty"])]
        # Whoever starts the master cannot say it for the machines of others.
        if load.may_load_others and self.options.may_load_others:
            command.append("--i-may-load-this-host")
        if self.options.specs:
            command += ["--specs", self.options.specs]
        return command

    def take(self, line: bytes, profile: str, named: dict[str, Any]) -> None:
        try:
            said = json.loads(line)
        except ValueError:
            log.warning("part %d says what is no JSON: %r", named["part"], line[:200])
            return
        if said.get("type") == "second":
            tables.fill(self.environment.stats, profile, said, time.time())
            self.send("assay-second", named | {"line": line.decode()})

    def send_record(self, named: dict[str, Any], path: str) -> bool:
        """Sends the file that parts are merged from, piece by piece; gives whether there is one."""
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            return False
        count = max(1, -(-len(data) // CHUNK))
        for index in range(count):
            piece = data[index * CHUNK : (index + 1) * CHUNK]
            self.send("assay-record", named | {"index": index, "of": count, "bytes": piece})
            gevent.sleep(0)
        return True

    # Its end.

    def watch(self) -> None:
        """Ends the part when no word of the master comes any more.

        Counts its own seconds: one that is stopped for a while has not waited.
        """
        self.silent = 0
        while self.silent < SILENCE:
            gevent.sleep(1)
            self.silent += 1
        log.error("no word of the master for %d s: the part ends, and its files stay here", SILENCE)
        self.stop()

    def stop(self) -> None:
        """Ends the part in good order: what was seen until now is reported."""
        self.is_stopped = True
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(signal.SIGINT)

    def on_quitting(self, environment: Any, **_: Any) -> None:
        """Ends the part before this process ends, so that its report still goes out."""
        self.stop()
        if self.part is not None:
            self.part.join(timeout=FAREWELL)


def last_line(path: str) -> str:
    """What a program said last; empty where it said nothing."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip()]
        return lines[-1][:500] if lines else ""
    except OSError:
        return ""
