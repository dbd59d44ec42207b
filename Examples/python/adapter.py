#!/usr/bin/env python3
"""The adapter of accessenabler.py: speaks the adapter protocol on standard input and output.

With HOST:PORT and TOKEN it dials in where 'assay run -i listen:127.0.0.1:PORT' waits. The numbers in brackets are sections
of Documentation/adapter-protocol.md.
"""

import inspect
import itertools
import json
import os
import socket
import sys
import threading
import time

LINE_LIMIT = 16 << 20
CALLS = {
    "setOptions:": lambda port, options: port.set_options(options),
    "setRequestor:": lambda port, requestorID: port.set_requestor(requestorID),
    "setRequestor:serviceProviders:": lambda port, requestorID, urls: port.set_requestor(requestorID, urls),
    "checkAuthentication": lambda port: port.check_authentication(),
    "getAuthentication": lambda port: port.get_authentication(),
    "getAuthentication:withData:": lambda port, forceAuthn, data: port.get_authentication(forceAuthn, data),
    "setSelectedProvider:": lambda port, mvpdId: port.set_selected_provider(mvpdId),
    "getSelectedProvider": lambda port: port.get_selected_provider(),
    "handleExternalURL:": lambda port, url: port.handle_external_url(url),
}
DESCRIPTION = {
    "protocolVersion": "1.0", "port": {"name": "accessenabler.py", "version": "1.0"},
    "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios"]}, "calls": list(CALLS),
    "callbacks": [
        "setRequestorComplete:", "displayProviderDialog:", "navigateToUrl:", "navigateToUrl:useSVC:",
        "setAuthenticationStatus:errorCode:", "selectedProvider:", "sendTrackingData:forEventType:", "status:"],
    "features": ["barrier.executor", "provider.default", "storage.persist", "tap.http"], "limits": {"lineBytes": LINE_LIMIT},
}


class Failure(Exception):
    code = property(lambda self: self.args[0])
    __str__ = lambda self: self.args[1]


class Output:
    """Whole lines, numbered in the order in which they are written (3.1, 4.1)."""

    def __init__(self, descriptor):
        self._file = os.fdopen(descriptor, "w", encoding="utf-8", newline="\n")
        self._lock, self._sequence = threading.Lock(), itertools.count()

    def send(self, **message):
        with self._lock:
            self._write(message)

    def notify(self, method, params, **counters):
        with self._lock:
            params.update({name: next(counter) for name, counter in counters.items()}, ts=time.monotonic_ns())
            self._write({"method": method, "params": dict(params, seq=next(self._sequence))})

    def _write(self, message):
        self._file.write(json.dumps({"jsonrpc": "2.0", **message}, default=lambda mvpd: mvpd.properties) + "\n")
        self._file.flush()


class Session:
    """One AccessEnabler, and its callbacks on their way out."""

    def __init__(self, name, configuration, output):
        self.name, self._output, self._events = name, output, itertools.count()
        self.port = AccessEnabler(
            self._callback, storage.opened(configuration.get("storage"), configuration.get("storageCheck")),
            software_statement=configuration.get("softwareStatement") or "",
            custom_scheme=configuration["customScheme"],
            default_service_provider=configuration.get("defaultServiceProvider") or DEFAULT_SERVICE_PROVIDER,
            configuration_taken=self._tap)

    def _callback(self, selector, **arguments):
        # This port makes callbacks on its executor only. One that makes them during a call says so in duringCall (4.3).
        self._output.notify("session/event", {
            "session": self.name, "thread": "executor", "selector": selector, "arguments": arguments}, n=self._events)

    def _tap(self, url):
        self._output.notify("tap", {"session": self.name, "kind": "configuration", "url": url})


class Adapter:
    def __init__(self, output):
        self._output, self._sessions, self._is_initialized = output, {}, False
        self._pending = {}  # requests that are not answered yet
        self._methods = {
            "session/open": self._open, "session/call": self._call, "session/barrier": self._barrier,
            "session/close": self._close, "cancel": self._cancel, "ping": lambda id, params: self._answer(id)}

    def serve(self, lines):
        """Answers until a shutdown or the end of input; nothing here waits for the port (2.6)."""
        for line in filter(bytes.strip, lines):
            try:
                if len(line) > LINE_LIMIT + 2:
                    raise MemoryError("a line of %d bytes" % len(line))
                message = json.loads(line)
                method, params = message["method"], message.get("params") or {}
            except (MemoryError, ValueError, KeyError, TypeError, AttributeError) as problem:
                code = -32003 if isinstance(problem, MemoryError) else -32700 if isinstance(problem, ValueError) else -32600
                self._output.send(id=None, error={"code": code, "message": repr(problem)})
                continue
            if "id" not in message:
                continue  # no notification means anything in this version
            id = message["id"]
            self._pending[json.dumps(id)] = method
            try:
                self._obey(id, method, params)
            except Failure as failure:
                self._answer(id, error=failure)
            except (KeyError, TypeError, AttributeError) as problem:
                self._answer(id, error=Failure(-32602, repr(problem)))
            if method == "shutdown":
                break
        for session in self._sessions.values():
            session.port.close()

    def _obey(self, id, method, params):
        if method in ("initialize", "shutdown"):
            return self._answer(id, self._initialize(params) if method == "initialize" else None)
        if method not in self._methods:
            raise Failure(-32601, "no method '%s'" % method)
        if method != "ping" and not self._is_initialized:
            raise Failure(-32002, "'%s' before 'initialize'" % method)
        self._methods[method](id, params)

    def _answer(self, id, result=None, error=None):
        """Each request is answered once, even if it is cancelled meanwhile (1.7)."""
        if self._pending.pop(json.dumps(id), None) is None:
            return
        answer = {"error": {"code": error.code, "message": str(error)}} if error else {"result": result or {}}
        self._output.send(id=id, **answer)

    def _initialize(self, params):
        if self._is_initialized:
            raise Failure(-32002, "'initialize' a second time")
        if params["protocolVersion"].split(".")[0] != "1" or params["api"]["family"] != "AccessEnabler":
            raise Failure(-32001, "this adapter speaks version 1.0 for AccessEnabler")
        self._is_initialized = True
        return dict(DESCRIPTION, clock={"origin": "machine", "now": time.monotonic_ns()})

    def _session(self, params):
        if params["session"] not in self._sessions:
            raise Failure(-32011, "no session '%s' is open" % params["session"])
        return self._sessions[params["session"]]

    def _open(self, id, params):
        name, configuration = params["session"], params["configuration"]
        if name in self._sessions:
            raise Failure(-32012, "session '%s' is open" % name)
        if not configuration["version"].startswith("3."):
            raise Failure(-32010, "only 3.x")
        self._sessions[name] = Session(name, configuration, self._output)
        self._answer(id)

    def _call(self, id, params):
        session, selector, arguments = self._session(params), params["selector"], params.get("arguments") or {}
        if selector not in CALLS:
            raise Failure(-32021, "no call '%s'" % selector)
        inspect.signature(CALLS[selector]).bind(session.port, **arguments)  # a TypeError is the suite's mistake
        # Made here and now, because the port's calls never block. One whose calls may needs a thread for each session.
        try:
            CALLS[selector](session.port, **arguments)
        except Exception as problem:
            raise Failure(-32020, repr(problem))
        self._answer(id)

    def _barrier(self, id, params):
        if "barrier.executor" not in DESCRIPTION["features"]:
            raise Failure(-32022, "no 'barrier.executor'")
        self._session(params).port.barrier(lambda: self._answer(id))

    def _close(self, id, params):
        session = self._session(params)
        del self._sessions[session.name]
        threading.Thread(target=lambda: (session.port.close(), self._answer(id)), daemon=True).start()

    def _cancel(self, id, params):
        self._answer(params["id"], error=Failure(-32800, "cancelled"))
        self._answer(id)


def dialed(address, token):
    """Both directions of a connection to a suite that listens (1.9)."""
    link = socket.create_connection(address.rsplit(":", 1))
    link.sendall(b'{"jsonrpc": "2.0", "method": "hello", "params": {"token": "%s"}}\n' % token.encode())
    return link.makefile("rb"), os.dup(link.fileno())


if __name__ == "__main__":
    requests, answers = dialed(*sys.argv[1:]) if sys.argv[1:] else (sys.stdin.buffer, os.dup(1))
    os.dup2(2, 1)  # what anybody prints goes to standard error from here on (1.4)
    import storage
    from accessenabler import DEFAULT_SERVICE_PROVIDER, AccessEnabler

    Adapter(Output(answers)).serve(requests)
    storage.FileStorage.remove_all()
