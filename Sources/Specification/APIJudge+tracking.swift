package import AccessEnablerAPI

extension APIJudge {
    /// What is wrong with the array of a tracking callback whose parameters have the right types.
    func tracking(_ message: Message, after operations: Set<String>) -> [APIMistake] {
        guard let event = message["event"]?.stringValue, let layout = table.trackingLayout(event),
            case .array(let data)? = message["data"]
        else { return [] }
        var found: [APIMistake] = []
        if layout.triggers.isDisjoint(with: operations) {
            found.append(
                APIMistake(
                    message: "nothing that was called leads to \(layout.symbol)", statements: layout.cites))
        }
        let elements = layout.elements(in: version)
        let success = elements.first { $0.name == "success" }
            .flatMap { data.indices.contains($0.index) ? Self.truth(data[$0.index]) : nil }
        // A failure may leave elements out (A-22), so the places of what follows element 0 are then unknown.
        let isWhole = data.count == elements.count
        if !isWhole, success != false {
            found.append(
                APIMistake(
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
                APIMistake(
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
            return value.stringValue.map { Self.isHash(Array($0.utf8)) } ?? false
                ? nil : "should be an MD5 hash, in hexadecimal digits or Base64"
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

    /// Whether a text is 16 bytes in a common form: 32 hexadecimal digits, or Base64 with or without its padding.
    private static func isHash(_ text: [UInt8]) -> Bool {
        let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
        if text.count == 32 { return text.allSatisfy(hexadecimal.contains) }
        let digits = text.prefix(22)
        return [22, 24].contains(text.count) && text.dropFirst(22).allSatisfy { $0 == UInt8(ascii: "=") }
            && digits.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "+/-_".utf8.contains(byte)
            }
    }
}
