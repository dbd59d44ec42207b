"""Clients, and what they send."""
import json, re, resource, selectors, socket, subprocess, time, urllib.parse
from documents import MEDIA
from tally import ENVIRONMENT, TOOL

# Many clients

def clients(tally, folder):
    """Memory is bounded whoever comes, and others are still served."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(2000, hard - 100)

    def resident(process):
        return int(re.search(r"VmRSS:\s*(\d+)", open(f"/proc/{process.pid}/status").read())[1]) >> 10

    def hold(what, connections, data, small):
        process = subprocess.Popen([TOOL, "serve", "--no-state", "--quiet", "--json", "--endpoints", "1"], env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        port = int(json.loads(process.stdout.readline())["endpoints"][0]["url"].rsplit(":", 1)[1])
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
        process.terminate()
        process.wait()

    head = b"POST /o/client/register HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n"
    # A byte of each is missing.
    hold(f"{count} bodies of 1 MB", count, head % 1_000_001 + bytes(1_000_000), False)
    hold("200 clients that read nothing", 200, b"GET /adobe-services/config/R HTTP/1.1\r\nHost: h\r\n\r\n" * 20_000, True)


# HTTP

def requests(tally, folder):
    process = subprocess.Popen([TOOL, "serve", "--no-state", "--quiet", "--json", "--endpoints", "1"], env=ENVIRONMENT,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        ready = json.loads(process.stdout.readline())
        port = int(ready["endpoints"][0]["url"].rsplit(":", 1)[1])

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
        for host in ["h/p", "u@h", "a, b", "a b", "h:x", "h:99999", ":1", "[::1", "[h]", "h?q", "h#f", "h\\", "<h>", "h\x00"]:
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
    finally:
        process.terminate()
        process.wait()




def redirects(tally, folder):
    """A login ends at the application: at addresses of the requestor, of this machine, or of a scheme of its own."""
    process = subprocess.Popen([TOOL, "serve", "--no-state", "--quiet", "--json", "--endpoints", "1"], env=ENVIRONMENT,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        port = int(json.loads(process.stdout.readline())["endpoints"][0]["url"].rsplit(":", 1)[1])

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
                   "sms", "ms-msdt", "search-ms", "chrome-extension", "view-source", "blob", "about", "ftp", "smb", "ws", "1a", ""]
        hosts = ["evil.com", "evil.com\\@adobe.com", "adobe.com@evil.com", "adobe.com.evil.com", "evilADOBE.com", "notadobe.com",
                 "127.0.0.1.evil.com", "127.1", "0x7f.1", "2130706433", "localhost.evil.com", "adobe.com%2eevil.com",
                 "evil\u3002com", "127.0.0.1\u2044evil.com", "evil.com#.adobe.com", "evil.com?.adobe.com", "127.0.0.1:80@evil.com", ""]
        for address in ([f"{scheme}:x" for scheme in schemes] + [f"https://{host}/" for host in hosts]
                        + ["//evil.com", "https:evil.com", "http:///evil.com", "https:/\\evil.com", "/relative", "evil", "",
                           "x\r\nSet-Cookie:a=b", "app://x\r\nX: y", "app://x\0"]):
            ask(address, False)
    finally:
        process.terminate()
        process.wait()
