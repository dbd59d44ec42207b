"""Adapters that misbehave, what they say, and machines that give up."""
import base64, hashlib, json, os, shutil, signal, subprocess, urllib.parse
from documents import ENDS, MEDIA, has_controls
from tally import ENVIRONMENT, TOOL, each

PORT = ("{'name':NAME,'version':'1'},'api':{'family':'AccessEnabler','version':'3.9.2','platforms':['ios']},"
        "'calls':['setRequestor:serviceProviders:','getAuthentication','setSelectedProvider:'],"
        "'callbacks':['setRequestorComplete:','displayProviderDialog:','navigateToUrl:','setToken:forResource:'],'features':[],"
        "'limits':{'lineBytes':1048576,'sessions':64},'clock':{'origin':'machine','now':time.monotonic_ns()}")
HEAD = ("import json,os,signal,sys,time\n"
        "NAME='p'\n"
        "def say(v): sys.stdout.write(json.dumps(v)+'\\n'); sys.stdout.flush()\n"
        "def hello(): say({'jsonrpc':'2.0','id':json.loads(sys.stdin.readline())['id'],"
        f"'result':{{'protocolVersion':'1.0','port':{PORT}}}}})\n"
        "def event(asked,selector,arguments,N,thread='t'): say({'jsonrpc':'2.0','method':'session/event','params':{'session':"
        "asked['params']['session'],'seq':N,'n':N,'ts':N or time.monotonic_ns(),'thread':thread,'selector':selector,"
        "'arguments':arguments}})\n"
        "def rest(N=None,method='',act=None):\n"
        "    for line in sys.stdin:\n"
        "        asked=json.loads(line)\n"
        "        if asked['method']==method: act(asked)\n"
        "        if N is not None and asked['method']=='session/call': event(asked,'setRequestorComplete:',{'status':N},N)\n"
        "        say({'jsonrpc':'2.0','id':asked['id'],'result':{}})\n")


def certify(tally, folder, program, name="adapter", more=()):
    """A case of the port that the program is the adapter of, its report in a folder with the name."""
    with open(f"{folder}/{name}.py", "w") as file:
        file.write(HEAD + program + "\n")
    return tally.run(["run", "--platform", "ios", "--filter", "race-two-providers", "--report-dir", f"{folder}/{name}", *more,
                      "--implementation", f"exec:python3 {folder}/{name}.py"], limit=300)


def adapters(tally, folder):
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
    said = ["event(asked,'navigateToUrl:',{'url':{'k'*4_000_000:[0]*2_000_000}},0)",
            "say({'jsonrpc':'2.0','method':'log','params':{'text':'key=.'*2_000_000}})",
            "say({'jsonrpc':'2.0','method':'log','params':{'text':'-u a -p(/.'*1_000_000}})",
            "event(asked,'navigateToUrl:',{'url':'key=.'*1_000_000},0)"]
    events += [f"hello(); rest(None, 'session/call', lambda asked: {act})" for act in said]
    hangs = ["time.sleep(600)", "os.kill(os.getpid(), signal.SIGSTOP)", "hello(); time.sleep(600)"]
    hangs += [f"hello(); rest(None, '{method}', lambda asked: {act})"
              for method in ["session/open", "session/call", "ping", "session/close", "shutdown"]
              for act in ["time.sleep(600)", "os.kill(os.getpid(), signal.SIGSTOP)"]]
    hangs += [f"hello(); rest(None, 'session/call', lambda asked: {act})" for act in [
        "sys.stdout.write('\\n' * 20_000_000)", "[os.open('/dev/null', 0) for _ in range(10_000_000)]",
        "__import__('resource').setrlimit(9, (600 << 20, 600 << 20)) or bytearray(2 << 30)"]]

    def misbehave(number, program):
        code, _, crashed, seconds = certify(tally, folder, program, f"a{number}", ["--quiet"])
        # A port is judged once its adapter has said hello: it makes no callback, a strange one, or is gone.
        is_judged = program in events or program.startswith("hello()") or program.endswith("hello(); rest()")
        tally.take(program, False, code == 0 or code == 1 and not is_judged, crashed, seconds)
        left = subprocess.run(["pgrep", "-f", f"{folder}/a{number}.py"], capture_output=True).stdout.split()
        tally.take(f"left behind: {program}", True, not left)
        for process in left:
            os.kill(int(process), signal.SIGKILL)

    # Most of them wait.
    each(enumerate(programs + events + hangs), misbehave, 32)


# What adapters say

def files(folder):
    return {f"{place}/{name}": open(f"{place}/{name}", "rb").read() for place, _, names in os.walk(folder) for name in names}


def names(tally, folder):
    """Names and keys that change a terminal, wherever an adapter may say them."""
    word = "X\u202eY\x1b]0;own\x07\x9bZ\u2066\u061c\u200f\x7f"
    program = (f"B={word!r}\nNAME=B\nhello()\n"
               "sys.stderr.write(B+'\\n'); sys.stderr.flush(); sys.stdout.write('noise '+B+'\\n'); sys.stdout.flush()\n"
               "def act(asked):\n"
               "    say({'jsonrpc':'2.0','method':'log','params':{'session':asked['params']['session'],'text':B}})\n"
               "    event(asked,'navigateToUrl:',{'url':B,B:{B:[B]},'r':{'$ref':B}},0,B)\n"
               "rest(None,'session/call',act)")
    _, output, crashed, _ = certify(tally, folder, program, "said", ["--show", "cases", "--deadline", "500ms"])
    tally.take("the terminal of a run", False, has_controls(output.decode()), crashed)
    for name, data in files(folder + "/said").items():
        tally.take(os.path.basename(name), False, has_controls(data.decode(errors="replace")))
    # Traces and reports of somebody else, which may name any command.
    for name in ["theirs", "worse"]:
        shutil.copytree(folder + "/said", f"{folder}/{name}")
    with open(folder + "/said/trace.ndjson", encoding="utf-8", newline="\n") as file:
        lines = file.read().split("\n")
    start = next(number for number, line in enumerate(lines) if '"run-started"' in line)
    lines[start] = json.dumps(json.loads(lines[start]) | {"implementation": "exec:" + word})
    with open(folder + "/theirs/trace.ndjson", "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines))
    with open(folder + "/worse/report.json", encoding="utf-8") as file:
        report = json.load(file)
    for verdict in report["verdicts"]:
        verdict["rerun"] = "assay run " + word
    with open(folder + "/worse/report.json", "w", encoding="utf-8") as file:
        json.dump(report, file)
    # Of one new failure the command is told.
    report["verdicts"][0] |= {"outcome": "PASS", "outcomes": {"core": "PASS"}, "findings": []}
    with open(folder + "/said/report.json", "w", encoding="utf-8") as file:
        json.dump(report, file)
    for command in [["check", folder + "/theirs", "--report-dir", folder + "/checked"], ["summary", folder + "/worse"],
                    ["compare", folder + "/said", folder + "/worse"], ["lint-adapter", f"python3 {folder}/said.py"]]:
        _, output, crashed, _ = tally.run(command)
        tally.take(f"the terminal of {command[0]}", False, has_controls(output.decode()), crashed)
    for name, data in files(folder + "/checked").items():
        tally.take(f"{os.path.basename(name)} of a check", False, has_controls(data.decode(errors="replace")))


def secrets(tally, folder):
    """What a port can say that is a secret by its name or its look: nothing of it is in a file or on the terminal."""
    forms = ["access_token=%s", "password: %s", "api_key=%s", "pwd=%s", '{"refresh_token":"%s"}', "Cookie: a=1; b=%s",
             "Set-Cookie: sid=%s; Path=/", "x-api-key: %s", "Bearer %s", "username=u&password=%s", "http://u:%s@h/x",
             "GET https://h/cb?code=%s&x=1", "GET https://h/cb#access_token=%s", "GET /saml?SAMLResponse=%s", "clientSecret: %s",
             "softwareStatement = %s", "Authorization: Digest username=u, response=%s", "password is %s", "token -> %s",
             "passwort=%s", "mosquitto_pub -u me -p %s", "curl --user me:%s", "{'password': '%s'}", "<password>%s</password>",
             "session=%s", "otp=%s", "credential=%s", "hmac=%s", "sig=%s", "Authorization: GET requestor_id=R, signature=%s",
             "jwt eyJhbGciOiJIUzI1NiJ9.%s.sig", "secret:%s", "X-Auth-Token: %s", "private_key=%s", "key=%s", "pass=%s", "run --pass %s",
             "creds=%s", "jwt=%s", '{"key":"%s"}',
             "<signatureInfo>%s<signatureInfo>" + MEDIA]
    forms += ["body=access_token=%s&x=1", "GET /v1/password=%s", "curl --data=client_secret=%s h", 'Cookie: sid="%s"',
              'Set-Cookie: a="x"; sid=%s', '{"pass":"%s"}', '{"otp":"%s"}', '{"auth":"%s"}', '{"credential": "%s"}', "DB_PASS=%s",
              "user_pin=%s", "x_auth=%s", "userPass=%s", "mvpdToken=%s", "appSecret=%s", "secretAccessKey=%s", '"tokenValue":"%s"',
              "PGPASSWORD=%s", r"https:\/\/u:%s@h\/x", '{"name":"password","value":"%s"}', '<input name="password" value="%s">',
              "<key>password</key><string>%s", '<password type="x">%s</password>', "<password><![CDATA[%s]]></password>",
              "password&#61;%s", r"password\u003d%s", "password=b'%s'", "password=`%s`", "('x-api-key', '%s')", "token(%s)",
              "passwords=%s", "mysql -u me -p%s", "mosquitto_pub -u me -P %s", "curl -ume:%s h", "sshpass -p %s ssh",
              "openssl -passin pass:%s", "headers[Authorization]=Bearer %s", "pw=%s"]
    forms += ["see https://h/?u=" + urllib.parse.quote("https://h2/?refresh_token=") + "%s",
              "see " + urllib.parse.quote(urllib.parse.quote("https://h2/?access_token=")) + "%s"]
    ways = ["sys.stderr.write(T+'\\n'); sys.stderr.flush()", "sys.stdout.write(T+'\\n'); sys.stdout.flush()",
            "say({'jsonrpc':'2.0','method':'log','params':{'session':asked['params']['session'],'text':T}})",
            "event(asked,'setToken:forResource:',{'token':{'a':[T]},'resource':T},N)",
            "event(asked,'navigateToUrl:',{'url':'https://h/','x':{'y':T}},N)"]
    said, program = {}, "hello()\nN=0\ndef act(asked):\n    global N\n"
    for way in ways:
        for form in forms:
            # Short ones have to be known by their names; keys and sessions are secrets where they are long.
            length = 18 if "key" in form or "session=" in form or "eyJ" in form else 8
            secret = f"q{len(said)}w" + hashlib.md5(str(len(said)).encode()).hexdigest()[:length] + "Zq"
            said[secret] = f"{form} by {way}"
            # A percent sign of a URL is none of Python's.
            text = form.replace("%s", "\0").replace("\0", secret)
            program += f"    T={text!r}; {way}\n" + ("    N+=1\n" if "event" in way else "")
    # What is no text, what has a name beside it or around it, and what is cut where it is long.
    values = {"{'password':%s}": "12345678%04d", "{'name':'X-Api-Key','value':'%s'}": "q%04dzq",
              "{'token':{'value':'%s'}}": "q%04dvq", "{'token':{'%s':1}}": "q%04dkeyq"}
    for number, (form, shape) in enumerate(values.items()):
        secret = shape % number
        said[secret] = form
        program += f"    event(asked,'navigateToUrl:',{{'url':'https://h/','x':{form.replace('%s', secret)}}},N)\n    N+=1\n"
    for stream, most in [("stdout", 1000), ("stderr", 4096)]:
        secret = f"{stream}-" + hashlib.md5(stream.encode()).hexdigest()
        # The part that a cut at that place would leave.
        said[secret[:20]] = f"a line of {stream} cut in it"
        program += f"    sys.{stream}.write('y '*{(most - 20) // 2}+'{secret}\\n'); sys.{stream}.flush()\n"
    certify(tally, folder, program + "    raise SystemExit\nrest(None,'session/call',act)", "said",
            ["--show", "cases", "--lint", "never"])
    texts = files(folder + "/said")
    with open(folder + "/lint.py", "w") as file:
        file.write("import sys; sys.stderr.write('x'*49+' password=Hunter2xyz9\\n'); sys.exit(1)")
    said["Hunter2xyz9"] = "a name at the end of a line"
    texts["lint-adapter"] = tally.run(["lint-adapter", f"python3 {folder}/lint.py"])[1]
    for secret, what in said.items():
        encoded = [secret.encode()] + [base64.b64encode(secret.encode())[:-4]]
        found = [os.path.basename(name) for name, data in texts.items() if any(form in data for form in encoded)]
        tally.take(f"{what} is in {', '.join(sorted(set(found)))}", False, bool(found))
    trace = texts.get(folder + "/said/trace.ndjson", b"")
    tally.take("all of it is in the trace, as digests", True, trace.count(b"sha256:") > len(said) // 2)


# Machines that give up

def limits(tally, folder):
    """Few addresses, descriptors, or bytes in a file: told in words, and nobody fails."""
    run = ["run", "--quiet", "--smoke", "--platform", "ios"]
    commands = [run, ["explore", "--runs", "3", "--seed", "1", "--quiet"], ["load", "smoke", "--duration", "1s", "--quiet"]]
    tried = [(command, f"ulimit -{letter} {most}") for command in commands for letter, most in
             [("v", 300_000), ("v", 500_000), ("v", 800_000), ("v", 1_200_000), ("n", 20), ("n", 64)]]
    tried += [(run, f"ulimit -f {blocks}") for blocks in [1, 20, 100]]

    def hold(number, command, limit):
        code, output, _, _ = tally.run([*command, "--report-dir", f"{folder}/{number}"], before=limit)
        # A load run has codes of its own for what says nothing about the port.
        tally.take(f"{command[0]}, {limit}: {code}, {output[-200:]!r}", True,
                   code in (0, 97, 98) or code in (2, 3) and b"assay" in output, code < 0 or code > 128)

    each([(number, *one) for number, one in enumerate(tried)], hold)
    # A few ports, where there may be a network for this alone.
    own = ["unshare", "-rn"]
    if subprocess.run([*own, "sh", "-c", "ip link set lo up && test -w /proc/sys/net/ipv4/ip_local_port_range"]).returncode:
        print("  limits: ports are left out, because there can be no network of its own here")
        return
    for last in [40_004, 40_012, 40_030]:
        code, output, crashed, _ = tally.run(
            [*run, "--report-dir", f"{folder}/ports"], within=own,
            before=f"ip link set lo up; echo 40000 {last} >/proc/sys/net/ipv4/ip_local_port_range")
        tally.take(f"ports up to {last}: {code}, {output[-200:]!r}", True, code in (0, 2, 3), crashed)


# Clocks

def clocks(tally, folder):
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", folder + "/clock.so", "Tests/Attack/clock.c"], check=True)
    def shift(number, offset, step):
        clock = f"export LD_PRELOAD={folder}/clock.so CLOCK_OFFSET={offset} CLOCK_STEP={step}"
        code, output, crashed, _ = tally.run(
            ["run", "--quiet", "--smoke", "--report-dir", f"{folder}/{number}"], limit=300, before=clock)
        tally.take(f"a clock {offset} s off, set by {step} s: {output.decode()[-600:]}", True, code == 0, crashed)

    # Most of the time they wait.
    shifts = [(-30 * 31536000, 0), (10 * 31536000, 0), (0, 3600), (0, -3600), (0, 10 * 31536000)]
    each([(number, *one) for number, one in enumerate(shifts)], shift, len(shifts))


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


