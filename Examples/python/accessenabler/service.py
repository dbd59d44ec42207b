"""One service provider: the calls that its backend answers, and the access token that they need."""

import base64
import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from . import http
from .client import NO_REPLY, Client, LoggedOut, RegistrationError, ServiceError
from .configuration import MVPD, parse_configuration
from .constants import DOMAIN, REDIRECT_URL
from .registration import FIRST_PATIENCE, Registration, json_object, oauth_error
from .tokens import TokenError, UserMetadata, parse_xml, user_metadata


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
        self._registration = Registration(self.root, client, self._send)

    # Calls

    async def prepare(self) -> None:
        """Sees to an access token, where calls need one."""
        await self._registration.access_token()

    @property
    def configuration_url(self) -> str:
        return self.root + self._configuration_path

    @property
    def _configuration_path(self) -> str:
        return f"/adobe-services/config/{quote(self._client.requestor, safe='')}"

    async def configuration(self) -> tuple[list[MVPD], http.Response]:
        response = await self._call("GET", self._configuration_path, redirects=5, patience=FIRST_PATIENCE)
        _expect(response, 200)
        return parse_configuration(response.text, self._client.requestor), response

    async def registration_code(self, mvpd: str, data: dict | None) -> RegistrationCode:
        parameters = {"deviceId": self._client.device, "mvpd": mvpd, "format": "json", **_generic(data)}
        path = f"/reggie/v1/{quote(self._client.requestor, safe='')}/regcode"
        response = await self._call("POST", path, parameters, signed=True)
        _expect(response, 201, 200)
        record = json_object(response)
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
        token = await self._registration.access_token()
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
        self,
        method: str,
        path: str,
        parameters: dict | None = None,
        signed: bool = False,
        redirects: int = 0,
        patience: float = http.PATIENCE,
    ) -> http.Response:
        """Sends a request with an access token; with a new one, where the service does not take it."""
        token = await self._registration.access_token()
        response = await self._send(method, path, parameters or {}, token, signed, redirects, patience=patience)
        error = oauth_error(response) if token else ""
        if error:
            self._registration.refused(token, error)
            token = await self._registration.access_token()
            response = await self._send(method, path, parameters or {}, token, signed, redirects, patience=patience)
            if oauth_error(response):
                raise RegistrationError(response.status, "R401")
        return response

    async def _send(
        self,
        method: str,
        path: str,
        parameters: dict,
        token: str | None,
        signed: bool = False,
        redirects: int = 0,
        body: bytes = b"",
        patience: float = http.PATIENCE,
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
            return await http.request(method, url, headers, body, redirects, patience)
        except http.SecurityError as error:
            raise ServiceError(0, "", str(error), secure=False) from error
        except http.NoReply as error:
            raise ServiceError(0, NO_REPLY, str(error)) from error
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


def _expect(response: http.Response, *statuses: int) -> None:
    if response.status not in statuses:
        raise ServiceError(response.status)


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
