import AccessEnablerAPI
import Documents
import Specification
import Synchronization
import Testing

/// The tables and the Swift API say the same.
@Suite struct APIBindingTests {
    private static let calls: Set<Selector> = [
        .setOptions, .setRequestor, .setRequestorServiceProviders, .setRequestorSigned,
        .setRequestorSignedServiceProviders, .setRequestorSecret, .setRequestorSecretServiceProviders,
        .checkAuthentication, .getAuthentication, .getAuthenticationWithData, .getAuthenticationFilter,
        .getAuthenticationWithDataAndFilter, .setSelectedProvider, .getSelectedProvider, .handleExternalURL,
        .getAuthenticationToken, .checkPreauthorizedResources, .checkPreauthorizedResourcesCache, .preauthorize,
        .checkAuthorization, .checkAuthorizationWithData, .getAuthorization, .getAuthorizationWithData, .logout,
        .getMetadata,
    ]

    @Test func theTablesHaveTheCallsOfTheAPI() throws {
        let table = try ShippedSpecs.read().table
        #expect(Set(table.calls.filter { !$0.isConstructor }.map(\.selector)) == Self.calls)
    }

    /// Whoever writes an adapter reads the page alone.
    @Test func theProtocolsPageHasTheCallsAndCallbacksOfTheTables() throws {
        let page = try File.read(ShippedSpecs.root + "Documentation/adapter-protocol.md")
        let rows = String(decoding: page, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("| `") }
        let table = try ShippedSpecs.read().table
        for call in table.calls where !call.isConstructor {
            #expect(rows.contains { Self.says($0, call.selector, call.arguments.map(\.name)) })
        }
        for callback in table.callbacks {
            #expect(rows.contains { Self.says($0, callback.selector, callback.parameters.map(\.name)) })
        }
    }

    private static func says(_ row: Substring, _ selector: Selector, _ names: [String]) -> Bool {
        let cells = row.split(separator: "|").map { $0.split(separator: "`").enumerated() }
        guard cells.count == 3 else { return false }
        func quoted(_ index: Int) -> [String] { cells[index].filter { $0.offset % 2 == 1 }.map { String($0.element) } }
        return quoted(0) == [selector.rawValue] && quoted(1) == names
    }

    @Test func everyCallOfTheTablesCanBeMadeWithItsArguments() throws {
        let enabler = IdleEnabler(supportedCalls: Self.calls)
        for call in try ShippedSpecs.read().table.calls where !call.isConstructor {
            let arguments = call.arguments.map { Message.Argument($0.name, Self.sample($0.type, of: $0.element)) }
            try enabler.perform(Message(call.selector, arguments))
        }
        #expect(enabler.made == 27)
    }

    @Test func everyArgumentOfACallIsReadUnderTheNameOfTheTables() throws {
        let enabler = IdleEnabler(supportedCalls: Self.calls)
        for call in try ShippedSpecs.read().table.calls where !call.isConstructor {
            for argument in call.arguments {
                // A value of no documented kind: whoever reads the argument refuses it.
                let arguments = call.arguments.map {
                    Message.Argument(
                        $0.name, $0.name == argument.name ? .double(0.5) : Self.sample($0.type, of: $0.element))
                }
                #expect(throws: CallError.self, "\(call.selector) \(argument.name)") {
                    try enabler.perform(Message(call.selector, arguments))
                }
            }
        }
    }

    @Test func everyCallbackOfTheAPIIsAllowedByTheTables() throws {
        let table = try ShippedSpecs.read().table
        let judge = APIJudge(table, platform: .iOS, version: .newest)
        let received = Mutex<[Message]>([])
        let forwarder = CallbackForwarder { message in received.withLock { $0.append(message) } }
        Self.callEverything(on: forwarder)
        let messages = received.withLock { $0 }
        #expect(Set(messages.map(\.selector)) == Set(table.callbacks.map(\.selector)))
        let operations = Set(table.operations.map(\.name))
        for message in messages {
            #expect(judge.mistakes(in: message, after: operations) == [])
            #expect(message.arguments.map(\.name) == table.callback(message.selector)?.parameters.map(\.name))
        }
    }

    private static func callEverything(on forwarder: CallbackForwarder) {
        let mvpd = MVPD(id: "m", displayName: "M", logoURL: "https://m.example/logo.png")
        forwarder.setRequestorComplete(.success)
        forwarder.displayProviderDialog([mvpd])
        forwarder.navigateToUrl("https://sp.example/login")
        forwarder.navigateToUrl("https://sp.example/login", useSVC: true)
        forwarder.setAuthenticationStatus(.error, errorCode: .providerNotSelected)
        forwarder.preauthorizedResources(["r"])
        forwarder.setToken("t", forResource: "r")
        forwarder.tokenRequestFailed("r", errorCode: .userNotAuthorized, errorDescription: "")
        forwarder.selectedProvider(mvpd)
        forwarder.setMetadataStatus(
            "x", encrypted: false, forKey: "METADATA_DEVICE_ID",
            andArguments: ["METADATA_OPCODE_KEY": "METADATA_DEVICE_ID"])
        forwarder.presentTvProviderDialog(.reference("dialog"))
        forwarder.dismissTvProviderDialog(.reference("dialog"))
        forwarder.sendTrackingData(["m", "mobile", "ios", "iOS"], forEventType: .selection)
        forwarder.preauthorizeResponse([:])
        forwarder.preauthorizeFailure([:])
        forwarder.status(["errorId": "N000", "level": "Info"])
    }

    private static func sample(_ type: APIType, of element: APIType? = nil) -> Value {
        switch type {
        case .string, .url, .mvpdID, .symbol, .any: "text"
        case .int: 1
        case .bool: true
        case .array: [sample(element ?? .string)]
        case .dictionary, .mvpd: [:]
        case .reference: .reference("object")
        }
    }
}

/// Takes every call and does nothing but count.
private final class IdleEnabler: AccessEnabler {
    let supportedCalls: Set<Selector>
    private let count = Mutex(0)

    init(supportedCalls: Set<Selector>) { self.supportedCalls = supportedCalls }

    var made: Int { count.withLock { $0 } }

    private func note() { count.withLock { $0 += 1 } }

    func setOptions(_ options: Value.Members) { note() }
    func setRequestor(_ requestorID: String, serviceProviders: [String]?) { note() }
    func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) { note() }
    func checkAuthentication() { note() }
    func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?) { note() }
    func setSelectedProvider(_ mvpdID: String?) { note() }
    func getSelectedProvider() { note() }
    func handleExternalURL(_ url: String) { note() }
    func getAuthenticationToken() { note() }
    func checkPreauthorizedResources(_ resources: [String], cache: Bool) { note() }
    func preauthorize(_ request: PreauthorizeRequest) { note() }
    func checkAuthorization(_ resource: String, data: Value.Members?) { note() }
    func getAuthorization(_ resource: String, data: Value.Members?) { note() }
    func logout() { note() }
    func getMetadata(_ keys: Value.Members) { note() }
}
