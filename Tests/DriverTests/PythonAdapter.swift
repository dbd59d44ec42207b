import Driver

/// An adapter in another language, that does what its calls are named after.
enum PythonAdapter {
    /// `mode` is `plain`, or `unresponsive` for one that ends on nothing but SIGKILL.
    static func command(mode: String = "plain") -> [String] {
        ["python3", "-c", script, mode]
    }

    static let script = #"""
        import json, os, signal, sys, threading, time

        lock = threading.Lock()
        counts = {}
        seq = 0
        held = None
        unresponsive = sys.argv[1] == "unresponsive"
        if unresponsive:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)

        def write(text):
            with lock:
                sys.stdout.write(text + "\n")
                sys.stdout.flush()

        def send(**message):
            write(json.dumps({"jsonrpc": "2.0", **message}))

        def event(session, selector, arguments, during=None):
            global seq
            params = {"session": session, "seq": seq, "n": counts.get(session, 0), "ts": time.monotonic_ns(),
                      "thread": "worker", "selector": selector, "arguments": arguments, "unknown": [1]}
            if during is not None:
                params["duringCall"] = during
            seq += 1
            counts[session] = counts.get(session, 0) + 1
            send(method="session/event", params=params)

        def call(id, params):
            what, arguments, session = params["selector"], params["arguments"], params["session"]
            if what == "throw:":
                send(id=id, error={"code": -32020, "message": arguments["message"]})
                return
            if what == "block":
                threading.Event().wait()
            if what == "exit:":
                os._exit(arguments["status"])
            if what == "closeOutput":
                os.close(1)
                threading.Event().wait()
            if what == "write:":
                write(arguments["line"])
            if what == "errors:":
                print(arguments["line"], file=sys.stderr, flush=True)
            if what == "flood":
                for number in range(160000):
                    sys.stderr.write("a line of the log that goes on and on and on, number %06d\n" % number)
                sys.stderr.flush()
            if what == "storm":
                for _ in range(3000):
                    event(session, "again:", {})
            if what == "repeat:":
                event(session, "repeated:", arguments, params["number"])
            if what == "fail:":
                send(id=id, error={"code": arguments["code"], "message": "lost"})
                return
            send(id=id, result={})

        def tap(session, url):
            global seq
            send(method="tap", params={"session": session, "seq": seq, "ts": time.monotonic_ns(),
                                       "kind": "configuration", "url": url})
            seq += 1

        for line in sys.stdin:
            message = json.loads(line)
            method, params, id = message["method"], message["params"], message["id"]
            if method == "initialize":
                send(id=id, result={
                    "protocolVersion": "1.0", "port": {"name": "snake", "version": "3"},
                    "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios", "tvos"]},
                    "calls": ["block", "closeOutput", "errors:", "exit:", "fail:", "flood", "freeze", "storm", "logout", "repeat:",
                              "throw:", "write:"], "callbacks": [], "features": ["tap.http"],
                    "limits": {"lineBytes": 70000, "sessions": 3},
                    "clock": {"origin": "machine", "now": time.monotonic_ns()}})
            elif method == "session/call" and params["selector"] == "freeze":
                threading.Event().wait()
            elif method == "session/call":
                threading.Thread(target=call, args=(id, params), daemon=True).start()
            elif method == "session/open" and params["configuration"]["platform"] == "tvos":
                send(id=id, error={"code": -32010, "message": "no tvOS here"})
            elif method == "session/open" and params["configuration"].get("storage") == "held":
                held = id
            elif method == "cancel" and held is not None:
                send(id=id, result={})
                send(id=held, result={})
                held = None
            elif method == "session/open":
                if "storage" in params["configuration"]:
                    tap(params["session"], params["configuration"]["storage"])
                send(id=id, result={})
            elif method == "session/close":
                send(id=id, result=None)
                event(params["session"], "late", {})
            elif method == "shutdown" and not unresponsive:
                send(id=id, result={})
                break
            elif method != "shutdown":
                send(id=id, result={})
        if unresponsive:
            threading.Event().wait()
        """#
}

extension ProcessLimits {
    /// For machines that are busy with other things.
    static var patient: ProcessLimits {
        var limits = ProcessLimits()
        limits.start = .seconds(300)
        limits.session = .seconds(300)
        limits.ping = .seconds(300)
        limits.grace = .seconds(300)
        limits.heartbeat = .seconds(300)
        return limits
    }
}
