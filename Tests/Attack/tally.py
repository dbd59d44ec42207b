"""What is tried, how it ended, and how much of the machine it took."""
import os, subprocess, sys, tempfile, threading, time
from concurrent.futures import ThreadPoolExecutor

TOOL = os.path.abspath(os.environ.get("ASSAY", ".build/release/assay"))
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
SLOW = 5.0


class Tally:
    def __init__(self, name):
        self.name, self.tried, self.accepted, self.refused, self.crashed, self.slow = name, 0, 0, 0, 0, 0
        self.memory, self.lock, self.start, self.seconds = 0, threading.Lock(), time.monotonic(), 0

    def take(self, what, is_good, accepted, crashed=False, seconds=0.0):
        with self.lock:
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

    def end(self):
        self.seconds = time.monotonic() - self.start

    @staticmethod
    def title():
        return (f"{'class':<12} {'tried':>6} {'wrongly accepted':>18} {'wrongly refused':>16} {'crashed':>8} {'slow':>5} "
                f"{'memory':>6} {'seconds':>8}")

    def line(self):
        return (f"{self.name:<12} {self.tried:>6} {self.accepted:>18} {self.refused:>16} {self.crashed:>8} {self.slow:>5} "
                f"{self.memory:>6} {self.seconds:>8.0f}")

    def run(self, arguments, data=b"", limit=120, before="", within=()):
        """The exit code, the output, whether it ended as it should not, and the processor time.

        `before` is for the shell that starts it, which runs `within` another program."""
        command = [*within, "sh", "-c", f'{before}; exec "$0" "$@"', TOOL, *arguments] if before else [TOOL, *arguments]
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
            given.write(data)
            given.seek(0)
            process = subprocess.Popen(command, stdin=given, stdout=said, stderr=said, env=ENVIRONMENT)
            timer = threading.Timer(limit, process.kill)
            timer.start()
            _, status, used = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = code = os.waitstatus_to_exitcode(status)
            with self.lock:
                self.memory = max(self.memory, used.ru_maxrss // 1024)
            said.seek(0)
            return code, said.read(), code not in range(5), used.ru_utime + used.ru_stime


def each(inputs, body, at_once=os.cpu_count() or 1):
    """`body` for each of the inputs, some at once; what is raised in one is raised here."""
    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(lambda one: body(*one), inputs))
