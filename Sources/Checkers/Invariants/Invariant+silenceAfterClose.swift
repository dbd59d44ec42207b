import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// A session that was closed is over; the documents do not say so, and it fails nobody.
    static let silenceAfterClose = Invariant(
        id: "silence-after-close", title: "No callback comes after the session was closed", statements: [],
        ground: .order
    ) { trace in
        trace.parts.flatMap { positions -> [Finding] in
            let close = positions.first { position in
                if case .sessionClosed = trace.observations[position].event { true } else { false }
            }
            guard let close else { return [] }
            return positions.filter { $0 > close }.compactMap { position -> Finding? in
                guard case .callback(let callback) = trace.observations[position].event else { return nil }
                var finding = trace.finding(
                    [], at: position, "the callback \(callback.message.selector) came after the session was closed",
                    expected: "no callback after the application released its AccessEnabler")
                finding.weight = Statement.Basis.reading.weight
                return finding
            }
        }
    }
}
