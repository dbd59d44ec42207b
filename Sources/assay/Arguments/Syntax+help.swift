import Reports

extension Syntax {
    /// The help for a command that is called like this, such as `assay run`; at most 80 columns wide.
    func help(for command: String) -> String {
        var text = Prose.wrapped(summary, width: 80) + "\n\n"
        let usage = parameters.map { parameter in
            let synopsis = parameter.isRequired ? parameter.synopsis : "[\(parameter.synopsis)]"
            if let count = parameter.count { return Array(repeating: synopsis, count: count).joined(separator: " ") }
            return synopsis + (parameter.isRepeatable ? "..." : "")
        }
        text += Prose.folded(["usage: \(command)"] + usage, indent: 7, width: 80) + "\n"
        if !parameters.isEmpty {
            text += "\n"
            let labels = parameters.map(label)
            let width = min(26, labels.map(\.count).max() ?? 0)
            for (label, parameter) in zip(labels, parameters) {
                text += Prose.entry(label, parameter.help, column: width + 4) + "\n"
            }
        }
        if !notes.isEmpty { text += "\n" + notes + "\n" }
        return text
    }

    private func label(_ parameter: Parameter) -> String {
        switch parameter.shape {
        case .positional: parameter.synopsis
        case .flag: parameter.names.joined(separator: ", ")
        case .option: parameter.names.joined(separator: ", ") + " <\(parameter.valueName)>"
        }
    }
}
