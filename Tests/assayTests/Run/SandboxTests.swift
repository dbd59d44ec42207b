import Documents
import Glibc
import Testing

@testable import assay
import TestThreads

/// Whether this machine lets anybody make a sandbox, as another program finds; those who forbid it have no such tests.
private let isAllowed =
    (try? ToolProcess(shell: "unshare --user --map-root-user --net --ipc --pid --fork --mount-proc true"))?.code == 0

/// A confined adapter does its work, and reaches nothing that is not of its run.
@Suite(.mayBlock, .enabled(if: isAllowed)) struct SandboxTests {
    private func run(_ arguments: String, in folder: String) throws -> ToolProcess {
        try ToolProcess(
            shell: "\"$0\" run --sandbox --specs '\(ShippedFolder.specs)' --report-dir \(folder)/run --show result "
                + "--platform ios \(arguments)")
    }

    @Test func theReferenceConformsBehindAnAdapterThatIsConfined() throws {
        try withFolder { folder in
            let run = try run("--filter sign-in --filter 'race-*' -i \"exec:$0 adapter\"", in: folder)
            #expect(run.code == 0, "\(run.output)\(run.errors)")
        }
    }

    /// Tries what it must not be able to do, and writes what came of it to its standard error, which the trace has.
    private static let prisoner = #"""
        import ctypes, glob, json, os, platform, signal, socket, subprocess, sys
        def can(name, act):
            try: act(); print("can", name, file=sys.stderr)
            except (OSError, MemoryError) as error: print("cannot", name, type(error).__name__, file=sys.stderr)
        def succeed(*command):
            if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0: raise OSError()
        def connect(family, address):
            with socket.socket(family) as one: one.settimeout(2); one.connect(address)
        can("write here", lambda: open(sys.argv[1] + "/written", "w"))
        can("write to the home folder", lambda: open(os.path.expanduser("~/written"), "w"))
        can("write to the scratch", lambda: open(os.environ["TMPDIR"] + "/written", "w"))
        can("fill the scratch", lambda: open(os.environ["TMPDIR"] + "/large", "wb").write(bytes(300 << 20)))
        can("reach another network", lambda: connect(socket.AF_INET, ("192.0.2.1", 80)))
        can("reach the machine", lambda: connect(socket.AF_INET, ("127.0.0.1", int(sys.argv[2]))))
        can("reach a path", lambda: connect(socket.AF_UNIX, sys.argv[1] + "/socket"))
        can("signal the suite", lambda: os.kill(int(sys.argv[3]), 0))
        can("take 3 GB", lambda: bytearray(3 << 30))
        can("mount", lambda: succeed("mount", "-o", "remount,rw", "/"))
        can("see other processes", lambda: os.stat("/proc/" + sys.argv[3]))
        can("see a terminal", lambda: os.stat("/dev/tty"))
        can("see disks", lambda: open((glob.glob("/dev/[sv]d*") + ["/dev/disk"])[0]))
        def keep():
            add_key = 248 if platform.machine() == "x86_64" else 217
            if ctypes.CDLL(None).syscall(add_key, b"user", b"assay", b"x", 1, -4) < 0: raise OSError()
        can("keep a key", keep)
        def multiply():
            children = []
            try:
                while len(children) < 2000:
                    child = os.fork()
                    if child == 0: signal.pause()
                    children.append(child)
            finally:
                for child in children: os.kill(child, 9)
        can("start 2,000 processes", multiply)
        sys.exit(7)
        """#

    @Test func whatIsConfinedReachesNothingElse() throws {
        try withFolder { folder in
            try File.write(Self.prisoner, to: folder + "/prisoner.py")
            let run = try ToolProcess(
                shell: """
                    exec 3< <(python3 -c '
                    import socket, sys
                    path, host = socket.socket(socket.AF_UNIX), socket.socket()
                    path.bind(sys.argv[1]); path.listen(); host.bind(("127.0.0.1", 0)); host.listen()
                    print(host.getsockname()[1], flush=True); sys.stdin.read()' \(folder)/socket < <(sleep 60)); server=$!
                    read -u 3 port
                    "$0" run --sandbox --specs '\(ShippedFolder.specs)' --report-dir \(folder)/run --quiet \
                    --platform ios -i "exec:python3 \(folder)/prisoner.py \(folder) $port $$"; code=$?
                    kill $server; exit $code
                    """)
            #expect(run.code == 3, "\(run.errors)")
            #expect(run.errors.contains("exited with status 7"), "\(run.errors)")
            let trace = String(decoding: try File.read(folder + "/run/trace.ndjson"), as: UTF8.self)
            let said = trace.split(separator: "\n").compactMap { line in
                line.firstRange(of: "\"can").map { start in
                    String(line[line.index(after: start.lowerBound)...].prefix { $0 != "\"" })
                }
            }
            #expect(said.count == 15, "\(said)")
            #expect(said.filter { $0.hasPrefix("can ") } == ["can write to the scratch"], "\(said)")
        }
    }

    @Test func whatItIsForIsSaid() throws {
        for (arguments, expected) in [
            ("run --sandbox", "goes with '--implementation exec:COMMAND'"),
            ("run --sandbox -i listen:0", "goes with '--implementation exec:COMMAND'"),
            ("run --sandbox -i exec:true --backend http://127.0.0.1:1", "exclude each other"),
            ("load smoke --sandbox", "goes with '--implementation exec:COMMAND'"),
        ] {
            let run = try ToolProcess(shell: "\"$0\" \(arguments) --specs '\(ShippedFolder.specs)'")
            #expect(run.code == 4 && run.errors.contains(expected), "\(arguments): \(run.errors)")
        }
    }

    /// In a user namespace that may have no other, without the rights to do without one.
    @Test func aSystemThatDoesNotAllowItIsToldSo() throws {
        try withFolder { folder in
            let run = try ToolProcess(
                shell: "unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && setpriv --bounding-set=-all "
                    + "--inh-caps=-all --securebits=+noroot \"$0\" run --sandbox -i exec:true "
                    + "--specs \"\(ShippedFolder.specs)\" --report-dir \(folder)/run' \"$0\"")
            #expect(run.code == 3, "\(run.errors)")
            #expect(run.errors.contains("this system does not allow '--sandbox': cannot make a network of its own"))
            #expect(!Folder.exists(folder + "/run"))
        }
    }
}
