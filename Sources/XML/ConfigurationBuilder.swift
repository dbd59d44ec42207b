/// One thing a configuration says, as the events of the parser gave it.
@safe
struct ConfigurationPart: BitwiseCopyable {
    /// What an element is, decided by its place and its name.
    enum Place {
        case root, requestor, requestorID, requestorName, domains, domain, domainName, domainFlag
        case mvpds, mvpd, id, displayName, logo, property, item, other
    }

    var place: Place
    /// The element's name; the property's for an item in it.
    var name: UnsafePointer<UInt8>
    /// Where its text starts and ends in the collected text; line and column of the tag for an MVPD.
    var start: Int
    var end: Int

    init(_ place: Place, _ name: UnsafePointer<UInt8>, start: Int, end: Int) {
        self.place = place
        unsafe self.name = name
        self.start = start
        self.end = end
    }
}

/// Puts a configuration together from its parts, in the order of the document.
@safe
struct ConfigurationBuilder {
    private let text: UnsafeBufferPointer<UInt8>
    private var requestorID = ""
    private var requestorName = ""
    private var domains: [ConfigurationDocument.Domain] = []
    private var mvpds: [ConfigurationMVPD] = []
    /// Of the open MVPD: the texts become strings when it is known whether it is wanted.
    private var id: ConfigurationPart?
    private var displayName: ConfigurationPart?
    private var logoURL: ConfigurationPart?
    private var position: XMLPosition?
    private var openProperties: [ConfigurationPart] = []
    /// How many MVPDs are closed.
    private var entries = 0
    /// How many ids and names the open MVPD has.
    private var ids = 0
    private var displayNames = 0
    private var remarks: [ConfigurationFinding] = []
    /// The properties of all MVPDs, one after the other: one array instead of one for each.
    private var properties: [ConfigurationProperties.Pair] = []
    private var propertyStarts: [Int] = []
    private let isLeftOut: (String) -> Bool
    private var names: [(address: UnsafePointer<UInt8>, text: String)] = unsafe []

    /// - Parameters:
    ///   - text: the collected text.
    ///   - mvpds: how many parts start an MVPD.
    ///   - isLeftOut: whether nobody wants the MVPD of that ID.
    static func document(
        _ parts: UnsafeBufferPointer<ConfigurationPart>, text: UnsafeBufferPointer<UInt8>, mvpds: Int,
        leavingOut isLeftOut: (String) -> Bool
    ) -> ConfigurationDocument {
        withoutActuallyEscaping(isLeftOut) { isLeftOut in
            var builder = unsafe ConfigurationBuilder(text: text, mvpds: mvpds, leavingOut: isLeftOut)
            for index in parts.indices { unsafe builder.add(parts[index]) }
            return builder.finish()
        }
    }

    private init(text: UnsafeBufferPointer<UInt8>, mvpds: Int, leavingOut isLeftOut: @escaping (String) -> Bool) {
        unsafe self.text = text
        self.isLeftOut = isLeftOut
        self.mvpds.reserveCapacity(mvpds)
        propertyStarts.reserveCapacity(mvpds + 1)
    }

    private mutating func add(_ part: ConfigurationPart) {
        switch part.place {
        case .requestorID: requestorID = string(part)
        case .requestorName: requestorName = string(part)
        case .domain: domains.append(ConfigurationDocument.Domain(name: ""))
        case .domainName: domains[domains.count - 1].name = string(part)
        case .domainFlag:
            let flag = string(part)
            if flag != "true" && flag != "false" {
                remarks.append(
                    ConfigurationFinding(
                        code: .wrongBoolean, position: .start,
                        path: "/requestor/domains/domain[\(domains.count)]/mvpdInitiated",
                        message: "mvpdInitiated is \"\(flag.prefix(40))\", expected true or false"))
            }
        case .mvpd:
            closeMVPD()
            position = XMLPosition(line: part.start, column: part.end)
        case .id:
            id = part
            ids += 1
            if ids == 2 { remarkRepeated("id") }
        case .displayName:
            displayName = part
            displayNames += 1
            if displayNames == 2 { remarkRepeated("displayName") }
        case .logo: logoURL = part
        case .property, .item: openProperties.append(part)
        case .root, .requestor, .domains, .mvpds, .other: break
        }
    }

    private mutating func finish() -> ConfigurationDocument {
        closeMVPD()
        propertyStarts.append(properties.count)
        for index in mvpds.indices {
            mvpds[index].properties = ConfigurationProperties(
                properties[propertyStarts[index]..<propertyStarts[index + 1]])
        }
        var document = ConfigurationDocument(
            requestorID: requestorID, name: requestorName, domains: domains, mvpds: mvpds)
        document.remarks = remarks
        return document
    }

    private mutating func closeMVPD() {
        guard let position else { return }
        entries += 1
        let name = id.map(string) ?? ""
        if !isLeftOut(name) {
            propertyStarts.append(properties.count)
            for part in openProperties {
                properties.append(ConfigurationProperties.Pair(name: unsafe self.name(part.name), value: string(part)))
            }
            mvpds.append(
                ConfigurationMVPD(
                    id: name, displayName: displayName.map(string) ?? "", logoURL: logoURL.map(string) ?? "",
                    position: position))
        }
        (id, displayName, logoURL) = (nil, nil, nil)
        (ids, displayNames) = (0, 0)
        openProperties.removeAll(keepingCapacity: true)
    }

    private mutating func remarkRepeated(_ element: String) {
        remarks.append(
            ConfigurationFinding(
                code: .repeatedElement, position: position ?? .start,
                path: "/requestor/mvpds/mvpd[\(entries + 1)]/\(element)",
                message: "\(element) is there more than once; the last one counts"))
    }

    /// The text of a name; one that was seen before is found by its address.
    private mutating func name(_ address: UnsafePointer<UInt8>) -> String {
        for index in unsafe 0..<names.count {
            if unsafe names[index].address == address { return unsafe names[index].text }
        }
        var text = unsafe String(cString: address)
        // A literal costs nothing to share, other strings are counted by everyone who has them.
        if let known = ConfigurationDocument.propertyNames.first(where: { $0 == text }) { text = known }
        // More names than this only in a document made to be slow.
        if unsafe names.count < 64 { unsafe names.append((address, text)) }
        return text
    }

    /// The part's text without white space around it.
    private func string(_ part: ConfigurationPart) -> String {
        var (start, end) = (part.start, part.end)
        while start < end, unsafe text[start] <= 0x20 { start += 1 }
        while end > start, unsafe text[end - 1] <= 0x20 { end -= 1 }
        let count = end - start
        if unsafe count == 4 && text[start] == UInt8(ascii: "t") && isText("true", at: start) { return "true" }
        if unsafe count == 5 && text[start] == UInt8(ascii: "f") && isText("false", at: start) { return "false" }
        return unsafe String(decoding: UnsafeBufferPointer(rebasing: text[start..<end]), as: UTF8.self)
    }

    private func isText(_ expected: StaticString, at start: Int) -> Bool {
        for index in 0..<expected.utf8CodeUnitCount {
            guard unsafe text[start + index] == expected.utf8Start[index] else { return false }
        }
        return true
    }
}
