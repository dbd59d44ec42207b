package import Documents

extension NodeReader {
    /// The fault that a text names; another text is reported.
    package func fault() -> Fault? {
        read({ Fault($0) }, problem: Fault.problem)
    }

    /// The latency that a text names; another text is reported.
    package func latency() -> Latency? {
        read({ Latency($0) }, problem: Latency.problem)
    }

    private func read<Value>(_ make: (String) -> Value?, problem: (String) -> String?) -> Value? {
        guard let text = string() else { return nil }
        if let problem = problem(text) { report(problem) }
        return make(text)
    }
}
