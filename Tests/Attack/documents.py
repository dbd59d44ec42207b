"""Tokens, keys, XML, traces, YAML and JSON."""
import base64, hashlib, json, os, random, re, resource, shutil, subprocess
from tally import ENVIRONMENT, TOOL, each

ENDS = [-(2**63), 2**63 - 1, -1, 0, 2**62, -(2**62), 1 << 48, (1 << 48) + 1]

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
    code, output, crashed, seconds = tally.run(["token", "verify", "-", "--key", key, *EXPECTED, *more], token + b"\n")
    tally.take(what, is_good, code == 0, crashed, seconds)
    return output


def numbers(tally, folder):
    def inspect(number, command, token):
        code, _, crashed, seconds = tally.run(command, token.encode())
        tally.take(f"a lifetime of {number}", False, code == 0, crashed, seconds)

    inputs = []
    for number in [*map(str, ENDS), "9223372036854775808", "1" * 15, "1" * 16, "+7", "-0", "", "NaN", "1e3", "٣"]:
        for date in ["2026-01-01 00:00:00 +0000", "0000-01-01 00:00:00 +2359", "9999-12-31 23:59:59 -2359"]:
            for end in ["<signatureInfo>", "</signatureInfo>"]:
                token = f"<signatureInfo>AAAA{end}<authToken><ttl>{number}</ttl><issueTime>{date}</issueTime></authToken>"
                inputs += [(number, ["token", "inspect", "-"], token),
                           (number, ["token", "verify", "-", "--at", str(2**63 - 1), "--skew", "106751d"], token)]
    each(inputs, inspect)


def wrapping(tally, folder):
    signer = Signer(folder)
    x, xsi = 'xmlns:x="urn:x"', 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    good = [MEDIA, MEDIA.replace("authToken", "shortAuthorizationToken"), MEDIA.replace("News", "N&amp;&lt;&gt;"),
            MEDIA.replace("</authToken>", "<proxyMvpdId/></authToken>"), MEDIA.replace("News", "<![CDATA[<a>]]>")]
    wrapped = []
    for payload in good:
        token = signer.sign(payload)
        wrapped += [(payload, token, True), (payload, base64.b64encode(token), True),
                    (payload, signer.sign(payload, "</signatureInfo>"), True)]
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
    each([(payload,) for payload in bad], lambda payload: verify(tally, payload, signer.sign(payload), signer.public, False))
    token = signer.sign(MEDIA)
    escaped = token.replace(b"&", b"&amp;").replace(b"<", b"&lt;")
    other = escaped.replace(b"News", b"Premium")
    wrapped.append(("an answer", b"<a><mediaToken>" + escaped + b"</mediaToken></a>", True))
    for text in [b"<a><mediaToken>" + escaped + b"</mediaToken><mediaToken>" + other + b"</mediaToken></a>",
                 b"<a><mediaToken>" + other + b"</mediaToken><b><authzToken>" + escaped + b"</authzToken></b></a>",
                 b"<a><mediaToken>" + escaped + b"<b>" + other + b"</b></mediaToken></a>", token + token,
                 token.replace(b"<signatureInfo>", b"<signatureInfo >", 1), token.replace(b"==<", b"=<"), token[:-1]]:
        wrapped.append((text[:60], text, False))
    for place in range(0, len(token), max(1, len(token) // 60)):
        changed = token[:place] + bytes([token[place] ^ 1]) + token[place + 1:]
        wrapped.append((f"byte {place} changed", changed, False))
    each(wrapped, lambda what, token, is_good: verify(tally, what, token, signer.public, is_good))


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


def has_controls(text):
    """Whether there is what changes a terminal, or the direction of writing."""
    return re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", text) is not None


def characters(tally, folder):
    signer = Signer(folder)

    def show(scalar, token, command):
        _, output, crashed, seconds = tally.run(command, token + b"\n")
        tally.take(f"U+{scalar:04X} shown by {' '.join(command)}", False, has_controls(output.decode()), crashed, seconds)

    inputs = []
    for scalar in [0x7F, 0x80, 0x9B, 0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0x85, 0x2028]:
        token = signer.sign(MEDIA.replace("News", f"a{chr(scalar)}b").replace("R<", f"{chr(scalar)}<"))
        for more in [[], ["--json"]]:
            for command in [["token", "inspect", "-"], ["token", "verify", "-", "--requestor", "R", "--all"]]:
                inputs.append((scalar, token, [*command, *more]))
    each(inputs, show)


# XML

def markup(tally, folder):
    mistakes = ["]", "]]>", "& ", "&b;", "\x01", "\ufffe", "<a b=c>", "<a b='<'/>", "</b>", "<!-- -- -->", "<x:y/>", "<a", "<b>",
                "<![CDATA[", "<a b='&c;'/>", "<?a ", "\n"]
    documents = ["<a>" + mistake * count for mistake in mistakes for count in [1, 1000, 1_000_000 // len(mistake)]]
    documents += ["<a>" + "]" * 1_000_000 + "]]>",
                  "<?xml version='1.0'" + " " * 250 + "encoding='UTF-7'?><a " + "".join(f"a{n}+AD0-'' " for n in range(200_000)) + "/>",
                  "<?xml version='1.0' encoding='UTF-16'?><a/>", "<a " + "".join(f"a{n}='' " for n in range(100_000)) + "/>",
                  "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><a>&b;</a>", "<a xmlns:x='" + "x" * 3_000_000 + "'/>"]

    def check(command, document):
        code, _, crashed, seconds = tally.run([*command.split(), "-"], document.encode())
        tally.take(f"{command}: {document[:80]!r}, {len(document)} bytes", False, code == 0, crashed, seconds)

    each([(command, before + document) for document in documents for command, before in
          [("configuration check", ""), ("token inspect", "<signatureInfo>AAAA<signatureInfo>")]], check)


# Traces

def traces(tally, folder):
    code, output, _, _ = tally.run(["run", "--quiet", "--platform", "tvos", "--filter", "race-two-providers", "--report-dir", folder + "/run"])
    lines = open(folder + "/run/trace.ndjson").read().splitlines()
    tally.take("the trace as it is", True, tally.run(["check", folder + "/run"])[0] == code)
    draw = random.Random(1)

    def check(number):
        # What it says is not looked at here: only that something is said.
        code, _, crashed, seconds = tally.run(["check", f"{folder}/{number}.ndjson"])
        tally.take(f"altered trace {number}", True, True, crashed, seconds)

    for number in range(60):
        records = [json.loads(line) for line in lines]
        for _ in range(draw.choice([1, 1, 2, 5])):
            record = draw.choice(records)
            names = [name for name, value in record.items() if isinstance(value, int) and not isinstance(value, bool)]
            record[draw.choice(names)] = draw.choice(ENDS)
        with open(f"{folder}/{number}.ndjson", "w") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
    each([(number,) for number in range(60)], check)


def nights(tally, folder):
    """What a history is made of, and what clients were seen to do: every number in turn at the ends of 64 bits."""
    made = folder + "/made"
    tally.run(["run", "--quiet", "--platform", "ios", "--filter", "authorization", "--report-dir", made + "/0"])
    tally.run(["history", made])
    every = re.compile(r'([:,\[]\s*)-?\d+(?=\s*[,\]}])')
    times = re.compile(r'("(?:remaining-ms|started)":\s*)-?\d+')
    inputs = []
    for place, command in [("0/report.json", "history"), ("kept-nights", "history"), ("0/trace.ndjson", "check")]:
        path = f"{made}/{place}"
        files = [path] if os.path.isfile(path) else [f"{path}/{name}" for name in os.listdir(path) if "night" in name]
        for file in files:
            text = re.sub('"implementation":"[^"]*"', '"implementation":"clients of assay serve"', open(file).read(), count=1)
            for end in ENDS:
                for some in [every, times]:
                    inputs.append((len(inputs), os.path.relpath(file, made), command, some.sub(rf"\g<1>{end}", text)))

    def read(index, name, command, text):
        own = f"{folder}/{index}"
        shutil.copytree(made, own)
        if command == "history" and name.startswith("0/"):
            shutil.copytree(own + "/0", own + "/1")
            shutil.rmtree(own + "/kept-nights")
        with open(f"{own}/{name}", "w") as file:
            file.write(text)
        _, _, crashed, seconds = tally.run([command, own if command == "history" else f"{own}/{name}"])
        tally.take(f"{command} of {name}, altered {index}", True, True, crashed, seconds)

    each(inputs, read)


# Suites of others

def suites(tally, folder):
    """JSONTestSuite and the W3C's xmlconf below ASSAY_SUITES: none is a trace or a configuration, and what is said about it
    tells whether it was read as JSON or XML."""
    def json_file(number, path, name):
        data = open(path, "rb").read()
        # A line of a trace; between the words of JSON a blank is as good as a line end.
        line = data.replace(b"\n", b" ") if name.startswith("y_") else data
        with open(f"{folder}/{number}.ndjson", "wb") as file:
            file.write(line + b"\n")
        code, output, crashed, seconds = tally.run(["check", f"{folder}/{number}.ndjson"])
        is_read = b"expected an object, found" in output or b"the member 'seq' is missing" in output
        tally.take(name, False, code == 0, crashed, seconds)
        # A key that is there twice is an error here.
        if name.startswith("y_") and b"duplicate key" not in output or name.startswith("n_") and b"\n" not in data.strip():
            tally.take(f"{name}: {output.decode(errors='replace')[-120:]}", name.startswith("y_"), is_read)

    def xml_file(number, path, name):
        data = open(path, "rb").read()
        code, output, crashed, seconds = tally.run(["configuration", "check", path])
        is_read = b"no requestor element" in output
        tally.take(name, False, code == 0, crashed, seconds)
        # None of ours has a document type, and all are UTF-8.
        is_ours = "/valid/" in path and b"<!DOCTYPE" not in data and b"encoding=" not in data and b"\0" not in data
        if is_ours or "/not-wf/" in path:
            tally.take(f"{path}: {output.decode(errors='replace')[-120:]}", is_ours, is_read)

    files = sorted(f"{place}/{name}" for place, _, names in os.walk(os.environ.get("ASSAY_SUITES", "")) for name in names)
    for end, body in [(".json", json_file), (".xml", xml_file)]:
        each([(number, path, os.path.basename(path)) for number, path in enumerate(files) if path.endswith(end)], body)


# YAML and JSON

def readers(tally, folder):
    def world(text, is_good):
        open(folder + "/world.yaml", "wb").write(text if isinstance(text, bytes) else text.encode())
        process = subprocess.Popen([TOOL, "serve", "--no-state", "--world", folder + "/world.yaml"], env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        first = process.stdout.readline()
        # Left for wait4, which says what it used.
        ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        accepted = ended is None and not first.startswith(b"assay:")
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


