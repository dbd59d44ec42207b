import Testing

/// Input made to be expensive, given to the tool: refused with a finding, and within 50 MB.
@Suite(.serialized) struct HostileInputTests {
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

    private static let floor = Result { try ToolProcess(["token", "inspect", "-"], input: token("<authToken/>")) }

    @Test(arguments: inputs.map(\.name)) func isRefusedWithinAMemoryBound(name: String) throws {
        let input = try #require(Self.inputs.first { $0.name == name })
        let floor = try Self.floor.get().peakKilobytes
        for command in ["inspect", "verify"] {
            let run = try ToolProcess(["token", command, "-"], input: input.bytes())
            // A line of blanks is no token at all.
            #expect(run.code == (command == "verify" && name == "100 MB of nothing" ? 4 : 1), "\(run.errors)")
            #expect(command == "verify" || run.output.contains("  error: 1:"))
            #expect(!run.output.contains("root:"))
            #expect(run.peakKilobytes - floor < 50 * 1_024)
        }
    }

    @Test(arguments: inputs.map(\.name)) func isNoConfigurationEither(name: String) throws {
        let input = try #require(Self.inputs.first { $0.name == name })
        let bytes = input.bytes()
        let payload = bytes.starts(with: "<signatureInfo>".utf8) ? Array(bytes.dropFirst(34)) : bytes
        let run = try ToolProcess(["configuration", "check", "-"], input: payload)
        #expect(run.code == 1)
        #expect(run.output.contains("  error: "))
        #expect(run.peakKilobytes - (try Self.floor.get().peakKilobytes) < 50 * 1_024)
    }
}
