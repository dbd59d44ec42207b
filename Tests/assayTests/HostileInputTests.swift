import Testing
import TestThreads

/// Input made to be expensive, given to the tool: refused with a finding, and within 50 MB.
@Suite(.mayBlock, .serialized) struct HostileInputTests {
    private static func token(_ payload: String) -> [UInt8] {
        Array(("<signatureInfo>AAAA<signatureInfo>" + payload).utf8)
    }

    private static let laughs: String = {
        let entities = (1...30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()
        return "<!DOCTYPE authToken [<!ENTITY a0 \"ha\">\(entities)]>"
    }()

    private static let quadratic =
        "<!DOCTYPE authToken [<!ENTITY a \"\(String(repeating: "x", count: 50_000))\">]><authToken>"
        + String(repeating: "&a;", count: 10_000) + "</authToken>"

    private static let attributes = "<authToken " + (0..<5_000).map { "a\($0)='' " }.joined() + "/>"
    private static let nested =
        "<authToken>" + String(repeating: "<a>", count: 20_000) + String(repeating: "</a>", count: 20_000)
        + "</authToken>"

    /// Names and bytes, made when they are needed.
    private static let inputs: [(name: String, bytes: @Sendable () -> [UInt8])] = [
        ("billion laughs", { token(laughs + "<authToken>&a30;</authToken>") }),
        ("quadratic entities", { token(quadratic) }),
        ("thousands of attributes", { token(attributes) }),
        (
            "an external entity",
            { token("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><authToken>&x;</authToken>") }
        ),
        (
            "a parameter entity",
            { token("<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/\"> %p;]><authToken/>") }
        ),
        ("a huge attribute", { token("<authToken a='\(String(repeating: "x", count: 20 << 20))'/>") }),
        ("deep nesting", { token(nested) }),
        ("truncated UTF-8", { token("<authToken><ttl>") + [0xE2, 0x82] }),
        ("UTF-16", { String(decoding: token("<authToken/>"), as: UTF8.self).utf16.flatMap { [UInt8($0 & 255), 0] } }),
        ("a wrong declared encoding", { token("<?xml version='1.0' encoding='EBCDIC-CP-US'?><authToken/>") }),
        ("an embedded NUL", { token("<authToken><ttl>1\u{0}</ttl></authToken>") }),
        ("100 MB of nothing", { [UInt8](repeating: 0x20, count: 100 << 20) }),
        ("100 MB of a token", { token("<authToken>") + [UInt8](repeating: 0x41, count: 100 << 20) }),
    ]

    private static func input(_ name: String) throws -> [UInt8] {
        try #require(inputs.first { $0.name == name }).bytes()
    }

    private static let commands = [["token", "inspect"], ["token", "verify"], ["configuration", "check"]]

    /// With each command, for a small file.
    private static let floors = Result {
        try commands.map { try ToolProcess.peakKilobytes($0, file: token("<authToken/>")) }
    }

    @Test(arguments: inputs.map(\.name)) func isRefusedWithAFinding(name: String) throws {
        let bytes = try Self.input(name)
        let run = try ToolProcess(["token", "inspect", "-"], input: bytes)
        #expect(run.code == 1, "\(run.errors)")
        #expect(run.output.contains("  error: 1:"))
        #expect(!run.output.contains("root:"))
        // The payload alone is a document, though not a configuration.
        let payload = bytes.starts(with: "<signatureInfo>".utf8) ? Array(bytes.dropFirst(34)) : bytes
        let check = try ToolProcess(["configuration", "check", "-"], input: payload)
        #expect(check.code == 1, "\(check.errors)")
        #expect(check.output.contains("  error: "))
    }

    @Test(arguments: inputs.map(\.name)) func isRefusedWithinAMemoryBound(name: String) throws {
        let bytes = try Self.input(name)
        for (command, floor) in zip(Self.commands, try Self.floors.get()) {
            let peak = try ToolProcess.peakKilobytes(command, file: bytes)
            #expect(peak - floor < 50 * 1_024, "\(command)")
        }
    }
}
