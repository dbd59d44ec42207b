import Documents
import Testing

/// Whatever the bytes, a reader answers with a value or a mistake.
@Suite struct HostileInputTests {
    private func mutations(of text: String) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        var all: [[UInt8]] = []
        for index in bytes.indices {
            all.append(Array(bytes[..<index]))
            all.append(Array(bytes[..<index] + bytes[(index + 1)...]))
            for byte: UInt8 in [0, 9, 10, 0x22, 0x26, 0x27, 0x2A, 0x2D, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0xC3, 0xFF]
            {
                var changed = bytes
                changed[index] = byte
                all.append(changed)
            }
        }
        return all
    }

    @Test func everyChangeToAJSONTextIsReadOrRefused() throws {
        let text = #"{"a":[1,-2.5e3,true,null,"x\n\ud83d\ude00é"],"b":{"c":{}}}"#
        var accepted = 0
        for bytes in mutations(of: text) {
            guard let value = try? JSON.parse(bytes) else { continue }
            accepted += 1
            #expect(try JSON.parse(value.compact) == value)
        }
        #expect(accepted > 0)
    }

    @Test func everyChangeToAYAMLTextIsReadOrRefused() {
        let text = "a: [1, 'x', \"y\\n\"]\nb:\n  - c: |\n      text\n    d: ~\n  - {e: f} # note\n"
        var accepted = 0
        for bytes in mutations(of: text) {
            do throws(Diagnostic) {
                _ = try YAML.read(bytes, file: "f")
                accepted += 1
            } catch {
                #expect(error.mark != nil)
            }
        }
        #expect(accepted > 0)
    }
}
