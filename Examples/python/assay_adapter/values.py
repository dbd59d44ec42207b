"""Values that cross the API, as the protocol writes them (section 6), and lines (section 1)."""

import base64
import binascii
import json
import math
from dataclasses import dataclass

MAXIMUM_DEPTH = 128


@dataclass(frozen=True)
class Reference:
    """An object that only the other side can hold."""

    name: str


class ValueError_(ValueError):
    """Something that is no value of the protocol."""


def encode(value):
    """A Python value, as it is written in `arguments`."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"$number": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, Reference):
        return {"$ref": value.name}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {f"${key}" if key.startswith("$") else key: encode(item) for key, item in value.items()}
    return value


def decode(value):
    """The reverse of `encode`. Raises ValueError_."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if isinstance(value, dict):
        return _object(value)
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**63:
        raise ValueError_("an integer of more than 64 bits")
    return value


def _object(value: dict):
    special = [key for key in value if key.startswith("$") and not key.startswith("$$")]
    if not special:
        return {key[1:] if key.startswith("$$") else key: decode(item) for key, item in value.items()}
    if len(value) != 1:
        raise ValueError_(f"{special[0]} beside other members")
    name, content = special[0], value[special[0]]
    if name == "$bytes" and isinstance(content, str):
        try:
            data = base64.b64decode(content, validate=True)
        except binascii.Error as error:
            raise ValueError_("no base64") from error
        if base64.b64encode(data).decode() != content:
            raise ValueError_("base64 that is not canonical")
        return data
    if name == "$ref" and isinstance(content, str) and content:
        return Reference(content)
    if name == "$number" and content in ("NaN", "Infinity", "-Infinity"):
        return float(content.replace("Infinity", "inf"))
    raise ValueError_(f"{name} is none of the protocol's")


def _unique(pairs: list) -> dict:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError_("a key that is there twice")
    return record


def _constant(name: str):
    raise ValueError_(f"{name} is not JSON")


def parse_line(line: bytes):
    """The JSON of a line. Raises ValueError."""
    text = line.decode("utf-8")
    if text.startswith("\ufeff"):
        raise ValueError_("a byte order mark")
    depth = deepest = 0
    in_string = escaped = False
    if text.count("{") + text.count("[") > MAXIMUM_DEPTH:
        for character in text:
            if in_string:
                in_string = escaped or character != '"'
                escaped = character == "\\" and not escaped
            elif character == '"':
                in_string = True
            elif character in "{[":
                depth += 1
                deepest = max(deepest, depth)
            elif character in "}]":
                depth -= 1
    if deepest > MAXIMUM_DEPTH:
        raise ValueError_("objects that nest too deep")
    return json.loads(text, object_pairs_hook=_unique, parse_constant=_constant)


def to_line(message: dict) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
