package import AccessEnablerAPI
internal import Documents
internal import Timing

/// Makes an instance of the port.
package struct OpenRequest: Sendable, Hashable {
    package var session: String
    package var configuration: SessionConfiguration
    /// Whether the device has a TV provider account, which the suite plays (`platform.sso`).
    package var hasAccount: Bool

    package init(session: String, configuration: SessionConfiguration, hasAccount: Bool = false) {
        self.session = session
        self.configuration = configuration
        self.hasAccount = hasAccount
    }

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.name("session")
        hasAccount = try fields.optionalBool("account") ?? false
        let members = try fields.fields("configuration")
        configuration = SessionConfiguration(
            platform: try members.choice("platform"), version: try members.version("version"),
            softwareStatement: try members.optionalString("softwareStatement"),
            storageCheck: members.optional("storageCheck") == nil ? nil : try members.choice("storageCheck"),
            storage: try members.optionalString("storage"),
            defaultServiceProvider: try members.optionalString("defaultServiceProvider"),
            customScheme: try members.name("customScheme"))
        configuration.damagesAuthorizations = try members.optionalBool("damagedAuthorizations") ?? false
        if members.optional("clockAhead") != nil {
            configuration.clockAhead = .nanoseconds(try members.integer("clockAhead", in: 0...Int64.max))
        }
        configuration.application = try members.optionalString("application")
        configuration.omittedCallbacks = Set(
            try members.optionalStrings("omittedCallbacks").map(Selector.init(rawValue:)))
    }

    var json: JSON {
        var members: JSONObject = [
            "platform": .string(configuration.platform.rawValue),
            "version": .string(configuration.version.description),
        ]
        members["softwareStatement"] = configuration.softwareStatement.map(JSON.string)
        members["storageCheck"] = configuration.storageCheck.map { .string($0.rawValue) }
        members["storage"] = configuration.storage.map(JSON.string)
        members["application"] = configuration.application.map(JSON.string)
        if !configuration.omittedCallbacks.isEmpty {
            members["omittedCallbacks"] = .array(configuration.omittedCallbacks.sorted().map { .string($0.rawValue) })
        }
        if configuration.damagesAuthorizations { members["damagedAuthorizations"] = true }
        if configuration.clockAhead > .zero {
            members["clockAhead"] = .int(configuration.clockAhead.wholeNanoseconds)
        }
        members["defaultServiceProvider"] = configuration.defaultServiceProvider.map(JSON.string)
        members["customScheme"] = .string(configuration.customScheme)
        var object: JSONObject = ["session": .string(session), "configuration": .object(members)]
        if hasAccount { object["account"] = true }
        return .object(object)
    }
}

extension Fields {
    /// A release of the SDK.
    func version(_ name: String) throws(ProtocolError) -> SDKVersion {
        let text = try string(name)
        guard let version = SDKVersion(text) else {
            throw mistake(name, "expected a version such as '3.9.2', found '\(text)'")
        }
        return version
    }

    func protocolVersion() throws(ProtocolError) -> ProtocolVersion {
        let text = try string("protocolVersion")
        guard let version = ProtocolVersion(text) else {
            throw mistake("protocolVersion", "expected a version such as '1.0', found '\(text)'")
        }
        return version
    }
}
