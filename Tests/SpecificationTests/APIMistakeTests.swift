import Documents
import Specification
import Testing

@Suite struct APIErrorTests {
    /// The mistakes of the shipped tables with one text replaced, the first time it occurs in one file.
    ///
    /// Places are left out: they move with the tables.
    private func mistakes(_ file: String, _ old: String, _ new: String) throws -> [String] {
        let path = "Specs/api/" + file
        var files = try ShippedSpecs.files("api")
        let index = try #require(files.firstIndex { $0.path == path })
        var text = String(decoding: files[index].bytes, as: UTF8.self)
        let range = try #require(text.firstRange(of: old))
        text.replaceSubrange(range, with: new)
        files[index].bytes = Array(text.utf8)
        return mistakes(files)
    }

    private func mistakes(_ files: [RegisterFile]) -> [String] {
        let diagnostics = Diagnostics()
        guard let statements = try? ShippedSpecs.files("statements") else { return ["no statements"] }
        let register = Register.read(statements, diagnostics: diagnostics)
        _ = APITable.read(files, register: register, diagnostics: diagnostics)
        return diagnostics.sorted.map { "\($0.file): \($0.message)" }
    }

    @Test(arguments: [
        (
            "calls.yaml", "cites: [AE-REQ-001,", "cites: [AE-REQ-111,",
            "Specs/api/calls.yaml: unknown statement 'AE-REQ-111'; did you mean 'AE-REQ-011'?"
        ),
        (
            "calls.yaml", "callback: \"setToken:forResource:\"", "callback: \"setToken:forResorce:\"",
            "Specs/api/calls.yaml: unknown callback 'setToken:forResorce:'; did you mean 'setToken:forResource:'?"
        ),
        (
            "calls.yaml", "replacement: \"init:\"", "replacement: \"inti:\"",
            "Specs/api/calls.yaml: unknown call 'inti:'; did you mean 'init:'?"
        ),
        (
            "calls.yaml", "until: \"3.0\"", "until: \"three\"",
            "Specs/api/calls.yaml: expected a version such as '3.0', found 'three'"
        ),
        (
            "calls.yaml", "\"2.0...2.3.1\"", "\"2.0...2.5\"",
            "Specs/api/calls.yaml: the call 'getAuthentication:' is here twice for the same version"
        ),
        ("calls.yaml", "name: setOptions", "name: init", "Specs/api/calls.yaml: the operation 'init' is here twice"),
        (
            "calls.yaml", "type: array, element: url", "type: array",
            "Specs/api/calls.yaml: an array needs the kind of its elements"
        ),
        (
            "calls.yaml", "type: symbol,", "type: symbol, element: string,",
            "Specs/api/calls.yaml: only an array has elements"
        ),
        (
            "calls.yaml", "callback: \"selectedProvider:\"", "callback: \"setRequestorComplete:\"",
            "Specs/api/calls.yaml: 'getSelectedProvider' leads to 'setRequestorComplete:', whose triggers do not name it"
        ),
        (
            "callbacks.yaml", "printed: [getSelectedProvider]", "printed: [getSelectedProvider, logout]",
            "Specs/api/callbacks.yaml: 'selectedProvider:' is triggered by 'logout', whose callbacks do not name it"
        ),
        (
            "callbacks.yaml", "printed: [getSelectedProvider]", "printed: [getSelectedProvder]",
            "Specs/api/callbacks.yaml: unknown operation 'getSelectedProvder'; did you mean 'getSelectedProvider'?"
        ),
        (
            "callbacks.yaml", "[USER_AUTHENTICATED]", "[USER_AUTHENTICATD]",
            "Specs/api/callbacks.yaml: unknown error code 'USER_AUTHENTICATD'; did you mean 'USER_AUTHENTICATED'?"
        ),
        (
            "callbacks.yaml", "status: ACCESS_ENABLER_STATUS_SUCCESS", "status: ACCESS_ENABLER_STATUS_SUCESS",
            "Specs/api/callbacks.yaml: unknown status 'ACCESS_ENABLER_STATUS_SUCESS'; "
                + "did you mean 'ACCESS_ENABLER_STATUS_SUCCESS'?"
        ),
        (
            "callbacks.yaml", "protocol: EntitlementStatus", "protocol: EntitlementState",
            "Specs/api/callbacks.yaml: unknown protocol 'EntitlementState'; did you mean 'EntitlementStatus'?"
        ),
        (
            "tracking.yaml", "index: 1", "index: 2", "Specs/api/tracking.yaml: expected the index 1, found 2"
        ),
        (
            "tracking.yaml", "kind: device-type", "kind: device-typ",
            "Specs/api/tracking.yaml: unknown kind 'device-typ'; did you mean 'device-type'?"
        ),
        (
            "metadata.yaml", "symbol: METADATA_USER_META", "symbol: METADATA_DEVICE_ID",
            "Specs/api/metadata.yaml: the opcode 'METADATA_DEVICE_ID' is here twice"
        ),
        (
            "advanced-status.yaml", "level: warning, meaning", "level: waring, meaning",
            "Specs/api/advanced-status.yaml: unknown level 'waring'; did you mean 'warning'?"
        ),
        (
            "statuses.yaml", "value: 0", "value: zero",
            "Specs/api/statuses.yaml: expected a decimal integer, found 'zero'"
        ),
        (
            "mvpd.yaml", "nil: never", "nil: nevr",
            "Specs/api/mvpd.yaml: unknown permission 'nevr'; did you mean 'never'?"
        ),
    ])
    func aMistakeInATableIsNamed(_ file: String, _ old: String, _ new: String, _ expected: String) throws {
        #expect(try mistakes(file, old, new).contains(expected))
    }

    @Test func aMistakeHasItsPlace() throws {
        let diagnostics = Diagnostics()
        let register = Register.read(try ShippedSpecs.files("statements"), diagnostics: diagnostics)
        let text = "statuses:\n  - {symbol: A, value: 1, meaning: \"m\", cites: [AE-X-001]}\n"
        _ = APITable.read(
            [RegisterFile(path: "api/statuses.yaml", bytes: Array(text.utf8))], register: register,
            diagnostics: diagnostics)
        let found = diagnostics.sorted.map(\.description)
        #expect(found.contains("api/statuses.yaml:2:49: unknown statement 'AE-X-001'; did you mean 'AE-Q-001'?"))
        #expect(found.contains("api: the table 'calls.yaml' is missing"))
    }

    @Test func aFileWithAnotherNameIsAMistake() throws {
        let files = try ShippedSpecs.files("api") + [RegisterFile(path: "Specs/api/cals.yaml", bytes: [])]
        #expect(mistakes(files) == ["Specs/api/cals.yaml: no table has this name; did you mean 'calls.yaml'?"])
    }
}
