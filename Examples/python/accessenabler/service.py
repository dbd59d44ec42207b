"""One service provider: the calls that its backend answers, and the access token that they need."""

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from . import http
from .configuration import MVPD, parse_configuration
from .constants import DOMAIN, IOS, REDIRECT_URL
from .tokens import TokenError, UserMetadata, parse_xml, user_metadata


class ServiceError(Exception):
    """A request that was not served: the HTTP status, or 0 where no reply came, with the service's own words."""

    def __init__(self, status: int, code: str = "", details: str = "", secure: bool = True) -> None:
        super().__init__(f"{status} {code} {details}".strip())
        self.status, self.code, self.details, self.secure = status, code, details, secure


class RegistrationError(ServiceError):
    """The application could not be registered (R400), or has no access token (R401)."""


class LoggedOut(ServiceError):
    """The login has ended at the service, or the device is another one."""


@dataclass
class Client:
    """What every request says of who asks. Shared by all providers of an AccessEnabler."""

    platform: str
    version: tuple[int, int, int]
    requestor: str
    device: str
    store: object  # TokenStore
    software_statement: str | None = None
    signed_requestor: str | None = None
    secret: str | None = None
    public_key: str | None = None
    custom_scheme: str = ""
    options: dict | None = None  # the dictionary of setOptions, as it is when the request is made

    @property
    def os_name(self) -> str:
        return "iOS" if self.platform == IOS else "tvOS"


@dataclass(frozen=True)
class RegistrationCode:
    code: str
    lifetime: float  # seconds


class ServiceProvider:
    """Raises ServiceError and TokenError. Belongs to the loop's thread."""

    def __init__(self, url: str, client: Client) -> None:
        root = url.strip().rstrip("/")
        if "://" not in root:
            root = f"https://{root}"
        self.root = root.removesuffix("/adobe-services")
        self._client = client
        self._token: tuple[str, float] | None = None
        self._registering = asyncio.Lock()

    # Calls

    @property
    def configuration_url(self) -> str:
        return f"{self.root}/adobe-services/config/{quote(self._client.requestor, safe='')}"

    async def configuration(self) -> tuple[list[MVPD], http.Response]:
        response = await self._call("GET", f"/adobe-services/config/{quote(self._client.requestor, safe='')}", redirects=5)
        _expect(response, 200)
        return parse_configuration(response.text, self._client.requestor), response

    async def registration_code(self, mvpd: str, data: dict | None) -> RegistrationCode:
        parameters = {"deviceId": self._client.device, "mvpd": mvpd, "format": "json", **_generic(data)}
        path = f"/reggie/v1/{quote(self._client.requestor, safe='')}/regcode"
        response = await self._call("POST", path, parameters, signed=True)
        _expect(response, 201, 200)
        record = _json(response)
        try:
            return RegistrationCode(str(record["code"]), (int(record["expires"]) - int(record["generated"])) / 1000)
        except (KeyError, TypeError, ValueError) as error:
            raise TokenError(f"no registration code: {error}") from error

    async def device_is_authenticated(self) -> bool:
        parameters = {"requestor": self._client.requestor, "deviceId": self._client.device}
        response = await self._call("GET", "/api/v1/checkauthn", parameters, signed=True)
        if response.status in (403, 404):
            return False
        _expect(response, 200, 204)
        return True

    async def session(self, code: str | None) -> tuple[str, UserMetadata]:
        """The authentication token of a login. Status 401: there is none yet."""
        parameters = {"_method": "GET", **self._native()}
        if code is not None:
            parameters["reg_code"] = code
        response = await self._call("POST", "/adobe-services/sessionDevice", parameters)
        return self._token_in(response, "authnToken")

    async def free_preview(self, mvpd: str, data: dict | None) -> None:
        parameters = {
            "requestor_id": self._client.requestor,
            "deviceId": self._client.device,
            "mso_id": mvpd,
            "domain_name": DOMAIN,
            **_generic(data),
        }
        _expect(await self._call("POST", "/api/v1/authenticate/freepreview", parameters, signed=True), 200, 204)

    async def profile_request(self, mvpd: str) -> str:
        path = f"/api/v1/{quote(self._client.requestor, safe='')}/profile-requests/{quote(mvpd, safe='')}"
        response = await self._call("GET", path, {"deviceType": self._client.os_name}, signed=True)
        _expect(response, 200)
        return response.text

    async def exchange(self, mvpd: str, saml: str) -> None:
        parameters = {
            "requestor": self._client.requestor,
            "deviceId": self._client.device,
            "mvpd": mvpd,
            "deviceType": self._client.os_name,
            "SAMLResponse": saml,
        }
        _expect(await self._call("POST", "/api/v1/tokens/authn", parameters, signed=True), 200, 204)

    async def authorize(self, token: str, mvpd: str, resource: str, data: dict | None) -> tuple[str, UserMetadata]:
        parameters = {
            "resource_id": resource,
            "mso_id": mvpd,
            "authentication_token": token,
            "userMeta": "1",
            **self._native(),
            **_generic(data),
        }
        return self._token_in(await self._call("POST", "/adobe-services/authorizeDevice", parameters), "authzToken")

    async def media_token(self, token: str, mvpd: str, guid: str, data: dict | None) -> str:
        parameters = {
            "authz_token": token,
            "mso_id": mvpd,
            "session_guid": guid,
            "hashed_guid": "false",
            **self._native(),
            **_generic(data),
        }
        response = await self._call("POST", "/adobe-services/deviceShortAuthorize", parameters)
        if response.status != 200 or not response.text.lstrip().startswith("<signatureInfo>"):
            self._refusal(response)
        return response.text.strip()

    async def preauthorize(self, token: str, mvpd: str, resources: list[str]) -> dict[str, bool]:
        parameters = {"authentication_token": token, "mso_id": mvpd, "resource_id": resources, **self._native()}
        response = await self._call("POST", "/adobe-services/preauthorize", parameters)
        if response.status != 200:
            self._refusal(response)
        root = parse_xml(response.text)
        if root.tag != "resources":
            self._refusal(response)
        return {
            node.findtext("id") or "": (node.findtext("authorized") or "").strip().lower() == "true"
            for node in root.iterfind("resource")
        }

    async def decisions(self, resources: list[str], remote_cache: bool) -> http.Response:
        """Preauthorization with reasons, in JSON, by the login that the service knows for the device."""
        parameters = {
            "requestor": self._client.requestor,
            "deviceId": self._client.device,
            "resource": ",".join(resources),
            "format": "json",
        }
        if not remote_cache:
            parameters["remote_cache"] = "false"
        return await self._call("GET", "/api/v1/preauthorize", parameters, signed=True)

    async def end_session(self, mvpd: str) -> None:
        """A logout without a browser, of which the first hop is made."""
        await self._call("GET", "/adobe-services/logout", self._logout(mvpd, REDIRECT_URL))

    # Pages for a browser

    async def login_page(self, mvpd: str, code: str, redirect: str, data: dict | None) -> str:
        parameters = {
            "noflash": "true",
            "no_iframe": "true",
            "requestor_id": self._client.requestor,
            "mso_id": mvpd,
            "domain_name": DOMAIN,
            "client_type": self._client.os_name,
            "reg_code": code,
            **_generic(data),
        }
        return await self._page("/adobe-services/authenticate/saml", parameters, redirect)

    async def logout_page(self, mvpd: str, redirect: str) -> str:
        return await self._page("/adobe-services/logout", self._logout(mvpd, None), redirect)

    def _logout(self, mvpd: str, redirect: str | None) -> dict:
        parameters = {"noflash": "true", "mso_id": mvpd, "requestor_id": self._client.requestor}
        parameters["pt_device_id"] = hashlib.sha1(self._client.device.encode()).hexdigest()
        if redirect:
            parameters["redirect_url"] = redirect
        return parameters

    async def _page(self, path: str, parameters: dict, redirect: str) -> str:
        parameters = {**parameters, **self._options()}
        token = await self._access_token()
        if token:
            parameters["access_token"] = token
        parameters["redirect_url"] = redirect  # must be the last one
        return f"{self.root}{path}?{urlencode(parameters)}"

    # Answers

    def _token_in(self, response: http.Response, name: str) -> tuple[str, UserMetadata]:
        if response.status != 200:
            self._refusal(response)
        root = parse_xml(response.text)
        text = (root.findtext(name) or "").strip()
        if not text:
            self._refusal(response)
        return text, user_metadata(root.findtext("userMeta"))

    def _refusal(self, response: http.Response) -> None:
        """Raises what a reply that is no success says."""
        text = response.text
        if "<pendingLogout" in text:
            raise LoggedOut(response.status, "pendingLogout")
        code, details = "", ""
        if "<error" in text:
            try:
                root = parse_xml(text)
                details = (root.findtext("details") or "").strip()
                code = next((child.tag for child in root if child.tag != "details"), "")
            except TokenError:
                pass
        raise ServiceError(response.status, code, details)

    # Requests

    def _native(self) -> dict:
        parameters = {"requestor_id": self._client.requestor, "device_id": self._client.device}
        if self._client.signed_requestor:
            parameters["signed_requestor_id"] = self._client.signed_requestor
        return parameters

    def _options(self) -> dict:
        options = dict(self._client.options or {})
        options.pop("handleSVC", None)
        if "visitorID" in options:
            options["ap_vi"] = options.pop("visitorID")
        if isinstance(options.get("device_info"), dict):
            options["device_info"] = base64.b64encode(json.dumps(options["device_info"]).encode()).decode()
        return {str(key): _text(value) for key, value in options.items() if value is not None}

    async def _call(
        self, method: str, path: str, parameters: dict | None = None, signed: bool = False, redirects: int = 0
    ) -> http.Response:
        """Sends a request with an access token; with a new one, where the service does not take it."""
        token = await self._access_token()
        response = await self._send(method, path, parameters or {}, token, signed, redirects)
        error = _oauth_error(response) if token else ""
        if error:
            if self._token and self._token[0] == token:
                self._token = None
            if error == "invalid_client":
                self._client.store.keep_registration(self._registration_key, None)
            token = await self._access_token()
            response = await self._send(method, path, parameters or {}, token, signed, redirects)
            if _oauth_error(response):
                raise RegistrationError(response.status, "R401")
        return response

    async def _send(
        self, method: str, path: str, parameters: dict, token: str | None, signed: bool, redirects: int, body: bytes = b""
    ) -> http.Response:
        client = self._client
        version = ".".join(map(str, client.version))
        headers = {
            "Accept": "application/json" if path.startswith(("/api/", "/reggie/", "/o/")) else "*/*",
            "User-Agent": f"AdobePassNativeClient/{version} (Python; {client.os_name})",
            "X-Device-Info": _device_info(client),
        }
        if token:
            headers["Authorization"] = f"Bearer {token}"
        elif signed and client.secret and client.public_key:
            headers["Authorization"] = self._signature(method, path)
        options = self._options()
        if body:
            headers["Content-Type"] = "application/json; charset=utf-8"
            query = urlencode(options)
        elif method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8"
            body, query = urlencode({**parameters, **options}, doseq=True).encode(), ""
        else:
            query = urlencode({**parameters, **options}, doseq=True)
        url = f"{self.root}{path}" + (f"?{query}" if query else "")
        try:
            return await http.request(method, url, headers, body, redirects)
        except http.SecurityError as error:
            raise ServiceError(0, "", str(error), secure=False) from error
        except http.TransportError as error:
            raise ServiceError(0, "", str(error)) from error

    def _signature(self, method: str, path: str) -> str:
        """The header of a signed clientless request, which is how releases before 3.0 prove who they are on tvOS."""
        client = self._client
        text = (
            f"{method} requestor_id={client.requestor}, nonce={secrets.token_hex(16)}, signature_method=HMAC-SHA1, "
            f"request_time={int(time.time() * 1000)}, request_uri={path}"
        )
        digest = hmac.new(client.secret.encode(), text.encode(), hashlib.sha1).digest()
        return f"{text}, public_key={client.public_key}, signature={base64.b64encode(digest).decode()}"

    # Dynamic client registration

    @property
    def _registration_key(self) -> str:
        statement = hashlib.sha256((self._client.software_statement or "").encode()).hexdigest()
        return f"{self.root} {statement[:32]}"

    async def _access_token(self) -> str | None:
        if not self._client.software_statement:
            return None
        async with self._registering:
            if self._token and time.monotonic() < self._token[1]:
                return self._token[0]
            key = self._registration_key
            credentials = self._client.store.registration(key)
            fresh = credentials is None
            if credentials is None:
                credentials = await self._register()
            response = await self._fetch_token(credentials)
            if response.status in (400, 401, 403) and not fresh:
                # The service has forgotten the client: it is registered once more.
                credentials = await self._register()
                response = await self._fetch_token(credentials)
            if response.status not in (200, 201):
                raise RegistrationError(response.status, "R401")
            record = _json(response)
            try:
                # Short of its end, and by the monotonic clock: nobody's wall clock is trusted.
                lifetime = max(float(record["expires_in"]) - 5, 0)
                self._token = (str(record["access_token"]), time.monotonic() + lifetime)
            except (KeyError, TypeError, ValueError) as error:
                raise RegistrationError(response.status, "R401") from error
            return self._token[0]

    async def _register(self) -> dict:
        body = json.dumps({"software_statement": self._client.software_statement}).encode()
        response = await self._send("POST", "/o/client/register", {}, None, False, 0, body)
        if response.status not in (200, 201):
            raise RegistrationError(response.status, "R400" if response.status < 500 else "R401")
        record = _json(response)
        try:
            credentials = {"id": str(record["client_id"]), "secret": str(record["client_secret"])}
        except (KeyError, TypeError) as error:
            raise RegistrationError(response.status, "R401") from error
        self._client.store.keep_registration(self._registration_key, credentials)
        return credentials

    async def _fetch_token(self, credentials: dict) -> http.Response:
        parameters = {
            "grant_type": "client_credentials",
            "client_id": credentials["id"],
            "client_secret": credentials["secret"],
        }
        return await self._send("POST", "/o/client/token", parameters, None, False, 0)


def _expect(response: http.Response, *statuses: int) -> None:
    if response.status not in statuses:
        raise ServiceError(response.status)


def _json(response: http.Response) -> dict:
    try:
        record = json.loads(response.body)
    except ValueError as error:
        raise TokenError(str(error)) from error
    if not isinstance(record, dict):
        raise TokenError("no object")
    return record


def _oauth_error(response: http.Response) -> str:
    """`access_denied` or `invalid_client`, where the service does not take the access token."""
    if response.status not in (401, 403):
        return ""
    try:
        error = _json(response).get("error")
    except TokenError:
        return ""
    return error if error in ("access_denied", "invalid_client") else ""


def _generic(data: dict | None) -> dict:
    return {"generic_data": json.dumps(data, separators=(",", ":"))} if data else {}


def _text(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _device_info(client: Client) -> str:
    given = (client.options or {}).get("device_info")
    if isinstance(given, str):
        return given
    record = given if isinstance(given, dict) else {"model": "Python", "osName": client.os_name}
    return base64.b64encode(json.dumps(record).encode()).decode()
