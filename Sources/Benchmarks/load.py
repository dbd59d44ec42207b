#!/usr/bin/env python3
"""What the load generator costs, beside wrk and Locust on the same backend; and what its figures rest on.

usage: Sources/Benchmarks/load.py [REPETITIONS] [SECONDS] [PART...]
Parts: generator, verification, baseline, wires, users, start-delay; all of them where none is named.
Needs wrk and a C compiler; Locust is installed into .build/locust. What is missing is left out and said so.
"""
import json, os, resource, shutil, socket, subprocess, sys, tempfile, threading, urllib.parse, urllib.request

numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
parts = [word for word in sys.argv[1:] if not word.isdigit()]
repetitions, seconds = (numbers + [5, 4][len(numbers):])[:2]
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
tool = ".build/release/assay"
work = tempfile.mkdtemp(prefix="assay-load-")
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def profile(name, journey="configure", providers=8, latency=None, users=8, think=None, reuse=100000, each=10,
            warm_up=1):
    """Ten MVPDs make a configuration of some 2,000 bytes."""
    path = os.path.join(work, name + ".yaml")
    with open(path, "w") as file:
        file.write(f"""schema: assay/load/2
id: {name}
title: A benchmark
duration: {seconds}s
warm-up: {warm_up}s
arrivals: {{ users: {users} }}
providers: {{ count: {providers}{f", latency: '{latency}'" if latency else ""} }}
mvpds: {{ each: {each}, overlap: 100% }}
traffic: [{{ journey: {journey}, reuse: {reuse}{f", think: {think}" if think else ""} }}]
""")
    return path


def load(path, *arguments):
    """A run's report."""
    folder = tempfile.mkdtemp(dir=work)
    run = subprocess.run(
        [tool, "load", path, "--json", "--report-dir", folder, *arguments], capture_output=True, text=True)
    try:
        return json.loads(run.stdout)
    except ValueError:
        sys.exit(f"the run ended with {run.returncode}: {run.stderr}")


def per_second(report):
    """Configuration requests for each second of processor time of the generator, after the warm-up and before the end.

    In the warm-up instances are made, and register with every provider: those are other requests. At the end iterations are
    broken off, and connections closed by the thousand: wrk's figure has none of that either.
    """
    first = report["profile"]["warmUp"]
    samples = [sample for sample in report["resources"] if first <= sample["at"] <= first + seconds * 1e9]
    start, end = samples[0]["at"] / 1e9, samples[-1]["at"] / 1e9
    iterations = sum(
        second["completed"] * max(0, min(end, second["second"] + 1) - max(start, second["second"]))
        for second in report["seconds"])
    used = samples[-1]["generator"]["processorTime"] - samples[0]["generator"]["processorTime"]
    return iterations * report["scales"][0]["providers"] / (used / 1e9)


class Backend:
    """The same backend as of a load run, alone."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [tool, "load-backend", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.urls = json.loads(self.process.stdout.readline())["endpoints"]
        # What it sees is read as the generator would, and dropped.
        self.drain = subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.drain.wait()


def requestor(number=0):
    """The requestor of a session of the seed 1: the mark that every one of its values ends in."""
    scrambled = ((1 + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 % 2 ** 64) >> 34
    digits = ""
    while scrambled:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[scrambled % 36] + digits
        scrambled //= 36
    return f"REQ-x{digits[:6]}n{number}x"


def processor_time(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def wrk(lines, url, connections):
    text, used = processor_time(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", *(word for line in lines for word in ("-H", line)), url])
    if "Non-2xx" in text: sys.exit(f"wrk was not served: {text}")
    requests = next(int(line.split()[0]) for line in text.splitlines() if " requests in " in line)
    return requests / used


LOCUST = """
import os
from gevent.pool import Pool
from locust import FastHttpUser, task, constant
urls = os.environ["URLS"].split(",")
lines = dict(line.split(": ", 1) for line in os.environ["LINES"].splitlines())
class Visitor(FastHttpUser):
    host = urls[0]
    wait_time = constant(0)
    @task
    def fan_out(self):
        pool = Pool(len(urls))
        for url in urls: pool.spawn(self.client.get, url, headers=lines)
        pool.join()
"""


def locust(lines, urls, users):
    place = ".build/locust"
    if not os.path.exists(place + "/bin/locust"):
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        subprocess.run([place + "/bin/pip", "install", "--quiet", "locust==2.47.0"], check=True)
    script = os.path.join(work, "locustfile.py")
    with open(script, "w") as file: file.write(LOCUST)
    out = os.path.join(work, "locust")
    _, starting = processor_time([place + "/bin/locust", "--version"])
    _, used = processor_time(
        [place + "/bin/locust", "-f", script, "--headless", "-u", str(users), "-r", str(users), "-t",
         f"{seconds}s", "--csv", out, "--only-summary", "--loglevel", "ERROR"],
        env=dict(os.environ, URLS=",".join(urls), LINES="\n".join(lines)))
    with open(out + "_stats.csv") as file:
        names, *rows = [line.split(",") for line in file.read().splitlines()]
    total = dict(zip(names, rows[-1]))
    if int(total["Failure Count"]): sys.exit(f"Locust was not served: {total}")
    return int(total["Request Count"]) / (used - starting)


def header_lines(path):
    """What the reference's request for a configuration carries, read on its way to the backend.

    A baseline that asks with less has less to do: libcurl puts a request together character by character.
    """
    seen = []

    def pass_on(source, target, keeps):
        while data := source.recv(65_536):
            if keeps: seen.append(data)
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)

    def serve(listener, backend):
        while True:
            client, _ = listener.accept()
            server = socket.create_connection(backend)
            for arguments in [(client, server, True), (server, client, False)]:
                threading.Thread(target=pass_on, args=arguments, daemon=True).start()

    with Backend(path) as backend, socket.create_server(("127.0.0.1", 0)) as listener:
        place = urllib.parse.urlsplit(backend.urls[0])
        threading.Thread(target=serve, args=(listener, (place.hostname, place.port)), daemon=True).start()
        load(path, "--backend", f"http://127.0.0.1:{listener.getsockname()[1]}", "--iterations", "1",
             "--bind", f"requestor={requestor()}")
    requests = b"".join(seen).decode("latin-1")
    head = requests[requests.index("GET /adobe-services/config/"):].split("\r\n\r\n")[0]
    own = ("Host:", "Accept:", "Authorization:")
    return [line for line in head.split("\r\n")[1:] if not line.startswith(own)]


def granted(lines, url):
    """The same lines with an access token of this backend for its session 0; nobody is served with another."""
    def post(path, body, kind):
        request = urllib.request.Request(url + path, body.encode(), {"Content-Type": kind})
        with urllib.request.urlopen(request) as reply: return json.load(reply)

    statement = requestor().replace("REQ-", "statement.")
    client = post("/o/client/register", json.dumps({"software_statement": statement}), "application/json")
    form = {"grant_type": "client_credentials"} | {name: client[name] for name in ("client_id", "client_secret")}
    token = post("/o/client/token", urllib.parse.urlencode(form), "application/x-www-form-urlencoded")
    return lines + [f"Authorization: Bearer {token['access_token']}"]


def baseline_binary():
    binary = os.path.join(work, "fanout")
    if not os.path.exists(binary):
        subprocess.run(["cc", "-O2", "-o", binary, "Sources/Benchmarks/LoadBaseline/fanout.c", "-lcurl"], check=True)
    return binary


def baseline_command(rounds, lines, urls):
    return [baseline_binary(), str(rounds), *(word for line in lines for word in ("-H", line)), *urls]


def libcurl(lines, urls):
    """What libcurl alone reaches with the same requests, for nobody that uses it can be quicker."""
    rounds = 500 * seconds
    text, used = processor_time(baseline_command(rounds, lines, urls))
    if not text: sys.exit("the baseline over libcurl was not served")
    return rounds * len(urls) / used


def median(values):
    return sorted(values)[len(values) // 2]


def say(name, value, bound, is_good, unit=""):
    print(f"  {name:<58}{value:>10}{unit}  ({bound}){'' if is_good else '  MISSED'}", flush=True)


def has(program):
    if shutil.which(program): return True
    print(f"{program} is not installed: what needs it is left out")
    return False


def generator():
    print("verified fan-outs to 8 providers, 2 KB each; requests per second of the generator's processor time")
    # At 5,000 connections the configurations of all sessions are read some times before they are known.
    path, many = profile("generator"), profile("many", users=625, warm_up=15)
    ours, theirs, python, many_users, their_many_users, bare = [], [], [], [], [], []
    plain = header_lines(path)
    for _ in range(repetitions):
        ours.append(per_second(load(path)))
        many_users.append(per_second(load(many)))
        with Backend(path) as backend:
            lines = granted(plain, backend.urls[0])
            urls = [f"{url}/adobe-services/config/{requestor()}" for url in backend.urls]
            if shutil.which("wrk"):
                theirs.append(wrk(lines, urls[0], 64))
                their_many_users.append(wrk(lines, urls[0], 5000))
            if shutil.which("cc"): bare.append(libcurl(lines, urls))
            python.append(locust(lines, urls, 8))
    say("assay load", f"{median(ours):.0f}", "", True)
    if theirs:
        ratio = median([a / b for a, b in zip(ours, theirs)])
        say("to wrk", f"{ratio:.2f}", "at least 0.45", ratio >= 0.45)
        if bare:
            ratio = median([a / b for a, b in zip(bare, theirs)])
            say("the baseline in C over libcurl, with the same requests, to wrk", f"{ratio:.2f}", "", True)
    ratio = median([a / b for a, b in zip(ours, python)])
    say("to Locust's FastHttpUser, unverified", f"{ratio:.1f}", "at least 5", ratio >= 5)
    ratio = median([a / b for a, b in zip(many_users, ours)])
    say("at 5,000 connections to that at 64", f"{ratio:.2f}", "at least 0.7", ratio >= 0.7)
    if their_many_users:
        # What the kernel's own work for so many connections takes on this machine.
        ratio = median([a / b for a, b in zip(their_many_users, theirs)])
        say("wrk's at 5,000 connections to its own at 64", f"{ratio:.2f}", "", True)


def verification():
    print("what verification costs: throughput for the same processor time, verified to unverified")
    path = profile("verification", journey="fan-out")
    ratios = []
    for _ in range(repetitions):
        verified = per_second(load(path))
        ratios.append(verified / per_second(load(path, "--unverified")))
    say("every fan-out with its picker verified", f"{median(ratios):.2f}", "at least 0.9", median(ratios) >= 0.9)


def baseline():
    print("completion of one fan-out at a time, to the baseline in C over libcurl on the same backend (medians)")
    if not has("cc"): return
    for providers in (16, 64):
        path = profile(f"baseline{providers}", providers=providers, users=1)
        plain = header_lines(path)
        ratios = []
        for _ in range(repetitions):
            report = load(path)
            step = report["scales"][0]["phases"]
            if "service" not in step: continue
            ours = dict(step["service"]["percentiles"])[50] / 1e3
            with Backend(path) as backend:
                lines = granted(plain, backend.urls[0])
                urls = [f"{url}/adobe-services/config/{requestor()}" for url in backend.urls]
                text, _ = processor_time(baseline_command(2000, lines, urls))
            if not text: sys.exit("the baseline over libcurl was not served")
            ratios.append(ours / float(text))
        say(f"{providers} providers", f"{median(ratios):.2f}", "at most 1.5", median(ratios) <= 1.5)


def wires():
    print("fan-outs to 8 providers over REST, to the same over the SDK's protocol (medians)")
    path = profile("wires", journey="fan-out")
    for wire in ("rest-v1", "rest-v2"):
        requests, times = [], []
        for _ in range(repetitions):
            sdk, other = load(path), load(path, "--wire", wire)
            requests.append(per_second(other) / per_second(sdk))
            times.append(
                dict(other["phases"]["completion"]["percentiles"])[50]
                / dict(sdk["phases"]["completion"]["percentiles"])[50])
        say(f"{wire}: requests per second of processor time", f"{median(requests):.2f}", "", True)
        say(f"{wire}: time to completion", f"{median(times):.2f}", "", True)


def users():
    print("10,000 users at once in one process, a fan-out to 2 providers every 20 to 40 s, for 60 s")
    path = profile("users", providers=2, users=10_000, think="20s..40s", each=6)
    report = load(path, "--duration", "60s")
    samples = report["resources"]
    settled = [sample for sample in samples if sample["at"] > 40e9]
    first, last = samples[0]["generator"], samples[-2]["generator"]
    each = (last["residentBytes"] - first["residentBytes"]) / 10_000 / 1_000
    say("memory of a user", f"{each:.1f}", "at most 35", each <= 35, " KB")
    growth = settled[-2]["generator"]["residentBytes"] / settled[0]["generator"]["residentBytes"] - 1
    say("growth of memory in the last 20 s", f"{growth * 100:.1f}", "at most 5", growth <= 0.05, " %")
    descriptors = settled[-2]["generator"]["descriptors"] - settled[0]["generator"]["descriptors"]
    say("growth of descriptors in the last 20 s", f"{descriptors}", "at most 500", descriptors <= 500)
    failed = report["totals"]["failed"]
    instances = report["totals"]["instances"]
    say("instances of the implementation at once", f"{instances}", "at least 10000", instances >= 10_000)
    say("iterations that failed", f"{failed}", "0", failed == 0)


def processors():
    """Time taken away by other machines on the same hardware, and all time, in ticks (proc_stat(5)); zeros elsewhere."""
    try:
        with open("/proc/stat") as file: fields = [int(word) for word in file.readline().split()[1:9]]
    except OSError:
        return 0, 1
    return fields[7], sum(fields)


def start_delay():
    print("the generator's delay at half of the capacity: the rate of a closed run of 8 users, halved")
    # In the warm-up instances are made, and register with every provider, which takes several times what an iteration takes.
    path = profile("start-delay", warm_up=10)
    delays = []
    for _ in range(repetitions):
        closed = load(path)
        rate = closed["totals"]["completed"] / (closed["run"]["measured"] / 1e9) / 2
        stolen, all = processors()
        report = load(path, "--rate", f"{rate:.0f}/s")
        stolen, all = (now - before for now, before in zip(processors(), (stolen, all)))
        if "start-delay" not in report["phases"]: continue
        delays.append((100 * stolen / all, dict(report["phases"]["start-delay"]["percentiles"]).get(99, 0) / 1e6))
    if not delays: return say("p99 of the start delay", "-", "no run was valid", False)
    # A hundredth of the time taken away makes one iteration in a hundred late, whoever measures.
    quiet = [delay for share, delay in delays if share < 1]
    share, value = median([share for share, _ in delays]), median(quiet or [delay for _, delay in delays])
    say("processors taken away by other machines meanwhile", f"{share:.1f}", "", True, " %")
    which = f", {len(quiet)} repetitions with less than 1 % taken away" if quiet else ""
    say(f"p99 of the start delay{which}", f"{value:.2f}", "at most 1", value <= 1, " ms")


print(f"medians of {repetitions} repetitions of {seconds} s, in turns")
try:
    for part in parts or ["generator", "verification", "baseline", "wires", "start-delay", "users"]:
        {"generator": generator, "verification": verification, "baseline": baseline, "wires": wires, "users": users,
         "start-delay": start_delay}[part]()
finally:
    shutil.rmtree(work)
