"""Other ways to use HTTP, and requests that are made more often."""

import asyncio
import itertools
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode, urlsplit

from accessenabler import http
from accessenabler.service import ServiceProvider

from . import instead


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: dict[str, str]
    body: bytes
    patience: float

    @property
    def path(self) -> str:
        return urlsplit(self.url).path

    @property
    def is_configuration(self) -> bool:
        return "/adobe-services/config/" in self.path

    @property
    def query(self) -> list[tuple[str, str]]:
        return parse_qsl(urlsplit(self.url).query, keep_blank_values=True)

    @property
    def form(self) -> list[tuple[str, str]] | None:
        """The fields of the body, where it has any."""
        is_form = "form" in self.headers.get("Content-Type", "")
        return parse_qsl(self.body.decode(), keep_blank_values=True) if is_form else None

    def with_query(self, fields: list[tuple[str, str]]) -> "Request":
        return replace(self, url=self.url.partition("?")[0] + (f"?{urlencode(fields)}" if fields else ""))

    def with_form(self, fields: list[tuple[str, str]]) -> "Request":
        return replace(self, body=urlencode(fields).encode())

    def with_fields(self, fields: list[tuple[str, str]]) -> "Request":
        """With further fields: in the form where there is one, else in the query."""
        return self.with_query(self.query + fields) if self.form is None else self.with_form(self.form + fields)

    def with_headers(self, **headers: str) -> "Request":
        return replace(self, headers=self.headers | {name.replace("_", "-"): text for name, text in headers.items()})


def exchanged(name: str):
    """The decorated function gets a request, and what sends it."""

    def register(function):
        @instead(name, http, "_exchange")
        async def exchange(exchange, *parts):
            return await function(lambda request: exchange(*vars(request).values()), Request(*parts))

    return register


def written(name: str):
    """The decorated function says what is sent in the place of a request."""

    def register(function):
        @exchanged(name)
        async def exchange(send, request):
            return await send(function(request))

    return register


_BESIDE: set[asyncio.Future] = set()


def beside(work) -> None:
    """Has something done of which nobody hears."""
    task = asyncio.ensure_future(work)
    _BESIDE.add(task)
    task.add_done_callback(lambda task: (_BESIDE.discard(task), task.cancelled() or task.exception()))


# How HTTP is used


@exchanged("cors-preflight")
async def _(send, request):
    names = "authorization,content-type,x-device-info"
    preflight = {
        "Origin": "https://player.example",
        "Access-Control-Request-Method": request.method,
        "Access-Control-Request-Headers": names,
    }
    await send(replace(request, method="OPTIONS", headers=preflight, body=b""))
    return await send(request)


@exchanged("heads-before-configurations")
async def _(send, request):
    if request.is_configuration:
        beside(send(replace(request, method="HEAD")))
    return await send(request)


@instead("connections-ahead", ServiceProvider, "prepare")
async def _(prepare, provider):
    parts = urlsplit(provider.root)

    async def connect() -> None:
        _, writer = await asyncio.open_connection(parts.hostname, parts.port)
        await asyncio.sleep(1)
        writer.close()

    beside(connect())
    await prepare(provider)


_NUMBERS = itertools.count(1_700_000_000)
written("cache-buster")(lambda request: request.with_query(request.query + [("_", str(next(_NUMBERS)))]))
written("lower-case-headers")(
    lambda request: replace(request, headers={name.lower(): text for name, text in request.headers.items()})
)
written("accepts-anything")(
    lambda request: request.with_headers(Accept_Language="de-AT,de;q=0.8,en;q=0.5", Cache_Control="no-cache", DNT="1")
)
written("browser-agent")(
    lambda request: request.with_headers(User_Agent="Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0")
)


@written("fields-reversed")
def _(request):
    if request.form is None:
        return request
    # Fields of one name keep their order.
    return request.with_form(sorted(request.form, key=lambda field: field[0], reverse=True))


_JAR: dict[str, str] = {}


@exchanged("keeps-cookies")
async def _(send, request):
    if _JAR:
        request = request.with_headers(Cookie="; ".join(f"{name}={text}" for name, text in _JAR.items()))
    response = await send(request)
    name, equals, text = response.headers.get("set-cookie", "").partition(";")[0].partition("=")
    if equals:
        _JAR[name] = text
    return response


# Requests that are made again


@exchanged("retries-server-errors")
async def _(send, request):
    response = await send(request)
    return await send(request) if response.status >= 500 else response


@exchanged("retries-broken-connections")
async def _(send, request):
    try:
        return await send(request)
    except (http.NoReply, http.SecurityError):
        raise
    except http.TransportError:
        return await send(request)


@exchanged("retries-after-a-while")
async def _(send, request):
    try:
        response = await send(request)
        if response.status < 500:
            return response
    except http.TransportError:
        pass
    await asyncio.sleep(0.3)
    return await send(request)


@exchanged("retries-timeouts")
async def _(send, request):
    try:
        return await send(replace(request, patience=min(request.patience, 4.0)))
    except http.NoReply:
        return await send(request)


@exchanged("retries-unreadable-configurations")
async def _(send, request):
    response = await send(request)
    unreadable = request.is_configuration and response.status == 200 and b"</mvpd>" not in response.body
    return await send(request) if unreadable else response


@exchanged("never-cancels")
async def _(send, request):
    return await asyncio.shield(send(request))


@exchanged("configuration-twice")
async def _(send, request):
    first = asyncio.ensure_future(send(request))
    if request.is_configuration:
        beside(send(request))
    return await first


@instead("session-twice", ServiceProvider, "session")
async def _(session, provider, code):
    answer = await session(provider, code)
    beside(session(provider, code))
    return answer


@instead("configuration-again-on-login", ServiceProvider, "session")
async def _(session, provider, code):
    answer = await session(provider, code)
    beside(provider.configuration())
    return answer


@instead("metadata-on-login", ServiceProvider, "session")
async def _(session, provider, code):
    answer = await session(provider, code)
    beside(provider._call("GET", "/api/v1/tokens/usermetadata", owner(provider), signed=True))
    return answer


def owner(provider: ServiceProvider) -> dict[str, str]:
    """Whose login is meant, in the words of the clientless calls."""
    return {"requestor": provider._client.requestor, "deviceId": provider._client.device}
