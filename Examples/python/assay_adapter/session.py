"""One AccessEnabler with its application, which the suite plays."""

import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import Callable

from accessenabler import AccessEnabler, FileStorage, MemoryStorage
from accessenabler.constants import parse_version
from accessenabler.tokenstore import damage_authorizations

from .account import SuiteAccount
from .api import CALLBACKS, CALLS, PREAUTHORIZE, plain
from .caller import Caller
from .connection import Outgoing


class Session:
    def __init__(self, name: str, configuration: dict, account: bool, storages: Path, outgoing: Outgoing) -> None:
        self.name = name
        self._outgoing = outgoing
        self.number = -1  # of the last call
        self._boarding = parse_version(configuration["version"]) >= (2, 2, 0)
        self.caller = Caller()
        self.account = SuiteAccount(name, outgoing) if account else None
        storage = MemoryStorage()
        if configuration.get("storage") is not None:
            digest = hashlib.sha256(configuration["storage"].encode()).hexdigest()
            storage = FileStorage(storages / f"{digest[:40]}.json")
        if configuration.get("damagedAuthorizations"):
            damage_authorizations(storage)
        omitted = set(configuration.get("omittedCallbacks") or [])
        self._delegate = SimpleNamespace(
            **{name: self._callback(name) for name, (selector, _) in CALLBACKS.items() if selector not in omitted}
        )
        further = {}
        if configuration.get("defaultServiceProvider"):
            further["default_service_provider"] = configuration["defaultServiceProvider"]
        if configuration.get("storageCheck"):
            further["storage_check"] = configuration["storageCheck"]
        self._port = AccessEnabler(
            configuration.get("softwareStatement"),
            self._delegate,
            platform=configuration["platform"],
            version=configuration["version"],
            storage=storage,
            application=configuration.get("application") or "",
            custom_scheme=configuration["customScheme"],
            clock_ahead=(configuration.get("clockAhead") or 0) / 1e9,
            account=self.account,
            show_safari=lambda url: outgoing.tap(name, "safari", url),
            configuration_taken=lambda url: outgoing.tap(name, "configuration", url),
            **further,
        )

    def _callback(self, name: str) -> Callable:
        selector, names = CALLBACKS[name]

        def call(*arguments) -> None:
            values = [plain(argument, self._boarding) for argument in arguments]
            self._outgoing.event(self.name, selector, dict(zip(names, values)))

        return call

    def call(self, selector: str, arguments: dict) -> None:
        """Makes a call. Raises what it raises."""
        if selector == PREAUTHORIZE:
            disabled = set(arguments.get("disabledFeatures") or [])
            self._port.preauthorize(arguments["resources"], self._delegate, disabled)
        else:
            CALLS[selector][1](self._port, arguments)

    def barrier(self, then: Callable[[], None]) -> None:
        self._port.barrier(then)

    def advance(self, seconds: float, then: Callable[[], None]) -> None:
        self._port.advance_clock(seconds, then)

    def on_port(self, function: Callable[[], None]) -> None:
        """Runs the function on the port's thread."""
        self._port._thread.post(function)

    def close(self, then: Callable[[], None] | None = None) -> None:
        self._port.close(then)
