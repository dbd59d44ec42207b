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
                return http._parse(bytearray(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n" + rest), False).body
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

    /// The head says who is asked, not who asks; and what is not whole yet is not copied with each piece that comes.
    @Test func aRequestNamesNobodyAndAReplyIsCopiedOnce() async throws {
        try await Self.run(
            #"""
            import asyncio
            from accessenabler import http
            heads = []
            async def answer(reader, writer):
                heads.append(await reader.readuntil(b"\r\n\r\n"))
                writer.write(b"HTTP/1.1 204 None\r\n\r\n")
            async def ask():
                server = await asyncio.start_server(answer, "127.0.0.1", 0)
                port = server.sockets[0].getsockname()[1]
                await http.request("GET", f"http://me:word@127.0.0.1:{port}/", {})
                assert f"Host: 127.0.0.1:{port}\r\n".encode() in heads[0] and b"word" not in heads[0], heads
            asyncio.run(ask())
            class Received(bytearray):
                copied = 0
                def __getitem__(self, key):
                    found = bytearray.__getitem__(self, key)
                    Received.copied += len(found) if isinstance(key, slice) else 0
                    return found
            for head, rest in [(b"Content-Length: 900000", b""), (b"Transfer-Encoding: chunked", b"f4240\r\n"), (b"", b"")]:
                data = Received(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n" + rest + b"x" * 800000)
                assert http._parse(data, False) is None and Received.copied < 1000, (head, Received.copied)
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
