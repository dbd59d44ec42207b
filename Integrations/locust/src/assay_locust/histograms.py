"""Reads histograms as HdrHistogram's V2 encoding has them, without what they do not hold.

HdrHistogram's own package makes room for every value that a histogram may have, which takes a thousand times as long:
a second of a run brings a hundred histograms with a few dozen values each.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterator

_COMPRESSED, _PLAIN = 0x1C849304, 0x1C849303
#: The lowest byte's upper half says how wide a count is, which V2 leaves open.
_COOKIE = ~0xF0 & 0xFFFFFFFF
_HEADER = struct.Struct(">IIIIQQd")


def values(payload: str) -> Iterator[tuple[int, int]]:
    """The highest value of each place that is not empty, rising, and how often it was recorded.

    Raises `ValueError` where the payload is none.
    """
    try:
        data = base64.b64decode(payload, validate=True)
        cookie, length = struct.unpack_from(">II", data)
        if cookie & _COOKIE != _COMPRESSED:
            raise ValueError("it is not compressed, or no histogram")
        plain = zlib.decompress(data[8 : 8 + length])
        cookie, length, _, digits, lowest, _, _ = _HEADER.unpack_from(plain)
    except (struct.error, zlib.error) as error:
        raise ValueError(f"no histogram: {error}") from error
    if cookie & _COOKIE != _PLAIN or not 1 <= digits <= 5 or lowest < 1:
        raise ValueError("its header is none of V2")
    unit = lowest.bit_length() - 1
    # Places are as fine as the digits ask for up to twice this, and half as fine for each doubling.
    fine = (2 * 10**digits - 1).bit_length() - 1
    place = number = shift = 0
    for byte in plain[_HEADER.size : _HEADER.size + length]:
        # Numbers have eight bytes of seven bits, and all of a ninth; the lowest bit is the sign.
        if byte & 0x80 and shift < 56:
            number |= (byte & 0x7F) << shift
            shift += 7
            continue
        number |= byte << shift
        if number & 1:
            # So many empty places.
            place += (number >> 1) + 1
        else:
            if number:
                scale = (place >> fine) - 1 if place >> fine > 1 else 0
                yield (((place - (scale << fine) + 1) << scale) << unit) - 1, number >> 1
            place += 1
        number = shift = 0
