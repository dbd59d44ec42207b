"""AccessEnabler, as an application sees it."""

import copy
from typing import Callable, Protocol

from . import constants as words
from .authentication import Authentication
from .authorization import Authorization
from .configuration import MVPD
from .core import Core, Setup
from .eventloop import EventLoopThread
from .logout import Logout
from .metadata import Metadata
from .platformaccount import PlatformAccount
from .platformsso import PlatformLogin
from .preauthorization import Preauthorization
from .client import Client
from .phases import ConfigurationPhases
from .storage import FileStorage, MemoryStorage
from .tokenstore import TokenStore


class EntitlementDelegate(Protocol):
    """What an application may implement; a method that is not there is not called. All come on one thread."""

    def set_requestor_complete(self, status: int) -> None: ...
    def display_provider_dialog(self, mvpds: list[MVPD]) -> None: ...
    def navigate_to_url(self, url: str) -> None: ...
    def navigate_to_url_using_svc(self, url: str, use_svc: bool) -> None: ...
    def set_authentication_status(self, status: int, code: str) -> None: ...
    def preauthorized_resources(self, resources: list[str]) -> None: ...
    def set_token(self, token: str, resource: str) -> None: ...
    def token_request_failed(self, resource: str, code: str, description: str) -> None: ...
    def selected_provider(self, mvpd: MVPD | None) -> None: ...
    def set_metadata_status(self, metadata, encrypted: bool, key: str, arguments: dict) -> None: ...
    def present_tv_provider_dialog(self, view_controller) -> None: ...
    def dismiss_tv_provider_dialog(self, view_controller) -> None: ...
    def send_tracking_data(self, data: list, event: str) -> None: ...
    def status(self, status_dictionary: dict) -> None: ...


class AccessEnabler:
    """Every method may be called on any thread, returns at once, and acts in the order of the calls."""

    def __init__(
        self,
        software_statement: str | None,
        delegate: EntitlementDelegate,
        *,
        platform: str = words.IOS,
        version: str = "3.9.2",
        storage: FileStorage | MemoryStorage | None = None,
        storage_check: str = words.INTEGRITY_CHECK_NONE,
        application: str = "",
        custom_scheme: str = "adbe.python",
        default_service_provider: str = words.DEFAULT_SERVICE_PROVIDER,
        clock_ahead: float = 0.0,
        account: PlatformAccount | None = None,
        show_safari: Callable[[str], None] | None = None,
        configuration_taken: Callable[[str], None] | None = None,
    ) -> None:
        """`show_safari` presents a page by itself; `configuration_taken` hears of each reply to a configuration request."""
        release = words.parse_version(version)
        setup = Setup(platform, release, software_statement, custom_scheme, default_service_provider, clock_ahead, account)
        self._store = TokenStore(storage or MemoryStorage(), platform, release, application)
        if storage_check == words.INTEGRITY_CHECK_CLEAR:
            self._store.clear()
        elif storage_check == words.INTEGRITY_CHECK_ALL and not self._store.check():
            self._store.clear()
        self._thread = EventLoopThread.shared()
        self._core = core = Core(setup, delegate, self._store, self._thread.loop)
        self._show_safari = show_safari
        self._platform = PlatformLogin(core)
        self._authentication = Authentication(core, self._platform, self._navigate)
        self._authorization = Authorization(core, self._authentication)
        self._preauthorization = Preauthorization(core)
        self._logout = Logout(core, self._authentication, self._abandon, self._navigate)
        self._metadata = Metadata(core)
        self._phases = ConfigurationPhases(core, self._authentication.synchronise, self._abandon, configuration_taken)

    # Configuration

    def set_options(self, options: dict | None) -> None:
        """Adds to the options, or changes them; an option that is None is taken back."""
        self._post(self._set_options, copy.deepcopy(options or {}))

    def set_requestor(
        self,
        requestor: str,
        service_providers: list[str] | None = None,
        *,
        signed_requestor: str | None = None,
        secret: str | None = None,
        public_key: str | None = None,
    ) -> None:
        urls = list(service_providers) if service_providers else None
        self._post(self._set_requestor, requestor or "", urls, signed_requestor, secret, public_key)

    # Authentication

    def check_authentication(self) -> None:
        self._queue(self._authentication.check)

    def get_authentication(
        self, force: bool = False, data: dict | None = None, filter: dict | list | None = None
    ) -> None:
        data, filter = copy.deepcopy(data), copy.deepcopy(filter)
        self._queue(self._get_authentication, force, data, filter)

    def set_selected_provider(self, mvpd: str | None) -> None:
        self._queue(self._authentication.select, mvpd)

    def handle_external_url(self, url: str | None) -> None:
        self._queue(self._page_ended, url)

    def get_authentication_token(self) -> None:
        self._queue(self._page_ended, None)

    def logout(self) -> None:
        self._queue(self._logout.begin)

    def get_selected_provider(self) -> None:
        self._post(self._get_selected_provider)

    # Authorization

    def check_preauthorized_resources(self, resources: list[str], cache: bool = True) -> None:
        self._queue(self._preauthorization.check, list(resources or []), cache)

    def preauthorize(self, resources: list[str], callback, disabled_features: set[str] | None = None) -> None:
        """The callback has `on_response` and `on_failure`."""
        self._post(self._preauthorization.preauthorize, list(resources or []), set(disabled_features or ()), callback)

    def check_authorization(self, resource: str, data: dict | None = None) -> None:
        self._queue(self._authorization.check, resource or "", copy.deepcopy(data))

    def get_authorization(self, resource: str, data: dict | None = None) -> None:
        self._queue(self._authorization.get, resource or "", copy.deepcopy(data))

    def get_metadata(self, key: dict) -> None:
        """Raises ValueError where the key does not say which operation."""
        if not isinstance(key, dict) or words.METADATA_OPCODE_KEY not in key:
            raise ValueError("no METADATA_OPCODE_KEY")
        self._queue(self._metadata.get, copy.deepcopy(key))

    # Ends and tests

    def close(self, then: Callable[[], None] | None = None) -> None:
        """Ends as the application's process would: nothing is called back any more. Then calls `then`."""

        def close() -> None:
            self._core.close()
            if then is not None:
                then()

        self._thread.post(close)

    def barrier(self, then: Callable[[], None]) -> None:
        """Calls `then` once the replies and calls that have come so far are dealt with."""
        self._thread.post_behind_replies(then)

    def advance_clock(self, seconds: float, then: Callable[[], None]) -> None:
        """Takes the time of day to be that much later, and calls `then`."""

        def advance() -> None:
            self._core.clock_ahead += seconds
            then()

        self._thread.post(advance)

    # On the loop's thread

    def _post(self, function, *arguments) -> None:
        self._thread.post(self._run, function, arguments)

    def _queue(self, function, *arguments) -> None:
        self._post(self._phases.when_ready, lambda: function(*arguments))

    def _run(self, function, arguments: tuple) -> None:
        if not self._core.closed:
            function(*arguments)

    def _set_options(self, options: dict) -> None:
        for name, value in options.items():
            if value is None:
                self._core.options.pop(name, None)
            else:
                self._core.options[name] = value

    def _set_requestor(self, requestor: str, urls, signed, secret, public_key) -> None:
        setup = self._core.setup
        client = Client(
            platform=setup.platform,
            version=setup.version,
            requestor=requestor,
            device=self._store.device,
            store=self._store,
            software_statement=setup.software_statement,
            signed_requestor=signed,
            secret=secret,
            public_key=public_key,
            custom_scheme=setup.custom_scheme,
            options=self._core.options,
        )
        self._phases.begin(client, urls)

    def _get_authentication(self, force: bool, data: dict | None, filter: dict | list | None) -> None:
        self._logout.finish()
        self._authentication.get(force, data, filter)

    def _page_ended(self, url: str | None) -> None:
        if self._logout.waits_for_page:
            self._logout.finish()
        else:
            self._authentication.page_ended(url)

    def _abandon(self) -> None:
        self._authentication.abandon()
        self._authorization.abandon()
        self._preauthorization.abandon()

    def _get_selected_provider(self) -> None:
        # Not one of the calls that are said to be queued; but a phase that runs may bring the answer.
        self._phases.when_idle(self._tell_selected_provider)

    def _tell_selected_provider(self) -> None:
        core = self._core
        selected = core.store.selected(core.requestor)
        if selected is None and core.configuration is not None:
            login = core.valid_login()
            selected = login.mvpd if login is not None else None
        core.notify("selected_provider", core.mvpd(selected))

    def _navigate(self, mvpd: str, url: str) -> None:
        """Has the page shown: in a web view, or where the MVPD wants it in a Safari view controller."""
        core, known = self._core, self._core.mvpd(mvpd)
        if known is None or not known.needs_safari or core.setup.version < (3, 1, 0):
            core.notify("navigate_to_url", url)
        elif (
            core.setup.version >= (3, 2, 0)
            and core.options.get("handleSVC") is True
            and core.implements("navigate_to_url_using_svc")
        ):
            core.notify("navigate_to_url_using_svc", url, True)
        elif self._show_safari is not None and not core.closed:
            self._show_safari(url)
