import AccessEnablerAPI
import Synchronization
import Testing

/// An AccessEnabler that only notes which method was called, and with what.
private final class Notebook: AccessEnabler {
    let supportedCalls: Set<Selector>
    private let lines = Mutex<[String]>([])

    init(_ calls: Set<Selector>) {
        supportedCalls = calls
    }

    var notes: [String] { lines.withLock { $0 } }

    private func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    func setOptions(_ options: Value.Members) { note("options \(options.keys.sorted())") }
    func setRequestor(_ requestorID: String, serviceProviders: [String]?) {
        note("requestor \(requestorID) \(serviceProviders ?? ["default"])")
    }
    func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) {
        note("signed \(requestorID) \(signedRequestorID) \(serviceProviders ?? ["default"]) \(secret ?? "-")")
    }
    func checkAuthentication() { note("check") }
    func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?) {
        note("get \(force) \(data?.count ?? -1) \(filter?.providers ?? ["all"]) \(filter?.featured ?? [])")
    }
    func setSelectedProvider(_ mvpdID: String?) { note("select \(mvpdID ?? "nil")") }
    func getSelectedProvider() { note("selected?") }
    func handleExternalURL(_ url: String) { note("url \(url)") }
    func getAuthenticationToken() { note("token") }
    func checkPreauthorizedResources(_ resources: [String], cache: Bool) { note("pre \(resources) \(cache)") }
    func preauthorize(_ request: PreauthorizeRequest) {
        note("preauthorize \(request.resources) \(request.disabledFeatures.sorted())")
    }
    func checkAuthorization(_ resource: String, data: Value.Members?) { note("checkz \(resource)") }
    func getAuthorization(_ resource: String, data: Value.Members?) { note("getz \(resource) \(data?.count ?? 0)") }
    func logout() { note("logout") }
    func getMetadata(_ keys: Value.Members) { note("meta \(keys.keys.sorted())") }
}

@Suite struct PerformTests {
    private func notes(_ message: Message) throws -> [String] {
        let notebook = Notebook([message.selector])
        try notebook.perform(message)
        return notebook.notes
    }

    @Test func everyOverloadReachesItsMethod() throws {
        #expect(try notes(Message(.setRequestor, [.init("requestorID", "R")])) == ["requestor R [\"default\"]"])
        #expect(
            try notes(
                Message(.setRequestorServiceProviders, [.init("requestorID", "R"), .init("urls", ["u", "v"])]))
                == ["requestor R [\"u\", \"v\"]"])
        #expect(
            try notes(
                Message(
                    .setRequestorSecret,
                    [
                        .init("requestorID", "R"), .init("signedRequestorID", "S"), .init("secret", "x"),
                        .init("publicKey", "y"),
                    ])) == ["signed R S [\"default\"] x"])
        #expect(try notes(Message(.getAuthentication)) == ["get false -1 [\"all\"] []"])
        #expect(
            try notes(
                Message(.getAuthenticationWithData, [.init("forceAuthn", true), .init("data", ["a": "b"])]))
                == ["get true 1 [\"all\"] []"])
        #expect(try notes(Message(.checkPreauthorizedResources, [.init("resources", ["r"])])) == ["pre [\"r\"] true"])
        #expect(try notes(Message(.logout)) == ["logout"])
    }

    @Test func theFilterHasTwoForms() throws {
        #expect(
            try notes(Message(.getAuthenticationFilter, [.init("filter", ["A", "B"])]))
                == ["get false -1 [\"A\", \"B\"] []"])
        #expect(
            try notes(
                Message(
                    .getAuthenticationFilter,
                    [.init("filter", ["TV_PROVIDERS": ["A", "B"], "FEATURED_TV_PROVIDERS": ["B"]])]))
                == ["get false -1 [\"A\", \"B\"] [\"B\"]"])
    }

    @Test func selectingNothingIsNotSelectingTheEmptyString() throws {
        #expect(try notes(Message(.setSelectedProvider, [.init("mvpdId", .null)])) == ["select nil"])
        #expect(try notes(Message(.setSelectedProvider, [.init("mvpdId", "")])) == ["select "])
    }

    @Test func aCallThePortDoesNotListIsRefused() {
        let notebook = Notebook([])
        #expect(throws: CallError(.unsupported, "the port does not implement 'logout'")) {
            try notebook.perform(Message(.logout))
        }
        #expect(notebook.notes == [])
    }

    @Test(arguments: [
        (Message(.setRequestor), "'setRequestor:': argument 'requestorID' must be a string"),
        (
            Message(.setRequestorServiceProviders, [.init("requestorID", "R"), .init("urls", ["u", 1])]),
            "'setRequestor:serviceProviders:': argument 'urls' must be an array of strings"
        ),
        (Message(.setOptions, [.init("options", "x")]), "'setOptions:': argument 'options' must be a dictionary"),
        (
            Message(.getAuthenticationWithData, [.init("forceAuthn", 1), .init("data", .null)]),
            "'getAuthentication:withData:': argument 'forceAuthn' must be a boolean"
        ),
    ])
    func aWrongArgumentIsNamed(message: Message, problem: String) {
        #expect(throws: CallError(.badArgument, problem)) { try Notebook([message.selector]).perform(message) }
    }
}
