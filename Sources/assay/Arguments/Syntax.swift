/// The arguments a command takes: the one description that parsing and help both read.
struct Syntax<Values: Sendable>: Sendable {
    struct Parameter: Sendable {
        enum Shape: Sendable { case flag, option, positional }

        var shape: Shape
        /// `--seed` or `-s`, the long name first; for a positional, the name that the help shows.
        var names: [String]
        var valueName: String
        var help: String
        var isRequired = false
        var isRepeatable = false
        /// How often it must be given; nil where any number will do.
        var count: Int?
        var store: @Sendable (inout Values, String) throws(InvalidValue) -> Void
    }

    /// One sentence.
    var summary: String
    /// What the help says after the arguments.
    var notes: String
    var parameters: [Parameter]

    init(_ summary: String, notes: String = "", _ parameters: Parameter...) {
        self.summary = summary
        self.notes = notes
        self.parameters = parameters
    }
}

extension Syntax.Parameter {
    typealias Path<Value> = any WritableKeyPath<Values, Value> & Sendable

    static func flag(_ names: String..., sets path: Path<Bool>, help: String) -> Self {
        Self(shape: .flag, names: names, valueName: "", help: help) { values, _ in values[keyPath: path] = true }
    }

    static func option<Value: ArgumentValue>(
        _ names: String..., value valueName: String, sets path: Path<Value>, help: String
    ) -> Self {
        Self(shape: .option, names: names, valueName: valueName, help: help) { values, text throws(InvalidValue) in
            values[keyPath: path] = try Value(argument: text)
        }
    }

    /// An option that may be given more than once.
    static func options<Value: ArgumentValue>(
        _ names: String..., value valueName: String, addsTo path: Path<[Value]>, help: String
    ) -> Self {
        Self(shape: .option, names: names, valueName: valueName, help: help, isRepeatable: true) {
            values, text throws(InvalidValue) in
            values[keyPath: path].append(try Value(argument: text))
        }
    }

    static func positional<Value: ArgumentValue>(
        _ name: String, sets path: Path<Value>, isRequired: Bool = true, help: String
    ) -> Self {
        Self(shape: .positional, names: [name], valueName: name, help: help, isRequired: isRequired) {
            values, text throws(InvalidValue) in
            values[keyPath: path] = try Value(argument: text)
        }
    }

    /// What is left after the other positionals, at least one.
    ///
    /// - Parameter count: how many there must be, as usage says it; nil for any number.
    static func positionals<Value: ArgumentValue>(
        _ name: String, count: Int? = nil, addsTo path: Path<[Value]>, help: String
    ) -> Self {
        Self(
            shape: .positional, names: [name], valueName: name, help: help, isRequired: true, isRepeatable: true,
            count: count
        ) { values, text throws(InvalidValue) in
            values[keyPath: path].append(try Value(argument: text))
        }
    }

    /// `--seed <number>`, as usage and messages show it.
    var synopsis: String {
        switch shape {
        case .flag: names[0]
        case .option: "\(names[0]) <\(valueName)>"
        case .positional: "<\(valueName)>"
        }
    }
}
