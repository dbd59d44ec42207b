"""Other words to the application, where the documents have none."""

import base64
import time

from accessenabler import constants as words
from accessenabler.core import Core
from accessenabler.logout import Logout
from accessenabler.preauthorization import Preauthorization
from accessenabler.tokens import parse_date
from assay_adapter import session

from . import instead


def said(name: str, callback: str):
    """The decorated function gets a callback's arguments, and yields those of each that is made instead."""

    def register(function):
        @instead(name, Core, "notify")
        def notify(notify, core, told, *arguments):
            for changed in function(core, *arguments) if told == callback else [arguments]:
                notify(core, told, *changed)

    return register


# Tracking


def tracked(name: str, event: str = "", failed: bool | None = None):
    """The decorated function says what the array of a tracking callback is, or of those that are meant alone."""

    def register(function):
        @said(name, "send_tracking_data")
        def track(core, data, told):
            is_meant = event in ("", told) and failed in (None, data[0] is False)
            yield (function(core, data) if is_meant else data), told

    return register


_AUTHENTICATION, _AUTHORIZATION = words.TRACKING_AUTHENTICATION, words.TRACKING_AUTHORIZATION


def _each(change):
    return lambda core, data: [change(item) for item in data]


tracked("tracks-with-numbers")(_each(lambda item: int(item) if isinstance(item, bool) else item))
tracked("tracks-with-words")(_each(lambda item: ("NO", "YES")[item] if isinstance(item, bool) else item))
tracked("unknown-device")(
    _each(lambda item: {"mobile": "unknown", "iOS": "iOS 18.1 (22B83)", "tvOS": "tvOS 18.1 (22B83)"}.get(item, item))
)
tracked("tracks-less-on-failure", failed=True)(lambda core, data: data[:1] + data[4:])
tracked("tracks-failed-logins-alone", _AUTHENTICATION, failed=True)(lambda core, data: [False])


@tracked("tvos-client")
def _(core, data):
    return data if core.ios else ["tvos" if item == "ios" else item for item in data]


@tracked("tracks-other-errors", _AUTHORIZATION, failed=True)
def _(core, data):
    return data[:4] + ["AUTHZ_FAILED", "code 403"] + data[6:]


@instead("guid-in-base64", Core, "_user")
def _(user, core, login):
    return base64.b64encode(bytes.fromhex(user(core, login))).decode()


@instead("guid-in-capitals", Core, "_user")
def _(user, core, login):
    return user(core, login).upper()


# Statuses


@said("documented-statuses-only", "status")
def _(core, record):
    if record["errorId"] in ("REGCODE", "VSA203"):
        yield (record,)


@said("statuses-twice", "status")
def _(core, record):
    yield (record,)
    if record["errorId"] != "REGCODE":
        yield (record,)


@said("statuses-say-more", "status")
def _(core, record):
    yield ({**record, "timestamp": 1_700_000_000, "session": {"number": 7, "isNew": True}, "related": []},)


@said("checks-say-not-authorized", "token_request_failed")
def _(core, resource, code, description):
    if code == words.USER_NOT_AUTHENTICATED:
        code = words.USER_NOT_AUTHORIZED
    yield resource, code, description


@said("failures-without-words", "token_request_failed")
def _(core, resource, code, description):
    yield resource, code, description if code == words.USER_NOT_AUTHORIZED else ""


@said("other-network-errors", "token_request_failed")
def _(core, resource, code, description):
    is_denial = code == words.USER_NOT_AUTHORIZED or not description
    yield resource, code, description if is_denial else "Die Internetverbindung ist unterbrochen (-1005)"


@instead("logout-has-a-word", Logout, "finish")
def _(finish, logout):
    words.USER_NOT_AUTHENTICATED, known = "Logout", words.USER_NOT_AUTHENTICATED
    finish(logout)
    words.USER_NOT_AUTHENTICATED = known


# Pickers and MVPDs


@said("picker-sorted", "display_provider_dialog")
def _(core, mvpds):
    yield (sorted(mvpds, key=lambda mvpd: mvpd.display_name),)


@said("picker-backwards", "display_provider_dialog")
def _(core, mvpds):
    yield (mvpds[::-1],)


@said("picker-twice", "display_provider_dialog")
def _(core, mvpds):
    yield (mvpds,)
    yield (mvpds,)


@instead("mvpds-say-more", session, "plain")
def _(plain, value, boarding=True):
    if isinstance(value, list):
        return [session.plain(item, boarding) for item in value]
    made = plain(value, boarding)
    return {**made, "isProxy": False, "locale": "de-AT"} if isinstance(made, dict) and "logoURL" in made else made


# Metadata and resources


def dated(name: str):
    """The decorated function writes instants."""

    def register(write):
        @said(name, "set_metadata_status")
        def tell(core, value, encrypted, key, arguments):
            if value is not None and key != words.METADATA_USER_META:
                value = write(parse_date(value))
            yield value, encrypted, key, arguments

    return register


dated("expiry-in-seconds")(lambda instant: str(int(instant)))
dated("expiry-in-milliseconds")(lambda instant: str(int(instant * 1000)))
dated("expiry-as-iso-8601")(lambda instant: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(instant)))
dated("expiry-as-rfc-1123")(lambda instant: time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(instant)))


@said("user-metadata-wrapped", "set_metadata_status")
def _(core, value, encrypted, key, arguments):
    if value is not None and key == words.METADATA_USER_META:
        name = arguments[words.METADATA_USER_META_KEY]
        value = {"updated": 1_334_243_471, "encrypted": [name] if encrypted else [], "data": {name: value}}
    yield value, encrypted, key, arguments


@said("absent-metadata-is-empty", "set_metadata_status")
def _(core, value, encrypted, key, arguments):
    yield "" if value is None else value, encrypted, key, arguments


@said("preauthorization-sorted", "preauthorized_resources")
def _(core, resources):
    yield (sorted(resources),)


@instead("decisions-say-more", Preauthorization, "_answer")
def _(answer, preauthorization, function, response):
    decisions = [{**decision, "source": "service"} for decision in response["decisions"]]
    answer(preauthorization, function, {**response, "decisions": decisions, "trace": "0b3e5b3c-1d7a-4f59-8d27"})
