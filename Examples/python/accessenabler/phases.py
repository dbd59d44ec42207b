"""The configuration phase: one question to every service provider at once, answers merged as they come."""

import asyncio
from email.utils import parsedate_to_datetime
from typing import Callable

from . import http
from .configuration import Configuration
from .constants import ERROR, SUCCESS
from .core import Core
from .client import NO_REPLY, Client, RegistrationError, ServiceError
from .service import ServiceProvider
from .tokens import TokenError, fingerprint

CLOCK_TOLERANCE = 24 * 3600.0  # seconds; CFG100 beyond it


class ConfigurationPhases:
    """Runs setRequestor, and keeps calls back while one is running.

    Phases may overlap. Each has its own callback; what the last one begun has found is in force, and calls wait for
    all of them.
    """

    def __init__(self, core: Core, synchronise, abandon: Callable[[], None], tap: Callable[[str], None] | None) -> None:
        self._core = core
        self._synchronise = synchronise
        self._abandon = abandon
        self._tap = tap
        self._running: set[object] = set()
        self._latest: object | None = None
        self._waiting: list[Callable[[], None]] = []
        self._idle: list[Callable[[], None]] = []

    @property
    def ready(self) -> bool:
        return not self._running and self._core.configuration is not None

    def when_ready(self, call: Callable[[], None]) -> None:
        """Makes the call as soon as no phase runs and one has succeeded, after those that wait already."""
        if self.ready and not self._waiting:
            call()
        else:
            self._waiting.append(call)

    def when_idle(self, call: Callable[[], None]) -> None:
        """Makes the call as soon as no phase runs, however it ended."""
        if self._running:
            self._idle.append(call)
        else:
            call()

    def begin(self, client: Client, urls: list[str] | None) -> None:
        phase = object()
        self._running.add(phase)
        self._latest = phase
        self._core.spawn(self._run(phase, client, urls))

    async def _run(self, phase: object, client: Client, urls: list[str] | None) -> None:
        core = self._core
        addresses = urls or [core.setup.default_service_provider]
        merged: Configuration[ServiceProvider] = Configuration(client.requestor)
        skews: list[float] = []
        if client.requestor:
            providers = {(made := ServiceProvider(address, client)).root: made for address in addresses}
            # All have their access tokens before any is asked: who is registered already has no start.
            failures = await asyncio.gather(*(self._prepare(provider) for provider in providers.values()))
            ready = [provider for provider, failure in zip(providers.values(), failures) if failure is None]
            failures += await asyncio.gather(*(self._ask(provider, merged, skews) for provider in ready))
        else:
            failures = ["CFG400"]
        if merged.answered and phase is self._latest:
            await self._install(merged, client)
        elif not merged.answered and phase is self._latest and core.requestor != client.requestor:
            self._abandon()
            core.configuration = None
        self._running.discard(phase)
        if merged.answered:
            if any(abs(skew) > CLOCK_TOLERANCE for skew in skews):
                core.report("CFG100", "The date of the device differs from the service's.")
            core.notify("set_requestor_complete", SUCCESS)
        else:
            for code in dict.fromkeys(filter(None, failures)):
                core.report(code)
            core.notify("set_requestor_complete", ERROR)
        self._drain()

    async def _prepare(self, provider: ServiceProvider) -> str | None:
        """Registers the application where it has to be; the advanced code of a failure."""
        try:
            await provider.prepare()
        except RegistrationError as error:
            return error.code
        except ServiceError as error:
            return _code(error)
        except TokenError:
            return "R401"
        return None

    async def _ask(self, provider: ServiceProvider, merged: Configuration, skews: list[float]) -> str | None:
        """Takes in one provider's answer; the advanced code of a failure."""
        try:
            mvpds, response = await provider.configuration()
        except RegistrationError as error:
            return error.code
        except ServiceError as error:
            if error.code != NO_REPLY:
                self._taken(provider)
            return _code(error)
        except TokenError:
            self._taken(provider)
            return "CFG404"
        merged.merge(mvpds, provider)
        skew = self._skew(response)
        if skew is not None:
            skews.append(skew)
        self._taken(provider)
        return None

    def _taken(self, provider: ServiceProvider) -> None:
        if self._tap and not self._core.closed:
            self._tap(provider.configuration_url)

    def _skew(self, response: http.Response) -> float | None:
        try:
            return parsedate_to_datetime(response.headers["date"]).timestamp() - self._core.now()
        except (KeyError, ValueError, TypeError):
            return None

    async def _install(self, merged: Configuration[ServiceProvider], client: Client) -> None:
        core = self._core
        if core.requestor and core.requestor != merged.requestor:
            self._abandon()
        again = core.configuration is not None
        core.configuration, core.client = merged, client
        if core.setup.version >= (1, 7, 5):
            self._sanitize()
        await self._synchronise(again)

    def _sanitize(self) -> None:
        """The Token Sanitizer: tokens of another device are of no use, and only make authorizations fail."""
        store = self._core.store
        device = fingerprint(store.device)
        foreign = [login for login in store.logins() if login.fingerprint and login.fingerprint != device]
        for login in foreign:
            store.remove_login(login)
        if foreign:
            self._core.report("SEC412")

    def _drain(self) -> None:
        while not self._running and self._idle:
            self._idle.pop(0)()
        while self.ready and self._waiting:
            self._waiting.pop(0)()


def _code(error: ServiceError) -> str:
    if not error.secure:
        return "SEC420"
    if error.status == 400:
        return "CFG400"
    if error.status == 429 or error.status >= 500:
        return f"CFG{error.status}"
    return "CFG404"
