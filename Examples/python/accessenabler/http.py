"""HTTP/1.1 on asyncio: one connection for each request, nothing is retried, nothing is kept."""

import asyncio
import ssl
from dataclasses import dataclass
from functools import cache
from urllib.parse import urljoin, urlsplit

MAXIMUM_HEAD = 64 * 1024
MAXIMUM_BODY = 8 * 1024 * 1024
PATIENCE = 60.0  # seconds without a byte, after which a request has failed


class TransportError(Exception):
    """No reply came, or not a whole one."""


class NoReply(TransportError):
    """Nothing came at all: no connection, or silence."""


class SecurityError(TransportError):
    """TLS could not be used."""


@dataclass(frozen=True)
class Response:
    status: int
    headers: dict[str, str]  # names in lower case
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


async def request(
    method: str, url: str, headers: dict[str, str], body: bytes = b"", redirects: int = 0, patience: float = PATIENCE
) -> Response:
    """Sends a request. Raises TransportError; follows up to `redirects` redirections of a GET."""
    response = await _exchange(method, url, headers, body, patience)
    target = response.headers.get("location")
    if redirects > 0 and target and response.status in (301, 302, 303, 307, 308):
        return await request("GET", urljoin(url, target), headers, b"", redirects - 1, patience)
    return response


async def _exchange(method: str, url: str, headers: dict[str, str], body: bytes, patience: float) -> Response:
    try:
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
    except ValueError as error:
        raise TransportError(f"no URL: {url}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise TransportError(f"no URL: {url}")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [f"{method} {target} HTTP/1.1", f"Host: {parts.netloc.rpartition('@')[2]}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body or method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    head = "\r\n".join(line.replace("\r", " ").replace("\n", " ") for line in lines)
    message = head.encode("utf-8") + b"\r\n\r\n" + body
    loop = asyncio.get_running_loop()
    connection = _Connection(loop, message, patience)
    context = _tls() if secure else None
    try:
        async with asyncio.timeout(patience):
            await loop.create_connection(lambda: connection, parts.hostname, port, ssl=context)
    except ssl.SSLError as error:
        raise SecurityError(str(error)) from error
    except (OSError, TimeoutError, ValueError) as error:
        raise NoReply(str(error) or "no connection in time") from error
    try:
        return await connection.reply
    finally:
        connection.close()


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


class _Connection(asyncio.Protocol):
    """Sends one message, and gathers the bytes of one reply."""

    def __init__(self, loop: asyncio.AbstractEventLoop, message: bytes, patience: float) -> None:
        self.reply: asyncio.Future[Response] = loop.create_future()
        self._loop = loop
        self._message = message
        self._patience = patience
        self._received = bytearray()
        self._transport: asyncio.Transport | None = None
        self._late = False
        self._timer: asyncio.TimerHandle | None = None
        self._heard = loop.time()

    def connection_made(self, transport) -> None:
        self._transport = transport
        transport.write(self._message)
        self._heard = self._loop.time()
        self._timer = self._loop.call_later(self._patience, self._silent)

    def data_received(self, data: bytes) -> None:
        self._heard, self._late = self._loop.time(), False
        self._received += data
        self._try(ended=False)

    def eof_received(self) -> bool:
        self._try(ended=True)
        return False

    def connection_lost(self, error: Exception | None) -> None:
        if error is None:
            self._try(ended=True)
        self._fail(TransportError(str(error or "the connection ended early")))
        self.close()

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        if self._transport:
            self._transport.abort()

    def _silent(self) -> None:
        remaining = self._heard + self._patience - self._loop.time()
        if remaining > 0.01:
            self._timer = self._loop.call_later(remaining, self._silent)
        elif not self._late:
            self._late = True  # where this thread was busy itself, bytes may be waiting: they are read first
            self._timer = self._loop.call_later(0.05, self._silent)
        else:
            self._fail(NoReply("no byte came in time"))

    def _try(self, ended: bool) -> None:
        if self.reply.done():
            return
        try:
            response = _parse(self._received, ended)
        except (TransportError, ValueError) as error:
            self._fail(TransportError(str(error)))
        else:
            if response is not None:
                self.reply.set_result(response)

    def _fail(self, error: TransportError) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)
            self.reply.exception()  # nobody may be waiting any more


def _parse(data: bytearray, ended: bool, start: int = 0) -> Response | None:
    """The reply that the bytes are, or None where there are too few of them, which are not copied."""
    end = data.find(b"\r\n\r\n", start)
    if end < 0:
        if len(data) - start > MAXIMUM_HEAD:
            raise TransportError("the head of the reply is too long")
        return None
    lines = data[start:end].decode("latin-1").split("\r\n")
    words = lines[0].split(" ", 2)
    if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].isdigit():
        raise TransportError("the reply is not HTTP")
    status = int(words[1])
    if 100 <= status < 200:
        return _parse(data, ended, end + 4)
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers.setdefault(name.strip().lower(), value.strip())
    start = end + 4
    if len(data) - start > MAXIMUM_BODY:
        raise TransportError("the reply is too long")
    if status in (204, 304):
        return Response(status, headers, b"")
    if "chunked" in headers.get("transfer-encoding", "").lower():
        body = _chunks(data, start)
    elif "content-length" in headers:
        length = _size(headers["content-length"], 10)
        body = bytes(data[start : start + length]) if len(data) - start >= length else None
    else:
        body = bytes(data[start:]) if ended else None
    return None if body is None else Response(status, headers, body)


def _size(text: str, base: int) -> int:
    """The number in digits of that base; int() takes signs, prefixes and underscores as well."""
    if text.strip().lower().strip("0123456789abcdef"[:base]):
        raise TransportError(f"no size: {text}")
    return int(text, base)


def _chunks(data: bytearray, position: int) -> bytes | None:
    chunks: list[slice] = []
    while True:
        end = data.find(b"\r\n", position)
        if end < 0:
            return None
        size = _size(data[position:end].split(b";")[0].decode("latin-1"), 16)
        if size == 0:
            return b"".join(data[chunk] for chunk in chunks)
        if len(data) < end + 2 + size + 2:
            return None
        chunks.append(slice(end + 2, end + 2 + size))
        position = end + 2 + size + 2
