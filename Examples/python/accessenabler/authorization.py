"""Authorizations: cached ones or new ones, and a media token for each, which is never cached."""

import asyncio
from dataclasses import dataclass

from . import constants as words
from .authentication import Authentication
from .core import Core
from .client import LoggedOut, RegistrationError, ServiceError
from .tokens import TokenError, authorization_token, parse_date
from .tokenstore import TEMP_PASS, Login

UNREACHABLE = "A network error occurred when communicating with the provider's authorization service"

# The first child of an <error>, where the service has a code of its own for the reason.
_ADVANCED = {"repeatedDenial": "Z110", "technicalError": "Z120", "malformedResource": "Z130", "authzNone": "Z169"}


@dataclass
class Question:
    resource: str
    data: dict | None
    may_log_in: bool  # getAuthorization, and not checkAuthorization


class Authorization:
    def __init__(self, core: Core, authentication: Authentication) -> None:
        self._core = core
        self._authentication = authentication
        self._running: dict[asyncio.Task, Question] = {}

    def check(self, resource: str, data: dict | None) -> None:
        self._begin(Question(resource, data, may_log_in=False))

    def get(self, resource: str, data: dict | None) -> None:
        self._begin(Question(resource, data, may_log_in=True))

    def abandon(self) -> None:
        """The user logs out: what is under way is answered now, and its replies are nobody's."""
        running, self._running = self._running, {}
        for task, question in running.items():
            task.cancel()
            self._fail(question, words.USER_NOT_AUTHENTICATED, "")

    def _begin(self, question: Question) -> None:
        def checked(login: Login | None) -> None:
            if login is None:
                self._not_authenticated(question)
            else:
                self._core.track_authentication(login, cached=True)
                self._authorize(question, login)

        self._authentication.with_login(checked)

    def _not_authenticated(self, question: Question) -> None:
        if question.may_log_in:
            self._authentication.begin(question.data, None, lambda error: self._logged_in(question, error))
        else:
            self._core.report("N000")
            self._core.track_authentication(None)
            self._fail(question, words.USER_NOT_AUTHENTICATED, "")

    def _logged_in(self, question: Question, error: str | None) -> None:
        login = self._core.valid_login()
        if error is not None or login is None:
            self._fail(question, error or words.USER_NOT_AUTHENTICATED, "")
        else:
            self._authorize(question, login)

    def _authorize(self, question: Question, login: Login) -> None:
        task = self._core.spawn(self._run(question, login))
        self._running[task] = question
        task.add_done_callback(lambda task: self._running.pop(task, None))

    async def _run(self, question: Question, login: Login) -> None:
        core, resource = self._core, question.resource
        requestor, service = core.requestor, core.provider(login.mvpd)
        token = core.store.authorization(requestor, login.mvpd, resource)
        if token is not None and parse_date(token.expires) <= core.now():
            token = None
        cached = token is not None
        try:
            if token is None:
                text, metadata = await service.authorize(login.text, login.mvpd, resource, question.data)
                token = authorization_token(text)
                core.store.keep_authorization(requestor, login.mvpd, resource, token)
                if metadata.values:
                    core.store.update_metadata(login, metadata.values, metadata.encrypted)
            media = await service.media_token(token.text, login.mvpd, login.guid, question.data)
        except LoggedOut:
            self._ended(question, login)
        except ServiceError as error:
            if cached:
                core.store.remove_authorization(requestor, login.mvpd, resource)
            self._refused(question, error)
        except TokenError as error:
            core.report("Z500", str(error), resource=resource)
            self._fail_authorization(question, words.GENERIC_AUTHORIZATION, "")
        else:
            if login.source == TEMP_PASS:
                core.report("Z011", resource=resource)
            core.track_authorization(login, cached)
            core.notify("set_token", media, resource)

    def _ended(self, question: Question, login: Login) -> None:
        """The service does not know the login any more, so it is none."""
        self._core.store.remove_login(login)
        self._core.report("SEC412")
        if self._core.valid_login() is not None:
            # Meanwhile there is another login: the user is asked for none.
            self._fail_authorization(question, words.GENERIC_AUTHORIZATION, "")
            return
        self._not_authenticated(question)

    def _refused(self, question: Question, error: ServiceError) -> None:
        if not error.secure:
            self._core.report("SEC420", resource=question.resource)
        # Whom the application has no access token for is refused nothing by the MVPD.
        is_answer = not isinstance(error, RegistrationError)
        denied = is_answer and (error.code == "notAuthorized" or error.status == 403)
        if denied:
            self._core.report("Z100", error.details, resource=question.resource)
            self._fail_authorization(question, words.USER_NOT_AUTHORIZED, error.details)
            return
        advanced = _ADVANCED.get(error.code) or ("Z100" if error.status == 429 else "Z120" if error.status == 0 else "Z500")
        self._core.report(advanced, error.details or None, resource=question.resource)
        details = UNREACHABLE if error.status == 0 else error.details
        self._fail_authorization(question, words.GENERIC_AUTHORIZATION, details)

    def _fail_authorization(self, question: Question, code: str, details: str) -> None:
        self._core.track_authorization(None, error=code, details=details)
        self._fail(question, code, details)

    def _fail(self, question: Question, code: str, details: str) -> None:
        self._core.notify("token_request_failed", question.resource, code, details)
