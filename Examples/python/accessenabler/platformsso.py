"""Logins by the device's TV provider account: silently at the configuration, or with the platform's own picker."""

from . import platformaccount as platform
from .core import Core
from .platformaccount import AccountError, AccountReply, AccountRequest
from .client import LoggedOut, ServiceError
from .tokens import TokenError, authentication_token
from .tokenstore import PLATFORM, Login


class UsePicker(Exception):
    """The application's own dialog is to be shown, and why."""

    def __init__(self, code: str | None, message: str | None = None) -> None:
        super().__init__(code)
        self.code, self.message = code, message


class UseLoginPage(Exception):
    """The user chose an MVPD that is in the platform's picker, and signs in as everywhere else."""

    def __init__(self, mvpd: str) -> None:
        super().__init__(mvpd)
        self.mvpd = mvpd


class PlatformLogin:
    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def available(self) -> bool:
        configuration = self._core.configuration
        supported = self._core.setup.account is not None and self._core.setup.version >= (2, 0, 0)
        return supported and configuration is not None and configuration.has_platform_mvpd

    # At the configuration

    async def synchronise(self) -> None:
        """Takes over the login of the device, or gives up one that is over there. Reports, but never asks the user."""
        if not self.available:
            return
        core = self._core
        known = core.valid_login()
        if known is not None and known.source != PLATFORM:
            return
        try:
            provider = await self._signed_in()
            if provider is None:
                self._forget(known)
            elif known is None or known.mvpd != provider:
                self._forget(known)
                if (mvpd := core.mvpd(provider)) and mvpd.supports_platform_login:
                    self._keep(await self._exchange(provider, may_ask_user=False))
        except AccountError as error:
            core.report("AAPL", details=str(error))
        except (ServiceError, TokenError):
            pass  # nothing was asked for: the user is simply not signed in

    async def _signed_in(self) -> str | None:
        """The MVPD of the device's account, if the application may know it and there is one."""
        access = await self._core.setup.account.check_access()
        if access != platform.GRANTED:
            self._report_access(access)
            return None
        try:
            return (await self._ask([], [], may_ask_user=False, profile_request=None)).provider
        except AccountError as error:
            if error.code in (platform.NOT_SIGNED_IN, platform.UNSUPPORTED_PROVIDER):
                return None
            if error.code == platform.ACCESS_NOT_GRANTED:
                self._report_access(platform.DENIED)
                return None
            raise

    async def still_signed_in(self, login: Login) -> bool:
        """Whether a login that came from the device's account stands there still."""
        if login.source != PLATFORM or self._core.setup.account is None:
            return True
        access = await self._core.setup.account.check_access()
        if access == platform.GRANTED:
            return True
        self._report_access(access)
        self._forget(login)
        return False

    # When the application asks for a login

    async def authenticate(self, filter_: dict | list | None) -> Login:
        """A new login. Raises UsePicker, UseLoginPage, ServiceError, TokenError."""
        access = await self._core.setup.account.check_access()
        if access != platform.GRANTED:
            raise UsePicker("VSA403" if access == platform.DENIED else "VSA404")
        providers, featured = self._listed(filter_)
        if not providers:
            raise UsePicker(None)
        try:
            reply = await self._ask(providers, featured, may_ask_user=True, profile_request=None)
            mvpd = self._core.mvpd(reply.provider)
            if mvpd is None or not mvpd.in_picker:
                raise UsePicker("N004", reply.provider)
            if not mvpd.supports_platform_login:
                raise UseLoginPage(mvpd.id)
            return self._keep(await self._exchange(mvpd.id, may_ask_user=True))
        except AccountError as error:
            raise _picker(error) from error

    def _listed(self, filter_: dict | list | None) -> tuple[list[str], list[str]]:
        """The MVPDs of the platform's picker: what the filter names, in its order, less what is not for the picker."""
        known = [mvpd.id for mvpd in self._core.configuration.mvpds.values() if mvpd.in_picker]
        if isinstance(filter_, list):
            filter_ = {"TV_PROVIDERS": filter_}
        wanted = (filter_ or {}).get("TV_PROVIDERS")
        providers = known if wanted is None else [mvpd for mvpd in dict.fromkeys(wanted) if mvpd in known]
        featured = dict.fromkeys((filter_ or {}).get("FEATURED_TV_PROVIDERS") or [])
        return providers, [mvpd for mvpd in featured if mvpd in providers]

    # Both

    async def _ask(self, providers: list, featured: list, may_ask_user: bool, profile_request: str | None) -> AccountReply:
        request = AccountRequest(
            providers or self._listed(None)[0],
            featured,
            may_ask_user,
            profile_request,
            lambda picker: self._core.notify("present_tv_provider_dialog", picker),
            lambda picker: self._core.notify("dismiss_tv_provider_dialog", picker),
        )
        return await self._core.setup.account.request(request)

    async def _exchange(self, mvpd: str, may_ask_user: bool) -> Login:
        """What the provider says of the user becomes a token."""
        service = self._core.provider(mvpd)
        request = await service.profile_request(mvpd)
        reply = await self._ask([mvpd], [], may_ask_user, request)
        if not reply.response:
            raise AccountError(platform.TEMPORARILY_UNAVAILABLE, mvpd)
        await service.exchange(mvpd, reply.response)
        text, metadata = await service.session(None)
        token = authentication_token(text)
        if token.mvpd != mvpd:
            raise LoggedOut(200, "another login")
        login = Login.of(token, PLATFORM)
        login.metadata, login.encrypted = dict(metadata.values), list(metadata.encrypted)
        login.metadata.setdefault("tokenSource", "Apple")
        return login

    def _keep(self, login: Login) -> Login:
        self._core.store.keep_login(login, self._core.requestor)
        self._core.store.select(self._core.requestor, login.mvpd)
        return login

    def _forget(self, login: Login | None) -> None:
        if login is not None:
            self._core.store.remove_login(login)

    def _report_access(self, access: str) -> None:
        self._core.report("VSA403" if access == platform.DENIED else "VSA404")


def _picker(error: AccountError) -> UsePicker:
    if error.code == platform.ACCESS_NOT_GRANTED:
        return UsePicker("VSA403")
    if error.code == platform.USER_CANCELLED:
        return UsePicker("N005")
    if error.code == platform.UNSUPPORTED_PROVIDER:
        return UsePicker("N004", error.provider) if error.provider else UsePicker("N003")
    return UsePicker("VSA503", str(error))
