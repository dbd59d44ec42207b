"""The file that Locust runs: `locust -f` on master and workers, or the command `assay-locust`.

Locust finds the workers, starts and stops them together, shows the tables and the page. Each worker has one child
program, `assay load --part i/n`, which makes and verifies its part of the load; nothing of an iteration is in Python.
"""

from __future__ import annotations

import argparse
import logging
from typing import Any

import gevent
from locust import LoadTestShape, User, events, task
from locust.runners import MasterRunner, WorkerRunner

from assay_locust import options
from assay_locust.master import BROKEN, Master
from assay_locust.worker import Worker

log = logging.getLogger("assay")


class Part(User):
    """A worker's share of the load is its child program; the Locust user only waits."""

    @task
    def wait(self) -> None:
        gevent.sleep(1)


class UntilPartsEnd(LoadTestShape):
    """As many users as workers, until every part has reported or its worker is gone."""

    def tick(self) -> tuple[int, float] | None:
        runner = self.runner
        master = getattr(runner.environment, "assay", None) if runner else None
        if isinstance(master, Master) and master.is_over():
            return None
        workers = max(1, getattr(runner, "worker_count", 1))
        return workers, workers


@events.init_command_line_parser.add_listener
def on_parser(parser: argparse.ArgumentParser, **_: Any) -> None:
    options.add(parser)


@events.init.add_listener
def on_init(environment: Any, **_: Any) -> None:
    if isinstance(environment.runner, MasterRunner):
        environment.assay = Master(environment)
    elif isinstance(environment.runner, WorkerRunner):
        environment.assay = Worker(environment)
    else:
        environment.assay = None


@events.test_start.add_listener
def on_start(environment: Any, **_: Any) -> None:
    if isinstance(environment.assay, Master):
        environment.assay.begin()
    elif environment.assay is None:
        log.error("a load run needs a master and workers: start it with --master, and with --worker on each machine")
        environment.process_exit_code = BROKEN
        gevent.spawn(environment.runner.quit)


@events.test_stopping.add_listener
def on_stopping(environment: Any, **_: Any) -> None:
    # Before Locust ends what the run consists of, so that parts can still report.
    if isinstance(environment.assay, Master):
        environment.assay.finish()


@events.test_stop.add_listener
def on_stop(environment: Any, **_: Any) -> None:
    if isinstance(environment.assay, Worker):
        environment.assay.stop()
