import Documents

extension Syntax {
    /// Reads `arguments` into `values`: `--name value`, `--name=value`, `-n value`, and `--` before what is no option.
    func parse(_ arguments: some Sequence<String>, into values: inout Values) throws(UsageError) {
        var remaining = Array(arguments)[...]
        var positionals = parameters.filter { $0.shape == .positional }[...]
        var seen: Set<String> = []
        var optionsEnded = false

        func store(_ text: String, _ parameter: Parameter) throws(UsageError) {
            if !seen.insert(parameter.names[0]).inserted, !parameter.isRepeatable {
                throw .repeated(parameter.names[0])
            }
            do throws(InvalidValue) {
                try parameter.store(&values, text)
            } catch {
                throw .invalidValue(parameter.synopsis, error)
            }
        }

        while let argument = remaining.popFirst() {
            if argument == "--", !optionsEnded {
                optionsEnded = true
                continue
            }
            guard !optionsEnded, argument.hasPrefix("-"), argument != "-" else {
                guard let parameter = positionals.first else {
                    throw .unexpectedArgument(argument, hint: hint(for: argument, in: Array(arguments)))
                }
                if !parameter.isRepeatable { positionals.removeFirst() }
                try store(argument, parameter)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let parameter = try option(parts[0])
            switch (parameter.shape, parts.count > 1 ? parts[1] : nil) {
            case (.flag, nil): try store("", parameter)
            case (.flag, let value?): throw .unexpectedValue(option: parts[0], value: value)
            case (_, let value?): try store(value, parameter)
            case (_, nil):
                // What looks like the next option is not taken for a value; `--name=--value` can say that.
                guard let value = remaining.first, !value.hasPrefix("--") else {
                    throw .missingValue(parameter.synopsis)
                }
                remaining.removeFirst()
                try store(value, parameter)
            }
        }
        if let missing = parameters.first(where: { $0.isRequired && !seen.contains($0.names[0]) }) {
            throw .missing(missing.synopsis)
        }
    }

    /// What was probably meant by an argument that has no place.
    private func hint(for argument: String, in arguments: [String]) -> String {
        if parameters.contains(where: { $0.names.contains("--filter") }) {
            return "; to choose cases, '--filter \(argument)'"
        }
        let isCommand = parameters.filter { $0.shape == .positional }.map(\.valueName) == ["command"]
        guard isCommand, let end = arguments.firstIndex(of: argument) else { return "" }
        return "; a command with its arguments is one argument: '\"\(arguments[...end].joined(separator: " "))\"'"
    }

    private func option(_ name: String) throws(UsageError) -> Parameter {
        let options = parameters.filter { $0.shape != .positional }
        if let parameter = options.first(where: { $0.names.contains(name) }) { return parameter }
        throw .unknownOption(name, suggestion: closest(name, among: options.flatMap(\.names) + ["--help"]))
    }
}
