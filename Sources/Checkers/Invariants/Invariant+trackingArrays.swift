import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// A tracking array is laid out as its event demands, index by index.
    static let trackingArrays = Invariant(
        id: "tracking-arrays", title: "Every tracking array has the documented layout",
        statements: [
            "AE-TRK-003", "AE-TRK-008", "AE-TRK-009", "AE-TRK-010", "AE-TRK-011", "AE-TRK-012", "AE-TRK-014",
            "AE-TRK-016", "AE-TRK-017",
        ]
    ) { trace in
        trace.callbacks.flatMap { position, event -> [Finding] in
            guard event.message.selector == .sendTrackingData, let data = event.message["data"]?.arrayValue,
                let name = event.message["event"]?.stringValue
            else { return [] }
            guard let layout = trace.api.trackingLayout(name) else {
                return [
                    trace.finding(
                        ["AE-TRK-003"], at: position, "there is no tracking event '\(name)'",
                        expected: trace.api.tracking.map(\.symbol).joined(separator: ", "))
                ]
            }
            return TrackingRule(trace: trace, position: position, layout: layout).findings(data)
        }
    }
}

private struct TrackingRule {
    let trace: CaseTrace
    let position: Int
    let layout: APITrackingLayout

    func findings(_ data: [Value]) -> [Finding] {
        let elements = layout.elements(in: trace.header.version)
        let succeeded = elements.first?.kind == .boolean ? data.first.flatMap(TrackingFlag.read) : nil
        // On failure the length is not documented; an array that is too long has an element of no meaning.
        let isShort = data.count < elements.count && succeeded != false
        guard data.count <= elements.count, !isShort else {
            return [
                trace.finding(
                    layout.cites, at: position,
                    "the array of \(layout.symbol) has \(data.count) elements",
                    expected: "\(elements.count) elements: \(elements.map(\.name).joined(separator: ", "))")
            ]
        }
        return zip(elements, data).compactMap { element, value in
            guard applies(element, succeeded), !admits(element, value) else { return nil }
            return trace.finding(
                element.cites, at: position,
                "element \(element.index) of \(layout.symbol), \(element.meaning), is \(trace.words(for: value))",
                expected: words(for: element.kind))
        }
    }

    private func applies(_ element: APITrackingLayout.Element, _ succeeded: Bool?) -> Bool {
        switch element.when {
        case .always: true
        case .success: succeeded == true
        case .failure: succeeded == false
        }
    }

    private func admits(_ element: APITrackingLayout.Element, _ value: Value) -> Bool {
        switch element.kind {
        case .boolean: return TrackingFlag.read(value) != nil
        case .mvpdID:
            guard let id = value.stringValue else { return value.isNull && element.when == .always }
            // A selection that was taken back has no MVPD.
            return !id.isEmpty || element.when == .always
        case .text: return value.stringValue != nil
        case .guid:
            guard let text = value.stringValue else { return false }
            return text.utf8.count == 32 && text.allSatisfy(\.isHexDigit)
        case .set(let name):
            guard let text = value.stringValue?.lowercased() else { return false }
            return trace.api.values(of: name, on: trace.header.platform).contains { $0.lowercased() == text }
        }
    }

    private func words(for kind: APITrackingLayout.Element.Kind) -> String {
        switch kind {
        case .boolean: "true or false"
        case .mvpdID: "the ID of an MVPD"
        case .text: "a string"
        case .guid: "32 hexadecimal digits"
        case .set(let name):
            "one of \(trace.api.values(of: name, on: trace.header.platform).joined(separator: ", "))"
        }
    }
}
