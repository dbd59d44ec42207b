"""What the parts of one AccessEnabler share. All of it belongs to the loop's thread."""

import asyncio
import hashlib
import sys
import time
import traceback
from dataclasses import dataclass

from . import constants as words
from .configuration import MVPD, Configuration
from .platformaccount import PlatformAccount
from .client import Client
from .service import ServiceProvider
from .tokens import TokenError, fingerprint
from .tokenstore import Login, TokenStore


@dataclass
class Setup:
    """How an AccessEnabler is made."""

    platform: str
    version: tuple[int, int, int]
    software_statement: str | None
    custom_scheme: str
    default_service_provider: str
    clock_ahead: float  # seconds
    account: PlatformAccount | None


class Core:
    def __init__(self, setup: Setup, delegate, store: TokenStore, loop: asyncio.AbstractEventLoop) -> None:
        self.setup = setup
        self.clock_ahead = setup.clock_ahead
        self.store = store
        self.options: dict = {}
        self.client: Client | None = None
        self.configuration: Configuration[ServiceProvider] | None = None
        self.closed = False
        self._delegate = delegate
        self._loop = loop
        self._tasks: set[asyncio.Task] = set()

    # Callbacks

    def implements(self, callback: str) -> bool:
        return callable(getattr(self._delegate, callback, None))

    def notify(self, callback: str, *arguments) -> None:
        """Calls the delegate back, if it implements the callback and the AccessEnabler has not ended."""
        function = getattr(self._delegate, callback, None)
        if self.closed or function is None:
            return
        try:
            function(*arguments)
        except Exception:  # an application's mistake ends no flow of ours
            traceback.print_exc(file=sys.stderr)

    def report(self, code: str, message: str | None = None, **further) -> None:
        """An advanced status. Further keys follow the documented ones."""
        if self.setup.version < words.SINCE.get(code, (0, 0, 0)):
            return
        record = {"errorId": code, "level": words.LEVELS.get(code, words.FAILURE)}
        if message is not None:
            record["message"] = message
        self.notify("status", {**record, **further})

    # Tasks

    def spawn(self, coroutine) -> asyncio.Task:
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            traceback.print_exception(error, file=sys.stderr)

    def close(self) -> None:
        self.closed = True
        for task in list(self._tasks):
            task.cancel()

    # State

    @property
    def ios(self) -> bool:
        return self.setup.platform == words.IOS

    def now(self) -> float:
        return time.time() + self.clock_ahead

    @property
    def requestor(self) -> str:
        return self.configuration.requestor if self.configuration else ""

    def mvpd(self, identifier: str | None) -> MVPD | None:
        return self.configuration.mvpds.get(identifier) if self.configuration and identifier else None

    def provider(self, mvpd: str) -> ServiceProvider:
        """The provider that listed the MVPD first; the first of all where none lists it any more."""
        configuration = self.configuration
        assert configuration and configuration.answered, "entitlement comes after the configuration"
        return configuration.bound.get(mvpd) or configuration.answered[0]

    def logins(self) -> list[Login]:
        """What this requestor may use, valid or expired: its own logins, and others' where the MVPD allows it."""
        device = fingerprint(self.store.device)
        found = []
        for login in self.store.logins():
            mvpd = self.mvpd(login.mvpd)
            if mvpd is None or (login.fingerprint and login.fingerprint != device):
                continue
            if login.requestor == self.requestor or not mvpd.per_requestor:
                found.append(login)
        return sorted(found, key=lambda login: login.requestor != self.requestor)

    def latest_login(self) -> Login | None:
        """The login with the selected MVPD, or with any where none is selected; valid ones first."""
        selected = self.store.selected(self.requestor)
        logins = [login for login in self.logins() if selected in (None, login.mvpd)]
        return next((login for login in logins if self.is_valid(login)), logins[0] if logins else None)

    def valid_login(self) -> Login | None:
        login = self.latest_login()
        return login if login is not None and self.is_valid(login) else None

    def is_valid(self, login: Login) -> bool:
        try:
            return login.valid_until() > self.now()
        except TokenError:
            return False

    # Tracking

    def _environment(self) -> list:
        if self.setup.version < (1, 6, 0):
            return []
        return ["mobile", "ios", "iOS"] if self.ios else ["unknown", "ios", "tvOS"]

    def _user(self, login: Login) -> str:
        """The hashed user, or the hashed device of a temporary pass, where there is no user."""
        subject = login.guid if login.source != "tempPass" else self.store.device
        return hashlib.md5(subject.encode()).hexdigest()

    def track_authentication(self, login: Login | None, cached: bool = False) -> None:
        data = [False, None, None, None] if login is None else [True, login.mvpd, self._user(login), cached]
        self.notify("send_tracking_data", data + self._environment(), words.TRACKING_AUTHENTICATION)

    def track_authorization(self, login: Login | None, cached: bool = False, error: str = "", details: str = "") -> None:
        if login is None:
            data = [False, None, None, None, error, details]
        else:
            data = [True, login.mvpd, self._user(login), cached, None, None]
        self.notify("send_tracking_data", data + self._environment(), words.TRACKING_AUTHORIZATION)

    def track_selection(self, mvpd: str) -> None:
        self.notify("send_tracking_data", [mvpd] + self._environment(), words.TRACKING_GET_SELECTED_PROVIDER)
