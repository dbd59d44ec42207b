import POSIX
import Testing

/// Parts of the port in Python that a right service provider and a machine of one user do not show.
@Suite struct PortInPythonTests {
    private static func run(_ script: String) async throws {
        // Ends what would not end by itself.
        let start = "import signal, sys; signal.alarm(60); sys.path.insert(0, sys.argv[1])\n"
        let examples = Workbench.packageFolder + "/Examples/python"
        let child = try ChildProcess(["python3", "-B", "-c", start + script, examples]) { _ in }
        #expect(await child.exit() == .exited(0), "\(child.lastErrorLines)")
    }

    @Test func aSizeIsMadeOfDigitsAlone() async throws {
        try await Self.run(
            #"""
            from accessenabler import http
            def body(head, rest):
                return http._parse(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n" + rest, False).body
            assert body(b"Transfer-Encoding: chunked", b"A;x=y\r\n0123456789\r\n0\r\n\r\n") == b"0123456789"
            assert body(b"Content-Length: 2", b"xy") == b"xy"
            wrong = [(b"Content-Length: " + size, b"xy" * 9) for size in (b"-1", b"+1", b"1_0", b"")]
            sizes = (b"-6", b"+1", b"0x1", b"1_0", b"")
            wrong += [(b"Transfer-Encoding: chunked", size + b"\r\n" + b"x" * 16 + b"\r\n0\r\n\r\n") for size in sizes]
            for head, rest in wrong + [(b"Transfer-Encoding: chunked", b"-6\r\n")]:
                try:
                    sys.exit(f"{head} {rest} is {body(head, rest)}")
                except (http.TransportError, ValueError):
                    pass
            """#)
    }

    @Test func whatIsNotOfTheAdapterIsNeitherRemovedNorUsed() async throws {
        try await Self.run(
            #"""
            import os, pathlib, tempfile
            from assay_adapter import storages
            os.environ.pop("ACCESSENABLER_STORAGE", None)
            with tempfile.TemporaryDirectory() as folder:
                tempfile.tempdir = folder
                root = pathlib.Path(folder) / f"accessenabler-{os.getuid()}"
                for name in ("notes", "999999999-1"):
                    (root / name).mkdir(parents=True)
                assert storages.folder().parent == root
                assert os.listdir(root) == ["notes"]
                root.rename(root.with_name("elsewhere"))
                root.symlink_to("elsewhere")
                try:
                    sys.exit(f"{storages.folder()} is used")
                except SystemExit as refusal:
                    assert "not ours" in str(refusal), refusal
            """#)
    }
}
