"""The options that this package adds to Locust's, and the command line of one part that they make."""

from __future__ import annotations

import argparse
import copy
from dataclasses import asdict, dataclass, field
from typing import Any

#: What a worker says itself, so that no `--load-argument` may say it.
RESERVED = (
    "--part", "--start-at", "--clock-offset", "--clock-uncertainty", "--progress", "--json", "--report-dir", "--specs",
    "--i-may-load-this-host",
)  # fmt: skip
#: What may be set in Locust's page, too. Everything else is what the command line said: an implementation is a command.
IN_PAGE = ("load_profile", "load_rate", "load_users", "load_duration", "load_seed")


class Refused(Exception):
    """What cannot be asked of a worker."""


class OwnOptions:
    """The options that this process was started with.

    Locust overwrites a worker's with those of the master whenever a run begins, and the master's with what is typed in
    its page.
    """

    def __init__(self, environment: Any) -> None:
        self._given = copy.deepcopy(environment.parsed_options)
        self.assay: str = self._given.assay
        self.specs: str = self._given.specs
        self.result_dir: str = self._given.result_dir
        self.may_load_others: bool = self._given.i_may_load_this_host

    def load(self, current: argparse.Namespace) -> LoadOptions:
        """What is to be run now: `current` has what the page was asked for."""
        values = copy.copy(self._given)
        for name in IN_PAGE:
            setattr(values, name, getattr(current, name))
        return LoadOptions.parsed(values)


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
        """What came from the master.

        Raises `Refused` with the reason.
        """
        try:
            options = cls(**message)
        except TypeError as error:
            raise Refused(f"the master has another release of this package: {error}") from error
        options.check()
        return options

    def check(self) -> None:
        """Raises `Refused` where a value would be taken for another option."""
        for value in (
            self.profile, self.implementation, self.backend, self.rate, self.users, self.duration, self.seed,
            self.processes,
        ):  # fmt: skip
            if value.startswith("-"):
                raise Refused(f"'{value}' is an option where a value is expected")
        for word in self.more:
            if word.split("=", 1)[0] in RESERVED:
                raise Refused(f"'--load-argument={word}' is for each machine to say")

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
    # Neither port asks for a password, so nobody else reaches them unless it is said.
    parser.set_defaults(master_bind_host="127.0.0.1", web_host="127.0.0.1")
    # In Locust's page are those that its parser adds itself.
    parser.add_argument("--load-profile", default="smoke", help="a profile of Specs/load (default: smoke)")
    parser.add_argument("--load-rate", default="", help="of the whole run, such as 4000/s")
    parser.add_argument("--load-users", default="", help="a closed number of users of the whole run")
    parser.add_argument("--load-duration", default="", help="such as 2m, instead of the profile's")
    parser.add_argument("--load-seed", default="", help="instead of the profile's")
    group = parser.add_argument_group(
        "assay, on the master",
        "What is run, beside --load-profile, --load-rate, --load-users, --load-duration and --load-seed.",
    )
    group.add_argument("--implementation", default="", help="what is put under load (default: builtin)")
    group.add_argument("--load-backend", default="", help="as in 'assay load --backend' (default: process)")
    group.add_argument("--port-processes", default="", help="how many processes of an adapter each worker has")
    group.add_argument(
        "--load-argument",
        action="append",
        default=[],
        help="one more argument for 'assay load', as in --load-argument=--unverified; may be repeated",
    )
    group = parser.add_argument_group("assay, on the master and on each worker", "What each machine says for itself.")
    group.add_argument("--assay", default="assay", help="the program assay, on this machine (default: assay)")
    group.add_argument("--specs", default="", help="the specs on this machine (default: the tool's own)")
    group.add_argument("--result-dir", default="assay-parts", help="where files go (default: assay-parts)")
    group.add_argument(
        "--i-may-load-this-host",
        action="store_true",
        help="needed on the master and on every worker for service providers that are not on the worker's machine",
    )
