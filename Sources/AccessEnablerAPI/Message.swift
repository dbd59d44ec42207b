/// A call or a callback with its arguments, by name and in order.
///
///     Message(.setSelectedProvider, [.init("mvpdId", "Cablevision")])
public struct Message: Sendable, Hashable {
    public struct Argument: Sendable, Hashable {
        /// As the documents print it; `Specs/api` lists them all.
        public var name: String
        public var value: Value

        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    public var selector: Selector
    public var arguments: [Argument]

    public init(_ selector: Selector, _ arguments: [Argument] = []) {
        self.selector = selector
        self.arguments = arguments
    }

    /// The argument called `name`; nil where it is absent, which is not the same as null.
    public subscript(name: String) -> Value? {
        arguments.first { $0.name == name }?.value
    }
}
