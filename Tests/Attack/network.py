"""Clients, and what they send."""
import contextlib, json, re, resource, selectors, socket, subprocess, time, urllib.parse
from documents import ENDS, MEDIA
from tally import ENVIRONMENT, TOOL

@contextlib.contextmanager
def serving():
    """A service, and what it says of itself."""
    process = subprocess.Popen([TOOL, "serve", "--no-state", "--quiet", "--json", "--endpoints", "1"], env=ENVIRONMENT,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield process, json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.wait()


def port_of(url):
    return urllib.parse.urlsplit(url).port


# Many clients

def clients(tally, folder):
    """Memory is bounded whoever comes, and others are still served."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(2000, hard - 100)

    def resident(process):
        return int(re.search(r"VmRSS:\s*(\d+)", open(f"/proc/{process.pid}/status").read())[1]) >> 10

    def hold(process, port, what, connections, data, small):
        selector, peak, last = selectors.DefaultSelector(), 0, time.monotonic()
        for _ in range(connections):
            client = socket.socket()
            if small:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            client.setblocking(False)
            selector.register(client, selectors.EVENT_WRITE, [0])
        sockets = [key.fileobj for key in selector.get_map().values()]
        # Until nobody could send anything for two seconds.
        while selector.get_map() and time.monotonic() - last < 2:
            for key, _ in selector.select(0.2):
                try:
                    key.data[0] += key.fileobj.send(data[key.data[0]:key.data[0] + 262_144])
                    last = time.monotonic()
                except BlockingIOError:
                    continue
                except OSError:
                    key.data[0] = len(data)
                if key.data[0] >= len(data):
                    selector.unregister(key.fileobj)
            peak = max(peak, resident(process))
        with socket.create_connection(("127.0.0.1", port), timeout=60) as other:
            other.sendall(b"GET /adobe-services/config/R HTTP/1.1\r\nHost: h\r\n\r\n")
            served = other.recv(12) == b"HTTP/1.1 200"
        for client in sockets:
            client.close()
        after = resident(process)
        # Given back once the server has seen the last of them go.
        limit = time.monotonic() + 20
        while after >= 150 and time.monotonic() < limit:
            time.sleep(0.1)
            after = resident(process)
        tally.memory = max(tally.memory, peak)
        tally.take(f"{what}: {peak} MB", True, peak < 450, process.poll() is not None)
        tally.take(f"{what}: {after} MB afterwards", True, after < 150)
        tally.take(f"{what}: another client", True, served)

    head = b"POST /o/client/register HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n"
    # A byte of each is missing.
    for how in [(f"{count} bodies of 1 MB", count, head % 1_000_001 + bytes(1_000_000), False),
                ("200 clients that read nothing", 200, b"GET /adobe-services/config/R HTTP/1.1\r\nHost: h\r\n\r\n" * 20_000, True)]:
        with serving() as (process, ready):
            hold(process, port_of(ready["endpoints"][0]["url"]), *how)


# HTTP

def requests(tally, folder):
    with serving() as (process, ready):
        port = port_of(ready["endpoints"][0]["url"])

        def ask(data, is_good):
            begin = time.monotonic()
            with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
                client.sendall(data)
                reply = client.recv(65536)
            status = int(reply.split(b" ")[1]) if reply.startswith(b"HTTP/1.1 ") else 0
            ended = process.poll() is not None
            tally.take(data[:80], is_good, status not in (0, 400, 501, 505), ended, time.monotonic() - begin)
            return reply

        for host in ["h", "h:80", "[::1]:80", "", "127.0.0.1"]:
            ask(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), True)
        for target in ["http://h/", "/a/../b", "//", "/%00", "/?a=%"]:
            ask(f"GET {target} HTTP/1.1\r\nHost: h\r\n\r\n".encode(), True)
        for host in ["h/p", "u@h", "a, b", "a b", "h:x", "h:99999", ":1", "[::1", "[h]", "[:]", "[....]", "h%zz", "h?q", "h#f", "h\\", "<h>", "h\x00"]:
            ask(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), False)
        for target in ["a", "*", "h:80", "ftp://h/", "http:///", "http://u@h/", "javascript:1", "?a", "."]:
            ask(f"GET {target} HTTP/1.1\r\nHost: h\r\n\r\n".encode(), False)
        chunked = b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        for rest in [b"0\r\nTrailer\r\n\r\n", b"0\r\nA: b\r\n c\r\n\r\n", b"0\r\n: a\r\n\r\n", b"x\r\n", b"-1\r\n\r\n", b"1\nA\n0\n\n"]:
            ask(chunked + rest, False)
        for field in [b"Content-Length: 1\r\nContent-Length: 2", b"Content-Length: 1\r\nTransfer-Encoding: chunked", b"A", b" A: b",
                      b"A : b", b"Transfer-Encoding: chunked, chunked", b"Content-Length: 0x1", b"Host: h"]:
            ask(b"POST / HTTP/1.1\r\nHost: h\r\n" + field + b"\r\n\r\n", False)
        text = MEDIA.replace("420000", str(2**63 - 1))
        for token in [f"<signatureInfo>AAAA{end}{text}" for end in ["<signatureInfo>", "</signatureInfo>"]]:
            body = ("session_guid=g&hashed_guid=g&requestor_id=R&resource_id=News&mvpd_id=A&authz_token=" + "".join(f"%{byte:02X}" for byte in token.encode())).encode()
            ask(b"POST /adobe-services/shortAuthorize HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                b"Content-Length: %d\r\n\r\n" % len(body) + body, True)
        for number in [-(2**63), 2**63 - 1]:
            ask(f"GET /api/v1/tokens/authn?requestor=R&deviceId=d HTTP/1.1\r\nHost: h\r\nAuthorization: GET requestor_id=R, nonce=n, "
                f"signature_method=HMAC-SHA1, request_time={number}, request_uri=/authn, public_key=a, signature=b\r\n\r\n".encode(), True)
        page = ask(b"GET /activate HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", True).lower()
        for name in [b"content-security-policy", b"x-content-type-options", b"x-frame-options", b"referrer-policy", b"no-store"]:
            tally.take(f"{name.decode()} of a page", True, name in page)




def bodies(tally, folder):
    """Millions of names and values in one body: the server answers at once, and takes little memory for what it records."""
    # The service reads a megabyte at most.
    long = b"k" * 100_000
    made = {"400,000 values behind a long name": b'{"' + long + b'":[' + b"0," * 400_000 + b"0]}",
            "names of a kilobyte": b"[" + b",".join([b'{"' + b"k" * 1_000 + b'":0}'] * 900) + b"]",
            "190,000 elements below a long name": b"<" + long[:49_000] + b">" + b"<a/>" * 190_000 + b"</" + long[:49_000] + b">",
            "pairs of nothing": b"=&" * 450_000, "names alone": b"a&" * 450_000,
            "as many tokens as fit": b"&".join(b"a%d=signatureInfo" % number for number in range(45_000)),
            "names of secrets": b"a=" + b"key=.%20" * 110_000, "users": b"a=" + b"-u." * 300_000,
            "Base64 of a JSON": b"a=" + b"eyJ" * 300_000, "depth": b"[" * 900_000, "parts": b"--b\r\nA: b\r\n\r\n" * 60_000}
    with serving() as (process, ready):
        for what, body in made.items():
            begin = time.monotonic()
            with socket.create_connection(("127.0.0.1", port_of(ready["endpoints"][0]["url"])), timeout=60) as client:
                client.sendall(b"POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                               b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)
                try:
                    answered = client.recv(65536).startswith((b"HTTP/1.1 400", b"HTTP/1.1 404"))
                except TimeoutError:
                    answered = False
            memory = int(re.search(r"VmHWM:\s*(\d+)", open(f"/proc/{process.pid}/status").read())[1]) >> 10
            tally.memory = max(tally.memory, memory)
            tally.take(f"{what}: {memory} MB", True, answered and memory < 700, process.poll() is not None, time.monotonic() - begin)


def redirects(tally, folder):
    """A login ends at the application: at addresses of the requestor, of this machine, or of a scheme of its own."""
    with serving() as (process, ready):
        port = port_of(ready["endpoints"][0]["url"])

        def ask(address, is_good):
            target = ("/adobe-services/authenticate/saml?requestor_id=R&mso_id=Cablevision&domain_name=adobe.com&noflash=true"
                      "&no_iframe=true&client_type=iOS&client_version=3&device_id=d&deviceId=d&redirect_url="
                      + urllib.parse.quote(address, safe=""))
            with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
                client.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
                reply = client.recv(65536)
            status = int(reply.split(b" ")[1]) if reply.startswith(b"HTTP/1.1 ") else 0
            tally.take(f"{address}: {status}", is_good, status in (200, 302, 303), process.poll() is not None)

        for address in ["adobepass://x", "my.app://cb", "http://adobepass.ios.app/", "http://localhost/x",
                        "https://127.0.0.1:5/", "https://login.adobe.com/"]:
            ask(address, True)
        schemes = ["javascript", "JaVaScRiPt", "java\tscript", " javascript", "data", "vbscript", "file", "intent", "mailto", "tel",
                   "sms", "ms-msdt", "search-ms", "chrome-extension", "view-source", "blob", "about", "ftp", "smb", "ws", "1a", "",
                   "microsoft-edge", "googlechrome", "firefox", "x-safari-https", "feed", "itms-services", "ms-word", "vscode", "ssh"]
        hosts = ["evil.com", "evil.com\\@adobe.com", "adobe.com@evil.com", "adobe.com.evil.com", "evilADOBE.com", "notadobe.com",
                 "127.0.0.1.evil.com", "127.1", "0x7f.1", "2130706433", "localhost.evil.com", "adobe.com%2eevil.com",
                 "evil\u3002com", "127.0.0.1\u2044evil.com", "evil.com#.adobe.com", "evil.com?.adobe.com", "127.0.0.1:80@evil.com", ""]
        for address in ([f"{scheme}:x" for scheme in schemes] + [f"https://{host}/" for host in hosts]
                        + ["//evil.com", "https:evil.com", "http:///evil.com", "https:/\\evil.com", "/relative", "evil", "",
                           "x\r\nSet-Cookie:a=b", "app://x\r\nX: y", "app://x\0"]):
            ask(address, False)


def control(tally, folder):
    """The control API answers nothing that a page in a browser can send, and no number in a request ends it."""
    own, here = "Assay-Control: 1\r\n", "Host: 127.0.0.1\r\n"

    with serving() as (process, ready):
        def ask(line, fields=here + own, is_good=False, body=""):
            with socket.create_connection(("127.0.0.1", port_of(ready["control"])), timeout=10) as client:
                client.sendall(f"{line} HTTP/1.1\r\n{fields}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
                reply = client.recv(65536)
            accepted = reply.startswith(b"HTTP/1.1 20")
            tally.take(f"{line} {fields!r} {body}", accepted if is_good is None else is_good, accepted, process.poll() is not None)

        for line in ["GET /v1/status", "GET /v1/requests?wait=1s", "GET /v1/trace", "PUT /v1/gates", "POST /v1/reset", "DELETE /v1/gates"]:
            for fields in [here, own, "Host: evil.com\r\n" + own, "Host: 127.0.0.1.evil.com\r\n" + own] + [
                    f"{here}{own}{field}\r\n" for field in ["Origin: http://evil.com", "Origin: null", "Referer: http://localhost/",
                                                           "Sec-Fetch-Site: cross-site"]]:
                ask(line, fields)
            ask(line, is_good=True, body="{}" if line.startswith("P") else "")
        for number in [*ENDS, 2**64 - 1, 2**64, "1e300", "-1", "x", ""]:
            for line in [f"GET /v1/requests?after={number}", f"GET /v1/requests?count={number}", f"GET /v1/trace?from={number}"]:
                ask(line, is_good=None)
            ask("PUT /v1/faults", body='{"fault": "status(503)", "times": %s}' % number)
            ask("PUT /v1/latency", body='{"latency": "%sd"}' % (number or "x"))
        for body in ["[" * 100_000, "{" * 1000, '{"fault": "status(503)", "chance": 2}', "\x00", '{"a":1}', '"' + "x" * 2_000_000]:
            ask("PUT /v1/faults", body=body)
