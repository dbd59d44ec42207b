"""One service provider over HTTP: generation C of the protocol, in which applications register themselves.

Every method blocks until the reply is there, and raises Refused where it is not what was asked for. Safe from any thread.
"""

import base64
import http.client
import json
import threading
import urllib.parse
import xml.etree.ElementTree as ElementTree

USER_AGENT = "AccessEnabler.py/1.0"
DEVICE = {"model": "Python", "osName": "iOS", "vendor": "Apple", "applicationId": "example"}


class Refused(Exception):
    """A request that did not succeed: its HTTP status, or 0 where no whole reply came."""

    def __init__(self, status, message="", error_id=None, is_logout=False):
        super().__init__(message)
        self.status = status
        self.message = message or "status %d" % status
        self.is_logout = is_logout
        # What `status:` reports of it if it was the configuration (AE-REQ-023, AE-REQ-024).
        self.error_id = error_id or ("CFG%d" % status if status in (400, 404) or status >= 500 else "CFG404")


class ServiceProvider:
    def __init__(self, url, software_statement, fingerprint):
        self._url = url if "//" in url else "https://" + url
        self._statement = software_statement
        self._fingerprint = fingerprint
        self._lock = threading.Lock()  # one registers, the others wait for it
        self._access_token = None
        self.device_id = None
        self._signature = None

    # -- Requests

    def configuration(self, requestor, options):
        """The elements of the MVPDs that the requestor is integrated with (1.1)."""
        body = self._ask("GET", "/adobe-services/config/" + urllib.parse.quote(requestor, ""), None, options)
        document = ElementTree.fromstring(body).find("requestor")
        if document is None or document.findtext("id") != requestor or document.find("mvpds") is None:
            raise Refused(200, "not the configuration of " + requestor, "CFG404")
        return document.findall("mvpds/mvpd")

    def registration_code(self, requestor, mvpd, options):
        """A code that joins the login in a browser and the token that is fetched afterwards (4.1)."""
        path = "/reggie/v1/%s/regcode" % urllib.parse.quote(requestor, "")
        self._individualise(options)
        form = {"deviceId": self.device_id, "mvpd": mvpd, "format": "json"}
        return json.loads(self._ask("POST", path, form, options))["code"]

    def login_url(self, requestor, mvpd, code, redirect, data, options):
        """Where the browser is sent to log in (3.1); the access token goes with it, for the browser has none."""
        query = {
            "noflash": "true", "no_iframe": "false", "domain_name": "adobe.com", "client_type": "iOS",
            "mso_id": mvpd, "requestor_id": requestor, "reg_code": code, "device_id": self.device_id,
            "access_token": self._access_token}
        query.update(self._parameters(options))
        if data:
            query["generic_data"] = json.dumps(data)
        query["redirect_url"] = redirect
        return self._url.rstrip("/") + "/adobe-services/authenticate/saml?" + urllib.parse.urlencode(query)

    def free_preview(self, requestor, mvpd, code, data, options):
        """Logs in with a TempPass, which needs no user (4.5)."""
        form = {
            "requestor_id": requestor, "mso_id": mvpd, "deviceId": self.device_id, "domain_name": "adobe.com",
            "reg_code": code}
        if data:
            form["generic_data"] = json.dumps(data)
        self._ask("POST", "/api/v1/authenticate/freepreview", form, options)

    def session(self, requestor, code, options):
        """The text of the authentication token of the login with that code (3.3)."""
        self._individualise(options)
        form = {"_method": "GET", "requestor_id": requestor, "reg_code": code}
        body = self._ask("POST", "/adobe-services/session", form, options)
        if b"<pendingLogout" in body:
            raise Refused(200, "logged out", is_logout=True)
        token = ElementTree.fromstring(body).findtext("authnToken")
        if not token:
            raise Refused(200, "no authentication token")
        return token

    # -- The application's and the device's proofs

    def _authorization(self, options, refused=None):
        """An access token, from the software statement (2.2, 2.3); another than the one that was refused."""
        with self._lock:
            if self._access_token in (None, refused):
                self._access_token = None
                client = self._client(options)
                form = {
                    "grant_type": "client_credentials", "client_id": client["client_id"],
                    "client_secret": client["client_secret"]}
                self._access_token = self._proof("R401", "/o/client/token", form, False, options)["access_token"]
            return self._access_token

    def _client(self, options):
        statement = {"software_statement": self._statement}
        return self._proof("R400", "/o/client/register", statement, True, options)

    def _proof(self, error_id, path, body, is_document, options):
        try:
            return json.loads(self._send("POST", path, body, options, {}, is_document)[1])
        except Refused as refusal:  # AE-INIT-012, unless the service provider as a whole is out of order
            ours = 400 <= refusal.status < 500
            raise Refused(refusal.status, refusal.message, error_id if ours else None)

    def _individualise(self, options):
        """Has the service provider name the device, once (2.1)."""
        token = self._authorization(options)
        with self._lock:
            if self.device_id is None:
                headers = {"Authorization": "Bearer " + token}
                reply, body = self._send(
                    "POST", "/indiv/devices", {"fingerprint": self._fingerprint}, options, headers, True)
                self._signature = reply.getheader("pass_sfp")
                self.device_id = json.loads(body)["deviceId"]

    # -- HTTP

    def _ask(self, method, path, form, options):
        """One request with everything that proves who asks; an access token that is refused is got anew, once."""
        token = self._authorization(options)
        try:
            return self._send(method, path, form, options, self._headers(token))[1]
        except Refused as refusal:
            if refusal.status != 401 or "access_denied" not in refusal.message:
                raise
        return self._send(method, path, form, options, self._headers(self._authorization(options, token)))[1]

    def _headers(self, token):
        headers = {"Authorization": "Bearer " + token, "ap_42": "anonymous", "ap_11": "iOS", "ap_z": USER_AGENT}
        if self.device_id:
            headers["ap_21"] = self.device_id
        if self._signature:
            headers["pass_sfp"] = self._signature
        return headers

    @staticmethod
    def _parameters(options):
        """The options as they go with every request, whatever it is for (AE-OPT-002, AE-OPT-003)."""
        names = {"visitorID": "ap_vi", "applicationProfile": "application_profile"}
        return {names[key]: str(value) for key, value in options.items() if key in names and value is not None}

    def _send(self, method, path, body, options, headers, is_document=False):
        url = urllib.parse.urlsplit(self._url)
        connect = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        connection = connect(url.hostname, url.port, timeout=30)
        target = url.path.rstrip("/") + path
        parameters = self._parameters(options)
        if parameters:
            target += "?" + urllib.parse.urlencode(parameters)
        own = base64.b64encode(json.dumps(DEVICE).encode()).decode()
        headers = dict(headers, **{
            "User-Agent": USER_AGENT, "Accept": "*/*", "X-Device-Info": options.get("device_info") or own})
        if body is not None:
            headers["Content-Type"] = "application/json" if is_document else "application/x-www-form-urlencoded"
            body = json.dumps(body) if is_document else urllib.parse.urlencode(body)
        try:
            connection.request(method, target, body, headers)
            reply = connection.getresponse()
            content = reply.read()
        except (OSError, http.client.HTTPException) as problem:
            raise Refused(0, "%s: %r" % (self._url, problem))
        finally:
            connection.close()
        if not 200 <= reply.status < 300:
            raise Refused(reply.status, content[:200].decode("utf-8", "replace"))
        return reply, content
