"""The logout: here at once, at the service by a browser on iOS and by a request of our own on tvOS."""

from typing import Callable

from . import constants as words
from .authentication import Authentication
from .core import Core
from .client import ServiceError
from .tokens import TokenError
from .tokenstore import PLATFORM


class Logout:
    def __init__(self, core: Core, authentication: Authentication, abandon: Callable[[], None], navigate) -> None:
        self._core = core
        self._authentication = authentication
        self._abandon = abandon
        self._navigate = navigate
        self._attempt: object | None = None
        self.waits_for_page = False

    def begin(self) -> None:
        core = self._core
        login = core.latest_login()
        mvpd = login.mvpd if login is not None else core.store.selected(core.requestor)
        core.store.clear()
        self._abandon()
        self._attempt, self.waits_for_page = attempt, _ = object(), False
        if login is not None and login.source == PLATFORM:
            core.report("VSA203")
        if login is None or core.mvpd(mvpd) is None:
            self.finish()
        else:
            core.spawn(self._at_service(attempt, mvpd))

    async def _at_service(self, attempt: object, mvpd: str) -> None:
        service = self._core.provider(mvpd)
        page = None
        try:
            if self._core.ios:
                page = await service.logout_page(mvpd, self._authentication.redirect(mvpd))
            else:
                await service.end_session(mvpd)
        except (ServiceError, TokenError):
            pass  # the user is logged out on this device all the same
        if attempt is not self._attempt:
            return
        if page is None:
            self.finish()
        else:
            self._navigate(mvpd, page)
            self.waits_for_page = self._core.setup.version >= (3, 0, 0)
            if not self.waits_for_page:
                self.finish()  # there is no call by which an application could say that the page has ended

    def finish(self) -> None:
        """Status 0 is the end of a logout, and no failure."""
        if self._attempt is not None:
            self._attempt, self.waits_for_page = None, False
            self._core.notify("set_authentication_status", words.ERROR, words.USER_NOT_AUTHENTICATED)
