"""Other ways to a configuration, to a login and out of it."""

import asyncio
import time
import uuid
from types import SimpleNamespace

from accessenabler import authentication, tokenstore
from accessenabler.client import ServiceError
from accessenabler.configuration import Configuration
from accessenabler.enabler import AccessEnabler
from accessenabler.logout import Logout
from accessenabler.phases import ConfigurationPhases
from accessenabler.registration import Registration
from accessenabler.service import ServiceProvider
from assay_adapter import dispatcher
from assay_adapter.connection import Outgoing

from . import instead, values
from .network import beside, owner

# Configuration


@instead("first-reply-completes", ConfigurationPhases, "_ask")
async def _(ask, phases, provider, merged, skews):
    first = merged.__dict__.setdefault("first", asyncio.Event())
    answer = phases._core.spawn(ask(phases, provider, merged, skews))
    answer.add_done_callback(lambda _: merged.answered and first.set())
    another = phases._core.spawn(first.wait())
    await asyncio.wait((answer, another), return_when=asyncio.FIRST_COMPLETED)
    another.cancel()
    return answer.result() if answer.done() else None


@instead("by-response-time", ServiceProvider, "configuration")
async def _(configuration, provider):
    begin = time.monotonic()
    answer = await configuration(provider)
    provider.response_time = time.monotonic() - begin
    return answer


@instead("by-response-time", Configuration, "merge")
def _(merge, merged, mvpds, provider):
    answers = merged.__dict__.setdefault("answers", [])
    answers.append((provider.response_time, len(answers), mvpds, provider))
    merged.mvpds, merged.bound, merged.answered = {}, {}, []
    for _, _, mvpds, provider in sorted(answers):
        merge(merged, mvpds, provider)


@instead("asks-backwards", ConfigurationPhases, "begin")
def _(begin, phases, client, urls):
    begin(phases, client, urls and urls[::-1])


@instead("one-access-token", Registration, "access_token")
async def _(access_token, registration):
    first = registration._client.__dict__.setdefault("registrar", registration)
    try:
        return await access_token(first)
    except ServiceError:
        return await access_token(registration)


@instead("one-access-token", Registration, "refused")
def _(refused, registration, token, error):
    refused(registration._client.registrar, token, error)
    refused(registration, token, error)


@instead("renews-access-tokens", Registration, "access_token")
async def _(access_token, registration):
    if registration._token is not None and time.monotonic() - registration.renewed > 1:
        registration._token = None
    known = registration._token
    token = await access_token(registration)
    if registration._token is not known:
        registration.renewed = time.monotonic()
    return token


values("short-device-id", tokenstore, secrets=SimpleNamespace(token_hex=lambda _: str(uuid.uuid4()).upper()))

# Logins

values("polls-each-second", authentication, FIRST_PAUSE=1.0, LONGEST_PAUSE=1.0)
values("polls-each-5-s", authentication, FIRST_PAUSE=5.0, LONGEST_PAUSE=5.0)
values("polls-each-6-s", authentication, FIRST_PAUSE=6.0, LONGEST_PAUSE=6.0)
values("polls-each-15-s", authentication, FIRST_PAUSE=15.0, LONGEST_PAUSE=15.0)


def _waits(provider: ServiceProvider, code: str | None) -> bool:
    return code is not None and provider._client.os_name == "tvOS" and bool(provider._client.software_statement)


@instead("polls-by-checkauthn", ServiceProvider, "session")
async def _(session, provider, code):
    if _waits(provider, code):
        answer = await provider._call("GET", f"/api/v1/checkauthn/{code}", {"requestor": provider._client.requestor})
        if answer.status == 403:
            raise ServiceError(401)
    return await session(provider, code)


@instead("polls-the-registration", ServiceProvider, "session")
async def _(session, provider, code):
    if _waits(provider, code):
        await provider._call("GET", f"/reggie/v1/{provider._client.requestor}/regcode/{code}")
    return await session(provider, code)


@instead("asks-for-the-selected-provider", AccessEnabler, "_get_selected_provider")
def _(get_selected_provider, enabler):
    configuration = enabler._core.configuration
    if configuration is not None:
        beside(configuration.answered[0].configuration())
    get_selected_provider(enabler)


@instead("login-url-in-another-order", ServiceProvider, "_page")
async def _(page, provider, *arguments):
    base, _, query = (await page(provider, *arguments)).partition("?")
    return f"{base}?{'&'.join([*reversed(query.split('&')), 'locale=de-AT'])}"


@instead("login-url-has-a-fragment", ServiceProvider, "_page")
async def _(page, provider, *arguments):
    return await page(provider, *arguments) + "#login"


@instead("logs-out-at-the-service", Logout, "begin")
def _(begin, logout):
    login = logout._core.latest_login()
    if login is not None and logout._core.client.software_statement:
        provider = logout._core.provider(login.mvpd)
        beside(provider._call("DELETE", "/api/v1/logout", owner(provider)))
    begin(logout)


# What the suite sees less of

_TAP, _BARRIER = "tap.http", "barrier.executor"
for _name, _lacks in {
    "without-tap": [_TAP],
    "without-barrier": [_BARRIER],
    "without-tap-and-barrier": [_TAP, _BARRIER],
}.items():
    values(_name, dispatcher, FEATURES=[feature for feature in dispatcher.FEATURES if feature not in _lacks])


def _untold(tap, outgoing, session, kind, url):
    if kind != "configuration":
        tap(outgoing, session, kind, url)


instead("without-tap", Outgoing, "tap")(_untold)
instead("without-tap-and-barrier", Outgoing, "tap")(_untold)
