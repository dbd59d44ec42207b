"""Dynamic client registration: a software statement becomes a client, and a client has access tokens."""

import asyncio
import hashlib
import json
import time

from . import http
from .client import Client, RegistrationError
from .tokens import TokenError

FIRST_PATIENCE = 15.0  # seconds, for the configuration: one provider that is silent does not keep the others' MVPDs


class Registration:
    """At one service provider. `send` sends a request without an access token."""

    def __init__(self, root: str, client: Client, send) -> None:
        self._root = root
        self._client = client
        self._send = send
        self._token: tuple[str, float] | None = None
        self._lock = asyncio.Lock()

    def refused(self, token: str, error: str) -> None:
        """The service does not take the token, or does not know the client any more."""
        if self._token and self._token[0] == token:
            self._token = None
        if error == "invalid_client":
            self._client.store.keep_registration(self._key, None)

    @property
    def _key(self) -> str:
        statement = hashlib.sha256((self._client.software_statement or "").encode()).hexdigest()
        return f"{self._root} {statement[:32]}"

    async def access_token(self) -> str | None:
        if not self._client.software_statement:
            return None
        async with self._lock:
            if self._token and time.monotonic() < self._token[1]:
                return self._token[0]
            key = self._key
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
            record = json_object(response)
            try:
                # Short of its end, and by the monotonic clock: nobody's wall clock is trusted.
                lifetime = max(float(record["expires_in"]) - 5, 0)
                self._token = (str(record["access_token"]), time.monotonic() + lifetime)
            except (KeyError, TypeError, ValueError) as error:
                raise RegistrationError(response.status, "R401") from error
            return self._token[0]

    async def _register(self) -> dict:
        body = json.dumps({"software_statement": self._client.software_statement}).encode()
        response = await self._send("POST", "/o/client/register", {}, None, body=body, patience=FIRST_PATIENCE)
        if response.status not in (200, 201):
            raise RegistrationError(response.status, "R400" if response.status < 500 else "R401")
        record = json_object(response)
        try:
            credentials = {"id": str(record["client_id"]), "secret": str(record["client_secret"])}
        except (KeyError, TypeError) as error:
            raise RegistrationError(response.status, "R401") from error
        self._client.store.keep_registration(self._key, credentials)
        return credentials

    async def _fetch_token(self, credentials: dict) -> http.Response:
        parameters = {
            "grant_type": "client_credentials",
            "client_id": credentials["id"],
            "client_secret": credentials["secret"],
        }
        return await self._send("POST", "/o/client/token", parameters, None, patience=FIRST_PATIENCE)


def json_object(response: http.Response) -> dict:
    try:
        record = json.loads(response.body)
    except ValueError as error:
        raise TokenError(str(error)) from error
    if not isinstance(record, dict):
        raise TokenError("no object")
    return record


def oauth_error(response: http.Response) -> str:
    """`access_denied` or `invalid_client`, where the service does not take the access token."""
    if response.status not in (401, 403):
        return ""
    try:
        error = json_object(response).get("error")
    except TokenError:
        return ""
    return error if error in ("access_denied", "invalid_client") else ""
