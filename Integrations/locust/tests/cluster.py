"""Real Locust processes on loopback: a master, and workers with folders of their own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable

LOCUSTFILE = str(Path(__file__).parents[1] / "src" / "assay_locust" / "locustfile.py")
FAKE = str(Path(__file__).parent / "fake_assay.py")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """Ends everything that it has started."""

    def __init__(self, folder: Path, assay: str = "") -> None:
        self.folder, self.port = folder, free_port()
        self.assay = assay or self.fake()
        self.processes: list[subprocess.Popen[str]] = []
        self.logs: dict[int, Path] = {}

    def fake(self) -> str:
        """A program that stands in for assay, run by the Python that the tests are run by."""
        program = self.folder / "assay"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" "$@"\n')
        program.chmod(0o755)
        return str(program)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: Any) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()

    def start(self, name: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        place = self.folder / name
        place.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "locust", "-f", LOCUSTFILE, "--assay", self.assay]
        command += ["--result-dir", str(place), *arguments]
        log = self.folder / f"{name}.log"
        with open(log, "w", encoding="utf-8") as output:
            process = subprocess.Popen(
                command, stdout=output, stderr=output, text=True, env=os.environ | environment, start_new_session=True
            )
        self.processes.append(process)
        self.logs[process.pid] = log
        return process

    def master(self, workers: int, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        return self.start(
            "master", "--master", "--master-bind-host", "127.0.0.1", "--master-bind-port", str(self.port),
            "--expect-workers", str(workers), *(arguments or ("--headless",)), **environment,
        )

    def worker(self, number: int, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        return self.start(
            f"worker-{number}", "--worker", "--master-host", "127.0.0.1", "--master-port", str(self.port), *arguments,
            **environment,
        )

    def log(self, process: subprocess.Popen[str]) -> str:
        return self.logs[process.pid].read_text()

    def report(self) -> list[dict[str, Any]]:
        return list(json.loads((self.folder / "master" / "report" / "report.json").read_text()))

    def seconds(self, part: int) -> int:
        """How many lines a part has reported to the master."""
        file = self.folder / "master" / f"gathered-{part}" / "seconds.ndjson"
        return len(file.read_text().splitlines()) if file.exists() else 0


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Waits for what must come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "what had to come did not come"
        time.sleep(0.05)
