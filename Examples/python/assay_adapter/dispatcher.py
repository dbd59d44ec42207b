"""The suite's requests. One thread reads and dispatches them; no request waits for another."""

import threading
from pathlib import Path

from .api import CALLBACKS, CALLS, PREAUTHORIZE
from .connection import LINE_BYTES, Lines, Outgoing, TooLong
from .session import Session
from .values import Reference, ValueError_, decode, parse_line

PORT = {"name": "python", "version": "2.0"}
FEATURES = [
    "barrier.executor",
    "clock.advance",
    "clock.ahead",
    "delegate.optional",
    "platform.sso",
    "platform.svc",
    "provider.default",
    "storage.applications",
    "storage.damage",
    "storage.persist",
    "storage.upgrade",
    "tap.http",
]


class Refusal(Exception):
    """An answer that is an error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Dispatcher:
    def __init__(self, lines: Lines, outgoing: Outgoing, storages: Path, clock) -> None:
        self._lines = lines
        self._outgoing = outgoing
        self._storages = storages
        self._clock = clock
        self._sessions: dict[str, Session | None] = {}  # None: was closed
        self._initialized = False
        self._lock = threading.Lock()
        self._waiting: dict = {}  # the session of each request that is not answered yet, by id
        self._methods = {
            "session/open": self._open,
            "session/call": self._call,
            "session/barrier": self._barrier,
            "session/advance": self._advance,
            "session/close": self._close,
            "session/platform": self._platform,
            "cancel": self._cancel,
        }

    def run(self) -> None:
        """Until the end of the input, or `shutdown`."""
        while True:
            try:
                line = self._lines.next()
            except TooLong:
                self._fail(None, Refusal(-32003, "the line is too long"))
                continue
            if line is None:
                break
            if line.strip() and not self._take(line):
                break
        for session in self._sessions.values():
            if session is not None:
                session.close()
        self._outgoing.finish()

    def _take(self, line: bytes) -> bool:
        """Deals with a line; whether there may be another."""
        try:
            message = parse_line(line)
        except (ValueError, RecursionError) as error:
            self._fail(None, Refusal(-32700, f"not JSON: {error}"))
            return True
        identifier = message.get("id") if isinstance(message, dict) else None
        if isinstance(identifier, bool) or not isinstance(identifier, (int, str, type(None))):
            identifier = None
        method = message.get("method") if isinstance(message, dict) else None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(method, str):
            self._fail(identifier, Refusal(-32600, "no message of JSON-RPC 2.0"))
            return True
        if "id" not in message:
            return True  # a notification; none is known
        if identifier is None:
            self._fail(None, Refusal(-32600, "id: is no number and no text"))
            return True
        parameters = message.get("params")
        try:
            if parameters is not None and not isinstance(parameters, dict):
                raise Refusal(-32602, "params: is no object")
            return self._dispatch(method, identifier, parameters or {})
        except Refusal as refusal:
            self._fail(identifier, refusal)
        except Exception as error:
            self._fail(identifier, Refusal(-32603, f"{type(error).__name__}: {error}"))
        return True

    def _dispatch(self, method: str, identifier, parameters: dict) -> bool:
        if identifier in self._waiting:
            raise Refusal(-32600, "id: is in use")
        if method == "ping":
            self._answer(identifier, {})
        elif method == "shutdown":
            self._answer(identifier, {})
            return False
        elif method == "initialize":
            self._initialize(identifier, parameters)
        elif not self._initialized:
            raise Refusal(-32002, "initialize comes first")
        elif method in self._methods:
            self._methods[method](identifier, parameters)
        else:
            raise Refusal(-32601, f"{method} is not known")
        return True

    # Answers

    def _answer(self, identifier, result: dict) -> None:
        self._outgoing.send({"id": identifier, "result": result})

    def _fail(self, identifier, refusal: Refusal) -> None:
        self._outgoing.send({"id": identifier, "error": {"code": refusal.code, "message": str(refusal)}})

    def _later(self, identifier, session: Session):
        """A function that answers a request, once, and unless it was cancelled."""
        with self._lock:
            self._waiting[identifier] = session

        def answer(refusal: Refusal | None = None) -> None:
            with self._lock:
                if self._waiting.pop(identifier, None) is None:
                    return
            if refusal is None:
                self._answer(identifier, {})
            else:
                self._fail(identifier, refusal)

        return answer

    # Requests

    def _initialize(self, identifier, parameters: dict) -> None:
        if self._initialized:
            raise Refusal(-32002, "initialize comes once")
        version = _member(parameters, "protocolVersion", str)
        family = _member(_member(parameters, "api", dict), "family", str)
        if version.partition(".")[0] != "1" or family != "AccessEnabler":
            raise Refusal(-32001, f"version {version} of {family} is not supported")
        self._initialized = True
        self._lines.limit = LINE_BYTES
        self._answer(
            identifier,
            {
                "protocolVersion": "1.0",
                "port": PORT,
                "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios", "tvos"]},
                "calls": sorted([*CALLS, PREAUTHORIZE]),
                "callbacks": sorted(selector for selector, _ in CALLBACKS.values()),
                "features": FEATURES,
                "limits": {"lineBytes": LINE_BYTES},
                "clock": {"origin": "machine", "now": self._clock()},
            },
        )

    def _open(self, identifier, parameters: dict) -> None:
        name = _member(parameters, "session", str)
        configuration = _member(parameters, "configuration", dict)
        for member in ("platform", "version", "customScheme"):
            _member(configuration, member, str)
        for member in ("softwareStatement", "storageCheck", "storage", "application", "defaultServiceProvider"):
            _optional(configuration, member, str)
        _optional(configuration, "omittedCallbacks", list)
        _optional(configuration, "clockAhead", int)
        _optional(configuration, "damagedAuthorizations", bool)
        if name in self._sessions:
            raise Refusal(-32012, f"session {name} exists or did")
        if configuration["platform"] not in ("ios", "tvos"):
            raise Refusal(-32010, f"the platform {configuration['platform']} is not known")
        account = _optional(parameters, "account", bool) or False
        self._sessions[name] = Session(name, configuration, account, self._storages, self._outgoing)
        self._answer(identifier, {})

    def _session(self, parameters: dict) -> Session:
        name = _member(parameters, "session", str)
        session = self._sessions.get(name)
        if session is None:
            raise Refusal(-32011, f"there is no session {name}")
        return session

    def _call(self, identifier, parameters: dict) -> None:
        session = self._session(parameters)
        number = _member(parameters, "number", int)
        if number <= session.number:
            raise Refusal(-32602, "number: is not greater than the last")
        selector = _member(parameters, "selector", str)
        if selector not in CALLS and selector != PREAUTHORIZE:
            raise Refusal(-32021, f"{selector} is not supported")
        try:
            arguments = decode(_optional(parameters, "arguments", dict) or {})
        except ValueError_ as error:
            raise Refusal(-32602, f"arguments: {error}") from error
        names = ["resources"] if selector == PREAUTHORIZE else CALLS[selector][0]
        for name in names:
            if not isinstance(arguments, dict) or name not in arguments:
                raise Refusal(-32602, f"arguments.{name}: is missing")
        session.number = number
        answer = self._later(identifier, session)

        def call() -> None:
            try:
                session.call(selector, arguments)
            except Exception as error:
                answer(Refusal(-32020, f"{type(error).__name__}: {error}"))
            else:
                self._returned(answer, identifier, selector, session)

        session.caller.submit(identifier, call)

    def _returned(self, answer, identifier, selector: str, session: Session) -> None:
        """A call has returned; there is nothing but this to be said of it."""
        answer()

    def _barrier(self, identifier, parameters: dict) -> None:
        session = self._session(parameters)
        session.barrier(self._later(identifier, session))

    def _advance(self, identifier, parameters: dict) -> None:
        session = self._session(parameters)
        nanoseconds = _member(parameters, "by", int)
        if nanoseconds <= 0:
            raise Refusal(-32602, f"by: expected more than 0, found {nanoseconds}")
        session.advance(nanoseconds / 1e9, self._later(identifier, session))

    def _close(self, identifier, parameters: dict) -> None:
        session = self._session(parameters)
        self._sessions[parameters["session"]] = None
        session.close(self._later(identifier, session))

    def _platform(self, identifier, parameters: dict) -> None:
        session = self._session(parameters)
        _member(parameters, "question", int)
        parameters = dict(parameters)
        for member in ("presents", "dismisses"):
            if parameters.get(member) is not None:
                try:
                    parameters[member] = decode(parameters[member])
                except ValueError_ as error:
                    raise Refusal(-32602, f"{member}: {error}") from error
                if not isinstance(parameters[member], Reference):
                    raise Refusal(-32602, f"{member}: is no reference")
        if (account := session.account) is None:
            raise Refusal(-32602, "question: nobody waits for an answer")
        answer = self._later(identifier, session)

        def tell() -> None:
            problem = account.answer(parameters)
            answer(None if problem is None else Refusal(-32602, problem))

        session.on_port(tell)

    def _cancel(self, identifier, parameters: dict) -> None:
        if "id" not in parameters:
            raise Refusal(-32602, "id: is missing")
        with self._lock:
            session = self._waiting.pop(parameters["id"], None)
        if session is not None:
            session.caller.give_up(parameters["id"])
            self._fail(parameters["id"], Refusal(-32800, "cancelled"))
        self._answer(identifier, {})


def _member(record: dict, name: str, kind: type):
    value = record.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)) or value == "":
        raise Refusal(-32602, f"{name}: is missing, or is no {kind.__name__}")
    return value


def _optional(record: dict, name: str, kind: type):
    return None if record.get(name) is None else _member_or_empty(record, name, kind)


def _member_or_empty(record: dict, name: str, kind: type):
    value = record[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Refusal(-32602, f"{name}: is no {kind.__name__}")
    return value
