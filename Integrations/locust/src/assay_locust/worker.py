"""A worker's side: one child program makes the worker's part of the load."""

from __future__ import annotations

import json
import logging
import os
import signal
import time
from typing import Any

import gevent
from gevent.subprocess import DEVNULL, PIPE, Popen

from . import clocks, tables, tool
from .options import LoadOptions

#: Bytes of a part's record in one message.
CHUNK = 256 * 1024
log = logging.getLogger("assay")


class Worker:
    """What a Locust worker does with the messages of this package."""

    def __init__(self, environment: Any) -> None:
        self.environment = environment
        self.child: Any = None
        runner = environment.runner
        runner.register_message("assay-who", self.on_who, concurrent=True)
        runner.register_message("assay-plan", self.on_plan)

    @property
    def options(self) -> Any:
        return self.environment.parsed_options

    def send(self, kind: str, data: dict[str, Any]) -> None:
        self.environment.runner.send_message(kind, data)

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
        gevent.spawn(self.run, msg.data)

    def run(self, plan: dict[str, Any]) -> None:
        """Makes the part, and sends what came of it."""
        folder = os.path.join(self.options.result_dir, f"part-{plan['part']}")
        load = LoadOptions.received(plan["options"])
        if load.may_load_others and not self.options.i_may_load_this_host:
            # Whoever starts the master cannot say it for the machines of others.
            load.may_load_others = False
        command = [self.options.assay, *load.arguments(), "--part", f"{plan['part']}/{plan['of']}"]
        command += ["--start-at", f"{plan['start']:.3f}", "--progress", "json", "--report-dir", folder]
        command += ["--clock-offset", clocks.argument(plan["ahead"])]
        command += ["--clock-uncertainty", clocks.argument(plan["uncertainty"])]
        if load.may_load_others:
            command.append("--i-may-load-this-host")
        if self.options.specs:
            command += ["--specs", self.options.specs]
        os.makedirs(folder, exist_ok=True)
        errors = os.path.join(folder, "errors.txt")
        code: int | None = None
        try:
            with open(errors, "wb") as log_file:
                self.child = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=log_file)
                for line in self.child.stdout:
                    self.take(line, load.profile, plan["part"])
                code = self.child.wait()
        except OSError as error:
            self.send("assay-end", {"part": plan["part"], "exit": 3, "problem": f"'{self.options.assay}': {error}"})
            return
        finally:
            self.child = None
        self.send_record(plan["part"], os.path.join(folder, "part.json"))
        self.send("assay-end", {"part": plan["part"], "exit": code, "problem": last_line(errors) if code else ""})

    def take(self, line: bytes, profile: str, part: int) -> None:
        try:
            said = json.loads(line)
        except ValueError:
            log.warning("part %d says what is no JSON: %r", part, line[:200])
            return
        if said.get("type") == "second":
            tables.fill(self.environment.stats, profile, said, time.time())
            self.send("assay-second", {"part": part, "line": line.decode()})

    def send_record(self, part: int, path: str) -> None:
        """Sends the file that parts are merged from, piece by piece."""
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            return
        count = max(1, -(-len(data) // CHUNK))
        for index in range(count):
            piece = data[index * CHUNK : (index + 1) * CHUNK]
            self.send("assay-record", {"part": part, "index": index, "of": count, "bytes": piece})
            gevent.sleep(0)

    def stop(self) -> None:
        """Ends the part in good order: what was seen until now is reported."""
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(signal.SIGINT)


def last_line(path: str) -> str:
    """What a program said last; empty where it said nothing."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip()]
        return lines[-1][:500] if lines else ""
    except OSError:
        return ""
