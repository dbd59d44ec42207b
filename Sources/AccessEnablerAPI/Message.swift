/// A call or a callback with its arguments, by name and in order.
///
///     Message(.setSelectedProvider, [.init("mvpdId", "Cablevision")])
///
/// Two messages are equal only where their arguments have the same order.
public struct Message: Sendable, Hashable {
    /// One argument; the value `.null` stands for nil.
    public struct Argument: Sendable, Hashable {
        /// As the documents print it; `Specs/api` lists them all.
        public var name: String
        /// What was given; whether its type fits the argument is not checked here.
        public var value: Value

        /// Makes an argument of any name and any value.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Which call or callback it is.
    public var selector: Selector
    /// In the order of the selector's parts; where a name occurs twice, the first one counts.
    public var arguments: [Argument]

    /// Makes a message; ``AccessEnabler/perform(_:)`` finds out whether the arguments fit a call.
    public init(_ selector: Selector, _ arguments: [Argument] = []) {
        self.selector = selector
        self.arguments = arguments
    }

    /// The argument called `name`; nil where it is absent, which is not the same as null.
    public subscript(name: String) -> Value? {
        arguments.first { $0.name == name }?.value
    }
}
