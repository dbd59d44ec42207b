"""The options that this package adds to Locust's, and the command line of one part that they make."""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class LoadOptions:
    """What `assay load` is told; equal for all parts of a run."""

    profile: str = "smoke"
    implementation: str = ""
    backend: str = ""
    rate: str = ""
    users: str = ""
    duration: str = ""
    seed: str = ""
    processes: str = ""
    may_load_others: bool = False
    more: list[str] = field(default_factory=list)

    @classmethod
    def parsed(cls, values: argparse.Namespace) -> LoadOptions:
        """What Locust's parser has read."""
        return cls(
            profile=values.load_profile,
            implementation=values.implementation,
            backend=values.load_backend,
            rate=values.load_rate,
            users=values.load_users,
            duration=values.load_duration,
            seed=values.load_seed,
            processes=values.port_processes,
            may_load_others=values.i_may_load_this_host,
            more=list(values.load_argument or []),
        )

    @classmethod
    def received(cls, message: dict[str, Any]) -> LoadOptions:
        """What came from the master."""
        return cls(**message)

    def message(self) -> dict[str, Any]:
        """What is sent to workers."""
        return asdict(self)

    def arguments(self) -> list[str]:
        """What follows `assay`."""
        words = ["load", self.profile]
        for name, value in (
            ("--implementation", self.implementation),
            ("--backend", self.backend),
            ("--rate", self.rate),
            ("--users", self.users),
            ("--duration", self.duration),
            ("--seed", self.seed),
            ("--processes", self.processes),
        ):
            if value:
                words += [name, value]
        return words + self.more


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options to Locust's own."""
    group = parser.add_argument_group("assay")
    group.add_argument("--assay", default="assay", help="the program assay, on this machine (default: assay)")
    group.add_argument("--specs", default="", help="the specs on this machine (default: the tool's own)")
    group.add_argument("--load-profile", default="smoke", help="a profile of Specs/load (default: smoke)")
    group.add_argument("--implementation", default="", help="what is put under load (default: builtin)")
    group.add_argument("--load-backend", default="", help="as in 'assay load --backend' (default: process)")
    group.add_argument("--load-rate", default="", help="of the whole run, such as 4000/s")
    group.add_argument("--load-users", default="", help="a closed number of users of the whole run")
    group.add_argument("--load-duration", default="", help="instead of the profile's")
    group.add_argument("--load-seed", default="", help="instead of the profile's")
    group.add_argument("--port-processes", default="", help="how many processes of an adapter each worker has")
    group.add_argument(
        "--load-argument", action="append", default=[], help="one more argument for 'assay load'; may be repeated"
    )
    group.add_argument("--result-dir", default="assay-parts", help="where parts and the report go")
    group.add_argument(
        "--i-may-load-this-host",
        action="store_true",
        help="needed on every worker for service providers that are not on its machine",
    )
