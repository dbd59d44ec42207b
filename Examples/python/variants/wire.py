"""Other places and words for what requests say, and the calls of clientless devices."""

import asyncio
import base64
import json
import time
from dataclasses import replace
from urllib.parse import unquote
from xml.sax.saxutils import escape

from accessenabler import service
from accessenabler.client import LoggedOut, ServiceError
from accessenabler.enabler import AccessEnabler
from accessenabler.registration import json_object
from accessenabler.service import ServiceProvider
from accessenabler.tokens import TokenError, authentication_token, parse_xml, user_metadata

from . import instead
from .network import owner, written

# Options: the names are learnt when they are set, and found again in requests

_NAMES: set[str] = set()


def carried(name: str):
    """The decorated function puts the options, which are in no field any more, into a request."""

    @instead(name, AccessEnabler, "set_options")
    def learn(set_options, enabler, options):
        _NAMES.update("ap_vi" if key == "visitorID" else str(key) for key in options or {})
        set_options(enabler, options)

    def register(put):
        @written(name)
        def write(request):
            options = dict(field for field in request.query + (request.form or []) if field[0] in _NAMES)
            if not options:
                return request
            bare = request.with_query([field for field in request.query if field[0] not in options])
            if request.form is not None:
                bare = bare.with_form([field for field in request.form if field[0] not in options])
            return put(bare, options)

    return register


def _called(options: dict, visitor: str) -> dict:
    return {visitor if key == "ap_vi" else key: text for key, text in options.items()}


@carried("options-in-headers")
def _(request, options):
    headers = {f"X-Option-{key}": text for key, text in options.items() if key != "ap_vi"}
    if "ap_vi" in options:
        headers["AP-Visitor-Identifier"] = options["ap_vi"]
    return replace(request, headers=request.headers | headers)


@carried("options-in-json")
def _(request, options):
    context = {"context": {"options": _called(options, "visitorID")}}
    if "json" in request.headers.get("Content-Type", ""):
        return replace(request, body=json.dumps(json.loads(request.body) | {"client": context}).encode())
    if request.form is not None:
        return request.with_form(request.form + [("context", json.dumps({"client": context}))])
    return request.with_headers(X_Context=json.dumps({"client": context}))


@carried("options-by-their-names")
def _(request, options):
    return request.with_query(request.query + list(_called(options, "visitorID").items()))


# Fields and headers


@written("device-information-in-fields")
def _(request):
    headers = dict(request.headers)
    information = headers.pop("X-Device-Info", None)
    bare = replace(request, headers=headers)
    named = {name for name, _ in request.query + (request.form or [])}
    return bare if information is None or "device_info" in named else bare.with_fields([("device_info", information)])


@written("access-token-in-query")
def _(request):
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind != "Bearer":
        return request
    headers = {name: text for name, text in request.headers.items() if name != "Authorization"}
    return replace(request, headers=headers).with_query(request.query + [("access_token", token)])


@written("fields-under-two-names")
def _(request):
    if request.form is None or request.path.endswith("/preauthorize"):
        return request  # the resources of a preauthorization are a list, and would be asked for twice
    names = {"resource_id": "resource", "requestor_id": "requestor", "mso_id": "mvpd", "device_id": "deviceId"}
    return request.with_fields([(names[name], text) for name, text in request.form if name in names])


@written("requestor-in-query")
def _(request):
    if not request.is_configuration:
        return request
    path, _, requestor = request.url.partition("?")[0].rpartition("/")
    return replace(request, url=path).with_query([("requestor_id", unquote(requestor)), *request.query])


@instead("login-page-in-other-words", ServiceProvider, "_page")
async def _(page, provider, path, parameters, redirect):
    names = {"mso_id": "mvpd", "requestor_id": "requestor"}
    return await page(provider, path, {names.get(name, name): text for name, text in parameters.items()}, redirect)


@instead("data-in-fields", service, "_generic")
def _(generic, data):
    return {f"data.{key}": text if isinstance(text, str) else json.dumps(text) for key, text in (data or {}).items()}


# The calls of clientless devices

_KEPT = "kept by the service"  # the signature of what is made up in the place of an authorization


def _knows(provider: ServiceProvider, token: str) -> bool:
    """Whether these calls find the login: they know logins by requestor, and applications by access tokens."""
    client = provider._client
    return bool(client.software_statement) and authentication_token(token).requestor == client.requestor


async def _asked(provider, call, **parameters) -> dict:
    """The answer to a clientless call. Raises what the native call would raise."""
    response = await provider._call("GET", f"/api/v1/{call}", owner(provider) | parameters | {"format": "json"})
    record = {}
    try:
        record = json_object(response)
    except TokenError:
        if response.status == 200:
            raise
    if response.status == 200:
        return record
    if str(record.get("message", "")).lower().endswith("not authenticated"):
        raise LoggedOut(response.status, "pendingLogout")
    denied = 400 <= response.status < 500
    raise ServiceError(response.status, "notAuthorized" if denied else "", str(record.get("details") or ""))


@instead("clientless-authorization", ServiceProvider, "authorize")
async def _(authorize, provider, token, mvpd, resource, data):
    if not _knows(provider, token):
        return await authorize(provider, token, mvpd, resource, data)
    answer = await _asked(provider, "authorize", resource=resource, mvpd=mvpd, **service._generic(data))
    user = await provider._call("GET", "/api/v1/tokens/usermetadata", owner(provider) | {"format": "json"})
    expires = time.gmtime(int(answer["expires"]) / 1000)
    fields = {
        "simpleTokenRequestorID": answer["requestor"],
        "simpleTokenMsoID": answer["mvpd"],
        "simpleTokenResourceID": answer["resource"],
        "simpleTokenTTL": time.strftime("%Y/%m/%d %H:%M:%S GMT +0000", expires),
    }
    payload = "".join(f"<{name}>{escape(str(text))}</{name}>" for name, text in fields.items())
    payload = f"<simpleAuthorizationToken>{payload}</simpleAuthorizationToken>"
    return f"<signatureInfo>{_KEPT}</signatureInfo>{payload}", user_metadata(user.text if user.status == 200 else None)


@instead("clientless-authorization", ServiceProvider, "media_token")
async def _(media_token, provider, token, mvpd, guid, data):
    if _KEPT not in token:
        return await media_token(provider, token, mvpd, guid, data)
    resource = parse_xml(token.partition("</signatureInfo>")[2]).findtext("simpleTokenResourceID")
    answer = await _asked(provider, "mediatoken", resource=resource, mvpd=mvpd, **service._generic(data))
    return base64.b64decode(answer["serializedToken"]).decode()


@instead("clientless-preauthorization", ServiceProvider, "preauthorize")
async def _(preauthorize, provider, token, mvpd, resources):
    if not _knows(provider, token) or any("," in resource for resource in resources):
        return await preauthorize(provider, token, mvpd, resources)
    answer = await _asked(provider, "preauthorize", resource=",".join(resources))
    return {item["id"]: item["authorized"] is True for item in answer["resources"]}


@instead("preauthorizes-one-by-one", ServiceProvider, "preauthorize")
async def _(preauthorize, provider, token, mvpd, resources):
    answers = await asyncio.gather(*(preauthorize(provider, token, mvpd, [resource]) for resource in resources))
    return {resource: allowed for answer in answers for resource, allowed in answer.items()}


@instead("preauthorizes-before-it-authorizes", ServiceProvider, "authorize")
async def _(authorize, provider, token, mvpd, resource, data):
    try:
        await provider.preauthorize(token, mvpd, [resource])
    except (ServiceError, TokenError):
        pass
    return await authorize(provider, token, mvpd, resource, data)
