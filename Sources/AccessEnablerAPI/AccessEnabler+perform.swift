/// Why a call could not be made.
public struct CallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where the mistake lies.
    ///
    /// An adapter answers each of the two with an error number of its own.
    public enum Code: Sendable, Hashable {
        /// The port does not list the call, or AccessEnabler has no such call.
        case unsupported
        /// An argument is missing, or has another type than the selector documents.
        case badArgument
    }

    /// For programs; ``message`` says the same to people.
    public var code: Code
    /// What was wrong, in one line that names the selector.
    public var message: String

    /// Makes an error to throw.
    ///
    /// - Parameters:
    ///   - code: where the mistake lies.
    ///   - message: one line that names the selector, such as `the port does not implement 'logout'`.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The ``message``, without the code.
    public var description: String { message }
}

extension AccessEnabler {
    /// Makes the call that `message` describes, on the calling thread.
    ///
    /// Arguments are read by name, in any order. Names that the call does not have are ignored. It returns when the
    /// call has returned; the results of the call come to the delegate.
    ///
    /// - Parameter message: the selector of a call, with arguments under the names of `Specs/api/calls.yaml`.
    /// - Throws: ``CallError/Code/unsupported`` where ``supportedCalls`` does not have the selector, or where it is not
    ///   the selector of a call; ``CallError/Code/badArgument`` where an argument is missing or has the wrong type. The
    ///   call was not made then.
    public func perform(_ message: Message) throws(CallError) {
        guard supportedCalls.contains(message.selector) else {
            throw CallError(.unsupported, "the port does not implement '\(message.selector)'")
        }
        let arguments = CallArguments(message)
        switch message.selector {
        case .setOptions:
            setOptions(try arguments.object("options"))
        case .setRequestor:
            setRequestor(try arguments.string("requestorID"), serviceProviders: nil)
        case .setRequestorServiceProviders:
            setRequestor(try arguments.string("requestorID"), serviceProviders: try arguments.strings("urls"))
        case .setRequestorSigned, .setRequestorSignedServiceProviders, .setRequestorSecret,
            .setRequestorSecretServiceProviders:
            setRequestor(
                try arguments.string("requestorID"), signedRequestorID: try arguments.string("signedRequestorID"),
                serviceProviders: try arguments.optionalStrings("urls"),
                secret: try arguments.optionalString("secret"),
                publicKey: try arguments.optionalString("publicKey"))
        case .checkAuthentication:
            checkAuthentication()
        case .getAuthentication:
            getAuthentication(force: false, data: nil, filter: nil)
        case .getAuthenticationWithData:
            getAuthentication(
                force: try arguments.bool("forceAuthn"), data: try arguments.optionalObject("data"), filter: nil)
        case .getAuthenticationFilter:
            getAuthentication(force: false, data: nil, filter: try arguments.filter("filter"))
        case .getAuthenticationWithDataAndFilter:
            getAuthentication(
                force: try arguments.bool("forceAuthn"), data: try arguments.optionalObject("data"),
                filter: try arguments.filter("filter"))
        case .setSelectedProvider:
            setSelectedProvider(try arguments.nullableString("mvpdId"))
        case .getSelectedProvider:
            getSelectedProvider()
        case .handleExternalURL:
            handleExternalURL(try arguments.string("url"))
        case .getAuthenticationToken:
            getAuthenticationToken()
        case .checkPreauthorizedResources:
            checkPreauthorizedResources(try arguments.strings("resources"), cache: true)
        case .checkPreauthorizedResourcesCache:
            checkPreauthorizedResources(
                try arguments.strings("resources"), cache: try arguments.bool("cache"))
        case .preauthorize:
            preauthorize(
                PreauthorizeRequest(
                    resources: try arguments.strings("resources"),
                    disabledFeatures: Set(try arguments.optionalStrings("disabledFeatures") ?? [])))
        case .checkAuthorization, .checkAuthorizationWithData:
            checkAuthorization(
                try arguments.string("resource"), data: try arguments.optionalObject("data"))
        case .getAuthorization, .getAuthorizationWithData:
            getAuthorization(try arguments.string("resource"), data: try arguments.optionalObject("data"))
        case .logout:
            logout()
        case .getMetadata:
            getMetadata(try arguments.object("keyDictionary"))
        default:
            throw CallError(.unsupported, "'\(message.selector)' is not a call of AccessEnabler")
        }
    }
}

/// The arguments of one call, read as the types its selector documents.
struct CallArguments {
    let message: Message

    init(_ message: Message) {
        self.message = message
    }

    func string(_ name: String) throws(CallError) -> String {
        guard let text = message[name]?.stringValue else { throw mistake(name, "a string") }
        return text
    }

    func optionalString(_ name: String) throws(CallError) -> String? {
        switch message[name] ?? .null {
        case .null: return nil
        case .string(let text): return text
        default: throw mistake(name, "a string or null")
        }
    }

    /// A string that must be there, be it as null: nil is a cancellation, and no argument is a mistake.
    func nullableString(_ name: String) throws(CallError) -> String? {
        guard message[name] != nil else { throw mistake(name, "a string or null") }
        return try optionalString(name)
    }

    func bool(_ name: String) throws(CallError) -> Bool {
        guard let flag = message[name]?.boolValue else { throw mistake(name, "a boolean") }
        return flag
    }

    func strings(_ name: String) throws(CallError) -> [String] {
        guard let texts = try optionalStrings(name) else { throw mistake(name, "an array of strings") }
        return texts
    }

    func optionalStrings(_ name: String) throws(CallError) -> [String]? {
        switch message[name] ?? .null {
        case .null: return nil
        case .array(let items):
            let texts = items.compactMap(\.stringValue)
            guard texts.count == items.count else { throw mistake(name, "an array of strings") }
            return texts
        default: throw mistake(name, "an array of strings")
        }
    }

    func object(_ name: String) throws(CallError) -> Value.Members {
        guard let members = message[name]?.objectValue else { throw mistake(name, "a dictionary") }
        return members
    }

    func optionalObject(_ name: String) throws(CallError) -> Value.Members? {
        (message[name] ?? .null).isNull ? nil : try object(name)
    }

    /// An array of MVPD IDs (2.0 to 2.3.1), or a dictionary with the two documented keys (2.4 and later).
    func filter(_ name: String) throws(CallError) -> ProviderFilter? {
        switch message[name] ?? .null {
        case .null:
            return nil
        case .array:
            return ProviderFilter(providers: try strings(name))
        case .object(let members):
            let lists = CallArguments(Message(message.selector, members.map { Message.Argument($0.key, $0.value) }))
            return ProviderFilter(
                providers: try lists.optionalStrings("TV_PROVIDERS") ?? [],
                featured: try lists.optionalStrings("FEATURED_TV_PROVIDERS") ?? [])
        default:
            throw mistake(name, "an array or a dictionary")
        }
    }

    private func mistake(_ name: String, _ expected: String) -> CallError {
        CallError(.badArgument, "'\(message.selector)': argument '\(name)' must be \(expected)")
    }
}
