"""Tokens as the service issues them, and the XML envelopes in which they come."""

import hashlib
import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

_MARK = "<signatureInfo>"
_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d) GMT ([+-])(\d\d)(\d\d)")


class TokenError(ValueError):
    """What came is no token, or no envelope."""


@dataclass(frozen=True)
class AuthenticationToken:
    text: str  # goes back to the service as it came
    requestor: str
    mvpd: str
    guid: str
    expires: str
    fingerprint: str


@dataclass(frozen=True)
class AuthorizationToken:
    text: str
    requestor: str
    mvpd: str
    resource: str
    expires: str


@dataclass(frozen=True)
class UserMetadata:
    values: dict = field(default_factory=dict)
    encrypted: tuple[str, ...] = ()


def parse_xml(text: str) -> ElementTree.Element:
    if "<!DOCTYPE" in text:
        raise TokenError("a document type")
    try:
        return ElementTree.fromstring(text.encode("utf-8"))
    except (ElementTree.ParseError, ValueError) as error:
        raise TokenError(str(error)) from error


def parse_date(text: str) -> float:
    """Seconds since 1970 of `2011/03/19 02:29:34 GMT +0200`, which is the local time and its offset."""
    match = _DATE.fullmatch(text.strip())
    if not match:
        raise TokenError(f"no date: {text}")
    *numbers, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    return datetime(*map(int, numbers), tzinfo=timezone(offset)).timestamp()


def fingerprint(device: str) -> str:
    """What a token that is bound to the device says of it."""
    return hashlib.sha1(device.encode()).hexdigest()


def _payload(text: str, root: str) -> dict[str, str]:
    # The second signatureInfo tag is an opening one: the text as a whole is no XML.
    start = text.find(_MARK)
    cut = text.find(_MARK, start + len(_MARK)) if start >= 0 else -1
    closing = text.find("</signatureInfo>")
    if cut >= 0:
        payload = text[cut + len(_MARK) :]
    elif closing >= 0:
        payload = text[closing + len("</signatureInfo>") :]
    else:
        raise TokenError("no signature")
    element = parse_xml(payload.strip())
    if element.tag != root:
        raise TokenError(f"not {root}")
    values = {child.tag: (child.text or "").strip() for child in element}
    values["fingerprint"] = (element.findtext("simpleTokenDeviceID/simpleTokenFingerprint") or "").strip()
    return values


def authentication_token(text: str) -> AuthenticationToken:
    values = _payload(text, "simpleAuthenticationToken")
    try:
        token = AuthenticationToken(
            text,
            values["simpleTokenRequestorID"],
            values["simpleTokenMsoID"],
            values["simpleTokenAuthenticationGuid"],
            values["simpleTokenExpires"],
            values["fingerprint"],
        )
    except KeyError as error:
        raise TokenError(f"no {error}") from error
    parse_date(token.expires)
    return token


def authorization_token(text: str) -> AuthorizationToken:
    values = _payload(text, "simpleAuthorizationToken")
    try:
        token = AuthorizationToken(
            text,
            values["simpleTokenRequestorID"],
            values["simpleTokenMsoID"],
            values["simpleTokenResourceID"],
            values["simpleTokenTTL"],
        )
    except KeyError as error:
        raise TokenError(f"no {error}") from error
    parse_date(token.expires)
    return token


def user_metadata(text: str | None) -> UserMetadata:
    """What the element userMeta says; nothing, where it cannot be read."""
    try:
        record = json.loads(text or "{}")
        data = record.get("data")
        encrypted = record.get("encrypted") or []
        return UserMetadata(data if isinstance(data, dict) else {}, tuple(str(name) for name in encrypted))
    except (ValueError, AttributeError, TypeError):
        return UserMetadata()
