"""A small AccessEnabler: configuration, authentication and logging in, for iOS applications of 3.x.

What it does follows the documents' rules, which are named by their ids (Specs/statements). Authorization, logout, user
metadata, Apple SSO and tvOS are left out. Python 3.9 or later, standard library only.

Each instance has one thread, its executor, on which it keeps its state, takes in replies and makes callbacks. Requests
are made on threads of their own, which hand the reply to the executor.
"""

import hashlib
import queue
import re
import threading
import uuid

from model import MVPD, Flow, Token
from service import Refused, ServiceProvider

SUCCESS, ERROR = 1, 0  # AE-STAT-003
USER_AUTHENTICATED = ""
USER_NOT_AUTHENTICATED_ERROR = "User Not Authenticated Error"
PROVIDER_NOT_SELECTED_ERROR = "Provider Not Selected Error"
GENERIC_AUTHENTICATION_ERROR = "Generic Authentication Error"
PATIENCE = 2.0  # seconds for service providers that are slower than the first that answers (AE-SP-020)
WEB_VIEW_REDIRECT = "adobepass://ios.app"  # AE-NAV-013
DEFAULT_SERVICE_PROVIDER = "https://sp.auth.adobe.com"  # AE-REQ-012


class AccessEnabler:
    def __init__(self, delegate, storage, software_statement="", custom_scheme="adbe.example",
                 default_service_provider=DEFAULT_SERVICE_PROVIDER, configuration_taken=lambda url: None):
        """`delegate(selector, **arguments)` is called for each callback, on the executor."""
        self._delegate = delegate
        self._storage = storage
        self._statement = software_statement
        self._custom_redirect = custom_scheme + "://adobe.com"  # AE-NAV-014
        self._default = default_service_provider
        self._configuration_taken = configuration_taken
        self._options = {}
        self._fingerprint = storage.get("fingerprint") or uuid.uuid4().hex
        storage["fingerprint"] = self._fingerprint
        self._services = {}
        self._phase = "idle"  # then configuring, synchronising, and ready or failed
        self._was_configured = False
        self._waiting = []  # calls until the configuration is there (AE-Q-001)
        self._requestor = None
        self._configuration = None  # which phase's replies count
        self._mvpds = {}
        self._selected = None
        self._picked_beforehand = False
        self._flow = None
        self._work = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    # -- The executor

    def _run(self):
        for work in iter(self._work.get, None):
            work()

    def barrier(self, done):
        """Calls `done` on the executor, behind everything that has come so far."""
        self._work.put(done)

    def close(self):
        """Ends the instance; nothing is called back once this has returned."""
        ended = threading.Event()
        self._delegate = lambda selector, **arguments: None
        self._configuration_taken = lambda url: None
        self._work.put(ended.set)
        self._work.put(None)
        ended.wait(1)

    def _fetch(self, request, then):
        """Runs `request` on a thread of its own, and `then(result, error)` on the executor."""
        def run():
            try:
                result, error = request(), None
            except Refused as refusal:
                result, error = None, refusal
            except Exception as problem:  # whatever else a reply can break is a reply that failed
                result, error = None, Refused(0, str(problem))
            self._work.put(lambda: then(result, error))
        threading.Thread(target=run, daemon=True).start()

    def _later(self, seconds, action):
        timer = threading.Timer(seconds, self._work.put, [action])
        timer.daemon = True
        timer.start()

    def _once_configured(self, action):
        """Calls made before the configuration is there wait for it, in silence (AE-Q-001, AE-Q-006)."""
        def start():
            if self._phase in ("ready", "failed"):
                action()
            else:
                self._waiting.append(action)
        self._work.put(start)

    # -- Calls

    def set_options(self, options):
        self._work.put(lambda: setattr(self, "_options", dict(options or {})))

    def set_requestor(self, requestor, urls=None):
        def start():
            if self._phase in ("configuring", "synchronising"):
                self._waiting.append(start)
            else:
                self._configure(requestor, list(urls) if urls else [self._default])
        self._work.put(start)

    def check_authentication(self):
        self._once_configured(self._check)

    def get_authentication(self, force=False, data=None):
        self._once_configured(lambda: self._authenticate(force, data))

    def set_selected_provider(self, mvpd):
        self._once_configured(lambda: self._cancel() if mvpd is None else self._select(mvpd))

    def get_selected_provider(self):
        def tell():
            self._delegate("selectedProvider:", mvpd=self._mvpds.get(self._selected))
        self._once_configured(tell)

    def handle_external_url(self, url):
        self._once_configured(lambda: self._return(url))

    # -- Configuration

    def _configure(self, requestor, urls):
        """Asks every service provider at once; each MVPD is bound to who answers first and lists it (6.1).

        The phase is over when all have answered, or a while after the first good answer. One that comes later still
        adds MVPDs, and changes none.
        """
        self._phase, self._requestor, self._mvpds = "configuring", requestor, {}
        phase = self._configuration = object()
        missing, refusals, merged = set(dict.fromkeys(urls)), [], self._mvpds

        def complete():
            if self._configuration is phase and self._phase == "configuring":
                self._synchronise(refusals if not merged and len(refusals) == len(set(urls)) else [])

        def taken(url, service, document, error):
            if self._configuration is not phase:
                return
            missing.discard(url)
            if error:
                refusals.append(error)
            else:
                for element in document:
                    mvpd = MVPD(element, service)
                    merged.setdefault(mvpd.id, mvpd)  # the first has precedence (AE-SP-007)
                self._later(PATIENCE, complete)
            self._configuration_taken(url)
            if not missing:
                complete()

        options = dict(self._options)
        for url in dict.fromkeys(urls):
            service = self._service(url)
            self._fetch(
                lambda service=service: service.configuration(requestor, options),
                lambda document, error, url=url, service=service: taken(url, service, document, error))

    def _service(self, url):
        if url not in self._services:
            self._services[url] = ServiceProvider(url, self._statement, self._fingerprint)
        return self._services[url]

    def _synchronise(self, refusals):
        """Asks, when the requestor is set again, for the token that the service has now (AE-REQ-014), if the user has not
        logged out meanwhile (AE-REQ-015)."""
        self._phase = "synchronising"
        token = self._token()
        if refusals or not token or not self._was_configured:
            return self._configured(refusals)
        options = dict(self._options)

        def answered(text, error):
            if error and error.is_logout:
                self._forget(token)
            elif not error:
                self._take_over(text, token)
            self._configured(refusals)
        self._fetch(lambda: self._mvpds[token.mvpd].service.session(token.requestor, token.code, options), answered)

    def _take_over(self, text, old):
        """Replaces a token by the service's, where that is one of the same login."""
        try:
            new = Token(text, old.code)
        except ValueError:
            return
        if (new.requestor, new.mvpd) == (old.requestor, old.mvpd) and new.is_of(self._mvpds[old.mvpd].service.device_id):
            self._remember(new)

    def _configured(self, refusals):
        self._phase = "failed" if refusals else "ready"
        self._was_configured = True
        if self._selected is None and self._token():
            self._selected = self._token().mvpd  # remembered from before the start
        if refusals:
            self._report(refusals[-1].error_id, "error", refusals[-1].message)
        self._delegate("setRequestorComplete:", status=ERROR if refusals else SUCCESS)
        waiting, self._waiting = self._waiting, []
        for action in waiting:
            action()

    # -- Authentication

    def _check(self):
        """Looks at the storage and asks nobody (AE-CHKN-002)."""
        token = self._token()
        self._track(token, cached=True)
        if token is None:
            self._report("N000", "information", "not authenticated")
        self._status(USER_AUTHENTICATED if token else USER_NOT_AUTHENTICATED_ERROR)

    def _authenticate(self, force, data):
        token = self._token()
        self._track(token, cached=True)
        if token and not force:
            return self._status(USER_AUTHENTICATED)
        if self._phase == "failed":
            return self._status(GENERIC_AUTHENTICATION_ERROR)
        if self._flow:  # one login at a time: the picker or the page is there already (AE-AUTHN-026)
            return
        self._flow = Flow(data)
        if self._picked_beforehand and self._selected in self._mvpds:  # AE-AUTHN-009
            return self._log_in(self._mvpds[self._selected])
        self._delegate("displayProviderDialog:", mvpds=list(self._mvpds.values()))

    def _select(self, id):
        mvpd = self._mvpds.get(id)
        if mvpd is None:  # nothing that the picker could have offered (AE-SEL-015)
            if self._flow:
                self._end(self._flow, GENERIC_AUTHENTICATION_ERROR)
            return
        self._selected = id
        self._send_tracking("TRACKING_GET_SELECTED_PROVIDER", [id])
        if mvpd.is_temp_pass or self._flow:
            self._flow = Flow(self._flow.data if self._flow else None)
            return self._log_in(mvpd)
        self._picked_beforehand = True

    def _cancel(self):
        self._selected, self._picked_beforehand = None, False
        self._flow = None  # a late answer finds that its flow is over (AE-SEL-017)
        self._status(PROVIDER_NOT_SELECTED_ERROR)

    def _log_in(self, mvpd):
        flow, requestor, options = self._flow, self._requestor, dict(self._options)
        flow.mvpd, flow.stage = mvpd, "preparing"

        def prepare():
            code = mvpd.service.registration_code(requestor, mvpd.id, options)
            if mvpd.is_temp_pass:
                mvpd.service.free_preview(requestor, mvpd.id, code, flow.data, options)
            return code

        def prepared(code, error):
            if self._flow is not flow:
                return
            flow.code = code
            if error:
                self._end(flow, GENERIC_AUTHENTICATION_ERROR)
            elif mvpd.is_temp_pass:
                self._take_token(flow)
            else:
                self._navigate(flow)
        self._fetch(prepare, prepared)

    def _navigate(self, flow):
        flow.stage = "page"
        in_safari = flow.mvpd.requires_svc and bool(self._options.get("handleSVC"))  # AE-NAV-004
        redirect = self._custom_redirect if in_safari else WEB_VIEW_REDIRECT
        url = flow.mvpd.service.login_url(
            self._requestor, flow.mvpd.id, flow.code, redirect, flow.data, self._options)
        if in_safari:
            self._delegate("navigateToUrl:useSVC:", url=url, useSVC=True)
        else:
            self._delegate("navigateToUrl:", url=url)

    def _return(self, url):
        flow = self._flow
        ours = (url or "").startswith((WEB_VIEW_REDIRECT, self._custom_redirect.split("//")[0] + "//"))
        if not ours or flow is None or flow.stage != "page":
            return
        if "error=" in url:
            return self._end(flow, GENERIC_AUTHENTICATION_ERROR)
        self._take_token(flow)

    def _take_token(self, flow):
        flow.stage = "token"
        requestor, options = self._requestor, dict(self._options)

        def arrived(text, error):
            if self._flow is not flow:
                return
            try:
                token = None if error else Token(text, flow.code)
            except ValueError:
                token = None
            if (token is None or (token.requestor, token.mvpd) != (requestor, flow.mvpd.id)
                    or not token.is_of(flow.mvpd.service.device_id)):
                return self._end(flow, GENERIC_AUTHENTICATION_ERROR)
            if flow.mvpd.is_temp_pass and not token.is_current:
                self._report("N111", "warning", "the TempPass has expired")  # AE-EST-007
                return self._end(flow, GENERIC_AUTHENTICATION_ERROR)
            self._remember(token)
            self._end(flow, USER_AUTHENTICATED, token)
        self._fetch(lambda: flow.mvpd.service.session(requestor, flow.code, options), arrived)

    def _end(self, flow, code, token=None):
        self._flow, self._picked_beforehand = None, False
        if token is None and self._token() is None:
            self._selected = None
        self._track(token, cached=False)
        if token and flow.mvpd.is_temp_pass:
            self._report("N011", "information", "authenticated with a TempPass")
        self._status(code)

    # -- Storage: requestor, MVPD, token (AE-STO-010)

    def _token(self):
        """The valid token of the requestor: in time, and of an MVPD that it lists (AE-STO-001)."""
        kept = self._storage.get("tokens", {}).get(self._requestor, {})
        ids = sorted(kept, key=lambda id: id != self._selected)
        tokens = [Token(**kept[id]) for id in ids if id in self._mvpds]
        return next((token for token in tokens if token.is_current), None)

    def _remember(self, token):
        tokens = self._storage.get("tokens", {})
        tokens.setdefault(token.requestor, {})[token.mvpd] = {"text": token.text, "code": token.code}
        self._storage["tokens"] = tokens

    def _forget(self, token):
        tokens = self._storage.get("tokens", {})
        tokens.get(token.requestor, {}).pop(token.mvpd, None)
        self._storage["tokens"] = tokens
        self._selected = None

    # -- Callbacks

    def _status(self, code):
        status = SUCCESS if code == USER_AUTHENTICATED else ERROR
        self._delegate("setAuthenticationStatus:errorCode:", status=status, code=code)

    def _report(self, error_id, level, message):
        self._delegate("status:", statusDictionary={"errorId": error_id, "level": level, "message": message})

    def _track(self, token, cached):
        """AE-TRK-008: elements 1 to 3 are only there if there is a token."""
        found = [True, token.mvpd, self._guid(token), cached] if token else [False, None, None, None]
        self._send_tracking("TRACKING_AUTHENTICATION", found)

    def _guid(self, token):
        if self._mvpds[token.mvpd].is_temp_pass:  # AE-TRK-025
            return hashlib.md5(self._mvpds[token.mvpd].service.device_id.encode()).hexdigest()
        return token.guid if re.fullmatch("[0-9a-f]{32}", token.guid) else hashlib.md5(token.guid.encode()).hexdigest()

    def _send_tracking(self, event, data):
        self._delegate("sendTrackingData:forEventType:", data=data + ["mobile", "ios", "iOS"], event=event)
