import Cryptography
import Documents
import Evidence
import Glibc
import HTTPServer
import POSIX
import Testing
import Transport

/// That a gate speaks only to the provider that it was told to speak to.
@Suite struct CertificateTests {
    /// What is wrong with the provider's certificate.
    enum Flaw: CaseIterable {
        case none, otherHost, expired, untrusted
    }

    @Test(arguments: Flaw.allCases) func theProviderHasToProveItself(_ flaw: Flaw) async throws {
        let key = try PrivateKey.generate(bits: 2_048)
        let shown = try SelfSignedCertificate.make(
            for: [flaw == .otherHost ? "sp.example.com" : "127.0.0.1"], key: key, days: flaw == .expired ? -2 : 2)
        let other = try PrivateKey.generate(bits: 2_048)
        let trusted = flaw == .untrusted ? try SelfSignedCertificate.make(for: ["127.0.0.1"], key: other) : shown
        let path = "/tmp/assay-test-gate-\(getpid())-\(UInt64.random(in: 0 ... .max)).pem"
        try File.write(trusted, to: path)
        defer { unsafe unlink(path) }
        let bench = try GateBench(tls: TLSIdentity(certificates: shown, key: key.pem), authorities: path) { _ in
            ServerReply(status: 200, headers: [("Location", "/x"), ("Set-Cookie", "a=b; Secure")])
        }
        bench.open("s1")
        guard flaw == .none else {
            await #expect(throws: TransportError.self) { _ = try await bench.get("/o/client/token") }
            let events = bench.left(1)
            #expect(events.map(\.word) == ["request sp1 accessToken", "fault of the service provider", "broken"])
            let reasons = events.compactMap { event -> String? in
                if case .fault(let fault) = event { fault.message } else { nil }
            }
            let reason = reasons.first ?? ""
            #expect(reason.lowercased().contains("certificate"), "\(reason)")
            #expect(bench.asked.wait { $0 }.isEmpty)
            return
        }
        let reply = try await bench.get("/o/client/token")
        #expect(reply.status == 200 && reply.header("set-cookie") == "a=b")
        let asked = bench.asked.wait { $0 }
        #expect(asked.count == 1 && asked.allSatisfy { $0.isSecure })
    }

    @Test func largeBodiesPassWhereTheProviderSpeaksTLS() async throws {
        let key = try PrivateKey.generate(bits: 2_048)
        let certificate = try SelfSignedCertificate.make(for: ["127.0.0.1"], key: key)
        let path = "/tmp/assay-test-gate-\(getpid())-\(UInt64.random(in: 0 ... .max)).pem"
        try File.write(certificate, to: path)
        defer { unsafe unlink(path) }
        let bench = try StreamingBench(
            tls: TLSIdentity(certificates: certificate, key: key.pem), authorities: path)
        for framing in ["length", "chunks"] {
            #expect(await bench.get("/\(framing)/\(8 << 20)")?.body == .init(count: 8 << 20, isWhole: true))
        }
        #expect(await bench.get("/broken/length/\(8 << 20)")?.body == .init(count: 4 << 20, isWhole: false))
        #expect(try await bench.post(8 << 20, length: nil) == "\(8 << 20) true chunks")
    }
}
