package import AccessEnablerAPI
import Encodings

extension APIJudge {
    /// What is wrong with the array of a tracking callback whose parameters have the right types.
    func tracking(_ message: Message, after operations: Set<String>) -> [APIError] {
        guard let event = message["event"]?.stringValue, let layout = table.trackingLayout(event),
            case .array(let data)? = message["data"]
        else { return [] }
        var found: [APIError] = []
        if layout.triggers.isDisjoint(with: operations) {
            found.append(
                APIError(message: "nothing that was called leads to \(layout.symbol)", statements: layout.cites))
        }
        let elements = layout.elements(in: version)
        let success = elements.first { $0.name == "success" }
            .flatMap { data.indices.contains($0.index) ? Self.truth(data[$0.index]) : nil }
        // A failure may leave elements out (A-22), so the places of what follows element 0 are then unknown.
        let isWhole = data.count == elements.count
        if !isWhole, success != false {
            found.append(
                APIError(
                    message: "\(layout.symbol) has \(data.count) \(data.count == 1 ? "element" : "elements"), "
                        + "and should have \(elements.count)",
                    statements: layout.cites))
        }
        for element in elements where data.indices.contains(element.index) && (isWhole || element.index == 0) {
            let hasMeaning: Bool
            switch element.when {
            case .always: hasMeaning = true
            case .success: hasMeaning = success == true
            case .failure: hasMeaning = success == false
            }
            guard hasMeaning, let problem = wrong(data[element.index], element) else { continue }
            found.append(
                APIError(
                    message: "element \(element.index) of \(layout.symbol) (\(element.name)) \(problem)",
                    statements: element.cites))
        }
        return found
    }

    private func wrong(_ value: Value, _ element: APITrackingLayout.Element) -> String? {
        if value.isNull, element.isNil != .never { return nil }
        switch element.kind {
        case .boolean:
            return Self.truth(value) == nil ? "is \(value.kind), and should be true or false" : nil
        case .mvpdID:
            if value == "", element.isNil == .never { return "is empty, and should be an ID" }
            return value.stringValue == nil ? "is \(value.kind), and should be an ID" : nil
        case .guid:
            return value.stringValue.map(Self.isMD5) == true
                ? nil : "should be an MD5 hash: 32 hexadecimal digits, or 16 bytes in Base64"
        case .text:
            return value.stringValue == nil ? "is \(value.kind), and should be a string" : nil
        case .set(let name):
            let values = table.values(of: name, on: platform)
            guard let text = value.stringValue, values.contains(text) else {
                return "is '\(value.plainText)', and should be one of " + values.joined(separator: ", ")
            }
            return nil
        }
    }

    /// The truth of a value in any of the forms accepted (A-21); nil for others.
    package static func truth(_ value: Value) -> Bool? {
        switch value {
        case .bool(let flag): return flag
        case .int(0): return false
        case .int(1): return true
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes", "1": return true
            case "false", "no", "0": return false
            default: return nil
            }
        default: return nil
        }
    }

    /// In which notation the hash is written is not documented (AE-TRK-014).
    private static func isMD5(_ text: String) -> Bool {
        if text.utf8.count == 32, text.utf8.allSatisfy({ $0.hexDigitValue != nil }) { return true }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        return Base64.decode(text.utf8.count == 22 ? standard + "==" : standard)?.count == 16
    }
}
