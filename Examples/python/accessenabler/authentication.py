"""Logins: the state machine from getAuthentication over the picker and the login page to a token."""

import asyncio
from dataclasses import dataclass, field
from typing import Callable
from urllib.parse import parse_qs, urlsplit

from . import constants as words
from .core import Core
from .platformsso import PlatformLogin, UseLoginPage, UsePicker
from .client import LoggedOut, RegistrationError, ServiceError
from .tokens import TokenError, authentication_token
from .tokenstore import PLATFORM, REGULAR, TEMP_PASS, Login

PICKER, BUSY, LOGIN_PAGE, SECOND_SCREEN = "picker", "busy", "login page", "second screen"
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0  # seconds between questions for a login at the second screen


@dataclass
class Flow:
    """One attempt to log in."""

    data: dict | None = None
    filter: dict | list | None = None
    stage: str = BUSY
    mvpd: str | None = None
    code: str | None = None
    task: asyncio.Task | None = None
    # What waits for the login: called with None, or with the error code.
    waiting: list[Callable[[str | None], None]] = field(default_factory=list)


class Authentication:
    def __init__(self, core: Core, platform: PlatformLogin, navigate: Callable[[str, str], None]) -> None:
        self._core = core
        self._platform = platform
        self._navigate = navigate
        self._flow: Flow | None = None
        self._chosen: str | None = None  # by setSelectedProvider, ahead of getAuthentication

    @property
    def waits_for_page(self) -> bool:
        return self._flow is not None and self._flow.stage == LOGIN_PAGE

    # checkAuthentication

    def check(self) -> None:
        self.with_login(self._checked)

    def with_login(self, then: Callable[[Login | None], None]) -> None:
        """Hands on the valid login, or None; asks the device first, where the login came from its account."""
        login = self._core.valid_login()
        if login is None or login.source != PLATFORM:
            then(login)
            return

        async def ask() -> None:
            still = await self._platform.still_signed_in(login)
            # The user may have logged out meanwhile.
            then(self._core.valid_login() if still else None)

        self._core.spawn(ask())

    def _checked(self, login: Login | None) -> None:
        core = self._core
        if login is not None:
            core.notify("set_authentication_status", words.SUCCESS, words.USER_AUTHENTICATED)
            core.track_authentication(login, cached=True)
            return
        expired = core.latest_login()
        if expired is not None and expired.source == TEMP_PASS:
            core.report("N111")
        core.report("N000")
        core.notify("set_authentication_status", words.ERROR, words.USER_NOT_AUTHENTICATED)
        core.track_authentication(None)

    async def synchronise(self, again: bool) -> None:
        """At the configuration: the device's account first, and where it is set again, the service's own word."""
        await self._platform.synchronise()
        login = self._core.valid_login() if again else None
        if login is None or login.source != REGULAR or login.requestor != self._core.requestor:
            return
        store = self._core.store
        try:
            text, metadata = await self._core.provider(login.mvpd).session(None)
            token = authentication_token(text)
            if token.mvpd == login.mvpd and token.text != login.text:
                newer = Login.of(token, REGULAR)
                newer.metadata, newer.encrypted = dict(metadata.values), list(metadata.encrypted)
                store.renew_login(login, newer)
        except LoggedOut:
            store.remove_login(login)
        except ServiceError as error:
            if error.status == 401 and not isinstance(error, RegistrationError):
                store.remove_login(login)  # the user has logged out elsewhere
        except TokenError:
            pass

    # getAuthentication

    def get(self, forced: bool, data: dict | None, filter_: dict | list | None) -> None:
        if forced:
            self.begin(data, filter_)
            return

        def checked(login: Login | None) -> None:
            if login is None:
                self.begin(data, filter_)
            else:
                self._core.notify("set_authentication_status", words.SUCCESS, words.USER_AUTHENTICATED)
                self._core.track_authentication(login, cached=True)

        self.with_login(checked)

    def begin(
        self, data: dict | None, filter_: dict | list | None, waiting: Callable[[str | None], None] | None = None
    ) -> None:
        """Starts a flow. One that is under way starts over, and who waits for it goes on waiting."""
        flow = Flow(data, filter_)
        if self._flow is not None:
            self._stop(self._flow)
            flow.waiting = self._flow.waiting
        if waiting is not None:
            flow.waiting.append(waiting)
        self._flow = flow
        chosen = self._remembered()
        self._chosen = None
        if chosen is not None:
            self._sign_in(flow, chosen)
        elif self._platform.available:
            flow.task = self._core.spawn(self._ask_platform(flow))
        else:
            self._show_picker(flow)

    def _remembered(self) -> str | None:
        """The MVPD with which the picker is not needed."""
        if self._core.mvpd(self._chosen) is not None:
            return self._chosen
        if self._core.setup.version < (1, 5, 0):
            selected = self._core.store.selected(self._core.requestor)
            mvpd = self._core.mvpd(selected)
            return selected if mvpd is not None and mvpd.can_authenticate else None
        return None

    async def _ask_platform(self, flow: Flow) -> None:
        try:
            login = await self._platform.authenticate(flow.filter)
        except UsePicker as reason:
            if reason.code is not None:
                self._core.report(reason.code, reason.message)
            self._show_picker(flow)
        except UseLoginPage as choice:
            self._select(flow, choice.mvpd)
        except (ServiceError, TokenError) as error:
            self._core.report("AAPL", details=str(error))
            self._fail(flow, words.GENERIC_AUTHENTICATION)
        else:
            self._succeed(flow, login)

    def _show_picker(self, flow: Flow) -> None:
        flow.stage = PICKER
        self._core.notify("display_provider_dialog", list(self._core.configuration.mvpds.values()))

    # setSelectedProvider

    def select(self, identifier: str | None) -> None:
        if identifier is None:
            self.cancel()
            return
        mvpd, flow = self._core.mvpd(identifier), self._flow
        if mvpd is None:
            if flow is not None:
                self._fail(flow, words.GENERIC_AUTHENTICATION)
            else:
                self._core.notify("set_authentication_status", words.ERROR, words.GENERIC_AUTHENTICATION)
        elif flow is not None:
            self._select(flow, identifier)
        elif mvpd.temp_pass:
            self._flow = flow = Flow()
            self._select(flow, identifier)
        else:
            self._chosen = identifier
            self._core.store.select(self._core.requestor, identifier)
            self._core.track_selection(identifier)

    def _select(self, flow: Flow, mvpd: str) -> None:
        self._core.store.select(self._core.requestor, mvpd)
        self._core.track_selection(mvpd)
        self._sign_in(flow, mvpd)

    def _sign_in(self, flow: Flow, mvpd: str) -> None:
        self._stop(flow)
        flow.stage, flow.mvpd, flow.code = BUSY, mvpd, None
        work = self._temporary_pass if self._core.mvpd(mvpd).temp_pass else self._open_login
        flow.task = self._core.spawn(work(flow, mvpd))

    async def _open_login(self, flow: Flow, mvpd: str) -> None:
        """Has the user led to the login page, by a browser here or by a code on a second screen."""
        service = self._core.provider(mvpd)
        try:
            registration = await service.registration_code(mvpd, flow.data)
            flow.code = registration.code
            if self._core.ios:
                page = await service.login_page(mvpd, registration.code, self.redirect(mvpd), flow.data)
        except (ServiceError, TokenError) as error:
            self._core.report("REG500", str(error))
            self._fail(flow, words.GENERIC_AUTHENTICATION)
            return
        if self._core.ios:
            flow.stage = LOGIN_PAGE
            self._navigate(mvpd, page)
        else:
            flow.stage = SECOND_SCREEN
            self._core.report("REGCODE", registration.code)
            await self._poll(flow, mvpd, registration.lifetime)

    async def _poll(self, flow: Flow, mvpd: str, lifetime: float) -> None:
        """Asks for the login at the second screen, quickly at first, until the code is worth nothing any more."""
        loop = asyncio.get_running_loop()
        end, pause = loop.time() + lifetime, FIRST_PAUSE
        signed = bool(self._core.client.secret)
        while loop.time() < end:
            try:
                if not signed or await self._core.provider(mvpd).device_is_authenticated():
                    await self._fetch(flow, mvpd, REGULAR, flow.code)
                    return
            except LoggedOut:
                pass
            except ServiceError as error:
                if error.status in (403, 404, 410):
                    break
            except TokenError:
                break
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
        self._fail(flow, words.GENERIC_AUTHENTICATION, "N130")

    async def _temporary_pass(self, flow: Flow, mvpd: str) -> None:
        try:
            await self._core.provider(mvpd).free_preview(mvpd, flow.data)
            await self._fetch(flow, mvpd, TEMP_PASS, None)
        except ServiceError as error:
            used_up = 400 <= error.status < 500 and error.status != 429
            self._fail(flow, words.GENERIC_AUTHENTICATION, "N111" if used_up else "N500")
        except TokenError:
            self._fail(flow, words.GENERIC_AUTHENTICATION, "N500")

    async def _fetch(self, flow: Flow, mvpd: str, source: str, code: str | None) -> None:
        """Gets the token of a login that has been made, and ends the flow well. Raises ServiceError, TokenError."""
        text, metadata = await self._core.provider(mvpd).session(code)
        token = authentication_token(text)
        if token.mvpd != mvpd or token.requestor != self._core.requestor:
            raise TokenError("the token of another login")
        login = Login.of(token, source)
        if not self._core.is_valid(login):
            if source == TEMP_PASS:
                raise ServiceError(403, "expired")
            raise TokenError("the token has expired")
        login.metadata, login.encrypted = dict(metadata.values), list(metadata.encrypted)
        self._core.store.keep_login(login, self._core.requestor)
        self._core.store.select(self._core.requestor, mvpd)
        self._succeed(flow, login)

    # handleExternalURL, getAuthenticationToken

    def redirect(self, mvpd: str) -> str:
        """Where the browser ends: the application's own scheme, where it is no web view."""
        known = self._core.mvpd(mvpd)
        safari = known is not None and known.needs_safari and self._core.setup.version >= (3, 1, 0)
        return f"{self._core.setup.custom_scheme}://{words.DOMAIN}" if safari else words.REDIRECT_URL

    def page_ended(self, url: str | None) -> None:
        """The browser has come to the URL that ends a login. Without a URL: the application says so."""
        flow = self._flow
        if flow is None or flow.stage != LOGIN_PAGE:
            # Nothing to be completed: what is so is said again.
            login = self._core.valid_login()
            status = words.ERROR if login is None else words.SUCCESS
            code = words.GENERIC_AUTHENTICATION if login is None else words.USER_AUTHENTICATED
            self._core.notify("set_authentication_status", status, code)
            return
        if url is not None and "error" in parse_qs(urlsplit(url).query):
            self._fail(flow, words.GENERIC_AUTHENTICATION, "N500")
            return
        flow.stage = BUSY
        flow.task = self._core.spawn(self._complete(flow))

    async def _complete(self, flow: Flow) -> None:
        try:
            await self._fetch(flow, flow.mvpd, REGULAR, flow.code)
        except LoggedOut:
            self._fail(flow, words.GENERIC_AUTHENTICATION, "N130")
        except ServiceError as error:
            self._fail(flow, words.GENERIC_AUTHENTICATION, "N130" if error.status == 401 else "N500")
        except TokenError:
            self._fail(flow, words.GENERIC_AUTHENTICATION, "N500")

    # Ends

    def cancel(self) -> None:
        """The user does not go on. What was stored stays, but for the choice of an MVPD."""
        self._chosen = None
        flow = self._flow
        if self._core.requestor:
            self._core.store.select(self._core.requestor, None)
        if flow is None:
            self._core.notify("set_authentication_status", words.ERROR, words.PROVIDER_NOT_SELECTED)
        else:
            self._fail(flow, words.PROVIDER_NOT_SELECTED, "N005" if flow.stage == PICKER else None)

    def abandon(self) -> None:
        """The requestor changes, or the user logs out: the flow ends here."""
        self._chosen = None
        if self._flow is not None:
            self._fail(self._flow, words.GENERIC_AUTHENTICATION)

    def _stop(self, flow: Flow) -> None:
        if flow.task is not None and flow.task is not asyncio.current_task():
            flow.task.cancel()

    def _succeed(self, flow: Flow, login: Login) -> None:
        if self._flow is not flow:
            return
        self._flow, self._chosen = None, None
        if login.source == TEMP_PASS:
            self._core.report("N011")
        self._core.notify("set_authentication_status", words.SUCCESS, words.USER_AUTHENTICATED)
        self._core.track_authentication(login)
        for waiting in flow.waiting:
            waiting(None)

    def _fail(self, flow: Flow, code: str, advanced: str | None = None) -> None:
        if self._flow is not flow:
            return
        self._stop(flow)
        self._flow = None
        if advanced:
            self._core.report(advanced)
        self._core.notify("set_authentication_status", words.ERROR, code)
        self._core.track_authentication(None)
        for waiting in flow.waiting:
            waiting(code)
