import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// A session that was closed is over; the documents do not say so, and it fails nobody.
    static let silenceAfterClose = Invariant(
        id: "silence-after-close", title: "No callback comes after the session was closed", statements: [],
        ground: .order
    ) { trace in
        trace.findings(from: false) { isClosed, position, event in
            if case .sessionClosed = event { isClosed = true }
            guard isClosed, case .callback(let callback) = event else { return nil }
            var finding = trace.finding(
                [], at: position, "the callback \(callback.message.selector) came after the session was closed",
                expected: "no callback after the application released its AccessEnabler")
            finding.weight = Statement.Basis.reading.weight
            return finding
        }
    }
}
