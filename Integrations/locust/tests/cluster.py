"""Real Locust processes on loopback: a master, and workers with folders of their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

LOCUSTFILE = str(Path(__file__).parents[1] / "src" / "assay_locust" / "locustfile.py")
FAKE = str(Path(__file__).parent / "fake_assay.py")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def listens_at(port: int) -> set[str]:
    """The addresses that somebody listens at on the port, as Linux writes them."""
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path("/proc/net", name).read_text().splitlines()]
    listening = [words[1].split(":") for words in lines if words[3] == "0A"]
    return {address for address, listened in listening if int(listened, 16) == port}


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
                command,
                stdout=output,
                stderr=output,
                text=True,
                env=os.environ | environment,
                start_new_session=True,
                # Whoever runs the tests in the background may have it ignored, and it would stay so.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        self.processes.append(process)
        self.logs[process.pid] = log
        return process

    def master(self, workers: int, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        return self.start(
            "master", "--master", "--master-bind-port", str(self.port),
            "--expect-workers", str(workers), *(arguments or ("--headless",)), **environment,
        )

    def worker(self, number: int, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        return self.start(
            f"worker-{number}", "--worker", "--master-host", "127.0.0.1", "--master-port", str(self.port), *arguments,
            **environment,
        )

    def log(self, process: subprocess.Popen[str]) -> str:
        return self.logs[process.pid].read_text()

    def report(self, name: str = "report") -> list[dict[str, Any]]:
        return list(json.loads((self.folder / "master" / name / "report.json").read_text()))

    def own_part(self, worker: int, part: int) -> Path:
        """The folder of a part on the worker's own side."""
        return self.folder / f"worker-{worker}" / f"part-{part}"

    def part_of(self, worker: int) -> int:
        """Which part the worker has."""
        return next(n for n in range(1, 100) if self.own_part(worker, n).exists())

    def seconds(self, part: int) -> int:
        """How many lines a part has reported to the master."""
        file = self.folder / "master" / f"gathered-{part}" / "seconds.ndjson"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def merge(self, *folders: Path) -> tuple[int, Path]:
        """Puts parts together by hand; gives the exit code, and where the report is."""
        place = self.folder / "merged"
        specs = ["--specs", os.environ["ASSAY_SPECS"]] if "ASSAY_SPECS" in os.environ else []
        words = [self.assay, "load", "merge", *map(str, folders), "--report-dir", str(place), *specs]
        return subprocess.run(words, check=False, capture_output=True).returncode, place / "report.json"


class Page:
    """Locust's page of a master."""

    def __init__(self) -> None:
        self.port = free_port()
        self.arguments = ("--web-port", str(self.port))

    def post(self, path: str, **form: str) -> None:
        data = urllib.parse.urlencode(form).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=data, method="POST")
        urllib.request.urlopen(request, timeout=60).read()

    def requests(self) -> dict[str, Any]:
        """What the page shows; nothing where it does not answer."""
        try:
            answer = urllib.request.urlopen(f"http://127.0.0.1:{self.port}/stats/requests", timeout=60).read()
        except OSError:
            return {}
        return dict(json.loads(answer))

    def states(self) -> list[str]:
        """What Locust says of each worker."""
        return [worker["state"] for worker in self.requests().get("workers", [])]

    def rows(self) -> set[str]:
        """The names in the table of requests that something came of."""
        return {row["name"] for row in self.requests().get("stats", []) if row["num_requests"]}


def until(condition: Callable[[], bool], seconds: float = 120) -> None:
    """Waits for what must come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "what had to come did not come"
        time.sleep(0.05)
