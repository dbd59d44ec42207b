#!/usr/bin/env python3
"""What comes in as bytes, made to be hostile, against the tool: nothing may end it, nothing bad may be taken for good.

usage: Tests/Attack/attack.py [CLASS...]      all classes when none is given; ASSAY names the tool, openssl signs,
       ASSAY_SUITES names a folder with JSONTestSuite and xmlconf, which are left out otherwise

A line for each class: how many inputs were tried, how many bad ones were accepted, how many good ones refused, how many
ended the tool, how many took more than five seconds of processor time, and the most memory that the tool had, in
megabytes. The exit code is 1 where a bad one was accepted, a good one was refused, or the tool was ended.
"""
import base64, hashlib, json, os, random, re, resource, selectors, signal, socket, subprocess, sys, tempfile, threading, time

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
TOOL = os.path.abspath(os.environ.get("ASSAY", ".build/release/assay"))
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
SLOW = 5.0
ENDS = [-(2**63), 2**63 - 1, -1, 0, 2**62, -(2**62), 1 << 48, (1 << 48) + 1]


class Tally:
    def __init__(self, name):
        self.name, self.tried, self.accepted, self.refused, self.crashed, self.slow = name, 0, 0, 0, 0, 0
        self.memory = 0

    def take(self, what, is_good, accepted, crashed=False, seconds=0.0):
        self.tried += 1
        self.crashed += crashed
        self.slow += seconds > SLOW
        if crashed or accepted != is_good:
            if not crashed and is_good:
                self.refused += 1
            elif not crashed:
                self.accepted += 1
            word = "ended the tool" if crashed else "refused" if is_good else "accepted"
            print(f"  {self.name}: {word}: {what}", flush=True)

    def line(self):
        return f"{self.name:<12} {self.tried:>6} {self.accepted:>18} {self.refused:>16} {self.crashed:>8} {self.slow:>5} {self.memory:>6}"


def run(arguments, data=b"", limit=60):
    """The exit code, the output, whether it ended as it should not, and the processor time."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(data)
        given.seek(0)
        process = subprocess.Popen([TOOL, *arguments], stdin=given, stdout=said, stderr=said, env=ENVIRONMENT)
        timer = threading.Timer(limit, process.kill)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = code = os.waitstatus_to_exitcode(status)
        current.memory = max(current.memory, used.ru_maxrss // 1024)
        said.seek(0)
        return code, said.read(), code not in range(5), used.ru_utime + used.ru_stime


# Tokens

MEDIA = ("<authToken><sessionGUID>0123456789abcdef0123456789abcdef</sessionGUID><requestorID>R</requestorID>"
         "<resourceID>News</resourceID><ttl>420000</ttl><issueTime>2026-01-01 00:00:00 +0000</issueTime>"
         "<mvpdId>A</mvpdId></authToken>")
EXPECTED = ["--requestor", "R", "--mvpd", "A", "--at", "2026-01-01T00:01:00Z"]


class Signer:
    def __init__(self, folder, bits=2048):
        self.key, self.public = f"{folder}/{bits}.pem", f"{folder}/{bits}.pub"
        subprocess.run(["openssl", "genrsa", "-out", self.key, str(bits)], check=True, capture_output=True)
        subprocess.run(["openssl", "pkey", "-in", self.key, "-pubout", "-out", self.public], check=True)

    def sign(self, payload, end="<signatureInfo>"):
        data = payload if isinstance(payload, bytes) else payload.encode()
        made = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.key], input=data, capture_output=True, check=True)
        return b"<signatureInfo>" + base64.b64encode(made.stdout) + end.encode() + data


def verify(tally, what, token, key, is_good, more=()):
    code, output, crashed, seconds = run(["token", "verify", "-", "--key", key, *EXPECTED, *more], token + b"\n")
    tally.take(what, is_good, code == 0, crashed, seconds)
    return output


def numbers(tally, folder):
    for number in [*map(str, ENDS), "9223372036854775808", "1" * 15, "1" * 16, "+7", "-0", "", "NaN", "1e3", "٣"]:
        for date in ["2026-01-01 00:00:00 +0000", "0000-01-01 00:00:00 +2359", "9999-12-31 23:59:59 -2359"]:
            for end in ["<signatureInfo>", "</signatureInfo>"]:
                token = f"<signatureInfo>AAAA{end}<authToken><ttl>{number}</ttl><issueTime>{date}</issueTime></authToken>"
                for command in [["token", "inspect", "-"], ["token", "verify", "-", "--at", str(2**63 - 1), "--skew", "106751d"]]:
                    code, _, crashed, seconds = run(command, token.encode())
                    tally.take(f"a lifetime of {number}", False, code == 0, crashed, seconds)


def wrapping(tally, folder):
    signer = Signer(folder)
    x, xsi = 'xmlns:x="urn:x"', 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    good = [MEDIA, MEDIA.replace("authToken", "shortAuthorizationToken"), MEDIA.replace("News", "N&amp;&lt;&gt;"),
            MEDIA.replace("</authToken>", "<proxyMvpdId/></authToken>"), MEDIA.replace("News", "<![CDATA[<a>]]>")]
    for payload in good:
        verify(tally, payload, signer.sign(payload), signer.public, True)
        verify(tally, payload, base64.b64encode(signer.sign(payload)), signer.public, True)
        verify(tally, payload, signer.sign(payload, "</signatureInfo>"), signer.public, True)
    bad = []
    for name in ["resourceID", "requestorID", "ttl", "mvpdId", "sessionGUID", "issueTime", "proxyMvpdId"]:
        for value in ["Premium", "420000", ""]:
            for element in [f"<x:{name} {x}>{value}</x:{name}>", f'<{name} xmlns="urn:x">{value}</{name}>']:
                bad += [MEDIA.replace("<authToken>", "<authToken>" + element),
                        MEDIA.replace("</authToken>", element + "</authToken>"),
                        re.sub(f"<{name}>.*</{name}>", element, MEDIA) if name != "proxyMvpdId" else "<authToken/>"]
        bad += [MEDIA.replace(f"<{name}>", f"<{name} {a}>") if name != "proxyMvpdId" else f"<authToken {a}/>" for a in
                [f'{xsi} xsi:type="token"', f'{xsi} xsi:nil="true"', f'{xsi} xsi:schemaLocation="u v"', 'id="1"',
                 'xml:lang="en"']]
    for a in [f'{xsi} xsi:type="token"', f'{xsi} xsi:noNamespaceSchemaLocation="v"', 'xmlns="urn:x"', 'ID="a"']:
        bad.append(MEDIA.replace("<authToken>", f"<authToken {a}>"))
    bad += [MEDIA + MEDIA, "<a>" + MEDIA + "</a>", MEDIA + "<a/>", MEDIA + "x", "x" + MEDIA, "<!-- -->" + MEDIA, MEDIA + "<?a?>",
            "<?xml version='1.0'?>" + MEDIA, "<!DOCTYPE authToken>" + MEDIA, MEDIA.replace("News", "&#0;"),
            MEDIA.replace("News", "Ne<b>w</b>s"), MEDIA.replace("</ttl>", "</ttl><ttl>1</ttl>"),
            MEDIA.replace("<ttl>420000</ttl>", ""), MEDIA.replace("authToken", "AuthToken"), MEDIA.replace("authToken>", "x:authToken>")]
    for payload in bad:
        verify(tally, payload, signer.sign(payload), signer.public, False)
    token = signer.sign(MEDIA)
    escaped = token.replace(b"&", b"&amp;").replace(b"<", b"&lt;")
    other = escaped.replace(b"News", b"Premium")
    verify(tally, "an answer", b"<a><mediaToken>" + escaped + b"</mediaToken></a>", signer.public, True)
    for text in [b"<a><mediaToken>" + escaped + b"</mediaToken><mediaToken>" + other + b"</mediaToken></a>",
                 b"<a><mediaToken>" + other + b"</mediaToken><b><authzToken>" + escaped + b"</authzToken></b></a>",
                 b"<a><mediaToken>" + escaped + b"<b>" + other + b"</b></mediaToken></a>", token + token,
                 token.replace(b"<signatureInfo>", b"<signatureInfo >", 1), token.replace(b"==<", b"=<"), token[:-1]]:
        verify(tally, text[:60], text, signer.public, False)
    for place in range(0, len(token), max(1, len(token) // 60)):
        changed = token[:place] + bytes([token[place] ^ 1]) + token[place + 1:]
        verify(tally, f"byte {place} changed", changed, signer.public, False)


def keys(tally, folder):
    def field(tag, data):
        size = len(data).to_bytes((len(data).bit_length() + 7) // 8, "big")
        return bytes([tag]) + (bytes([len(data)]) if len(data) < 128 else bytes([0x80 | len(size)]) + size) + data

    def integer(number):
        return field(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))

    draw = random.Random(1)
    kind = field(0x30, bytes.fromhex("06092a864886f70d010101") + b"\5\0")
    for exponent in [0, 1, 2, 4, 65536]:
        modulus = draw.getrandbits(2048) | 1 << 2047 | 1
        der = field(0x30, kind + field(3, b"\0" + field(0x30, integer(modulus) + integer(exponent))))
        open(folder + "/key.der", "wb").write(der)
        # What such a key has for the signature of a payload is the padded digest itself.
        digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(MEDIA.encode()).digest()
        padded = b"\0\1" + b"\xff" * (256 - 3 - len(digest)) + b"\0" + digest
        token = b"<signatureInfo>" + base64.b64encode(padded) + b"<signatureInfo>" + MEDIA.encode()
        verify(tally, f"a public exponent of {exponent}", token, folder + "/key.der", False)
    for bits, is_good in [(1024, False), (2048, True), (3072, True)]:
        signer = Signer(folder, bits)
        verify(tally, f"{bits} bits with --strict", signer.sign(MEDIA), signer.public, is_good, ["--strict"])
    short = Signer(folder, 1024)
    verify(tally, "1024 bits without --strict", short.sign(MEDIA), short.public, True)


def characters(tally, folder):
    signer = Signer(folder)
    for scalar in [0x7F, 0x80, 0x9B, 0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0x85, 0x2028]:
        token = signer.sign(MEDIA.replace("News", f"a{chr(scalar)}b").replace("R<", f"{chr(scalar)}<"))
        for more in [[], ["--json"]]:
            for command in [["token", "inspect", "-"], ["token", "verify", "-", "--requestor", "R", "--all"]]:
                _, output, crashed, seconds = run([*command, *more], token + b"\n")
                shown = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", output.decode())
                tally.take(f"U+{scalar:04X} shown by {' '.join(command + more)}", False, shown is not None, crashed, seconds)


# XML

def markup(tally, folder):
    mistakes = ["]", "]]>", "& ", "&b;", "\x01", "\ufffe", "<a b=c>", "<a b='<'/>", "</b>", "<!-- -- -->", "<x:y/>", "<a", "<b>",
                "<![CDATA[", "<a b='&c;'/>", "<?a ", "\n"]
    documents = ["<a>" + mistake * count for mistake in mistakes for count in [1, 1000, 1_000_000 // len(mistake)]]
    documents += ["<a>" + "]" * 1_000_000 + "]]>",
                  "<?xml version='1.0'" + " " * 250 + "encoding='UTF-7'?><a " + "".join(f"a{n}+AD0-'' " for n in range(200_000)) + "/>",
                  "<?xml version='1.0' encoding='UTF-16'?><a/>", "<a " + "".join(f"a{n}='' " for n in range(100_000)) + "/>",
                  "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><a>&b;</a>", "<a xmlns:x='" + "x" * 3_000_000 + "'/>"]
    for document in documents:
        for command, data in [("configuration check", document), ("token inspect", "<signatureInfo>AAAA<signatureInfo>" + document)]:
            code, _, crashed, seconds = run([*command.split(), "-"], data.encode())
            tally.take(f"{command}: {document[:40]!r}, {len(document)} bytes", False, code == 0, crashed, seconds)


# Traces

def traces(tally, folder):
    code, output, _, _ = run(["run", "--quiet", "--platform", "tvos", "--filter", "race-two-providers", "--report-dir", folder + "/run"])
    lines = open(folder + "/run/trace.ndjson").read().splitlines()
    tally.take("the trace as it is", True, run(["check", folder + "/run"])[0] == code)
    draw = random.Random(1)
    for number in range(60):
        records = [json.loads(line) for line in lines]
        for _ in range(draw.choice([1, 1, 2, 5])):
            record = draw.choice(records)
            names = [name for name, value in record.items() if isinstance(value, int) and not isinstance(value, bool)]
            record[draw.choice(names)] = draw.choice(ENDS)
        with open(folder + "/trace.ndjson", "w") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
        # What it says is not looked at here: only that something is said.
        code, _, crashed, seconds = run(["check", folder + "/trace.ndjson"])
        tally.take(f"altered trace {number}", True, True, crashed, seconds)


# Suites of others

def suites(tally, folder):
    """Every file of JSON and XML below ASSAY_SUITES, such as JSONTestSuite and xmlconf: none is a trace or a configuration."""
    for place, _, names in os.walk(os.environ.get("ASSAY_SUITES", "")):
        for name in sorted(names):
            command = {"json": ["check"], "xml": ["configuration", "check"]}.get(name.rsplit(".", 1)[-1])
            if command:
                code, _, crashed, seconds = run([*command, f"{place}/{name}"])
                tally.take(name, False, code == 0, crashed, seconds)


# YAML and JSON

def readers(tally, folder):
    def world(text, is_good):
        open(folder + "/world.yaml", "wb").write(text if isinstance(text, bytes) else text.encode())
        process = subprocess.Popen([TOOL, "serve", "--no-state", "--world", folder + "/world.yaml"], env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        first = process.stdout.readline()
        accepted = process.poll() is None and not first.startswith(b"assay:")
        process.terminate()
        process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        tally.memory = max(tally.memory, used.ru_maxrss // 1024)
        # Whatever the file holds. The kernel counts what this process had when it began the other, too.
        most = max(64 << 10, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + 1024)
        tally.take(f"{used.ru_maxrss // 1024} MB for {text[:40]!r}", True, used.ru_maxrss < most)
        tally.take(repr(text[:60]), is_good, accepted, crashed=not accepted and code not in (0, 4, 130, 143, -15))

    head = "schema: assay/world/1\n"
    for text in ["welcome: [requestors]", "welcome: [\n  requestors, # one\n  mvpds\n ] # two", "welcome:\n- 'mvpds' # a\n", "welcome: []\n"]:
        world(head + text, True)
    for text in ["welcome: [requestors,\nmvpds]", "welcome: ['mvpds']# no", "welcome: ['mvpds',# no\n 'requestors']", "welcome:\t[mvpds]",
                 "welcome: &a [mvpds]", "welcome: *a", "welcome: [mvpds]\nwelcome: []", "welcome: [" * 100_000, "- " * 100_000,
                 "welcome: [" + "a," * 1_000_000 + "]", "welcome: [" + "a: b," * 800_000 + "]", "- a\n" * 1_000_000,
                 "welcome: {" + ",".join(f"k{number}: 1" for number in range(300_000)) + "}", "welcome: '" + "a" * 4_000_000 + "'",
                 "welcome: !!set {}", "a" * 3_000_000, "welcome: [mvpds]\n---\n", "\x00", "\ufeff"]:
        world(head + text, False)
    world("\ufeff" + head, False)
    world(head.encode() + b"welcome: [\xff]", False)


# Adapters

def adapters(tally, folder):
    port = ("{'name':'p','version':'1'},'api':{'family':'AccessEnabler','version':'3.9.2','platforms':['ios']},"
            "'calls':['setRequestor:serviceProviders:','getAuthentication','setSelectedProvider:'],"
            "'callbacks':['setRequestorComplete:','displayProviderDialog:','navigateToUrl:'],'features':[],"
            "'limits':{'lineBytes':1048576,'sessions':64},'clock':{'origin':'machine','now':time.monotonic_ns()}")
    head = ("import json,os,signal,sys,time\n"
            "def say(v): sys.stdout.write(json.dumps(v)+'\\n'); sys.stdout.flush()\n"
            "def hello(): say({'jsonrpc':'2.0','id':json.loads(sys.stdin.readline())['id'],"
            f"'result':{{'protocolVersion':'1.0','port':{port}}}}})\n"
            "def rest(N=None):\n"
            "    for line in sys.stdin:\n"
            "        asked=json.loads(line)\n"
            "        if N is not None and asked['method']=='session/call':\n"
            "            say({'jsonrpc':'2.0','method':'session/event','params':{'session':asked['params']['session'],"
            "'seq':N,'n':N,'ts':N,'thread':'t','selector':'setRequestorComplete:','arguments':{'status':N}}})\n"
            "        say({'jsonrpc':'2.0','id':asked['id'],'result':{}})\n")
    programs = ["", "sys.exit(0)", "sys.exit(7)", "os.kill(os.getpid(), 9)", "print('hello'); sys.exit()",
                "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); rest()", "sys.stdout.write('{'*17000000); rest()",
                "sys.stdout.write('\\n'*3000000); sys.stdout.flush(); hello(); rest()", "print('['*100000); hello(); rest()",
                "say({'jsonrpc':'2.0','id':99,'result':{}}); rest()", "say([]); rest()", "say(None); hello(); rest()",
                "say({'jsonrpc':'2.0','id':0,'result':{}}); rest()", "say({'jsonrpc':'2.0','id':0,'error':{'code':1,'message':'x'}}); rest()",
                "hello(); say({'jsonrpc':'2.0','id':0,'result':{}}); rest()", "hello(); sys.stdout.close(); time.sleep(600)",
                "hello(); sys.stdin.close(); time.sleep(600)", "signal.signal(15, signal.SIG_IGN); rest()",
                "signal.signal(15, signal.SIG_IGN); hello(); rest()", "sys.stderr.write('x'*20000000); hello(); rest()",
                "hello(); sys.stdout.write('\\x1b]0;a\\x07\\u202e\\n'); rest()"]
    events = [f"hello(); rest({number})" for number in ENDS + ["1.5", "'x'", "[]", "1e300"]]
    for program in programs + events:
        open(folder + "/adapter.py", "w").write(head + program + "\n")
        code, _, crashed, seconds = run(["run", "--quiet", "--platform", "ios", "--filter", "race-two-providers", "--report-dir",
                                         folder + "/run", "--implementation", f"exec:python3 {folder}/adapter.py"])
        # A port is judged once its adapter has said hello: it makes no callback, a strange one, or is gone.
        is_judged = program in events or program.startswith("hello()") or program.endswith("hello(); rest()")
        tally.take(program, False, code == 0 or code == 1 and not is_judged, crashed, seconds)
        left = subprocess.run(["pgrep", "-f", folder + "/adapter.py"], capture_output=True).stdout.split()
        tally.take(f"left behind: {program}", True, not left)
        for number in left:
            os.kill(int(number), signal.SIGKILL)


# Clocks

def clocks(tally, folder):
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", folder + "/clock.so", "Tests/Attack/clock.c"], check=True)
    for offset, step in [(-30 * 31536000, 0), (10 * 31536000, 0), (0, 3600), (0, -3600), (0, 10 * 31536000)]:
        ENVIRONMENT.update(LD_PRELOAD=folder + "/clock.so", CLOCK_OFFSET=str(offset), CLOCK_STEP=str(step))
        code, output, crashed, seconds = run(["run", "--quiet", "--smoke", "--report-dir", folder + "/run"], limit=300)
        del ENVIRONMENT["LD_PRELOAD"]
        tally.take(f"a clock {offset} s off, set by {step} s: {output.decode()[-600:]}", True, code == 0, crashed)


# Disks

def disks(tally, folder):
    """Reports on disks of some KB, which takes the right to mount one."""
    for size in [4, 16, 64, 256]:
        script = (f"mount -t tmpfs -o size={size}k none {folder} && '{TOOL}' run --quiet --smoke --platform ios --report-dir "
                  f"{folder}/run; code=$?; cat {folder}/run/trace.ndjson >&2; exit $code")
        ended = subprocess.run(["unshare", "-rm", "sh", "-c", script], env=ENVIRONMENT, capture_output=True)
        if b"unshare:" in ended.stderr or b"mount:" in ended.stderr:
            print("  disks: left out, because nothing can be mounted here")
            return
        lines = [line for line in ended.stderr.splitlines(keepends=True) if line.startswith(b"{")]
        whole = all(line.endswith(b"}\n") and json.loads(line) for line in lines)
        # Where not even the list of the cases fits, nothing is run.
        missing = [b"run.json"] if b"no report can be written" in ended.stderr else [b"report.json", b"trace.ndjson"]
        named = all(word in ended.stderr for word in [*missing, b"No space left"])
        tally.take(f"a disk of {size} KB: code {ended.returncode}, {len(lines)} lines", True,
                   ended.returncode == 3 and whole and named, ended.returncode not in range(5))


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


CLASSES = [numbers, wrapping, keys, characters, markup, traces, suites, readers, adapters, clocks, disks, clients, requests]
wanted = [made for made in CLASSES if not sys.argv[1:] or made.__name__ in sys.argv[1:]]
begin, tallies = time.monotonic(), []
for made in wanted:
    current = Tally(made.__name__)
    tallies.append(current)
    with tempfile.TemporaryDirectory() as folder:
        made(tallies[-1], folder)
print(f"{'class':<12} {'tried':>6} {'wrongly accepted':>18} {'wrongly refused':>16} {'crashed':>8} {'slow':>5} {'memory':>6}")
for tally in tallies:
    print(tally.line())
print(f"{time.monotonic() - begin:.0f} s")
sys.exit(any(tally.accepted or tally.refused or tally.crashed for tally in tallies))
