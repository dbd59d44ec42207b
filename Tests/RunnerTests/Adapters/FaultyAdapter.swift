/// An adapter around next to no port, that keeps its protocol but for the fault it is told to have.
///
/// Each fault has the name of the probe that finds it; with `none` it has none.
enum FaultyAdapter {
    static func command(fault: String) -> [String] { ["python3", "-B", "-c", script, fault] }

    private static let script = #"""
        import json, os, queue, signal, sys, threading, time

        fault = sys.argv[1]
        LIMIT, PLACES = 70000, 50
        CALLS = {"setRequestor:serviceProviders:": {"requestorID", "urls"}, "setSelectedProvider:": {"mvpdId"},
                 "checkAuthentication": set(), "logout": set()}
        KNOWN = {"jsonrpc", "id", "method", "params"}
        out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
        os.dup2(2, 1)
        lock = threading.RLock()
        state = {"seq": 0, "initialized": False}
        sessions, counts, leaked = {}, {}, []

        class Wrong(Exception):
            def __init__(self, code): super().__init__("wrong"); self.code = code

        def send(**message):
            with lock:
                out.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
                out.flush()

        def event(name, during=None):
            with lock:
                params = {"session": name, "seq": state["seq"], "n": counts.get(name, 0), "ts": time.monotonic_ns(),
                          "selector": "setRequestorComplete:", "arguments": {"status": 0}}
                state["seq"] += 1
                counts[name] = counts.get(name, 0) + 1
                if during is not None: params["duringCall"] = during
                if fault == "callback": del params["ts"]
                if fault == "numbering": params["seq"] = 0
                if fault == "overlapping-callbacks": params["n"] = 0
                send(method="session/event", params=params)

        class Session:
            def __init__(self, name):
                self.name, self.work, self.made = name, queue.SimpleQueue(), False
                self.caller = everybody if fault == "sessions-do-not-wait" else Worker()
                threading.Thread(target=self.run, daemon=True).start()

            def run(self):
                for work in iter(self.work.get, None): work()

            def end(self):
                if fault == "leaked-descriptors": leaked.append(os.open("/dev/null", os.O_RDONLY))
                if fault != "leaked-threads": self.work.put(None)
                if self.caller is not everybody: self.caller.work.put(None)

            def fetch(self, url):
                import urllib.request  # Slow, and most probes make no request.
                try: urllib.request.urlopen(url).read()
                except OSError: pass

            def set_requestor(self, urls):
                def there():
                    self.fetch(urls[0])
                    self.work.put(lambda: event(self.name))
                threading.Thread(target=there, daemon=True).start()

        class Worker:
            def __init__(self):
                self.work = queue.SimpleQueue()
                threading.Thread(target=self.run, daemon=True).start()

            def run(self):
                for work in iter(self.work.get, None): work()

        everybody = Worker()

        def initialize(id, params):
            if state["initialized"] and fault != "initialize-twice": raise Wrong(-32002)
            version = params["protocolVersion"]
            if not version.startswith("1.") and fault != "other-major-version": raise Wrong(-32001)
            if version != "1.0" and fault == "later-minor-version": raise Wrong(-32001)
            state["initialized"] = True
            result = {"protocolVersion": "1.0", "port": {"name": "faulty", "version": "1"},
                      "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios"]},
                      "calls": list(CALLS), "callbacks": ["setRequestorComplete:"],
                      "features": ["barrier.executor", "clock.advance"],
                      "limits": {"lineBytes": LIMIT, "sessions": PLACES},
                      "clock": {"origin": "machine", "now": time.monotonic_ns()}}
            if fault == "initialize": del result["callbacks"]
            send(id=id, result=result)

        def session(params):
            if params["session"] not in sessions: raise Wrong(-32011)
            return sessions[params["session"]]

        def opened(id, params):
            name = params["session"]
            if name in sessions and fault != "session-twice": raise Wrong(-32012)
            if len(sessions) >= PLACES and fault != "session-limit": raise Wrong(-32013)
            if len(sessions) >= 10 and fault == "thousand-sessions": raise Wrong(-32603)
            params["configuration"]["platform"]
            sessions[name] = Session(name)
            send(id=id, result={})

        def called(id, params):
            if fault in ("unknown-session", "closed-session") and params["session"] not in sessions:
                return send(id=id, result={})
            one, selector, arguments = session(params), params["selector"], params.get("arguments") or {}
            if selector not in CALLS:
                if fault == "unknown-call": return send(id=id, result={})
                raise Wrong(-32021)
            if set(arguments) != CALLS[selector] and fault != "wrong-arguments": raise Wrong(-32602)
            one.made = True
            if selector == "setSelectedProvider:" and fault == "standard-error":
                os.write(os.pipe()[1], b"x" * (1 << 20))
            if selector != "setRequestor:serviceProviders:": return one.caller.work.put(lambda: send(id=id, result={}))
            if fault == "slow-call": time.sleep(12)
            if fault == "ping-during-call": one.fetch(arguments["urls"][0])
            if fault in ("sessions-do-not-wait", "close-during-call"):
                def block():
                    one.fetch(arguments["urls"][0])
                    send(id=id, result={})
                return one.caller.work.put(block)
            def make():
                if fault == "callback-during-call": event(one.name, 5)
                one.set_requestor(arguments["urls"])
                send(id=id, result={})
            one.caller.work.put(make)

        def closed(id, params):
            if fault == "unknown-session" and params["session"] not in sessions: return send(id=id, result={})
            one = session(params)
            if fault == "late-callback" and one.made: raise Wrong(-32603)
            if fault == "close-during-call": one.caller.work.put(lambda: send(id=id, result={}))
            else: send(id=id, result={})
            one.end()
            del sessions[one.name]

        def barrier(id, params):
            one = session(params)
            if fault == "barrier": raise Wrong(-32022)
            if fault == "barrier-order":
                send(id=id, result={})
                return event(one.name)
            one.work.put(lambda: send(id=id, result={}))

        def advance(id, params):
            session(params)
            if fault == "advance": raise Wrong(-32601)
            send(id=id, result={})

        def cancel(id, params):
            if fault == "cancel-nothing": raise Wrong(-32602)
            send(id=id, result={})

        METHODS = {"initialize": initialize, "session/open": opened, "session/call": called, "session/close": closed,
                   "session/barrier": barrier, "session/advance": advance, "cancel": cancel,
                   "ping": lambda id, params: send(id=id, result={})}

        def obey(line):
            """False after a shutdown."""
            if len(line) > LIMIT:
                if fault == "too-long-line": os._exit(1)
                send(id=None, error={"code": -32003, "message": "too long"})
                return True
            try:
                message = json.loads(line.decode("latin-1" if fault == "four-byte-characters" else "utf-8"))
            except ValueError:
                if fault in ("no-json", "split-writes"): os._exit(1)
                send(id=None, error={"code": -32700, "message": "no JSON"})
                return True
            if not isinstance(message, dict):
                send(id=None, error={"code": -32700 if fault == "no-request" else -32600, "message": "no request"})
                return True
            if "id" not in message:
                if fault == "unknown-notification": send(id=None, error={"code": -32601, "message": "unknown"})
                return True
            id, method = message["id"], message["method"]
            if method == "shutdown":
                send(id=id, result={})
                return False
            if fault == "id-of-text" and isinstance(id, str) and id.startswith("a"): id = None
            try:
                if method not in METHODS:
                    if fault == "unknown-request": return send(id=id, result={}) or True
                    raise Wrong(-32601)
                if fault == "unknown-members" and set(message) - KNOWN: raise Wrong(-32602)
                if not state["initialized"] and method not in ("initialize", "ping") and fault != "call-before-initialize":
                    raise Wrong(-32002)
                if not state["initialized"] and method == "ping" and fault == "ping-before-initialize": return True
                METHODS[method](id, message["params"] if fault == "no-params" else message.get("params") or {})
            except Wrong as wrong:
                send(id=id, error={"code": wrong.code, "message": "wrong"})
            except (KeyError, TypeError, AttributeError):
                if fault == "no-params": os._exit(1)
                send(id=id, error={"code": -32603 if fault == "missing-parameter" else -32602, "message": "wrong"})
            return True

        if fault == "terminate": signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if fault == "stray-output": out.write("Loading ...\n")
        buffer, goes_on = b"", True
        while goes_on:
            bytes = os.read(0, 1 << 20)
            if not bytes:
                if fault == "end-of-input" or fault == "end-before-initialize" and not state["initialized"]:
                    time.sleep(1000)
                break
            if fault == "split-writes":
                for line in bytes.split(b"\n"):
                    if line: goes_on = goes_on and obey(line)
                continue
            if fault == "joined-writes":
                goes_on = obey(bytes.split(b"\n")[0])
                continue
            buffer += bytes
            while goes_on and b"\n" in buffer:
                line, buffer = buffer.split(b"\n", 1)
                if line.endswith(b"\r"): line = line[:-1]
                if line.strip() or fault == "carriage-return":
                    goes_on = obey(line if fault != "large-line" else line[:65536])
        os._exit(3 if fault == "shutdown" and not goes_on else 0)
        """#
}
