"""Preauthorization: which resources may be shown as open. Decisions are kept for the login they were made for."""

import json

from . import constants as words
from .core import Core
from .client import RegistrationError, ServiceError
from .tokens import TokenError
from .tokenstore import Login

# What the library itself says of a request that it could not make, by code: message and action.
_FAILURES = {
    "requestor_not_configured": (
        "The requestor is not yet configured which is a prerequisite for using any API apart from the setRequestor API.",
        "retry",
    ),
    "authentication_session_expired": (
        "The current authentication session has expired. The user must re-authenticate with a supported MVPD in order "
        "to continue.",
        "authentication",
    ),
    "authentication_session_missing": (
        "The authentication session associated with this request could not be retrieved. The user must re-authenticate "
        "with a supported MVPD in order to continue.",
        "authentication",
    ),
    "access_token_unavailable": (
        "The request failed due to an unexpected error while retrieving the access token. Please check the validity of "
        "your software statement and custom scheme.",
        "none",
    ),
    "server_response_format_unknown": (
        "The request failed due to an unknown server response format. Please capture the device console logs and "
        "contact support.",
        "none",
    ),
    "network_error": (
        "The request failed due to a network error. If the issue persists over several retries, please capture the "
        "device console logs and contact support.",
        "none",
    ),
}


class ServerStatus(Exception):
    """The service answered that it could not decide."""

    def __init__(self, status: dict) -> None:
        super().__init__(status.get("message"))
        self.status = status


class Preauthorization:
    def __init__(self, core: Core) -> None:
        self._core = core
        self._cache: dict[str, dict[str, dict]] = {}  # by authentication token and resource
        self._running: dict[object, object] = {}

    def abandon(self) -> None:
        """The user logs out: what is under way is answered now, and nothing is remembered."""
        self._cache.clear()
        running, self._running = self._running, {}
        for task, answer in running.items():
            task.cancel()
            answer()

    # checkPreauthorizedResources

    def check(self, resources: list[str], use_cache: bool) -> None:
        wanted = list(dict.fromkeys(resources or []))
        login = self._core.valid_login()
        if login is None or not wanted:
            self._core.notify("preauthorized_resources", [])
            return

        def nothing() -> None:
            self._core.notify("preauthorized_resources", [])

        self._spawn(self._check(wanted, use_cache, login), nothing)

    async def _check(self, resources: list[str], use_cache: bool, login: Login) -> None:
        known = self._cache.get(login.text, {}) if use_cache else {}
        asked = [resource for resource in resources if resource not in known]
        try:
            if asked:
                service = self._core.provider(login.mvpd)
                answers = await service.preauthorize(login.text, login.mvpd, asked)
                self._remember(login, [_decision(resource, answers.get(resource, False)) for resource in asked])
        except (ServiceError, TokenError) as error:
            self._core.report("P100", str(error))
            self._core.notify("preauthorized_resources", [])
            return
        known = self._cache.get(login.text, {})
        allowed = [resource for resource in resources if known[resource]["authorized"]]
        self._core.notify("preauthorized_resources", allowed)

    # preauthorize

    def preauthorize(self, resources: list[str], disabled: set[str], callback) -> None:
        """The callback has `on_response` and `on_failure`; each takes a dictionary."""
        wanted = list(dict.fromkeys(resources))
        if self._core.configuration is None:
            self._failed(callback, "requestor_not_configured")
            return
        login = self._core.valid_login()
        if login is None:
            expired = self._core.latest_login() is not None
            self._failed(callback, "authentication_session_expired" if expired else "authentication_session_missing")
            return
        work = self._preauthorize(wanted, disabled, login, callback)
        self._spawn(work, lambda: self._failed(callback, "authentication_session_missing"))

    async def _preauthorize(self, resources: list[str], disabled: set[str], login: Login, callback) -> None:
        known = self._cache.get(login.text, {}) if words.LOCAL_CACHE not in disabled else {}
        asked = [resource for resource in resources if resource not in known]
        try:
            if asked:
                self._remember(login, await self._decide(asked, words.REMOTE_CACHE not in disabled, login))
        except RegistrationError:
            self._failed(callback, "access_token_unavailable")
        except ServerStatus as error:
            self._core.report("P100", str(error))
            self._answer(callback.on_response, {"decisions": [], "status": error.status})
        except ServiceError as error:
            if error.status == 0:
                self._failed(callback, "network_error")
            else:
                self._core.report("P100", str(error))
                status = {"status": error.status, "code": error.code or "internal_error", "message": error.details}
                self._answer(callback.on_response, {"decisions": [], "status": {**status, "action": "none"}})
        except TokenError:
            self._failed(callback, "server_response_format_unknown")
        else:
            known = self._cache.get(login.text, {})
            self._answer(callback.on_response, {"decisions": [known[resource] for resource in resources]})

    async def _decide(self, resources: list[str], remote_cache: bool, login: Login) -> list[dict]:
        """One decision for each resource, with the reason of a denial where the service gives one."""
        service = self._core.provider(login.mvpd)
        if login.requestor != self._core.requestor or any("," in resource for resource in resources):
            # The clientless call knows logins by requestor, and separates resources by commas.
            answers = await service.preauthorize(login.text, login.mvpd, resources)
            return [_decision(resource, answers.get(resource, False)) for resource in resources]
        response = await service.decisions(resources, remote_cache)
        try:
            record = json.loads(response.body)
        except ValueError as error:
            if response.status == 200:
                raise TokenError(str(error)) from error
            record = {}
        if response.status != 200:
            status = record if isinstance(record, dict) and "status" in record else {"status": response.status}
            raise ServerStatus({"code": "internal_error", "message": "", "action": "none", **status})
        try:
            found = {str(item["id"]): item for item in record["resources"]}
        except (KeyError, TypeError) as error:
            raise TokenError(f"no decisions: {error}") from error
        return [
            {**_decision(resource, found.get(resource, {}).get("authorized") is True), **_reason(found.get(resource))}
            for resource in resources
        ]

    # Both

    def _spawn(self, work, answer) -> None:
        task = self._core.spawn(work)
        self._running[task] = answer
        task.add_done_callback(lambda task: self._running.pop(task, None))

    def _remember(self, login: Login, decisions: list[dict]) -> None:
        self._cache.setdefault(login.text, {}).update({decision["id"]: decision for decision in decisions})

    def _failed(self, callback, code: str) -> None:
        message, action = _FAILURES[code]
        status = {"status": 0, "code": code, "message": message, "action": action}
        self._answer(callback.on_failure, {"decisions": [], "status": status})

    def _answer(self, function, response: dict) -> None:
        if not self._core.closed:
            function(response)


def _decision(resource: str, authorized: bool) -> dict:
    return {"id": resource, "authorized": authorized}


def _reason(item: dict | None) -> dict:
    error = (item or {}).get("error")
    return {"error": error} if isinstance(error, dict) else {}
